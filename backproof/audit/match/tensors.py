"""A statement evaluated on tensors of pairwise distinct sizes: order, transposes, axis and scale decide at once.

Scalars cannot see the difference between ``Q K^T`` and ``Q^T K``; arrays of different sizes can, and where sizes clash the
clash itself is the counterexample.
"""

from __future__ import annotations

import math
import operator
import random
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ..notation.tree import Node, walk
from ..notation.write import to_latex
from ..specs import FUNCTION, Spec, fact
from .arrays import Array, Shape, close, each, entries, product, shape, softmax, spread, transposed
from .binding import Binding, Side, spec_binding, spec_side
from .signature import signature
from .values import ELEMENTWISE, GENERIC, Unsupported, function_name, opaque

SEED = 7
_PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


class Clash(ValueError):
    """Two tensors that an operation cannot join; ``shapes`` says which."""

    def __init__(self, left: Node, right: Node, shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        super().__init__(f"{to_latex(left)}: {shapes[0]}, {to_latex(right)}: {shapes[1]}")
        self.left, self.right, self.shapes = left, right, shapes


def size_table(spec: Spec) -> dict[str, int]:
    """A distinct prime for each named size of the spec."""
    names: list[str] = []
    for item in spec.inputs:
        for size in item.shape:
            names += [n for n in size_names(size) if n not in names]
    return dict(zip(names, _PRIMES, strict=False))


def size_names(size: str) -> list[str]:
    """The names that a size is made of."""
    return re.findall(r"[A-Za-z]\w*", size)


def size_value(text: str, sizes: Mapping[str, int]) -> int:
    """The value of a size written as a sum of products of names and integers (``d_h + d_x``, ``h*d_v``, ``2*d``)."""
    total = 0
    for term in text.split(" + "):
        product = 1
        for factor in term.split("*"):
            product *= int(factor) if factor.isdigit() else sizes[factor.strip()]
        total += product
    return total


@fact
def matrix_spec(spec: Spec) -> bool:
    """Whether layout matters: at least one data input is a matrix, and none has more axes."""
    ranks = [len(s.shape) for s in spec.inputs if s.kind in ("data", "weight")]
    data = [len(s.shape) for s in spec.inputs if s.kind == "data"]
    return any(r == 2 for r in data) and all(r <= 2 for r in ranks)


class TensorEvaluator:
    """Evaluates a tree with arrays for inputs; ``axis`` is where an unspecified softmax runs."""

    def __init__(
        self, names: Callable[[Node], tuple[str, Any]], arrays: Mapping[str, Any], sizes: Mapping[Any, float], axis: int
    ) -> None:
        self.names, self.arrays, self.sizes, self.axis = names, arrays, sizes, axis

    def value(self, node: Node) -> Any:
        rule = _RULES.get(node.op)
        if rule is None:
            raise Unsupported(node.op)
        return rule(self, node)

    def name(self, node: Node) -> Any:
        kind, key = self.names(node)
        if kind == "constant":
            return key
        if key in self.arrays:
            return self.arrays[key]
        if key in self.sizes:
            return float(self.sizes[key])
        raise Unsupported(f"{node.value} has no value")

    def add(self, node: Node) -> Any:
        total = self.value(node.args[0])
        for term in node.args[1:]:
            other = self.value(term)
            shapes = shape(total), shape(other)
            if shapes[0] and shapes[1] and shapes[0] != shapes[1]:
                other = spread(other, shapes[0])
                if other is None:
                    raise Clash(node.args[0], term, shapes)
            total = each(operator.add, total, other)
        return total

    def mul(self, node: Node) -> Any:
        total, last = self.value(node.args[0]), node.args[0]
        gaps = node.value or ("",) * (len(node.args) - 1)
        for gap, factor in zip(gaps, node.args[1:], strict=True):
            other = self.value(factor)
            total = _product(gap, total, other, last, factor)
            last = factor
        return total

    def app(self, node: Node) -> Any:
        name = function_name(node.args[0])
        if name is None or len(node.args) < 2:
            raise Unsupported("function")
        if name == "softmax":
            x = self.value(node.args[1])
            if not isinstance(x, Array):
                raise Unsupported("softmax of a number")
            axis = -1 if len(x.shape) < 2 else self.axis if not node.args[0].sub else _axis(node.args[0])
            return softmax(x, axis)
        values = [self.value(a) for a in node.args[1:]]
        unknown = self.arrays.get(called(name))
        if unknown is not None:
            return unknown(*values)
        if name == "max" and len(values) == 2 and not shape(values[0]):
            return each(max, *values)
        if len(values) == 1 and (name in _FUNCTIONS or name in GENERIC):
            return each(_FUNCTIONS.get(name, math.atan), values[0])
        raise Unsupported(name)

    def frac(self, node: Node) -> Any:
        top, bottom = self.value(node.args[0]), self.value(node.args[1])
        if shape(bottom) and shape(top) != shape(bottom):
            raise Clash(node.args[0], node.args[1], (shape(top), shape(bottom)))
        return each(operator.truediv, top, bottom)

    def power(self, node: Node) -> Any:
        base, exponent = self.value(node.args[0]), self.value(node.args[1])
        if shape(base) or shape(exponent):
            raise Unsupported("power of a matrix")
        return each(operator.pow, base, exponent)


def called(name: str) -> str:
    """The key under which a function that a formula only names stands among the arrays."""
    return f"{name}()"


def _stand_in(name: str) -> Callable[..., Any]:
    """For a function known by name alone: some map of its first argument entry by entry, moved by the other arguments."""

    def apply(first: Any, *others: Any) -> Any:
        move = sum((k + 1) * 0.37 * sum(entries(v)) / len(entries(v)) for k, v in enumerate(others))
        return each(lambda x: opaque(name, x + move), first)

    return apply


def _axis(function: Node) -> int:
    """The axis that our own notation prints under softmax."""
    text = to_latex(function)
    return -2 if "-2" in text else -1


def _product(gap: str, a: Any, b: Any, left: Node, right: Node) -> Any:
    shapes = shape(a), shape(b)
    if not all(shapes):
        return each(operator.mul, a, b)
    if gap in ELEMENTWISE and gap != "*":
        if shapes[0] != shapes[1]:
            raise Clash(left, right, shapes)
        return each(operator.mul, a, b)
    if shapes[0][-1] != shapes[1][-2:][0]:
        raise Clash(left, right, shapes)
    return product(a, b)


_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "tanh": math.tanh,
    "sigma": lambda x: 0.5 * (1 + math.tanh(x / 2)),
    "relu": lambda x: max(x, 0.0),
    "gelu": lambda x: x * 0.5 * (1 + math.tanh(0.7978845608 * (x + 0.044715 * x**3))),  # only compared with itself
    "exp": math.exp,
    "sqrt": math.sqrt,
}

KNOWN = frozenset(_FUNCTIONS) | GENERIC | {"softmax", "max"}
"""Functions that have a value on tensors."""

_RULES: dict[str, Callable[[TensorEvaluator, Node], Any]] = {
    "name": TensorEvaluator.name,
    "num": lambda e, n: float(n.value),
    "add": TensorEvaluator.add,
    "neg": lambda e, n: each(operator.neg, e.value(n.args[0])),
    "mul": TensorEvaluator.mul,
    "frac": TensorEvaluator.frac,
    "pow": TensorEvaluator.power,
    "root": lambda e, n: each(math.sqrt, e.value(n.args[0])),
    "transpose": lambda e, n: transposed(e.value(n.args[0])),
    "app": TensorEvaluator.app,
}


def _drawn(rng: random.Random, sizes: Shape) -> Any:
    """A random array; a scalar is positive, for such are the numbers that formulas add under a root (ε, σ²)."""
    if not sizes:
        return abs(rng.gauss(0, 1))
    return Array(sizes, [rng.gauss(0, 1) for _ in range(math.prod(sizes))])


@lru_cache(maxsize=8192)
def _arrays(spec: Spec) -> tuple[dict[str, Any], dict[str, float]]:
    """Random inputs, and the subterms that the spec names beside, computed from them."""
    sizes = size_table(spec)
    rng = random.Random(SEED)
    arrays = {
        s.name: _drawn(rng, tuple(size_value(n, sizes) for n in s.shape))
        for s in spec.inputs
        if s.kind in ("data", "weight", "bias")
    }
    arrays |= {called(s.name): _stand_in(s.name) for s in spec.inputs if s.kind == FUNCTION}
    widths = {k: float(v) for k, v in sizes.items()}
    binding, later = spec_binding(spec), list(spec.statements[1:])
    for _ in later:  # definitions may stand in any order
        for tree in later:
            symbol = binding.symbol(signature(tree.args[0], spec.index)) if tree.args[0].op == "name" else None
            if symbol is not None and symbol.name not in arrays:
                value = _evaluated(binding, Side(tree.args[1], spec.index), arrays, widths)
                if value is not None:
                    arrays[symbol.name] = value
    return arrays, widths


def _evaluated(binding: Binding, side: Side, arrays: Mapping[str, Any], sizes: Mapping[Any, float]) -> Any | None:
    try:
        return TensorEvaluator(binding.names(side).role, arrays, sizes, -1).value(side.tree)
    except (Unsupported, Clash, ValueError, KeyError):
        return None


@lru_cache(maxsize=8192)
def expected(spec: Spec) -> Any | None:
    """The spec's own value on tensors, or None where its term holds an operation that is not evaluated here."""
    arrays, sizes = _arrays(spec)
    return _evaluated(spec_binding(spec), spec_side(spec), arrays, sizes)


def clash_of(spec: Spec) -> Clash | None:
    """The operation of the spec that its own shapes do not allow. Functions known by name alone are left unjudged."""
    arrays, sizes = _arrays(spec)
    known = {name: a for name, a in arrays.items() if not callable(a)}
    try:
        TensorEvaluator(spec_binding(spec).names(spec_side(spec)).role, known, sizes, -1).value(spec.right)
    except Clash as found:
        return found
    except (Unsupported, ValueError, KeyError):
        return None
    return None


def indexed(spec: Spec) -> bool:
    """Written entry by entry: its indices say the layout."""
    return "big" in {n.op for n in walk(spec.right)}


def difference(note: Side, binding: Binding, spec: Spec) -> dict[str, Any] | None:
    """An entry at which the note's tensor differs from the spec's, with all that is needed to compute it again."""
    arrays, sizes = _arrays(spec)
    target, got = expected(spec), _evaluated(binding, note, arrays, sizes)
    if target is None or got is None or shape(got) != shape(target) or not shape(target):
        return None
    pairs = [*zip(entries(got), entries(target), strict=True)]
    worst = max(range(len(pairs)), key=lambda k: abs(pairs[k][0] - pairs[k][1]))
    return {
        "inputs": f"random.Random({SEED}).gauss(0, 1), in this order"
        + "; scalars by their absolute value" * (() in (s.shape for s in spec.inputs if s.name in arrays)),
        "shapes": {s.name: list(shape(arrays[s.name])) for s in spec.inputs if s.name in arrays},
        "entry": _place(worst, shape(target)),
        "written": round(pairs[worst][0], 6),
        "right": round(pairs[worst][1], 6),
    }


def _place(at: int, sizes: Shape) -> list[int]:
    """The indices of an entry, given its number."""
    place: list[int] = []
    for length in reversed(sizes):
        at, index = divmod(at, length)
        place.insert(0, index)
    return place


def judge(note: Side, binding: Binding, spec: Spec) -> tuple[bool, Clash | None]:
    """Whether the note's side has the spec's value on tensors, under either softmax axis; a clash of shapes if that is why.

    A spec that cannot be evaluated on tensors accepts nothing: scalars alone would not see an order or a transpose.
    """
    target = expected(spec)
    if target is None:
        return indexed(spec), None
    arrays, sizes = _arrays(spec)
    clash = None
    for axis in (-1, -2):
        try:
            got = TensorEvaluator(binding.names(note).role, arrays, sizes, axis).value(note.tree)
        except Clash as found:
            clash = found
            continue
        except Unsupported:
            return False, None
        if close(got, target):
            return True, None
    return False, clash
