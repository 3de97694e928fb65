"""`prefix_invariant`: row i of a term over n positions depends on rows 0 … i only, and is what those
positions alone give.

By induction over the graph. Each node's entry is brought to normal form, where a masked sum over n ends at
row i; it must then mention n nowhere and read its operands at rows not above its own. Where a node alone
does not show that (a product with masked weights), its operands are opened. Recursions over layers: the
state is assumed to be so, each step must keep it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import sympy as sp

from formulas.lang import Input
from formulas.lang.expand import replace
from formulas.lang.scalars import At, If, Reduction
from formulas.lang.scan import Scan
from formulas.lang.term import Sym, Term

from ..verdicts import Proved, Refuted, Unknown, Verdict
from .algebra import normal
from .context import Context, plain
from .defined import opened, undefined
from .domain import ranges, size_facts, unique
from .polynomial import TooLarge, to_expr
from .reading import text
from .sampling import Point, points, value

SAMPLES = 6
OPENINGS = 12


def prefix_invariant(term: Term, n: sp.Symbol, inputs: Sequence[Input] = (), given: Iterable[Any] = ()) -> Verdict:
    """Proved if dropping the last positions (axes of size ``n``) leaves the rows of the others as they are,
    for all sizes.
    """
    inputs = unique(inputs)
    given = (*given, *size_facts(inputs))
    sampled = _sampled(term, n, inputs, given)
    if sampled is not None:
        return sampled
    bad = undefined((term,), Context().having(*given), ranges(inputs))
    if bad:
        return Unknown(f"not shown to be defined: {bad[0]}")
    why = _Induction(n, Context().having(*given)).fails(term)
    return Proved("induction over the graph") if why is None else Unknown(why)


class _Induction:
    def __init__(self, n: sp.Symbol, context: Context) -> None:
        self.n, self.context = n, context
        self.found: dict[Term, str | None] = {}

    def fails(self, term: Term) -> str | None:
        """None if the term and all that it reads are prefix-invariant, else why this was not shown."""
        if term not in self.found:
            self.found[term] = None
            self.found[term] = self._node(term)
        return self.found[term]

    def _node(self, term: Term) -> str | None:
        if isinstance(term, Sym):
            joined = [size for size in term.shape if size != self.n and size.has(self.n)]
            return f"an input with an axis of size {joined[0]}" if joined else None
        if isinstance(term, Scan):
            if term.length.has(self.n):
                return f"a recursion over {term.length} positions"
            return self._first((*term.inits, *term.sequences, *term.steps))
        read = self._reads(term)
        return read if isinstance(read, str) else self._first(read)

    def _first(self, terms: Iterable[Term]) -> str | None:
        return next((why for why in map(self.fails, terms) if why is not None), None)

    def _reads(self, term: Term) -> list[Term] | str:
        """The operands that the node's normal form reads, all at rows not above its own; or why there is none
        such.
        """
        if any(size != self.n and size.has(self.n) for size in term.shape):
            return f"an axis of size {next(s for s in term.shape if s != self.n and s.has(self.n))}"
        indices, expr = opened(term)
        rows = [i for i, size in zip(indices, term.shape, strict=True) if size == self.n]
        context = self.context
        for i, size in zip(indices, term.shape, strict=True):
            context = context.within(i, size)
        for _ in range(OPENINGS):
            try:
                form = to_expr(normal(_open_conditions(expr), context))
            except TooLarge as error:
                return str(error)
            entries = list(_entries(form, context))
            late = [at for at, inside in entries if not self._early(at, rows, inside)]
            if not late and not _mentions(form, self.n):
                return [at.term for at, _ in entries]
            closed = {at for at in (late or [a for a, _ in entries]) if not isinstance(at.term, (Sym, Scan))}
            if not closed:
                return (
                    f"a read of {text(late[0])[:200]}"
                    if late
                    else f"{self.n} stands in an entry of {type(term).__name__}"
                )
            expr = _open_only(form, {at.term for at in closed})
        return "too many openings"

    def _early(self, at: At, rows: list[Any], context: Context) -> bool:
        """Whether each row read is at most a row of the node; joined axes (n·h) are not looked through."""
        if any(size != self.n and size.has(self.n) for size in at.term.shape):
            return False
        positions = [i for i, size in zip(at.index, at.term.shape, strict=True) if size == self.n]
        return all(any(context.proves(sp.Le(p, row)) for row in rows) for p in positions)


def _open_conditions(expr: Any) -> Any:
    """The expression with masks in conditions opened."""
    if isinstance(expr, (At, Term)) or not getattr(expr, "args", ()):
        return expr
    if isinstance(expr, If):
        return If(plain(expr.args[0]), *map(_open_conditions, expr.args[1:]))
    return expr.func(*map(_open_conditions, expr.args))


def _open_only(expr: Any, terms: set[Term]) -> Any:
    found: dict[Any, Any] = {}
    stack = [expr]
    while stack:
        e = stack.pop()
        if isinstance(e, At) and e.term in terms:
            found[e] = e.term.entry(*e.index)
        stack.extend(a for a in getattr(e, "args", ()) if not isinstance(a, Term))
    return replace(expr, found)


def _entries(expr: Any, context: Context) -> Iterator[tuple[At, Context]]:
    """All entries read, with what is known where each is read."""
    if isinstance(expr, At):
        yield expr, context
        for i in expr.index:
            yield from _entries(i, context)
    elif isinstance(expr, Reduction):
        yield from _entries(expr.body, context.within(expr.index, expr.size))
    elif not isinstance(expr, Term):
        for part in getattr(expr, "args", ()):
            yield from _entries(part, context)


def _mentions(expr: Any, n: sp.Symbol) -> bool:
    """Whether n occurs in an expression, outside the terms it reads."""
    if isinstance(expr, Term):
        return False
    return expr == n or any(_mentions(a, n) for a in getattr(expr, "args", ()))


def _sampled(term: Term, n: sp.Symbol, inputs: Sequence[Input], given: Iterable[Any]) -> Refuted | None:
    """A sample on which a row changes when later positions are dropped."""
    for point in points((term,), inputs, (*given, sp.Ge(n, 2)), SAMPLES):
        whole = value(term, point)
        for keep in range(1, point.sizes[n]):
            part = value(term, _shortened(point, n, keep))
            cut = whole[tuple(slice(k) for k in part.shape)]
            gaps = [(place, part[place], cut[place]) for place in np.ndindex(*part.shape)]
            bad = next(((p, a, b) for p, a, b in gaps if abs(a - b) > 1e-25 * (1 + abs(a))), None)
            if bad is not None:
                place, alone, within = bad
                seen = {
                    "index": place,
                    "first positions": keep,
                    "alone": float(alone),
                    "with later ones": float(within),
                }
                return Refuted({**point.evidence(), **seen})
    return None


def _shortened(point: Point, n: sp.Symbol, keep: int) -> Point:
    values = {
        s: v[tuple(slice(keep) if size == n else slice(None) for size in s.shape)] for s, v in point.values.items()
    }
    return Point({**point.sizes, n: keep}, values)
