"""Dropout, penalties on weights, mixup; batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, rate, within
from .checks import Array, arrays


def dropout(x: Any, M: Any, p: float) -> Array:
    """x / (1 - p) where the mask keeps it, else 0; p is the share dropped (Srivastava et al. 2014)."""
    x, M = arrays("dropout", "x*[n] M:bool*[n]", x, M)
    return np.where(M, x / (1.0 - rate("dropout", "p", p)), x.dtype.type(0))


def l2_penalty(w: Any, lambda_: float) -> Array:
    """λ/2 Σ w_i²; w[..., n] -> [...] (Goodfellow et al. 2016, eq. 7.1)."""
    (w,) = arrays("l2_penalty", "w*[n]", w)
    return np.asarray(0.5 * nonnegative("l2_penalty", "lambda_", lambda_) * (w * w).sum(axis=-1))


def l1_penalty(w: Any, lambda_: float) -> Array:
    """λ Σ |w_i|; w[..., n] -> [...] (Goodfellow et al. 2016, eq. 7.18)."""
    (w,) = arrays("l1_penalty", "w*[n]", w)
    return np.asarray(nonnegative("l1_penalty", "lambda_", lambda_) * np.abs(w).sum(axis=-1))


def mixup(x_i: Any, x_j: Any, lambda_: float) -> Array:
    """λ x_i + (1 - λ) x_j, 0 <= λ <= 1; both [..., n] (Zhang et al. 2018, eq. 1)."""
    x_i, x_j = arrays("mixup", "x_i*[n] x_j*[n]", x_i, x_j)
    share = within("mixup", "lambda_", lambda_, 0.0)
    if share > 1:
        raise ValueError(f"mixup: lambda_ is {lambda_}, must be at most 1")
    return share * x_i + (1.0 - share) * x_j


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "regularization.dropout": dropout,
    "regularization.l2": l2_penalty,
    "regularization.l1": l1_penalty,
    "regularization.mixup": mixup,
}
