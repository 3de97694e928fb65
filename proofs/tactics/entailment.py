"""`entails`: entries of terms stand in a relation, for all real values under a hypothesis; Z3 over the reals.

Only for entries that are arithmetic in the inputs (sums and products, case distinctions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from formulas.lang import Input
from formulas.lang.expand import expand
from formulas.lang.term import Term

from ..verdicts import Proved, Refuted, Verdict
from . import smt
from .domain import size_facts, unique
from .refute import violation

MANY = 24

Relation = Callable[..., Any]


def entails(
    terms: Sequence[Term],
    hypothesis: Relation,
    goal: Relation,
    inputs: Sequence[Input] = (),
    given: Iterable[Any] = (),
) -> Verdict:
    """Proved if ``hypothesis(*entries)`` implies ``goal(*entries)`` at every index; the terms have one shape.

    Both are functions of the entries that give SymPy relations. Holds, with the number of samples, where Z3
    is undecided.
    """
    inputs = unique(inputs)
    given = (*given, *size_facts(inputs))

    def holds(point: Any, *arrays: Any) -> bool:
        return all(_implied(hypothesis, goal, [a[place] for a in arrays]) for place in np.ndindex(*arrays[0].shape))

    sampled = violation(tuple(terms), holds, inputs, given, MANY)
    if isinstance(sampled, Refuted):
        return sampled
    indices = [sp.Dummy(c, integer=True, nonnegative=True) for c in "ijklmn"[: terms[0].rank]]
    entries = [expand(t, indices) for t in terms]
    facts = (*given, *sp.And.make_args(hypothesis(*entries)))
    goals = sp.And.make_args(goal(*entries))
    return Proved("z3") if all(smt.implies(facts, g) for g in goals) else sampled


def _implied(hypothesis: Relation, goal: Relation, values: list[Any]) -> bool:
    numbers = [sp.Float(str(v), 40) for v in values]
    return not bool(hypothesis(*numbers)) or bool(goal(*numbers))
