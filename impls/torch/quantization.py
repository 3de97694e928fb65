"""Affine quantisation over the last axis. A scale that is not above 0 raises ValueError, as do less than 2 bits."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, positive
from .checks import tensors


def dequantize(q: Tensor, s: float, z: float) -> Tensor:
    """s (q - z), entry by entry (Jacob et al. 2018, eq. 1)."""
    (q,) = tensors("dequantize", "q*[n]", q)
    return positive("dequantize", "s", s) * (q - float(z))


def quantization_scale(x_min: float, x_max: float, b: Any) -> float:
    """(x_max - x_min) / (2^b - 1)."""
    if not float(x_min) < float(x_max):
        raise ValueError(f"quantization_scale: x_min is {x_min}, must be below x_max = {x_max}")
    return (float(x_max) - float(x_min)) / (2 ** integer("quantization_scale", "b", b, 2) - 1)


def symmetric_scale(x: Tensor, b: Any) -> Tensor:
    """max |x| / (2^(b - 1) - 1) over the last axis; x[..., n] -> [...]."""
    name = "symmetric_scale"
    (x,) = tensors(name, "x*[n]", x)
    return torch.abs(x).amax(dim=-1) / (2 ** (integer(name, "b", b, 2) - 1) - 1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "quantization.dequantize": dequantize,
    "quantization.scale": quantization_scale,
    "quantization.symmetric_scale": symmetric_scale,
}
