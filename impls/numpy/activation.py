"""Activations and their derivatives, elementwise unless said; x has any shape, the result the same shape and
type.

A row of nothing but -inf has no distribution: its softmax is zero everywhere and its log-softmax -inf, as for
a masked row.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .checks import Array, arrays
from .erf import erfc

ROOT_HALF = float(np.sqrt(0.5))
ROOT_TWO_OVER_PI = float(np.sqrt(2.0 / np.pi))
CUBIC = 0.044715
FAR = 1000.0  # beyond ±FAR the bell curves below are zero in float64, and 0 · inf would be NaN
quiet = partial(np.errstate, over="ignore", under="ignore", invalid="ignore")


def one(function: str, x: Any) -> Array:
    """The only input of an elementwise function."""
    return arrays(function, "x*[]", x)[0]


def sigmoid(x: Any) -> Array:
    """1 / (1 + exp(-x)), as exp(min(x, 0)) / (1 + exp(-|x|)): no exponential of a positive number."""
    x = one("sigmoid", x)
    with quiet():
        return np.exp(np.minimum(x, 0.0)) / (1.0 + np.exp(-np.abs(x)))


def sigmoid_derivative(x: Any) -> Array:
    """σ(x) σ(-x)."""
    x = one("sigmoid_derivative", x)
    with quiet():
        return sigmoid(x) * sigmoid(-x)


def tanh(x: Any) -> Array:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return np.tanh(one("tanh", x))


def tanh_derivative(x: Any) -> Array:
    """1 - tanh²(x), written 4 σ(2x) σ(-2x) to keep the tails."""
    x = one("tanh_derivative", x)
    with np.errstate(over="ignore"):
        return 4.0 * sigmoid_derivative(x + x)


def relu(x: Any) -> Array:
    """max(x, 0)."""
    return np.maximum(one("relu", x), 0.0)


def relu_derivative(x: Any) -> Array:
    """1 where x > 0, else 0 (0 at 0)."""
    x = one("relu_derivative", x)
    return np.heaviside(x, np.zeros((), x.dtype))


def leaky_relu(x: Any, alpha: Any) -> Array:
    """x where x > 0, else alpha x (Maas et al. 2013)."""
    return (x := one("leaky_relu", x)) * leaky_relu_derivative(x, alpha)


def leaky_relu_derivative(x: Any, alpha: Any) -> Array:
    """1 where x > 0, else alpha (alpha at 0)."""
    x = one("leaky_relu_derivative", x)
    if np.ndim(alpha):
        raise ValueError(f"leaky_relu: alpha has shape {np.shape(alpha)}, expected a scalar")
    return np.where(x > 0, x.dtype.type(1), x.dtype.type(alpha))


def check_approximate(approximate: str) -> None:
    """Only the two known forms of GELU."""
    if approximate not in ("none", "tanh"):
        raise ValueError(f"gelu: approximate is {approximate!r}, expected 'none' or 'tanh'")


def gelu_inner(x: Array) -> tuple[Array, Array]:
    """u = √(2/π) (x + 0.044715 x³) and du/dx.

    clipped where tanh(u) is ±1 in any case, so x³ stays in range.
    """
    x = np.clip(x, -30.0, 30.0)
    square = x * x
    return ROOT_TWO_OVER_PI * x * (1.0 + CUBIC * square), ROOT_TWO_OVER_PI * (1.0 + 3.0 * CUBIC * square)


def gelu(x: Any, *, approximate: str = "none") -> Array:
    """x Φ(x) = x erfc(-x/√2) / 2, or x (1 + tanh u) / 2 = x σ(2u) with ``approximate="tanh"``.

    Hendrycks and Gimpel 2016. ValueError for another ``approximate``.
    """
    check_approximate(approximate)
    x = one("gelu", x)
    gate = sigmoid(2.0 * gelu_inner(x)[0]) if approximate == "tanh" else 0.5 * erfc(-x * ROOT_HALF)
    with quiet():
        return np.maximum(x, -FAR) * gate


def gelu_derivative(x: Any, *, approximate: str = "none") -> Array:
    """Φ(x) + x φ(x), or σ(2u) + 2 x u' σ(2u) σ(-2u) with ``approximate="tanh"``."""
    check_approximate(approximate)
    x = one("gelu_derivative", x)
    with quiet():
        if approximate == "tanh":
            u, slope = gelu_inner(x)
            return sigmoid(2.0 * u) + 2.0 * np.clip(x, -30.0, 30.0) * slope * sigmoid_derivative(2.0 * u)
        near = np.clip(x, -50.0, 50.0)
        return 0.5 * erfc(-x * ROOT_HALF) + near * np.exp(-0.5 * near * near) * (ROOT_TWO_OVER_PI / 2.0)


def silu(x: Any) -> Array:
    """x σ(x) (Elfwing et al. 2018)."""
    x = one("silu", x)
    with quiet():
        return np.maximum(x, -FAR) * sigmoid(x)


def silu_derivative(x: Any) -> Array:
    """σ(x) + x σ(x) σ(-x)."""
    x = one("silu_derivative", x)
    with quiet():
        return sigmoid(x) + np.clip(x, -FAR, FAR) * sigmoid_derivative(x)


def softplus(x: Any) -> Array:
    """log(1 + e^x) = max(x, 0) + log(1 + e^-|x|)."""
    x = one("softplus", x)
    with quiet():
        return np.maximum(x, 0.0) + np.log1p(np.exp(-np.abs(x)))


def softplus_derivative(x: Any) -> Array:
    """σ(x)."""
    return sigmoid(one("softplus_derivative", x))


def shifted(x: Array) -> Array:
    """A fresh x - max(x) over the last axis; a row of -inf is left as it is."""
    top = x.max(axis=-1, keepdims=True, initial=-np.inf)
    return x - np.where(top == -np.inf, x.dtype.type(0), top)


def total(e: Array) -> Array:
    """Row sums, 1 where the row is all zero."""
    z = e.sum(axis=-1, keepdims=True)
    return np.where(z == 0, e.dtype.type(1), z)


def softmax(x: Any) -> Array:
    """exp(x_i) / Σ_j exp(x_j) over the last axis of x[..., n]; a row of -inf gives zeros."""
    (x,) = arrays("softmax", "x*[n]", x)
    with quiet():
        e = shifted(x)
        np.exp(e, out=e)
        e /= total(e)
    return e


def masked_softmax(scores: Array, mask: Array | None) -> Array:
    """Softmax over the positions where the mask is True; a row without any gives zeros."""
    return softmax(scores if mask is None else np.where(mask, scores, scores.dtype.type(-np.inf)))


def log_softmax(x: Any) -> Array:
    """x_i - log Σ_j exp(x_j) over the last axis of x[..., n]; a row of -inf stays -inf."""
    (x,) = arrays("log_softmax", "x*[n]", x)
    with quiet():
        s = shifted(x)
        s -= np.log(total(np.exp(s)))
    return s


def add_diagonal(J: Array, values: Any) -> Array:
    """J with values added on its diagonal, in place."""
    k = np.arange(J.shape[-1])
    J[..., k, k] += values
    return J


def softmax_jacobian(x: Any) -> Array:
    """J_ij = ∂softmax(x)_i/∂x_j = p_i (δ_ij - p_j); x[..., n] -> [..., n, n]."""
    p = softmax(x)
    with quiet():
        return add_diagonal(-p[..., :, None] * p[..., None, :], p)


def log_softmax_jacobian(x: Any) -> Array:
    """J_ij = ∂log_softmax(x)_i/∂x_j = δ_ij - p_j; x[..., n] -> [..., n, n]."""
    p = softmax(x)
    return add_diagonal(np.repeat(-p[..., None, :], p.shape[-1], axis=-2), 1.0)


def identity(x: Any) -> Array:
    """x."""
    return one("identity", x).copy()


ACTIVATIONS: dict[str, Callable[..., Array]] = {
    f.__name__: f for f in (sigmoid, tanh, relu, gelu, silu, softplus, identity)
}


def activation(function: str, name: str) -> Callable[..., Array]:
    """The activation of that name; ValueError listing the known ones."""
    if name not in ACTIVATIONS:
        raise ValueError(f"{function}: unknown activation {name!r}, expected one of {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[name]


def elu(x: Any, alpha: Any) -> Array:
    """x where x > 0, else alpha (e^x - 1) (Clevert et al. 2016)."""
    x = one("elu", x)
    if np.ndim(alpha):
        raise ValueError(f"elu: alpha has shape {np.shape(alpha)}, expected a scalar")
    with quiet():
        return np.where(x > 0, x, np.asarray(alpha, x.dtype) * np.expm1(np.minimum(x, 0)))


FUNCTIONS = (
    sigmoid,
    tanh,
    relu,
    silu,
    softplus,
    leaky_relu,
    elu,
    gelu,
    softmax,
    log_softmax,
    sigmoid_derivative,
    tanh_derivative,
    relu_derivative,
    leaky_relu_derivative,
    gelu_derivative,
    silu_derivative,
    softplus_derivative,
    softmax_jacobian,
    log_softmax_jacobian,
)
IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {f"activation.{f.__name__}": f for f in FUNCTIONS}
