"""Boosting, batched over leading axes. Sizes that differ and negative strengths raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative
from .checks import Array, arrays


def vote(e: Any) -> Array:
    """½ log((1 - ε)/ε); error rates ε[...] (Freund and Schapire 1997)."""
    (e,) = arrays("vote", "e*[]", e)
    return np.asarray(0.5 * np.log((1.0 - e) / e))


def sample_weight(w: Any, Z: Any, alpha: Any, y: Any, h: Any) -> Array:
    """w/Z e^(-α y h); all [...] (Freund and Schapire 1997)."""
    w, Z, alpha, y, h = arrays("sample_weight", "w*[] Z*[] alpha*[] y*[] h*[]", w, Z, alpha, y, h)
    return np.asarray(w / Z * np.exp(-alpha * y * h))


def leaf_weight(G: Any, H: Any, lambda_: float) -> Array:
    """-G/(H + λ); sums of first and second derivatives [...] (Chen and Guestrin 2016)."""
    G, H = arrays("leaf_weight", "G*[] H*[]", G, H)
    lambda_ = nonnegative("leaf_weight", "lambda_", lambda_)
    return np.asarray(-G / (H + lambda_))


def structure_score(G: Any, H: Any, lambda_: float, gamma: float) -> Array:
    """-½ Σ G²/(H + λ) + γT; G, H[..., T] -> [...] (Chen and Guestrin 2016)."""
    G, H = arrays("structure_score", "G*[T] H*[T]", G, H)
    lambda_ = nonnegative("structure_score", "lambda_", lambda_)
    gamma = nonnegative("structure_score", "gamma", gamma)
    return np.asarray(-0.5 * (G * G / (H + lambda_)).sum(axis=-1) + gamma * G.shape[-1])


def split_gain(G_L: Any, H_L: Any, G_R: Any, H_R: Any, lambda_: float, gamma: float) -> Array:
    """½ (G_L²/(H_L + λ) + G_R²/(H_R + λ) - (G_L + G_R)²/(H_L + H_R + λ)) - γ (Chen and Guestrin 2016)."""
    G_L, H_L, G_R, H_R = arrays("split_gain", "G_L*[] H_L*[] G_R*[] H_R*[]", G_L, H_L, G_R, H_R)
    lambda_ = nonnegative("split_gain", "lambda_", lambda_)
    gamma = nonnegative("split_gain", "gamma", gamma)
    return np.asarray(
        0.5 * (G_L**2 / (H_L + lambda_) + G_R**2 / (H_R + lambda_) - (G_L + G_R) ** 2 / (H_L + H_R + lambda_)) - gamma
    )


def complexity(w: Any, gamma: float, lambda_: float) -> Array:
    """γT + ½ λ Σ w²; leaf weights w[..., T] -> [...] (Chen and Guestrin 2016)."""
    (w,) = arrays("complexity", "w*[T]", w)
    gamma = nonnegative("complexity", "gamma", gamma)
    lambda_ = nonnegative("complexity", "lambda_", lambda_)
    return np.asarray(gamma * w.shape[-1] + 0.5 * lambda_ * (w * w).sum(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"boosting.{f.__name__}": f for f in (vote, sample_weight, leaf_weight, structure_score, split_gain, complexity)
}
