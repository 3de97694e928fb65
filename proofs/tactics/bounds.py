"""`between`: all entries of a term lie in an interval; proved by interval arithmetic, refuted by a sample at
the oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp

from formulas.lang import Input
from formulas.lang.expand import expand
from formulas.lang.term import Term

from ..verdicts import Proved, Refuted, Unknown, Verdict
from .context import Context
from .defined import undefined
from .domain import ranges, size_facts, unique
from .refute import violation
from .signs import Interval, interval

MANY = 12


def between(term: Term, target: Interval, inputs: Sequence[Input] = (), given: Iterable[Any] = ()) -> Verdict:
    """Proved if every entry lies in the target interval, for all sizes and values."""
    inputs = unique(inputs)
    given = (*given, *size_facts(inputs))
    sampled = violation((term,), lambda point, array: all(_inside(v, target) for v in array.flat), inputs, given, MANY)
    if isinstance(sampled, Refuted):
        return sampled
    context, domain = Context().having(*given), ranges(inputs)
    bad = undefined((term,), context, domain)
    if bad:
        return Unknown(f"not shown to be defined: {bad[0]}")
    indices = [sp.Dummy(c, integer=True, nonnegative=True) for c in "ijklmn"[: term.rank]]
    for i, n in zip(indices, term.shape, strict=True):
        context = context.within(i, n)
    found = interval(expand(term, indices), context, domain)
    return Proved("interval arithmetic") if _contains(target, found) else sampled


def _inside(value: Any, target: Interval) -> bool:
    above = value > target.low or (value == target.low and not target.low_open)
    return bool(above and (value < target.high or (value == target.high and not target.high_open)))


def _contains(outer: Interval, inner: Interval) -> bool:
    low = inner.low > outer.low or (inner.low == outer.low and (inner.low_open or not outer.low_open))
    high = inner.high < outer.high or (inner.high == outer.high and (inner.high_open or not outer.high_open))
    return bool(low and high)
