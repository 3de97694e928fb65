"""Learning rates stay where their names say, and the variance of first weights falls with the number of inputs.

A schedule between ``η_min`` and ``η_max`` lies between them from its first step to its last (Loshchilov and Hutter 2017, eq. 5;
Smith 2017); one that decays from ``η_0`` is never above it nor below zero. ``Var(W) = c / n`` keeps the variance of a layer's sums
whatever its width (LeCun et al. 1998; Glorot and Bengio 2010; He et al. 2015), so twice the inputs mean half the variance.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..match.values import Unsupported
from ..notation.tree import Node, script_nodes, walk
from . import Case
from .identity import source
from .identity.evaluator import Evaluator
from .identity.points import Key, Point

RATES = {"eta", "alpha", "lr", "epsilon"}
CONSTANTS = {"gamma", "beta", "k", "lambda", "d", "r", "p"}  # between zero and one
CLOCKS = {"t", "n", "T", "N", "s", "S"}
DECAYS = pattern(r"decay|anneal|衰减|退火|dynamic learning|动态学习", re.IGNORECASE)
GROWS = pattern(r"warm.?up|increas|grow|finder|range test|one.?cycle|cyclic|预热|热身|增大|增加|上升", re.IGNORECASE)
SCHEDULES = pattern(r"decay|anneal|schedul|cosine|衰减|退火|调度|余弦", re.IGNORECASE)
BATCH = pattern(r"scaling rule|batch size|large.?batch|批量大小|批大小", re.IGNORECASE)
DRAWN = pattern(r"init|xavier|glorot|kaiming|\bhe\b|lecun|初始化", re.IGNORECASE)
OTHER_SCALE = pattern(r"\bmup\b|μp|gpt-?2|depth|fixup|orthogonal|embedding|深度|正交", re.IGNORECASE)
SIZES = {"n", "fan", "N", "d", "m"}
END = 8.0
TINY = 1e-9
TIMES = (1.0, 2.0, 3.5, 5.0, 7.0, END)


def check(case: Case) -> Iterator[Finding]:
    """BP132 for a rate that leaves its range, BP133 for a variance that does not halve with twice the inputs."""
    for line in case.note.lines:
        if len(line.rights) == 1 and line.span() not in case.flagged:
            yield from _rate(line)
            yield from _batch(line)
            yield from _variance(line)


# ---- rates


def _rate(line: Line) -> Iterator[Finding]:
    """Out of its range at some step, or growing along the half wave of an annealing; a ramp may lead up to it."""
    ends = _ends(line) if _scheduled(line.left) else None
    right = line.rights[0]
    wave = any(n.op == "name" and n.value in ("cos", "sin") for n in walk(right))
    falls = wave and DECAYS.search(line.context) is not None and GROWS.search(line.context) is None
    if ends is None:
        return
    for world in _worlds(right, ends):
        found = [(values, value) for values in world for value in [_value(right, values)] if value is not None]
        last = math.inf
        for values, value in found:
            low, high = (values[_key(e)] if e is not None else 0.0 for e in ends)
            above = value > high + TINY and (
                ends[0] is not None or value > last
            )  # ``2 η_0 / √t`` has a scale of its own
            if value < low - TINY or above or (falls and value > last + TINY):
                yield _out_of_range(line, values, value, ends)
                return
            last = value


def _out_of_range(line: Line, values: dict[Key, float], value: float, ends: Sequence[Node | None]) -> Finding:
    right = line.rights[0]
    shown = {source(line, n): values[_key(n)] for n in _names(right)}
    low, high = (source(line, e) if e is not None else "0" for e in ends)
    point = ", ".join(f"{name} = {number:g}" for name, number in shown.items())
    fields = {"written": source(line, right), "value": f"{value:.4g}", "point": point, "low": low, "high": high}
    return Finding("BP132", line.span(), fields, {"kind": "counterexample", "at": shown, "value": round(value, 6)})


def _scheduled(left: Node) -> bool:
    """``η_t``, ``η(t)``."""
    head = left.args[0] if left.op == "app" and len(left.args) == 2 else left
    timed = left.args[1:] if left.op == "app" else left.sub
    return head.op == "name" and head.value in RATES and len(timed) == 1 and script_text(timed[0]) in ("t", "n")


def _ends(line: Line) -> tuple[Node | None, Node] | None:
    """The least and the greatest rate that the right side names; the least is zero where it only decays from the first."""
    rates = {_label(n): n for n in _names(line.rights[0]) if n.value in RATES}
    for low, high in (("min", "max"), ("T", "0")):
        if set(rates) == {low, high} and (low == "min" or SCHEDULES.search(line.context)):
            return rates[low], rates[high]
    decays = DECAYS.search(line.context) is not None and GROWS.search(line.context) is None
    return (None, rates["0"]) if set(rates) == {"0"} and decays else None


def _label(name: Node) -> str:
    return "".join(map(script_text, name.sub)).strip("\\")


def _names(tree: Node) -> list[Node]:
    """The quantities of a tree, each once; π and e are none."""
    heads = {id(n.args[0]) for n in walk(tree) if n.op == "app"} | set(map(id, script_nodes(tree)))
    found = (n for n in walk(tree) if n.op == "name" and id(n) not in heads and n.value not in ("pi", "e"))
    return list(dict.fromkeys(found))


def _key(name: Node) -> Key:
    return Evaluator(Point(0, 3, {})).key(name)


def _worlds(right: Node, ends: tuple[Node | None, Node]) -> Iterator[list[dict[Key, float]]]:
    """What the names may stand for, step by step to the last: one end, constants between zero and one."""
    names = _names(right)
    rates = [n for n in names if n.value in RATES]
    constants = [n for n in names if n.value in CONSTANTS and not n.sub]
    clocks = [n for n in names if n.value in CLOCKS]
    running = [n for n in clocks if (n.value in ("t", "n") and not n.sub) or _label(n) == "cur"]
    last = [n for n in clocks if n not in running]
    if len(running) != 1 or len(last) > 1 or len(rates) + len(constants) + len(clocks) != len(names):
        return
    for share in (0.2, 0.7):
        fixed = {_key(n): share for n in constants} | {_key(n): END for n in last}
        fixed |= {_key(e): v for e, v in zip(ends, (0.1, 0.6), strict=True) if e is not None}
        yield [fixed | {_key(running[0]): time} for time in TIMES]


class Numbers(Evaluator):
    """Numbers alone: the greater and the smaller of two have a value, too."""

    def value(self, node: Node) -> float:
        if node.op == "app" and len(node.args) == 3 and not node.sub and node.args[0].value in ("max", "min"):
            both = [self.value(a) for a in node.args[1:]]
            return max(both) if node.args[0].value == "max" else min(both)
        return super().value(node)


def _value(tree: Node, values: dict[Key, float]) -> float | None:
    world = Numbers(Point(0, 3, {}))
    world.overrides.update(values)
    try:
        return world.value(tree)
    except (Unsupported, ArithmeticError, ValueError):
        return None


def _batch(line: Line) -> Iterator[Finding]:
    """``η = η_0 B / B_0``: with the batch that η_0 was found for the rate is η_0, and with a greater one it is greater."""
    right, names = line.rights[0], _names(line.rights[0])
    rates = [n for n in names if n.value in RATES]
    sizes = {_label(n): n for n in names if n.value in ("B", "b", "N", "n")}
    if not BATCH.search(line.context) or line.left.value not in RATES or len(names) != len(rates) + len(sizes):
        return
    if len(rates) > 1 or not (sizes.keys() >= {"", "0"} and len(sizes) == 2):
        return
    rate = {_key(n): 0.1 for n in rates}
    at = [rate | {_key(sizes[""]): size, _key(sizes["0"]): 4.0} for size in (4.0, 8.0)]
    same, double = (_value(right, values) for values in at)
    if same is not None and double is not None and (abs(same - 0.1) > TINY or double <= same):
        values, value = (at[0], same) if abs(same - 0.1) > TINY else (at[1], double)
        yield _out_of_range(line, values, value, (rates[0], rates[0]) if rates else (None, line.left))


# ---- first weights


def _variance(line: Line) -> Iterator[Finding]:
    right = line.rights[0]
    names = _names(right)
    if not _squared(line.left) or not DRAWN.search(line.context) or OTHER_SCALE.search(line.context) or not names:
        return
    if any(n.value not in SIZES or not n.sub for n in names):
        return
    once, twice = (_value(right, {_key(n): size for n in names}) for size in (3.0, 6.0))
    if once is None or twice is None or not once or abs(twice / once - 0.5) < 1e-9:
        return
    fields = {"written": source(line, right), "factor": f"{twice / once:.4g}"}
    yield Finding("BP133", line.span(), fields, {"kind": "scaling", "factor": round(twice / once, 6)})


def _squared(left: Node) -> bool:
    """``σ^2``, ``Var(W)``."""
    if left.op == "app":
        return left.args[0].value in ("Var", "var", "V") and len(left.args) == 2 and left.args[1].value in ("W", "w")
    return left.op == "pow" and left.args[0].value == "sigma" and left.args[1] == Node("num", value="2")
