"""What is known at a place in an expression: ranges of indices and conditions that hold there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp

from formulas.lang.expand import opened, replace
from formulas.lang.scalars import At, If
from formulas.lang.scan import Scan, inputs_of
from formulas.lang.term import Sym, Term

from . import smt


@dataclass(frozen=True)
class Context:
    """Facts, as SymPy relations; all are assumed together."""

    facts: tuple[Any, ...] = ()

    def having(self, *facts: Any) -> Context:
        """This context with further facts."""
        new = tuple(f for f in facts if f not in (sp.true, True) and f not in self.facts)
        return Context(self.facts + new) if new else self

    def within(self, index: Any, size: Any) -> Context:
        """This context with 0 ≤ index < size."""
        return self.having(sp.Ge(index, 0), sp.Lt(index, size))

    def decide(self, condition: Any) -> bool | None:
        """True or False where the facts settle the condition, else None."""
        return smt.decide(self._about(condition), condition)

    def proves(self, condition: Any) -> bool:
        if condition in (sp.true, True) or condition in self.facts:
            return True
        facts = self._about(condition)
        return smt.implies(facts, condition) or _generalised(facts, condition)

    def possible(self) -> bool:
        """False only if the facts contradict each other."""
        return smt.consistent(self.facts)

    def _about(self, condition: Any) -> tuple[Any, ...]:
        """The facts connected to the condition through shared symbols: less for Z3 to read."""
        symbols, rest = set(_atoms(condition)), list(self.facts)
        chosen: list[Any] = []
        while True:
            near = [f for f in rest if symbols & _atoms(f)]
            if not near:
                return tuple(chosen)
            chosen += near
            rest = [f for f in rest if f not in near]
            symbols = symbols.union(*map(_atoms, near))


def _generalised(facts: tuple[Any, ...], condition: Any) -> bool:
    """The same with composite sizes (floor(…) + 1) standing for any positive integers, where the facts make
    them positive.
    """
    if not condition.has(sp.floor):
        return False
    ranges = [f.rhs for f in facts if isinstance(f, sp.StrictLessThan) and f.lhs.is_Symbol]
    sizes = {s for size in ranges for s in sp.Mul.make_args(size) if s.has(sp.floor)}
    table = {s: sp.Dummy("size", integer=True, positive=True) for s in sizes if smt.implies(facts, sp.Ge(s, 1))}
    return bool(table) and smt.implies([replace(f, table) for f in facts], replace(condition, table))


def _atoms(expr: Any) -> frozenset[Any]:
    return frozenset(getattr(expr, "free_symbols", ()))


def plain(condition: Any) -> Any:
    """A condition with masks opened, and a case distinction compared with a value split into its cases."""
    if isinstance(condition, (sp.And, sp.Or, sp.Not)):
        return condition.func(*map(plain, condition.args))
    if not isinstance(condition, sp.Rel):
        return condition
    left, right = (open_entries(s) for s in condition.args)
    choice = next((s for s in (left, right) if isinstance(s, If)), None)
    if choice is None:
        return condition.func(left, right)
    where, *values = choice.args
    one, other = (plain(condition.func(*(v if s is choice else s for s in (left, right)))) for v in values)
    where = plain(where)
    return sp.Or(sp.And(where, one), sp.And(sp.Not(where), other))


def open_entries(expr: Any) -> Any:
    """The expression with the entries of nodes that read no input (masks made from indices) replaced by their
    definitions.
    """
    if isinstance(expr, At) and not isinstance(expr.term, (Sym, Scan)) and _reads_nothing(expr.term):
        return opened(expr, None, (Sym, Scan))
    if not expr.has(At) or isinstance(expr, At):
        return expr
    return expr.func(*map(open_entries, expr.args))


@lru_cache(maxsize=4096)
def _reads_nothing(term: Term) -> bool:
    return not inputs_of(term)
