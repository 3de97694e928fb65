"""`variance_is`: the variance of an expression whose named inputs have independent entries with mean 0 and
variance 1.

Expectation is linear and goes into sums; of a product of entries it is 1 where the entries pair off and 0
elsewhere. The refutation enumerates entries ±1, whose expectation is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from formulas.evaluate import oracle
from formulas.lang.expand import expand, replace
from formulas.lang.scalars import At, If, Reduction
from formulas.lang.term import Sym, Term

from ..verdicts import Proved, Refuted, Unknown, Verdict
from .algebra import normal_expr
from .context import Context
from .equality import vanishes
from .reading import text
from .sampling import points


def variance_is(scalar: Term, random: Sequence[Sym], claimed: sp.Expr, given: Iterable[Any] = ()) -> Verdict:
    """Proved if Var(scalar) = claimed for all sizes, where ``random`` have independent standardised entries.

    Raises ``ValueError`` where the scalar is not linear in each of the random inputs.
    """
    found = _enumerated(scalar, random, claimed, given)
    if found is not None:
        return found
    context = Context().having(*given)
    mean = expectation(expand(scalar, ()), random, context)
    square = expectation(_squared(scalar), random, context)
    closed = vanishes(square - mean**2 - claimed, context)
    return Proved("linearity of expectation") if closed else Unknown(f"the variance {text(square)} − ({text(mean)})²")


def _squared(scalar: Term) -> sp.Expr:
    """The square as a product of two copies with bound indices of their own."""
    return expand(scalar, ()) * expand(scalar, ())


def expectation(expr: Any, random: Sequence[Sym], context: Context) -> sp.Expr:
    """E[expr], inside sums and products; the entries of ``random`` must pair off within each product."""
    return normal_expr(_expect(_pulled(expr), random), context)


def _pulled(expr: Any) -> sp.Expr:
    """Products of sums as sums of products: Σ_a f · Σ_b g = Σ_a Σ_b f g."""
    if isinstance(expr, sp.Pow) and expr.exp == 2:
        return _pulled(sp.Mul(expr.base, _refreshed(expr.base), evaluate=False))
    if isinstance(expr, sp.Mul):
        factors = [g for f in expr.args for g in ([f.base, _refreshed(f.base)] if _is_square(f) else [f])]
        binders = [f for f in factors if isinstance(f, Reduction)]
        body: Any = sp.Mul(*(f for f in factors if not isinstance(f, Reduction)))
        renamed = [_refreshed(b) for b in binders]
        for b in renamed:
            body = body * b.body
        body = _pulled(body) if any(b.body.has(Reduction) for b in renamed) else body
        for b in reversed(renamed):
            body = Reduction("sum", body, b.index, b.size)
        return body
    return expr


def _is_square(expr: Any) -> bool:
    return isinstance(expr, sp.Pow) and expr.exp == 2 and isinstance(expr.base, Reduction)


def _refreshed(expr: Any) -> Any:
    if not isinstance(expr, Reduction):
        return expr
    fresh = sp.Dummy("k", integer=True, nonnegative=True)
    return Reduction(expr.kind, replace(expr.body, {expr.index: fresh}), fresh, expr.size)


def _expect(expr: Any, random: Sequence[Sym]) -> Any:
    if isinstance(expr, Reduction):
        return Reduction("sum", _expect(expr.body, random), expr.index, expr.size)
    if isinstance(expr, sp.Add):
        return sp.Add(*(_expect(a, random) for a in expr.args))
    factors = [f for a in sp.Mul.make_args(expr) for f in ([a.base] * int(a.exp) if _is_entry_power(a) else [a])]
    total: Any = sp.Mul(*(f for f in factors if not isinstance(f, At)))
    if any(f.has(At) for f in factors if not isinstance(f, At)):
        raise ValueError(f"not a polynomial in the random entries: {text(expr)}")
    for sym in random:
        total *= _moment([f for f in factors if isinstance(f, At) and f.term == sym])
    return total


def _is_entry_power(expr: Any) -> bool:
    return isinstance(expr, sp.Pow) and isinstance(expr.base, At) and expr.exp.is_Integer


def _moment(entries: list[At]) -> sp.Expr:
    """E of a product of at most two entries of one input."""
    if len(entries) > 2:
        raise ValueError(f"a moment of order {len(entries)}")
    if len(entries) == 1:
        return sp.S.Zero
    if not entries:
        return sp.S.One
    return If(sp.And(*(sp.Eq(a, b) for a, b in zip(entries[0].index, entries[1].index, strict=True))), 1, 0)


def _enumerated(scalar: Term, random: Sequence[Sym], claimed: sp.Expr, given: Iterable[Any]) -> Refuted | None:
    """Small sizes for which the mean over all signs contradicts the claim."""
    for point in points((scalar,), (), given, 4):
        total = sum(int(np.prod(point.values[s].shape)) for s in random)
        if total > 10:
            continue
        values = [_at_signs(scalar, random, point, signs) for signs in product((-1, 1), repeat=total)]
        mean = sum(values) / len(values)
        variance = sum(v * v for v in values) / len(values) - mean * mean
        wanted = oracle.evaluate(_constant(claimed), {}, point.sizes)[()]
        if abs(variance - wanted) > 1e-25:
            return Refuted({**point.evidence(), "variance": float(variance), "claimed": float(wanted)})
    return None


def _at_signs(scalar: Term, random: Sequence[Sym], point: Any, signs: tuple[int, ...]) -> Any:
    values, rest = dict(point.values), list(signs)
    for s in random:
        count = int(np.prod(values[s].shape))
        values[s] = np.array(rest[:count], dtype=object).reshape(values[s].shape)
        rest = rest[count:]
    return oracle.evaluate(scalar, values, point.sizes)[()]


def _constant(value: sp.Expr) -> Term:
    from formulas.lang import Const

    return Const(value)
