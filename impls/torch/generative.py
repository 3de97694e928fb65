"""Generative models in pieces: adversarial losses, diffusion targets, flows; batched over leading axes.

Sizes that differ raise ValueError, as do shares outside [0, 1) and negative strengths.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, rate
from .checks import tensors


def least_squares_critic(d: Tensor, g: Tensor) -> Tensor:
    """1/2m Σ ((d_i - 1)² + g_i²); d, g[..., m] -> [...] (Mao et al. 2017)."""
    d, g = tensors("least_squares_critic", "d*[m] g*[m]", d, g)
    return 0.5 * ((d - 1.0) ** 2 + g * g).mean(dim=-1)


def least_squares_generator(g: Tensor) -> Tensor:
    """1/2m Σ (g_i - 1)²; g[..., m] -> [...] (Mao et al. 2017)."""
    (g,) = tensors("least_squares_generator", "g*[m]", g)
    return 0.5 * ((g - 1.0) ** 2).mean(dim=-1)


def optimal_discriminator(p: Tensor, q: Tensor) -> Tensor:
    """p / (p + q), entry by entry (Goodfellow et al. 2014)."""
    p, q = tensors("optimal_discriminator", "p*[n] q*[n]", p, q)
    return p / (p + q)


def gradient_penalty(g: Tensor, lambda_: float) -> Tensor:
    """λ/m Σ (g_i - 1)², g the norms of the gradients[..., m] -> [...] (Gulrajani et al. 2017)."""
    (g,) = tensors("gradient_penalty", "g*[m]", g)
    return nonnegative("gradient_penalty", "lambda_", lambda_) * ((g - 1.0) ** 2).mean(dim=-1)


def signal_to_noise(alpha_bar: float) -> float:
    """ᾱ / (1 - ᾱ) (Kingma et al. 2021)."""
    share = rate("signal_to_noise", "alpha_bar", alpha_bar)
    return share / (1.0 - share)


def velocity(x_0: Tensor, eps: Tensor, alpha_bar: float) -> Tensor:
    """√ᾱ ε - √(1 - ᾱ) x₀, entry by entry (Salimans and Ho 2022)."""
    x_0, eps = tensors("velocity", "x_0*[n] eps*[n]", x_0, eps)
    share = rate("velocity", "alpha_bar", alpha_bar)
    return sqrt(share) * eps - sqrt(1.0 - share) * x_0


def predicted_noise(x_t: Tensor, x_0: Tensor, alpha_bar: float) -> Tensor:
    """(x_t - √ᾱ x₀) / √(1 - ᾱ), entry by entry (Song et al. 2021)."""
    x_t, x_0 = tensors("predicted_noise", "x_t*[n] x_0*[n]", x_t, x_0)
    share = rate("predicted_noise", "alpha_bar", alpha_bar)
    return (x_t - sqrt(share) * x_0) / sqrt(1.0 - share)


def flow_path(x_0: Tensor, x_1: Tensor, t: float) -> Tensor:
    """(1 - t) x₀ + t x₁, entry by entry (Liu et al. 2023)."""
    x_0, x_1 = tensors("flow_path", "x_0*[n] x_1*[n]", x_0, x_1)
    t = rate("flow_path", "t", t)
    return (1.0 - t) * x_0 + t * x_1


def hinge_critic(d: Tensor, g: Tensor) -> Tensor:
    """1/m Σ max(0, 1 - d_i) + 1/m Σ max(0, 1 + g_i); d, g[..., m] -> [...] (Miyato et al. 2018)."""
    d, g = tensors("hinge_critic", "d*[m] g*[m]", d, g)
    return torch.relu(1.0 - d).mean(dim=-1) + torch.relu(1.0 + g).mean(dim=-1)


def evidence_bound(E: Tensor, D: Tensor) -> Tensor:
    """E - D: expected log likelihood less divergence (Kingma and Welling 2014, eq. 3)."""
    E, D = tensors("evidence_bound", "E*[] D*[]", E, D)
    return E - D


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"generative.{f.__name__}": f
    for f in (
        least_squares_critic,
        least_squares_generator,
        optimal_discriminator,
        gradient_penalty,
        signal_to_noise,
        velocity,
        predicted_noise,
        flow_path,
        hinge_critic,
        evidence_bound,
    )
}
