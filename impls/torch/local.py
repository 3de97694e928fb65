"""Normalisations of weights and responses, running variances, over the last axis. Bad sizes raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, positive, rate
from .checks import epsilon, tensors


def weight_standardization(W: Tensor, eps: float) -> Tensor:
    """(W - mean W) / √(var W + ε) over the last axis; W[..., n] -> [..., n] (Qiao et al. 2019)."""
    (W,) = tensors("weight_standardization", "W*[n]", W)
    centred = W - W.mean(dim=-1, keepdim=True)
    variance = (centred * centred).mean(dim=-1, keepdim=True)
    return centred / torch.sqrt(variance + epsilon("weight_standardization", eps))


def local_response(a: Tensor, b: Tensor, k: float, alpha: float, beta: float) -> Tensor:
    """a / (k + α Σ b_j²)^β, b the neighbouring channels[..., n], a[...] -> [...] (Krizhevsky et al. 2012)."""
    name = "local_response"
    a, b = tensors(name, "a*[] b*[n]", a, b)
    below = positive(name, "k", k) + nonnegative(name, "alpha", alpha) * (b * b).sum(dim=-1)
    return a / below ** nonnegative(name, "beta", beta)


def running_variance(v: Tensor, v_B: Tensor, rho: float) -> Tensor:
    """(1 - ρ) v + ρ v_B, entry by entry (Ioffe and Szegedy 2015)."""
    v, v_B = tensors("running_variance", "v*[d] v_B*[d]", v, v_B)
    rho = rate("running_variance", "rho", rho)
    return (1.0 - rho) * v + rho * v_B


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"normalization.{f.__name__}": f for f in (weight_standardization, local_response, running_variance)
}
