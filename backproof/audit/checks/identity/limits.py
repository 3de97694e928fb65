"""Difference quotients: is ``lim (f(x + h) + f(x - h) - 2 f(x)) / h`` the derivative that it is said to be?

f is a fixed smooth function, so the derivative and the quotient both have values. ``f'(x) ≈ (f(x + h) - f(x - h)) / 2h`` is
taken as the limit for small h.
"""

from __future__ import annotations

import math

from ...match.values import Unsupported
from ...notation.tree import Node, walk
from .evaluator import Evaluator
from .letters import places
from .points import Point
from .verdict import Outcome

STEPS = {"h", "epsilon", "varepsilon", "delta", "Delta", "eps", "t"}
SEEDS = 3
NEAR = 0.02


def judge(left: Node, right: Node, relation: str) -> Outcome | None:
    """Both values if one side is a derivative of a function, the other a quotient of its differences, and they differ."""
    for derivative, quotient in ((left, right), (right, left)):
        limit = _limit(quotient, relation)
        slope = _slope(derivative, quotient)
        if limit is not None and slope is not None:
            found = _differ(slope, limit)
            return (
                found
                if found is None or derivative is left
                else Outcome("refuted", "", found.point, found.right, found.left)
            )
    return None


def holds(left: Node, right: Node, relation: str) -> bool:
    """Whether the quotient has the derivative as its limit."""
    limit, slope = _limit(right, relation), _slope(left, right)
    return limit is not None and slope is not None and _differ(slope, limit) is None


def _slope(node: Node, quotient: Node) -> Node | None:
    """The derivative with its function applied: ``f'(x)``, ``df/dx`` where the quotient applies f to one argument."""
    if node.op == "app" and node.args[0].op == "name" and "'" in node.args[0].marks and len(node.args) == 2:
        return node
    if node.op != "diff" or len(node.args) != 2 or node.args[1].op != "name" or node.sup:
        return None
    above, below = node.args
    if above.op == "app" and below in above.args[1:]:
        return node
    uses = {n.args[0] for n in walk(quotient) if n.op == "app" and len(n.args) == 2}
    return Node("diff", (Node("app", (above, below), "()"), below), node.value) if above in uses else None


def _limit(node: Node, relation: str) -> Node | None:
    """The quotient as a limit; its body must be a fraction of differences of one function."""
    if node.op == "big" and node.value == "lim" and len(node.sub) == 1 and not node.sup:
        return node if _quotient(node.args[0], node.sub[0].args[0] if node.sub[0].op == "rel" else None) else None
    if relation in ("approx", "simeq") and node.op == "frac":
        steps = [n for n in walk(node.args[1]) if n.op == "name" and n.value in STEPS]
        if steps and _quotient(node, steps[0]):
            to = Node("rel", (steps[0], Node("num", value="0")), ("rightarrow",))
            return Node("big", (node,), "lim", node.start, node.end, (to,))
    return None


def _quotient(body: Node, step: Node | None) -> bool:
    if step is None or body.op != "frac" or body.args[0].op != "add":
        return False
    heads = {n.args[0] for n in walk(body.args[0]) if n.op == "app" and n.args[0].op == "name"}
    return len(heads) == 1 and step in set(walk(body.args[0])) & set(walk(body.args[1]))


class Quotients(Evaluator):
    """Evaluates limits at zero numerically, and derivatives of named functions."""

    derivable = True

    def big(self, node: Node) -> float:
        if node.value != "lim":
            return super().big(node)
        to = node.sub[0]
        if (
            to.op != "rel"
            or to.value not in (("rightarrow",), ("to",))
            or to.args[0].op != "name"
            or to.args[1].op != "num"
        ):
            raise Unsupported("a limit elsewhere")
        key, target = self.key(to.args[0]), float(to.args[1].value)

        def at(step: float) -> float:
            self.overrides[key] = target + step
            return self.value(node.args[0])

        return 2 * at(1e-3) - at(2e-3)


def _differ(slope: Node, limit: Node) -> Outcome | None:
    functions = [{n.args[0].value for n in walk(t) if n.op == "app"} for t in (slope, limit)]
    if functions[0] != functions[1]:
        return None
    found: Outcome | None = None
    for seed in range(SEEDS):
        point = Point(2 * seed + 1, 3, places((slope, limit), 3, 1))
        try:
            a, b = Quotients(point).value(slope), Quotients(point).value(limit)
        except (Unsupported, ArithmeticError, ValueError, RecursionError):
            return None
        if math.isclose(a, b, rel_tol=NEAR, abs_tol=NEAR / 10):
            return None
        found = found or Outcome("refuted", "", point, a, b)
    return found


__all__ = ["judge"]
