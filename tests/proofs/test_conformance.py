"""Every formula, and every variant that an option selects, against both implementations: values, shapes,
dtypes, gradients.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import pytest

import formulas
from formulas.model import Formula, Stated
from proofs.conformance.cases import Case
from proofs.conformance.gradients import compare_gradient
from proofs.conformance.search import Outcome, affordable, examine, search
from proofs.conformance.sizes import arguments, choices, dimensions, pool
from proofs.conformance.strategies import FORMATS
from proofs.conformance.tolerance import expected

EXAMPLES = 400 if os.environ.get("BACKPROOF_PROFILE") == "thorough" else 18
GRADIENTS = EXAMPLES // 4
IMPLEMENTED = [id for id in formulas.ids() if id in import_module("impls.numpy").IMPLEMENTATIONS]
OPTIONS = [(id, None) for id in IMPLEMENTED] + [
    (id, variant.name) for id in IMPLEMENTED for variant in formulas.get(id).variants if variant.call
]


def implementation(id: str, library: str, statement: Stated) -> Callable[..., Any]:
    """The implementation of a formula, with the options that make it follow a variant."""
    function = import_module(f"impls.{library}").IMPLEMENTATIONS[id]
    return partial(function, **getattr(statement, "call", {}))


def stated(id: str, variant: str | None) -> tuple[Formula, Stated]:
    formula = formulas.get(id)
    return formula, formula if variant is None else next(v for v in formula.variants if v.name == variant)


def told(outcome: Outcome, statement: Stated) -> str:
    case, problem = outcome.smallest(statement)
    return f"{problem.kind}: {dict(problem.facts)} on {case}"


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize(("id", "variant"), OPTIONS)
def test_implementation_conforms(id: str, variant: str | None, library: str) -> None:
    formula, statement = stated(id, variant)
    function = implementation(id, library, statement)
    outcome = search(
        examine(function, formula, statement, library),
        statement,
        examples=affordable(EXAMPLES, statement),
        formats=FORMATS[library],
        seconds=600,
    )
    assert not outcome.failures, told(outcome, statement)
    assert outcome.silent is None
    assert outcome.points


@pytest.mark.parametrize(("id", "variant"), OPTIONS)
def test_tolerance_is_tight_on_plain_inputs(id: str, variant: str | None) -> None:
    """No entry of a plain float64 computation is allowed more than a millionth of the largest: half of the
    digits stand.
    """
    _, statement = stated(id, variant)
    random = Random(id)
    for seed in range(3):
        dims = random.sample(pool(statement), len(dimensions(statement)))
        case = Case((*dims, *(random.choice(choices(i)) for i in arguments(statement))), seed=seed)
        for result in expected(statement, case, statement):
            scale = max([Decimal("1e-6"), *map(abs, result.value.flat)])
            assert max(result.allowed.flat) <= Decimal("1e-6") * scale, case


@pytest.mark.parametrize(("id", "variant"), OPTIONS)
def test_gradient_conforms(id: str, variant: str | None) -> None:
    formula, statement = stated(id, variant)
    function = implementation(id, "torch", statement)
    outcome = search(
        partial(compare_gradient, function, formula, statement),
        statement,
        examples=affordable(GRADIENTS, statement),
        formats=("float64",),
        families=("generic",),
        seconds=600,
    )
    assert not outcome.failures, told(outcome, statement)


def test_both_libraries_implement_the_same_formulas() -> None:
    numpy, torch = (set(import_module(f"impls.{library}").IMPLEMENTATIONS) for library in ("numpy", "torch"))
    assert numpy == torch == set(IMPLEMENTED)
