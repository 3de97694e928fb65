"""The tests are tested: every known mistake, run as if somebody had implemented it, must be caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import formulas
from formulas.lang.term import ShapeError
from proofs.conformance.readings import renamed
from proofs.conformance.search import examine, search

PITFALLS = [(id, pitfall.name) for id in formulas.ids() for pitfall in formulas.get(id).pitfalls]


def outcome_of(id: str, name: str) -> str:
    """ "caught" by values, "shape" where the mistake cannot even be built, "missed"."""
    formula = formulas.get(id)
    pitfall = next(p for p in formula.pitfalls if p.name == name)
    try:
        function = renamed(formula, pitfall)
    except ShapeError:
        return "shape"
    found = search(
        examine(function, formula, formula, "numpy"),
        formula,
        examples=40,
        formats=("float64",),
        shrink=False,
        seconds=60,
    )
    return "caught" if found.failures else "missed"


@pytest.mark.parametrize(("id", "name"), PITFALLS)
def test_pitfall_is_caught(id: str, name: str, record_property: Callable[[str, object], None]) -> None:
    outcome = outcome_of(id, name)
    record_property("mutation", outcome)
    assert outcome != "missed"


def test_there_are_enough_pitfalls() -> None:
    assert len(PITFALLS) >= 60
