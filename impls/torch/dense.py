"""Dense layers. Weights are [d_out, d_in] and act on the last axis of x."""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from .activation import activation as find_activation
from .activation import softmax
from .checks import tensors, token_ids


def affine(x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """y = W x + b; x[..., d_in], W[d_out, d_in], b[d_out] -> [..., d_out]. ValueError where sizes differ."""
    tensors("affine", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)
    return x @ W.T + b


def dense(x: Tensor, W: Tensor, b: Tensor, *, activation: str = "sigmoid") -> Tensor:
    """a(W x + b) with a in sigmoid, tanh, relu, gelu, silu, softplus, identity; shapes as ``affine``."""
    apply = find_activation("dense", activation)
    tensors("dense", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)
    return apply(x @ W.T + b)


def mlp(x: Tensor, *parameters: Tensor, activation: str = "relu") -> Tensor:
    """W_L a(… a(W_1 x + b_1) …) + b_L: parameters W_1, b_1, …, W_L, b_L, the last layer linear.

    x[..., d_0], W_k[d_k, d_(k-1)], b_k[d_k] -> [..., d_L]. ValueError naming the layer whose sizes differ.
    """
    apply = find_activation("mlp", activation)
    if not parameters or len(parameters) % 2:
        raise ValueError(f"mlp: {len(parameters)} parameters, expected pairs W, b")
    weights, biases = parameters[::2], parameters[1::2]
    for layer, (W, b) in enumerate(zip(weights, biases, strict=True), start=1):
        tensors(f"mlp, layer {layer}", "x*[d_in] W[d_out,d_in] b[d_out]", x, W, b)
        x = x @ W.T + b
        if layer < len(weights):
            x = apply(x)
    return x


def embedding(tokens: Tensor, E: Tensor) -> Tensor:
    """E[token], row by row; tokens[..., n] in 0..V-1, E[V, d] -> [..., n, d].

    ValueError naming an id outside.
    """
    tokens, E = tensors("embedding", "tokens:int*[n] E[V,d]", tokens, E)
    return E[token_ids("embedding", "tokens", tokens, E.shape[0])]


def output_projection(h: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """softmax(W h + b); h[..., d], W[V, d], b[V] -> [..., V]."""
    tensors("output_projection", "h*[d] W[V,d] b[V]", h, W, b)
    return softmax(h @ W.T + b)


def residual(x: Tensor, F: Tensor) -> Tensor:
    """x + F, the branch added to what it started from; x, F[..., d] -> [..., d]."""
    x, F = tensors("residual", "x*[d] F*[d]", x, F)
    return x + F


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "dense.affine": affine,
    "dense.layer": dense,
    "dense.mlp": mlp,
    "dense.embedding": embedding,
    "dense.output_projection": output_projection,
    "dense.residual": residual,
}
