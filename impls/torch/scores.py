"""Scores of single queries and keys, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from torch import Tensor

from .checks import tensors


def one_score(q: Tensor, k: Tensor) -> Tensor:
    """q·k / √d; q, k[..., d] -> [...]."""
    q, k = tensors("one_score", "q*[d] k*[d]", q, k)
    return (q * k).sum(dim=-1) / sqrt(q.shape[-1])


def relative_score(q: Tensor, k: Tensor, a: Tensor) -> Tensor:
    """q·(k + a) / √d; q, k, a[..., d] -> [...] (Shaw et al. 2018, eq. 4)."""
    q, k, a = tensors("relative_score", "q*[d] k*[d] a*[d]", q, k, a)
    return (q * (k + a)).sum(dim=-1) / sqrt(q.shape[-1])


def general_score(s: Tensor, W_a: Tensor, h: Tensor) -> Tensor:
    """s·(W h); s[..., d_s], W[d_s, d_h], h[..., d_h] -> [...] (Luong et al. 2015, eq. 8)."""
    s, W_a, h = tensors("general_score", "s*[d_s] W_a[d_s,d_h] h*[d_h]", s, W_a, h)
    return (s * (h @ W_a.T)).sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "attention.score.scaled": one_score,
    "attention.score.relative": relative_score,
    "attention.score.general": general_score,
}
