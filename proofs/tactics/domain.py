"""What is known of a statement's inputs from their declarations: sizes, ranges of values, integer entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from formulas.lang import Input
from formulas.lang.term import Term

from .signs import Interval


def ranges(inputs: Iterable[Input]) -> dict[Term, Interval]:
    """Open intervals of the real inputs that declare bounds (a temperature above 0)."""
    found = {}
    for i in inputs:
        if i.kind not in ("size", "tokens", "mask") and (i.low is not None or i.high is not None):
            low = -sp.oo if i.low is None else sp.sympify(i.low)
            high = sp.oo if i.high is None else sp.sympify(i.high)
            found[i.symbol] = Interval(low, high)
    return found


def size_facts(inputs: Iterable[Input]) -> tuple[Any, ...]:
    """Lower and upper bounds of size inputs, as relations."""
    facts = []
    for i in inputs:
        if i.kind == "size":
            facts += [sp.Ge(i.symbol, i.low)] if i.low is not None else []
            facts += [sp.Lt(i.symbol, i.high)] if i.high is not None else []
    return tuple(f for f in facts if f not in (sp.true, True))


def unique(inputs: Iterable[Input]) -> tuple[Input, ...]:
    """Inputs once each; equal names must be equal declarations. Raises ``ValueError`` naming one."""
    found: dict[str, Input] = {}
    for i in inputs:
        if found.setdefault(i.name, i) != i:
            raise ValueError(f"input {i.name} is declared in two ways")
    return tuple(found.values())
