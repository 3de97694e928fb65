"""Classical learning in pieces: gradients from predictions, ridge, kernels, clusters; batched over leading axes.

Sizes that differ raise ValueError, as do negative strengths and widths.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative
from .activation import quiet
from .checks import Array, arrays

PAIR = "y*[m] y_hat*[m]"


def weight_gradient_of_predictions(X: Any, y: Any, y_hat: Any) -> Array:
    """Xᵀ(ŷ - y)/m; X[..., m, d], y, ŷ[..., m] -> [..., d]."""
    X, y, y_hat = arrays("weight_gradient_of_predictions", "X*[m,d] y*[m] y_hat*[m]", X, y, y_hat)
    rest = (y_hat - y) / X.shape[-2]
    return (X * rest[..., None]).sum(axis=-2)


def one_weight_gradient(x: Any, y: Any, y_hat: Any) -> Array:
    """1/m Σ (ŷ_i - y_i) x_i; x, y, ŷ[..., m] -> [...]."""
    x, y, y_hat = arrays("one_weight_gradient", "x*[m] y*[m] y_hat*[m]", x, y, y_hat)
    return np.asarray(((y_hat - y) * x).mean(axis=-1))


def bias_gradient_of_predictions(y: Any, y_hat: Any) -> Array:
    """1/m Σ (ŷ_i - y_i); y, ŷ[..., m] -> [...]."""
    y, y_hat = arrays("bias_gradient_of_predictions", PAIR, y, y_hat)
    return np.asarray((y_hat - y).mean(axis=-1))


def squared_error_gradient(y: Any, y_hat: Any) -> Array:
    """2 (ŷ - y) / m; y, ŷ[..., m] -> [..., m]."""
    y, y_hat = arrays("squared_error_gradient", PAIR, y, y_hat)
    return 2.0 * (y_hat - y) / y.shape[-1]


def binary_cross_entropy_gradient(y: Any, y_hat: Any) -> Array:
    """(ŷ - y) / (ŷ (1 - ŷ)), entry by entry."""
    y, y_hat = arrays("binary_cross_entropy_gradient", PAIR, y, y_hat)
    return (y_hat - y) / (y_hat * (1.0 - y_hat))


def ridge_cost(y: Any, y_hat: Any, w: Any, lambda_: float) -> Array:
    """Σ (y_i - ŷ_i)² + λ Σ w_j²; y, ŷ[..., m], w[d] -> [...]."""
    y, y_hat, w = arrays("ridge_cost", "y*[m] y_hat*[m] w[d]", y, y_hat, w)
    penalty = nonnegative("ridge_cost", "lambda_", lambda_) * (w * w).sum(axis=-1)
    return np.asarray(((y - y_hat) ** 2).sum(axis=-1) + penalty)


def rbf_kernel(x: Any, z: Any, gamma: float) -> Array:
    """e^(-γ ‖x - z‖²); x, z[..., d] -> [...]."""
    x, z = arrays("rbf_kernel", "x*[d] z*[d]", x, z)
    with quiet():
        return np.asarray(np.exp(-nonnegative("rbf_kernel", "gamma", gamma) * ((x - z) ** 2).sum(axis=-1)))


def cluster_centre(r: Any, x: Any) -> Array:
    """Σ r_i x_i / Σ r_i; memberships r and values x[..., n] -> [...]."""
    r, x = arrays("cluster_centre", "r*[n] x*[n]", r, x)
    return np.asarray((r * x).sum(axis=-1) / r.sum(axis=-1))


def margin_cost(w: Any, xi: Any, C: float) -> Array:
    """½ Σ w_j² + C Σ ξ_i; w[d], ξ[..., n] -> [...] (Cortes and Vapnik 1995)."""
    w, xi = arrays("margin_cost", "w[d] xi*[n]", w, xi)
    return np.asarray(0.5 * (w * w).sum(axis=-1) + nonnegative("margin_cost", "C", C) * xi.sum(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "learning.weight_gradient": weight_gradient_of_predictions,
    "learning.one_weight_gradient": one_weight_gradient,
    "learning.bias_gradient": bias_gradient_of_predictions,
    "learning.squared_error_gradient": squared_error_gradient,
    "learning.binary_cross_entropy_gradient": binary_cross_entropy_gradient,
    "learning.ridge_cost": ridge_cost,
    "learning.rbf_kernel": rbf_kernel,
    "learning.cluster_centre": cluster_centre,
    "learning.margin_cost": margin_cost,
}
