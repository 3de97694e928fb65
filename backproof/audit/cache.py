"""What is kept between runs, in the user's cache folder: small files, each written whole or not at all.

Whatever is missing, damaged or cannot be written only costs time. ``fingerprint`` names the state of the code and catalog
that a file was made with, so that none outlives them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from backproof import __version__, whole


def folder() -> Path:
    """Where the files lie: ``$XDG_CACHE_HOME/backproof``, by default ``~/.cache/backproof``."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "backproof"


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Changes whenever a source of the catalog or of the audit does."""
    digest = blake2b(f"{__version__} {sys.version_info[:2]}".encode(), digest_size=8)
    found = find_spec("formulas")
    roots = [os.path.dirname(str(found.origin))] if found and found.origin else []
    for root in (*roots, os.path.dirname(os.path.abspath(__file__))):
        for path, size, changed in sorted(_sources(root)):
            digest.update(f"{path[len(root) :]} {size} {changed}\n".encode())
    return digest.hexdigest()


def _sources(root: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(root):
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _sources(entry.path)
        elif entry.name.endswith((".py", ".toml")):
            stat = entry.stat()
            yield entry.path, stat.st_size, stat.st_mtime_ns


def write(path: Path, data: bytes) -> bool:
    """Keeps a file; False where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        whole.replace(path, data)
    except OSError:
        return False
    return True
