"""Two things in each other's place where their letters leave no doubt: labels of a cross-entropy, answers of a triplet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..notation.tree import ONE, Node, rebuild, walk
from .values import function_name

LABELS = {"y", "t"}
PREDICTED = {"h", "f", "g", "sigma", "sigmoid", "p", "a"}
PULLED, PUSHED = {"p", "+", "pos", "positive"}, {"n", "-", "neg", "negative"}
DISTANCES = {"d", "D", "dist", "distance", "Dist"}


def complement(node: Node) -> bool:
    """``1 - x``."""
    inner = node.args[0] if node.op == "group" and len(node.args) == 1 else node
    return inner.op == "add" and len(inner.args) == 2 and inner.args[0] == ONE and inner.args[1].op == "neg"


def a_label(node: Node) -> bool:
    """The name of a target, or one less it."""
    names = [n for n in walk(node) if n.op == "name" and n.value in LABELS and not n.accents]
    return bool(names)


def a_prediction(node: Node) -> bool:
    """What a model says, or one less it: with a hat, or as a function of the input."""
    inner = node.args[1].args[0] if complement(node) and node.op == "add" else node
    if inner.op == "app":
        head = inner.args[0]
        return head.op == "name" and (function_name(head) or str(head.value)) in PREDICTED
    return inner.op == "name" and ("hat" in inner.accents or (inner.value in ("a", "p") and not inner.accents))


def answers_exchanged(tree: Node) -> Iterator[tuple[Node, Node]]:
    """Each margin of a triplet in which the wrong answer is pulled, with what it should be."""
    for node in walk(tree):
        inner = _of_margin(node)
        if inner is None:
            continue
        plus = [t for t in inner.args if t.op != "neg"]
        minus = [t.args[0] for t in inner.args if t.op == "neg"]
        for near in plus:
            for far in minus:
                if _a_distance(near) and _marks(near) & PUSHED and _marks(far) & PULLED and _alike(near, far):
                    swapped = {near: far, far: near}
                    args = tuple(
                        replace(t, args=(swapped[t.args[0]],))
                        if t.op == "neg" and t.args[0] in swapped
                        else swapped.get(t, t)
                        for t in inner.args
                    )
                    yield inner, replace(inner, args=args)


def _of_margin(node: Node) -> Node | None:
    """The sum of ``max(…, 0)`` or ``[…]_+``."""
    if node.op == "app" and function_name(node.args[0]) == "max" and len(node.args) == 3:
        sums = [a for a in node.args[1:] if a.op == "add"]
        return sums[0] if len(sums) == 1 and Node("num", value="0") in node.args else None
    positive = node.op == "group" and [s.value for s in node.sub] == ["+"]
    return node.args[0] if positive and node.args[0].op == "add" else None


def _a_distance(node: Node) -> bool:
    """A norm, or a function or letter of distances: of similarities the other one is to be large."""
    inner = node.args[0] if node.op == "pow" else node
    head = inner.args[0] if inner.op == "app" else inner
    return inner.op in ("norm", "abs") or (head.op == "name" and str(head.value) in DISTANCES)


def _marks(node: Node) -> set[str]:
    """The letters and signs in it that tell two answers apart."""
    return {str(n.value) for n in walk(node) if n.op in ("name", "hole", "text")} & (PULLED | PUSHED)


def _alike(near: Node, far: Node) -> bool:
    """Whether the one is the other with the answers exchanged."""
    partner = dict(zip(("n", "-", "neg", "negative"), ("p", "+", "pos", "positive"), strict=True))

    def turned(n: Node) -> Node:
        other = partner.get(str(n.value)) if n.op in ("name", "hole", "text") else None
        return replace(n, value=other) if other else n

    return not _marks(near) & PULLED and rebuild(near, turned) == far
