"""Densities, entropies and divergences over the last axis, batched over leading axes.

Probabilities are taken as given: they need not sum to one. Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import log, pi, sqrt
from typing import Any

import numpy as np

from ..plain.scalars import positive
from .activation import quiet
from .checks import Array, arrays


def gaussian_density(x: Any, mu: float, sigma: float) -> Array:
    """exp(-(x - μ)² / 2σ²) / (√(2π) σ), entry by entry (Bishop 2006, eq. 1.46)."""
    (x,) = arrays("gaussian_density", "x*[n]", x)
    sigma = positive("gaussian_density", "sigma", sigma)
    with quiet():
        return np.exp(-((x - float(mu)) ** 2) / (2.0 * sigma * sigma)) / (sqrt(2.0 * pi) * sigma)


def bayes(likelihood: Any, prior: Any, evidence: Any) -> Array:
    """P(B|A) P(A) / P(B), entry by entry (Bishop 2006, eq. 1.12)."""
    likelihood, prior, evidence = arrays("bayes", "likelihood*[] prior*[] evidence*[]", likelihood, prior, evidence)
    return np.asarray(likelihood * prior / evidence)


def entropy(p: Any) -> Array:
    """-Σ p log p in nats; p[..., n] -> [...] (Cover and Thomas 2006, eq. 2.1)."""
    (p,) = arrays("entropy", "p*[n]", p)
    return np.asarray(-(p * np.log(p)).sum(axis=-1))


def distribution_cross_entropy(p: Any, q: Any) -> Array:
    """-Σ p log q in nats; p, q[..., n] -> [...] (Goodfellow et al. 2016, eq. 3.51)."""
    p, q = arrays("distribution_cross_entropy", "p*[n] q*[n]", p, q)
    return np.asarray(-(p * np.log(q)).sum(axis=-1))


def kl_divergence(p: Any, q: Any) -> Array:
    """Σ p log(p / q) in nats; p, q[..., n] -> [...] (Cover and Thomas 2006, eq. 2.26)."""
    p, q = arrays("kl_divergence", "p*[n] q*[n]", p, q)
    return np.asarray((p * np.log(p / q)).sum(axis=-1))


def js_divergence(p: Any, q: Any) -> Array:
    """½ KL(p ‖ m) + ½ KL(q ‖ m) with m = (p + q) / 2; p, q[..., n] -> [...] (Lin 1991)."""
    p, q = arrays("js_divergence", "p*[n] q*[n]", p, q)
    middle = 0.5 * (p + q)
    return 0.5 * kl_divergence(p, middle) + 0.5 * kl_divergence(q, middle)


def perplexity(p: Any) -> Array:
    """exp(-1/N Σ log p_i), p the probabilities of the true tokens; p[..., N] -> [...]."""
    (p,) = arrays("perplexity", "p*[N]", p)
    return np.exp(-np.log(p).mean(axis=-1))


def bits(H: Any) -> Array:
    """H / log 2: bits from nats, entry by entry."""
    (H,) = arrays("bits", "H*[n]", H)
    return H / log(2.0)


def mutual_information(P: Any) -> Array:
    """Σ_ij P_ij log(P_ij / (p_i q_j)), p and q the margins; P[..., n, m] -> [...]."""
    (P,) = arrays("mutual_information", "P*[n,m]", P)
    p, q = P.sum(axis=-1, keepdims=True), P.sum(axis=-2, keepdims=True)
    return np.asarray((P * np.log(P / (p * q))).sum(axis=(-2, -1)))


def covariance(x: Any, y: Any) -> Array:
    """mean((x - mean x) (y - mean y)); x, y[..., n] -> [...] (Bishop 2006, eq. 1.41)."""
    x, y = arrays("covariance", "x*[n] y*[n]", x, y)
    a, b = (v - v.mean(axis=-1, keepdims=True) for v in (x, y))
    return np.asarray((a * b).mean(axis=-1))


def probability_chain_rule(p: Any) -> Array:
    """Π p_t, by logarithms so that long products stay in range until the end; p[..., n] -> [...]."""
    (p,) = arrays("probability_chain_rule", "p*[n]", p)
    return np.asarray(np.exp(np.log(p).sum(axis=-1)))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "probability.gaussian_density": gaussian_density,
    "probability.bayes": bayes,
    "probability.entropy": entropy,
    "probability.cross_entropy": distribution_cross_entropy,
    "probability.kl_divergence": kl_divergence,
    "probability.js_divergence": js_divergence,
    "probability.perplexity": perplexity,
    "probability.bits": bits,
    "probability.mutual_information": mutual_information,
    "probability.covariance": covariance,
    "probability.chain_rule": probability_chain_rule,
}
