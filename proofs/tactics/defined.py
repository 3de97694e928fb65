"""Where a term has a value: no division by zero, no logarithm or root outside its domain.

A normal form cancels x/x; that is right only where x is not 0. This tactic shows it for every node at every
index. That a quotient stands behind a condition is no help: Σ_j [c_j] e_j / T is not T / T where no c_j
holds and T = Σ_j [c_j] e_j is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import sympy as sp

from formulas.lang.scalars import At, If, Reduction
from formulas.lang.scan import Scan
from formulas.lang.term import Sym, Term

from .context import Context
from .reading import text
from .signs import Domain, interval


def undefined(terms: tuple[Term, ...], context: Context, domain: Domain) -> list[str]:
    """Divisors and arguments not shown to be in their domain; empty if the terms are always defined."""
    return [text(bad)[:200] for term in subterms(terms) for bad in _suspects(term, context, domain)]


def subterms(terms: tuple[Term, ...]) -> list[Term]:
    """The terms, their operands and the steps of their recursions, each once."""
    found: dict[Term, None] = {}
    stack = list(terms)
    while stack:
        term = stack.pop()
        if term not in found:
            found[term] = None
            stack.extend(term.operands)
            stack.extend(term.steps if isinstance(term, Scan) else ())
    return list(found)


@lru_cache(maxsize=4096)
def opened(term: Term) -> tuple[tuple[sp.Dummy, ...], sp.Expr]:
    """Fresh indices of a term and its entry there, one level deep."""
    indices = tuple(sp.Dummy(c, integer=True, nonnegative=True) for c in "ijklmn"[: term.rank])
    return indices, term.entry(*indices)


def _suspects(term: Term, context: Context, domain: Domain) -> Iterator[Any]:
    if isinstance(term, (Sym, Scan)):
        return
    indices, expr = opened(term)
    for i, n in zip(indices, term.shape, strict=True):
        context = context.within(i, n)
    yield from _walk(expr, context, domain)


def _walk(expr: Any, context: Context, domain: Domain) -> Iterator[Any]:
    if isinstance(expr, (At, Term)) or not getattr(expr, "args", ()):
        return
    if isinstance(expr, If):
        for branch in expr.args[1:]:
            yield from _walk(branch, context, domain)
        return
    if isinstance(expr, Reduction):
        yield from _walk(expr.body, context.within(expr.index, expr.size), domain)
        return
    if not _fine(expr, context, domain):
        yield expr
    for part in expr.args:
        yield from _walk(part, context, domain)


def _fine(expr: Any, context: Context, domain: Domain) -> bool:
    if isinstance(expr, sp.log):
        return interval(expr.args[0], context, domain).positive
    if not isinstance(expr, sp.Pow):
        return True
    base = interval(expr.base, context, domain)
    if expr.exp.is_Integer:
        return bool(expr.exp >= 0) or base.nonzero
    return base.positive or (base.nonnegative and bool(expr.exp.is_Rational and expr.exp > 0))
