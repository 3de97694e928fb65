"""Polynomials in opaque atoms with rational exponents: monomial → coefficient, a monomial being a set of
(atom, exponent).

SymPy's `expand` is not used: it goes inside the atoms, and it knows nothing of conditions that are their
own square.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy as sp

from formulas.lang.scalars import If

Monomial = frozenset[tuple[Any, Fraction]]
Poly = dict[Monomial, Fraction]

ONE: Monomial = frozenset()


class TooLarge(ValueError):
    """A normal form has more terms than a proof should have."""


LIMIT = 3000


def number(value: Any) -> Poly:
    value = Fraction(int(value.p), int(value.q)) if isinstance(value, sp.Rational) else Fraction(value)
    return {ONE: value} if value else {}


def atom(value: Any, exponent: Fraction | int = 1) -> Poly:
    return {frozenset({(value, Fraction(exponent))}): Fraction(1)}


def add(parts: Iterable[Poly]) -> Poly:
    total: Poly = {}
    for part in parts:
        for monomial, coefficient in part.items():
            total[monomial] = total.get(monomial, Fraction(0)) + coefficient
    return {m: c for m, c in total.items() if c}


def scale(poly: Poly, factor: Fraction | int) -> Poly:
    return {m: c * factor for m, c in poly.items()} if factor else {}


def multiply(a: Poly, b: Poly) -> Poly:
    if len(a) * len(b) > LIMIT:
        raise TooLarge(f"a product of {len(a)} and {len(b)} terms")
    return add({_join(m, k): c * d} for m, c in a.items() for k, d in b.items())


def is_condition(value: Any) -> bool:
    """An indicator `If(condition, 1, 0)`: its own square."""
    return isinstance(value, If) and value.args[1:] == (sp.S.One, sp.S.Zero)


def _join(a: Monomial, b: Monomial) -> Monomial:
    if not a or not b:
        return a or b
    powers = dict(a)
    for value, exponent in b:
        powers[value] = powers.get(value, Fraction(0)) + exponent
    return frozenset((v, Fraction(1) if is_condition(v) else e) for v, e in powers.items() if e)


def to_expr(poly: Poly) -> sp.Expr:
    """The polynomial as a SymPy expression."""
    return sp.Add(*(sp.Mul(_rational(c), *(_power(v, e) for v, e in m)) for m, c in poly.items()))


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def _power(value: Any, exponent: Fraction) -> sp.Expr:
    return value if exponent == 1 else sp.Pow(value, _rational(exponent))
