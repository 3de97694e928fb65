"""Dense layers. Weights are [d_out, d_in] and act on the last axis of x."""

from collections.abc import Callable
from math import prod
from typing import Any

from .activation import activation as find_activation
from .activation import softmax
from .checks import Array, arrays, token_ids


def linear(x: Array, W: Array) -> Array:
    """x[..., d_in] W[d_in, d_out] as one matrix product over all leading axes."""
    rows = x.reshape(prod(x.shape[:-1]), x.shape[-1])
    return (rows @ W).reshape(*x.shape[:-1], W.shape[-1])


def affine(x: Any, W: Any, b: Any) -> Array:
    """y = W x + b; x[..., d_in], W[d_out, d_in], b[d_out] -> [..., d_out]. ValueError where sizes differ."""
    x, W, b = arrays("affine", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)
    return linear(x, W.T) + b


def dense(x: Any, W: Any, b: Any, *, activation: str = "sigmoid") -> Array:
    """a(W x + b) with a in sigmoid, tanh, relu, gelu, silu, softplus, identity; shapes as ``affine``."""
    apply = find_activation("dense", activation)
    x, W, b = arrays("dense", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)
    return apply(linear(x, W.T) + b)


def mlp(x: Any, *parameters: Any, activation: str = "relu") -> Array:
    """W_L a(… a(W_1 x + b_1) …) + b_L: parameters W_1, b_1, …, W_L, b_L, the last layer linear.

    x[..., d_0], W_k[d_k, d_(k-1)], b_k[d_k] -> [..., d_L]. ValueError naming the layer whose sizes differ.
    """
    apply = find_activation("mlp", activation)
    if not parameters or len(parameters) % 2:
        raise ValueError(f"mlp: {len(parameters)} parameters, expected pairs W, b")
    weights, biases = parameters[::2], parameters[1::2]
    for layer, (W, b) in enumerate(zip(weights, biases, strict=True), start=1):
        x, W, b = arrays(f"mlp, layer {layer}", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)
        x = linear(x, W.T) + b
        if layer < len(weights):
            x = apply(x)
    return x


def embedding(tokens: Any, E: Any) -> Array:
    """E[token], row by row; tokens[..., n] in 0..V-1, E[V, d] -> [..., n, d].

    ValueError naming an id outside.
    """
    tokens, E = arrays("embedding", "tokens:int*[n] E[V,d]", tokens, E)
    return E[token_ids("embedding", "tokens", tokens, E.shape[0])]


def output_projection(h: Any, W: Any, b: Any) -> Array:
    """softmax(W h + b); h[..., d], W[V, d], b[V] -> [..., V]."""
    h, W, b = arrays("output_projection", "h*[d] W[V,d] b[V]", h, W, b)
    return softmax(linear(h, W.T) + b)


def residual(x: Any, F: Any) -> Array:
    """x + F, the branch added to what it started from; x, F[..., d] -> [..., d]."""
    x, F = arrays("residual", "x*[d] F*[d]", x, F)
    return x + F


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "dense.affine": affine,
    "dense.layer": dense,
    "dense.mlp": mlp,
    "dense.embedding": embedding,
    "dense.output_projection": output_projection,
    "dense.residual": residual,
}
