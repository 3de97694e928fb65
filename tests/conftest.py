"""What tests of several rooms share."""

from __future__ import annotations

from functools import cache

import pytest

from backproof.audit import compiled
from backproof.audit.specs import Spec, rows

_load = compiled.load


@cache
def _shipped() -> tuple[Spec, ...]:
    return tuple(s for s in _load() if not s.formula.startswith("house."))


def _all() -> list[Spec]:
    added = compiled._added({s.formula for s in _shipped()})
    return [*_shipped(), *(rows(added) if added else ())]


@pytest.fixture
def shared_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalog's specs are read once for all tests of a process; formulas that a plugin states come on top."""
    monkeypatch.setattr(compiled, "load", _all)
