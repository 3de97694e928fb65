"""Two sides that differ by a factor: one name that was lost on the way, or a number.

Where the sides speak of the same things but for one name, and their quotient is that name at every point, the name was lost.
Where sides said to be about equal have one and the same quotient everywhere, that quotient must be about one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...match.values import Unsupported
from ...notation.tree import Node, operations, walk
from .definitions import Definitions
from .evaluator import Evaluator
from .guards import unfit
from .letters import multiplied, places
from .points import Key, Point
from .verdict import LABELS, Outcome, same

SEEDS = 6
LOOSE = 0.05


def judge(left: Node, right: Node, about: bool) -> Outcome | None:
    """The sides at a point if a factor is lost (``at`` holds its value first), or if they are proportional but far apart."""
    left, right = multiplied(left, right)
    if unfit((left, right)) or any(n.op == "diff" for t in (left, right) for n in walk(t)):
        return None
    if ("norm" in operations(left)) != ("norm" in operations(right)):
        return None  # of vectors: a unit vector has no value of its own
    values = list(_values(left, right))
    if len(values) < SEEDS - 1:
        return None
    slack = rounding(left) + rounding(right) + 1e-9
    keys = values[0][2], values[0][3]
    differing = keys[0] ^ keys[1]
    if len(differing) == 1 and keys[0] & keys[1] and next(iter(differing))[0] not in LABELS:
        return _lost(next(iter(differing)), values, slack)
    if about and keys[0] == keys[1] and keys[0]:
        return _apart(values, slack)
    return None


def _values(left: Node, right: Node) -> Iterator[tuple[float, float, set[Key], set[Key], Point]]:
    for seed in range(SEEDS):
        point = Point(seed, 3 + seed % 2, places((left, right), 3 + seed % 2, seed // 2))
        first, second = Evaluator(point, Definitions()), Evaluator(point, Definitions())
        try:
            a, b = first.value(left), second.value(right)
        except Unsupported:
            return
        except (ArithmeticError, ValueError, RecursionError):
            continue
        if first.applied or second.applied or not (a and b and math.isfinite(a) and math.isfinite(b)):
            return
        yield a, b, first.touched, second.touched, point


def _lost(key: Key, values: list[tuple[float, float, set[Key], set[Key], Point]], slack: float) -> Outcome | None:
    a, b, _, _, point = values[0]
    for power in (1, -1):
        if all(math.isclose(x / y, p.number(key) ** power, rel_tol=slack) for x, y, _, _, p in values):
            at = {key: point.number(key)} | {k: point.number(k) for k in sorted(values[0][2] | values[0][3], key=repr)}
            return Outcome("refuted", "factor", point, a, b, at)
    return None


def _apart(values: list[tuple[float, float, set[Key], set[Key], Point]], slack: float) -> Outcome | None:
    ratios = [a / b for a, b, *_ in values]
    a, b, keys, _, point = values[0]
    if all(same(r, ratios[0]) for r in ratios) and abs(ratios[0] - 1) > LOOSE + 2 * slack:
        return Outcome("refuted", "proportional", point, a, b, {k: point.number(k) for k in sorted(keys, key=repr)})
    return None


def rounding(tree: Node) -> float:
    """How far the printed decimals of a tree may be off, relatively."""
    off = 0.0
    for node in walk(tree):
        if node.op == "num" and "." in str(node.value) and float(node.value):
            off += 1.5 * 10.0 ** -len(str(node.value).partition(".")[2]) / abs(float(node.value))
    return off
