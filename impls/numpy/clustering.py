"""Clusters and mixtures. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .checks import Array, arrays


def k_means(r: Any, x: Any, mu: Any) -> Array:
    """Σ_i Σ_k r_ik ‖x_i - μ_k‖²; r[..., N, K], x[..., N, d], μ[..., K, d] -> [...] (Bishop 2006, eq. 9.1)."""
    r, x, mu = arrays("k_means", "r*[N,K] x*[N,d] mu*[K,d]", r, x, mu)
    return np.asarray((r * ((x[..., :, None, :] - mu[..., None, :, :]) ** 2).sum(axis=-1)).sum(axis=(-2, -1)))


def expected_likelihood(gamma: Any, p: Any) -> Array:
    """Σ_k γ_k log p_k; both [..., K] -> [...] (Bishop 2006, eq. 9.30)."""
    gamma, p = arrays("expected_likelihood", "gamma*[K] p*[K]", gamma, p)
    return np.asarray((gamma * np.log(p)).sum(axis=-1))


def component_variance(gamma: Any, x: Any, mu: Any) -> Array:
    """Σ γ_i (x_i - μ)² / Σ γ_i; γ, x[..., N], μ[...] -> [...] (Bishop 2006, eq. 9.19)."""
    gamma, x, mu = arrays("component_variance", "gamma*[N] x*[N] mu*[]", gamma, x, mu)
    return np.asarray((gamma * (x - mu[..., None]) ** 2).sum(axis=-1) / gamma.sum(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"clustering.{f.__name__}": f for f in (k_means, expected_likelihood, component_variance)
}
