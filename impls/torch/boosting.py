"""Boosting, batched over leading axes. Sizes that differ and negative strengths raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative
from .checks import tensors


def vote(e: Tensor) -> Tensor:
    """½ log((1 - ε)/ε); error rates ε[...] (Freund and Schapire 1997)."""
    (e,) = tensors("vote", "e*[]", e)
    return 0.5 * torch.log((1.0 - e) / e)


def sample_weight(w: Tensor, Z: Tensor, alpha: Tensor, y: Tensor, h: Tensor) -> Tensor:
    """w/Z e^(-α y h); all [...] (Freund and Schapire 1997)."""
    w, Z, alpha, y, h = tensors("sample_weight", "w*[] Z*[] alpha*[] y*[] h*[]", w, Z, alpha, y, h)
    return w / Z * torch.exp(-alpha * y * h)


def leaf_weight(G: Tensor, H: Tensor, lambda_: float) -> Tensor:
    """-G/(H + λ); sums of first and second derivatives [...] (Chen and Guestrin 2016)."""
    G, H = tensors("leaf_weight", "G*[] H*[]", G, H)
    lambda_ = nonnegative("leaf_weight", "lambda_", lambda_)
    return -G / (H + lambda_)


def structure_score(G: Tensor, H: Tensor, lambda_: float, gamma: float) -> Tensor:
    """-½ Σ G²/(H + λ) + γT; G, H[..., T] -> [...] (Chen and Guestrin 2016)."""
    G, H = tensors("structure_score", "G*[T] H*[T]", G, H)
    lambda_ = nonnegative("structure_score", "lambda_", lambda_)
    gamma = nonnegative("structure_score", "gamma", gamma)
    return -0.5 * (G * G / (H + lambda_)).sum(dim=-1) + gamma * G.shape[-1]


def split_gain(G_L: Tensor, H_L: Tensor, G_R: Tensor, H_R: Tensor, lambda_: float, gamma: float) -> Tensor:
    """½ (G_L²/(H_L + λ) + G_R²/(H_R + λ) - (G_L + G_R)²/(H_L + H_R + λ)) - γ (Chen and Guestrin 2016)."""
    G_L, H_L, G_R, H_R = tensors("split_gain", "G_L*[] H_L*[] G_R*[] H_R*[]", G_L, H_L, G_R, H_R)
    lambda_ = nonnegative("split_gain", "lambda_", lambda_)
    gamma = nonnegative("split_gain", "gamma", gamma)
    return (
        0.5 * (G_L**2 / (H_L + lambda_) + G_R**2 / (H_R + lambda_) - (G_L + G_R) ** 2 / (H_L + H_R + lambda_)) - gamma
    )


def complexity(w: Tensor, gamma: float, lambda_: float) -> Tensor:
    """γT + ½ λ Σ w²; leaf weights w[..., T] -> [...] (Chen and Guestrin 2016)."""
    (w,) = tensors("complexity", "w*[T]", w)
    gamma = nonnegative("complexity", "gamma", gamma)
    lambda_ = nonnegative("complexity", "lambda_", lambda_)
    return gamma * w.shape[-1] + 0.5 * lambda_ * (w * w).sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"boosting.{f.__name__}": f for f in (vote, sample_weight, leaf_weight, structure_score, split_gain, complexity)
}
