"""Exact evaluation of sizes and index arithmetic: integers and fractions, compiled once per expression."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp

from ..lang.scalars import If

Exact = Callable[[Mapping[sp.Symbol, int]], Any]


@lru_cache(maxsize=4096)
def exact(expr: sp.Basic) -> Exact:
    """A function of the symbols' integer values that gives the exact value. Raises ``KeyError`` for an unbound symbol."""
    if isinstance(expr, sp.Symbol):
        return lambda at: at[expr]
    if isinstance(expr, sp.Integer):
        value = int(expr)
        return lambda at: value
    if isinstance(expr, sp.Rational):
        fraction = Fraction(int(expr.p), int(expr.q))
        return lambda at: fraction
    parts = [exact(a) for a in expr.args]
    rule = _RULES.get(type(expr))
    if rule is None:
        raise TypeError(f"not index arithmetic: {expr}")
    return lambda at: rule(*(part(at) for part in parts))


def integer(expr: Any, at: Mapping[sp.Symbol, int]) -> int:
    """The value of a size or index; raises ``ValueError`` naming it if it is no integer."""
    value = exact(sp.sympify(expr))(at)
    if value != int(value):
        raise ValueError(f"{expr} = {value} is not an integer")
    return int(value)


def _sum(*values: Any) -> Any:
    return sum(values)


def _power(base: Any, exponent: Any) -> Any:
    return Fraction(base) ** int(exponent)


_RULES: dict[type, Callable[..., Any]] = {
    sp.Add: _sum,
    sp.Mul: lambda *v: math.prod(v),
    sp.Pow: _power,
    sp.floor: lambda v: math.floor(v),
    sp.ceiling: lambda v: math.ceil(v),
    sp.Mod: lambda a, b: a % b,
    If: lambda c, a, b: a if c else b,
    sp.Max: max,
    sp.Min: min,
    sp.Eq: lambda a, b: a == b,
    sp.Ne: lambda a, b: a != b,
    sp.StrictLessThan: lambda a, b: a < b,
    sp.LessThan: lambda a, b: a <= b,
    sp.StrictGreaterThan: lambda a, b: a > b,
    sp.GreaterThan: lambda a, b: a >= b,
    sp.And: lambda *v: all(v),
    sp.Or: lambda *v: any(v),
    sp.Not: lambda v: not v,
}
