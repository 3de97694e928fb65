"""Scores of single queries and keys, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from .checks import Array, arrays


def one_score(q: Any, k: Any) -> Array:
    """q·k / √d; q, k[..., d] -> [...]."""
    q, k = arrays("one_score", "q*[d] k*[d]", q, k)
    return np.asarray((q * k).sum(axis=-1) / sqrt(q.shape[-1]))


def relative_score(q: Any, k: Any, a: Any) -> Array:
    """q·(k + a) / √d; q, k, a[..., d] -> [...] (Shaw et al. 2018, eq. 4)."""
    q, k, a = arrays("relative_score", "q*[d] k*[d] a*[d]", q, k, a)
    return np.asarray((q * (k + a)).sum(axis=-1) / sqrt(q.shape[-1]))


def general_score(s: Any, W_a: Any, h: Any) -> Array:
    """s·(W h); s[..., d_s], W[d_s, d_h], h[..., d_h] -> [...] (Luong et al. 2015, eq. 8)."""
    s, W_a, h = arrays("general_score", "s*[d_s] W_a[d_s,d_h] h*[d_h]", s, W_a, h)
    return np.asarray((s * (h @ W_a.T)).sum(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "attention.score.scaled": one_score,
    "attention.score.relative": relative_score,
    "attention.score.general": general_score,
}
