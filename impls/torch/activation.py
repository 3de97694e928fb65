"""Activations and their derivatives, elementwise unless said; x has any shape, the result its shape, type and
device.

16-bit types are computed in float32 and rounded once. A row of nothing but -inf has no distribution: its
softmax is zero everywhere and its log-softmax -inf, as for a masked row, with zero gradients.
"""

from collections.abc import Callable
from functools import wraps
from math import inf, pi, sqrt
from typing import Any, Concatenate, ParamSpec

import torch
from torch import Tensor

from .checks import tensors

P = ParamSpec("P")
ROOT_HALF = sqrt(0.5)
ROOT_TWO_OVER_PI = sqrt(2.0 / pi)
CUBIC = 0.044715
FAR = 1000.0  # beyond ±FAR the bell curves below are zero in float64, and 0 · inf would be NaN


def widened(f: Callable[Concatenate[Tensor, P], Tensor]) -> Callable[Concatenate[Tensor, P], Tensor]:
    """Check that x is a floating tensor, and compute 16-bit types in float32."""

    @wraps(f)
    def wrapper(x: Tensor, *args: P.args, **kwargs: P.kwargs) -> Tensor:
        tensors(f.__name__, "x*[]", x)
        if x.dtype in (torch.float16, torch.bfloat16):
            return f(x.float(), *args, **kwargs).to(x.dtype)
        return f(x, *args, **kwargs)

    return wrapper


@widened
def sigmoid(x: Tensor) -> Tensor:
    """1 / (1 + exp(-x))."""
    return torch.sigmoid(x)


@widened
def sigmoid_derivative(x: Tensor) -> Tensor:
    """σ(x) σ(-x)."""
    return torch.sigmoid(x) * torch.sigmoid(-x)


@widened
def tanh(x: Tensor) -> Tensor:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return torch.tanh(x)


@widened
def tanh_derivative(x: Tensor) -> Tensor:
    """1 - tanh²(x), written 4 σ(2x) σ(-2x) to keep the tails."""
    return 4.0 * torch.sigmoid(2.0 * x) * torch.sigmoid(-2.0 * x)


@widened
def relu(x: Tensor) -> Tensor:
    """max(x, 0); gradient 0 at 0."""
    return torch.relu(x)


@widened
def relu_derivative(x: Tensor) -> Tensor:
    """1 where x > 0, else 0 (0 at 0)."""
    return torch.heaviside(x.detach(), x.new_zeros(()))


def check_alpha(alpha: Any) -> None:
    """One slope for all entries."""
    if isinstance(alpha, Tensor) and alpha.ndim:
        raise ValueError(f"leaky_relu: alpha has shape {tuple(alpha.shape)}, expected a scalar")


@widened
def leaky_relu(x: Tensor, alpha: float | Tensor) -> Tensor:
    """x where x > 0, else alpha x (Maas et al. 2013); gradient alpha at 0."""
    check_alpha(alpha)
    return torch.where(x > 0, x, alpha * x)


@widened
def leaky_relu_derivative(x: Tensor, alpha: float | Tensor) -> Tensor:
    """1 where x > 0, else alpha (alpha at 0)."""
    check_alpha(alpha)
    one = torch.ones_like(x)
    return torch.where(x > 0, one, alpha * one)


def gelu_inner(x: Tensor) -> tuple[Tensor, Tensor]:
    """u = √(2/π) (x + 0.044715 x³) and du/dx.

    clipped where tanh(u) is ±1 in any case, so x³ stays in range.
    """
    x = x.clamp(-30.0, 30.0)
    square = x * x
    return ROOT_TWO_OVER_PI * x * (1.0 + CUBIC * square), ROOT_TWO_OVER_PI * (1.0 + 3.0 * CUBIC * square)


def check_approximate(approximate: str) -> None:
    """Only the two known forms of GELU."""
    if approximate not in ("none", "tanh"):
        raise ValueError(f"gelu: approximate is {approximate!r}, expected 'none' or 'tanh'")


@widened
def gelu(x: Tensor, *, approximate: str = "none") -> Tensor:
    """x Φ(x) = x erfc(-x/√2) / 2, or x (1 + tanh u) / 2 = x σ(2u) with ``approximate="tanh"``.

    Hendrycks and Gimpel 2016. ValueError for another ``approximate``.
    """
    check_approximate(approximate)
    if approximate == "tanh":
        return x.clamp(min=-FAR) * torch.sigmoid(2.0 * gelu_inner(x)[0])
    return x.clamp(min=-FAR) * (0.5 * torch.erfc(-x * ROOT_HALF))


@widened
def gelu_derivative(x: Tensor, *, approximate: str = "none") -> Tensor:
    """Φ(x) + x φ(x), or σ(2u) + 2 x u' σ(2u) σ(-2u) with ``approximate="tanh"``."""
    check_approximate(approximate)
    if approximate == "tanh":
        u, slope = gelu_inner(x)
        return torch.sigmoid(2.0 * u) + 2.0 * x.clamp(-30.0, 30.0) * slope * sigmoid_derivative(2.0 * u)
    near = x.clamp(-50.0, 50.0)
    return 0.5 * torch.erfc(-x * ROOT_HALF) + near * torch.exp(-0.5 * near * near) * (ROOT_TWO_OVER_PI / 2.0)


@widened
def silu(x: Tensor) -> Tensor:
    """x σ(x) (Elfwing et al. 2018)."""
    return x.clamp(min=-FAR) * torch.sigmoid(x)


@widened
def silu_derivative(x: Tensor) -> Tensor:
    """σ(x) + x σ(x) σ(-x)."""
    return torch.sigmoid(x) + x.clamp(-FAR, FAR) * sigmoid_derivative(x)


@widened
def softplus(x: Tensor) -> Tensor:
    """log(1 + e^x), as logaddexp(x, 0): exact for large x, and its gradient at 0 is 1/2."""
    return torch.logaddexp(x, torch.zeros_like(x))


@widened
def softplus_derivative(x: Tensor) -> Tensor:
    """σ(x)."""
    return torch.sigmoid(x)


def without_mass(x: Tensor) -> Tensor:
    """Rows of nothing but -inf (also empty rows), [..., 1]."""
    return torch.isneginf(x.detach()).all(dim=-1, keepdim=True)


def softmax(x: Tensor) -> Tensor:
    """exp(x_i) / Σ_j exp(x_j) over the last axis of x[..., n]; a row of -inf gives zeros."""
    (x,) = tensors("softmax", "x*[n]", x)
    dead = without_mass(x)
    # Both fills are needed: the first keeps NaN out of the backward pass, the second sets the value.
    return torch.softmax(x.masked_fill(dead, 0.0), dim=-1).masked_fill(dead, 0.0)


def log_softmax(x: Tensor) -> Tensor:
    """x_i - log Σ_j exp(x_j) over the last axis of x[..., n]; a row of -inf stays -inf."""
    (x,) = tensors("log_softmax", "x*[n]", x)
    dead = without_mass(x)
    return torch.log_softmax(x.masked_fill(dead, 0.0), dim=-1).masked_fill(dead, -inf)


def softmax_jacobian(x: Tensor) -> Tensor:
    """J_ij = ∂softmax(x)_i/∂x_j = p_i (δ_ij - p_j); x[..., n] -> [..., n, n]."""
    p = softmax(x)
    return torch.diag_embed(p) - p[..., :, None] * p[..., None, :]


def log_softmax_jacobian(x: Tensor) -> Tensor:
    """J_ij = ∂log_softmax(x)_i/∂x_j = δ_ij - p_j; x[..., n] -> [..., n, n]."""
    p = softmax(x)
    return torch.eye(p.shape[-1], dtype=p.dtype, device=p.device) - p[..., None, :]


@widened
def identity(x: Tensor) -> Tensor:
    """x."""
    return x


ACTIVATIONS: dict[str, Callable[..., Tensor]] = {
    "sigmoid": sigmoid,
    "tanh": tanh,
    "relu": relu,
    "gelu": gelu,
    "silu": silu,
    "softplus": softplus,
    "identity": identity,
}


def activation(function: str, name: str) -> Callable[..., Tensor]:
    """The activation of that name; ValueError listing the known ones."""
    if name not in ACTIVATIONS:
        raise ValueError(f"{function}: unknown activation {name!r}, expected one of {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[name]


@widened
def elu(x: Tensor, alpha: float | Tensor) -> Tensor:
    """x where x > 0, else alpha (e^x - 1) (Clevert et al. 2016)."""
    check_alpha(alpha)
    return torch.where(x > 0, x, alpha * torch.expm1(x.clamp(max=0.0)))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "activation.sigmoid": sigmoid,
    "activation.tanh": tanh,
    "activation.relu": relu,
    "activation.silu": silu,
    "activation.softplus": softplus,
    "activation.leaky_relu": leaky_relu,
    "activation.elu": elu,
    "activation.gelu": gelu,
    "activation.softmax": softmax,
    "activation.log_softmax": log_softmax,
    "activation.sigmoid_derivative": sigmoid_derivative,
    "activation.tanh_derivative": tanh_derivative,
    "activation.relu_derivative": relu_derivative,
    "activation.leaky_relu_derivative": leaky_relu_derivative,
    "activation.gelu_derivative": gelu_derivative,
    "activation.silu_derivative": silu_derivative,
    "activation.softplus_derivative": softplus_derivative,
    "activation.softmax_jacobian": softmax_jacobian,
    "activation.log_softmax_jacobian": log_softmax_jacobian,
}
