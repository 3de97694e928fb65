"""The lines of attention, layer norm and positional encoding one by one, as notes quote them.

Data take leading batch axes that broadcast; sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import cos, sin
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer
from .attention import attend, join, root
from .checks import tensors


def projections(X: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(X W_Q, X W_K, X W_V); X[..., n, d], W_Q, W_K[d, d_k], W_V[d, d_v] (Vaswani et al. 2017, 3.2.2)."""
    X, W_Q, W_K, W_V = tensors("projections", "X*[n,d] W_Q[d,d_k] W_K[d,d_k] W_V[d,d_v]", X, W_Q, W_K, W_V)
    return X @ W_Q, X @ W_K, X @ W_V


def attention_scores(Q: Tensor, K: Tensor) -> Tensor:
    """Q Kᵀ / √d_k; Q[..., n, d_k], K[..., m, d_k] -> [..., n, m] (Vaswani et al. 2017, eq. 1)."""
    Q, K = tensors("attention_scores", "Q*[n,d_k] K*[m,d_k]", Q, K)
    return (Q * (1.0 / root("attention_scores", Q.shape[-1]))) @ K.mT


def attention_weights(Q: Tensor, K: Tensor) -> Tensor:
    """softmax(Q Kᵀ / √d_k), row by row; Q[..., n, d_k], K[..., m, d_k] -> [..., n, m]."""
    return torch.softmax(attention_scores(Q, K), dim=-1)


def weighted_sum_of_values(A: Tensor, V: Tensor) -> Tensor:
    """A V; A[..., n, m], V[..., m, d_v] -> [..., n, d_v]."""
    A, V = tensors("weighted_sum_of_values", "A*[n,m] V*[m,d_v]", A, V)
    return A @ V


def attention_head(Q: Tensor, K: Tensor, V: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor) -> Tensor:
    """Attention(Q W_Q, K W_K, V W_V) -> [..., n, d_v].

    Q[..., n, d], K, V[..., m, d], W_Q, W_K[d, d_k], W_V[d, d_v].
    """
    line = "Q*[n,d] K*[m,d] V*[m,d] W_Q[d,d_k] W_K[d,d_k] W_V[d,d_v]"
    Q, K, V, W_Q, W_K, W_V = tensors("attention_head", line, Q, K, V, W_Q, W_K, W_V)
    return attend(Q @ W_Q, K @ W_K, V @ W_V)


def multi_head_concat(heads: Tensor, W_O: Tensor) -> Tensor:
    """[head_1, …, head_h] W_O; heads[..., h, n, d_v], W_O[h d_v, d] -> [..., n, d]."""
    return join(*tensors("multi_head_concat", "heads*[h,n,d_v] W_O[h*d_v,d]", heads, W_O))


def mean(x: Tensor) -> Tensor:
    """1/d Σ x_i; x[..., d] -> [...] (Ba et al. 2016, eq. 3). ValueError for d = 0."""
    return entries("mean", x).mean(dim=-1)


def variance(x: Tensor) -> Tensor:
    """1/d Σ (x_i - mean)²; x[..., d] -> [...] (Ba et al. 2016, eq. 3). ValueError for d = 0."""
    x = entries("variance", x)
    return (x - x.mean(dim=-1, keepdim=True)).square().mean(dim=-1)


def entries(function: str, x: Tensor) -> Tensor:
    (x,) = tensors(function, "x*[d]", x)
    if x.shape[-1] == 0:
        raise ValueError(f"{function}: x has no entries (shape {tuple(x.shape)})")
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


def positional_encoding_sin(pos: int, i: int, d_model: int, *, dtype: torch.dtype | None = None) -> Tensor:
    """sin(pos / 10000^(2i/d_model)) (Vaswani et al. 2017, section 3.5). ValueError for 2i >= d_model.

    Computed in float64, returned in ``dtype`` (torch's default if None).
    """
    return torch.tensor(sin(angle("positional_encoding_sin", pos, i, d_model, 0)), dtype=dtype)


def positional_encoding_cos(pos: int, i: int, d_model: int, *, dtype: torch.dtype | None = None) -> Tensor:
    """cos(pos / 10000^(2i/d_model)) (Vaswani et al. 2017, section 3.5). ValueError for 2i + 1 >= d_model.

    Computed in float64, returned in ``dtype`` (torch's default if None).
    """
    return torch.tensor(cos(angle("positional_encoding_cos", pos, i, d_model, 1)), dtype=dtype)


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
