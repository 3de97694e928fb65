"""NumPy kernels of the tensor nodes, stable where the definition is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from ..lang import nodes as n
from .erf import erf


def _sigmoid(x: Any) -> Any:
    # not ½(1 + tanh(x/2)), which loses the digits of small results; an overflowing exp gives the right 0
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "neg": lambda a: -a,
    "exp": np.exp,
    "log": np.log,
    "sqrt": np.sqrt,
    "sin": np.sin,
    "cos": np.cos,
    "erf": erf,
    "tanh": np.tanh,
    "sigmoid": _sigmoid,
    "relu": lambda x: np.maximum(x, 0),
    "softplus": lambda x: np.logaddexp(x, np.zeros((), dtype=np.asarray(x).dtype)),
    "gelu": lambda x: 0.5 * x * (1 + erf(x / 2**0.5)),
    "abs": np.abs,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "where": lambda c, a, b: np.where(np.asarray(c) != 0, a, b),
    "greater": lambda a, b: a > b,
    "less": lambda a, b: a < b,
    "equal": lambda a, b: np.asarray(a) == b,
}


def _map(node: Any, operands: list[Any], run: Any) -> Any:
    value = FUNCTIONS[node.function](*operands)
    # a comparison counts as 0 or 1 in the working dtype, so that float32 stays float32
    return value.astype(run.dtype) if getattr(value, "dtype", None) == np.dtype(bool) else value


def _softmax(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    e = x - x.max(axis=node.axis, keepdims=True)
    np.exp(e, out=e)
    e /= e.sum(axis=node.axis, keepdims=True)
    return e


def _log_softmax(node: Any, operands: list[Any], run: Any) -> Any:
    shifted = operands[0] - operands[0].max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def _masked_softmax(node: Any, operands: list[Any], run: Any) -> Any:
    x, mask = operands[0], np.asarray(operands[1]) != 0
    e = np.where(mask, x, x.dtype.type(-np.inf))
    top = e.max(axis=-1, keepdims=True)
    e -= np.where(np.isfinite(top), top, 0)
    np.exp(e, out=e)
    total = e.sum(axis=-1, keepdims=True)
    e /= np.where(total == 0, 1, total)
    return e


_REDUCE: dict[str, Any] = {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min, "mean": np.mean}


SHORT = 16
"""Up to this length an axis is folded slice by slice: NumPy's reductions start anew for each row."""
_FOLD: dict[str, Any] = {"sum": np.add, "max": np.maximum, "min": np.minimum}


def _reduce(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    short = node.axis == -1 and x.ndim > 1 and 1 <= x.shape[-1] <= SHORT
    if node.kind in _FOLD and short and not node.keepdims:
        return reduce(_FOLD[node.kind], (x[..., i] for i in range(1, x.shape[-1])), x[..., 0])
    if node.kind == "argmax":
        return np.argmax(operands[0], axis=node.axis, keepdims=node.keepdims)
    return _REDUCE[node.kind](operands[0], axis=node.axis, keepdims=node.keepdims)


def _permute(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    lead = list(range(x.ndim - len(node.order)))
    return x.transpose([*lead, *(x.ndim + i for i in node.order)])


def _slice(node: Any, operands: list[Any], run: Any) -> Any:
    start, size = run.size(node.start), run.size(node.size)
    return operands[0][(..., slice(start, start + size)) + (slice(None),) * (-1 - node.axis)]


def _merge(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    place = x.ndim + node.axis
    return x.reshape(*x.shape[:place], x.shape[place] * x.shape[place + 1], *x.shape[place + 2 :])


def _split(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    place = x.ndim + node.axis
    return x.reshape(*x.shape[:place], *map(run.size, node.sizes), *x.shape[place + 1 :])


def _pad(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    widths = [(0, 0)] * (x.ndim - len(node.widths)) + [(run.size(a), run.size(b)) for a, b in node.widths]
    return np.pad(x, widths, constant_values=float(node.value))


def _windows(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    axes = len(node.geometry)
    geometry = [tuple(run.size(v) for v in axis) for axis in node.geometry]
    view = np.lib.stride_tricks.sliding_window_view(
        x, [d * (k - 1) + 1 for k, _, d in geometry], tuple(range(-axes, 0))
    )
    pick: list[Any] = [
        ...,
        *(slice(None, None, st) for _, st, _ in geometry),
        *(slice(None, None, d) for _, _, d in geometry),
    ]
    return view[tuple(pick)]


def _einsum(node: Any, operands: list[Any], run: Any) -> Any:
    return np.einsum(node.args[0].name, *operands, optimize=True)


KERNELS: dict[type, Any] = {
    n.Map: _map,
    n.Let: lambda node, operands, run: operands[0],
    n.MatMul: lambda node, operands, run: operands[0] @ operands[1],
    n.Permute: _permute,
    n.Transpose: lambda node, operands, run: np.swapaxes(operands[0], -1, -2),
    n.Reduce: _reduce,
    n.Softmax: _softmax,
    n.LogSoftmax: _log_softmax,
    n.MaskedSoftmax: _masked_softmax,
    n.Concat: lambda node, operands, run: np.concatenate(operands, axis=node.axis),
    n.Select: lambda node, operands, run: np.take(operands[0], run.size(node.index), axis=node.axis),
    n.Slice: _slice,
    # ids that were computed, by where or argmax, may have come out as real numbers
    n.Gather: lambda node, operands, run: operands[0][np.asarray(operands[1]).astype(np.int64, copy=False)],
    n.Merge: _merge,
    n.Split: _split,
    n.Pad: _pad,
    n.Windows: _windows,
    n.Einsum: _einsum,
}
