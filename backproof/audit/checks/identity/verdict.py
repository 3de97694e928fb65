"""Do two sides agree at every point, under some assumption, or at none?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import combinations
from typing import Any

from ...match.values import Unsupported
from ...notation.tree import Node, walk
from ...records import entity
from .definitions import Definitions
from .evaluator import KNOWN, Evaluator
from .guards import asks, incomparable, unfit
from .letters import bound, ends, indices, multiplied, places
from .matrices import noncommuting
from .points import Assumption, Key, Point

SEEDS = 6
NEEDED = 3
STILL = 1e-4  # relatively; see `same`
VANISHING = (
    1e-7  # below this, values are the same: a difference of equal terms, or a quotient of differences, is no zero
)
ROUNDED = 1e-2  # relatively, of numbers with decimals
LABELS = {"y", "t", "d", "z", "b", "m", "r", "c", "s"}
TIMES = {"t", "tau", "s"}
SIZES = {"n", "m", "N", "M", "K", "C", "T", "B", "D", "V", "d", "k", "L", "S", "J"}


@entity
class Outcome:
    """``kind`` is "holds", "assumes" (and what), "refuted" (and where) or "unknown" (and why)."""

    kind: str
    why: str = ""
    point: Point | None = None
    left: float = 0.0
    right: float = 0.0
    at: dict[Key, float] = field(default_factory=dict)


def judge(left: Node, right: Node, definitions: Definitions) -> Outcome:
    """First as it stands, then with the definitions of the section, then under what a text may take for granted."""
    left, right = multiplied(left, right)
    why = unfit((left, right))
    if why:
        return Outcome("unknown", why)
    if asks((left, right), definitions.function):
        return Outcome("unknown", "a property of a function")
    outcomes = [_compare(left, right, Definitions(), Assumption())]
    if outcomes[0].kind == "refuted" and asks((left, right), Definitions().function):
        outcomes = [Outcome("unknown", "a property of a function that is defined")]
    if outcomes[0].kind != "holds" and (definitions.names or definitions.functions):
        outcomes.append(_compare(left, right, definitions, Assumption()))
    final = min(outcomes, key=lambda o: ("holds", "refuted", "unknown").index(o.kind))
    if final.kind == "holds" and outcomes[0] is final:
        return _ordered(left, right, final)
    if final.kind != "refuted":
        return final
    decimals = any(n.op == "num" and "." in str(n.value) for side in (left, right) for n in walk(side))
    if decimals and math.isclose(final.left, final.right, rel_tol=ROUNDED):
        return Outcome("unknown", "a rounded number")
    used = Definitions() if outcomes[0].kind == "refuted" else definitions
    excuse = _excuse(left, right, [used, definitions])
    return Outcome("assumes", excuse) if excuse else final


def plainly(left: Node, right: Node, definitions: Definitions) -> bool:
    """Whether the sides agree at every point without any assumption."""
    left, right = multiplied(left, right)
    if unfit((left, right)) or asks((left, right), definitions.function):
        return False
    used = [Definitions(), definitions] if definitions.names or definitions.functions else [Definitions()]
    return any(_holds(left, right, d, Assumption()) for d in used)


def _ordered(left: Node, right: Node, held: Outcome) -> Outcome:
    """An identity of numbers, tried on matrices."""
    differ = noncommuting(left, right)
    if differ is None:
        return held
    place = max(_entries(differ), key=lambda k: abs(float(differ[0][k] - differ[1][k])))
    return Outcome("refuted", "order", None, float(differ[0][place]), float(differ[1][place]))


def _entries(differ: tuple[Any, Any]) -> list[tuple[int, int]]:
    """The places of the entries of a matrix."""
    rows, columns = differ[0].shape
    return [(i, j) for i in range(rows) for j in range(columns)]


def _holds(left: Node, right: Node, definitions: Definitions, assumption: Assumption) -> bool:
    """Whether the sides agree at every point: the first at which they differ says that they do not."""
    return _compare(left, right, definitions, assumption, refuting=False).kind == "holds"


def _compare(
    left: Node, right: Node, definitions: Definitions, assumption: Assumption, refuting: bool = True
) -> Outcome:
    """Values at several points. All must differ for a refutation, where one is asked for, all agree for an identity."""
    differ: Outcome | None = None
    agree = seen = 0
    both: list[tuple[float, float]] = []
    why = ""
    values: set[float] = set()
    rounding = printed(right) if right.op == "num" else 0.0
    derivative = any(n.op == "diff" for n in walk(left)) and not definitions.names
    rule = _rule_of_derivation(left, right)
    for seed in range(3 * SEEDS):
        if seed >= SEEDS and not 0 < seen < NEEDED:
            break  # further points only where most lie outside the domain
        point = _point(left, right, definitions, seed, assumption)
        first, second = Evaluator(point, definitions), Evaluator(point, definitions)
        first.derivable = second.derivable = rule
        try:
            a, b = first.value(left), second.value(right)
        except Unsupported as error:
            return Outcome("unknown", str(error))
        except (ArithmeticError, ValueError, RecursionError) as error:
            why = str(error)
            continue
        if not (math.isfinite(a) and math.isfinite(b)):
            continue
        seen += 1
        if right.op != "num" and first.touched and second.touched:
            both.append((a, b))
        values |= {point.number(k) for k in first.touched | second.touched if k[0] in assumption.bases}
        if same(a, b) or abs(a - b) <= rounding:
            agree += 1
        elif not refuting:
            return Outcome("unknown", "differs at some point")
        elif differ is None:
            reason = incomparable(first, second, derivative) or (
                not rule and _unknown_slope(left, right, first, second)
            )
            if reason:
                return Outcome("unknown", reason)
            at = {k: point.number(k) for k in sorted(first.touched | second.touched, key=repr)}
            differ = Outcome("refuted", "", point, a, b, at)
    if seen < NEEDED:
        return Outcome("unknown", why or "no values")
    if differ is None and both and not assumption.kind and _blunt(both):
        return Outcome("unknown", "both sides hardly move")
    if differ is None:
        trivial = assumption.kind in ("binary", "sign") and len(values) < 2
        return Outcome("unknown", "one value only") if trivial else Outcome("holds")
    return differ if not agree else Outcome("unknown", "equal at some points")


def _blunt(both: list[tuple[float, float]]) -> bool:
    """Whether the sides, which speak of free names, vanish or stand still at all points: so would others (σ of σ of σ …)."""
    values = [value for pair in both for value in pair]
    low, high = min(values), max(values)
    return max(abs(low), abs(high)) <= VANISHING or high - low <= STILL * max(abs(low), abs(high))


def _rule_of_derivation(left: Node, right: Node) -> bool:
    """``\\frac{d}{dx} [f(x) g(x)] = f'(x) g(x) + …``: what is made of any functions, and their own derivatives."""
    if left.op != "diff" or len(left.args) != 2 or left.sub or left.sup or not _of_functions(left.args[0]):
        return False
    primed = {n.args[0].value: n.args[0].marks for n in walk(right) if n.op == "app" and n.args[0].marks}
    applied = {n.args[0].value for n in walk(left) if n.op == "app" and n.args[0].value not in KNOWN}
    moving = left.args[1].value in TIMES and not applied <= set(primed)  # where the motion may say what is left out
    return bool(primed) and set(primed.values()) == {"'"} and not moving


def _of_functions(body: Node) -> bool:
    """An expression of functions that nobody knows, more than one of them alone."""
    inner = body.args[0] if body.op == "group" else body
    applied = [n for n in walk(inner) if n.op == "app" and n.args[0].op == "name"]
    nested = inner.op == "app" and any(n.op == "app" for a in inner.args[1:] for n in walk(a))
    return bool(applied) and (inner.op in ("mul", "frac", "add", "pow") or nested)


def _unknown_slope(left: Node, right: Node, first: Evaluator, second: Evaluator) -> str:
    """A derivative says something of a function that only the text defines."""
    derived = any(n.op == "diff" for side in (left, right) for n in walk(side))
    return "the derivative of an unknown function" if derived and first.applied | second.applied else ""


def printed(number: Node) -> float:
    """What a printed decimal may be off by: one and a half units of its last digit."""
    decimals = len(str(number.value).partition(".")[2])
    return 1.5 * 10.0**-decimals if decimals else 0.0


def same(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-5, abs_tol=VANISHING)


def _point(left: Node, right: Node, definitions: Definitions, seed: int, assumption: Assumption) -> Point:
    size = 3 + seed % 2
    letters = places((left, right, *definitions.trees()), size, seed // 2)
    if assumption.kind == "equal":
        free = indices(left) | indices(right)
        letters = {
            x: 1 + seed % size if x in free and x not in ends(left) | ends(right) else k for x, k in letters.items()
        }
    if assumption.kind == "sizes":
        letters |= dict.fromkeys(assumption.bases, size)
    return Point(seed, size, letters, assumption)


def _excuse(left: Node, right: Node, choices: list[Definitions]) -> str:
    """The assumption under which the sides agree after all, or ""."""
    for definitions in choices:
        for assumption in _assumptions(left, right, definitions):
            if _holds(left, right, definitions, assumption):
                return assumption.says or assumption.kind
    return ""


def _assumptions(left: Node, right: Node, definitions: Definitions) -> Iterator[Assumption]:
    trees = (left, right, *definitions.trees())
    yield Assumption("equal", says="equal indices")
    yield Assumption("tanh", says="σ = tanh")
    yield Assumption("log2", says="logarithms to base 2")
    yield Assumption("log10", says="logarithms to base 10")
    yield Assumption("delta", says="δ is no Kronecker delta")
    operands = {str(n.value) for t in trees for n in walk(t) if n.op == "name"}
    yield Assumption("sizes", frozenset(operands & SIZES - {x for t in trees for x in bound(t)}), "sizes")
    indexed = sorted({str(n.value) for t in trees for n in walk(t) if n.op == "name" and (n.sub or n.sup)})[:6]
    for count in (1, 2):
        for some in combinations(indexed, count):
            for kind in ("normalised", "one-hot"):
                yield Assumption(kind, frozenset(some), f"{', '.join(some)} {kind}")
    for base in sorted(operands & LABELS):
        for kind in ("binary", "sign"):
            yield Assumption(kind, frozenset({base}), f"{base} {kind}")
    for base in sorted(_vectors(trees))[:6]:
        yield Assumption("one", frozenset({base}), f"{base} of length one")


def _vectors(trees: Sequence[Node]) -> set[str]:
    """What may have the length one: all that a norm is of or that is transposed, and capitals beside it (``U Σ V^T``)."""
    marked = [m for t in trees for m in walk(t) if m.op in ("norm", "transpose")]
    found = {str(n.value) for m in marked for n in walk(m) if n.op == "name"}
    names = (str(n.value) for t in trees for n in walk(t) if n.op == "name" and marked)
    return found | {name for name in names if len(name) == 1 and name.isupper()}


__all__ = ["Outcome", "judge", "same"]
