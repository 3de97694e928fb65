"""Linear and logistic regression, samples in rows; weights take no batch axes, data do.

Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from .activation import sigmoid, softplus
from .checks import tensors

ROW = "x*[d] w[d] b[]"
ALL = "X*[m,d] y*[m] w[d] b[]"


def linear_prediction(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """w·x + b; x[..., d], w[d], b a scalar -> [...]."""
    x, w, b = tensors("linear_prediction", ROW, x, w, b)
    return x @ w + b


def linear_cost(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """1/(2m) Σ (w·x_i + b - y_i)²; X[..., m, d], y[..., m] -> [...]."""
    X, y, w, b = tensors("linear_cost", ALL, X, y, w, b)
    return 0.5 * ((X @ w + b - y) ** 2).mean(dim=-1)


def _pulled(X: Tensor, rest: Tensor) -> Tensor:
    """Xᵀ rest / m."""
    return (rest[..., None] * X).sum(dim=-2) / X.shape[-2]


def linear_weight_gradient(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """Xᵀ (X w + b - y) / m; -> [..., d]."""
    X, y, w, b = tensors("linear_weight_gradient", ALL, X, y, w, b)
    return _pulled(X, X @ w + b - y)


def linear_bias_gradient(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """1/m Σ (w·x_i + b - y_i); -> [...]."""
    X, y, w, b = tensors("linear_bias_gradient", ALL, X, y, w, b)
    return (X @ w + b - y).mean(dim=-1)


def logistic_prediction(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """σ(w·x + b); x[..., d], w[d], b a scalar -> [...]."""
    x, w, b = tensors("logistic_prediction", ROW, x, w, b)
    return sigmoid(x @ w + b)


def logistic_cost(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """1/m Σ [log(1 + e^z_i) - y_i z_i] with z = X w + b; X[..., m, d], y[..., m] -> [...]."""
    X, y, w, b = tensors("logistic_cost", ALL, X, y, w, b)
    z = X @ w + b
    return (softplus(z) - y * z).mean(dim=-1)


def logistic_weight_gradient(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """Xᵀ (σ(X w + b) - y) / m; -> [..., d]."""
    X, y, w, b = tensors("logistic_weight_gradient", ALL, X, y, w, b)
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
