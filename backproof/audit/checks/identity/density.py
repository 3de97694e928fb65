"""Does a density integrate to one? Gaussians in any number of dimensions, exponentials, binomial and Poisson probabilities.

The right side is evaluated as a function of its variable. If its logarithm is a quadratic with a minimum curvature it is a
Gaussian of that variance, whose greatest value is fixed: ``(2π)^{-k/2} |Σ|^{-1/2}``. Counts are summed over all their values.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from backproof.lazy import pattern

from ...match.values import Unsupported, function_name
from ...notation.tree import Node, rebuild, walk
from . import families
from .evaluator import Evaluator
from .families import Mass, exponential
from .integrals import integral
from .letters import letter_of, multiplied, places
from .points import Key, Point

SEEDS = 4
HEADS = {"N", "p", "f", "q", "P", "g", "h", "Pr", "phi", "varphi", "mathcal{N}", "Bin", "Binom", "Binomial"}
EXPONENTIAL = pattern(r"exponential (distribution|density|random)|指数分布|指数型分布", re.I)
IDENTITY = Node("name", value="I")
CONSTANTS = {"C", "Z", "A", "K"}
MATRIX = {"Sigma", "Lambda", "C", "K", "S", "V"}


def judge(left: Node | None, right: Node, context: str) -> Mass | None:
    """The total mass if it is not one, else None. Without a left side only a distribution that the text names is judged."""
    (right,) = multiplied(_covariance(right))
    if _scaled(right) or (left is not None and _joint(left)):
        return None
    try:
        if left is not None:
            return _gaussian(left, right) or _counted(left, right) or _of_a_family(left, right)
        return _exponential(right) if EXPONENTIAL.search(context) else None
    except (Unsupported, ArithmeticError, ValueError, RecursionError):
        return None


def _scaled(right: Node) -> bool:
    """``C e^{-…}``: a constant that makes the mass one, whatever that takes."""
    factors = [f for f in right.args if f.op == "name"] if right.op == "mul" else []
    often = Counter(n for n in walk(right) if n.op == "name")
    return any(f.value in CONSTANTS and often[f] == 1 for f in factors)


def _joint(left: Node) -> bool:
    """``f(x, σ²; μ, λ)``: a density of several variables, of which the mass over one is none."""
    first = left.args[1] if left.op == "app" and len(left.args) == 2 else left
    return first.op == "seq" and first.value == ";" and first.args[0].op == "seq"


def normalised(left: Node, right: Node) -> bool:
    """Whether the right side has a total mass, and it is one."""
    (right,) = multiplied(_covariance(right))
    try:
        whole = _recognised(left, right) and judge(left, right, "") is None
        return whole or families.normalised(left, right, _of_first(left))
    except (Unsupported, ArithmeticError, ValueError, RecursionError):
        return False


def _of_a_family(left: Node, right: Node) -> Mass | None:
    return families.judge(left, right, _of_first(left)) if left.op == "app" and left.args[0].op == "name" else None


def _of_first(left: Node) -> Node | None:
    """The first argument of a function of whatever name, or the value that is asked for in ``P(X = k)``."""
    if left.op != "app" or left.args[0].op != "name":
        return None
    first = left.args[1]
    while first.op in ("seq", "cond", "rel") and first.args:
        first = first.args[-1] if first.op == "rel" else first.args[0]
    return first if first.op == "name" else None


def _recognised(left: Node, right: Node) -> bool:
    """A Gaussian shape or a count, so that silence means a mass of one."""
    variable = _variable(left)
    if _count(left, right) is not None:
        return True
    logarithm = left.op == "app" and function_name(left.args[0]) == "log"
    names = [n for n in walk(right) if n.op == "name" and variable is not None and replace(n, accents=()) == variable]
    return (
        bool(names)
        and "pi" in {n.value for n in walk(right)}
        and _mass(names[0], right, logarithm, 1, _sizes(right)) is not None
    )


def stated(left: Node, right: Node, context: str) -> Mass | None:
    """For a whole statement, with the distributions that the text names."""
    found = judge(left, right, context)
    if found is None and left.op == "app" and EXPONENTIAL.search(context) and _variable(left) is not None:
        found = judge(None, right, context)
    return found


def _covariance(tree: Node) -> Node:
    """A summation sign that sums nothing is the letter Σ."""

    def change(node: Node) -> Node:
        if node.op == "cond":
            return _bars(node)
        if node.op != "big" or node.value != "sum" or node.sub:
            return node
        letter = Node("name", value="Sigma", start=node.start, end=node.end)
        if node.args[0].op == "hole":
            return letter
        if len(node.sup) == 1 and node.sup[0].op == "neg":
            return Node("mul", (Node("pow", (letter, node.sup[0])), node.args[0]), ("",), node.start, node.end)
        return node

    return rebuild(tree, change)


def _bars(node: Node) -> Node:
    """``a|Σ|`` and ``a|Σ|^{1/2}`` read as two conditions: a determinant."""
    left, last = node.args
    if node.value != "|" or left.op != "cond" or left.value != "|" or left.args[1].op != "name":
        return node
    bar: Node = Node("abs", (left.args[1],), None, left.args[1].start, node.end)
    if last.op == "pow" and last.args[0].op == "hole":
        bar = Node("pow", (bar, last.args[1]))
    elif last.op != "hole":
        return node
    return Node("mul", (left.args[0], bar), ("",), node.start, node.end)


class Densities(Evaluator):
    """Evaluates with a covariance v I in m dimensions, so ``|Σ|`` is v^m; ``sizes`` are the letters of the dimension."""

    def __init__(self, point: Point, dimension: int, sizes: frozenset[str]) -> None:
        super().__init__(point)
        self.dimension, self.sizes = dimension, sizes

    def name(self, node: Node) -> float:
        if letter_of(node) in self.sizes:
            return float(self.dimension)
        return super().name(node)

    def value(self, node: Node) -> float:
        if _determinant(node):
            inner = node.args[-1]
            return super().value(inner) ** self.dimension
        if node.op == "name" and node.value == "e" and not node.sub:
            return math.e
        return super().value(node)


def _determinant(node: Node) -> bool:
    inner = node.args[-1] if node.args else node
    matrix = (inner.op == "name" and inner.value in MATRIX) or any(n == IDENTITY for n in walk(inner))
    if node.op == "abs":
        return matrix and not node.sup
    return node.op == "app" and matrix and len(node.args) == 2 and function_name(node.args[0]) == "det"


def _variable(left: Node) -> Node | None:
    """x of ``p(x)``, ``N(x; μ, Σ)``, ``p(x | y)``, ``\\log p(x)``."""
    if left.op == "app" and function_name(left.args[0]) == "log" and len(left.args) == 2:
        return _variable(left.args[1])
    if left.op != "app" or left.args[0].op != "name" or left.args[0].value not in HEADS:
        return None
    return _of_first(left)


def _sizes(tree: Node) -> frozenset[str]:
    """Letters of the dimension: exponents of 2π, alone or halved, and what its logarithm is multiplied by."""
    found: set[str] = set()
    for node in walk(tree):
        if node.op == "pow" and any(n.op == "name" and n.value == "pi" for n in walk(node.args[0])):
            found |= {x for n in walk(node.args[1]) if n.op == "name" for x in [letter_of(n)] if x}
        if node.op == "mul" and any(_logarithm_of_pi(f) for f in node.args):
            others = (n for f in node.args if not _logarithm_of_pi(f) for n in walk(f) if n.op == "name")
            found |= {x for n in others for x in [letter_of(n)] if x}
    return frozenset(found)


def _logarithm_of_pi(node: Node) -> bool:
    return node.op == "app" and function_name(node.args[0]) == "log" and any(n.value == "pi" for n in walk(node))


def _gaussian(left: Node, right: Node) -> Mass | None:
    variable = _variable(left)
    names = {str(n.value) for n in walk(right) if n.op == "name"}
    if variable is None or "pi" not in names or _summed(right):
        return None
    if variable not in set(walk(right)):  # x on the left may stand for a bold or arrowed x
        others = [n for n in walk(right) if n.op == "name" and replace(n, accents=()) == variable]
        if not others:
            return None
        variable = others[0]
    logarithm = left.op == "app" and function_name(left.args[0]) == "log"
    sizes = _sizes(right)
    matrix = any(_determinant(n) for n in walk(right))
    dimensions = (1, 2, 3) if sizes else (1, 2) if matrix else (1,)
    masses = [_mass(variable, right, logarithm, m, sizes) for m in dimensions]
    if any(m is None for m in masses):
        return None
    good = [m is not None and math.isclose(m.total, 1, rel_tol=1e-4) for m in masses]
    if all(good) or (not sizes and any(good)):
        return None
    return masses[good.index(False)]


def _summed(tree: Node) -> bool:
    return any(n.op in ("big", "dots", "text", "cases") for n in walk(tree))


def _mass(variable: Node, right: Node, logarithm: bool, dimension: int, sizes: frozenset[str]) -> Mass | None:
    """The integral of a Gaussian in m dimensions, from its curvature and its greatest value."""
    worst: Mass | None = None
    for seed in range(SEEDS):
        point = Point(seed, 3, places((right,), 3, 1))
        world = Densities(point, dimension, sizes)
        key = world.key(variable)

        def at(x: float, world: Densities = world, key: Key = key) -> float:
            world.overrides[key] = x
            value = world.value(right)
            return value if logarithm else math.log(value)

        xs = [at(x) for x in (-0.6, -0.2, 0.2, 0.6, 1.0)]
        second = [xs[k] - 2 * xs[k + 1] + xs[k + 2] for k in range(3)]
        if max(second) - min(second) > 1e-7 * abs(second[0]) + 1e-9 or second[0] > -1e-6:
            return None
        variance = -0.16 / second[0]
        slope = (xs[3] - xs[1]) / 0.8
        top = xs[2] + slope * slope * variance / 2
        total = math.exp(top + dimension / 2 * math.log(2 * math.pi * variance))
        found = Mass(total, "gaussian", {"variance": round(variance, 4), "dimensions": dimension})
        if worst is None or abs(total - 1) > abs(worst.total - 1):
            worst = found
    return worst


def _exponential(right: Node) -> Mass | None:
    """``c e^{-a x}`` on the positive half-line."""
    x = Node("name", value="x")
    if x not in set(walk(right)) or _summed(right) or not any(n.op == "pow" or n.op == "app" for n in walk(right)):
        return None
    if not any(map(exponential, walk(right))):
        return None
    return _total(x, right, lambda f: integral(f, 0, math.inf), "exponential")


def _total(variable: Node, right: Node, add: Callable[[Callable[[float], float]], float], kind: str) -> Mass | None:
    worst: Mass | None = None
    for seed in range(0, 2 * SEEDS, 2):
        world = Evaluator(Point(seed, 3, {}))
        key = world.key(variable)

        def at(x: float, world: Evaluator = world, key: Key = key) -> float:
            world.overrides[key] = x
            return world.value(right)

        total = add(at)
        if kind == "exponential" and len(world.touched - {key}) != 1:
            return None  # something beside the rate
        if math.isclose(total, 1, rel_tol=1e-4):
            return None
        shown = {str(k[0]): round(world.point.number(k), 4) for k in world.touched if k != key}
        worst = worst or Mass(total, kind, shown)
    return worst


def _counted(left: Node, right: Node) -> Mass | None:
    """Binomial (also with beta functions) and Poisson probabilities, summed over all counts."""
    names = [n for n in walk(left) if n.op == "name"]
    head = left.args[0] if left.op == "app" else None
    if head is None or head.op != "name" or head.value not in HEADS or _summed(right):
        return None
    count = _count(left, right)
    if count is not None:
        return _binomial(*count, right)
    for node in walk(right):
        if node.op == "factorial" and node.args[0] in names and any(map(exponential, walk(right))):
            return _total(node.args[0], right, lambda f: math.fsum(f(float(k)) for k in range(40)), "poisson")
    return None


def _count(left: Node, right: Node) -> tuple[Node, Node] | None:
    """n and k of a binomial probability of k."""
    names = [n for n in walk(left) if n.op == "name"]
    for node in walk(right):
        if node.op == "frac" and node.value == "binom" and node.args[1] in names and _powers(right, node.args[1]):
            letters = all(letter_of(a) for a in node.args)
            return (node.args[0], node.args[1]) if letters else None
    return _by_factorials(names, right)


def _by_factorials(names: list[Node], right: Node) -> tuple[Node, Node] | None:
    """n and k of ``\\frac{n!}{k! (n - k)!} p^k (1 - p)^{n - k}``."""
    counted = [n.args[0] for n in walk(right) if n.op == "factorial"]
    letters = [n for n in counted if letter_of(n)]
    count = next((n for n in letters if n in names and _powers(right, n)), None)
    whole = [n for n in letters if n != count]
    powers = [n.args[1] for n in walk(right) if n.op == "pow"]
    if count is None or len(counted) != 3 or len(whole) != 1 or count not in powers:
        return None
    return whole[0], count


def _powers(right: Node, count: Node) -> bool:
    """``p^k (1 - p)^{n - k}`` or beta functions of k: a probability, not a term of a binomial expansion."""
    beta = any(n.op == "app" and n.args[0].op == "name" and n.args[0].value in ("B", "Beta") for n in walk(right))
    complement = any(n.op == "pow" and n.args[0].op == "add" and n.args[0].args[0] == Node("num", value="1")
                     for n in walk(right))  # fmt: skip
    return beta or complement


def _binomial(whole: Node, count: Node, right: Node) -> Mass | None:
    n, k = letter_of(whole), letter_of(count)
    if n is None or k is None:
        return None
    worst: Mass | None = None
    for seed in (0, 2, 4):
        total = 0.0
        for value in range(5):
            world = Evaluator(Point(seed, 3, {n: 4, k: value}))
            try:
                total += world.value(right)
            except (ValueError, ArithmeticError):
                total = math.inf  # outside the domain of the beta function
        if math.isclose(total, 1, rel_tol=1e-6):
            return None
        worst = worst or Mass(total, "binomial", {n: 4})
    return worst


__all__ = ["Mass", "judge", "stated"]
