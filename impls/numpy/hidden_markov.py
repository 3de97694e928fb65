"""Hidden Markov models, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .checks import Array, arrays


def forward(alpha: Any, a: Any, b: Any) -> Array:
    """b_i Σ_j α_j a_ji; α, b[..., n], a[..., n, n] -> [..., n] (Rabiner 1989, eq. 20)."""
    alpha, a, b = arrays("forward", "alpha*[n] a*[n,n] b*[n]", alpha, a, b)
    return np.asarray((alpha[..., None, :] @ a)[..., 0, :] * b)


def backward(a: Any, b: Any, beta: Any) -> Array:
    """Σ_j a_ij b_j β_j; a[..., n, n], b, β[..., n] -> [..., n] (Rabiner 1989, eq. 25)."""
    a, b, beta = arrays("backward", "a*[n,n] b*[n] beta*[n]", a, b, beta)
    return np.asarray((a @ (b * beta)[..., None])[..., 0])


def occupation(alpha: Any, beta: Any) -> Array:
    """α_i β_i / Σ_j α_j β_j; both [..., n] -> [..., n] (Rabiner 1989, eq. 27)."""
    alpha, beta = arrays("occupation", "alpha*[n] beta*[n]", alpha, beta)
    return np.asarray(alpha * beta / (alpha * beta).sum(axis=-1, keepdims=True))


def best_path(delta: Any, a: Any, b: Any) -> Array:
    """b_i max_j δ_j a_ji; δ, b[..., n], a[..., n, n] -> [..., n] (Rabiner 1989, eq. 33)."""
    delta, a, b = arrays("best_path", "delta*[n] a*[n,n] b*[n]", delta, a, b)
    return np.asarray((delta[..., :, None] * a).max(axis=-2) * b)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"hidden_markov.{f.__name__}": f for f in (forward, backward, occupation, best_path)
}
