"""Families of distributions by the shape of their formulas, each with the values over which its mass must be one.

``Γ`` or ``B`` beside powers of the variable, ``λ^k e^{-λ}``, ``p^x (1 - p)^{1 - x}``, ``(1 - p)^{k-1} p``, or the family's own
name on the left: nothing else is written so, and the total mass is computed (sums over counts, integrals over the support).
Source: Bishop 2006, appendix B; Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ...match.values import Unsupported, function_name
from ...notation.tree import ONE, Node, walk
from ...records import entity
from .evaluator import Evaluator
from .integrals import integral
from .points import Key, Point

SEEDS = (0, 1, 2)
COUNTS = 60
Measure = Callable[[Callable[[float], float]], float]
Density = Callable[[float], float]


@entity
class Mass:
    """What a density sums up to, and for which values."""

    total: float
    kind: str
    at: dict[str, float]


def counted(first: int) -> Measure:
    """The sum over all counts from the first one on."""
    return lambda f: math.fsum(f(float(k)) for k in range(first, COUNTS))


def of_two(first: float, second: float) -> Measure:
    return lambda f: f(first) + f(second)


def between(low: float, high: float) -> Measure:
    return lambda f: integral(f, low, high)


def on_the_line(f: Density) -> float:
    """The tails by quadrature; where the density may have its edge, at a centre between the bounds, by small steps."""
    low, high, steps = -1.0, 4.0, 100
    width = (high - low) / steps
    inner = width * math.fsum(f(low + (k + 0.5) * width) for k in range(steps))
    return integral(f, -math.inf, low) + inner + integral(f, high, math.inf)


# the family's own name on the left, with where its variable lives
NAMED: dict[str, Measure] = {
    **dict.fromkeys(("beta",), between(0, 1)),
    **dict.fromkeys(("gam", "gamma", "invgamma", "ig", "weibull", "exponential"), between(0, math.inf)),
    **dict.fromkeys(("lap", "laplace", "laplacian"), on_the_line),
}
HEADS = {"p", "P", "q", "f", "Pr", "mathbb{P}"}
BINARY = {"ber", "bern", "bernoulli", "p", "P", "q", "Pr", "f"}
FORGIVEN = 2e-3  # of a sum of small steps


def judge(left: Node, right: Node, variable: Node | None) -> Mass | None:
    """The mass if it is not one over any of the sets of values that the shape allows, else None."""
    found = _masses(left, right, variable)
    masses = list(found) if found is not None else []
    return None if not masses or any(m is None for m in masses) else masses[0]


def normalised(left: Node, right: Node, variable: Node | None) -> bool:
    """Whether the right side has the shape of a family, and a mass of one."""
    found = _masses(left, right, variable)
    return found is not None and any(m is None for m in found)


def _masses(left: Node, right: Node, variable: Node | None) -> Iterator[Mass | None] | None:
    """The masses over the sets of values that a shape allows, None for one; None where the shape is no family's."""
    if variable is None or variable not in set(walk(right)) or any(n.op in _OPEN for n in walk(right)):
        return None
    measures = _measures(left, right, variable)
    return (_mass(variable, right, m, kind) for kind, m in measures) if measures else None


_OPEN = {"big", "dots", "text", "cases", "cond", "norm", "matrix", "idx"}


def _measures(left: Node, right: Node, x: Node) -> list[tuple[str, Measure]]:
    head = str(left.args[0].value)
    if head.casefold() in NAMED and len(head) > 1 and _parametrised(left):
        return [(head.casefold(), NAMED[head.casefold()])]
    if head not in HEADS and head.casefold() not in BINARY | {"poisson", "pois", "poi", "geom", "geometric"}:
        return []
    powers = [n for n in walk(right) if n.op == "pow"]
    if _binary(powers, x):
        return [("bernoulli", of_two(0, 1)), ("bernoulli", of_two(-1, 1))]
    if _poisson(right, powers, x):
        return [("poisson", counted(0)), ("poisson", counted(1))]
    if _geometric(right, powers, x):
        return [("geometric", counted(1)), ("geometric", counted(0))]
    return _with_gamma(right, powers, x)


def _parametrised(left: Node) -> bool:
    """``Beta(μ | a, b)``: of a variable and what is given."""
    return len(left.args) > 2 or left.args[1].op in ("cond", "seq")


def _names(node: Node) -> set[Node]:
    return {n for n in walk(node) if n.op == "name"}


def _complement(node: Node) -> Node | None:
    """p of ``1 - p``."""
    plain = node.op == "add" and len(node.args) == 2 and node.args[0] == ONE and node.args[1].op == "neg"
    return node.args[1].args[0] if plain else None


def _binary(powers: list[Node], x: Node) -> bool:
    """``p^x (1 - p)^{1 - x}``: two powers of a share and the rest, whose exponents speak of the variable alone."""
    if len(powers) != 2 or not all(_names(n.args[1]) == {x} for n in powers):
        return False
    bases = [_bare(n.args[0]) for n in powers]
    return any(_rest(b) == a for a, b in (bases, bases[::-1]))


def _rest(node: Node) -> Node | None:
    """p of ``1 - p``, also where a sign slipped."""
    if node.op != "add" or len(node.args) != 2 or node.args[0] != ONE:
        return None
    return _bare(node.args[1].args[0] if node.args[1].op == "neg" else node.args[1])


def _bare(node: Node) -> Node:
    return node.args[0] if node.op == "group" and len(node.args) == 1 else node


def _poisson(right: Node, powers: list[Node], x: Node) -> bool:
    """``λ^k e^{-λ}``."""
    raised = [n.args[0] for n in powers if n.args[1] == x and n.args[0].op == "name"]
    exponents = [n.args[-1] for n in walk(right) if exponential(n)]
    bare = [e.args[0] if e.op == "neg" else e for e in exponents]
    return (
        len(raised) == 1 and raised == bare and _names(right) <= {x, raised[0], Node("name", value="e")} | _heads(right)
    )


def _heads(tree: Node) -> set[Node]:
    return {n.args[0] for n in walk(tree) if n.op == "app"}


def exponential(node: Node) -> bool:
    """``e^x`` or ``exp(x)``."""
    if node.op == "pow":
        return node.args[0] == Node("name", value="e")
    return node.op == "app" and function_name(node.args[0]) == "exp" and len(node.args) == 2


def _geometric(right: Node, powers: list[Node], x: Node) -> bool:
    """``(1 - p)^{k - 1} p``."""
    if len(powers) != 1 or right.op != "mul" or len(right.args) != 2 or _names(powers[0].args[1]) != {x}:
        return False
    share = _complement(powers[0].args[0])
    return share is not None and {*right.args} == {powers[0], share}


def _with_gamma(right: Node, powers: list[Node], x: Node) -> list[tuple[str, Measure]]:
    """A normaliser of ``Γ`` or ``B`` tells a density: of a share, or of what is positive."""
    constants = [
        n for n in walk(right) if n.op == "app" and n.args[0].op == "name" and n.args[0].value in ("Gamma", "B")
    ]
    if not constants or any(x in _names(n) for n in constants) or not any(n.args[0] == x for n in powers):
        return []
    if any(_complement(n.args[0]) == x for n in powers):
        return [] if _of_shares(right, x) else [("beta", between(0, 1))]
    return [("gamma", between(0, math.inf))] if any(exponential(n) and x in _names(n) for n in walk(right)) else []


def _of_shares(right: Node, x: Node) -> bool:
    """``B(μφ, (1 - μ)φ)``: a parameter that is a share itself, where the others are drawn above one."""
    return any(rest is not None and rest.op == "name" and rest != x for rest in map(_complement, walk(right)))


class _Shape(Evaluator):
    """Parameters above one, where densities have no poles, unless they are shares of one."""

    def __init__(self, point: Point, variable: Key, shares: bool) -> None:
        super().__init__(point)
        self.variable, self.raised = variable, 0.0 if shares else 1.0

    def value(self, node: Node) -> float:
        return math.e if node == Node("name", value="e") else super().value(node)

    def name(self, node: Node) -> float:
        drawn = super().name(node)
        key = self.key(node)
        return drawn + self.raised if key in self.touched and key != self.variable else drawn


SHARES = {"bernoulli", "geometric", "poisson"}


def _mass(variable: Node, right: Node, measure: Measure, kind: str) -> Mass | None:
    """The mass at the first point where it is not one, else None. Raises what the evaluator raises."""
    for draw in SEEDS:
        seed = 2 * draw if kind in SHARES else draw
        point = Point(seed, 3, {})
        key = Evaluator(point).key(variable)
        world = _Shape(point, key, kind in SHARES)

        def at(x: float, world: _Shape = world, key: Key = key) -> float:
            world.overrides[key] = x
            world.work = 0
            return world.value(right)

        try:
            total = measure(at)
        except ZeroDivisionError:
            total = math.inf
        if world.applied and kind != "bernoulli":
            raise Unsupported("a function that nobody knows")
        if not math.isclose(total, 1, rel_tol=FORGIVEN):
            shown = {
                str(k[0]): round(point.number(k) + world.raised, 4) for k in sorted(world.touched, key=repr) if k != key
            }
            return Mass(total, kind, shown)
    return None


__all__ = ["Mass", "exponential", "judge", "normalised"]
