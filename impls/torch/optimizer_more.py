"""More update rules, entry by entry over the last axis: AdaMax, Nadam, AdaBelief, RAdam, LARS, averages of weights.

Sizes that differ raise ValueError, as do rates out of range and t < 1.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, nonnegative, rate, within
from .checks import epsilon, tensors
from .optimizer import rmsprop_average


def adam_rate(eta: float, beta_1: float, beta_2: float, t: Any) -> float:
    """η √(1 - β₂^t) / (1 - β₁^t) (Kingma and Ba 2015, section 2)."""
    name = "adam_rate"
    t = integer(name, "t", t, 1)
    first, second = 1.0 - rate(name, "beta_1", beta_1) ** t, 1.0 - rate(name, "beta_2", beta_2) ** t
    return nonnegative(name, "eta", eta) * sqrt(second) / first


def adam_folded_update(
    theta: Tensor, m: Tensor, v: Tensor, eta: float, beta_1: float, beta_2: float, eps: float, t: Any
) -> Tensor:
    """θ - η √(1 - β₂^t) / (1 - β₁^t) m / (√v + ε) (Kingma and Ba 2015, section 2)."""
    name = "adam_folded_update"
    theta, m, v = tensors(name, "theta*[n] m*[n] v*[n]", theta, m, v)
    step = adam_rate(eta, beta_1, beta_2, integer(name, "t", t, 1))
    return theta - step * (m / (torch.sqrt(v) + epsilon(name, eps)))


def adamax_norm(u: Tensor, g: Tensor, beta_2: float) -> Tensor:
    """max(β₂ u, |g|) (Kingma and Ba 2015, algorithm 2)."""
    u, g = tensors("adamax_norm", "u*[n] g*[n]", u, g)
    return torch.maximum(rate("adamax_norm", "beta_2", beta_2) * u, torch.abs(g))


def adamax_update(theta: Tensor, m: Tensor, u: Tensor, eta: float, beta_1: float, t: Any) -> Tensor:
    """θ - η / (1 - β₁^t) m / u (Kingma and Ba 2015, algorithm 2)."""
    name = "adamax_update"
    theta, m, u = tensors(name, "theta*[n] m*[n] u*[n]", theta, m, u)
    correction = 1.0 - rate(name, "beta_1", beta_1) ** integer(name, "t", t, 1)
    return theta - nonnegative(name, "eta", eta) / correction * (m / u)


def nadam_update(
    theta: Tensor, m_hat: Tensor, v_hat: Tensor, g: Tensor, eta: float, beta_1: float, eps: float, t: Any
) -> Tensor:
    """θ - η / (√v̂ + ε) (β₁ m̂ + (1 - β₁) g / (1 - β₁^t)) (Dozat 2016)."""
    name = "nadam_update"
    theta, m, v, g = tensors(name, "theta*[n] m_hat*[n] v_hat*[n] g*[n]", theta, m_hat, v_hat, g)
    beta_1 = rate(name, "beta_1", beta_1)
    step = beta_1 * m + (1.0 - beta_1) / (1.0 - beta_1 ** integer(name, "t", t, 1)) * g
    return theta - nonnegative(name, "eta", eta) * (step / (torch.sqrt(v) + epsilon(name, eps)))


def adabelief_average(s: Tensor, g: Tensor, m: Tensor, beta_2: float, eps: float) -> Tensor:
    """β₂ s + (1 - β₂) (g - m)² + ε (Zhuang et al. 2020, algorithm 2)."""
    name = "adabelief_average"
    s, g, m = tensors(name, "s*[n] g*[n] m*[n]", s, g, m)
    beta_2 = rate(name, "beta_2", beta_2)
    return beta_2 * s + (1.0 - beta_2) * (g - m) ** 2 + epsilon(name, eps)


def radam_longest(beta_2: float) -> float:
    """2 / (1 - β₂) - 1 (Liu et al. 2020)."""
    return 2.0 / (1.0 - rate("radam_longest", "beta_2", beta_2)) - 1.0


def radam_length(rho_inf: float, beta_2: float, t: Any) -> float:
    """ρ_∞ - 2 t β₂^t / (1 - β₂^t) (Liu et al. 2020, algorithm 2)."""
    name = "radam_length"
    t = integer(name, "t", t, 1)
    power = rate(name, "beta_2", beta_2) ** t
    return float(rho_inf) - 2.0 * t * power / (1.0 - power)


def radam_rectification(rho_t: float, rho_inf: float) -> float:
    """√((ρ_t - 4) (ρ_t - 2) ρ_∞ / ((ρ_∞ - 4) (ρ_∞ - 2) ρ_t)), both above 4 (Liu et al. 2020, algorithm 2)."""
    name = "radam_rectification"
    now, top = within(name, "rho_t", rho_t, 4.0), within(name, "rho_inf", rho_inf, 4.0)
    return sqrt((now - 4.0) * (now - 2.0) * top / ((top - 4.0) * (top - 2.0) * now))


def lars_rate(w: Tensor, g: Tensor, eta: float, beta: float) -> Tensor:
    """η ‖w‖ / (‖g‖ + β ‖w‖); w, g[..., n] -> [...] (You et al. 2017)."""
    w, g = tensors("lars_rate", "w*[n] g*[n]", w, g)
    of_w, of_g = torch.sqrt((w * w).sum(dim=-1)), torch.sqrt((g * g).sum(dim=-1))
    eta, beta = nonnegative("lars_rate", "eta", eta), nonnegative("lars_rate", "beta", beta)
    return eta * of_w / (of_g + beta * of_w)


def lookahead(phi: Tensor, theta: Tensor, alpha: float) -> Tensor:
    """φ + α (θ - φ) (Zhang et al. 2019)."""
    phi, theta = tensors("lookahead", "phi*[n] theta*[n]", phi, theta)
    return phi + rate("lookahead", "alpha", alpha) * (theta - phi)


def running_mean_of_weights(w_swa: Tensor, w: Tensor, k: Any) -> Tensor:
    """(k w_swa + w) / (k + 1), k weights averaged so far (Izmailov et al. 2018)."""
    name = "running_mean_of_weights"
    w_swa, w = tensors(name, "w_swa*[n] w*[n]", w_swa, w)
    k = integer(name, "k", k, 1)
    return (k * w_swa + w) / (k + 1)


def batch_gradient(g: Tensor) -> Tensor:
    """1/m Σ g_i over the samples; g[..., m] -> [...]."""
    (g,) = tensors("batch_gradient", "g*[m]", g)
    return g.mean(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "optimizer.adam.rate": adam_rate,
    "optimizer.adam.folded_update": adam_folded_update,
    "optimizer.adamax.norm": adamax_norm,
    "optimizer.adamax.update": adamax_update,
    "optimizer.nadam.update": nadam_update,
    "optimizer.adabelief.average": adabelief_average,
    "optimizer.radam.longest": radam_longest,
    "optimizer.radam.length": radam_length,
    "optimizer.radam.rectification": radam_rectification,
    "optimizer.lars.rate": lars_rate,
    "optimizer.adadelta.gradient_average": rmsprop_average,
    "optimizer.adadelta.step_average": rmsprop_average,
    "optimizer.lookahead": lookahead,
    "optimizer.running_mean_of_weights": running_mean_of_weights,
    "optimizer.batch_gradient": batch_gradient,
}
