"""`keeps_order`: entries of a term are ordered as the entries of its input.

Shown where entry i is one increasing function of x_i, the same for all i: with x_i set apart, i occurs
nowhere else, and the derivative by x_i is positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from formulas.lang import Input
from formulas.lang.expand import expand, grad, replace
from formulas.lang.scalars import At
from formulas.lang.term import Sym, Term

from ..verdicts import Proved, Refuted, Unknown, Verdict
from .algebra import normal_expr
from .context import Context
from .defined import undefined
from .domain import ranges, size_facts, unique
from .refute import violation
from .signs import interval

MANY = 12


def keeps_order(term: Term, x: Sym, inputs: Sequence[Input] = (), given: Iterable[Any] = ()) -> Verdict:
    """Proved if x_i < x_j implies term_i < term_j, for all sizes and values (so the argmax is the same)."""
    inputs = unique(inputs)
    given = (*given, *size_facts(inputs))
    sampled = violation((term,), lambda point, a: _ordered(point.values[x], a), inputs, given, MANY)
    if isinstance(sampled, Refuted):
        return sampled
    context, domain = Context().having(*given), ranges(inputs)
    bad = undefined((term,), context, domain)
    if bad:
        return Unknown(f"not shown to be defined: {bad[0]}")
    i, own = sp.Dummy("i", integer=True, nonnegative=True), Sym("~own")
    entry = replace(expand(term, (i,)), {At(x, i): At(own)})
    if i in entry.free_symbols:
        return Unknown(f"an entry depends on its index otherwise than through that of {x.name}")
    context = context.within(i, term.shape[0])
    rising = interval(normal_expr(grad(entry, At(own)), context), context, domain).positive
    return Proved("monotonicity") if rising else sampled


def _ordered(before: Any, after: Any) -> bool:
    pairs = np.ndindex(len(before), len(before))
    return all(after[i] < after[j] for i, j in pairs if before[i] < before[j])
