"""Samples and distributions over the last axis, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from math import log, pi
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, positive
from .checks import tensors


def sample_mean(x: Tensor) -> Tensor:
    """1/n Σ x_i; x[..., n] -> [...]."""
    (x,) = tensors("sample_mean", "x*[n]", x)
    return x.mean(dim=-1)


def _squares(function: str, x: Tensor, mean: Tensor) -> tuple[Tensor, int]:
    """Σ (x_i - mean)² and n."""
    x, mean = tensors(function, "x*[n] mean*[]", x, mean)
    return (((x - mean[..., None]) ** 2).sum(dim=-1)), x.shape[-1]


def sample_variance(x: Tensor, x_bar: Tensor) -> Tensor:
    """Σ (x_i - x̄)² / (n - 1); x[..., n], x̄[...] -> [...]. ValueError for one value."""
    squares, n = _squares("sample_variance", x, x_bar)
    if n < 2:
        raise ValueError("sample_variance: n is 1, must be at least 2")
    return squares / (n - 1)


def population_variance(x: Tensor, mu: Tensor) -> Tensor:
    """Σ (x_i - μ)² / n; x[..., n], μ[...] -> [...]."""
    squares, n = _squares("population_variance", x, mu)
    return squares / n


def standard_deviation(x: Tensor, mu: Tensor) -> Tensor:
    """√(Σ (x_i - μ)² / n); x[..., n], μ[...] -> [...]."""
    squares, n = _squares("standard_deviation", x, mu)
    return torch.sqrt(squares / n)


def correlation(x: Tensor, y: Tensor, x_bar: Tensor, y_bar: Tensor) -> Tensor:
    """Σ (x - x̄)(y - ȳ) / √(Σ (x - x̄)² Σ (y - ȳ)²); NaN where one of them does not vary."""
    x, y, x_bar, y_bar = tensors("correlation", "x*[n] y*[n] x_bar*[] y_bar*[]", x, y, x_bar, y_bar)
    a, b = x - x_bar[..., None], y - y_bar[..., None]
    spread = torch.sqrt((a * a).sum(dim=-1)) * torch.sqrt((b * b).sum(dim=-1))
    return (a * b).sum(dim=-1) / spread


def expectation(x: Tensor, p: Tensor) -> Tensor:
    """Σ x_i p_i; x, p[..., n] -> [...] (Bishop 2006, eq. 1.33)."""
    x, p = tensors("expectation", "x*[n] p*[n]", x, p)
    return (x * p).sum(dim=-1)


def exponential_density(x: Tensor, lambda_: float) -> Tensor:
    """λ e^(-λ x), entry by entry."""
    (x,) = tensors("exponential_density", "x*[n]", x)
    lambda_ = positive("exponential_density", "lambda_", lambda_)
    return lambda_ * torch.exp(-lambda_ * x)


def bernoulli(x: Tensor, p: Tensor) -> Tensor:
    """p^x (1 - p)^(1 - x), entry by entry; x[..., n], p[...] (Bishop 2006, eq. 2.2)."""
    x, p = tensors("bernoulli", "x*[n] p*[]", x, p)
    p = p[..., None]
    return p**x * (1.0 - p) ** (1.0 - x)


def laplace_density(x: Tensor, mu: float, b: float) -> Tensor:
    """e^(-|x - μ|/b) / (2b), entry by entry (Goodfellow et al. 2016, eq. 3.26)."""
    (x,) = tensors("laplace_density", "x*[n]", x)
    b = positive("laplace_density", "b", b)
    return torch.exp(-torch.abs(x - float(mu)) / b) / (2.0 * b)


def log_odds(p: Tensor) -> Tensor:
    """log(p / (1 - p)), entry by entry."""
    (p,) = tensors("log_odds", "p*[n]", p)
    return torch.log(p / (1.0 - p))


def binary_entropy(p: Tensor) -> Tensor:
    """-p log p - (1 - p) log(1 - p) in nats, entry by entry."""
    (p,) = tensors("binary_entropy", "p*[n]", p)
    return -p * torch.log(p) - (1.0 - p) * torch.log(1.0 - p)


def conditional_entropy(P: Tensor, p: Tensor) -> Tensor:
    """-Σ P_ij log(P_ij / p_i) in nats; P[..., n, k], p[..., n] -> [...]."""
    P, p = tensors("conditional_entropy", "P*[n,k] p*[n]", P, p)
    return -(P * torch.log(P / p[..., None])).sum(dim=(-2, -1))


def variance_of_scaled(v: Tensor, a: float) -> Tensor:
    """a² v, the variance of a x + b, entry by entry."""
    (v,) = tensors("variance_of_scaled", "v*[n]", v)
    return float(a) ** 2 * v


def mixture(pi: Tensor, q: Tensor) -> Tensor:
    """Σ π_j q_j; π, q[..., k] -> [...] (Bishop 2006, eq. 2.188)."""
    pi, q = tensors("mixture", "pi*[k] q*[k]", pi, q)
    return (pi * q).sum(dim=-1)


def posterior(q: Tensor, pi: Tensor) -> Tensor:
    """q_j π_j / Σ q_j π_j; q, π[..., k] -> [..., k] (Bishop 2006, eq. 9.13)."""
    q, pi = tensors("posterior", "q*[k] pi*[k]", q, pi)
    both = q * pi
    return both / both.sum(dim=-1, keepdim=True)


def add_k_smoothing(c: Tensor, k: float) -> Tensor:
    """(c_i + k) / (Σ c_i + k n); c[..., n] -> [..., n]."""
    (c,) = tensors("add_k_smoothing", "c*[n]", c)
    added = c + nonnegative("add_k_smoothing", "k", k)
    return added / added.sum(dim=-1, keepdim=True)


def standard_error(s: Tensor, n: float) -> Tensor:
    """s / √n, entry by entry."""
    (s,) = tensors("standard_error", "s*[n]", s)
    return s / positive("standard_error", "n", n) ** 0.5


def diagonal_gaussian(x: Tensor, mu: Tensor, sigma: Tensor) -> Tensor:
    """-½ Σ (x_j - μ_j)²/σ_j² - Σ log σ_j - k/2 log 2π; x, μ, σ[..., k] -> [...]."""
    x, mu, sigma = tensors("diagonal_gaussian", "x*[k] mu*[k] sigma*[k]", x, mu, sigma)
    fit = ((x - mu) / sigma) ** 2
    return -(0.5 * fit + torch.log(sigma)).sum(dim=-1) - 0.5 * x.shape[-1] * log(2.0 * pi)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"statistics.{f.__name__}": f
    for f in (
        sample_variance,
        population_variance,
        standard_deviation,
        correlation,
        expectation,
        exponential_density,
        bernoulli,
        laplace_density,
        binary_entropy,
        conditional_entropy,
        variance_of_scaled,
        mixture,
        posterior,
        add_k_smoothing,
        standard_error,
        diagonal_gaussian,
    )
} | {"statistics.mean": sample_mean, "statistics.logit": log_odds}
