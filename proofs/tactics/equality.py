"""`same`: two terms are equal, for all sizes and all values.

Both entries are opened at fresh indices and brought to normal form; their difference must vanish as a
rational function of the atoms. Conditions on free indices are split into cases. Divisors must be shown
non-zero. A few samples are tried first: a statement that a sample contradicts is refuted and never argued
for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from formulas.lang import Input
from formulas.lang.expand import expand, replace
from formulas.lang.term import ShapeError, Term, same_size

from ..verdicts import Holds, Proved, Refuted, Unknown, Verdict
from .algebra import BOUND, normal
from .alpha import named
from .context import Context
from .defined import undefined
from .domain import ranges, size_facts, unique
from .polynomial import Poly, TooLarge, is_condition, to_expr
from .refute import difference

QUICK, MANY = 3, 12
DEPTH = 6


def same(left: Term, right: Term, inputs: Sequence[Input] = (), given: Iterable[Any] = ()) -> Verdict:
    """Proved if the terms are equal wherever the declarations and the conditions on sizes hold.

    Raises ``ShapeError`` naming both shapes if they differ.
    """
    _require_same_shape(left, right)
    left, right = named(left), named(right)
    if left == right:
        return Proved("the same term")
    inputs = unique(inputs)
    given = (*given, *size_facts(inputs))
    sampled = difference(left, right, inputs, given, QUICK)
    if isinstance(sampled, Refuted):
        return sampled
    context, domain = Context().having(*given), ranges(inputs)
    bad = undefined((left, right), context, domain)
    if bad:
        return Unknown(f"not shown to be defined: {bad[0]}")
    return Proved("normal form") if equal_entries(left, right, context) else _evidence(left, right, inputs, given)


def _evidence(left: Term, right: Term, inputs: Sequence[Input], given: Iterable[Any]) -> Verdict:
    found: Holds | Refuted = difference(left, right, inputs, given, MANY, seed=2)
    return found


def _require_same_shape(left: Term, right: Term) -> None:
    if left.rank != right.rank or not all(same_size(a, b) for a, b in zip(left.shape, right.shape, strict=True)):
        raise ShapeError(f"a term of shape {left.shape} is not one of shape {right.shape}")


def equal_entries(left: Term, right: Term, context: Context) -> bool:
    """Whether the normal forms of the entries agree at all indices."""
    indices = [sp.Dummy(c, integer=True, nonnegative=True) for c in "ijklmn"[: left.rank]]
    for i, n in zip(indices, left.shape, strict=True):
        context = context.within(i, n)
    return vanishes(expand(left, indices) - expand(right, indices), context)


def vanishes(expr: Any, context: Context, depth: int = DEPTH) -> bool:
    """Whether an opened expression is 0 under the context; False only means that no proof was found."""
    try:
        poly = normal(expr, context)
    except TooLarge:
        return False
    if not poly or rational_zero(poly):
        return True
    condition = _free_condition(poly)
    if condition is None or depth == 0:
        return False
    return all(_case(expr, context, c, depth) for c in (condition, sp.Not(condition)))


def _case(expr: Any, context: Context, condition: Any, depth: int) -> bool:
    inner = context.having(condition)
    if not inner.possible():
        return True
    if isinstance(condition, sp.Eq):
        solved = _solved(condition)
        if solved:
            expr = replace(expr, solved)
    return vanishes(expr, inner, depth - 1)


def _solved(equation: sp.Eq) -> dict[Any, Any]:
    """One index of a linear equation in terms of the others."""
    left = sp.expand(equation.lhs - equation.rhs)
    for symbol in sorted(left.free_symbols, key=sp.default_sort_key):
        slope = left.coeff(symbol)
        if isinstance(symbol, sp.Dummy) and slope in (1, -1):
            return {symbol: sp.expand(-(left - slope * symbol) / slope)}
    return {}


def _free_condition(poly: Poly) -> Any:
    """A condition in the normal form that no sum binds."""
    found = set()
    for part in sp.preorder_traversal(to_expr(poly)):
        if is_condition(part) and not any(s.name.startswith(BOUND) for s in part.free_symbols):
            found.add(part.args[0])
    return min(found, key=sp.default_sort_key, default=None)


def rational_zero(poly: Poly) -> bool:
    """Whether a polynomial in atoms vanishes once sums raised to negative powers are brought to one
    denominator.
    """
    table: dict[Any, sp.Expr] = {}
    roots: dict[sp.Symbol, sp.Expr] = {}
    total = sp.together(_rational(poly, table, roots))
    numerator = sp.expand(sp.numer(total))
    for root, square in roots.items():
        numerator = sp.expand(numerator).subs({root**2: square, root**3: square * root, root**4: square**2})
        numerator = sp.expand(sp.numer(sp.together(numerator)))
    return bool(numerator == 0)


def _rational(poly: Poly, table: dict[Any, sp.Expr], roots: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
    return sp.Add(
        *(
            sp.Rational(c.numerator, c.denominator) * sp.Mul(*(_symbolic(v, e, table, roots) for v, e in m))
            for m, c in poly.items()
        )
    )


def _symbolic(value: Any, exponent: Fraction, table: dict[Any, sp.Expr], roots: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
    """An atom as a symbol; a sum under a power as the sum of its symbols, its square root as a symbol of its
    own.
    """
    if exponent.denominator not in (1, 2):
        return table.setdefault((value, exponent % 1), sp.Dummy("a")) * _symbolic(
            value, Fraction(exponent // 1), table, roots
        )
    whole, half = divmod(exponent, 1)
    if value not in table:
        body = _rational(normal(value, Context()), table, roots) if isinstance(value, sp.Add) else sp.Dummy("a")
        table[value] = body
    base = table[value]
    if not half:
        return base ** int(whole)
    root = table.setdefault((value, "root"), sp.Dummy("r"))
    roots[root] = base
    return base ** int(whole) * root
