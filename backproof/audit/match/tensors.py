"""A statement evaluated on tensors of pairwise distinct sizes: order, transposes, axis and scale decide at once.

Scalars cannot see the difference between ``Q K^T`` and ``Q^T K``; arrays of different sizes can, and where sizes clash the
clash itself is the counterexample.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..lazy import module
from ..notation.tree import Node, walk
from ..notation.write import to_latex
from ..specs import FUNCTION, Spec
from .binding import Binding, Side, spec_binding, spec_side
from .signature import signature
from .values import ELEMENTWISE, GENERIC, Unsupported, function_name, opaque

if TYPE_CHECKING:
    import numpy as np
else:
    np = module("numpy")

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
            shapes = np.shape(total), np.shape(other)
            if shapes[0] and shapes[1] and shapes[0] != shapes[1]:
                other = _as_bias(shapes[0], other)
                if other is None:
                    raise Clash(node.args[0], term, shapes)
            total = total + other
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
            x = np.asarray(self.value(node.args[1]))
            if not x.ndim:
                raise Unsupported("softmax of a number")
            axis = -1 if np.ndim(x) < 2 else self.axis if not node.args[0].sub else _axis(node.args[0])
            e = np.exp(x - x.max(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        values = [self.value(a) for a in node.args[1:]]
        unknown = self.arrays.get(called(name))
        if unknown is not None:
            return unknown(*values)
        if name == "max" and len(values) == 2 and np.ndim(values[0]) == 0:
            return np.maximum(values[0], values[1])
        if len(values) == 1 and (name in _FUNCTIONS or name in GENERIC):
            return _FUNCTIONS.get(name, np.arctan)(values[0])
        raise Unsupported(name)

    def frac(self, node: Node) -> Any:
        top, bottom = self.value(node.args[0]), self.value(node.args[1])
        if np.ndim(bottom) and np.shape(top) != np.shape(bottom):
            raise Clash(node.args[0], node.args[1], (np.shape(top), np.shape(bottom)))
        return top / bottom

    def transpose(self, node: Node) -> Any:
        return np.transpose(self.value(node.args[0]))  # a vector stays one: rows and columns are one-dimensional here

    def power(self, node: Node) -> Any:
        base, exponent = self.value(node.args[0]), self.value(node.args[1])
        if np.ndim(base) or np.ndim(exponent):
            raise Unsupported("power of a matrix")
        return base**exponent


def called(name: str) -> str:
    """The key under which a function that a formula only names stands among the arrays."""
    return f"{name}()"


def _stand_in(name: str) -> Callable[..., Any]:
    """For a function known by name alone: some map of its first argument entry by entry, moved by the other arguments."""

    def apply(first: Any, *others: Any) -> Any:
        moved = np.asarray(first) + sum((k + 1) * 0.37 * np.mean(v) for k, v in enumerate(others))
        return np.vectorize(lambda x: opaque(name, x), otypes=[float])(moved)

    return apply


def _as_bias(shape: tuple[int, ...], vector: Any) -> Any | None:
    """A vector that may be added to every row, or to every column, of a matrix of that shape."""
    if np.ndim(vector) != 1 or len(shape) != 2:
        return None
    if len(vector) == shape[1]:
        return vector
    return vector[:, None] if len(vector) == shape[0] else None


def _axis(function: Node) -> int:
    """The axis that our own notation prints under softmax."""
    text = to_latex(function)
    return -2 if "-2" in text else -1


def _product(gap: str, a: Any, b: Any, left: Node, right: Node) -> Any:
    if not np.ndim(a) or not np.ndim(b):
        return a * b
    if gap in ELEMENTWISE and gap != "*":
        if np.shape(a) != np.shape(b):
            raise Clash(left, right, (np.shape(a), np.shape(b)))
        return a * b
    if np.shape(a)[-1] != np.shape(b)[-2 if np.ndim(b) > 1 else -1]:
        raise Clash(left, right, (np.shape(a), np.shape(b)))
    return a @ b


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "tanh": lambda x: np.tanh(x),
    "sigma": lambda x: 0.5 * (1 + np.tanh(x / 2)),
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: x * 0.5 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3))),  # only compared with itself
    "exp": lambda x: np.exp(x),
    "sqrt": lambda x: np.sqrt(x),
}

KNOWN = frozenset(_FUNCTIONS) | GENERIC | {"softmax", "max"}
"""Functions that have a value on tensors."""

_RULES: dict[str, Callable[[TensorEvaluator, Node], Any]] = {
    "name": TensorEvaluator.name,
    "num": lambda e, n: float(n.value),
    "add": TensorEvaluator.add,
    "neg": lambda e, n: -e.value(n.args[0]),
    "mul": TensorEvaluator.mul,
    "frac": TensorEvaluator.frac,
    "pow": TensorEvaluator.power,
    "root": lambda e, n: np.sqrt(e.value(n.args[0])),
    "transpose": TensorEvaluator.transpose,
    "app": TensorEvaluator.app,
}


def _drawn(rng: np.random.Generator, shape: list[int]) -> Any:
    """A random array; a scalar is positive, for such are the numbers that formulas add under a root (ε, σ²)."""
    drawn = rng.standard_normal(shape)
    return drawn if shape else np.abs(np.asarray(drawn))


@lru_cache(maxsize=8192)
def _arrays(spec: Spec) -> tuple[dict[str, Any], dict[str, float]]:
    """Random inputs, and the subterms that the spec names beside, computed from them."""
    sizes = size_table(spec)
    rng = np.random.default_rng(SEED)
    arrays = {
        s.name: _drawn(rng, [size_value(n, sizes) for n in s.shape])
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
    if target is None or got is None or np.shape(got) != np.shape(target) or not np.ndim(target):
        return None
    entry = np.unravel_index(np.argmax(np.abs(got - target)), np.shape(target))
    shapes = {s.name: list(arrays[s.name].shape) for s in spec.inputs if s.name in arrays}
    return {
        "inputs": f"numpy.random.default_rng({SEED}).standard_normal, in this order"
        + "; scalars by their absolute value" * (() in (s.shape for s in spec.inputs if s.name in arrays)),
        "shapes": shapes,
        "entry": [int(i) for i in entry],
        "written": round(float(got[entry]), 6),
        "right": round(float(target[entry]), 6),
    }


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
        if np.shape(got) == np.shape(target) and np.allclose(got, target, rtol=1e-9, atol=1e-12):
            return True, None
    return False, clash
