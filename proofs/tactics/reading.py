"""Expressions as text: for canonical orders and for messages. SymPy's printers pick a rule by class name, and
ours share names.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from formulas.lang.term import Sym, Term


@lru_cache(maxsize=20000)
def text(expr: Any) -> str:
    """A short text; different expressions have different texts."""
    if isinstance(expr, Sym):
        return expr.name
    if isinstance(expr, (Term, sp.Tuple)) or bool(getattr(expr, "args", ())):
        return f"{type(expr).__name__}({', '.join(map(text, expr.args))})"
    return str(expr)
