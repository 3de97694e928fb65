"""From operator form to index form, mechanically: every ``At`` of a node is replaced by the node's entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from .scalars import Abstract, At, If, Reduction
from .scan import Scan
from .term import Sym, Term


def expand(term: Term, index: Sequence[Any], limit: int | None = None, keep: tuple[type, ...] = (Sym, Scan)) -> sp.Expr:
    """The entry of ``term`` at ``index`` in terms of its inputs alone.

    With a ``limit``, nodes are opened only while the expression holds fewer operations; those left stand as ``At`` of
    their operator form. Nodes of the types in ``keep`` are not opened either.
    """
    return opened(term.entry(*index), limit, keep)


def opened(expr: Any, limit: int | None, keep: tuple[type, ...]) -> Any:
    while True:
        closed = _entries(expr, keep)
        if not closed or (limit is not None and expr.count_ops() > limit):
            return expr
        expr = replace(expr, {at: at.term.entry(*at.index) for at in closed})


def _entries(expr: Any, keep: tuple[type, ...]) -> set[At]:
    """Entries of nodes that can still be opened, without looking inside terms."""
    found: set[At] = set()
    stack = [expr]
    while stack:
        e = stack.pop()
        if isinstance(e, At) and not isinstance(e.term, keep):
            found.add(e)
        stack.extend(a for a in getattr(e, "args", ()) if not isinstance(a, Term))
    return found


def replace(expr: Any, table: dict[Any, Any]) -> Any:
    """``xreplace`` that never goes inside terms (their bodies are closed)."""
    if expr in table:
        return table[expr]
    if isinstance(expr, Term) or not getattr(expr, "args", ()):
        return expr
    new = [replace(a, table) for a in expr.args]
    return expr if all(a is b for a, b in zip(new, expr.args, strict=True)) else expr.func(*new)


def grad(expr: Any, x: At) -> Any:
    """The derivative of a scalar expression by one entry of an input: ``d expr / d x``.

    SymPy's ``diff`` is not used: it answers 0 where free symbols do not meet. Raises ``TypeError`` for a node whose
    derivative is not defined (``argmax``, ``max``, unspecified activations).
    """
    if isinstance(expr, At):
        if expr.term != x.term:
            return sp.S.Zero
        same = [sp.Eq(a, b) for a, b in zip(expr.index, x.index, strict=True)]
        return If(sp.And(*same), 1, 0)
    if isinstance(expr, Reduction):
        if expr.kind != "sum":
            raise TypeError(f"no derivative of {expr.kind}")
        return Reduction("sum", grad(expr.body, x), expr.index, expr.size)
    if isinstance(expr, If):
        return If(expr.args[0], grad(expr.args[1], x), grad(expr.args[2], x))
    if isinstance(expr, Abstract):
        raise TypeError(f"the activation {expr.args[0]} is not specified: it has no derivative")
    if isinstance(expr, sp.Add):
        return sp.Add(*(grad(a, x) for a in expr.args))
    if isinstance(expr, sp.Mul):
        parts = expr.args
        return sp.Add(*(sp.Mul(*parts[:i], grad(a, x), *parts[i + 1 :]) for i, a in enumerate(parts)))
    if isinstance(expr, sp.Pow):
        base, power = expr.args
        inner = power * base ** (power - 1) * grad(base, x)
        return inner + sp.log(base) * expr * grad(power, x) if power.has(At) else inner
    if isinstance(expr, sp.Function) and expr.args and expr.has(At):
        return sp.Add(*(expr.fdiff(i) * grad(a, x) for i, a in enumerate(expr.args, start=1)))
    return sp.S.Zero
