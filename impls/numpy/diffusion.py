"""Denoising diffusion, entry by entry over the last axis: x, eps, z[..., n] -> [..., n].

α, ᾱ and β are shares in (0, 1). Shares out of range and sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, positive, rate
from .checks import Array, arrays


def _share(function: str, name: str, value: Any) -> float:
    """A number strictly between 0 and 1."""
    return positive(function, name, rate(function, name, value))


def alpha_bar(alpha: Any) -> Array:
    """Π α_s; α[..., t] -> [...] (Ho et al. 2020, section 2)."""
    (alpha,) = arrays("alpha_bar", "alpha*[t]", alpha)
    return np.asarray(alpha.prod(axis=-1))


def forward_step(x: Any, eps: Any, beta: float) -> Array:
    """√(1 - β) x + √β ε (Ho et al. 2020, eq. 2)."""
    x, eps = arrays("forward_step", "x*[n] eps*[n]", x, eps)
    beta = _share("forward_step", "beta", beta)
    return sqrt(1.0 - beta) * x + sqrt(beta) * eps


def forward_process(x_0: Any, eps: Any, alpha_bar: float) -> Array:
    """√ᾱ x_0 + √(1 - ᾱ) ε (Ho et al. 2020, eq. 4)."""
    x_0, eps = arrays("forward_process", "x_0*[n] eps*[n]", x_0, eps)
    bar = _share("forward_process", "alpha_bar", alpha_bar)
    return sqrt(bar) * x_0 + sqrt(1.0 - bar) * eps


def predicted_start(x: Any, eps: Any, alpha_bar: float) -> Array:
    """(x - √(1 - ᾱ) ε) / √ᾱ (Ho et al. 2020, eq. 15)."""
    x, eps = arrays("predicted_start", "x*[n] eps*[n]", x, eps)
    bar = _share("predicted_start", "alpha_bar", alpha_bar)
    return (x - sqrt(1.0 - bar) * eps) / sqrt(bar)


def posterior_mean(x_0: Any, x: Any, alpha: float, alpha_bar: float, alpha_bar_before: float) -> Array:
    """√ᾱ' (1 - α)/(1 - ᾱ) x_0 + √α (1 - ᾱ')/(1 - ᾱ) x, ᾱ' of the step before (Ho et al. 2020, eq. 7)."""
    name = "posterior_mean"
    x_0, x = arrays(name, "x_0*[n] x*[n]", x_0, x)
    alpha, bar = _share(name, "alpha", alpha), _share(name, "alpha_bar", alpha_bar)
    before = _share(name, "alpha_bar_before", alpha_bar_before)
    rest = 1.0 - bar
    return sqrt(before) * (1.0 - alpha) / rest * x_0 + sqrt(alpha) * (1.0 - before) / rest * x


def posterior_variance(beta: Any, alpha_bar: float, alpha_bar_before: float) -> Array:
    """(1 - ᾱ') / (1 - ᾱ) β, ᾱ' of the step before (Ho et al. 2020, eq. 7)."""
    name = "posterior_variance"
    (beta,) = arrays(name, "beta*[n]", beta)
    before, bar = _share(name, "alpha_bar_before", alpha_bar_before), _share(name, "alpha_bar", alpha_bar)
    return (1.0 - before) / (1.0 - bar) * beta


def reverse_mean(x: Any, eps: Any, alpha: float, alpha_bar: float) -> Array:
    """(x - (1 - α)/√(1 - ᾱ) ε) / √α (Ho et al. 2020, eq. 11)."""
    x, eps = arrays("reverse_mean", "x*[n] eps*[n]", x, eps)
    alpha, bar = _share("reverse_mean", "alpha", alpha), _share("reverse_mean", "alpha_bar", alpha_bar)
    return (x - (1.0 - alpha) / sqrt(1.0 - bar) * eps) / sqrt(alpha)


def reverse_step(x: Any, eps: Any, z: Any, alpha: float, alpha_bar: float, sigma: float) -> Array:
    """(x - (1 - α)/√(1 - ᾱ) ε) / √α + σ z (Ho et al. 2020, algorithm 2)."""
    x, eps, z = arrays("reverse_step", "x*[n] eps*[n] z*[n]", x, eps, z)
    return reverse_mean(x, eps, alpha, alpha_bar) + nonnegative("reverse_step", "sigma", sigma) * z


def simple_loss(eps: Any, guess: Any) -> Array:
    """‖ε - guess‖²; both [..., n] -> [...] (Ho et al. 2020, eq. 14)."""
    eps, guess = arrays("simple_loss", "eps*[n] guess*[n]", eps, guess)
    return np.asarray(((eps - guess) ** 2).sum(axis=-1))


def guidance(bound: Any, free: Any, w: float) -> Array:
    """(1 + w) bound - w free: noise with and without the condition (Ho and Salimans 2021, eq. 6)."""
    bound, free = arrays("guidance", "bound*[n] free*[n]", bound, free)
    w = nonnegative("guidance", "w", w)
    return (1.0 + w) * bound - w * free


def ddim_step(x: Any, eps: Any, alpha_bar: float, alpha_bar_before: float) -> Array:
    """√ᾱ' (x - √(1 - ᾱ) ε)/√ᾱ + √(1 - ᾱ') ε, ᾱ' of the step before (Song et al. 2021, eq. 12)."""
    x, eps = arrays("ddim_step", "x*[n] eps*[n]", x, eps)
    before = _share("ddim_step", "alpha_bar_before", alpha_bar_before)
    return sqrt(before) * predicted_start(x, eps, alpha_bar) + sqrt(1.0 - before) * eps


def langevin_step(x: Any, s: Any, z: Any, epsilon: float) -> Array:
    """x + ε/2 s + √ε z, s the score at x (Song and Ermon 2019, eq. 4)."""
    x, s, z = arrays("langevin_step", "x*[n] s*[n] z*[n]", x, s, z)
    epsilon = _share("langevin_step", "epsilon", epsilon)
    return x + epsilon / 2.0 * s + sqrt(epsilon) * z


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "diffusion.alpha_bar": alpha_bar,
    "diffusion.forward_step": forward_step,
    "diffusion.forward": forward_process,
    "diffusion.predicted_start": predicted_start,
    "diffusion.posterior_mean": posterior_mean,
    "diffusion.posterior_variance": posterior_variance,
    "diffusion.reverse_mean": reverse_mean,
    "diffusion.reverse_step": reverse_step,
    "diffusion.simple_loss": simple_loss,
    "diffusion.guidance": guidance,
    "diffusion.ddim_step": ddim_step,
    "diffusion.langevin_step": langevin_step,
}
