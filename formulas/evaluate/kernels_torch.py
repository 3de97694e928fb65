"""torch kernels of the tensor nodes; every one is differentiable and keeps device and dtype."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import torch
import torch.nn.functional as F

from ..lang import nodes as n

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "neg": lambda a: -a,
    "exp": torch.exp,
    "log": torch.log,
    "sqrt": torch.sqrt,
    "sin": torch.sin,
    "cos": torch.cos,
    "erf": torch.erf,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "relu": torch.relu,
    "softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
    "gelu": F.gelu,
    "abs": torch.abs,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "where": lambda c, a, b: torch.where(c != 0, a, b),
    "greater": lambda a, b: (a > b).to(_dtype(a, b)),
    "less": lambda a, b: (a < b).to(_dtype(a, b)),
    "equal": lambda a, b: (a == b).to(_dtype(a, b)),
}


def _dtype(*values: Any) -> torch.dtype:
    """The floating dtype among the operands, else torch's default."""
    found = [v.dtype for v in values if isinstance(v, torch.Tensor) and v.is_floating_point()]
    return found[0] if found else torch.get_default_dtype()


def _map(node: Any, operands: list[Any], run: Any) -> Any:
    values = operands
    if node.function in ("exp", "log", "sqrt", "sin", "cos", "tanh", "abs", "maximum", "minimum", "where"):
        values = [v if isinstance(v, torch.Tensor) else torch.as_tensor(v, dtype=run.dtype) for v in operands]
    return FUNCTIONS[node.function](*values)


def _masked_softmax(node: Any, operands: list[Any], run: Any) -> Any:
    x, mask = operands[0], operands[1] != 0
    empty = ~mask.any(-1, keepdim=True)
    # an empty row gets finite scores before softmax, so that neither value nor gradient is NaN, and zero weights after it
    scores = torch.where(mask | empty, x, torch.full_like(x, -torch.inf))
    scores = torch.where(empty, torch.zeros_like(x), scores)
    return torch.softmax(scores, -1) * (~empty).to(x.dtype)


_REDUCE: dict[str, Any] = {
    "sum": torch.sum, "prod": torch.prod, "max": torch.amax, "min": torch.amin, "mean": torch.mean, "argmax": torch.argmax,
}  # fmt: skip


SHORT = 16
"""Up to this length an axis is summed slice by slice: over overlapping windows torch sums slowly."""


def _reduce(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    short = node.axis == -1 and x.ndim > 1 and 1 <= x.shape[-1] <= SHORT
    if node.kind == "sum" and short and not node.keepdims:
        return reduce(torch.add, x.unbind(-1))
    return _REDUCE[node.kind](x, dim=node.axis, keepdim=node.keepdims)


def _slice(node: Any, operands: list[Any], run: Any) -> Any:
    return operands[0].narrow(node.axis, run.size(node.start), run.size(node.size))


def _merge(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    return x.flatten(x.ndim + node.axis, x.ndim + node.axis + 1)


def _split(node: Any, operands: list[Any], run: Any) -> Any:
    return operands[0].unflatten(node.axis, tuple(map(run.size, node.sizes)))


def _permute(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    return x.permute(*range(x.ndim - len(node.order)), *(x.ndim + i for i in node.order))


def _pad(node: Any, operands: list[Any], run: Any) -> Any:
    flat = [run.size(v) for pair in reversed(node.widths) for v in pair]
    return F.pad(operands[0], flat, value=float(node.value))


def _windows(node: Any, operands: list[Any], run: Any) -> Any:
    x = operands[0]
    first = x.ndim - len(node.geometry)
    for place, axis in enumerate(node.geometry):
        k, stride, dilation = (run.size(v) for v in axis)
        # the windowed axis keeps its place, the taps go to a new last axis
        x = x.unfold(first + place, dilation * (k - 1) + 1, stride)[..., ::dilation]
    return x


KERNELS: dict[type, Any] = {
    n.Map: _map,
    n.MatMul: lambda node, operands, run: operands[0] @ operands[1],
    n.Permute: _permute,
    n.Transpose: lambda node, operands, run: operands[0].transpose(-1, -2),
    n.Reduce: _reduce,
    n.Softmax: lambda node, operands, run: torch.softmax(operands[0], node.axis),
    n.LogSoftmax: lambda node, operands, run: torch.log_softmax(operands[0], -1),
    n.MaskedSoftmax: _masked_softmax,
    n.Concat: lambda node, operands, run: torch.cat(operands, node.axis),
    n.Select: lambda node, operands, run: operands[0].select(node.axis, run.size(node.index)),
    n.Slice: _slice,
    # ids that were computed, by where or argmax, may have come out as real numbers
    n.Gather: lambda node, operands, run: operands[0][operands[1].long()],
    n.Merge: _merge,
    n.Split: _split,
    n.Pad: _pad,
    n.Windows: _windows,
    n.Let: lambda node, operands, run: operands[0],
    n.Einsum: lambda node, operands, run: torch.einsum(node.args[0].name, *operands),
}
