"""Update rules of optimisers, entry by entry over the last axis: theta, g, m, v[..., n] -> [..., n].

Step t takes theta (after step t - 1) on with the gradient g there. Sizes that differ raise ValueError, as do
rates outside [0, 1), a negative learning rate or eps, and t < 1.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import integer, nonnegative, positive, rate
from .checks import Array, arrays, epsilon


def sgd_update(theta: Any, g: Any, eta: float) -> Array:
    """θ - η g (Robbins and Monro 1951)."""
    theta, g = arrays("sgd_update", "theta*[n] g*[n]", theta, g)
    return theta - nonnegative("sgd_update", "eta", eta) * g


def l2_gradient(theta: Any, g: Any, lambda_: float) -> Array:
    """g + λ θ, the gradient of L + λ/2 ‖θ‖² (Goodfellow et al. 2016, eq. 7.3)."""
    theta, g = arrays("l2_gradient", "theta*[n] g*[n]", theta, g)
    return g + nonnegative("l2_gradient", "lambda_", lambda_) * theta


def sgd_weight_decay(theta: Any, g: Any, eta: float, lambda_: float) -> Array:
    """(1 - η λ) θ - η g (Hanson and Pratt 1988)."""
    name = "sgd_weight_decay"
    theta, g = arrays(name, "theta*[n] g*[n]", theta, g)
    eta = nonnegative(name, "eta", eta)
    return (1.0 - eta * nonnegative(name, "lambda_", lambda_)) * theta - eta * g


def momentum_velocity(v: Any, g: Any, mu: float) -> Array:
    """μ v + g (Polyak 1964)."""
    v, g = arrays("momentum_velocity", "v*[n] g*[n]", v, g)
    return rate("momentum_velocity", "mu", mu) * v + g


def momentum_update(theta: Any, v: Any, eta: float) -> Array:
    """θ - η v with the new velocity (Polyak 1964)."""
    theta, v = arrays("momentum_update", "theta*[n] v*[n]", theta, v)
    return theta - nonnegative("momentum_update", "eta", eta) * v


def nesterov_lookahead(theta: Any, v: Any, mu: float) -> Array:
    """θ + μ v, where the gradient is taken (Sutskever et al. 2013, eq. 3)."""
    theta, v = arrays("nesterov_lookahead", "theta*[n] v*[n]", theta, v)
    return theta + rate("nesterov_lookahead", "mu", mu) * v


def nesterov_update(theta: Any, g: Any, v: Any, eta: float, mu: float) -> Array:
    """θ - η (g + μ v) with the new velocity (Bengio et al. 2013, eq. 7)."""
    name = "nesterov_update"
    theta, g, v = arrays(name, "theta*[n] g*[n] v*[n]", theta, g, v)
    return theta - nonnegative(name, "eta", eta) * (g + rate(name, "mu", mu) * v)


def adagrad_accumulator(G: Any, g: Any) -> Array:
    """G + g² (Duchi et al. 2011)."""
    G, g = arrays("adagrad_accumulator", "G*[n] g*[n]", G, g)
    return G + g * g


def _scaled(name: str, theta: Any, g: Any, v: Any, eta: float, eps: float) -> Array:
    """θ - η g / (√v + ε)."""
    theta, g, v = arrays(name, "theta*[n] g*[n] v*[n]", theta, g, v)
    return theta - nonnegative(name, "eta", eta) * (g / (np.sqrt(v) + epsilon(name, eps)))


def adagrad_update(theta: Any, g: Any, G: Any, eta: float, eps: float) -> Array:
    """θ - η g / (√G + ε) (Duchi et al. 2011)."""
    return _scaled("adagrad_update", theta, g, G, eta, eps)


def rmsprop_average(v: Any, g: Any, rho: float) -> Array:
    """ρ v + (1 - ρ) g² (Tieleman and Hinton 2012)."""
    v, g = arrays("rmsprop_average", "v*[n] g*[n]", v, g)
    rho = rate("rmsprop_average", "rho", rho)
    return rho * v + (1.0 - rho) * (g * g)


def rmsprop_update(theta: Any, g: Any, v: Any, eta: float, eps: float) -> Array:
    """θ - η g / (√v + ε) (Tieleman and Hinton 2012)."""
    return _scaled("rmsprop_update", theta, g, v, eta, eps)


def adadelta_step(g: Any, v: Any, u: Any, eps: float) -> Array:
    """-√(u + ε) / √(v + ε) g; u averages the squares of earlier steps (Zeiler 2012, algorithm 1)."""
    g, v, u = arrays("adadelta_step", "g*[n] v*[n] u*[n]", g, v, u)
    eps = epsilon("adadelta_step", eps)
    return -(np.sqrt(u + eps) / np.sqrt(v + eps)) * g


def adam_m(m: Any, g: Any, beta_1: float) -> Array:
    """β₁ m + (1 - β₁) g (Kingma and Ba 2015, algorithm 1)."""
    m, g = arrays("adam_m", "m*[n] g*[n]", m, g)
    beta_1 = rate("adam_m", "beta_1", beta_1)
    return beta_1 * m + (1.0 - beta_1) * g


def adam_v(v: Any, g: Any, beta_2: float) -> Array:
    """β₂ v + (1 - β₂) g² (Kingma and Ba 2015, algorithm 1)."""
    v, g = arrays("adam_v", "v*[n] g*[n]", v, g)
    beta_2 = rate("adam_v", "beta_2", beta_2)
    return beta_2 * v + (1.0 - beta_2) * (g * g)


def _corrected(name: str, moment: Array, beta: float, beta_name: str, t: Any) -> Array:
    """The moment over 1 - β^t."""
    return moment / (1.0 - rate(name, beta_name, beta) ** integer(name, "t", t, 1))


def adam_m_hat(m: Any, beta_1: float, t: Any) -> Array:
    """m / (1 - β₁^t) (Kingma and Ba 2015, algorithm 1)."""
    (m,) = arrays("adam_m_hat", "m*[n]", m)
    return _corrected("adam_m_hat", m, beta_1, "beta_1", t)


def adam_v_hat(v: Any, beta_2: float, t: Any) -> Array:
    """v / (1 - β₂^t) (Kingma and Ba 2015, algorithm 1)."""
    (v,) = arrays("adam_v_hat", "v*[n]", v)
    return _corrected("adam_v_hat", v, beta_2, "beta_2", t)


def adam_update(theta: Any, m_hat: Any, v_hat: Any, eta: float, eps: float) -> Array:
    """θ - η m̂ / (√v̂ + ε) (Kingma and Ba 2015, algorithm 1)."""
    return _scaled("adam_update", theta, m_hat, v_hat, eta, eps)


def adam_step(
    theta: Any,
    g: Any,
    m: Any,
    v: Any,
    eta: float,
    beta_1: float,
    beta_2: float,
    eps: float,
    t: Any,
) -> tuple[Array, Array, Array]:
    """The new θ, m and v (Kingma and Ba 2015, algorithm 1)."""
    inputs = arrays("adam_step", "theta*[n] g*[n] m*[n] v*[n]", theta, g, m, v)
    theta, g, m, v = np.broadcast_arrays(*inputs)  # all three results have the whole batch
    m, v = adam_m(m, g, beta_1), adam_v(v, g, beta_2)
    return adam_update(theta, adam_m_hat(m, beta_1, t), adam_v_hat(v, beta_2, t), eta, eps), m, v


def adamw_update(theta: Any, m_hat: Any, v_hat: Any, eta: float, eps: float, lambda_: float) -> Array:
    """θ - η (m̂ / (√v̂ + ε) + λ θ) (Loshchilov and Hutter 2019, algorithm 2)."""
    name = "adamw_update"
    theta, m, v = arrays(name, "theta*[n] m_hat*[n] v_hat*[n]", theta, m_hat, v_hat)
    step = m / (np.sqrt(v) + epsilon(name, eps))
    return theta - nonnegative(name, "eta", eta) * (step + nonnegative(name, "lambda_", lambda_) * theta)


def amsgrad_maximum(v_max: Any, v: Any) -> Array:
    """max(v̂, v) (Reddi et al. 2018, algorithm 2)."""
    return np.maximum(*arrays("amsgrad_maximum", "v_max*[n] v*[n]", v_max, v))


def weight_average(average: Any, theta: Any, tau: float) -> Array:
    """τ average + (1 - τ) θ (Tarvainen and Valpola 2017, eq. 1)."""
    average, theta = arrays("weight_average", "average*[n] theta*[n]", average, theta)
    tau = rate("weight_average", "tau", tau)
    return tau * average + (1.0 - tau) * theta


def clip_by_norm(g: Any, c: float) -> Array:
    """g min(1, c / ‖g‖); a zero gradient stays zero (Pascanu et al. 2013, algorithm 1)."""
    (g,) = arrays("clip_by_norm", "g*[n]", g)
    c = positive("clip_by_norm", "c", c)
    norm = np.sqrt((g * g).sum(axis=-1, keepdims=True))
    return g * (c / np.maximum(norm, g.dtype.type(c)))


def clip_by_value(g: Any, c: float) -> Array:
    """max(-c, min(c, g)) (Mikolov 2012, section 3.2.2)."""
    (g,) = arrays("clip_by_value", "g*[n]", g)
    c = positive("clip_by_value", "c", c)
    return np.clip(g, g.dtype.type(-c), g.dtype.type(c))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "optimizer.sgd.update": sgd_update,
    "optimizer.sgd.l2_gradient": l2_gradient,
    "optimizer.sgd.weight_decay": sgd_weight_decay,
    "optimizer.momentum.velocity": momentum_velocity,
    "optimizer.momentum.update": momentum_update,
    "optimizer.nesterov.lookahead": nesterov_lookahead,
    "optimizer.nesterov.velocity": momentum_velocity,
    "optimizer.nesterov.update": nesterov_update,
    "optimizer.adagrad.accumulator": adagrad_accumulator,
    "optimizer.adagrad.update": adagrad_update,
    "optimizer.rmsprop.average": rmsprop_average,
    "optimizer.rmsprop.update": rmsprop_update,
    "optimizer.adadelta.step": adadelta_step,
    "optimizer.adam.m": adam_m,
    "optimizer.adam.v": adam_v,
    "optimizer.adam.m_hat": adam_m_hat,
    "optimizer.adam.v_hat": adam_v_hat,
    "optimizer.adam.update": adam_update,
    "optimizer.adam.step": adam_step,
    "optimizer.adamw.update": adamw_update,
    "optimizer.amsgrad.maximum": amsgrad_maximum,
    "optimizer.weight_average": weight_average,
    "optimizer.clip_by_norm": clip_by_norm,
    "optimizer.clip_by_value": clip_by_value,
}
