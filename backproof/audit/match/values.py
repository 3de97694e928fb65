"""The value of a statement tree at a sample point: how two sides, or a note and a spec, are compared.

Every name stands for a number drawn from its role, so equal readings get equal values whatever the notation. Free parameters
are *opaque maps*: ``W x``, ``x W`` and ``W^T x`` are one unknown linear map of x, ``W [h, x]`` is a sum of two, and biases
added together are one. What a free parameter may absorb vanishes; what it may not (a product taken before or after it) stays.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from ..digest import blake2b, unit
from ..memo import by_identity
from ..notation.tree import Node
from ..records import record
from .signature import components

WIDE = 16
ELEMENTWISE = {"odot", "*", "circ", "otimes"}
GENERIC = {"f", "g", "phi", "varphi", "act", "activation", "Activation", "psi"}
SYNONYMS = {
    "sigmoid": "sigma", "sigm": "sigma", "logistic": "sigma", "sig": "sigma", "Sigmoid": "sigma",
    "Tanh": "tanh", "th": "tanh", "ReLU": "relu", "Relu": "relu", "RELU": "relu", "rectifier": "relu",
    "Softmax": "softmax", "SoftMax": "softmax", "soft": "softmax", "ln": "log", "lg": "log",
    "GELU": "gelu", "Gelu": "gelu", "SiLU": "silu", "Swish": "silu", "swish": "silu",
    "LN": "LayerNorm", "Softplus": "softplus",
}  # fmt: skip
ACTIVATIONS = {"sigma", "tanh", "relu", "gelu", "silu", "softplus"} | GENERIC


class Unsupported(ValueError):
    """The tree holds an operation that has no value here."""


class Conflict(ValueError):
    """Two parts that an operation joins have different lengths."""


Value = Any  # a number, or a tuple of numbers (a concatenation)


@record
class Names:
    """What the names of a tree mean: ``role`` gives ("data" | "size" | "weight" | "bias" | "index", key); ``counts`` whether a
    size stands among the values, for then the end of a sum must be one of them."""

    role: Callable[[Node], tuple[str, Any]]
    counts: Callable[[], bool] = lambda: False


@record
class Sample:
    """A point: numbers for keys. ``sizes`` fixes integers; everything else is drawn from the seed.

    ``negative`` points give about half of the data a minus sign, so that both branches of a ReLU are seen.
    """

    seed: int
    sizes: Mapping[Any, int] = field(default_factory=dict)
    generic: bool = False
    without_bias: bool = False
    negative: bool = False

    def value(self, kind: str, key: Any) -> float:
        """The number that a name of this role stands for. Widths are larger than what is divided by them, so that powers
        such as 10000^(2i/d) do not drown everything else."""
        if kind == "size" and key in self.sizes:
            return self.sizes[key]
        if kind == "size":
            return self.number(key) * (WIDE if str(key).startswith("d") else 1)
        return -self.number(key) if self.negative and self.number(("sign", key)) < 1 else self.number(key)

    def number(self, key: Any) -> float:
        """A reproducible number in (0.25, 1.75)."""
        return _drawn(self.seed, key)


@lru_cache(maxsize=8192)
def _drawn(seed: int, key: Any) -> float:
    return 0.25 + 1.5 * unit((seed, key))


def function_name(node: Node) -> str | None:
    """The canonical name of an applied function (``sigmoid`` is ``sigma``), scripts left aside."""
    if node.op != "name":
        return None
    return SYNONYMS.get(str(node.value), str(node.value))


def opaque(kind: str, x: float) -> float:
    """A fixed smooth function of one number for each kind; different kinds differ everywhere that matters."""
    a, b = _coefficients(kind)
    return a * math.sin(b * x + a) + math.cos(0.7 * a * x + b) + 0.31 * x


def _coefficients(kind: str) -> tuple[float, float]:
    digest = blake2b(kind.encode(), digest_size=8).digest()
    return 0.5 + digest[0] / 256 + digest[1] / 65536, 1 + 2 * digest[2] / 256 + digest[3] / 65536


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "tanh": math.tanh,
    "sigma": _sigmoid,
    "relu": lambda x: max(0.0, x),
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "erf": math.erf,
    "sqrt": math.sqrt,
    "abs": abs,
}


class Evaluator:
    """Evaluates trees under one meaning of names at one sample point."""

    def __init__(self, names: Names, sample: Sample) -> None:
        self.names, self.sample = names, sample
        self.bound: dict[str, int] = {}

    def value(self, node: Node) -> Value:
        """Raises ``Unsupported`` for operations without a value, ``Conflict`` for lengths that do not fit."""
        rule = _RULES.get(node.op)
        if rule is None:
            raise Unsupported(node.op)
        return rule(self, node)

    def number(self, node: Node) -> float:
        found = self.value(node)
        if isinstance(found, tuple):
            raise Unsupported("a list where a number is expected")
        return float(found)

    # --- leaves

    def name(self, node: Node) -> Value:
        kind, key = self.names.role(node)
        if kind == "bias":
            return self.sample.number("bias")
        if kind == "weight":
            return self.sample.number("weight")
        if kind == "constant":
            return key
        places = self._places(node)
        return self.sample.value(kind, (key, places) if places else key)

    def _places(self, node: Node) -> tuple[int, ...]:
        """Where a name is taken inside sums: the values of the bound letters among its scripts."""
        if not self.bound:
            return ()
        letters = (str(p.value) for p in components(node) if p.op == "name")
        return tuple(self.bound[letter] for letter in letters if letter in self.bound)

    # --- sums and products

    def add(self, node: Node) -> Value:
        """Terms added; the biases among them count as one."""
        total: Value = 0.0
        biases = 0
        for term in node.args:
            inner, sign = (term.args[0], -1) if term.op == "neg" else (term, 1)
            if self._kind(inner) == "bias":
                biases = biases or sign
                continue
            total = _join(operator.add if sign > 0 else operator.sub, total, self.value(inner))
        if biases and not self.sample.without_bias:
            total = _join(operator.add, total, biases * self.sample.number("bias"))
        return total

    def mul(self, node: Node) -> Value:
        product: Value = 1.0
        for rest, weights in self._segments(node):
            product = _join(operator.mul, product, self._segment(rest, weights))
        return product

    def _segments(self, node: Node) -> list[tuple[list[Node], int]]:
        """Factors between element-wise signs, with how many parameters stand among them; a lone parameter belongs to what it
        multiplies."""
        segments: list[tuple[list[Node], int]] = []
        rest, weights = list[Node](), 0
        for sign, factor in zip(("", *(node.value or ("",) * (len(node.args) - 1))), node.args, strict=False):
            if self._kind(factor) == "weight":
                weights += 1
                continue
            if rest and sign in ELEMENTWISE:
                segments.append((rest, weights))
                rest, weights = [], 0
            rest.append(factor)
        return [*segments, (rest, weights)]

    def _segment(self, rest: list[Node], weights: int) -> Value:
        if not rest:
            return self.sample.number("weight") ** weights
        if not weights:
            product: Value = 1.0
            for factor in rest:
                product = _join(operator.mul, product, self.value(factor))
            return product
        return self._mapped(rest, weights)

    def _mapped(self, rest: list[Node], weights: int) -> float:
        """An opaque linear map of the product of ``rest``, distributed over sums and concatenations."""
        if len(rest) == 1 and rest[0].op == "add":
            signed = [(t.args[0], -1.0) if t.op == "neg" else (t, 1.0) for t in rest[0].args]
            return sum(s * self._mapped([t], weights) for t, s in signed)
        product: Value = 1.0
        for factor in rest:
            product = _join(operator.mul, product, self.value(factor))
        total = 0.0
        for part in product if isinstance(product, tuple) else (product,):
            mapped = part
            for _ in range(weights):
                mapped = opaque("linear", mapped)
            total += mapped
        return total

    def _kind(self, node: Node) -> str:
        if node.op == "transpose" or (
            node.op == "pow" and node.args[1].op == "name" and node.args[1].value in ("T", "top")
        ):
            return self._kind(node.args[0])
        return self.names.role(node)[0] if node.op == "name" else ""

    # --- functions

    def app(self, node: Node) -> Value:
        head = node.args[0]
        name = function_name(head.args[0] if head.op == "pow" else head)
        if name is None:
            raise Unsupported("a function that is no name")
        arguments = [self.value(a) for a in _arguments(node)]
        value = self._apply(name, head, arguments)
        return _each(lambda v: _power(v, self.number(head.args[1])), value) if head.op == "pow" else value

    def _apply(self, name: str, head: Node, arguments: list[Value]) -> Value:
        if name == "max" and len(arguments) == 2:
            if 0 in arguments:
                other = arguments[1] if arguments[0] == 0 else arguments[0]
                return _each(self._activation("relu"), other)
            return _join(max, *arguments)
        if name in ("min", "max"):
            flat = [v for a in arguments for v in (a if isinstance(a, tuple) else (a,))]
            return min(flat) if name == "min" else max(flat)
        if len(arguments) == 1:
            return _each(self._activation(name), arguments[0])
        flat = [v for a in arguments for v in (a if isinstance(a, tuple) else (a,))]
        return opaque(name, sum((k + 1) * 0.37 * v for k, v in enumerate(flat)))

    def _activation(self, name: str) -> Callable[[float], float]:
        if name in ACTIVATIONS and (self.sample.generic or name in GENERIC):
            return lambda v: opaque("activation", v)
        exact = _FUNCTIONS.get(name)
        return exact if exact is not None else (lambda v: opaque(name, v))

    # --- the rest

    def frac(self, node: Node) -> Value:
        if node.value == "binom":
            raise Unsupported("binomial")
        return _join(operator.truediv, self.value(node.args[0]), self.value(node.args[1]))

    def power(self, node: Node) -> Value:
        base, exponent = node.args
        if base.op == "name" and base.value == "e" and self.names.role(base)[0] not in ("data", "size"):
            return _each(math.exp, self.value(exponent))
        return _join(_power, self.value(base), self.value(exponent))

    def root(self, node: Node) -> Value:
        degree = self.number(node.args[1]) if len(node.args) > 1 else 2.0
        return _each(lambda v: _power(v, 1 / degree), self.value(node.args[0]))

    def group(self, node: Node) -> Value:
        inner = node.args[0]
        if node.value == "[]" and inner.op == "seq":
            return tuple(v for part in inner.args for v in _flat(self.value(part)))
        if node.value in ("()", "[]", "{}") and inner.op != "seq":
            return self.value(inner)
        raise Unsupported("a list")

    def floor(self, node: Node) -> Value:
        return _each(
            math.floor if node.op == "floor" else math.ceil, _each(lambda v: round(v, 9), self.value(node.args[0]))
        )

    def big(self, node: Node) -> Value:
        letter, low, high = _limits(node, self)
        total: Value = 0.0 if node.value == "sum" else 1.0
        before = self.bound.get(letter)
        for place in range(low, high + 1):
            self.bound[letter] = place
            term = self.value(node.args[0])
            total = _join(operator.add if node.value == "sum" else operator.mul, total, term)
        if before is None:
            del self.bound[letter]
        else:
            self.bound[letter] = before
        return total


def _limits(node: Node, e: Evaluator) -> tuple[str, int, int]:
    """Bound letter and a small range. What a sum counts from is a matter of taste, how many terms it has is not: a range that
    ends at ``n`` has three terms from 1 on, and one more or less where it starts or ends one off."""
    if node.value not in ("sum", "prod") or not node.sub:
        raise Unsupported(str(node.value))
    lower = node.sub[0]
    if lower.op == "rel" and lower.value == ("=",) and lower.args[0].op == "name" and lower.args[1].op == "num":
        low = int(float(lower.args[1].value))
        steps = _steps(node.sup[0], e) if node.sup else None
        return str(lower.args[0].value), 1, STEPS if steps is None else max(steps - low + 1, 0)
    if lower.op == "name":
        return str(lower.value), 1, STEPS
    raise Unsupported("limits")


STEPS, STRANGE = (
    3,
    5,
)  # the terms of a sum up to a count; up to a letter that is none of the counts that the formula names


def _steps(upper: Node, e: Evaluator) -> int | None:
    """``n`` → 3, ``n - 1`` → 2; None where the end is no letter with an offset."""
    if upper.op == "name":
        return STRANGE if e.names.counts() and e.names.role(upper)[0] == "unknown" else STEPS
    if upper.op != "add" or len(upper.args) != 2:
        return None
    sign, number = (-1, upper.args[1].args[0]) if upper.args[1].op == "neg" else (1, upper.args[1])
    start = _steps(upper.args[0], e) if upper.args[0].op == "name" else None
    return start + sign * int(number.value) if start and number.op == "num" and number.value in ("1", "2") else None


def _arguments(node: Node) -> list[Node]:
    out: list[Node] = []
    for a in node.args[1:]:
        out.extend(a.args if a.op == "seq" else (a,))
    return out


def _flat(value: Value) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _each(apply: Callable[[float], Any], value: Value) -> Value:
    return tuple(map(apply, value)) if isinstance(value, tuple) else apply(value)


def _join(combine: Callable[[Any, Any], Any], a: Value, b: Value) -> Value:
    if not isinstance(a, tuple):
        return tuple(combine(a, y) for y in b) if isinstance(b, tuple) else combine(a, b)
    if not isinstance(b, tuple):
        return tuple(combine(x, b) for x in a)
    if len(a) != len(b):
        raise Conflict(f"{len(a)} parts against {len(b)}")
    return tuple(combine(x, y) for x, y in zip(a, b, strict=True))


def _power(base: float, exponent: float) -> float:
    if abs(exponent) > 64 or (base < 0 and exponent != int(exponent)):
        raise Unsupported("a power out of range")
    return float(base**exponent)


_RULES: dict[str, Callable[[Evaluator, Node], Value]] = {
    "name": Evaluator.name,
    "num": lambda e, n: float(n.value),
    "add": Evaluator.add,
    "neg": lambda e, n: _each(lambda v: -v, e.value(n.args[0])),
    "mul": Evaluator.mul,
    "frac": Evaluator.frac,
    "pow": Evaluator.power,
    "root": Evaluator.root,
    "transpose": lambda e, n: e.value(n.args[0]),
    "app": Evaluator.app,
    "group": Evaluator.group,
    "floor": Evaluator.floor,
    "ceil": Evaluator.floor,
    "abs": lambda e, n: _each(abs, e.value(n.args[0])),
    "big": Evaluator.big,
}


@by_identity
def valued(tree: Node) -> bool:
    """Whether the tree may have a value: all that is evaluated of it, whatever its names mean, is an operation with a rule."""
    if tree.op not in _RULES or not all(valued(a) if a.args else a.op in _RULES for a in _evaluated(tree)):
        return False
    return tree.op != "big" or (tree.value in ("sum", "prod") and bool(tree.sub))


def _evaluated(tree: Node) -> tuple[Node, ...]:
    """The parts without whose values a tree has none: no function's name, no list as such, no body of what may be empty."""
    if tree.op == "app":
        return tuple(_arguments(tree))
    if tree.op == "group":
        inner = tree.args[0]
        return inner.args if inner.op == "seq" else tree.args
    if tree.op == "big":
        starts = [n.args[-1] for n in tree.sub if n.op == "rel"]
        return () if any(n.op != "num" or float(n.value) > 1 for n in starts) else tree.args
    return tree.args


class Remembering(Evaluator):
    """Evaluates trees that share most of their nodes, each node once."""

    def __init__(self, names: Names, sample: Sample) -> None:
        super().__init__(names, sample)
        self.known: dict[int, tuple[Node, Value]] = {}

    def value(self, node: Node) -> Value:
        """As the evaluator does; inside a sum a value is that of the place alone, and not kept."""
        if self.bound:
            return super().value(node)
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = (node, super().value(node))
        return found[1]


def sample_value(tree: Node, names: Names, sample: Sample) -> Value | None:
    """The tree's value at a sample, or None where it has none (an unsupported operation, a pole, an overflow)."""
    return value_by(Evaluator(names, sample), tree)


def value_by(evaluator: Evaluator, tree: Node) -> Value | None:
    """The same by an evaluator that may know parts of the tree."""
    try:
        return evaluator.value(tree)
    except (Unsupported, ArithmeticError, ValueError, TypeError, RecursionError):  # a power may come out complex
        return None


def close(a: Value, b: Value) -> bool:
    """Equal to nine digits, part by part."""
    if isinstance(a, tuple) or isinstance(b, tuple):
        return isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and all(map(close, a, b))
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


__all__ = ["ACTIVATIONS", "GENERIC", "Conflict", "Evaluator", "Names", "Remembering", "Sample", "Unsupported", "close",
           "function_name", "opaque", "sample_value", "value_by", "valued"]  # fmt: skip
