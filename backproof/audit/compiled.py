"""The specs of the shipped catalog, compiled once and kept as text, so that an audit need not load SymPy.

The file is named after the version and the catalog's sources; one that is missing, damaged or unwritable only costs time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from backproof import __version__

from . import cache, stored
from .specs import Spec, rows


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


def extended() -> bool:
    """Whether this process knows formulas beside the shipped ones."""
    formulas = sys.modules.get("formulas")
    return formulas is not None and set(formulas.registered()) != set(formulas.shipped_ids())


def _added(known: set[str]) -> list[str]:
    """Formulas registered by this process beside the shipped ones."""
    formulas = sys.modules.get("formulas")
    return [id for id in formulas.registered() if id not in known] if formulas is not None else []


def _path() -> Path:
    return cache.folder() / f"specs-{__version__}-{cache.fingerprint()}.jsonl"


def _read(path: Path) -> list[Spec] | None:
    try:
        return stored.parse(path.read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, specs: list[Spec]) -> None:
    """What is known of the specs, kept for the next process; older files go."""
    if cache.write(path, stored.dump(specs)):
        for old in path.parent.glob("specs-*"):
            if old != path:
                old.unlink(missing_ok=True)
