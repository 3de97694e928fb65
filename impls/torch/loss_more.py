"""More losses over the last axis (or two), batched over leading axes.

Sizes that differ raise ValueError, as do a margin, a temperature or a quantile out of range.
"""

from collections.abc import Callable
from math import log
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, positive, rate
from .activation import softplus
from .checks import tensors
from .loss import PAIR


def multiclass_hinge(s: Tensor, s_t: Tensor, delta: float) -> Tensor:
    """Σ max(0, s_j - s_t + Δ) over the wrong classes; s[..., K], s_t[...] -> [...] (Weston and Watkins 1999)."""
    s, s_t = tensors("multiclass_hinge", "s*[K] s_t*[]", s, s_t)
    cost = s - s_t[..., None] + nonnegative("multiclass_hinge", "delta", delta)
    return torch.relu(cost).sum(dim=-1)


def margin_ranking(x_1: Tensor, x_2: Tensor, y: Tensor, margin: float) -> Tensor:
    """max(0, -y (x₁ - x₂) + m), entry by entry."""
    x_1, x_2, y = tensors("margin_ranking", "x_1*[n] x_2*[n] y*[n]", x_1, x_2, y)
    return torch.relu(-y * (x_1 - x_2) + nonnegative("margin_ranking", "margin", margin))


def ranking_hinge(s_i: Tensor, s_j: Tensor, margin: float) -> Tensor:
    """max(0, m - s_i + s_j), entry by entry, i preferred to j."""
    s_i, s_j = tensors("ranking_hinge", "s_i*[n] s_j*[n]", s_i, s_j)
    return torch.relu(nonnegative("ranking_hinge", "margin", margin) - s_i + s_j)


def bpr(x_i: Tensor, x_j: Tensor) -> Tensor:
    """-Σ log σ(x_i - x_j); x_i, x_j[..., n] -> [...] (Rendle et al. 2009)."""
    x_i, x_j = tensors("bpr", "x_i*[n] x_j*[n]", x_i, x_j)
    return softplus(x_j - x_i).sum(dim=-1)


def cosine_distance(x_1: Tensor, x_2: Tensor) -> Tensor:
    """1 - x₁·x₂ / (‖x₁‖ ‖x₂‖); x₁, x₂[..., d] -> [...]; NaN for a zero vector."""
    a, b = tensors("cosine_distance", "x_1*[d] x_2*[d]", x_1, x_2)
    lengths = torch.sqrt((a * a).sum(dim=-1)) * torch.sqrt((b * b).sum(dim=-1))
    return 1.0 - (a * b).sum(dim=-1) / lengths


def nt_xent(p: Tensor, s: Tensor, tau: float) -> Tensor:
    """-log(e^(p/τ) / (e^(p/τ) + Σ e^(s_k/τ))); p[...], s[..., n] -> [...] (Chen et al. 2020, eq. 1)."""
    p, s = tensors("nt_xent", "p*[] s*[n]", p, s)
    return log_of_one_and_sum((s - p[..., None]) / positive("nt_xent", "tau", tau))


def log_of_one_and_sum(x: Tensor) -> Tensor:
    """log(1 + Σ e^x_k) over the last axis, without overflow."""
    top = torch.relu(x.amax(dim=-1))
    return top + torch.log(torch.exp(-top) + torch.exp(x - top[..., None]).sum(dim=-1))


def n_pairs(p: Tensor, s: Tensor) -> Tensor:
    """log(1 + Σ e^(s_k - p)); p[...], s[..., n] -> [...] (Sohn 2016, eq. 2)."""
    p, s = tensors("n_pairs", "p*[] s*[n]", p, s)
    return log_of_one_and_sum(s - p[..., None])


def smooth_l1(y: Tensor, y_hat: Tensor, beta: float) -> Tensor:
    """r²/(2β) for |r| < β, else |r| - β/2, with r = y - ŷ; entry by entry (Girshick 2015)."""
    y, y_hat = tensors("smooth_l1", PAIR, y, y_hat)
    beta = positive("smooth_l1", "beta", beta)
    r = torch.abs(y - y_hat)
    return torch.where(r < beta, 0.5 * r * r / beta, r - 0.5 * beta)


def quantile(y: Tensor, y_hat: Tensor, q: float) -> Tensor:
    """max(q r, (q - 1) r) with r = y - ŷ; entry by entry (Koenker and Bassett 1978)."""
    y, y_hat = tensors("quantile", PAIR, y, y_hat)
    q = rate("quantile", "q", q)
    r = y - y_hat
    return q * torch.relu(r) - (q - 1.0) * torch.relu(-r)


def log_cosh(y: Tensor, y_hat: Tensor) -> Tensor:
    """log cosh(ŷ - y) = |r| + log(1 + e^(-2|r|)) - log 2; entry by entry."""
    y, y_hat = tensors("log_cosh", PAIR, y, y_hat)
    r = torch.abs(y_hat - y)
    return r + softplus(-2.0 * r) - log(2.0)


def poisson(y: Tensor, y_hat: Tensor) -> Tensor:
    """1/n Σ (ŷ_i - y_i log ŷ_i); y, ŷ[..., n] -> [...]."""
    y, y_hat = tensors("poisson", PAIR, y, y_hat)
    return (y_hat - y * torch.log(y_hat)).mean(dim=-1)


def mean_squared_logarithmic_error(y: Tensor, y_hat: Tensor) -> Tensor:
    """1/n Σ (log(1 + y_i) - log(1 + ŷ_i))²; y, ŷ[..., n] -> [...]."""
    y, y_hat = tensors("mean_squared_logarithmic_error", PAIR, y, y_hat)
    return ((torch.log1p(y) - torch.log1p(y_hat)) ** 2).mean(dim=-1)


def mean_absolute_percentage_error(y: Tensor, y_hat: Tensor) -> Tensor:
    """100/n Σ |(y_i - ŷ_i) / y_i|; y, ŷ[..., n] -> [...]."""
    y, y_hat = tensors("mean_absolute_percentage_error", PAIR, y, y_hat)
    return 100.0 * torch.abs((y - y_hat) / y).mean(dim=-1)


def exponential_loss(y: Tensor, f: Tensor) -> Tensor:
    """1/n Σ e^(-y_i f_i); y, f[..., n] -> [...] (Friedman et al. 2000)."""
    y, f = tensors("exponential_loss", "y*[n] f*[n]", y, f)
    return torch.exp(-y * f).mean(dim=-1)


def dice_loss(p: Tensor, g: Tensor) -> Tensor:
    """1 - 2 Σ p g / (Σ p + Σ g); p, g[..., n] -> [...]."""
    p, g = tensors("dice_loss", "p*[n] g*[n]", p, g)
    return 1.0 - 2.0 * (p * g).sum(dim=-1) / (p.sum(dim=-1) + g.sum(dim=-1))


def soft_iou(p: Tensor, g: Tensor) -> Tensor:
    """1 - Σ p g / (Σ p + Σ g - Σ p g); p, g[..., n] -> [...] (Rahman and Wang 2016)."""
    p, g = tensors("soft_iou", "p*[n] g*[n]", p, g)
    both = (p * g).sum(dim=-1)
    return 1.0 - both / (p.sum(dim=-1) + g.sum(dim=-1) - both)


def negative_log_likelihood(p_i: Tensor) -> Tensor:
    """-1/N Σ log p_i; p[..., N] -> [...]."""
    (p,) = tensors("negative_log_likelihood", "p_i*[N]", p_i)
    return -torch.log(p).mean(dim=-1)


def content(F: Tensor, P: Tensor) -> Tensor:
    """½ Σ (F_ij - P_ij)²; F, P[..., N, M] -> [...] (Gatys et al. 2016, eq. 1)."""
    F, P = tensors("content", "F*[N,M] P*[N,M]", F, P)
    return 0.5 * ((F - P) ** 2).sum(dim=(-2, -1))


def gram_matrix(F: Tensor) -> Tensor:
    """F Fᵀ; F[..., k, M] -> [..., k, k] (Gatys et al. 2016, eq. 3)."""
    (F,) = tensors("gram_matrix", "F*[k,M]", F)
    return F @ F.mT


def style(G: Tensor, A: Tensor, M: float) -> Tensor:
    """1/(4 N² M²) Σ (G_ij - A_ij)²; Gram matrices G, A[..., N, N] -> [...] (Gatys et al. 2016, eq. 4)."""
    G, A = tensors("style", "G*[N,N] A*[N,N]", G, A)
    scale = 4.0 * G.shape[-1] ** 2 * positive("style", "M", M) ** 2
    return ((G - A) ** 2).sum(dim=(-2, -1)) / scale


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
