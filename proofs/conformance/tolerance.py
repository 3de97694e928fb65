"""The expected value of a case with the error that a computation in its format may make.

The oracle runs once over numbers that carry their error bound (see ``running_error``). Where comparisons are
too close to call it runs a second time with all of them decided the other way: for continuous results the
two runs differ by no more than rounding, for results that jump both are admitted. Exact ties are no such
case: they are ties in every precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np

from formulas.evaluation import evaluate
from formulas.model import Stated

from .cases import Case, single, values
from .precision import arithmetic
from .running_error import BRANCHES, INFINITY, SAFETY, Bounded, precise


@dataclass(frozen=True)
class Expected:
    """One result: exact values (``Decimal``) and the deviation that is allowed, entry by entry; infinite
    where all is.
    """

    value: Any
    allowed: Any


@lru_cache(maxsize=512)
def expected(statement: Stated, case: Case, source: Stated) -> tuple[Expected, ...]:
    """The results of ``statement`` on the case's inputs, which are drawn for ``source`` and matched by name.

    A batch is a loop over its samples.
    """
    drawn = values(source, case)
    samples = {
        place: _sample(statement, single(source, drawn, case.batch, place), case) for place in np.ndindex(*case.batch)
    }
    return tuple(
        _stacked(case.batch, [(place, results[k]) for place, results in samples.items()]) for k in _count(samples)
    )


def _count(samples: Mapping[Any, tuple[Any, ...]]) -> range:
    return range(len(next(iter(samples.values()))))


def _stacked(batch: tuple[int, ...], parts: list[tuple[tuple[int, ...], Expected]]) -> Expected:
    if not batch:
        return parts[0][1]
    core = parts[0][1].value.shape
    value, allowed = np.empty(batch + core, dtype=object), np.empty(batch + core, dtype=object)
    for place, part in parts:
        value[place], allowed[place] = part.value[()], part.allowed[()]  # [()] opens arrays of rank 0
    return Expected(value, allowed)


def _sample(statement: Stated, inputs: Mapping[str, Any], case: Case) -> tuple[Expected, ...]:
    with precise():
        first, close, unsure = _run(statement, inputs, case, flip=False)
        second = first
        if close:
            second, _, late = _run(statement, inputs, case, flip=True)
            unsure = unsure or late
        return tuple(_joined(a, b, unsure) for a, b in zip(first, second, strict=True))


def _run(statement: Stated, inputs: Mapping[str, Any], case: Case, flip: bool) -> tuple[tuple[Any, ...], int, bool]:
    BRANCHES.reset(flip)
    results = evaluate(statement, inputs, "oracle", arithmetic(case.dtype))
    return results, BRANCHES.close, BRANCHES.unsure


def _joined(first: Any, second: Any, unsure: bool) -> Expected:
    a: Any = np.asarray(first, dtype=object)
    b: Any = np.asarray(second, dtype=object)
    value, allowed = np.empty(a.shape, dtype=object), np.empty(a.shape, dtype=object)
    for place in np.ndindex(*a.shape):
        value[place] = a[place].value
        allowed[place] = INFINITY if unsure else _allowed(a[place], b[place])
    return Expected(value, allowed)


def _allowed(a: Bounded, b: Bounded) -> Decimal:
    """Infinite where the exact value is undefined or nothing is known of it; none where it is infinite."""
    if a.value.is_nan():
        return INFINITY
    if a.value.is_infinite():
        return Decimal(0)
    bound = SAFETY * max(a.error, b.error) + abs(a.value - b.value)
    return INFINITY if bound.is_nan() else bound
