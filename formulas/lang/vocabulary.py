"""The functions in which catalogs are written: thin names over the nodes."""

from __future__ import annotations

from typing import Any

import sympy as sp

from .nodes import (
    Concat,
    Einsum,
    Gather,
    Let,
    LogSoftmax,
    Map,
    MaskedSoftmax,
    MatMul,
    Merge,
    Pad,
    Permute,
    Reduce,
    Select,
    Slice,
    Softmax,
    Split,
    Windows,
    tab,
)
from .term import Term, as_term


def exp(x: Any) -> Any:
    return _elementwise("exp", sp.exp, x)


def log(x: Any) -> Any:
    return _elementwise("log", sp.log, x)


def sqrt(x: Any) -> Any:
    return _elementwise("sqrt", sp.sqrt, x)


def sin(x: Any) -> Any:
    return _elementwise("sin", sp.sin, x)


def cos(x: Any) -> Any:
    return _elementwise("cos", sp.cos, x)


def tanh(x: Any) -> Any:
    return _elementwise("tanh", sp.tanh, x)


def erf(x: Any) -> Any:
    return _elementwise("erf", sp.erf, x)


def _elementwise(name: str, scalar: Any, x: Any) -> Any:
    """The node for a tensor, SymPy's function for a scalar expression."""
    return Map(name, x) if isinstance(x, Term) else scalar(sp.sympify(x))


def sigmoid(x: Term) -> Term:
    return Map("sigmoid", x)


def relu(x: Term) -> Term:
    return Map("relu", x)


def gelu(x: Term) -> Term:
    return Map("gelu", x)


def softplus(x: Term) -> Term:
    return Map("softplus", x)


def activation(x: Term) -> Term:
    """An unspecified elementwise function f: drawn and recognised, never evaluated."""
    return Map("activation", x)


def apply(name: str, x: Term) -> Term:
    """The elementwise function of that name (``identity`` leaves ``x``)."""
    return x if name == "identity" else x * Map("sigmoid", x) if name == "silu" else Map(name, x)


def absolute(x: Any) -> Any:
    return _elementwise("abs", sp.Abs, x)


def maximum(a: Any, b: Any) -> Term:
    return Map("maximum", a, b)


def minimum(a: Any, b: Any) -> Term:
    return Map("minimum", a, b)


def where(condition: Term, a: Any, b: Any) -> Term:
    """``a`` where the condition is not 0, else ``b``, entry by entry."""
    return Map("where", condition, a, b)


def greater(a: Any, b: Any) -> Term:
    """1 where a > b, else 0."""
    return Map("greater", a, b)


def less(a: Any, b: Any) -> Term:
    """1 where a < b, else 0."""
    return Map("less", a, b)


def equal(a: Any, b: Any) -> Term:
    """1 where a = b, else 0."""
    return Map("equal", a, b)


def softmax(x: Term, axis: int = -1) -> Term:
    return Softmax(x, axis)


def log_softmax(x: Term) -> Term:
    return LogSoftmax(x)


def masked_softmax(x: Term, mask: Term) -> Term:
    """Softmax over the last axis among entries whose mask is not 0; rows with none are zero."""
    return MaskedSoftmax(x, mask)


def causal_mask(n: Any, m: Any = None) -> Term:
    """1 where column j ≤ row i: position i may read positions 0 … i."""
    return Let("M", tab(n, n if m is None else m, body=lambda i, j: _indicator(sp.Le(j, i))))


def _indicator(condition: Any) -> Any:
    from .scalars import If

    return If(condition, 1, 0)


def concat(*terms: Term, axis: int = -1) -> Term:
    return Concat(axis, *terms)


def reduce_sum(x: Term, axis: int = -1, keepdims: bool = False) -> Term:
    return Reduce("sum", x, axis, keepdims)


def mean(x: Term, axis: int = -1, keepdims: bool = False) -> Term:
    return Reduce("mean", x, axis, keepdims)


def reduce_max(x: Term, axis: int = -1, keepdims: bool = False) -> Term:
    return Reduce("max", x, axis, keepdims)


def reduce_min(x: Term, axis: int = -1, keepdims: bool = False) -> Term:
    return Reduce("min", x, axis, keepdims)


def argmax(x: Term, axis: int = -1) -> Term:
    return Reduce("argmax", x, axis)


def let(tex: str, x: Term) -> Term:
    """Name a subterm: it is written as ``tex`` and defined beside the formula."""
    return Let(tex, x)


def permute(x: Term, *axes: int) -> Term:
    """The last ``len(axes)`` axes in another order."""
    return Permute(x, axes)


def merge(x: Term, axis: int) -> Term:
    """Axes ``axis`` and ``axis + 1`` as one (heads and their width)."""
    return Merge(x, axis)


def split(x: Term, axis: int, outer: Any, inner: Any) -> Term:
    """An axis of ``outer · inner`` entries as two axes, the first running slower."""
    return Split(x, axis, outer, inner)


def row(x: Term) -> Term:
    """A vector as a matrix of one row."""
    return Split(x, -1, 1, x.shape[-1])


def column(x: Term) -> Term:
    """A new last axis of size 1 (a vector as a matrix of one column)."""
    return Split(x, -1, x.shape[-1], 1)


def select(x: Term, index: Any, axis: int = 0) -> Term:
    return Select(x, axis, index)


def take(x: Term, start: Any, size: Any, axis: int = 0) -> Term:
    """``size`` consecutive entries from ``start``."""
    return Slice(x, axis, start, size)


def gather(table: Term, ids: Term) -> Term:
    """Rows of the table chosen by integer ids."""
    return Gather(table, ids)


def pad(x: Term, *widths: tuple[Any, Any], value: Any = 0) -> Term:
    return Pad(x, widths, value)


def windows(x: Term, sizes: tuple[Any, ...], strides: tuple[Any, ...], dilations: tuple[Any, ...]) -> Term:
    return Windows(x, sizes, strides, dilations)


def einsum(rule: str, *terms: Term) -> Term:
    return Einsum(rule, *terms)


def dot(a: Term, b: Term) -> Term:
    """Inner product of two vectors."""
    return MatMul(as_term(a), as_term(b))
