"""More activations, elementwise over x[..., n]: exponential, piecewise linear and gated units.

Sizes that differ raise ValueError, as does a slope, a frequency or a threshold out of range.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import nonnegative, positive
from .activation import elu, gelu, sigmoid, silu, softplus, widened
from .checks import tensors


@widened
def selu(x: Tensor, alpha: float, lambda_: float) -> Tensor:
    """λ ELU(x) (Klambauer et al. 2017, eq. 2)."""
    return nonnegative("selu", "lambda_", lambda_) * elu(x, alpha)


@widened
def celu(x: Tensor, alpha: float) -> Tensor:
    """max(0, x) + min(0, α (e^(x/α) - 1)) (Barron 2017)."""
    alpha = positive("celu", "alpha", alpha)
    return torch.relu(x) + alpha * torch.expm1(x.clamp(max=0.0) / alpha)


@widened
def mish(x: Tensor) -> Tensor:
    """x tanh(log(1 + e^x)) (Misra 2019)."""
    return x * torch.tanh(softplus(x))


@widened
def softsign(x: Tensor) -> Tensor:
    """x / (1 + |x|)."""
    return x / (1.0 + torch.abs(x))


@widened
def snake(x: Tensor, alpha: float) -> Tensor:
    """x + sin²(α x) / α (Liu et al. 2020, eq. 3)."""
    alpha = positive("snake", "alpha", alpha)
    return x + torch.sin(alpha * x) ** 2 / alpha


@widened
def log_sigmoid(x: Tensor) -> Tensor:
    """log σ(x) = -log(1 + e^-x)."""
    return -softplus(-x)


@widened
def tanhshrink(x: Tensor) -> Tensor:
    """x - tanh x."""
    return x - torch.tanh(x)


def prelu(x: Tensor, alpha: Tensor) -> Tensor:
    """max(0, x) + α min(0, x), a slope α[n] for each entry (He et al. 2015, eq. 1)."""
    x, alpha = tensors("prelu", "x*[n] alpha[n]", x, alpha)
    return torch.relu(x) + alpha * x.clamp(max=0.0)


@widened
def relu6(x: Tensor) -> Tensor:
    """min(max(0, x), 6)."""
    return x.clamp(0, 6)


@widened
def hard_sigmoid(x: Tensor) -> Tensor:
    """ReLU6(x + 3) / 6 (Howard et al. 2019)."""
    return relu6(x + 3.0) / 6.0


@widened
def hard_swish(x: Tensor) -> Tensor:
    """x ReLU6(x + 3) / 6 (Howard et al. 2019)."""
    return x * relu6(x + 3.0) / 6.0


@widened
def hard_tanh(x: Tensor) -> Tensor:
    """max(-1, min(1, x))."""
    return x.clamp(-1, 1)


@widened
def thresholded_relu(x: Tensor, theta: float) -> Tensor:
    """x where x > θ, else 0 (Konda et al. 2015)."""
    theta = nonnegative("thresholded_relu", "theta", theta)
    return torch.where(x > theta, x, 0.0)


def glu(a: Tensor, b: Tensor) -> Tensor:
    """a σ(b), entry by entry (Dauphin et al. 2017, eq. 1)."""
    a, b = tensors("glu", "a*[h] b*[h]", a, b)
    return a * sigmoid(b)


def _gated(
    name: str, gate: Callable[[Tensor], Tensor], x: Tensor, W: Tensor, V: Tensor, b: Tensor, c: Tensor
) -> Tensor:
    """gate(x W + b) (x V + c)."""
    x, W, V, b, c = tensors(name, "x*[d] W[d,h] V[d,h] b[h] c[h]", x, W, V, b, c)
    return gate(x @ W + b) * (x @ V + c)


def swiglu(x: Tensor, W: Tensor, V: Tensor, b: Tensor, c: Tensor) -> Tensor:
    """Swish(x W + b) (x V + c); x[..., d] -> [..., h] (Shazeer 2020)."""
    return _gated("swiglu", silu, x, W, V, b, c)


def geglu(x: Tensor, W: Tensor, V: Tensor, b: Tensor, c: Tensor) -> Tensor:
    """GELU(x W + b) (x V + c); x[..., d] -> [..., h] (Shazeer 2020)."""
    return _gated("geglu", gelu, x, W, V, b, c)


FUNCTIONS = (
    selu,
    celu,
    mish,
    softsign,
    snake,
    log_sigmoid,
    tanhshrink,
    prelu,
    relu6,
    hard_sigmoid,
    hard_swish,
    hard_tanh,
    thresholded_relu,
    glu,
    swiglu,
    geglu,
)
IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {f"activation.{f.__name__}": f for f in FUNCTIONS}
