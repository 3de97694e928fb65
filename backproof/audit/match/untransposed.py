"""Functions and numbers that are transposed: ``Q^T(s, a)``, ``D (K^T - 1)``. Neither has a transpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..notation.tree import Node, walk
from ..specs import Spec
from .edits import Candidate, positions, put

FUNCTION, NUMBER, ELSEWHERE = "turned function", "turned number", "turned elsewhere"
COST = 1


def turned_back(right: Node) -> Iterator[Candidate]:
    """The side with one transpose taken off: of a name before a list of arguments, which it is then applied to, or of a name."""
    for path, node in positions(right):
        if node.op == "transpose" and node.args[0].op == "name":
            yield Candidate(put(right, path, node.args[0]), path, node, node.args[0], NUMBER, COST)
        if node.op == "mul" and len(node.args) == 2 and node.args[0].op == "transpose":
            head, given = node.args[0].args[0], node.args[1]
            if head.op == given.op == "name":
                value = Node("app", (head, given), "()")
                yield Candidate(put(right, path, value), path, node, value, NUMBER, COST)
        for k in range(len(node.args) - 1) if node.op == "mul" else ():
            call = _call(*node.args[k : k + 2])
            if call is not None:
                args = (*node.args[:k], call, *node.args[k + 2 :])
                new = call if len(args) == 1 else Node("mul", args, (*node.value[:k], *node.value[k + 1 :]))
                yield Candidate(put(right, path, new), path, node, new, FUNCTION, COST)


def turned_elsewhere(right: Node, others: Sequence[Node]) -> Iterator[Candidate]:
    """``a_1^T x = a x``: a vector before what it multiplies, without the transpose that the other links of a chain have."""
    bases = {n.args[0].value for o in others for n in walk(o) if n.op == "transpose" and n.args[0].op == "name"}
    if not bases:
        return
    for path, node in positions(right):
        for k, part in enumerate(node.args[:-1]) if node.op == "mul" else ():
            if part.op == "name" and part.value in bases and str(part.value).islower():
                new = Node("transpose", (part,))
                yield Candidate(put(right, (*path, k), new), (*path, k), part, new, ELSEWHERE, COST)


def _call(head: Node, given: Node) -> Node | None:
    """``Q(s, a)`` of ``Q^T`` and ``(s, a)``."""
    if head.op != "transpose" or head.args[0].op != "name" or given.op != "group" or given.value != "()":
        return None
    inner = given.args[0] if len(given.args) == 1 else None
    return Node("app", (head.args[0], *inner.args), "()") if inner is not None and inner.op == "seq" else None


def of_numbers(spec: Spec) -> bool:
    """Whether nothing in a formula could be transposed: it counts things, or is of values of states."""
    return spec.formula.startswith("rl.") or all(s.kind == "size" for s in spec.inputs)
