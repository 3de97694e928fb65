"""What is kept between runs, in the user's cache folder: small files, each written whole or not at all.

Whatever is missing, damaged or cannot be written only costs time. ``fingerprint`` names the state of the code and catalog
that a file was made with, so that none outlives them.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

from backproof import __version__, whole

from .digest import blake2b


def folder() -> Path:
    """Where the files lie: ``$XDG_CACHE_HOME/backproof``, by default ``~/.cache/backproof``."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "backproof"


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Changes whenever a source of the catalog or of the audit does, or Python: what it compiles may change with it."""
    digest = blake2b(f"{__version__} {sys.implementation.name} {sys.hexversion}".encode(), digest_size=8)
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


def compiled(name: str, kind: str) -> Path:
    """Where lies what is worked out of the sources alone, in their present state."""
    return folder() / f"{name}-{__version__}-{fingerprint()}.{kind}"


def kept(name: str, make: Callable[[], Any]) -> Any:
    """What ``make`` works out of the sources alone, in plain values: worked out once for each state of them."""
    path = compiled(name, "bin")
    found = read(path)
    if found is None:
        found = make()
        keep(path, found)
    return found


def read(path: Path) -> Any:
    """The plain values that ``keep`` wrote there; None where nothing whole is."""
    try:
        check, _, body = path.read_bytes().partition(b"\n")
        return marshal.loads(body) if int(check) == crc32(body) else None
    except (OSError, EOFError, ValueError, TypeError):
        return None


def keep(path: Path, values: Any) -> None:
    """Kept as Python writes its own compiled code, which is read faster than text."""
    body = marshal.dumps(values)
    replace(path, b"%d\n%s" % (crc32(body), body))


def replace(path: Path, data: bytes) -> None:
    """Written beside those of the same name that other states of the sources use, perhaps at this moment; old ones go."""
    if write(path, data):
        for other in path.parent.glob(f"{path.name.partition('-')[0]}-*"):
            if other != path and _old(other):
                other.unlink(missing_ok=True)


DAYS = 14  # after which what another state of the sources left is taken for forgotten


def _old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > DAYS * 86_400
    except OSError:
        return False


def write(path: Path, data: bytes) -> bool:
    """Keeps a file; False where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        whole.replace(path, data)
    except OSError:
        return False
    return True
