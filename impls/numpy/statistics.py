"""Samples and distributions over the last axis, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from math import log, pi
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, positive
from .activation import quiet
from .checks import Array, arrays


def sample_mean(x: Any) -> Array:
    """1/n Σ x_i; x[..., n] -> [...]."""
    (x,) = arrays("sample_mean", "x*[n]", x)
    return np.asarray(x.mean(axis=-1))


def _squares(function: str, x: Any, mean: Any) -> tuple[Array, int]:
    """Σ (x_i - mean)² and n."""
    x, mean = arrays(function, "x*[n] mean*[]", x, mean)
    return np.asarray(((x - mean[..., None]) ** 2).sum(axis=-1)), x.shape[-1]


def sample_variance(x: Any, x_bar: Any) -> Array:
    """Σ (x_i - x̄)² / (n - 1); x[..., n], x̄[...] -> [...]. ValueError for one value."""
    squares, n = _squares("sample_variance", x, x_bar)
    if n < 2:
        raise ValueError("sample_variance: n is 1, must be at least 2")
    return squares / (n - 1)


def population_variance(x: Any, mu: Any) -> Array:
    """Σ (x_i - μ)² / n; x[..., n], μ[...] -> [...]."""
    squares, n = _squares("population_variance", x, mu)
    return squares / n


def standard_deviation(x: Any, mu: Any) -> Array:
    """√(Σ (x_i - μ)² / n); x[..., n], μ[...] -> [...]."""
    squares, n = _squares("standard_deviation", x, mu)
    return np.sqrt(squares / n)


def correlation(x: Any, y: Any, x_bar: Any, y_bar: Any) -> Array:
    """Σ (x - x̄)(y - ȳ) / √(Σ (x - x̄)² Σ (y - ȳ)²); NaN where one of them does not vary."""
    x, y, x_bar, y_bar = arrays("correlation", "x*[n] y*[n] x_bar*[] y_bar*[]", x, y, x_bar, y_bar)
    a, b = x - x_bar[..., None], y - y_bar[..., None]
    spread = np.sqrt((a * a).sum(axis=-1)) * np.sqrt((b * b).sum(axis=-1))
    with np.errstate(invalid="ignore"):
        return np.asarray((a * b).sum(axis=-1) / spread)


def expectation(x: Any, p: Any) -> Array:
    """Σ x_i p_i; x, p[..., n] -> [...] (Bishop 2006, eq. 1.33)."""
    x, p = arrays("expectation", "x*[n] p*[n]", x, p)
    return np.asarray((x * p).sum(axis=-1))


def exponential_density(x: Any, lambda_: float) -> Array:
    """λ e^(-λ x), entry by entry."""
    (x,) = arrays("exponential_density", "x*[n]", x)
    lambda_ = positive("exponential_density", "lambda_", lambda_)
    with quiet():
        return lambda_ * np.exp(-lambda_ * x)


def bernoulli(x: Any, p: Any) -> Array:
    """p^x (1 - p)^(1 - x), entry by entry; x[..., n], p[...] (Bishop 2006, eq. 2.2)."""
    x, p = arrays("bernoulli", "x*[n] p*[]", x, p)
    p = p[..., None]
    return p**x * (1.0 - p) ** (1.0 - x)


def laplace_density(x: Any, mu: float, b: float) -> Array:
    """e^(-|x - μ|/b) / (2b), entry by entry (Goodfellow et al. 2016, eq. 3.26)."""
    (x,) = arrays("laplace_density", "x*[n]", x)
    b = positive("laplace_density", "b", b)
    with quiet():
        return np.exp(-np.abs(x - float(mu)) / b) / (2.0 * b)


def log_odds(p: Any) -> Array:
    """log(p / (1 - p)), entry by entry."""
    (p,) = arrays("log_odds", "p*[n]", p)
    return np.log(p / (1.0 - p))


def binary_entropy(p: Any) -> Array:
    """-p log p - (1 - p) log(1 - p) in nats, entry by entry."""
    (p,) = arrays("binary_entropy", "p*[n]", p)
    return -p * np.log(p) - (1.0 - p) * np.log(1.0 - p)


def conditional_entropy(P: Any, p: Any) -> Array:
    """-Σ P_ij log(P_ij / p_i) in nats; P[..., n, k], p[..., n] -> [...]."""
    P, p = arrays("conditional_entropy", "P*[n,k] p*[n]", P, p)
    return np.asarray(-(P * np.log(P / p[..., None])).sum(axis=(-2, -1)))


def variance_of_scaled(v: Any, a: float) -> Array:
    """a² v, the variance of a x + b, entry by entry."""
    (v,) = arrays("variance_of_scaled", "v*[n]", v)
    return float(a) ** 2 * v


def mixture(pi: Any, q: Any) -> Array:
    """Σ π_j q_j; π, q[..., k] -> [...] (Bishop 2006, eq. 2.188)."""
    pi, q = arrays("mixture", "pi*[k] q*[k]", pi, q)
    return np.asarray((pi * q).sum(axis=-1))


def posterior(q: Any, pi: Any) -> Array:
    """q_j π_j / Σ q_j π_j; q, π[..., k] -> [..., k] (Bishop 2006, eq. 9.13)."""
    q, pi = arrays("posterior", "q*[k] pi*[k]", q, pi)
    both = q * pi
    return both / both.sum(axis=-1, keepdims=True)


def add_k_smoothing(c: Any, k: float) -> Array:
    """(c_i + k) / (Σ c_i + k n); c[..., n] -> [..., n]."""
    (c,) = arrays("add_k_smoothing", "c*[n]", c)
    added = c + nonnegative("add_k_smoothing", "k", k)
    return added / added.sum(axis=-1, keepdims=True)


def standard_error(s: Any, n: float) -> Array:
    """s / √n, entry by entry."""
    (s,) = arrays("standard_error", "s*[n]", s)
    return s / positive("standard_error", "n", n) ** 0.5


def diagonal_gaussian(x: Any, mu: Any, sigma: Any) -> Array:
    """-½ Σ (x_j - μ_j)²/σ_j² - Σ log σ_j - k/2 log 2π; x, μ, σ[..., k] -> [...]."""
    x, mu, sigma = arrays("diagonal_gaussian", "x*[k] mu*[k] sigma*[k]", x, mu, sigma)
    fit = ((x - mu) / sigma) ** 2
    return np.asarray(-(0.5 * fit + np.log(sigma)).sum(axis=-1) - 0.5 * x.shape[-1] * log(2.0 * pi))


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
