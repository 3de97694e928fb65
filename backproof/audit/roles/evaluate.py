"""The value of a side when each operand is a number for every place of its running indices.

A sum is three terms, whatever it runs over: the range is not what is compared here. Where no index is written under a sum
(``\\sum_x y \\ln a``), inside a norm or in ``u^T v``, every operand that may have parts takes the place of the sum by itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from typing import Any

from ..match.signature import components
from ..match.values import Evaluator, Names, Sample, Unsupported, Value
from ..memo import by_identity
from ..notation.tree import Node, walk
from .binding import Part
from .operands import CONSTANTS, head, is_count, is_operand, limits

TERMS = 3
MAX_STEPS = 4000
VECTOR = {"data", "weight", "bias", "mask"}

Place = tuple[int, ...]
Meaning = Mapping[str, tuple[str, str]]  # operand key → (symbol, kind)
Known = dict[
    tuple[Any, ...], tuple[Node, Value]
]  # values of nodes at places; the nodes are kept so that identities are


@by_identity
def letters(tree: Node) -> tuple[str, ...]:
    """The names in a tree, scripts included, each once and in order."""
    return tuple(dict.fromkeys(str(n.value) + n.marks for n in walk(tree) if n.op == "name"))


class Shadow(Evaluator):
    """Evaluates a tree; ``meaning`` says which symbol an operand is, ``numbers`` what a symbol is at a place."""

    def __init__(
        self,
        meaning: Meaning,
        numbers: Callable[[str, str, Place], float],
        side: Part,
        defined: Mapping[str, Node] | None = None,
        exact: bool = False,
        known: Known | None = None,
    ) -> None:
        super().__init__(Names(lambda node: ("", "")), Sample(0))
        self.meaning, self.numbers, self.side = meaning, numbers, side
        self.defined, self.exact = defined or {}, exact
        self.implicit: Place = ()
        self.known: Known = {} if known is None else known
        self.steps = 0

    def value(self, node: Node) -> Value:
        """As the evaluator does, each node once at each place."""
        key = (id(node), self.implicit, *self.bound.items())
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = (node, self._value(node))
        return found[1]

    def _value(self, node: Node) -> Value:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Unsupported("too long")
        if is_operand(node):
            return self._operand(node)
        rule = _RULES.get(node.op)
        return rule(self, node) if rule else super().value(node)

    def _operand(self, node: Node) -> float:
        if node.op == "name" and node.value in CONSTANTS and not node.sub:
            return CONSTANTS[str(node.value)]
        if node.op == "name" and str(node.value) in self.bound and not node.sub:
            return float(self.bound[str(node.value)])
        key = self.side.describe(node).key
        if key in self.defined:
            return float(self.value(self.defined[key]))
        if key not in self.meaning and is_count(node):
            return float(TERMS)
        symbol, kind = self.meaning.get(key, (key, "data"))
        return self.numbers(symbol, kind, self._place(node) + self.implicit if kind in VECTOR else ())

    def _place(self, node: Node) -> Place:
        """The values of bound letters among the scripts and arguments, in order."""
        if not self.bound:
            return ()
        parts = components(node) if node.op == "name" else (node,)
        named = dict.fromkeys(name for part in parts for name in letters(part))
        return tuple(self.bound[name] for name in named if name in self.bound)

    def _over(self, body: Node) -> list[float]:
        """The values of the body at each place that no letter names."""
        before, out = self.implicit, []
        for place in range(1, TERMS + 1):
            self.implicit = (*before, place)
            out.append(self.number(body))
        self.implicit = before
        return out

    def big(self, node: Node) -> Value:
        if node.value == "E":
            return sum(self._over(node.args[0])) / TERMS
        if node.value not in ("sum", "prod"):
            raise Unsupported(str(node.value))
        join: Callable[..., float] = sum if node.value == "sum" else math.prod
        present = letters(node.args[0])
        used = [letter for letter in limits(node) if letter in present]
        return float(join(self._each_letter(used, node.args[0]) if used else self._over(node.args[0])))

    def _each_letter(self, letters: list[str], body: Node) -> list[float]:
        before, out = dict(self.bound), []
        for places in itertools.product(range(1, TERMS + 1), repeat=len(letters)):
            self.bound.update(zip(letters, places, strict=True))
            out.append(self.number(body))
        self.bound = before
        return out

    def norm(self, node: Node) -> Value:
        """The length; the sum of sizes where the norm says 1."""
        parts = self._over(node.args[0])
        script = next((str(s.value) for s in node.sub), "2")
        return sum(map(abs, parts)) if script == "1" else math.sqrt(sum(p * p for p in parts))

    def mul(self, node: Node) -> Value:
        """``u^T v`` is a sum over parts; everything else a product of numbers."""
        product, place = 1.0, 0
        while place < len(node.args):
            here = node.args[place]
            if here.op == "transpose" and place + 1 < len(node.args):
                after = node.args[place + 1]
                product *= sum(a * b for a, b in zip(self._over(here.args[0]), self._over(after), strict=True))
                place += 2
            else:
                product *= self.number(here)
                place += 1
        return product

    def floor(self, node: Node) -> Value:
        """Rounded down, or left as it is where the other side leaves the rounding out."""
        return self.number(node.args[0]) if self.exact else super().floor(node)

    def add(self, node: Node) -> Value:
        return sum(self.number(t) for t in node.args)

    def app(self, node: Node) -> Value:
        name = head(node)
        if name in ("sum", "mean") and len(node.args) == 2:
            parts = self._over(node.args[1])
            return sum(parts) / (1 if name == "sum" else TERMS)
        if name in ("softmax", "logsoftmax"):
            raise Unsupported(name)
        return super().app(node)

    def cases(self, node: Node) -> Value:
        """The first case whose condition holds; one without a condition holds always."""
        args = node.args
        for place in range(0, len(args) - 1, 2):
            condition = args[place + 1]
            if condition.op != "rel" or self._holds(condition):
                return self.value(args[place])
        return self.value(args[-1]) if len(args) % 2 else 0.0

    def _holds(self, condition: Node) -> bool:
        sides = [self.number(a) for a in condition.args]
        tests = zip(sides, sides[1:], condition.value, strict=False)
        return all(_compare(a, b, str(relation)) for a, b, relation in tests)


def _compare(a: float, b: float, relation: str) -> bool:
    if relation in ("<", "leq", "le", "leqslant"):
        return a < b
    if relation in (">", "geq", "ge", "geqslant"):
        return a > b
    raise Unsupported(relation)


_RULES: dict[str, Callable[[Shadow, Node], Value]] = {
    "add": Shadow.add,
    "mul": Shadow.mul,
    "big": Shadow.big,
    "norm": Shadow.norm,
    "app": Shadow.app,
    "cases": Shadow.cases,
    "floor": Shadow.floor,
    "ceil": Shadow.floor,
    "group": lambda e, n: e.number(n.args[0]) if n.args[0].op != "seq" else _unsupported(n),
}


def _unsupported(node: Node) -> Value:
    raise Unsupported(node.op)
