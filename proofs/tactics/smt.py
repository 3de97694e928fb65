"""Z3 over index arithmetic and real relations.

Index arithmetic is nonlinear (strides times windows). Each product of size symbols becomes a variable of
its own, tied to the others by instances of one lemma — multiplication by a positive size keeps an
inequality —, so Z3 is asked linear questions only and answers at once. That over-approximates: what is
proved holds, what is not proved is unsettled (`None`), never false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import sympy as sp
import z3

from formulas.lang.scalars import At, If

TIMEOUT_MS = 2000

Monomial = tuple[sp.Symbol, ...]


class Translator:
    """SymPy relations to Z3 formulas; `sides` collects what is known of the variables met on the way."""

    def __init__(self) -> None:
        self.variables: dict[Any, Any] = {}
        self.stand_ins: dict[Any, sp.Dummy] = {}
        self.sides: list[Any] = []
        self.products: dict[Monomial, Any] = {}
        self.bounds: list[sp.Expr] = []  # index arithmetic known to be at least 0

    def assume(self, fact: Any) -> Any:
        """The Z3 formula of a fact; an inequality between indices is kept, to be multiplied by sizes."""
        if isinstance(fact, sp.Rel) and is_index(fact.lhs) and is_index(fact.rhs):
            self.bounds += [self._flat(b) for b in _bounds(fact)]
        return self.formula(fact)

    def formula(self, condition: Any) -> Any:
        """The Z3 formula of a relation or connective. Raises ``TypeError`` for anything else."""
        if condition in (sp.true, sp.false, True, False):
            return z3.BoolVal(bool(condition))
        if isinstance(condition, sp.Not):
            return z3.Not(self.formula(condition.args[0]))
        if isinstance(condition, (sp.And, sp.Or)):
            join = z3.And if isinstance(condition, sp.And) else z3.Or
            return join(*map(self.formula, condition.args))
        if isinstance(condition, sp.Rel):
            return self._relation(condition)
        raise TypeError(f"not a condition: {condition}")

    def _relation(self, relation: Any) -> Any:
        read = self.integer if is_index(relation.lhs) and is_index(relation.rhs) else self.real
        left, right = read(relation.lhs), read(relation.rhs)
        return _COMPARE[type(relation)](left, right)

    # --- integers

    def integer(self, expr: Any) -> Any:
        """A linear Z3 term for index arithmetic, products being variables."""
        flat = sp.expand(self._flat(expr))
        return z3.Sum([self._term(*term.as_coeff_Mul()) for term in sp.Add.make_args(flat)])

    def _term(self, coefficient: sp.Rational, rest: sp.Expr) -> Any:
        if not coefficient.is_Integer:
            raise TypeError(f"{coefficient}·{rest} is no index")
        if rest == 1:
            return z3.IntVal(int(coefficient))
        factors: list[sp.Symbol] = []
        for factor in sp.Mul.make_args(rest):
            base, power = factor.as_base_exp()
            if not (base.is_Symbol and power.is_Integer and power > 0):
                raise TypeError(f"{factor} is no index")
            factors += [base] * int(power)
        return int(coefficient) * self._product(tuple(sorted(factors, key=sp.default_sort_key)))

    def _product(self, factors: Monomial) -> Any:
        if len(factors) == 1:
            return self._symbol(factors[0])
        if factors not in self.products:
            self.products[factors] = z3.Int("·".join(map(_name, factors)))
        return self.products[factors]

    def _symbol(self, symbol: sp.Symbol) -> Any:
        if symbol not in self.variables:
            variable = z3.Int(_name(symbol)) if symbol.is_integer else z3.Real(_name(symbol))
            self.variables[symbol] = variable
            if symbol.is_positive:
                self.sides.append(variable >= 1 if symbol.is_integer else variable > 0)
            elif symbol.is_nonnegative:
                self.sides.append(variable >= 0)
        return self.variables[symbol]

    def _flat(self, expr: Any) -> Any:
        """Index arithmetic without floor, ceiling, Mod and If: each stands for a fresh integer with its
        defining facts.
        """
        if isinstance(expr, sp.floor):
            return self._floor(self._flat(expr.args[0]))
        if isinstance(expr, sp.ceiling):
            return -self._floor(self._flat(-expr.args[0]))
        if isinstance(expr, sp.Mod):
            top, bottom = map(self._flat, expr.args)
            return top - bottom * self._floor(top / bottom)
        if isinstance(expr, If):
            return self._choice(expr)
        if isinstance(expr, At):
            return self._stand_in(expr)
        return expr.func(*map(self._flat, expr.args)) if expr.args else expr

    def _stand_in(self, key: Any) -> sp.Dummy:
        return self.stand_ins.setdefault(key, sp.Dummy("q", integer=True))

    def _floor(self, ratio: Any) -> Any:
        """q with bottom·q ≤ top < bottom·q + bottom, where the bottom is at least 1."""
        top, bottom = sp.fraction(sp.together(ratio))
        if bottom == 1 and is_index(top):
            return top
        known = ("floor", top, bottom) in self.stand_ins
        q = self._stand_in(("floor", top, bottom))
        if not known:
            low, value = self.integer(bottom * q), self.integer(top)
            facts = z3.And(low <= value, value < low + self.integer(bottom))
            if bottom.is_positive:
                self.sides.append(facts)
                self.bounds += [top - bottom * q, bottom * q + bottom - 1 - top]
            else:
                self.sides.append(z3.Implies(self.integer(bottom) >= 1, facts))
        return q

    def _choice(self, expr: If) -> Any:
        known = expr in self.stand_ins
        value = self._stand_in(expr)
        if not known:
            condition, one = self.formula(expr.args[0]), self.integer(value)
            self.sides.append(z3.If(condition, one == self.integer(expr.args[1]), one == self.integer(expr.args[2])))
        return value

    def lemmas(self) -> Iterator[Any]:
        """Order under multiplication by a positive factor, for the products met."""
        cofactors: dict[Monomial, dict[Monomial, Any]] = {}
        for factors, variable in list(self.products.items()):
            for shared, rest in _splits(factors):
                if all(s.is_positive for s in shared):
                    cofactors.setdefault(shared, {})[rest] = variable
        for shared, found in cofactors.items():
            scale = self._product(shared)
            for rest, value in found.items():
                yield from _against_zero(scale, self._product(rest), value)
            for (a, left), (b, right) in combinations(found.items(), 2):
                x, y = self._product(a), self._product(b)
                yield from _ordered(scale, x, y, left, right)
                yield from _ordered(scale, y, x, right, left)

    def multiplied(self) -> Iterator[Any]:
        """The known inequalities times each positive product of sizes that divides a product met."""
        shared = {s for factors in self.products for s, _ in _splits(factors) if all(f.is_positive for f in s)}
        for factors in sorted(shared, key=str):
            for bound in self.bounds:
                yield self.integer(bound * sp.Mul(*factors)) >= 0

    # --- reals

    def real(self, expr: Any) -> Any:
        """A Z3 real term; what is not arithmetic is an unknown real, the same for the same expression."""
        if expr.is_Rational:
            return z3.RealVal(f"{expr.p}/{expr.q}")
        if is_index(expr) and not expr.has(At):
            return z3.ToReal(self.integer(expr))
        if isinstance(expr, sp.Symbol):
            return self._symbol(expr)
        if isinstance(expr, (sp.Add, sp.Mul)):
            parts = [self.real(a) for a in expr.args]
            total = parts[0]
            for part in parts[1:]:
                total = total + part if isinstance(expr, sp.Add) else total * part
            return total
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer:
            base, power = self.real(expr.base), abs(int(expr.exp))
            value = z3.Product([base] * power)
            return value if expr.exp > 0 else 1 / value
        if isinstance(expr, If):
            return z3.If(self.formula(expr.args[0]), self.real(expr.args[1]), self.real(expr.args[2]))
        return self._unknown(expr)

    def _unknown(self, expr: Any) -> Any:
        if expr not in self.variables:
            self.variables[expr] = z3.Real(f"⟨{len(self.variables)}⟩")
            if expr.is_positive or isinstance(expr, sp.exp):
                self.sides.append(self.variables[expr] > 0)
        return self.variables[expr]


def _bounds(fact: Any) -> list[sp.Expr]:
    """What a relation between integers says to be at least 0."""
    gap = fact.rhs - fact.lhs
    table = {
        sp.LessThan: [gap],
        sp.StrictLessThan: [gap - 1],
        sp.GreaterThan: [-gap],
        sp.StrictGreaterThan: [-gap - 1],
        sp.Eq: [gap, -gap],
    }
    return table.get(type(fact), [])


def _name(symbol: sp.Symbol) -> str:
    return f"{symbol.name}#{symbol.dummy_index}" if isinstance(symbol, sp.Dummy) else symbol.name


def _splits(factors: Monomial) -> Iterator[tuple[Monomial, Monomial]]:
    """All ways to write a product as two non-empty products, factors in order."""
    seen = set()
    for keep in product((True, False), repeat=len(factors)):
        one = tuple(f for f, k in zip(factors, keep, strict=True) if k)
        other = tuple((Counter(factors) - Counter(one)).elements())
        if one and other and (one, other) not in seen:
            seen.add((one, other))
            yield one, tuple(sorted(other, key=sp.default_sort_key))


def _against_zero(scale: Any, rest: Any, value: Any) -> Iterator[Any]:
    yield z3.Implies(rest >= 1, value >= scale)
    yield z3.Implies(rest == 0, value == 0)
    yield z3.Implies(rest <= -1, value <= -scale)


def _ordered(scale: Any, x: Any, y: Any, left: Any, right: Any) -> Iterator[Any]:
    """x < y gives s·x + s ≤ s·y, and x = y gives equality."""
    yield z3.Implies(x < y, left + scale <= right)
    yield z3.Implies(x == y, left == right)


def is_index(expr: Any) -> bool:
    """Whether an expression is integer arithmetic of sizes, indices and integer entries."""
    if isinstance(expr, (sp.floor, sp.ceiling)):
        return True
    if isinstance(expr, If):
        return is_index(expr.args[1]) and is_index(expr.args[2])
    if isinstance(expr, (sp.Add, sp.Mul, sp.Mod)):
        return all(map(is_index, expr.args))
    if isinstance(expr, sp.Pow):
        return is_index(expr.base) and bool(expr.exp.is_Integer and expr.exp > 0)
    return bool(expr.is_Integer or (expr.is_Symbol and expr.is_integer))


_COMPARE = {
    sp.Eq: lambda a, b: a == b,
    sp.Ne: lambda a, b: a != b,
    sp.StrictLessThan: lambda a, b: a < b,
    sp.LessThan: lambda a, b: a <= b,
    sp.StrictGreaterThan: lambda a, b: a > b,
    sp.GreaterThan: lambda a, b: a >= b,
}


@lru_cache(maxsize=20000)
def _status(facts: frozenset[Any]) -> str:
    """ "unsat", or "sat" / "unknown" as Z3 says of the facts together."""
    if sp.false in facts:
        return "unsat"
    translator, solver = Translator(), z3.Solver()
    solver.set("timeout", TIMEOUT_MS)
    for fact in sorted(facts, key=sp.default_sort_key):
        solver.add(translator.assume(fact))
    for instances in (translator.lemmas, translator.multiplied):
        solver.add(*list(instances()), *translator.sides)
        answer = str(solver.check())
        if answer == "unsat" or not translator.products:
            return answer
    return answer


def implies(facts: Iterable[Any], goal: Any) -> bool:
    """Whether the facts prove the goal for all values; False only means that no proof was found."""
    if goal in (sp.true, True):
        return True
    return _status(frozenset({*facts, sp.Not(goal)} - {sp.true})) == "unsat"


def consistent(facts: Iterable[Any]) -> bool:
    """False if the facts contradict each other; True if they do not, or if that is not known."""
    return _status(frozenset(set(facts) - {sp.true})) != "unsat"


def decide(facts: Iterable[Any], condition: Any) -> bool | None:
    """The truth value of a condition under the facts; None where they leave it open."""
    if condition in (sp.true, sp.false, True, False):
        return bool(condition)
    facts = tuple(facts)
    if implies(facts, condition):
        return True
    return False if implies(facts, sp.Not(condition)) else None
