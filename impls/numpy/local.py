"""Normalisations of weights and responses, running variances, over the last axis. Bad sizes raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, positive, rate
from .checks import Array, arrays, epsilon


def weight_standardization(W: Any, eps: float) -> Array:
    """(W - mean W) / √(var W + ε) over the last axis; W[..., n] -> [..., n] (Qiao et al. 2019)."""
    (W,) = arrays("weight_standardization", "W*[n]", W)
    centred = W - W.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + epsilon("weight_standardization", eps))


def local_response(a: Any, b: Any, k: float, alpha: float, beta: float) -> Array:
    """a / (k + α Σ b_j²)^β, b the neighbouring channels[..., n], a[...] -> [...] (Krizhevsky et al. 2012)."""
    name = "local_response"
    a, b = arrays(name, "a*[] b*[n]", a, b)
    below = positive(name, "k", k) + nonnegative(name, "alpha", alpha) * (b * b).sum(axis=-1)
    return np.asarray(a / below ** nonnegative(name, "beta", beta))


def running_variance(v: Any, v_B: Any, rho: float) -> Array:
    """(1 - ρ) v + ρ v_B, entry by entry (Ioffe and Szegedy 2015)."""
    v, v_B = arrays("running_variance", "v*[d] v_B*[d]", v, v_B)
    rho = rate("running_variance", "rho", rho)
    return (1.0 - rho) * v + rho * v_B


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"normalization.{f.__name__}": f for f in (weight_standardization, local_response, running_variance)
}
