"""Compare a function with a statement on one case: shape, dtype, values, inputs left alone, the same answer
twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from formulas.model import Formula, Stated

from .calling import Raised, answer, arguments, as_array, largest
from .cases import Case, values
from .precision import PRECISIONS
from .running_error import precise
from .tolerance import Expected, expected

Function = Callable[..., Any]
_NOTHING = Decimal("1e-30")
"""Below this a result that ought to be 0 is rounding of the oracle itself."""


@dataclass(frozen=True)
class Problem:
    """Where function and statement part: what kind of difference, and the facts."""

    kind: str
    facts: Mapping[str, Any]


@dataclass
class Agreement:
    """How many entries were compared, and the largest deviation relative to its result's largest entry."""

    points: int = 0
    bound: float = 0.0
    skipped: int = 0
    problem: Problem | None = None


def compare(
    function: Function,
    formula: Formula,
    statement: Stated,
    case: Case,
    library: str,
    source: Stated | None = None,
) -> Agreement:
    """Run the function on the case's inputs, drawn for ``source``, and compare with ``statement``.

    Raises ``NoAnswer`` when the function does not return.
    """
    source = source or statement
    call = arguments(formula, source, values(source, case), case.dtype, library)
    kept = [_bits(leaf) for leaf in call.leaves()]
    result = answer(function, call)
    if isinstance(result, Raised):
        return _failed("raises", raises=str(result))
    if [_bits(leaf) for leaf in call.leaves()] != kept:
        return _failed("changes its input")
    again = answer(function, arguments(formula, source, values(source, case), case.dtype, library))
    case = _in_its_own_format(result, source, case)
    agreement = _results(result, expected(statement, case, source), case)
    if agreement.problem is None and not _same(result, again):
        agreement.problem = Problem("answers differently when called again", {})
    return agreement


def _in_its_own_format(result: Any, source: Stated, case: Case) -> Case:
    """Where no input is real there is no dtype to preserve: the result is judged in its own format."""
    if any(i.kind in ("data", "weight", "bias") for i in source.inputs):
        return case
    names = {str(getattr(part, "dtype", "")).removeprefix("torch.") for part in _parts(result)} & set(PRECISIONS)
    return replace(case, dtype=min(names)) if names else replace(case, dtype="float64")


def _failed(kind: str, **facts: Any) -> Agreement:
    return Agreement(problem=Problem(kind, facts))


def _bits(leaf: Any) -> bytes:
    array = leaf
    if hasattr(leaf, "detach"):
        import torch

        array = leaf.detach().contiguous().reshape(-1).view(torch.uint8).numpy() if leaf.numel() else leaf.numpy()
    return bytes(np.ascontiguousarray(array).tobytes())


def _parts(result: Any) -> tuple[Any, ...]:
    return tuple(result) if isinstance(result, (tuple, list)) else (result,)


def _same(first: Any, second: Any) -> bool:
    if isinstance(second, Raised):
        return False
    pairs = zip(_parts(first), _parts(second), strict=True)
    return all(np.array_equal(as_array(a)[0], as_array(b)[0], equal_nan=True) for a, b in pairs)


def _results(result: Any, wanted: tuple[Expected, ...], case: Case) -> Agreement:
    parts = _parts(result)
    if len(parts) != len(wanted):
        return _failed("number of results", expected=len(wanted), got=len(parts))
    total = Agreement()
    for k, (part, want) in enumerate(zip(parts, wanted, strict=True)):
        _one(part, want, case, total)
        if total.problem is not None:
            name = {"result": k} if len(wanted) > 1 else {}
            total.problem = Problem(total.problem.kind, {**total.problem.facts, **name})
            return total
    return total


def _one(part: Any, want: Expected, case: Case, total: Agreement) -> None:
    try:
        got, dtype = as_array(part)
    except TypeError as error:
        total.problem = Problem("type", {"got": str(error)})
        return
    if case.broadcast and _spreads(got.shape, want.value.shape):  # a result need not depend on every input
        got = np.broadcast_to(got, want.value.shape)
    if got.shape != want.value.shape:
        total.problem = Problem("shape", {"expected": want.value.shape, "got": got.shape})
    elif got.dtype.kind == "f" and dtype != case.dtype:
        total.problem = Problem("dtype", {"expected": case.dtype, "got": dtype})
    else:
        total.problem = _values(got, want, case, total)


def _spreads(shape: tuple[int, ...], wide: tuple[int, ...]) -> bool:
    return len(shape) <= len(wide) and all(n in (1, w) for n, w in zip(shape[::-1], wide[::-1], strict=False))


def _values(got: np.ndarray, want: Expected, case: Case, total: Agreement) -> Problem | None:
    """The worst entry beyond its tolerance, if there is one."""
    limit, worst, problem = largest(case.dtype), Decimal(0), None
    with precise():
        scale = max((abs(v) for v in want.value.flat if v.is_finite()), default=Decimal(0))
        for place in np.ndindex(*got.shape):
            value, allowed, have = want.value[place], want.allowed[place], got[place]
            if allowed.is_infinite() or (value.is_finite() and abs(value) > limit):
                total.skipped += 1
                continue
            total.points += 1
            deviation = _deviation(value, have)
            if deviation <= allowed:
                total.bound = max(total.bound, float(deviation / scale) if scale > _NOTHING else 0.0)
            elif (excess := deviation / allowed if allowed else Decimal("Infinity")) > worst:
                worst, problem = excess, _beyond(place, value, have, deviation, allowed)
    return problem


def _deviation(value: Decimal, have: Any) -> Decimal:
    number = float(have)
    if value.is_infinite():
        return Decimal(0) if number == float(value) else Decimal("Infinity")
    return abs(Decimal(number) - value) if np.isfinite(number) else Decimal("Infinity")


def _beyond(place: tuple[int, ...], value: Decimal, have: Any, deviation: Decimal, allowed: Decimal) -> Problem:
    kind = "not a number" if np.isnan(float(have)) else "value"
    return Problem(
        kind,
        {
            "at": place, "expected": float(value), "got": float(have), "deviation": float(deviation),
            "tolerance": float(allowed),
        },
    )  # fmt: skip
