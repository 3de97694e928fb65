"""Bounds of functions that everybody knows: ``tanh'(x) < 1``, a cosine in [0, 1].

Only bounds that cannot be a condition are judged: of a derivative of a known function, and of the cosine of two vectors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ...match.values import Unsupported, function_name
from ...notation.tree import Node, walk
from ...records import record
from .evaluator import KNOWN, Evaluator
from .letters import places
from .points import Key, Point, draw
from .verdict import Outcome

PLACES = (0.0, 0.25, -0.25, 0.7, -0.7, 1.5, -1.5, 3.0, -3.0)
SIGNS = {"<": -1, "leq": -1, "leqslant": -1, "le": -1, ">": 1, "geq": 1, "geqslant": 1, "ge": 1}
POSITIVE = pattern(r"non-?negative|positive|frequenc|counts?\b|tf-?idf|非负|正数|频", re.I)


@record
class Signed(Point):
    """A point where half of the names are negative."""

    def number(self, key: Key) -> float:
        return super().number(key) * (1 if draw(self.seed, ("sign", key)) > 0.5 else -1)


def judge(left: Node, relation: str, right: Node, context: str) -> Outcome | None:
    """A place where the bound is broken; ``right`` of the outcome is the bound."""
    if relation == "in":
        return _range(left, right, context)
    if relation in SIGNS and right.op in ("num", "frac", "neg") and not any(n.op == "name" for n in walk(right)):
        return _derivative(left, relation, right)
    return None


def _derivative(left: Node, relation: str, right: Node) -> Outcome | None:
    """A bound of σ', tanh' …: broken at one place of the line."""
    variables = _slope(left)
    if variables is None:
        return None
    strict = relation in ("<", ">")
    for x in PLACES:
        world = Evaluator(Point(1, 3, {}))
        key = world.key(variables)
        world.overrides[key] = x
        try:
            value, bound = world.value(left), world.value(right)
        except (Unsupported, ArithmeticError, ValueError):
            return None
        gap = (value - bound) * SIGNS[relation]
        if gap < -1e-6 or (strict and abs(gap) < 1e-9):
            return Outcome("refuted", "bound", None, value, bound, {key: x})
    return None


def _slope(left: Node) -> Node | None:
    """x of ``f'(x)`` or ``d f(x)/dx`` for a known function f."""
    if left.op == "abs":
        return _slope(left.args[0])
    if left.op == "app" and len(left.args) == 2 and left.args[0].op == "name" and left.args[0].marks == "'":
        known = function_name(left.args[0]) in KNOWN and left.args[1].op == "name"
        return left.args[1] if known else None
    if left.op == "diff" and len(left.args) == 2 and left.args[0].op == "app":
        known = function_name(left.args[0].args[0]) in KNOWN and left.args[0].args[1:] == left.args[1:]
        return left.args[1] if known else None
    return None


def _range(left: Node, right: Node, context: str) -> Outcome | None:
    """The cosine of two vectors with components of both signs."""
    ends = _ends(right)
    if ends is None or not _cosine(left) or POSITIVE.search(context):
        return None
    found: Outcome | None = None
    for seed in range(8):
        point = Signed(seed, 3, places((left,), 3, 1))
        world = Evaluator(point)
        try:
            value = world.value(left)
        except (Unsupported, ArithmeticError, ValueError):
            return None
        if not ends[0] - 1e-9 <= value <= ends[1] + 1e-9:
            at = {k: point.number(k) for k in sorted(world.touched, key=repr)}
            bound = ends[0] if value < ends[0] else ends[1]
            found = found or Outcome("refuted", "bound", point, value, bound, at)
    return found


def _ends(node: Node) -> tuple[float, float] | None:
    parts: tuple[Node, ...] = ()
    if node.op == "group" and node.value in ("[]", "()") and node.args[0].op == "seq":
        parts = node.args[0].args
    elif node.op == "interval":
        parts = node.args
    try:
        low, high = (Evaluator(Point(0, 3, {})).value(p) for p in parts)
    except (Unsupported, ValueError, ArithmeticError):
        return None
    return (low, high) if math.isfinite(low + high) else None


def _cosine(node: Node) -> bool:
    """A quotient of a sum of products by the roots of two sums of squares."""
    if node.op != "frac":
        return False
    roots = [n for n in walk(node.args[1]) if n.op == "root" and n.args[0].op == "big"]
    above = node.args[0]
    products = above.op == "big" and above.value == "sum" and above.args[0].op == "mul"
    return products and len(roots) == 2 and all(_squares(r.args[0].args[0]) for r in roots)


def _squares(node: Node) -> bool:
    return node.op == "pow" and node.args[1] == Node("num", value="2") and node.args[0].op == "name"


def bounded(tree: Node) -> Iterator[tuple[Node, str, Node]]:
    """The links of a chain that state a bound, turned so that the bound is on the right."""
    if tree.op == "rel":
        for left, relation, right in zip(tree.args, tree.value, tree.args[1:], strict=False):
            yield left, str(relation), right
