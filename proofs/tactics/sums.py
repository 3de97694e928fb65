"""Named rewrites on inert sums: what may be done to Σ, each rule a function.

`linear` (a sum of sums, constants out), `collapse` (Σ_k [k = j] f(k) = f(j)), `cut` (Σ_{k<n} [k ≤ e] f(k) =
Σ_{k≤e} f(k)), `unmerge` (Σ_{q<AB} f(q) = Σ_a Σ_b f(aB + b)), `reindex` (over a permutation), `nest` (Σ_a f
Σ_b g = Σ_a Σ_b f g), `rename`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import sympy as sp

from formulas.lang.expand import replace
from formulas.lang.scalars import At, If, Reduction

from .algebra import BOUND, index, normal
from .context import Context
from .polynomial import Monomial, Poly, add, atom, is_condition, multiply, scale, to_expr
from .reading import text


class Shuffle(sp.Function):
    """π(k, n): an unknown permutation of 0 … n−1 applied to k."""

    is_integer = True
    is_nonnegative = True

    @classmethod
    def eval(cls, index: Any, size: Any) -> Any:
        return None


def normal_reduction(expr: Reduction, context: Context) -> Poly:
    """The normal form of a reduction: sums by the rules, other kinds with a normal body."""
    k = sp.Dummy(BOUND, integer=True, nonnegative=True)
    size = index(expr.size, context)
    if size == 1:
        return normal(replace(expr.body, {expr.index: sp.S.Zero}), context)
    body = replace(expr.body, {expr.index: k})
    if expr.kind != "sum":
        return atom(_renamed(expr.kind, [(k, size)], to_expr(normal(body, context.within(k, size)))))
    parts = unmerge(body, k, size)
    if parts is not None:
        return normal(parts, context)
    inner = normal(body, context.within(k, size))
    return add(scale(_sum_of_term(m, k, size, context), c) for m, c in inner.items())


def _sum_of_term(monomial: Monomial, k: sp.Dummy, size: sp.Expr, context: Context) -> Poly:
    """Σ_k of one term: what does not depend on k comes out, then the first rule that applies."""
    inside = frozenset(p for p in monomial if _depends(p[0], k))
    outside: Poly = {monomial - inside: Fraction(1)}
    if not inside:
        return multiply(outside, normal(size, context))
    for rule in (collapse, cut):
        found = rule(inside, k, size, context)
        if found is not None:
            return multiply(outside, found)
    return multiply(outside, _nested(inside, k, size))


def _depends(value: Any, k: sp.Dummy) -> bool:
    """Whether k occurs in an atom; an entry's indices are looked at, its term is closed."""
    if isinstance(value, At):
        return any(_depends(i, k) for i in value.index)
    if isinstance(value, Reduction):
        return _depends(value.body, k) or _depends(value.size, k)
    if not value.args:
        return bool(value == k)
    return any(_depends(a, k) for a in value.args)


def _conditions(inside: Monomial, k: sp.Dummy, kind: type[Any]) -> list[tuple[Any, sp.Expr, sp.Expr]]:
    """Indicators (indicator, slope, rest) of the given relation to 0 whose left side is slope·k + rest."""
    found = []
    for value, _ in inside:
        relation: Any = value.args[0] if is_condition(value) else None
        if isinstance(relation, kind):
            left: sp.Expr = relation.args[0]
            if left.has(At) or left.has(Shuffle):
                continue
            slope = left.coeff(k)
            rest = sp.expand(left - slope * k)
            if slope in (1, -1) and not rest.has(k):
                found.append((value, slope, rest))
    return found


def collapse(inside: Monomial, k: sp.Dummy, size: sp.Expr, context: Context) -> Poly | None:
    """Σ_k [k = j] f(k) = f(j) if 0 ≤ j < size."""
    for value, slope, rest in _conditions(inside, k, sp.Eq):
        place = sp.expand(-rest / slope)
        body = to_expr({inside - {(value, Fraction(1))}: Fraction(1)})
        in_range = sp.And(sp.Ge(place, 0), sp.Lt(place, size))
        return normal(If(in_range, replace(body, {k: place}), 0), context)
    return None


def cut(inside: Monomial, k: sp.Dummy, size: sp.Expr, context: Context) -> Poly | None:
    """Σ_{k<n} [e − k ≥ 0] f(k) = Σ_{k<e+1} f(k) if 0 ≤ e + 1 ≤ n."""
    for value, slope, rest in _conditions(inside, k, sp.GreaterThan):
        if slope == -1 and context.proves(sp.Ge(rest + 1, 0)) and context.proves(sp.Le(rest + 1, size)):
            body = to_expr({inside - {(value, Fraction(1))}: Fraction(1)})
            return normal(Reduction("sum", body, k, rest + 1), context)
    return None


def unmerge(body: sp.Expr, q: sp.Dummy, size: sp.Expr) -> sp.Expr | None:
    """Σ_{q<AB} f(q) = Σ_{a<A} Σ_{b<B} f(aB + b), used where f looks at floor(q/B) or q mod B."""
    for divisor in _divisors(body, q):
        ratio = sp.cancel(size / divisor)
        if sp.denom(ratio) == 1 and ratio.is_integer and ratio.is_positive:
            a, b = (sp.Dummy(BOUND, integer=True, nonnegative=True) for _ in range(2))
            known = {sp.floor(q / divisor): a, sp.Mod(q, divisor): b, q: a * divisor + b}
            return Reduction("sum", Reduction("sum", replace(body, known), b, divisor), a, ratio)
    return None


def _divisors(body: sp.Expr, q: sp.Dummy) -> list[sp.Expr]:
    found: set[sp.Expr] = set()
    for part in sp.preorder_traversal(body):
        if isinstance(part, sp.Mod) and part.args[0] == q:
            found.add(part.args[1])
        if isinstance(part, sp.floor) and q in part.free_symbols:
            top, bottom = sp.fraction(sp.together(part.args[0]))
            if top == q and bottom != 1:
                found.add(bottom)
    return sorted(found, key=sp.default_sort_key)


def _nested(inside: Monomial, k: sp.Dummy, size: sp.Expr) -> Poly:
    """Σ_k of a term that stays: with one inner sum it becomes a nest, its binders in canonical order."""
    inside, size = reindex(inside, k), size
    binders, rest = [(k, size)], inside
    sums = [v for v, e in inside if isinstance(v, Reduction) and v.kind == "sum" and e == 1]
    if len(sums) == 1:
        rest = inside - {(sums[0], Fraction(1))}
        body: Any = sums[0]
        while isinstance(body, Reduction) and body.kind == "sum" and k not in body.size.free_symbols:
            fresh = sp.Dummy(BOUND, integer=True, nonnegative=True)
            binders.append((fresh, body.size))
            body = replace(body.body, {body.index: fresh})
        return atom(_renamed("sum", binders, to_expr({rest: Fraction(1)}) * body))
    return atom(_renamed("sum", binders, to_expr({rest: Fraction(1)})))


def reindex(inside: Monomial, k: sp.Dummy) -> Monomial:
    """Σ_k f(π(k)) = Σ_k f(k) for a permutation π of the range, if k occurs in no other way."""
    body = to_expr({inside: Fraction(1)})
    shuffled = {p for p in _functions(body) if p.args[0] == k}
    if len(shuffled) != 1:
        return inside
    fresh = sp.Dummy(BOUND, integer=True, nonnegative=True)
    moved = replace(body, {shuffled.pop(): fresh})
    if _depends(moved, k):
        return inside
    powers = ((replace(v, {fresh: k}), e) for v, e in _monomial_of(inside, k, fresh))
    return frozenset(powers)


def _monomial_of(inside: Monomial, k: sp.Dummy, fresh: sp.Dummy) -> Monomial:
    table = {p: fresh for v, _ in inside for p in _functions(v) if p.args[0] == k}
    return frozenset((replace(v, table), e) for v, e in inside)


def _functions(expr: Any) -> set[Any]:
    """Applications of permutations in an expression, without looking inside terms."""
    found, stack = set(), [expr]
    while stack:
        e = stack.pop()
        if isinstance(e, Shuffle):
            found.add(e)
        stack.extend(e.index if isinstance(e, At) else getattr(e, "args", ()))
    return found


def _renamed(kind: str, binders: list[tuple[sp.Dummy, sp.Expr]], body: sp.Expr) -> Reduction:
    """The nest with bound names that follow from its height, binders in the order that reads least:
    α-equivalence.
    """
    height = _height(body)
    best: tuple[str, Any] | None = None
    for order in permutations(binders) if 1 < len(binders) <= 4 else [tuple(binders)]:
        found: Any = body
        for level, (k, size) in enumerate(order, start=height + 1):
            name = sp.Symbol(f"{BOUND}{level}", integer=True, nonnegative=True)
            found = Reduction(kind, replace(found, {k: name}), name, size)
        key = text(found)
        if best is None or key < best[0]:
            best = key, found
    assert best is not None
    return best[1]


def _height(expr: Any) -> int:
    """How deep reductions are nested in an expression."""
    if isinstance(expr, Reduction):
        return 1 + _height(expr.body)
    if isinstance(expr, At):
        return max(map(_height, expr.index), default=0)
    return max((_height(a) for a in getattr(expr, "args", ())), default=0)
