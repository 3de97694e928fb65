"""Clusters and mixtures. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import tensors


def k_means(r: Tensor, x: Tensor, mu: Tensor) -> Tensor:
    """Σ_i Σ_k r_ik ‖x_i - μ_k‖²; r[..., N, K], x[..., N, d], μ[..., K, d] -> [...] (Bishop 2006, eq. 9.1)."""
    r, x, mu = tensors("k_means", "r*[N,K] x*[N,d] mu*[K,d]", r, x, mu)
    return (r * ((x[..., :, None, :] - mu[..., None, :, :]) ** 2).sum(dim=-1)).sum(dim=(-2, -1))


def expected_likelihood(gamma: Tensor, p: Tensor) -> Tensor:
    """Σ_k γ_k log p_k; both [..., K] -> [...] (Bishop 2006, eq. 9.30)."""
    gamma, p = tensors("expected_likelihood", "gamma*[K] p*[K]", gamma, p)
    return (gamma * torch.log(p)).sum(dim=-1)


def component_variance(gamma: Tensor, x: Tensor, mu: Tensor) -> Tensor:
    """Σ γ_i (x_i - μ)² / Σ γ_i; γ, x[..., N], μ[...] -> [...] (Bishop 2006, eq. 9.19)."""
    gamma, x, mu = tensors("component_variance", "gamma*[N] x*[N] mu*[]", gamma, x, mu)
    return (gamma * (x - mu[..., None]) ** 2).sum(dim=-1) / gamma.sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"clustering.{f.__name__}": f for f in (k_means, expected_likelihood, component_variance)
}
