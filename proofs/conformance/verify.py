"""``verify``: does a function compute a formula? A verdict with its evidence."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any, Literal

import formulas
from formulas.lang.term import ShapeError
from formulas.model import Formula, Stated

from ..verdicts import Convention, Holds, Refuted, Unknown, Verdict
from .calling import NoAnswer
from .cases import Case, named_sizes, values
from .cases import batched as batched_input
from .compare import Problem, compare
from .readings import computable
from .search import Outcome, examine, search
from .sizes import arguments, choices, dimensions, pool
from .strategies import FORMATS

Library = Literal["auto", "numpy", "torch"]
WITNESSES = 6
"""Cases besides the counterexample on which a known mistake must agree with the function to be named."""


def verify(
    function: Callable[..., Any],
    formula_id: str,
    *,
    examples: int = 60,
    library: Library = "auto",
    variant: str | None = None,
    batched: bool = True,
    seconds: float = 60.0,
) -> Verdict:
    """Test a function of NumPy arrays or torch tensors against a formula of the catalog (or one of its
    variants).

    The function takes the formula's inputs by position, in its order; grouped integers (``stride``) by
    keyword. Data inputs carry leading batch axes, unless ``batched`` is false or the function refuses them: one
    that raises on a batch is judged on single samples. "auto" asks for torch where the function uses it.

    Inputs come in float64 and float32 (to torch functions also in bfloat16), and some are huge, tiny, tied or constant: a
    result that overflows, loses more digits than its format must, or has another shape or dtype is a difference.

    ``Holds`` after ``examples`` cases without a difference; ``Convention`` if the function follows a named
    variant; ``Refuted`` with the smallest counterexample found and the known mistake that explains it, if
    one does; ``Unknown`` if the function raises on every input or does not return. Raises
    ``formulas.UnknownFormula`` and ``ValueError``.
    """
    formula = formulas.get(formula_id)
    statement = _statement(formula, variant)
    use = _library(function, library)
    if not computable(statement):
        return Unknown("an activation is left open: the formula has no value")
    try:
        single = not batched or _refuses_batches(function, formula, statement, use)
    except NoAnswer as error:
        return Unknown(str(error))
    options: dict[str, Any] = {
        "examples": examples,
        "formats": FORMATS[use],
        "batches": "none" if single else "equal",
        "seconds": seconds,
    }
    outcome = search(examine(function, formula, statement, use), statement, **options)
    if outcome.silent:
        return Unknown(outcome.silent)
    if not outcome.failures:
        return _held(outcome)
    if not outcome.points and all(problem.kind == "raises" for _, problem in outcome.failures):
        return Unknown(f"raises on every input: {outcome.failures[0][1].facts['raises']}")
    followed = None if variant else _variant(function, formula, use, options)
    return Convention(followed) if followed else _refuted(function, formula, statement, use, outcome)


def _refuses_batches(function: Callable[..., Any], formula: Formula, statement: Stated, library: str) -> bool:
    """Whether the function raises on a batch whose size is no other size of the call."""
    if not any(map(batched_input, statement.inputs)):
        return False
    wish = (*pool(statement)[: len(dimensions(statement))], *(choices(i)[1] for i in arguments(statement)))
    problem = compare(function, formula, statement, Case(wish, batch=(29,)), library).problem
    return problem is not None and problem.kind == "raises"


def _statement(formula: Formula, variant: str | None) -> Stated:
    if variant is None:
        return formula
    named = {v.name: v for v in formula.variants}
    if variant not in named:
        raise ValueError(f"{formula.id} has no variant {variant!r}; known: {', '.join(named) or 'none'}")
    return named[variant]


def _library(function: Callable[..., Any], library: str) -> str:
    if library == "auto":
        return "torch" if _uses_torch(function) else "numpy"
    if library not in FORMATS:
        raise ValueError(f"unknown library {library!r}; known: auto, numpy, torch")
    return library


def _uses_torch(function: Any) -> bool:
    """Whether the names that the function reads (failing that, its module's names) come from torch and not
    from NumPy.
    """
    torch = sys.modules.get("torch")
    inner = inspect.unwrap(getattr(function, "func", function))
    if torch is None or isinstance(inner, torch.nn.Module):
        return torch is not None
    known: Mapping[str, Any] = getattr(inner, "__globals__", {})
    read = getattr(getattr(inner, "__code__", None), "co_names", ())
    for candidates in ([known[name] for name in read if name in known], list(known.values())):
        roots = {_root(value) for value in candidates} & {"torch", "numpy"}
        if roots:
            return roots == {"torch"}
    return False


def _root(value: Any) -> str:
    name = value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
    return str(name).partition(".")[0]


def _held(outcome: Outcome) -> Verdict:
    if not outcome.points:
        return Unknown("no entry could be compared within its error bound")
    return Holds(outcome.points, outcome.bound)


def _variant(function: Callable[..., Any], formula: Formula, library: str, options: Mapping[str, Any]) -> str | None:
    """The first variant that the function follows on all cases."""
    for candidate in filter(computable, formula.variants):
        outcome = search(examine(function, formula, candidate, library), candidate, **{**options, "shrink": False})
        if outcome.points and not outcome.failures and not outcome.silent:
            return candidate.name
    return None


def _refuted(function: Any, formula: Formula, statement: Stated, library: str, outcome: Outcome) -> Refuted:
    case, problem = outcome.smallest(statement)
    shown = {name: _plain(value) for name, value in values(statement, case).items()}
    return Refuted(
        {
            "kind": problem.kind,
            **{key: _plain(value) for key, value in problem.facts.items()},
            "pitfall": _pitfall(function, formula, statement, library, case, problem),
            "sizes": named_sizes(statement, case),
            "dtype": case.dtype,
            **({"batch": case.batch} if case.batch else {}),
            "inputs": shown,
        }
    )


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _pitfall(
    function: Any, formula: Formula, statement: Stated, library: str, case: Case, problem: Problem
) -> str | None:
    """The first known mistake whose results are the function's on the counterexample and on some generic
    cases.
    """
    if problem.kind not in ("value", "shape", "dtype", "not a number"):
        return None
    witnesses = [case, *(Case(case.wish, seed=case.seed + k) for k in range(1, WITNESSES))]
    for candidate in formula.pitfalls:
        try:
            if not computable(candidate):
                continue
            if all(_agrees(function, formula, candidate, witness, library, statement) for witness in witnesses):
                return candidate.name
        except (ShapeError, NoAnswer):
            continue
    return None


def _agrees(function: Any, formula: Formula, pitfall: Stated, case: Case, library: str, source: Stated) -> bool:
    if {i.name for i in pitfall.inputs} - {i.name for i in source.inputs}:
        return False
    agreement = compare(function, formula, pitfall, case, library, source)
    return agreement.problem is None and agreement.points > 0
