"""Word vectors: probabilities and losses; data take leading batch axes, weights none.

Sizes that differ and ids outside the vocabulary raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, nonnegative, positive
from .activation import softmax, softplus
from .checks import tensors


def _word(function: str, o: Any, V: int) -> int:
    """An id below V."""
    word = integer(function, "o", o, 0)
    if word >= V:
        raise ValueError(f"{function}: o has id {word}, outside 0..{V - 1} (V = {V})")
    return word


def skip_gram(v_c: Tensor, U: Tensor, o: Any) -> Tensor:
    """softmax(U v_c)_o; v_c[..., d], U[V, d], o in 0..V-1 -> [...] (Mikolov et al. 2013, eq. 2)."""
    v_c, U = tensors("skip_gram", "v_c*[d] U[V,d]", v_c, U)
    return softmax(v_c @ U.mT)[..., _word("skip_gram", o, U.shape[0])]


def negative_sampling(v_c: Tensor, u_o: Any, N: Tensor) -> Tensor:
    """-log σ(u_o·v_c) - Σ_k log σ(-N_k·v_c); v_c, u_o[..., d], N[..., K, d] (Mikolov et al. 2013, eq. 4)."""
    v_c, u_o, N = tensors("negative_sampling", "v_c*[d] u_o*[d] N*[K,d]", v_c, u_o, N)
    near, far = (u_o * v_c).sum(dim=-1), (N @ v_c[..., None])[..., 0]
    return softplus(-near) + softplus(far).sum(dim=-1)


def cbow(X: Tensor, U: Tensor, o: Any) -> Tensor:
    """softmax(U mean(X))_o; context X[..., C, d], U[V, d] -> [...] (Mikolov et al. 2013)."""
    X, U = tensors("cbow", "X*[C,d] U[V,d]", X, U)
    return softmax(X.mean(dim=-2) @ U.mT)[..., _word("cbow", o, U.shape[0])]


def noise_distribution(c: Tensor) -> Tensor:
    """c^(3/4) / Σ c^(3/4) over the last axis; counts c[..., V] (Mikolov et al. 2013, section 2.2)."""
    (c,) = tensors("noise_distribution", "c*[V]", c)
    powers = c**0.75
    return powers / powers.sum(dim=-1, keepdim=True)


def glove_weight(x: Tensor, x_max: float, alpha: float) -> Tensor:
    """min(1, (x / x_max)^α), entry by entry (Pennington et al. 2014, eq. 9)."""
    (x,) = tensors("glove_weight", "x*[m]", x)
    top, power = positive("glove_weight", "x_max", x_max), nonnegative("glove_weight", "alpha", alpha)
    return ((x / top) ** power).clamp(max=1.0)


def glove(X: Tensor, F: Tensor, W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor) -> Tensor:
    """Σ_ij F_ij (W_i·W̃_j + b_i + b̃_j - log X_ij)² (Pennington et al. 2014, eq. 8).

    X, F[..., V, m], W[V, d], W̃[m, d], b[V], b̃[m] -> [...].
    """
    line = "X*[V,m] F*[V,m] W[V,d] W_tilde[m,d] b[V] b_tilde[m]"
    X, F, W, W_tilde, b, b_tilde = tensors("glove", line, X, F, W, W_tilde, b, b_tilde)
    rest = W @ W_tilde.T + b[:, None] + b_tilde - torch.log(X)
    return (F * rest * rest).sum(dim=(-2, -1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "embedding_models.skip_gram": skip_gram,
    "embedding_models.negative_sampling": negative_sampling,
    "embedding_models.cbow": cbow,
    "embedding_models.noise_distribution": noise_distribution,
    "embedding_models.glove_weight": glove_weight,
    "embedding_models.glove": glove,
}
