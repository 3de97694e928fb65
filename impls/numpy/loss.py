"""Losses over the last axis (or two), batched over leading axes.

Sizes that differ raise ValueError, as do a margin, a temperature or a δ out of range.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, positive, rate
from .activation import log_softmax, quiet, softplus
from .checks import Array, arrays

PAIR = "y*[n] y_hat*[n]"


def mean_squared_error(y: Any, y_hat: Any) -> Array:
    """1/n Σ (y_i - ŷ_i)²; y, ŷ[..., n] -> [...]."""
    y, y_hat = arrays("mean_squared_error", PAIR, y, y_hat)
    return np.asarray(((y - y_hat) ** 2).mean(axis=-1))


def root_mean_squared_error(y: Any, y_hat: Any) -> Array:
    """√(1/n Σ (y_i - ŷ_i)²); y, ŷ[..., n] -> [...]."""
    return np.sqrt(mean_squared_error(*arrays("root_mean_squared_error", PAIR, y, y_hat)))


def mean_absolute_error(y: Any, y_hat: Any) -> Array:
    """1/n Σ |y_i - ŷ_i|; y, ŷ[..., n] -> [...]."""
    y, y_hat = arrays("mean_absolute_error", PAIR, y, y_hat)
    return np.asarray(np.abs(y - y_hat).mean(axis=-1))


def huber(y: Any, y_hat: Any, delta: float) -> Array:
    """r²/2 for |r| < δ, else δ (|r| - δ/2), with r = y - ŷ; entry by entry (Huber 1964)."""
    y, y_hat = arrays("huber", PAIR, y, y_hat)
    delta = positive("huber", "delta", delta)
    r = np.abs(y - y_hat)
    return np.where(r < delta, 0.5 * r * r, delta * (r - 0.5 * delta))


def binary_cross_entropy(y: Any, y_hat: Any) -> Array:
    """-1/n Σ [y_i log ŷ_i + (1 - y_i) log(1 - ŷ_i)]; probabilities ŷ[..., n] -> [...]."""
    y, y_hat = arrays("binary_cross_entropy", PAIR, y, y_hat)
    return np.asarray(-(y * np.log(y_hat) + (1.0 - y) * np.log(1.0 - y_hat)).mean(axis=-1))


def binary_cross_entropy_with_logits(y: Any, z: Any) -> Array:
    """1/n Σ [log(1 + e^z_i) - y_i z_i]; targets y and logits z[..., n] -> [...]."""
    y, z = arrays("binary_cross_entropy_with_logits", "y*[n] z*[n]", y, z)
    return np.asarray((softplus(z) - y * z).mean(axis=-1))


def categorical_cross_entropy(y: Any, y_hat: Any) -> Array:
    """-Σ_k y_k log ŷ_k; distributions y, ŷ[..., K] -> [...]."""
    y, y_hat = arrays("categorical_cross_entropy", "y*[K] y_hat*[K]", y, y_hat)
    return np.asarray(-(y * np.log(y_hat)).sum(axis=-1))


def hinge(y: Any, y_hat: Any) -> Array:
    """max(0, 1 - y ŷ) for targets ±1, entry by entry."""
    y, y_hat = arrays("hinge", PAIR, y, y_hat)
    return np.maximum(1.0 - y * y_hat, 0.0)


def focal(p_t: Any, alpha: float, gamma: float) -> Array:
    """-α (1 - p)^γ log p, p the probability of the true class, entry by entry (Lin et al. 2017, eq. 5)."""
    (p,) = arrays("focal", "p_t*[n]", p_t)
    alpha, gamma = nonnegative("focal", "alpha", alpha), nonnegative("focal", "gamma", gamma)
    return -alpha * (1.0 - p) ** gamma * np.log(p)


def label_smoothing(y: Any, epsilon: float) -> Array:
    """(1 - ε) y + ε/K; y[..., K] (Szegedy et al. 2016, section 7)."""
    (y,) = arrays("label_smoothing", "y*[K]", y)
    epsilon = rate("label_smoothing", "epsilon", epsilon)
    return (1.0 - epsilon) * y + epsilon / y.shape[-1]


def contrastive(Y: Any, D: Any, margin: float) -> Array:
    """(1 - Y) D²/2 + Y max(0, m - D)²/2, Y = 0 for similar pairs (Hadsell et al. 2006, eq. 4)."""
    Y, D = arrays("contrastive", "Y*[n] D*[n]", Y, D)
    short = np.maximum(nonnegative("contrastive", "margin", margin) - D, 0.0)
    return 0.5 * ((1.0 - Y) * D * D + Y * short * short)


def triplet(a: Any, p: Any, n: Any, alpha: float) -> Array:
    """max(0, ‖a - p‖² - ‖a - n‖² + α); a, p, n[..., d] -> [...] (Schroff et al. 2015, eq. 3)."""
    a, p, n = arrays("triplet", "a*[d] p*[d] n*[d]", a, p, n)
    near, far = ((a - p) ** 2).sum(axis=-1), ((a - n) ** 2).sum(axis=-1)
    return np.maximum(near - far + nonnegative("triplet", "alpha", alpha), 0.0)


def info_nce(q: Any, k: Any, K: Any, tau: float) -> Array:
    """-log(e^(q·k/τ) / (e^(q·k/τ) + Σ_j e^(q·K_j/τ))); q, k[..., d], negatives K[..., m, d] -> [...].

    He et al. 2020, eq. 1.
    """
    q, k, K = arrays("info_nce", "q*[d] k*[d] K*[m,d]", q, k, K)
    first, rest = (q * k).sum(axis=-1, keepdims=True), (K @ q[..., None])[..., 0]
    lead = np.broadcast_shapes(first.shape[:-1], rest.shape[:-1])
    scores = [np.broadcast_to(s, (*lead, s.shape[-1])) for s in (first, rest)]
    with quiet():
        return -log_softmax(np.concatenate(scores, axis=-1) / positive("info_nce", "tau", tau))[..., 0]


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
