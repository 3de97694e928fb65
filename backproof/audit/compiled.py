"""The specs of the shipped catalog, compiled once and kept as text, so that an audit need not load SymPy.

The file is named after the version and the catalog's sources; one that is missing, damaged or unwritable only costs time.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from dataclasses import asdict
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from backproof import __version__

from .specs import Spec, Symbol, rows

FORMAT = 1


def load() -> list[Spec]:
    """Specs of all formulas: the shipped ones from the store where possible, those added at run time always afresh."""
    path = _path()
    shipped = _read(path)
    if shipped is None:
        import formulas

        shipped = rows(formulas.shipped_ids())
        _write(path, shipped)
    added = _added({s.formula for s in shipped})
    return shipped + (rows(added) if added else [])


def _added(known: set[str]) -> list[str]:
    """Formulas registered by this process beside the shipped ones."""
    formulas = sys.modules.get("formulas")
    return [id for id in formulas.registered() if id not in known] if formulas is not None else []


def _path() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "backproof" / f"specs-{__version__}-{_fingerprint()}.json"


def _fingerprint() -> str:
    """Changes whenever a source of the catalog does."""
    found = find_spec("formulas")
    root = Path(str(found.origin)).parent if found and found.origin else Path()
    digest = blake2b(f"{FORMAT} {sys.version_info[:2]}".encode(), digest_size=8)
    for file in (*sorted(root.rglob("*.py")), Path(__file__).with_name("specs.py")):
        stat = file.stat()
        digest.update(f"{file.name} {stat.st_size} {stat.st_mtime_ns}".encode())
    return digest.hexdigest()


def _read(path: Path) -> list[Spec] | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return [_spec(row) for row in data]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _spec(row: dict[str, Any]) -> Spec:
    symbols = tuple(Symbol(**{**s, "shape": tuple(s["shape"])}) for s in row.pop("inputs"))
    return Spec(**row, inputs=symbols)


def _write(path: Path, specs: list[Spec]) -> None:
    """Written beside and moved into place, so that a reader never sees half a file."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump([asdict(s) for s in specs], file, ensure_ascii=False)
        os.replace(name, path)
        for old in path.parent.glob("specs-*.json"):
            if old != path:
                old.unlink(missing_ok=True)
