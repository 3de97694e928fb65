"""More activations, elementwise over x[..., n]: exponential, piecewise linear and gated units.

Sizes that differ raise ValueError, as does a slope, a frequency or a threshold out of range.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative, positive
from .activation import elu, gelu, one, quiet, sigmoid, silu, softplus
from .checks import Array, arrays


def selu(x: Any, alpha: float, lambda_: float) -> Array:
    """λ ELU(x) (Klambauer et al. 2017, eq. 2)."""
    return nonnegative("selu", "lambda_", lambda_) * elu(one("selu", x), alpha)


def celu(x: Any, alpha: float) -> Array:
    """max(0, x) + min(0, α (e^(x/α) - 1)) (Barron 2017)."""
    x, alpha = one("celu", x), positive("celu", "alpha", alpha)
    return np.maximum(x, 0.0) + alpha * np.expm1(np.minimum(x, 0.0) / alpha)


def mish(x: Any) -> Array:
    """x tanh(log(1 + e^x)) (Misra 2019)."""
    x = one("mish", x)
    with quiet():
        return np.maximum(x, -1000.0) * np.tanh(softplus(x))


def softsign(x: Any) -> Array:
    """x / (1 + |x|)."""
    x = one("softsign", x)
    return x / (1.0 + np.abs(x))


def snake(x: Any, alpha: float) -> Array:
    """x + sin²(α x) / α (Liu et al. 2020, eq. 3)."""
    x, alpha = one("snake", x), positive("snake", "alpha", alpha)
    return x + np.sin(alpha * x) ** 2 / alpha


def log_sigmoid(x: Any) -> Array:
    """log σ(x) = -log(1 + e^-x)."""
    return -softplus(-one("log_sigmoid", x))


def tanhshrink(x: Any) -> Array:
    """x - tanh x."""
    x = one("tanhshrink", x)
    return x - np.tanh(x)


def prelu(x: Any, alpha: Any) -> Array:
    """max(0, x) + α min(0, x), a slope α[n] for each entry (He et al. 2015, eq. 1)."""
    x, alpha = arrays("prelu", "x*[n] alpha[n]", x, alpha)
    return np.maximum(x, 0.0) + alpha * np.minimum(x, 0.0)


def relu6(x: Any) -> Array:
    """min(max(0, x), 6)."""
    x = one("relu6", x)
    return np.clip(x, x.dtype.type(0), x.dtype.type(6))


def hard_sigmoid(x: Any) -> Array:
    """ReLU6(x + 3) / 6 (Howard et al. 2019)."""
    return relu6(one("hard_sigmoid", x) + 3.0) / 6.0


def hard_swish(x: Any) -> Array:
    """x ReLU6(x + 3) / 6 (Howard et al. 2019)."""
    x = one("hard_swish", x)
    return x * relu6(x + 3.0) / 6.0


def hard_tanh(x: Any) -> Array:
    """max(-1, min(1, x))."""
    x = one("hard_tanh", x)
    return np.clip(x, x.dtype.type(-1), x.dtype.type(1))


def thresholded_relu(x: Any, theta: float) -> Array:
    """x where x > θ, else 0 (Konda et al. 2015)."""
    x, theta = one("thresholded_relu", x), nonnegative("thresholded_relu", "theta", theta)
    return np.where(x > theta, x, x.dtype.type(0))


def glu(a: Any, b: Any) -> Array:
    """a σ(b), entry by entry (Dauphin et al. 2017, eq. 1)."""
    a, b = arrays("glu", "a*[h] b*[h]", a, b)
    return a * sigmoid(b)


def _gated(name: str, gate: Callable[[Any], Array], x: Any, W: Any, V: Any, b: Any, c: Any) -> Array:
    """gate(x W + b) (x V + c)."""
    x, W, V, b, c = arrays(name, "x*[d] W[d,h] V[d,h] b[h] c[h]", x, W, V, b, c)
    return gate(x @ W + b) * (x @ V + c)


def swiglu(x: Any, W: Any, V: Any, b: Any, c: Any) -> Array:
    """Swish(x W + b) (x V + c); x[..., d] -> [..., h] (Shazeer 2020)."""
    return _gated("swiglu", silu, x, W, V, b, c)


def geglu(x: Any, W: Any, V: Any, b: Any, c: Any) -> Array:
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
