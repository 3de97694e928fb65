"""Densities, entropies and divergences over the last axis, batched over leading axes.

Probabilities are taken as given: they need not sum to one. Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import log, pi, sqrt
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import positive
from .checks import tensors


def gaussian_density(x: Tensor, mu: float, sigma: float) -> Tensor:
    """exp(-(x - μ)² / 2σ²) / (√(2π) σ), entry by entry (Bishop 2006, eq. 1.46)."""
    (x,) = tensors("gaussian_density", "x*[n]", x)
    sigma = positive("gaussian_density", "sigma", sigma)
    return torch.exp(-((x - float(mu)) ** 2) / (2.0 * sigma * sigma)) / (sqrt(2.0 * pi) * sigma)


def bayes(likelihood: Tensor, prior: Tensor, evidence: Tensor) -> Tensor:
    """P(B|A) P(A) / P(B), entry by entry (Bishop 2006, eq. 1.12)."""
    likelihood, prior, evidence = tensors("bayes", "likelihood*[] prior*[] evidence*[]", likelihood, prior, evidence)
    return likelihood * prior / evidence


def entropy(p: Tensor) -> Tensor:
    """-Σ p log p in nats; p[..., n] -> [...] (Cover and Thomas 2006, eq. 2.1)."""
    (p,) = tensors("entropy", "p*[n]", p)
    return -(p * torch.log(p)).sum(dim=-1)


def distribution_cross_entropy(p: Tensor, q: Tensor) -> Tensor:
    """-Σ p log q in nats; p, q[..., n] -> [...] (Goodfellow et al. 2016, eq. 3.51)."""
    p, q = tensors("distribution_cross_entropy", "p*[n] q*[n]", p, q)
    return -(p * torch.log(q)).sum(dim=-1)


def kl_divergence(p: Tensor, q: Tensor) -> Tensor:
    """Σ p log(p / q) in nats; p, q[..., n] -> [...] (Cover and Thomas 2006, eq. 2.26)."""
    p, q = tensors("kl_divergence", "p*[n] q*[n]", p, q)
    return (p * torch.log(p / q)).sum(dim=-1)


def js_divergence(p: Tensor, q: Tensor) -> Tensor:
    """½ KL(p ‖ m) + ½ KL(q ‖ m) with m = (p + q) / 2; p, q[..., n] -> [...] (Lin 1991)."""
    p, q = tensors("js_divergence", "p*[n] q*[n]", p, q)
    middle = 0.5 * (p + q)
    return 0.5 * kl_divergence(p, middle) + 0.5 * kl_divergence(q, middle)


def perplexity(p: Tensor) -> Tensor:
    """exp(-1/N Σ log p_i), p the probabilities of the true tokens; p[..., N] -> [...]."""
    (p,) = tensors("perplexity", "p*[N]", p)
    return torch.exp(-torch.log(p).mean(dim=-1))


def bits(H: Tensor) -> Tensor:
    """H / log 2: bits from nats, entry by entry."""
    (H,) = tensors("bits", "H*[n]", H)
    return H / log(2.0)


def mutual_information(P: Tensor) -> Tensor:
    """Σ_ij P_ij log(P_ij / (p_i q_j)), p and q the margins; P[..., n, m] -> [...]."""
    (P,) = tensors("mutual_information", "P*[n,m]", P)
    p, q = P.sum(dim=-1, keepdim=True), P.sum(dim=-2, keepdim=True)
    return (P * torch.log(P / (p * q))).sum(dim=(-2, -1))


def covariance(x: Tensor, y: Tensor) -> Tensor:
    """mean((x - mean x) (y - mean y)); x, y[..., n] -> [...] (Bishop 2006, eq. 1.41)."""
    x, y = tensors("covariance", "x*[n] y*[n]", x, y)
    a, b = (v - v.mean(dim=-1, keepdim=True) for v in (x, y))
    return (a * b).mean(dim=-1)


def probability_chain_rule(p: Tensor) -> Tensor:
    """Π p_t, by logarithms so that long products stay in range until the end; p[..., n] -> [...]."""
    (p,) = tensors("probability_chain_rule", "p*[n]", p)
    return torch.exp(torch.log(p).sum(dim=-1))


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
