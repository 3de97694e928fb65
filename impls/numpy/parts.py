"""The lines of attention, layer norm and positional encoding one by one, as notes quote them.

Data take leading batch axes that broadcast; sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import cos, sin
from typing import Any

import numpy as np

from ..plain.scalars import integer
from .activation import quiet, softmax
from .attention import attend, join, root
from .checks import Array, arrays
from .dense import linear


def projections(X: Any, W_Q: Any, W_K: Any, W_V: Any) -> tuple[Array, Array, Array]:
    """(X W_Q, X W_K, X W_V); X[..., n, d], W_Q, W_K[d, d_k], W_V[d, d_v] (Vaswani et al. 2017, 3.2.2)."""
    X, W_Q, W_K, W_V = arrays("projections", "X*[n,d] W_Q[d,d_k] W_K[d,d_k] W_V[d,d_v]", X, W_Q, W_K, W_V)
    return linear(X, W_Q), linear(X, W_K), linear(X, W_V)


def attention_scores(Q: Any, K: Any) -> Array:
    """Q Kᵀ / √d_k; Q[..., n, d_k], K[..., m, d_k] -> [..., n, m] (Vaswani et al. 2017, eq. 1)."""
    Q, K = arrays("attention_scores", "Q*[n,d_k] K*[m,d_k]", Q, K)
    with quiet():
        return (Q * Q.dtype.type(1.0 / root("attention_scores", Q.shape[-1]))) @ K.swapaxes(-1, -2)


def attention_weights(Q: Any, K: Any) -> Array:
    """softmax(Q Kᵀ / √d_k), row by row; Q[..., n, d_k], K[..., m, d_k] -> [..., n, m]."""
    return softmax(attention_scores(Q, K))


def weighted_sum_of_values(A: Any, V: Any) -> Array:
    """A V; A[..., n, m], V[..., m, d_v] -> [..., n, d_v]."""
    A, V = arrays("weighted_sum_of_values", "A*[n,m] V*[m,d_v]", A, V)
    return A @ V


def attention_head(Q: Any, K: Any, V: Any, W_Q: Any, W_K: Any, W_V: Any) -> Array:
    """Attention(Q W_Q, K W_K, V W_V) -> [..., n, d_v].

    Q[..., n, d], K, V[..., m, d], W_Q, W_K[d, d_k], W_V[d, d_v].
    """
    line = "Q*[n,d] K*[m,d] V*[m,d] W_Q[d,d_k] W_K[d,d_k] W_V[d,d_v]"
    Q, K, V, W_Q, W_K, W_V = arrays("attention_head", line, Q, K, V, W_Q, W_K, W_V)
    return attend(linear(Q, W_Q), linear(K, W_K), linear(V, W_V))


def multi_head_concat(heads: Any, W_O: Any) -> Array:
    """[head_1, …, head_h] W_O; heads[..., h, n, d_v], W_O[h d_v, d] -> [..., n, d]."""
    return join(*arrays("multi_head_concat", "heads*[h,n,d_v] W_O[h*d_v,d]", heads, W_O))


def mean(x: Any) -> Array:
    """1/d Σ x_i; x[..., d] -> [...] (Ba et al. 2016, eq. 3). ValueError for d = 0."""
    return np.asarray(entries("mean", x).mean(axis=-1))


def variance(x: Any) -> Array:
    """1/d Σ (x_i - mean)²; x[..., d] -> [...] (Ba et al. 2016, eq. 3). ValueError for d = 0."""
    x = entries("variance", x)
    centred = x - x.mean(axis=-1, keepdims=True)
    return np.asarray((centred * centred).mean(axis=-1))


def entries(function: str, x: Any) -> Array:
    (x,) = arrays(function, "x*[d]", x)
    if x.shape[-1] == 0:
        raise ValueError(f"{function}: x has no entries (shape {x.shape})")
    return x


def angle(function: str, pos: Any, i: Any, d_model: Any, column: int) -> float:
    """pos / 10000^(2i/d_model), for a column 2i or 2i + 1 that exists."""
    pos, i, d = (
        integer(function, "pos", pos, 0),
        integer(function, "i", i, 0),
        integer(function, "d_model", d_model, 1),
    )
    if 2 * i + column >= d:
        raise ValueError(f"{function}: column {2 * i + column} (i = {i}) of an encoding of width d_model = {d}")
    return float(pos / 10000.0 ** (2 * i / d))


def positional_encoding_sin(pos: Any, i: Any, d_model: Any) -> Array:
    """sin(pos / 10000^(2i/d_model)), float64 (Vaswani et al. 2017, 3.5). ValueError for 2i >= d_model."""
    return np.asarray(sin(angle("positional_encoding_sin", pos, i, d_model, 0)))


def positional_encoding_cos(pos: Any, i: Any, d_model: Any) -> Array:
    """cos(pos / 10000^(2i/d_model)), float64 (Vaswani et al. 2017, 3.5). ValueError for 2i + 1 >= d_model."""
    return np.asarray(cos(angle("positional_encoding_cos", pos, i, d_model, 1)))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "attention.projections": projections,
    "attention.scores": attention_scores,
    "attention.weights": attention_weights,
    "attention.weighted_sum": weighted_sum_of_values,
    "attention.head": attention_head,
    "attention.multi_head_concat": multi_head_concat,
    "transformer.mean": mean,
    "transformer.variance": variance,
    "transformer.positional_encoding_sin": positional_encoding_sin,
    "transformer.positional_encoding_cos": positional_encoding_cos,
}
