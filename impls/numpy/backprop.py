"""Backward passes written out; data take leading batch axes, weights none.

Sizes that differ raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import positive
from .activation import quiet, relu_derivative, sigmoid, sigmoid_derivative, softmax, tanh_derivative
from .checks import Array, arrays, epsilon

SLOPES: dict[str, Callable[..., Array]] = {
    "sigmoid": sigmoid_derivative,
    "tanh": tanh_derivative,
    "relu": relu_derivative,
}


def dense_weight_gradient(delta: Any, a: Any) -> Array:
    """δ aᵀ; δ[..., d_out], a[..., d_in] -> [..., d_out, d_in] (Rumelhart et al. 1986)."""
    delta, a = arrays("dense_weight_gradient", "delta*[d_out] a*[d_in]", delta, a)
    return delta[..., :, None] * a[..., None, :]


def dense_bias_gradient(D: Any) -> Array:
    """Σ over the batch; D[..., m, d_out] -> [..., d_out] (Rumelhart et al. 1986)."""
    (D,) = arrays("dense_bias_gradient", "D*[m,d_out]", D)
    return D.sum(axis=-2)


def dense_input_gradient(W: Any, delta: Any) -> Array:
    """Wᵀ δ; W[d_out, d_in], δ[..., d_out] -> [..., d_in] (Rumelhart et al. 1986)."""
    W, delta = arrays("dense_input_gradient", "W[d_out,d_in] delta*[d_out]", W, delta)
    return delta @ W


def hidden_error(W: Any, delta: Any, z: Any, *, activation: str = "sigmoid") -> Array:
    """(Wᵀ δ) ⊙ f'(z); W[d_out, d_in], δ[..., d_out], z[..., d_in] (Nielsen 2015, eq. BP2).

    ValueError for an activation other than sigmoid, tanh, relu.
    """
    W, delta, z = arrays("hidden_error", "W[d_out,d_in] delta*[d_out] z*[d_in]", W, delta, z)
    if activation not in SLOPES:
        raise ValueError(f"hidden_error: unknown activation {activation!r}, expected one of {', '.join(SLOPES)}")
    return (delta @ W) * SLOPES[activation](z)


def sigmoid_backward(da: Any, a: Any) -> Array:
    """da ⊙ a ⊙ (1 - a), a the sigmoid's value."""
    da, a = arrays("sigmoid_backward", "da*[n] a*[n]", da, a)
    return da * a * (1.0 - a)


def tanh_backward(da: Any, a: Any) -> Array:
    """da ⊙ (1 - a²), a the value of tanh."""
    da, a = arrays("tanh_backward", "da*[n] a*[n]", da, a)
    return da * (1.0 - a * a)


def relu_backward(da: Any, z: Any) -> Array:
    """da where z > 0, else 0."""
    da, z = arrays("relu_backward", "da*[n] z*[n]", da, z)
    return np.where(z > 0, da, da.dtype.type(0))


def softmax_backward(p: Any, dp: Any) -> Array:
    """p ⊙ (dp - Σ p dp), p the softmax's value over the last axis (Bridle 1990)."""
    p, dp = arrays("softmax_backward", "p*[n] dp*[n]", p, dp)
    return p * (dp - (p * dp).sum(axis=-1, keepdims=True))


def softmax_cross_entropy_backward(z: Any, y: Any) -> Array:
    """softmax(z) - y for a target distribution y; both [..., n] (Bishop 2006, eq. 4.109)."""
    z, y = arrays("softmax_cross_entropy_backward", "z*[n] y*[n]", z, y)
    return softmax(z) - y


def output_error(z: Any, y: Any) -> Array:
    """(σ(z) - y) ⊙ σ'(z); both [..., n] (Nielsen 2015, eq. BP1)."""
    z, y = arrays("output_error", "z*[n] y*[n]", z, y)
    return (sigmoid(z) - y) * sigmoid_derivative(z)


def batch_norm_backward(dy: Any, x_hat: Any, gamma: float, variance: Any, eps: float) -> Array:
    """γ / (m √(σ² + ε)) (m dy - Σ dy - x̂ Σ dy x̂) over the last axis; dy, x̂[..., m], σ²[...]."""
    name = "batch_norm_backward"
    dy, x_hat, variance = arrays(name, "dy*[m] x_hat*[m] variance*[]", dy, x_hat, variance)
    m, root = dy.shape[-1], np.sqrt(variance + epsilon(name, eps))[..., None]
    along = x_hat * (dy * x_hat).sum(axis=-1, keepdims=True)
    return float(gamma) / (m * root) * (m * dy - dy.sum(axis=-1, keepdims=True) - along)


def rnn_hidden_gradient(W_hh: Any, dh: Any, h: Any) -> Array:
    """W_hhᵀ (dh ⊙ (1 - h²)); W_hh[d, d], dh, h[..., d] (Werbos 1990)."""
    W_hh, dh, h = arrays("rnn_hidden_gradient", "W_hh[d,d] dh*[d] h*[d]", W_hh, dh, h)
    return (dh * (1.0 - h * h)) @ W_hh


def rnn_weight_gradient(D: Any, H: Any) -> Array:
    """Σ_t δ_t h_(t-1)ᵀ; errors D and states before each step H, both [..., T, d] -> [..., d, d]."""
    D, H = arrays("rnn_weight_gradient", "D*[T,d] H*[T,d]", D, H)
    return D.swapaxes(-1, -2) @ H


def lstm_cell_gradient(dh: Any, o: Any, c: Any, dc: Any, f: Any) -> Array:
    """dh ⊙ o ⊙ (1 - tanh²(c)) + dc ⊙ f, dc and f of the next step; all [..., d] (Greff et al. 2017)."""
    dh, o, c, dc, f = arrays("lstm_cell_gradient", "dh*[d] o*[d] c*[d] dc*[d] f*[d]", dh, o, c, dc, f)
    with quiet():
        return dh * o * tanh_derivative(c) + dc * f


def central_difference(ahead: Any, behind: Any, h: float) -> Array:
    """(f(x + h) - f(x - h)) / 2h; values [..., n]. ValueError for h that is not above 0."""
    ahead, behind = arrays("central_difference", "ahead*[n] behind*[n]", ahead, behind)
    return (ahead - behind) / (2.0 * positive("central_difference", "h", h))


def chain_rule(J: Any, dy: Any) -> Array:
    """Jᵀ dy; J[..., m, n], dy[..., m] -> [..., n]."""
    J, dy = arrays("chain_rule", "J*[m,n] dy*[m]", J, dy)
    return np.matmul(dy[..., None, :], J)[..., 0, :]


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "backprop.dense.weight_gradient": dense_weight_gradient,
    "backprop.dense.bias_gradient": dense_bias_gradient,
    "backprop.dense.input_gradient": dense_input_gradient,
    "backprop.dense.hidden_error": hidden_error,
    "backprop.sigmoid": sigmoid_backward,
    "backprop.tanh": tanh_backward,
    "backprop.relu": relu_backward,
    "backprop.softmax": softmax_backward,
    "backprop.softmax_cross_entropy": softmax_cross_entropy_backward,
    "backprop.output_error": output_error,
    "backprop.batch_norm": batch_norm_backward,
    "backprop.rnn.hidden_gradient": rnn_hidden_gradient,
    "backprop.rnn.weight_gradient": rnn_weight_gradient,
    "backprop.lstm.cell": lstm_cell_gradient,
    "backprop.central_difference": central_difference,
    "backprop.chain_rule": chain_rule,
}
