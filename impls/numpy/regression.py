"""Linear and logistic regression, samples in rows; weights take no batch axes, data do.

Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .activation import quiet, sigmoid, softplus
from .checks import Array, arrays

ROW = "x*[d] w[d] b[]"
ALL = "X*[m,d] y*[m] w[d] b[]"


def linear_prediction(x: Any, w: Any, b: Any) -> Array:
    """w·x + b; x[..., d], w[d], b a scalar -> [...]."""
    x, w, b = arrays("linear_prediction", ROW, x, w, b)
    return np.asarray(x @ w + b)


def linear_cost(X: Any, y: Any, w: Any, b: Any) -> Array:
    """1/(2m) Σ (w·x_i + b - y_i)²; X[..., m, d], y[..., m] -> [...]."""
    X, y, w, b = arrays("linear_cost", ALL, X, y, w, b)
    return np.asarray(0.5 * ((X @ w + b - y) ** 2).mean(axis=-1))


def _pulled(X: Array, rest: Array) -> Array:
    """Xᵀ rest / m."""
    return np.asarray((rest[..., None] * X).sum(axis=-2) / X.shape[-2])


def linear_weight_gradient(X: Any, y: Any, w: Any, b: Any) -> Array:
    """Xᵀ (X w + b - y) / m; -> [..., d]."""
    X, y, w, b = arrays("linear_weight_gradient", ALL, X, y, w, b)
    return _pulled(X, X @ w + b - y)


def linear_bias_gradient(X: Any, y: Any, w: Any, b: Any) -> Array:
    """1/m Σ (w·x_i + b - y_i); -> [...]."""
    X, y, w, b = arrays("linear_bias_gradient", ALL, X, y, w, b)
    return np.asarray((X @ w + b - y).mean(axis=-1))


def logistic_prediction(x: Any, w: Any, b: Any) -> Array:
    """σ(w·x + b); x[..., d], w[d], b a scalar -> [...]."""
    x, w, b = arrays("logistic_prediction", ROW, x, w, b)
    return np.asarray(sigmoid(x @ w + b))


def logistic_cost(X: Any, y: Any, w: Any, b: Any) -> Array:
    """1/m Σ [log(1 + e^z_i) - y_i z_i] with z = X w + b; X[..., m, d], y[..., m] -> [...]."""
    X, y, w, b = arrays("logistic_cost", ALL, X, y, w, b)
    z = X @ w + b
    with quiet():
        return np.asarray((softplus(z) - y * z).mean(axis=-1))


def logistic_weight_gradient(X: Any, y: Any, w: Any, b: Any) -> Array:
    """Xᵀ (σ(X w + b) - y) / m; -> [..., d]."""
    X, y, w, b = arrays("logistic_weight_gradient", ALL, X, y, w, b)
    return _pulled(X, sigmoid(X @ w + b) - y)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "regression.linear.prediction": linear_prediction,
    "regression.linear.cost": linear_cost,
    "regression.linear.weight_gradient": linear_weight_gradient,
    "regression.linear.bias_gradient": linear_bias_gradient,
    "regression.logistic.prediction": logistic_prediction,
    "regression.logistic.cost": logistic_cost,
    "regression.logistic.weight_gradient": logistic_weight_gradient,
}
