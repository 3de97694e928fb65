"""Normalisation over batch, features, groups; all data take leading batch axes.

Sizes that differ, a negative eps and a number of groups that does not divide the channels raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, rate
from .checks import epsilon, tensors

IMAGE = "x*[C,H,W] gamma[C] beta[C]"


def _moments(x: Tensor, axis: int | tuple[int, ...]) -> tuple[Tensor, Tensor]:
    """x - mean, and the biased variance, over the axes."""
    centred = x - x.mean(dim=axis, keepdim=True)
    return centred, (centred * centred).mean(dim=axis, keepdim=True)


def _standardised(x: Tensor, axis: int | tuple[int, ...], eps: float) -> Tensor:
    """(x - mean) / √(var + ε) over the axes."""
    centred, variance = _moments(x, axis)
    return centred / torch.sqrt(variance + eps)


def batch_mean(x: Tensor) -> Tensor:
    """1/m Σ x_i of one activation; x[..., m] -> [...] (Ioffe and Szegedy 2015, algorithm 1)."""
    (x,) = tensors("batch_mean", "x*[m]", x)
    return x.mean(dim=-1)


def batch_variance(x: Tensor) -> Tensor:
    """1/m Σ (x_i - mean)²; x[..., m] -> [...] (Ioffe and Szegedy 2015, algorithm 1)."""
    (x,) = tensors("batch_variance", "x*[m]", x)
    return _moments(x, -1)[1][..., 0]


def batch_normalize(x: Tensor, mu: Tensor, variance: Tensor, eps: float) -> Tensor:
    """(x_i - μ) / √(σ² + ε); x[..., m], μ, σ²[...] (Ioffe and Szegedy 2015, algorithm 1)."""
    x, mu, variance = tensors("batch_normalize", "x*[m] mu*[] variance*[]", x, mu, variance)
    return (x - mu[..., None]) / torch.sqrt(variance[..., None] + epsilon("batch_normalize", eps))


def batch_scale_shift(x_hat: Tensor, gamma: Tensor, beta: Tensor) -> Tensor:
    """γ x̂_i + β; x̂[..., m], γ and β scalars (Ioffe and Szegedy 2015, algorithm 1)."""
    x_hat, gamma, beta = tensors("batch_scale_shift", "x_hat*[m] gamma[] beta[]", x_hat, gamma, beta)
    return gamma * x_hat + beta


def batch_norm(X: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """γ (x - μ) / √(σ² + ε) + β over the batch; X[..., m, d], γ, β[d] (Ioffe and Szegedy 2015)."""
    X, gamma, beta = tensors("batch_norm", "X*[m,d] gamma[d] beta[d]", X, gamma, beta)
    return gamma * _standardised(X, -2, epsilon("batch_norm", eps)) + beta


def batch_running_mean(running: Tensor, mu: Tensor, alpha: float) -> Tensor:
    """(1 - α) running + α μ; both [..., d]."""
    running, mu = tensors("batch_running_mean", "running*[d] mu*[d]", running, mu)
    alpha = rate("batch_running_mean", "alpha", alpha)
    return (1.0 - alpha) * running + alpha * mu


def batch_norm_inference(x: Tensor, mean: Tensor, variance: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """γ (x - E[x]) / √(Var[x] + ε) + β; all [..., d] (Ioffe and Szegedy 2015, algorithm 2)."""
    name, line = "batch_norm_inference", "x*[d] mean*[d] variance*[d] gamma[d] beta[d]"
    x, mean, variance, gamma, beta = tensors(name, line, x, mean, variance, gamma, beta)
    return gamma * ((x - mean) / torch.sqrt(variance + epsilon(name, eps))) + beta


def rms_norm(x: Tensor, g: Tensor, eps: float) -> Tensor:
    """g x / √(mean(x²) + ε); x[..., d], g[d] (Zhang and Sennrich 2019, eq. 4)."""
    x, g = tensors("rms_norm", "x*[d] g[d]", x, g)
    return g * (x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + epsilon("rms_norm", eps)))


def group_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float, G: Any) -> Tensor:
    """Standardised within G groups of channels, then γ and β by channel (Wu and He 2018).

    x[..., C, H, W], γ, β[C] -> [..., C, H, W].
    """
    x, gamma, beta = tensors("group_norm", IMAGE, x, gamma, beta)
    groups, C = integer("group_norm", "G", G, 1), x.shape[-3]
    if C % groups:
        raise ValueError(f"group_norm: {C} channels cannot be shared among {groups} groups")
    grouped = x.reshape(*x.shape[:-3], groups, C // groups, *x.shape[-2:])
    normed = _standardised(grouped, (-3, -2, -1), epsilon("group_norm", eps)).reshape(x.shape)
    return gamma[:, None, None] * normed + beta[:, None, None]


def instance_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """Standardised within each channel, then γ and β by channel; x[..., C, H, W] (Ulyanov et al. 2016)."""
    x, gamma, beta = tensors("instance_norm", IMAGE, x, gamma, beta)
    normed = _standardised(x, (-2, -1), epsilon("instance_norm", eps))
    return gamma[:, None, None] * normed + beta[:, None, None]


def weight_norm(v: Tensor, g: Tensor) -> Tensor:
    """g v / ‖v‖; v[d], g a scalar (Salimans and Kingma 2016, eq. 2)."""
    v, g = tensors("weight_norm", "v[d] g[]", v, g)
    return v * (g / torch.sqrt((v * v).sum()))


def z_score(x: Tensor) -> Tensor:
    """(x - mean) / deviation over the last axis; NaN where all entries are equal."""
    (x,) = tensors("z_score", "x*[n]", x)
    return _standardised(x, -1, 0.0)


def min_max(x: Tensor) -> Tensor:
    """(x - min) / (max - min) over the last axis; NaN where all entries are equal."""
    (x,) = tensors("min_max", "x*[n]", x)
    low, high = x.amin(dim=-1, keepdim=True), x.amax(dim=-1, keepdim=True)
    return (x - low) / (high - low)


def unit_length(x: Tensor) -> Tensor:
    """x / ‖x‖ over the last axis; NaN for zero."""
    (x,) = tensors("unit_length", "x*[n]", x)
    return x / torch.sqrt((x * x).sum(dim=-1, keepdim=True))


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
