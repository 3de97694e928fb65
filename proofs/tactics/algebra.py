"""The normal form of scalar expressions: a polynomial in opaque atoms (entries, sums, exponentials,
conditions).

Equal normal forms are equal values wherever all denominators are non-zero, which `defined` establishes
separately. Never `sp.simplify`. The rewrites: distributivity, exp and log of products, angle addition,
conditions as indicators that are decided where the context settles them, and for sums the named rules in
`sums`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from formulas.lang.expand import replace
from formulas.lang.scalars import At, If, Reduction

from . import smt
from .context import Context, plain
from .polynomial import ONE, Poly, add, atom, multiply, number, scale, to_expr

BOUND = "_b"
"""Names of bound indices in normal forms begin so."""


def normal(expr: Any, context: Context) -> Poly:
    """The normal form of an expression in which all nodes are opened."""
    if isinstance(expr, sp.Rational):
        return number(expr)
    for kind, rule in _RULES:
        if isinstance(expr, kind):
            return rule(expr, context)
    return atom(expr)


def normal_expr(expr: Any, context: Context) -> sp.Expr:
    return to_expr(normal(expr, context))


def _add(expr: sp.Add, context: Context) -> Poly:
    return add(normal(a, context) for a in expr.args)


def _multiply(expr: sp.Mul, context: Context) -> Poly:
    total = number(1)
    for a in expr.args:
        total = multiply(total, normal(a, context))
    return total


def _power(expr: sp.Pow, context: Context) -> Poly:
    base, exponent = expr.args
    if not exponent.is_Rational:
        if base.is_Rational and base > 0:  # b^x = exp(x·log b)
            return _exponential(multiply(normal(exponent, context), atom(sp.log(base))))
        if base.is_number:
            return atom(expr)
        return _exponential(multiply(normal(exponent, context), normal(sp.log(base), context)))
    return power(normal(base, context), Fraction(int(exponent.p), int(exponent.q)))


def power(poly: Poly, exponent: Fraction) -> Poly:
    """A rational power: whole positive ones by multiplication, others of a single term factor by factor."""
    if exponent.denominator == 1 and 0 <= exponent <= 4:
        total = number(1)
        for _ in range(int(exponent)):
            total = multiply(total, poly)
        return total
    if len(poly) == 1:
        return _monomial_power(poly, exponent)
    return atom(to_expr(poly), exponent)


def _monomial_power(poly: Poly, exponent: Fraction) -> Poly:
    ((monomial, coefficient),) = poly.items()
    whole = exponent.denominator == 1
    if (not whole and not all(_positive(v) for v, _ in monomial)) or any(isinstance(v, If) for v, _ in monomial):
        return atom(to_expr(poly), exponent)
    powers = {v: e * exponent for v, e in monomial}
    if whole:
        return {frozenset(powers.items()): coefficient ** int(exponent)}
    if coefficient < 0:
        return atom(to_expr(poly), exponent)
    return multiply({frozenset(powers.items()): Fraction(1)}, _root(coefficient, exponent))


def _positive(value: Any) -> bool:
    return bool(value.is_positive) or isinstance(value, sp.exp)


def _root(value: Fraction, exponent: Fraction) -> Poly:
    """A rational to a rational power, as rational times powers of primes with exponents in [0, 1)."""
    total = Fraction(1)
    powers: dict[tuple[Any, Fraction], None] = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in sp.factorint(part).items():
            whole, rest = divmod(count * sign * exponent, 1)
            total *= Fraction(int(prime)) ** int(whole)
            if rest:
                powers[(sp.Integer(prime), rest)] = None
    return {frozenset(powers): total}


def _exponential(argument: Poly) -> Poly:
    """exp of a sum is the product of the exponentials; rational factors become exponents."""
    total: dict[Any, Fraction] = {}
    scale_by: Poly = number(1)
    for monomial, coefficient in argument.items():
        if monomial == ONE:
            total[sp.exp(1)] = total.get(sp.exp(1), Fraction(0)) + coefficient
            continue
        inner = dict(monomial)
        logs = [v for v, e in inner.items() if isinstance(v, sp.log) and e == 1]
        if len(inner) == 1 and logs:
            base = logs[0].args[0]
            scale_by = multiply(scale_by, atom(base, coefficient))
            continue
        value = _Exp(to_expr({monomial: Fraction(1)}))
        total[value] = total.get(value, Fraction(0)) + coefficient
    return multiply(scale_by, {frozenset((v, e) for v, e in total.items() if e): Fraction(1)})


def _Exp(argument: Any) -> Any:
    """exp, held as it is: SymPy would turn exp(x·log b) back into a power."""
    return sp.exp(argument, evaluate=False)


def _exp(expr: sp.exp, context: Context) -> Poly:
    return _exponential(normal(expr.args[0], context))


def _log(expr: sp.log, context: Context) -> Poly:
    """log of a product of positive factors is the sum of the logs."""
    argument = normal(expr.args[0], context)
    if len(argument) != 1:
        return _log_of_quotient(argument)
    ((monomial, coefficient),) = argument.items()
    if coefficient <= 0 or not all(_positive(v) or is_positive_sum(v) for v, _ in monomial):
        return atom(sp.log(to_expr(argument)))
    parts = [scale(normal(v.args[0], context) if isinstance(v, sp.exp) else atom(sp.log(v)), e) for v, e in monomial]
    constant = atom(sp.log(_sympy(coefficient))) if coefficient != 1 else {}
    return add([*parts, constant])


def _log_of_quotient(argument: Poly) -> Poly:
    return atom(sp.log(to_expr(argument)))


def is_positive_sum(value: Any) -> bool:
    """A sum of exponentials, or of positive terms: positive on a non-empty range (the range is checked by
    `defined`).
    """
    if isinstance(value, Reduction):
        return value.kind == "sum" and bool(value.size.is_positive) and is_positive_sum(value.body)
    if isinstance(value, (sp.Add, sp.Mul)):
        return all(map(is_positive_sum, value.args))
    if isinstance(value, sp.Pow):
        return is_positive_sum(value.base)
    return isinstance(value, sp.exp) or bool(value.is_positive)


def _sympy(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def _angle(expr: Any, context: Context) -> Poly:
    """sin and cos of a sum by angle addition, of a negative by symmetry."""
    parts = [{m: c} for m, c in sorted(normal(expr.args[0], context).items(), key=lambda item: str(item))]
    if not parts:
        return number(0 if isinstance(expr, sp.sin) else 1)
    sine, cosine = _sine(parts[0]), _cosine(parts[0])
    for part in parts[1:]:
        s, c = _sine(part), _cosine(part)
        both = multiply(cosine, c), scale(multiply(sine, s), -1)
        sine, cosine = add([multiply(sine, c), multiply(cosine, s)]), add(both)
    return sine if isinstance(expr, sp.sin) else cosine


def _sine(part: Poly) -> Poly:
    (coefficient,) = part.values()
    return scale(atom(sp.sin(to_expr(scale(part, -1 if coefficient < 0 else 1)))), -1 if coefficient < 0 else 1)


def _cosine(part: Poly) -> Poly:
    (coefficient,) = part.values()
    return atom(sp.cos(to_expr(scale(part, -1 if coefficient < 0 else 1))))


def _tanh(expr: sp.tanh, context: Context) -> Poly:
    """tanh x = (1 − e^{−2x}) / (1 + e^{−2x})."""
    falling = _exponential(scale(normal(expr.args[0], context), -2))
    below = add([number(1), falling])
    return multiply(add([number(1), scale(falling, -1)]), power(below, Fraction(-1)))


def _function(expr: sp.Function, context: Context) -> Poly:
    return atom(expr.func(*(normal_expr(a, context) for a in expr.args)))


def _arithmetic(expr: Any, context: Context) -> Poly:
    """floor and Mod of index arithmetic: opened where the context says which multiple it is."""
    found = index(expr, context)
    return atom(found) if isinstance(found, (sp.floor, sp.Mod)) or found.is_Symbol else normal(found, context)


def index(expr: Any, context: Context) -> sp.Expr:
    """An index in normal form: floor((a·B + b)/B) is a and Mod(a·B + b, B) is b where 0 ≤ b < B is known."""
    if not expr.args or isinstance(expr, At):
        return expr
    if isinstance(expr, If):
        truth = context.decide(expr.args[0])
        if truth is not None:
            return index(expr.args[1 if truth else 2], context)
        return If(expr.args[0], *(index(a, context) for a in expr.args[1:]))
    if isinstance(expr, (sp.floor, sp.Mod)):
        return _quotient(expr, context)
    return sp.expand(expr.func(*(index(a, context) for a in expr.args)))


def _quotient(expr: Any, context: Context) -> sp.Expr:
    floor = isinstance(expr, sp.floor)
    if floor:
        top, bottom = sp.fraction(sp.together(expr.args[0]))
    else:
        top, bottom = expr.args
    top, bottom = index(top, context), index(bottom, context)
    whole, rest = _divide(top, bottom)
    if whole != 0 and context.proves(sp.Ge(rest, 0)) and context.proves(sp.Lt(rest, bottom)):
        return whole if floor else rest
    if whole == 0 and context.proves(sp.Ge(top, 0)) and context.proves(sp.Lt(top, bottom)):
        return sp.S.Zero if floor else top
    return sp.floor(top / bottom) if floor else sp.Mod(top, bottom)


def _divide(top: sp.Expr, bottom: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """``top`` as whole · bottom + rest by long division: terms that the bottom's leading term divides go into
    the whole.
    """
    bottom, rest, whole = sp.expand(bottom), sp.expand(top), sp.S.Zero
    leading = next((t for t in sp.Add.make_args(bottom) if not t.is_number), bottom)
    for _ in range(DIVISIONS):
        ratios = [sp.cancel(t / leading) for t in sp.Add.make_args(rest) if t != 0]
        step = sp.Add(*(q for q in ratios if sp.denom(q) == 1))
        if step == 0:
            break
        whole, rest = whole + step, sp.expand(rest - step * bottom)
    return sp.expand(whole), rest


DIVISIONS = 4


def _entry(expr: At, context: Context) -> Poly:
    """An entry of an input. Where a case distinction sits in an index, it is drawn out of the entry."""
    indices = [index(i, context) for i in expr.index]
    for place, i in enumerate(indices):
        choice = next((a for a in sp.preorder_traversal(i) if isinstance(a, If) and not isinstance(i, At)), None)
        if choice is not None:
            branches = []
            for a in choice.args[1:]:
                branch = [*indices[:place], i.xreplace({choice: a}), *indices[place + 1 :]]
                branches.append(At(expr.term, *branch))
            return _choice(If(choice.args[0], *branches), context)
    return atom(At(expr.term, *indices))


def _choice(expr: If, context: Context) -> Poly:
    condition, then, otherwise = expr.args
    holds = indicator(condition, context)
    if not holds:
        return normal(otherwise, context)
    if holds == number(1):
        return normal(then, context)
    one = normal(then, assume(context, condition))
    other = normal(otherwise, assume(context, sp.Not(condition)))
    return add([multiply(holds, one), multiply(add([number(1), scale(holds, -1)]), other)])


def assume(context: Context, condition: Any) -> Context:
    """The context under a condition, as far as Z3 can read it."""
    usable = [c for c in sp.And.make_args(plain(condition)) if isinstance(c, sp.Rel) and not c.has(If)]
    return context.having(*usable)


def indicator(condition: Any, context: Context) -> Poly:
    """A condition as a polynomial with values 0 and 1."""
    if condition in (sp.true, sp.false, True, False):
        return number(int(bool(condition)))
    if isinstance(condition, sp.Not):
        return _complement(indicator(condition.args[0], context))
    if isinstance(condition, sp.And):
        total = number(1)
        for part in condition.args:
            total = multiply(total, indicator(part, context))
        return total
    if isinstance(condition, sp.Or):
        return _complement(indicator(sp.And(*map(sp.Not, condition.args)), context))
    return _relation(condition, context)


def _complement(poly: Poly) -> Poly:
    return add([number(1), scale(poly, -1)])


def _relation(relation: Any, context: Context) -> Poly:
    choice = next((s for s in (relation.lhs, relation.rhs) if isinstance(s, If)), None)
    if choice is not None:  # (If(c, a, b) ∘ y) is a ∘ y where c holds, b ∘ y elsewhere
        branches = [relation.func(*(a if s is choice else s for s in relation.args)) for a in choice.args[1:]]
        holds = indicator(choice.args[0], context)
        one, other = (indicator(b, context) for b in branches)
        return add([multiply(holds, one), multiply(_complement(holds), other)])
    truth = context.decide(relation)
    if truth is not None:
        return number(int(truth))
    return _CANONICAL[type(relation)](relation, context)


def _equal(relation: Any, context: Context) -> Poly:
    difference = (
        index(relation.lhs - relation.rhs, context)
        if _indices(relation)
        else (normal_expr(relation.lhs - relation.rhs, context))
    )
    if difference.could_extract_minus_sign():
        difference = -difference
    return atom(If(sp.Eq(difference, 0, evaluate=False), 1, 0))


def _below(relation: Any, context: Context) -> Poly:
    """lhs < rhs; over the integers as 0 ≤ rhs − lhs − 1."""
    if _indices(relation):
        return _nonnegative(index(relation.rhs - relation.lhs - 1, context))
    left, right = (normal_expr(s, context) for s in relation.args)
    return atom(If(sp.Lt(left, right, evaluate=False), 1, 0))


def _nonnegative(difference: sp.Expr) -> Poly:
    """[0 ≤ e], written with a negative leading variable so that a condition and its complement meet."""
    leading = min((s for s in difference.free_symbols), key=_rank, default=None)
    if leading is not None and difference.coeff(leading).could_extract_minus_sign():
        return atom(If(sp.Ge(difference, 0, evaluate=False), 1, 0))
    return _complement(atom(If(sp.Ge(-difference - 1, 0, evaluate=False), 1, 0)))


def _rank(symbol: sp.Symbol) -> tuple[bool, bool, Any]:
    """Bound indices first: a range that ends at one is cut there."""
    return (not symbol.name.startswith(BOUND), not isinstance(symbol, sp.Dummy), sp.default_sort_key(symbol))


def _indices(relation: Any) -> bool:
    return smt.is_index(relation.lhs) and smt.is_index(relation.rhs)


_CANONICAL: dict[type, Callable[[Any, Context], Poly]] = {
    sp.Eq: _equal,
    sp.Ne: lambda r, c: _complement(_equal(r, c)),
    sp.StrictLessThan: _below,
    sp.StrictGreaterThan: lambda r, c: _below(sp.Lt(r.rhs, r.lhs, evaluate=False), c),
    sp.LessThan: lambda r, c: _complement(_below(sp.Lt(r.rhs, r.lhs, evaluate=False), c)),
    sp.GreaterThan: lambda r, c: _complement(_below(sp.Lt(r.lhs, r.rhs, evaluate=False), c)),
}


def _reduction(expr: Reduction, context: Context) -> Poly:
    from .sums import normal_reduction

    return normal_reduction(expr, context)


_RULES: list[tuple[Any, Callable[[Any, Context], Poly]]] = [
    (At, _entry),
    (Reduction, _reduction),
    (If, _choice),
    (sp.Add, _add),
    (sp.Mul, _multiply),
    (sp.exp, _exp),
    (sp.Pow, _power),
    (sp.log, _log),
    ((sp.sin, sp.cos), _angle),
    (sp.tanh, _tanh),
    ((sp.floor, sp.Mod), _arithmetic),
    (sp.Function, _function),
]

__all__ = ["index", "indicator", "normal", "normal_expr", "power", "replace"]
