"""The readings of a formula share no code: kernels, index form, in both libraries, against the oracle."""

from __future__ import annotations

import os

import pytest

import formulas
from proofs.conformance.readings import as_function, computable
from proofs.conformance.search import affordable, examine, search

EXAMPLES = 100 if os.environ.get("BACKPROOF_PROFILE") == "thorough" else 5
STATEMENTS = [(id, None) for id in formulas.ids()] + [
    (id, v.name) for id in formulas.ids() for v in formulas.get(id).variants if computable(v)
]


@pytest.mark.parametrize("reading", ["numpy", "torch", "index", "index-torch"])
@pytest.mark.parametrize(("id", "variant"), STATEMENTS)
def test_reading_agrees_with_oracle(id: str, variant: str | None, reading: str) -> None:
    formula = formulas.get(id)
    statement = formula if variant is None else next(v for v in formula.variants if v.name == variant)
    library = "torch" if "torch" in reading else "numpy"
    function = as_function(formula, statement, reading)
    outcome = search(
        examine(function, formula, statement, library),
        statement,
        examples=affordable(EXAMPLES, statement),
        formats=("float64",),
        families=("generic", "tied", "small") if reading.startswith("index") else (),
        batches="none",
        seconds=600,
    )
    assert not outcome.failures, outcome.smallest(statement)
    assert outcome.points
