"""A binary cross-entropy one of whose logarithms is lost: ``-y log p - (1 - y) (1 - p)``."""

from __future__ import annotations

from dataclasses import replace

from ..notation.tree import Node
from .edits import Path, at, put
from .freeform import LOSSES, Reading, complementary, loss_name, weighted_log


def lost_log(left: Node, right: Node) -> Reading | None:
    """The loss with the logarithm put back."""
    if loss_name(left) not in LOSSES:
        return None
    place = _two_terms(right)
    terms = [t.args[0] if t.op == "neg" else t for t in at(right, place).args] if place is not None else []
    for k, (term, other) in enumerate(zip(terms, terms[::-1], strict=True)):
        known = weighted_log(other)
        if known is None or weighted_log(term) is not None:
            continue
        log = next(a for a in other.args if a.op == "app" and a.args[-1] == known[1])
        for u, v in _factors(term):
            if complementary(u, known[0]) and complementary(v, known[1]):
                fixed = Node("mul", (u, replace(log, args=(log.args[0], v), value="()", start=0, end=0)), ("",))
                path = (*(place or ()), k, *((0,) if at(right, place or ()).args[k].op == "neg" else ()))
                return Reading("loss.binary_cross_entropy", right, "log", put(right, path, fixed))
    return None


def _two_terms(node: Node) -> Path | None:
    """Where a sum of two terms is, under a sign or bracket."""
    path: Path = ()
    while node.op == "neg" or (node.op == "group" and len(node.args) == 1):
        node, path = node.args[0], (*path, 0)
    return path if node.op == "add" and len(node.args) == 2 else None


def _factors(term: Node) -> list[tuple[Node, Node]]:
    """(weight, rest) of ``(1 - y) (1 - p)``, or of ``y (p)``, which looks like a function of p."""
    parts = tuple(a.args[0] if a.op == "group" and len(a.args) == 1 else a for a in term.args)
    pair = (term.op == "mul" and len(parts) == 2) or (term.op == "app" and len(parts) == 2 and term.value == "()")
    return [(parts[0], parts[1])] if pair else []
