"""Which formulas are near enough to a line for one edit to lead there."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ..notation.tree import Node, walk
from ..specs import Spec
from .binding import Part, spec_part, used
from .operands import head, is_count, is_operand

NEAR = 2


def near(note: Part, spec: Spec) -> bool:
    """About as many functions and as many quantities."""
    theirs, symbols = _spec_shape(spec)
    mine = _shape(note.tree)
    apart = ((theirs - mine) + (mine - theirs)).total()
    count = sum(not is_count(o.node) for o in note.operands())
    return apart <= NEAR and symbols - NEAR <= count <= symbols + NEAR


@lru_cache(maxsize=4096)
def _spec_shape(spec: Spec) -> tuple[Counter[str], int]:
    right, _, defined = spec_part(spec)
    total = _shape(right.tree)
    for tree in defined.values():
        total += _shape(tree)
    return total, len(used(spec))


def _shape(tree: Node) -> Counter[str]:
    """The functions and brackets of a side: one edit changes one or two of them."""
    found: Counter[str] = Counter()
    for n in walk(tree):
        if is_operand(n):
            continue
        if n.op in ("root", "norm", "abs", "floor", "ceil", "cases"):
            found[n.op] += 1
        elif n.op == "app":
            found[head(n)] += 1
        elif n.op == "pow" and n.args[0].op == "name" and n.args[0].value == "e":
            found["exp"] += 1
    return found
