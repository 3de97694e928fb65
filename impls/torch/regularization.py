"""Dropout, penalties on weights, mixup; batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, rate, within
from .checks import tensors


def dropout(x: Tensor, M: Tensor, p: float) -> Tensor:
    """x / (1 - p) where the mask keeps it, else 0; p is the share dropped (Srivastava et al. 2014)."""
    x, M = tensors("dropout", "x*[n] M:bool*[n]", x, M)
    return torch.where(M, x / (1.0 - rate("dropout", "p", p)), 0.0)


def l2_penalty(w: Tensor, lambda_: float) -> Tensor:
    """λ/2 Σ w_i²; w[..., n] -> [...] (Goodfellow et al. 2016, eq. 7.1)."""
    (w,) = tensors("l2_penalty", "w*[n]", w)
    return 0.5 * nonnegative("l2_penalty", "lambda_", lambda_) * (w * w).sum(dim=-1)


def l1_penalty(w: Tensor, lambda_: float) -> Tensor:
    """λ Σ |w_i|; w[..., n] -> [...] (Goodfellow et al. 2016, eq. 7.18)."""
    (w,) = tensors("l1_penalty", "w*[n]", w)
    return nonnegative("l1_penalty", "lambda_", lambda_) * w.abs().sum(dim=-1)


def mixup(x_i: Tensor, x_j: Tensor, lambda_: float) -> Tensor:
    """λ x_i + (1 - λ) x_j, 0 <= λ <= 1; both [..., n] (Zhang et al. 2018, eq. 1)."""
    x_i, x_j = tensors("mixup", "x_i*[n] x_j*[n]", x_i, x_j)
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
