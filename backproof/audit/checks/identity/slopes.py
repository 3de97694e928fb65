"""The chain rule with named functions: ``∂f(x, h, w)/∂w`` where h depends on w too.

Every partial derivative of a named function is a number of its own. ``∂f(…, w)/∂w`` may mean the direct derivative or the
total one (the direct one plus ``∂f/∂h · ∂h/∂w``); a link is refuted only if it is false under every such reading.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from ...match.values import Unsupported
from ...notation.tree import Node, operations, rebuild, walk
from ...records import entity
from .evaluator import Evaluator
from .letters import places
from .points import Key, Point, draw
from .verdict import Outcome

MOST = 6  # derivatives that have two readings
SEEDS = 3


@entity
class Slip:
    """A product of two derivatives that are parts of a sum; both factors."""

    direct: Node
    through: Node


class Slopes(Evaluator):
    """Evaluates with derivatives as free numbers; ``total`` holds the nodes that are read as total derivatives."""

    def __init__(self, point: Point, known: set[tuple[Node, Node]], total: set[int]) -> None:
        super().__init__(point)
        self.known, self.total = known, total

    def slope(self, node: Node) -> float:
        above, below = node.args
        if above.op == "name":
            return self.of_name(above, below)
        if above.op != "app" or above.args[0].op != "name":
            raise Unsupported("the derivative of something else")
        arguments = above.args[1:]
        parts = [0.0]
        for place, argument in enumerate(arguments):
            if argument == below:
                parts.append(self._part(above, place))
            elif id(node) in self.total and (argument, below) in self.known:
                parts.append(self._part(above, place) * self.of_name(argument, below))
        if len(parts) == 1:
            raise Unsupported("the derivative by something else")
        return math.fsum(parts)

    def _part(self, above: Node, place: int) -> float:
        where = tuple(self.key(a) if a.op == "name" else repr(a) for a in above.args[1:])
        return draw(2 * self.point.seed + 1, ("slope", self.key(above.args[0]), where, place))

    def of_name(self, name: Node, by: Node) -> float:
        if name == by:
            return 1.0
        key: tuple[Key, Key] = (self.key(name), self.key(by))
        return draw(2 * self.point.seed + 1, ("slope", key))

    def diff(self, node: Node) -> float:
        return self.slope(node)

    def value(self, node: Node) -> float:
        return self.slope(node) if node.op == "diff" else super().value(node)


def prepared(tree: Node) -> Node:
    """``∂_w f(…)`` as ``∂f(…)/∂w``, and a bare f as the application that the statement shows."""
    if not operations(tree) & {"app", "diff"}:
        return tree
    tree = rebuild(tree, _operator)
    applications: dict[Node, list[Node]] = {}
    for node in walk(tree):
        if node.op == "app" and node.args[0].op == "name":
            applications.setdefault(node.args[0], []).append(node)

    def fill(node: Node) -> Node:
        if node.op == "diff" and len(node.args) == 2 and len(set(applications.get(node.args[0], ()))) == 1:
            return Node("diff", (applications[node.args[0]][0], node.args[1]), node.value, node.start, node.end)
        return node

    return rebuild(tree, fill)


def _operator(node: Node) -> Node:
    head = node.args[0] if node.op == "app" and len(node.args) == 2 else None
    if head is None or head.op != "name" or head.value != "partial" or len(head.sub) != 1 or head.sup:
        return node
    return Node("diff", (node.args[1], head.sub[0]), "partial", node.start, node.end)


def judge(left: Node, right: Node) -> Outcome | None:
    """The values of both sides if no reading of their derivatives makes them equal."""
    sides = (left, right)
    if any(not _single(n) for t in sides for n in walk(t) if n.op == "diff"):
        return None
    direct = [n for t in sides for n in walk(t) if n.op == "diff" and n.args[0].op == "app"]
    if not all(any(n.op == "diff" for n in walk(t)) for t in sides) or not direct or _bare(left) or _bare(right):
        return None
    forms = {(n.args[0].args[0], n.args[0].args) for n in direct}
    if len(forms) > len({head for head, _ in forms}):
        return None  # one function at several places
    known = {(n.args[0], n.args[1]) for t in sides for n in walk(t) if n.op == "diff" and n.args[0].op == "name"}
    two = [n for n in direct if any((a, n.args[1]) in known for a in n.args[0].args[1:])][: MOST + 1]
    if len(two) > MOST:
        return None
    first: Outcome | None = None
    for chosen in product((False, True), repeat=len(two)):
        total = {id(n) for n, yes in zip(two, chosen, strict=True) if yes}
        outcome = _values(left, right, known, total)
        if outcome is None:
            return None
        first = first or outcome
    return first


def _single(node: Node) -> bool:
    plain = len(node.args) == 2 and not (node.sub or node.sup) and node.value in ("partial", "d")
    return plain and node.args[1].op == "name"


def _bare(side: Node) -> bool:
    """The derivative of a name alone: its value is what the other side says."""
    return side.op == "diff" and side.args[0].op == "name"


def _values(left: Node, right: Node, known: set[tuple[Node, Node]], total: set[int]) -> Outcome | None:
    found: Outcome | None = None
    for seed in range(SEEDS):
        point = Point(seed, 3, places((left, right), 3, 1))
        first, second = Slopes(point, known, total), Slopes(point, known, total)
        try:
            a, b = first.value(left), second.value(right)
        except (Unsupported, ArithmeticError, ValueError, RecursionError):
            return None
        if {k[0] for k in first.touched} != {k[0] for k in second.touched} or math.isclose(a, b, rel_tol=1e-9):
            return None
        found = found or Outcome("refuted", "chain", point, a, b)
    return found


def slips(tree: Node) -> Iterator[Slip]:
    """Products of ``∂_w g(h, w)`` and ``∂_w h``: two contributions to one derivative, which are added."""
    for node in walk(tree):
        if node.op != "mul":
            continue
        parts = [a for a in node.args if a.op == "diff" and len(a.args) == 2]
        for direct in parts:
            inner, by = direct.args
            if inner.op != "app" or by not in inner.args[1:]:
                continue
            for through in parts:
                link, other = through.args
                if other == by and link != by and link in inner.args[1:] and not _derived(parts, inner, link):
                    yield Slip(direct, through)


def _derived(parts: list[Node], inner: Node, link: Node) -> bool:
    return any(p.args[0] == inner and p.args[1] == link for p in parts)
