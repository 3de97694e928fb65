"""How many scalar operations the oracle spends on a statement: what a test may afford is decided by this
count.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any

import sympy as sp

from formulas.evaluate.exact import integer
from formulas.lang import Term
from formulas.lang.scalars import At, Reduction
from formulas.lang.scan import Scan
from formulas.model import Stated

Sizes = Mapping[sp.Symbol, int]


def operations(statement: Stated, sizes: Sizes) -> int:
    """Scalar operations of all results together. Raises ``ValueError`` where a size is no integer."""
    seen: set[Term] = set()
    return sum(_term(term, sizes, seen) for term in statement.outputs)


def _term(term: Term, sizes: Sizes, seen: set[Term]) -> int:
    if term in seen:
        return 0
    seen.add(term)
    below = sum(_term(o, sizes, seen) for o in term.operands)
    if isinstance(term, Scan):
        inner: set[Term] = set()
        return below + integer(term.length, sizes) * sum(_term(s, sizes, inner) for s in term.steps)
    return below + prod(integer(n, sizes) for n in term.shape) * _expression(_entry(term), sizes)


@lru_cache(maxsize=4096)
def _entry(term: Term) -> sp.Expr:
    return term.entry(*(sp.Dummy("i", integer=True, nonnegative=True) for _ in term.shape))


def _expression(expr: Any, sizes: Sizes) -> int:
    if isinstance(expr, At) or not expr.args:
        return 1
    if isinstance(expr, Reduction):
        return _length(expr.size, sizes) * (1 + _expression(expr.body, sizes))
    return 1 + sum(_expression(a, sizes) for a in expr.args if isinstance(a, sp.Basic))


def _length(size: sp.Expr, sizes: Sizes) -> int:
    """The length of a range; one that depends on outer indices counts as the largest size about."""
    return integer(size, sizes) if size.free_symbols <= set(sizes) else max(sizes.values(), default=1)
