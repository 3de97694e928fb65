"""Terms up to the names of bound indices: comprehensions and reductions get names by position, so equal
meanings compare equal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from formulas.lang.nodes import Tab
from formulas.lang.scalars import Reduction


@lru_cache(maxsize=20000)
def named(expr: Any) -> Any:
    """The expression or term with canonical bound names; indices that an enclosing binder binds are left
    alone.
    """
    if isinstance(expr, Tab):
        body = named(expr.body)
        fresh = [_name("t", _depth(body), place) for place in range(len(expr.indices))]
        shape = [named(s) for s in expr.shape]
        return Tab(fresh, shape, body.xreplace(dict(zip(expr.indices, fresh, strict=True))))
    if isinstance(expr, Reduction):
        body = named(expr.body)
        fresh_index = _name("r", _depth(body), 0)
        return Reduction(expr.kind, body.xreplace({expr.index: fresh_index}), fresh_index, named(expr.size))
    if not getattr(expr, "args", ()):
        return expr
    new = [named(a) for a in expr.args]
    return expr if all(a is b for a, b in zip(new, expr.args, strict=True)) else expr.func(*new)


def _name(kind: str, depth: int, place: int) -> sp.Symbol:
    return sp.Symbol(f"~{kind}{depth}.{place}", integer=True, nonnegative=True)


def _depth(expr: Any) -> int:
    """How many binders are nested in an expression, terms included: an index named by it is free in nothing
    inside.
    """
    inner = max(map(_depth, getattr(expr, "args", ())), default=0)
    return inner + isinstance(expr, (Tab, Reduction))
