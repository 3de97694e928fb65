"""Variational autoencoders; batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative
from .checks import tensors


def reparameterize(mu: Tensor, sigma: Tensor, eps: Tensor) -> Tensor:
    """μ + σ ⊙ ε; all [..., d] (Kingma and Welling 2014, section 2.4)."""
    mu, sigma, eps = tensors("reparameterize", "mu*[d] sigma*[d] eps*[d]", mu, sigma, eps)
    return mu + sigma * eps


def gaussian_kl(mu: Tensor, sigma: Tensor) -> Tensor:
    """-½ Σ (1 + log σ² - μ² - σ²); μ, σ[..., d] -> [...] (Kingma and Welling 2014, appendix B)."""
    mu, sigma = tensors("gaussian_kl", "mu*[d] sigma*[d]", mu, sigma)
    variance = sigma * sigma
    return -0.5 * (1.0 + torch.log(variance) - mu * mu - variance).sum(dim=-1)


def kl_of_gaussians(mu_1: Tensor, sigma_1: Tensor, mu_2: Tensor, sigma_2: Tensor) -> Tensor:
    """log(σ₂/σ₁) + (σ₁² + (μ₁ - μ₂)²) / 2σ₂² - ½, entry by entry (Bishop 2006, exercise 1.30)."""
    line = "mu_1*[] sigma_1*[] mu_2*[] sigma_2*[]"
    mu_1, sigma_1, mu_2, sigma_2 = tensors("kl_of_gaussians", line, mu_1, sigma_1, mu_2, sigma_2)
    spread = sigma_1 * sigma_1 + (mu_1 - mu_2) ** 2
    return torch.log(sigma_2 / sigma_1) + spread / (2.0 * sigma_2 * sigma_2) - 0.5


def vae_loss(reconstruction: Tensor, divergence: Tensor, beta: float) -> Tensor:
    """reconstruction + β divergence, entry by entry (Higgins et al. 2017, eq. 4)."""
    reconstruction, divergence = tensors("vae_loss", "reconstruction*[] divergence*[]", reconstruction, divergence)
    return reconstruction + nonnegative("vae_loss", "beta", beta) * divergence


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "vae.reparameterization": reparameterize,
    "vae.kl": gaussian_kl,
    "vae.kl_of_gaussians": kl_of_gaussians,
    "vae.loss": vae_loss,
}
