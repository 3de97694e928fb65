"""Variational autoencoders; batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative
from .checks import Array, arrays


def reparameterize(mu: Any, sigma: Any, eps: Any) -> Array:
    """μ + σ ⊙ ε; all [..., d] (Kingma and Welling 2014, section 2.4)."""
    mu, sigma, eps = arrays("reparameterize", "mu*[d] sigma*[d] eps*[d]", mu, sigma, eps)
    return mu + sigma * eps


def gaussian_kl(mu: Any, sigma: Any) -> Array:
    """-½ Σ (1 + log σ² - μ² - σ²); μ, σ[..., d] -> [...] (Kingma and Welling 2014, appendix B)."""
    mu, sigma = arrays("gaussian_kl", "mu*[d] sigma*[d]", mu, sigma)
    variance = sigma * sigma
    return np.asarray(-0.5 * (1.0 + np.log(variance) - mu * mu - variance).sum(axis=-1))


def kl_of_gaussians(mu_1: Any, sigma_1: Any, mu_2: Any, sigma_2: Any) -> Array:
    """log(σ₂/σ₁) + (σ₁² + (μ₁ - μ₂)²) / 2σ₂² - ½, entry by entry (Bishop 2006, exercise 1.30)."""
    line = "mu_1*[] sigma_1*[] mu_2*[] sigma_2*[]"
    mu_1, sigma_1, mu_2, sigma_2 = arrays("kl_of_gaussians", line, mu_1, sigma_1, mu_2, sigma_2)
    spread = sigma_1 * sigma_1 + (mu_1 - mu_2) ** 2
    return np.asarray(np.log(sigma_2 / sigma_1) + spread / (2.0 * sigma_2 * sigma_2) - 0.5)


def vae_loss(reconstruction: Any, divergence: Any, beta: float) -> Array:
    """reconstruction + β divergence, entry by entry (Higgins et al. 2017, eq. 4)."""
    reconstruction, divergence = arrays("vae_loss", "reconstruction*[] divergence*[]", reconstruction, divergence)
    return np.asarray(reconstruction + nonnegative("vae_loss", "beta", beta) * divergence)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "vae.reparameterization": reparameterize,
    "vae.kl": gaussian_kl,
    "vae.kl_of_gaussians": kl_of_gaussians,
    "vae.loss": vae_loss,
}
