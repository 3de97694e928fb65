"""Interval arithmetic on index forms: bounds that hold for all values, and whether they are attained.

An open end is one that no value reaches: exp is in (0, ∞), tanh in (−1, 1), a sum of positive terms over a
non-empty range is positive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp

from formulas.lang.expand import replace
from formulas.lang.scalars import At, If, Reduction
from formulas.lang.scan import Scan
from formulas.lang.term import Sym, Term

from .context import Context, plain

OO = sp.oo


@dataclass(frozen=True)
class Interval:
    """low ≤ value ≤ high; an end is `open` if it is never attained."""

    low: Any = -OO
    high: Any = OO
    low_open: bool = True
    high_open: bool = True

    @property
    def positive(self) -> bool:
        return bool(self.low > 0 or (self.low == 0 and self.low_open))

    @property
    def negative(self) -> bool:
        return bool(self.high < 0 or (self.high == 0 and self.high_open))

    @property
    def nonnegative(self) -> bool:
        return bool(self.low >= 0)

    @property
    def nonzero(self) -> bool:
        return self.positive or self.negative


REALS = Interval()
Domain = Mapping[Term, Interval]
"""Declared ranges of inputs (a temperature, an ε)."""


def interval(expr: Any, context: Context, domain: Domain | None = None) -> Interval:
    """An interval that contains the expression for all values under the context's facts."""
    domain = domain or {}
    if expr.is_Rational:
        return Interval(expr, expr, False, False)
    if isinstance(expr, At):
        return _entry(expr, context, domain)
    for kind, rule in _RULES:
        if isinstance(expr, kind):
            return rule(expr, context, domain)
    if expr.is_positive:
        return Interval(sp.S.One, OO, False) if expr.is_integer else Interval(sp.S.Zero)
    return Interval(sp.S.Zero, OO, False) if expr.is_nonnegative else REALS


def _entry(expr: At, context: Context, domain: Domain) -> Interval:
    """An input has its declared range; a node is opened, once for all its indices."""
    if expr.term in domain or isinstance(expr.term, (Sym, Scan)):
        return domain.get(expr.term, REALS)
    given = tuple(f for f in context.facts if not f.atoms(sp.Dummy))
    return _node(expr.term, given, frozenset(domain.items()))


@lru_cache(maxsize=8192)
def _node(term: Term, given: tuple[Any, ...], ranges: frozenset[tuple[Term, Interval]]) -> Interval:
    """The interval of all entries of a node."""
    indices = [sp.Dummy(c, integer=True, nonnegative=True) for c in "ijklmn"[: term.rank]]
    context = Context(given)
    for i, n in zip(indices, term.shape, strict=True):
        context = context.within(i, n)
    return interval(term.entry(*indices), context, dict(ranges))


def _add(expr: sp.Add, context: Context, domain: Domain) -> Interval:
    parts = [interval(a, context, domain) for a in expr.args]
    low, high = sum(p.low for p in parts), sum(p.high for p in parts)
    return Interval(low, high, any(p.low_open for p in parts), any(p.high_open for p in parts))


def _multiply(expr: sp.Mul, context: Context, domain: Domain) -> Interval:
    total = Interval(sp.S.One, sp.S.One, False, False)
    for a in expr.args:
        total = _product(total, interval(a, context, domain))
    return total


def _product(a: Interval, b: Interval) -> Interval:
    ends = [(_times(x, y), p or q) for x, p in _ends(a) for y, q in _ends(b)]
    ends = [(v, o and not _zero_reached(v, a, b)) for v, o in ends]
    low, high = min(v for v, _ in ends), max(v for v, _ in ends)
    return Interval(low, high, all(o for v, o in ends if v == low), all(o for v, o in ends if v == high))


def _zero_reached(value: Any, a: Interval, b: Interval) -> bool:
    """A product is 0 if one factor can be 0, however open the end of the other."""
    return bool(value == 0) and (_holds_zero(a) or _holds_zero(b))


def _holds_zero(a: Interval) -> bool:
    return not a.nonzero


def _ends(a: Interval) -> tuple[tuple[Any, bool], ...]:
    return (a.low, a.low_open), (a.high, a.high_open)


def _times(x: Any, y: Any) -> Any:
    return sp.S.Zero if x == 0 or y == 0 else x * y


def _power(expr: sp.Pow, context: Context, domain: Domain) -> Interval:
    if expr.exp.is_Integer and expr.exp > 0 and expr.exp % 2 == 0:
        return Interval(sp.S.Zero, OO, False)
    base = interval(expr.base, context, domain)
    if expr.exp.is_Rational and expr.exp < 0:
        return _inverse(_rational_power(base, -expr.exp))
    if expr.exp.is_Rational:
        return _rational_power(base, expr.exp)
    return Interval(sp.S.Zero) if base.positive else REALS


def _rational_power(base: Interval, exponent: sp.Rational) -> Interval:
    if exponent == 1:
        return base
    if base.nonnegative:
        return Interval(base.low**exponent, base.high**exponent, base.low_open, base.high_open)
    if exponent.is_Integer and exponent % 2 == 0:
        return Interval(sp.S.Zero, OO, base.nonzero)
    return REALS


def _inverse(base: Interval) -> Interval:
    if base.positive:
        low = sp.S.Zero if base.high == OO else 1 / base.high
        high = OO if base.low == 0 else 1 / base.low
        return Interval(low, high, base.high == OO or base.high_open, base.low == 0 or base.low_open)
    if base.negative:
        return Interval(-OO, sp.S.Zero)
    return REALS


def _exp(expr: sp.exp, context: Context, domain: Domain) -> Interval:
    return Interval(sp.S.Zero)


def _log(expr: sp.log, context: Context, domain: Domain) -> Interval:
    inner = interval(expr.args[0], context, domain)
    low = sp.S.Zero if inner.low >= 1 else -OO
    high = sp.S.Zero if inner.high <= 1 else OO
    return Interval(low, high, inner.low_open or inner.low != 1, inner.high_open or inner.high != 1)


def _if(expr: If, context: Context, domain: Domain) -> Interval:
    condition, then, otherwise = expr.args
    truth = _decide(condition, context)
    if truth is not None:
        return interval(then if truth else otherwise, context, domain)
    a, b = interval(then, context, domain), interval(otherwise, context, domain)
    low, high = min(a.low, b.low), max(a.high, b.high)
    low_open = all(p.low_open for p in (a, b) if p.low == low)
    return Interval(low, high, low_open, all(p.high_open for p in (a, b) if p.high == high))


def _decide(condition: Any, context: Context) -> bool | None:
    from .algebra import indicator
    from .polynomial import number

    found = indicator(plain(condition), context)
    return False if not found else True if found == number(1) else None


def _reduction(expr: Reduction, context: Context, domain: Domain) -> Interval:
    inside = context.within(expr.index, expr.size)
    body = interval(expr.body, inside, domain)
    if expr.kind == "sum":
        return _sum(expr, body, context, domain)
    if expr.kind == "argmax":
        return Interval(sp.S.Zero, OO, False)
    return body if expr.kind in ("max", "min") else REALS


def _sum(expr: Reduction, body: Interval, context: Context, domain: Domain) -> Interval:
    """Of one sign if the terms are; strictly so if one term in the range, found among the indices in sight,
    is.
    """
    if body.nonnegative:
        return Interval(sp.S.Zero, OO, _witness(expr, context, domain))
    if body.high <= 0:
        return Interval(-OO, sp.S.Zero)
    return REALS


def _witness(expr: Reduction, context: Context, domain: Domain) -> bool:
    known = sorted({s for f in context.facts for s in f.free_symbols if s.is_integer}, key=sp.default_sort_key)
    for place in (sp.S.Zero, *known, expr.size - 1):
        if not (context.proves(sp.Ge(place, 0)) and context.proves(sp.Lt(place, expr.size))):
            continue
        if interval(replace(expr.body, {expr.index: place}), context, domain).positive:
            return True
    return False


_FUNCTIONS: dict[str, Interval] = {
    "tanh": Interval(-sp.S.One, sp.S.One),
    "erf": Interval(-sp.S.One, sp.S.One),
    "sin": Interval(-sp.S.One, sp.S.One, False, False),
    "cos": Interval(-sp.S.One, sp.S.One, False, False),
}


def _function(expr: sp.Function, context: Context, domain: Domain) -> Interval:
    if isinstance(expr, sp.Abs):
        return Interval(sp.S.Zero, OO, interval(expr.args[0], context, domain).nonzero)
    return _FUNCTIONS.get(type(expr).__name__, REALS)


_RULES: list[tuple[Any, Any]] = [
    (If, _if),
    (Reduction, _reduction),
    (sp.Add, _add),
    (sp.Mul, _multiply),
    (sp.exp, _exp),
    (sp.Pow, _power),
    (sp.log, _log),
    (sp.Function, _function),
]
