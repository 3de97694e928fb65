"""`in_bounds`: every entry that a spec reads exists, for all sizes.

Each node's definition is walked once, one level deep; the path collects the ranges of the indices and the
conditions under which a read happens, and Z3 shows 0 ≤ index < size for each axis of each read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import sympy as sp

from formulas.evaluate import exact
from formulas.lang import Input
from formulas.lang.nodes import Let, Map, Reduce
from formulas.lang.scalars import At, If, Reduction
from formulas.lang.scan import Scan
from formulas.lang.term import Const, Sym, Term, same_size

from ..verdicts import Proved, Refuted, Unknown, Verdict
from . import smt
from .context import Context
from .defined import opened, subterms
from .domain import size_facts
from .reading import text


@dataclass(frozen=True)
class Read:
    """One index of one read, and what is known where it happens."""

    entry: At
    axis: int
    context: Context

    @property
    def index(self) -> Any:
        return self.entry.index[self.axis]

    @property
    def size(self) -> Any:
        return self.entry.term.shape[self.axis]


def in_bounds(terms: Iterable[Term], inputs: Iterable[Input] = (), given: Iterable[Any] = ()) -> Verdict:
    """Proved if all reads of the terms stay inside their tensors wherever the conditions on sizes hold."""
    inputs = tuple(inputs)
    tokens = {i.symbol: i.high for i in inputs if i.kind == "tokens"}
    context = Context().having(*given, *size_facts(inputs))
    for term in subterms(tuple(terms)):
        for read in reads(term, context):
            if not holds(read, tokens):
                found = _counterexample(read)
                return found if found is not None else _open_question(read)
    return Proved("z3")


def _open_question(read: Read) -> Unknown:
    return Unknown(f"no proof that 0 ≤ {text(read.index)} < {text(read.size)}")


def reads(term: Term, context: Context) -> Iterator[Read]:
    """The reads in a node's definition that are not inside their range by the very form of the index."""
    if isinstance(term, (Sym, Scan)):
        return
    indices, expr = opened(term)
    known = dict(zip(indices, term.shape, strict=True))
    for i, n in known.items():
        context = context.within(i, n)
    yield from _walk(expr, context, known)


def _walk(expr: Any, context: Context, known: dict[Any, Any]) -> Iterator[Read]:
    if isinstance(expr, At):
        for axis, (i, n) in enumerate(zip(expr.index, expr.term.shape, strict=True)):
            yield from _walk(i, context, known)
            if not (i in known and same_size(known[i], n)):
                yield Read(expr, axis, context)
        return
    if isinstance(expr, If):
        condition, then, otherwise = expr.args
        yield from _walk(condition, context, known)
        yield from _walk(then, _under(context, condition), known)
        yield from _walk(otherwise, _under(context, sp.Not(condition)), known)
        return
    if isinstance(expr, Reduction):
        inside = {**known, expr.index: expr.size}
        yield from _walk(expr.body, context.within(expr.index, expr.size), inside)
        return
    for part in getattr(expr, "args", ()):
        yield from _walk(part, context, known)


def _under(context: Context, condition: Any) -> Context:
    """The context with the parts of a condition that speak of indices."""
    parts = [c for c in sp.And.make_args(condition) if isinstance(c, sp.Rel)]
    return context.having(*(c for c in parts if smt.is_index(c.lhs) and smt.is_index(c.rhs)))


def holds(read: Read, tokens: dict[Any, Any]) -> bool:
    """Whether 0 ≤ index < size is shown; an index that is itself an entry of a tensor by what that tensor may
    hold.
    """
    index, context = read.index, read.context
    if isinstance(index, At):
        return _values_below(index.term, read.size, context, tokens)
    return context.proves(sp.Ge(index, 0)) and context.proves(sp.Lt(index, read.size))


def _values_below(term: Term, size: Any, context: Context, tokens: dict[Any, Any]) -> bool:
    """Whether a tensor holds whole numbers from 0 to size − 1 only."""
    if isinstance(term, Reduce) and term.kind == "argmax":
        return context.proves(sp.Le(term.operands[0].shape[term.axis], size))
    if isinstance(term, Let):
        return _values_below(term.operands[0], size, context, tokens)
    if isinstance(term, Map) and term.function == "where":
        return all(_values_below(t, size, context, tokens) for t in term.operands[1:])
    if isinstance(term, Const):
        return (
            smt.is_index(term.value)
            and context.proves(sp.Ge(term.value, 0))
            and context.proves(sp.Lt(term.value, size))
        )
    return term in tokens and context.proves(sp.Le(tokens[term], size))


SMALL, TRIES = 4, 100_000


def _counterexample(read: Read) -> Refuted | None:
    """Small sizes and indices at which the read happens and leaves the tensor."""
    if read.index.has(At):
        return None
    facts = [f for f in read.context.facts if not f.has(At)]
    symbols = sorted(set().union(*(e.free_symbols for e in (*facts, read.index, read.size))), key=str)
    for numbers in islice(product(range(SMALL), repeat=len(symbols)), TRIES):
        at = dict(zip(symbols, numbers, strict=True))
        if any(s.is_positive and at[s] < 1 for s in symbols) or not all(exact.exact(f)(at) for f in facts):
            continue
        index, size = exact.integer(read.index, at), exact.integer(read.size, at)
        if not 0 <= index < size:
            return Refuted({"at": {s.name: n for s, n in at.items()}, "index": index, "size": size})
    return None
