"""Losses over the last axis (or two), batched over leading axes.

Sizes that differ raise ValueError, as do a margin, a temperature or a δ out of range.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, positive, rate
from .activation import log_softmax, softplus
from .checks import tensors

PAIR = "y*[n] y_hat*[n]"


def mean_squared_error(y: Tensor, y_hat: Tensor) -> Tensor:
    """1/n Σ (y_i - ŷ_i)²; y, ŷ[..., n] -> [...]."""
    y, y_hat = tensors("mean_squared_error", PAIR, y, y_hat)
    return ((y - y_hat) ** 2).mean(dim=-1)


def root_mean_squared_error(y: Tensor, y_hat: Tensor) -> Tensor:
    """√(1/n Σ (y_i - ŷ_i)²); y, ŷ[..., n] -> [...]."""
    return mean_squared_error(*tensors("root_mean_squared_error", PAIR, y, y_hat)).sqrt()


def mean_absolute_error(y: Tensor, y_hat: Tensor) -> Tensor:
    """1/n Σ |y_i - ŷ_i|; y, ŷ[..., n] -> [...]."""
    y, y_hat = tensors("mean_absolute_error", PAIR, y, y_hat)
    return (y - y_hat).abs().mean(dim=-1)


def huber(y: Tensor, y_hat: Tensor, delta: float) -> Tensor:
    """r²/2 for |r| < δ, else δ (|r| - δ/2), with r = y - ŷ; entry by entry (Huber 1964)."""
    y, y_hat = tensors("huber", PAIR, y, y_hat)
    delta = positive("huber", "delta", delta)
    r = (y - y_hat).abs()
    return torch.where(r < delta, 0.5 * r * r, delta * (r - 0.5 * delta))


def binary_cross_entropy(y: Tensor, y_hat: Tensor) -> Tensor:
    """-1/n Σ [y_i log ŷ_i + (1 - y_i) log(1 - ŷ_i)]; probabilities ŷ[..., n] -> [...]."""
    y, y_hat = tensors("binary_cross_entropy", PAIR, y, y_hat)
    return -(y * y_hat.log() + (1.0 - y) * (1.0 - y_hat).log()).mean(dim=-1)


def binary_cross_entropy_with_logits(y: Tensor, z: Tensor) -> Tensor:
    """1/n Σ [log(1 + e^z_i) - y_i z_i]; targets y and logits z[..., n] -> [...]."""
    y, z = tensors("binary_cross_entropy_with_logits", "y*[n] z*[n]", y, z)
    return (softplus(z) - y * z).mean(dim=-1)


def categorical_cross_entropy(y: Tensor, y_hat: Tensor) -> Tensor:
    """-Σ_k y_k log ŷ_k; distributions y, ŷ[..., K] -> [...]."""
    y, y_hat = tensors("categorical_cross_entropy", "y*[K] y_hat*[K]", y, y_hat)
    return -(y * y_hat.log()).sum(dim=-1)


def hinge(y: Tensor, y_hat: Tensor) -> Tensor:
    """max(0, 1 - y ŷ) for targets ±1, entry by entry."""
    y, y_hat = tensors("hinge", PAIR, y, y_hat)
    return torch.relu(1.0 - y * y_hat)


def focal(p_t: Tensor, alpha: float, gamma: float) -> Tensor:
    """-α (1 - p)^γ log p, p the probability of the true class, entry by entry (Lin et al. 2017, eq. 5)."""
    (p,) = tensors("focal", "p_t*[n]", p_t)
    alpha, gamma = nonnegative("focal", "alpha", alpha), nonnegative("focal", "gamma", gamma)
    return -alpha * (1.0 - p) ** gamma * p.log()


def label_smoothing(y: Tensor, epsilon: float) -> Tensor:
    """(1 - ε) y + ε/K; y[..., K] (Szegedy et al. 2016, section 7)."""
    (y,) = tensors("label_smoothing", "y*[K]", y)
    epsilon = rate("label_smoothing", "epsilon", epsilon)
    return (1.0 - epsilon) * y + epsilon / y.shape[-1]


def contrastive(Y: Tensor, D: Tensor, margin: float) -> Tensor:
    """(1 - Y) D²/2 + Y max(0, m - D)²/2, Y = 0 for similar pairs (Hadsell et al. 2006, eq. 4)."""
    Y, D = tensors("contrastive", "Y*[n] D*[n]", Y, D)
    short = torch.relu(nonnegative("contrastive", "margin", margin) - D)
    return 0.5 * ((1.0 - Y) * D * D + Y * short * short)


def triplet(a: Tensor, p: Tensor, n: Tensor, alpha: float) -> Tensor:
    """max(0, ‖a - p‖² - ‖a - n‖² + α); a, p, n[..., d] -> [...] (Schroff et al. 2015, eq. 3)."""
    a, p, n = tensors("triplet", "a*[d] p*[d] n*[d]", a, p, n)
    near, far = ((a - p) ** 2).sum(dim=-1), ((a - n) ** 2).sum(dim=-1)
    return torch.relu(near - far + nonnegative("triplet", "alpha", alpha))


def info_nce(q: Tensor, k: Tensor, K: Tensor, tau: float) -> Tensor:
    """-log(e^(q·k/τ) / (e^(q·k/τ) + Σ_j e^(q·K_j/τ))); q, k[..., d], negatives K[..., m, d] -> [...].

    He et al. 2020, eq. 1.
    """
    q, k, K = tensors("info_nce", "q*[d] k*[d] K*[m,d]", q, k, K)
    first, rest = (q * k).sum(dim=-1, keepdim=True), (K @ q[..., None])[..., 0]
    lead = torch.broadcast_shapes(first.shape[:-1], rest.shape[:-1])
    scores = [s.expand(*lead, s.shape[-1]) for s in (first, rest)]
    return -log_softmax(torch.cat(scores, dim=-1) / positive("info_nce", "tau", tau))[..., 0]


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"loss.{f.__name__}": f
    for f in (
        mean_squared_error,
        root_mean_squared_error,
        mean_absolute_error,
        huber,
        binary_cross_entropy,
        binary_cross_entropy_with_logits,
        categorical_cross_entropy,
        hinge,
        focal,
        label_smoothing,
        contrastive,
        triplet,
        info_nce,
    )
}
