"""`always`: a relation between sizes and indices holds for all integers that satisfy the conditions; Z3, or a
small counterexample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import sympy as sp

from formulas.evaluate import exact

from ..verdicts import Proved, Refuted, Unknown, Verdict
from . import smt
from .reading import text

SMALL = 5


def always(goal: Any, given: Iterable[Any] = ()) -> Verdict:
    """Proved if the conditions entail the goal, Refuted with values for which they do not."""
    given = tuple(given)
    if smt.implies(given, goal):
        return Proved("z3")
    found = counterexample(goal, given)
    return found if found is not None else Unknown(f"Z3 does not settle {text(goal)}")


def equivalent(left: Any, right: Any, given: Iterable[Any] = ()) -> Verdict:
    """The same for two conditions that must hold together."""
    given = tuple(given)
    for one, other in ((left, right), (right, left)):
        verdict = always(other, (*given, one))
        if not isinstance(verdict, Proved):
            return verdict
    return Proved("z3")


def counterexample(goal: Any, given: tuple[Any, ...]) -> Refuted | None:
    """Small integers with all conditions true and the goal false, by exact arithmetic."""
    for at in assignments(goal, given):
        if all(exact.exact(g)(at) for g in given) and not exact.exact(goal)(at):
            return Refuted({"at": {s.name: n for s, n in at.items()}})
    return None


def assignments(goal: Any, given: tuple[Any, ...]) -> Iterator[dict[sp.Symbol, int]]:
    symbols = sorted(set().union(*(e.free_symbols for e in (goal, *given))), key=str)
    lowest = [1 if s.is_positive else 0 if s.is_nonnegative else -SMALL for s in symbols]
    for numbers in product(*(range(low, SMALL) for low in lowest)):
        yield dict(zip(symbols, numbers, strict=True))
