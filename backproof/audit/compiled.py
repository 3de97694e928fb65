"""The specs of the shipped catalog, compiled once and kept, so that an audit need not load SymPy.

The file is named after the version and the catalog's sources; one that is missing, damaged or unwritable only costs time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import cache, stored
from .specs import Spec, rows


def load() -> list[Spec]:
    """Specs of all formulas: the shipped ones from the store where possible, those added at run time always afresh."""
    shipped = _shipped(_path())
    added = _added({s.formula for s in shipped})
    return [*shipped, *(rows(added) if added else ())]


def extended() -> bool:
    """Whether this process knows formulas beside the shipped ones."""
    formulas = sys.modules.get("formulas")
    return formulas is not None and set(formulas.registered()) != set(formulas.shipped_ids())


def _added(known: set[str]) -> list[str]:
    """Formulas registered by this process beside the shipped ones."""
    formulas = sys.modules.get("formulas")
    return [id for id in formulas.registered() if id not in known] if formulas is not None else []


_kept: dict[tuple[Path, int, int], list[Spec]] = {}  # the specs of the store that this process has read or written


def _shipped(path: Path) -> list[Spec]:
    """The shipped specs, decoded once for the state in which the store lies there."""
    state = _state(path)
    if state not in _kept:
        shipped = _read(path)
        if shipped is None:
            import formulas

            shipped = rows(formulas.shipped_ids())
            cache.replace(path, stored.dump(shipped))
            state = _state(path)
        _kept.clear()
        _kept[state] = shipped
    return _kept[state]


def _state(path: Path) -> tuple[Path, int, int]:
    try:
        stat = path.stat()
    except OSError:
        return path, 0, 0
    return path, stat.st_mtime_ns, stat.st_size


def _path() -> Path:
    return cache.compiled("specs", "bin")


def _read(path: Path) -> list[Spec] | None:
    try:
        return stored.parse(path.read_bytes())
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        return None
