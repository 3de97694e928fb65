"""Normalisation over batch, features, groups; all data take leading batch axes.

Sizes that differ, a negative eps and a number of groups that does not divide the channels raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import integer, rate
from .checks import Array, arrays, epsilon

IMAGE = "x*[C,H,W] gamma[C] beta[C]"


def _moments(x: Array, axis: int | tuple[int, ...]) -> tuple[Array, Array]:
    """x - mean, and the biased variance, over the axes."""
    centred = x - x.mean(axis=axis, keepdims=True)
    return centred, (centred * centred).mean(axis=axis, keepdims=True)


def _standardised(x: Array, axis: int | tuple[int, ...], eps: float) -> Array:
    """(x - mean) / √(var + ε) over the axes."""
    centred, variance = _moments(x, axis)
    return centred / np.sqrt(variance + eps)


def batch_mean(x: Any) -> Array:
    """1/m Σ x_i of one activation; x[..., m] -> [...] (Ioffe and Szegedy 2015, algorithm 1)."""
    (x,) = arrays("batch_mean", "x*[m]", x)
    return np.asarray(x.mean(axis=-1))


def batch_variance(x: Any) -> Array:
    """1/m Σ (x_i - mean)²; x[..., m] -> [...] (Ioffe and Szegedy 2015, algorithm 1)."""
    (x,) = arrays("batch_variance", "x*[m]", x)
    return _moments(x, -1)[1][..., 0]


def batch_normalize(x: Any, mu: Any, variance: Any, eps: float) -> Array:
    """(x_i - μ) / √(σ² + ε); x[..., m], μ, σ²[...] (Ioffe and Szegedy 2015, algorithm 1)."""
    x, mu, variance = arrays("batch_normalize", "x*[m] mu*[] variance*[]", x, mu, variance)
    return (x - mu[..., None]) / np.sqrt(variance[..., None] + epsilon("batch_normalize", eps))


def batch_scale_shift(x_hat: Any, gamma: Any, beta: Any) -> Array:
    """γ x̂_i + β; x̂[..., m], γ and β scalars (Ioffe and Szegedy 2015, algorithm 1)."""
    x_hat, gamma, beta = arrays("batch_scale_shift", "x_hat*[m] gamma[] beta[]", x_hat, gamma, beta)
    return gamma * x_hat + beta


def batch_norm(X: Any, gamma: Any, beta: Any, eps: float) -> Array:
    """γ (x - μ) / √(σ² + ε) + β over the batch; X[..., m, d], γ, β[d] (Ioffe and Szegedy 2015)."""
    X, gamma, beta = arrays("batch_norm", "X*[m,d] gamma[d] beta[d]", X, gamma, beta)
    return gamma * _standardised(X, -2, epsilon("batch_norm", eps)) + beta


def batch_running_mean(running: Any, mu: Any, alpha: float) -> Array:
    """(1 - α) running + α μ; both [..., d]."""
    running, mu = arrays("batch_running_mean", "running*[d] mu*[d]", running, mu)
    alpha = rate("batch_running_mean", "alpha", alpha)
    return (1.0 - alpha) * running + alpha * mu


def batch_norm_inference(x: Any, mean: Any, variance: Any, gamma: Any, beta: Any, eps: float) -> Array:
    """γ (x - E[x]) / √(Var[x] + ε) + β; all [..., d] (Ioffe and Szegedy 2015, algorithm 2)."""
    name, line = "batch_norm_inference", "x*[d] mean*[d] variance*[d] gamma[d] beta[d]"
    x, mean, variance, gamma, beta = arrays(name, line, x, mean, variance, gamma, beta)
    return gamma * ((x - mean) / np.sqrt(variance + epsilon(name, eps))) + beta


def rms_norm(x: Any, g: Any, eps: float) -> Array:
    """g x / √(mean(x²) + ε); x[..., d], g[d] (Zhang and Sennrich 2019, eq. 4)."""
    x, g = arrays("rms_norm", "x*[d] g[d]", x, g)
    return g * (x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + epsilon("rms_norm", eps)))


def group_norm(x: Any, gamma: Any, beta: Any, eps: float, G: Any) -> Array:
    """Standardised within G groups of channels, then γ and β by channel (Wu and He 2018).

    x[..., C, H, W], γ, β[C] -> [..., C, H, W].
    """
    x, gamma, beta = arrays("group_norm", IMAGE, x, gamma, beta)
    groups, C = integer("group_norm", "G", G, 1), x.shape[-3]
    if C % groups:
        raise ValueError(f"group_norm: {C} channels cannot be shared among {groups} groups")
    grouped = x.reshape(*x.shape[:-3], groups, C // groups, *x.shape[-2:])
    normed = _standardised(grouped, (-3, -2, -1), epsilon("group_norm", eps)).reshape(x.shape)
    return gamma[:, None, None] * normed + beta[:, None, None]


def instance_norm(x: Any, gamma: Any, beta: Any, eps: float) -> Array:
    """Standardised within each channel, then γ and β by channel; x[..., C, H, W] (Ulyanov et al. 2016)."""
    x, gamma, beta = arrays("instance_norm", IMAGE, x, gamma, beta)
    normed = _standardised(x, (-2, -1), epsilon("instance_norm", eps))
    return gamma[:, None, None] * normed + beta[:, None, None]


def weight_norm(v: Any, g: Any) -> Array:
    """g v / ‖v‖; v[d], g a scalar (Salimans and Kingma 2016, eq. 2)."""
    v, g = arrays("weight_norm", "v[d] g[]", v, g)
    return v * (g / np.sqrt((v * v).sum()))


def z_score(x: Any) -> Array:
    """(x - mean) / deviation over the last axis; NaN where all entries are equal."""
    (x,) = arrays("z_score", "x*[n]", x)
    with np.errstate(invalid="ignore"):
        return _standardised(x, -1, 0.0)


def min_max(x: Any) -> Array:
    """(x - min) / (max - min) over the last axis; NaN where all entries are equal."""
    (x,) = arrays("min_max", "x*[n]", x)
    low, high = x.min(axis=-1, keepdims=True), x.max(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        return (x - low) / (high - low)


def unit_length(x: Any) -> Array:
    """x / ‖x‖ over the last axis; NaN for zero."""
    (x,) = arrays("unit_length", "x*[n]", x)
    with np.errstate(invalid="ignore"):
        return x / np.sqrt((x * x).sum(axis=-1, keepdims=True))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "normalization.batch.mean": batch_mean,
    "normalization.batch.variance": batch_variance,
    "normalization.batch.normalize": batch_normalize,
    "normalization.batch.scale_shift": batch_scale_shift,
    "normalization.batch.forward": batch_norm,
    "normalization.batch.running_mean": batch_running_mean,
    "normalization.batch.inference": batch_norm_inference,
    "normalization.rms": rms_norm,
    "normalization.group": group_norm,
    "normalization.instance": instance_norm,
    "normalization.weight": weight_norm,
    "normalization.z_score": z_score,
    "normalization.min_max": min_max,
    "normalization.unit_length": unit_length,
}
