"""More losses over the last axis (or two), batched over leading axes.

Sizes that differ raise ValueError, as do a margin, a temperature or a quantile out of range.
"""

from collections.abc import Callable
from math import log
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, positive, rate
from .activation import quiet, softplus
from .checks import Array, arrays
from .loss import PAIR


def multiclass_hinge(s: Any, s_t: Any, delta: float) -> Array:
    """Σ max(0, s_j - s_t + Δ) over the wrong classes; s[..., K], s_t[...] -> [...] (Weston and Watkins 1999)."""
    s, s_t = arrays("multiclass_hinge", "s*[K] s_t*[]", s, s_t)
    cost = s - s_t[..., None] + nonnegative("multiclass_hinge", "delta", delta)
    return np.asarray(np.maximum(cost, 0.0).sum(axis=-1))


def margin_ranking(x_1: Any, x_2: Any, y: Any, margin: float) -> Array:
    """max(0, -y (x₁ - x₂) + m), entry by entry."""
    x_1, x_2, y = arrays("margin_ranking", "x_1*[n] x_2*[n] y*[n]", x_1, x_2, y)
    return np.maximum(-y * (x_1 - x_2) + nonnegative("margin_ranking", "margin", margin), 0.0)


def ranking_hinge(s_i: Any, s_j: Any, margin: float) -> Array:
    """max(0, m - s_i + s_j), entry by entry, i preferred to j."""
    s_i, s_j = arrays("ranking_hinge", "s_i*[n] s_j*[n]", s_i, s_j)
    return np.maximum(nonnegative("ranking_hinge", "margin", margin) - s_i + s_j, 0.0)


def bpr(x_i: Any, x_j: Any) -> Array:
    """-Σ log σ(x_i - x_j); x_i, x_j[..., n] -> [...] (Rendle et al. 2009)."""
    x_i, x_j = arrays("bpr", "x_i*[n] x_j*[n]", x_i, x_j)
    return np.asarray(softplus(x_j - x_i).sum(axis=-1))


def cosine_distance(x_1: Any, x_2: Any) -> Array:
    """1 - x₁·x₂ / (‖x₁‖ ‖x₂‖); x₁, x₂[..., d] -> [...]; NaN for a zero vector."""
    a, b = arrays("cosine_distance", "x_1*[d] x_2*[d]", x_1, x_2)
    lengths = np.sqrt((a * a).sum(axis=-1)) * np.sqrt((b * b).sum(axis=-1))
    with np.errstate(invalid="ignore"):
        return np.asarray(1.0 - (a * b).sum(axis=-1) / lengths)


def nt_xent(p: Any, s: Any, tau: float) -> Array:
    """-log(e^(p/τ) / (e^(p/τ) + Σ e^(s_k/τ))); p[...], s[..., n] -> [...] (Chen et al. 2020, eq. 1)."""
    p, s = arrays("nt_xent", "p*[] s*[n]", p, s)
    return log_of_one_and_sum((s - p[..., None]) / positive("nt_xent", "tau", tau))


def log_of_one_and_sum(x: Array) -> Array:
    """log(1 + Σ e^x_k) over the last axis, without overflow."""
    top = np.maximum(x.max(axis=-1), 0.0)
    with quiet():
        return np.asarray(top + np.log(np.exp(-top) + np.exp(x - top[..., None]).sum(axis=-1)))


def n_pairs(p: Any, s: Any) -> Array:
    """log(1 + Σ e^(s_k - p)); p[...], s[..., n] -> [...] (Sohn 2016, eq. 2)."""
    p, s = arrays("n_pairs", "p*[] s*[n]", p, s)
    return log_of_one_and_sum(s - p[..., None])


def smooth_l1(y: Any, y_hat: Any, beta: float) -> Array:
    """r²/(2β) for |r| < β, else |r| - β/2, with r = y - ŷ; entry by entry (Girshick 2015)."""
    y, y_hat = arrays("smooth_l1", PAIR, y, y_hat)
    beta = positive("smooth_l1", "beta", beta)
    r = np.abs(y - y_hat)
    return np.where(r < beta, 0.5 * r * r / beta, r - 0.5 * beta)


def quantile(y: Any, y_hat: Any, q: float) -> Array:
    """max(q r, (q - 1) r) with r = y - ŷ; entry by entry (Koenker and Bassett 1978)."""
    y, y_hat = arrays("quantile", PAIR, y, y_hat)
    q = rate("quantile", "q", q)
    r = y - y_hat
    return q * np.maximum(r, 0.0) - (q - 1.0) * np.maximum(-r, 0.0)


def log_cosh(y: Any, y_hat: Any) -> Array:
    """log cosh(ŷ - y) = |r| + log(1 + e^(-2|r|)) - log 2; entry by entry."""
    y, y_hat = arrays("log_cosh", PAIR, y, y_hat)
    r = np.abs(y_hat - y)
    return r + softplus(-2.0 * r) - log(2.0)


def poisson(y: Any, y_hat: Any) -> Array:
    """1/n Σ (ŷ_i - y_i log ŷ_i); y, ŷ[..., n] -> [...]."""
    y, y_hat = arrays("poisson", PAIR, y, y_hat)
    return np.asarray((y_hat - y * np.log(y_hat)).mean(axis=-1))


def mean_squared_logarithmic_error(y: Any, y_hat: Any) -> Array:
    """1/n Σ (log(1 + y_i) - log(1 + ŷ_i))²; y, ŷ[..., n] -> [...]."""
    y, y_hat = arrays("mean_squared_logarithmic_error", PAIR, y, y_hat)
    return np.asarray(((np.log1p(y) - np.log1p(y_hat)) ** 2).mean(axis=-1))


def mean_absolute_percentage_error(y: Any, y_hat: Any) -> Array:
    """100/n Σ |(y_i - ŷ_i) / y_i|; y, ŷ[..., n] -> [...]."""
    y, y_hat = arrays("mean_absolute_percentage_error", PAIR, y, y_hat)
    return np.asarray(100.0 * np.abs((y - y_hat) / y).mean(axis=-1))


def exponential_loss(y: Any, f: Any) -> Array:
    """1/n Σ e^(-y_i f_i); y, f[..., n] -> [...] (Friedman et al. 2000)."""
    y, f = arrays("exponential_loss", "y*[n] f*[n]", y, f)
    return np.asarray(np.exp(-y * f).mean(axis=-1))


def dice_loss(p: Any, g: Any) -> Array:
    """1 - 2 Σ p g / (Σ p + Σ g); p, g[..., n] -> [...]."""
    p, g = arrays("dice_loss", "p*[n] g*[n]", p, g)
    return np.asarray(1.0 - 2.0 * (p * g).sum(axis=-1) / (p.sum(axis=-1) + g.sum(axis=-1)))


def soft_iou(p: Any, g: Any) -> Array:
    """1 - Σ p g / (Σ p + Σ g - Σ p g); p, g[..., n] -> [...] (Rahman and Wang 2016)."""
    p, g = arrays("soft_iou", "p*[n] g*[n]", p, g)
    both = (p * g).sum(axis=-1)
    return np.asarray(1.0 - both / (p.sum(axis=-1) + g.sum(axis=-1) - both))


def negative_log_likelihood(p_i: Any) -> Array:
    """-1/N Σ log p_i; p[..., N] -> [...]."""
    (p,) = arrays("negative_log_likelihood", "p_i*[N]", p_i)
    return np.asarray(-np.log(p).mean(axis=-1))


def content(F: Any, P: Any) -> Array:
    """½ Σ (F_ij - P_ij)²; F, P[..., N, M] -> [...] (Gatys et al. 2016, eq. 1)."""
    F, P = arrays("content", "F*[N,M] P*[N,M]", F, P)
    return np.asarray(0.5 * ((F - P) ** 2).sum(axis=(-2, -1)))


def gram_matrix(F: Any) -> Array:
    """F Fᵀ; F[..., k, M] -> [..., k, k] (Gatys et al. 2016, eq. 3)."""
    (F,) = arrays("gram_matrix", "F*[k,M]", F)
    return F @ F.swapaxes(-1, -2)


def style(G: Any, A: Any, M: float) -> Array:
    """1/(4 N² M²) Σ (G_ij - A_ij)²; Gram matrices G, A[..., N, N] -> [...] (Gatys et al. 2016, eq. 4)."""
    G, A = arrays("style", "G*[N,N] A*[N,N]", G, A)
    scale = 4.0 * G.shape[-1] ** 2 * positive("style", "M", M) ** 2
    return np.asarray(((G - A) ** 2).sum(axis=(-2, -1)) / scale)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"loss.{f.__name__}": f
    for f in (
        multiclass_hinge,
        margin_ranking,
        ranking_hinge,
        bpr,
        cosine_distance,
        nt_xent,
        n_pairs,
        smooth_l1,
        quantile,
        log_cosh,
        poisson,
        mean_squared_logarithmic_error,
        mean_absolute_percentage_error,
        soft_iou,
        negative_log_likelihood,
        content,
        gram_matrix,
        style,
    )
} | {"loss.dice": dice_loss, "loss.exponential": exponential_loss}
