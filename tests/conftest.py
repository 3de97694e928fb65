"""What tests of several rooms share."""

from __future__ import annotations

import os
from functools import cache

import pytest
from hypothesis import settings

from backproof.audit import compiled
from backproof.audit.specs import Spec, rows

# A test draws the same examples each time, so that a change is judged by what it changes; the thorough profile draws others.
settings.register_profile("same", derandomize=True)
settings.register_profile("thorough")
settings.load_profile("thorough" if os.environ.get("BACKPROOF_PROFILE") == "thorough" else "same")

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
