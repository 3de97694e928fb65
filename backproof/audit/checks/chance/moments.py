"""Laws of expectations and variances on a random finite space: ``Var(a x + b y)``, ``E(f(x))``.

Names that stand alone in some E or Var are random, all others are constants. What a text may take for granted (independence,
zero means, unit variances, equal distributions) excuses a statement that holds under it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from backproof.lazy import pattern

from ...match.values import Unsupported, function_name
from ...notation.tree import Node, rebuild, walk
from ...records import record
from ..identity.evaluator import Evaluator
from ..identity.letters import places
from ..identity.points import Key, Point, draw
from .verdict import Outcome

SEEDS = 4
ATOMS = 3
NEAR = 200  # characters before a statement that may say what its function is
LINEAR = pattern(r"linear|affine|线性|仿射|一次函数", re.I)
CONSTANT = {"a", "b", "c", "k", "n", "m", "lambda", "alpha", "beta", "N"}
PARAMETERS = CONSTANT - {"n", "m", "N", "k"}  # of a distribution, where the left side does not have them
ASSUMED = (
    "",
    "independent",
    "centred",
    "identical",
    "independent centred",
    "independent identical",
    "unit",
    "standard",
)
MOMENTS = {"E": 1, "Var": 2, "Cov": 3, "V": 2, "var": 2, "cov": 3}


LOOKS = 5000  # at points of the space, for one side: moments within moments multiply


@record
class Assumption:
    """``independent`` random variables, with zero mean, with unit variance, with one distribution."""

    kind: str
    fixed: frozenset[str] = frozenset()  # letters that are random with an accent alone: ``\\hat f`` estimates ``f``

    def has(self, word: str) -> bool:
        return word in self.kind or (self.kind == "standard" and word in ("independent", "centred", "unit"))


class Space(Evaluator):
    """Evaluates with random variables on a finite space; ``atom`` is where they are looked at, None outside E."""

    def __init__(self, point: Point, random: frozenset[str], assumed: Assumption, keys: list[Key]) -> None:
        super().__init__(point)
        self.random, self.assumed, self.keys = random, assumed, keys
        self.atom: tuple[int, ...] | None = None
        self.seen: set[Key] = set()
        self.looks = 0
        self.known: dict[tuple[object, ...], tuple[float, Node]] = {}

    def name(self, node: Node) -> float:
        if node.value in ("mu", "sigma") and not node.accents:
            return self._named_moment(str(node.value))
        estimated = not node.accents and str(node.value) in self.assumed.fixed
        if str(node.value) not in self.random or estimated:
            return super().name(node)
        key = self.key(node)
        self.seen.add(key)
        if self.atom is None:
            raise Outside(str(node.value))
        return self.variable(key, self.atom)

    def _named_moment(self, name: str) -> float:
        """μ and σ of the only random variable."""
        if len(self.keys) != 1:
            raise Unsupported("which mean or deviation is meant")
        key = self.keys[0]
        weighted = [(w, self.variable(key, atom)) for w, atom in self.atoms()]
        mean = math.fsum(w * v for w, v in weighted)
        return mean if name == "mu" else math.sqrt(math.fsum(w * (v - mean) ** 2 for w, v in weighted))

    def variable(self, key: Key, atom: tuple[int, ...]) -> float:
        """The value of a random variable at an atom; independent ones look at coordinates of their own."""
        own = self.keys.index(key) if key in self.keys else 0
        here = atom[own] if self.assumed.has("independent") else atom[0]
        kind = key[0] if self.assumed.has("identical") else key
        values = [draw(self.point.seed, (kind, k)) for k in range(ATOMS)]
        mean = math.fsum(w * v for w, v in zip(self.weights(key), values, strict=True))
        if self.assumed.has("centred"):
            values = [v - mean for v in values]
            mean = 0.0
        if self.assumed.has("unit"):
            spread = math.sqrt(math.fsum(w * (v - mean) ** 2 for w, v in zip(self.weights(key), values, strict=True)))
            values = [mean + (v - mean) / spread for v in values]
        return values[here]

    def weights(self, key: Key) -> list[float]:
        raw = [draw(self.point.seed, ("weight", k)) for k in range(ATOMS)]
        return [r / math.fsum(raw) for r in raw]

    def atoms(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        weights = self.weights(())
        count = len(self.keys) if self.assumed.has("independent") else 1
        for code in range(ATOMS**count):
            atom = tuple(code // ATOMS**k % ATOMS for k in range(count))
            yield math.prod(weights[k] for k in atom), atom

    def expected(self, body: Node) -> float:
        before, total = self.atom, 0.0
        for weight, atom in self.atoms():
            self.looks += 1
            if self.looks > LOOKS:
                raise Unsupported("moments within moments")
            self.atom = atom
            total += weight * self.value(body)
        self.atom = before
        return total

    def app(self, node: Node) -> float:
        moment = _moment(node)
        return super().app(node) if moment is None else self._once(moment, node, node.args[1:])

    def big(self, node: Node) -> float:
        return self._once(1, node, node.args) if node.value == "E" and not node.sub else super().big(node)

    def _once(self, kind: int, node: Node, args: tuple[Node, ...]) -> float:
        """A moment is one number in a world for each place of its letters, also inside of another moment."""
        key = (id(node), *self.places.items(), *self.overrides.items())
        if key not in self.known:
            self.known[key] = (self.moment(kind, args), node)  # the node is kept so that its identity is
        return self.known[key][0]

    def moment(self, kind: int, args: tuple[Node, ...]) -> float:
        parts = args[0].args if len(args) == 1 and args[0].op == "seq" else args
        if len(parts) != (2 if kind == 3 else 1):
            raise Unsupported("a moment of several things")
        if kind == 1:
            return self.expected(parts[0])
        x, y = parts[0], parts[-1]
        return self.expected(Node("mul", (x, y), ("",))) - self.expected(x) * self.expected(y)


class Outside(Unsupported):
    """A random variable stands outside every expectation."""


def _moment(node: Node) -> int | None:
    if node.op == "big":
        return 1 if node.value == "E" and not node.sub else None
    if node.op != "app" or node.args[0].op != "name" or node.args[0].sub or node.sub or node.sup:
        return None
    return MOMENTS.get(str(node.args[0].value))


def judge(left: Node, right: Node, context: str) -> Outcome | None:
    """A counterexample to an equality of moments that no usual assumption saves, else None."""
    found = _refuted(left, right, context)
    inside = rebuild(left, _of_powers), rebuild(right, _of_powers)
    return found if found is None or inside == (left, right) else _refuted(*inside, context)


def _of_powers(node: Node) -> Node:
    """``E(X - \\mu)^2`` as the moment of the square that it mostly is."""
    if node.op != "pow" or not _moment(node.args[0]) or node.args[0].args[-1].op != "add":
        return node
    taken = node.args[0]
    power = Node("pow", (taken.args[-1], node.args[1]), None, node.start, node.end)
    return replace(taken, args=(*taken.args[:-1], power))


def _refuted(left: Node, right: Node, context: str) -> Outcome | None:
    trees = (left, right)
    if not all(any(_moment(n) for n in walk(t)) for t in trees) or any(_why(t) for t in trees):
        return None
    if _moment(left) is None or (_unnamed(trees) and LINEAR.search(context[-NEAR:])):
        return None
    random = _random(trees)
    if not random:
        return None
    differ: Outcome | None = None
    for assumed in _assumptions(trees):
        try:
            found = _compare(left, right, random, assumed)
        except (Unsupported, ArithmeticError, ValueError, RecursionError):
            return None
        if found is None:
            return None
        differ = differ or found
    return differ


def _assumptions(trees: tuple[Node, ...]) -> Iterator[Assumption]:
    """What a text may take for granted, and that what is estimated is no random variable."""
    kinds = [kind for kind in ASSUMED if not _denied(kind, trees)]
    yield from map(Assumption, kinds)
    fixed = _random(trees, accented=True) - _random(trees, accented=False)
    if fixed:
        yield from (Assumption(kind, fixed) for kind in kinds)


def holds(left: Node, right: Node) -> bool:
    """Whether both sides are equal, at most for independent variables."""
    random = _random((left, right))
    try:
        return bool(random) and any(_compare(left, right, random, Assumption(k)) is None for k in ("", "independent"))
    except (Unsupported, ArithmeticError, ValueError, RecursionError):
        return False


def _denied(kind: str, trees: tuple[Node, ...]) -> bool:
    """A statement that writes E[X] does not take it for zero; one that writes a covariance does not take it for zero."""
    moments = [n for t in trees for n in walk(t) if _moment(n)]
    means = any(_moment(n) == 1 and (n.args[0] if n.op == "big" else n.args[1]).op == "name" for n in moments)
    joint = any(_moment(n) == 3 for n in moments)
    centred, independent = (kind == "standard" or word in kind for word in ("centred", "independent"))
    return (means and centred) or (joint and independent)


def _unnamed(trees: tuple[Node, ...]) -> bool:
    """A function that may be any, so also a linear one."""
    return any(n.op == "app" and _moment(n) is None for t in trees for n in walk(t))


def _why(tree: Node) -> str:
    """Whatever cannot be judged apart from moments themselves."""
    plain = [n for n in walk(tree) if n.op in ("dots", "text", "cond", "hole", "cases", "matrix", "norm", "transpose")]
    return "no numbers" if plain else ""


def _random(trees: tuple[Node, ...], accented: bool | None = None) -> frozenset[str]:
    """The letters of random variables; where it is asked for, of those with an accent, or of those without."""
    found: set[str] = set()
    for tree in trees:
        for node in walk(tree):
            if _moment(node):
                args = node.args if node.op == "big" else node.args[1:]
                found |= {str(n.value) for a in args for n in _subjects(a) if accented in (None, bool(n.accents))}
    return frozenset(found - CONSTANT)


def _subjects(arg: Node) -> Iterator[Node]:
    """Names of which a moment is taken by itself, or through a power or a function."""
    if arg.op == "name":
        yield arg
    elif arg.op in ("pow", "seq", "neg", "group"):
        yield from _subjects(arg.args[0])
        if arg.op == "seq":
            yield from (n for a in arg.args[1:] for n in _subjects(a))
    elif arg.op == "app" and _moment(arg) is None and function_name(arg.args[0]):
        yield from (n for a in arg.args[1:] for n in _subjects(a))
    elif arg.op == "mul" and all(a.op in ("name", "pow") for a in arg.args):
        yield from (n for a in arg.args for n in _subjects(a))


def _compare(left: Node, right: Node, random: frozenset[str], assumed: Assumption) -> Outcome | None:
    first: Outcome | None = None
    for seed in range(SEEDS):
        size = 2
        point = Point(2 * seed + 1, size, places((left, right), size, 0))
        keys = _keys(left, right, point, random)
        a = Space(point, random, assumed, keys).value(left)
        second = Space(point, random, assumed, keys)
        try:
            b = second.value(right)
        except Outside:
            second.atom = (0,) * max(1, len(keys))
            b = second.value(right)
        other = Space(point, random, assumed, keys)
        other.atom = (0,) * max(1, len(keys))
        other.value(left)
        brought = {str(k[0]) for k in second.touched - other.touched} & PARAMETERS
        if brought or _constants(other) != _constants(second) or _bases(other) != _bases(second):
            raise Unsupported("the sides speak of different things")
        if math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-9):
            return None
        first = first or Outcome(
            a, b, _shown(second), {"en": " for random variables on three atoms", "zh": "（取三点分布的随机变量）"}
        )
    return first


def _constants(space: Space) -> set[str]:
    return {str(k[0]) for k in space.touched} - CONSTANT | {name for name, _ in space.applied}


def _bases(space: Space) -> set[str]:
    return {str(k[0]) for k in space.seen}


def _keys(left: Node, right: Node, point: Point, random: frozenset[str]) -> list[Key]:
    probe = Space(point, random, Assumption(""), [])
    probe.atom = (0,)
    for side in (left, right):
        probe.value(side)
    if len(probe.seen) > 5:
        raise Unsupported("too many random variables")
    return sorted(probe.seen, key=repr)


def _shown(space: Space) -> dict[str, Any]:
    return {f"{key[0]}({k})": round(space.variable(key, (k,) * len(space.keys)), 4) for key in space.keys[:2]
            for k in range(ATOMS)}  # fmt: skip


__all__ = ["judge"]
