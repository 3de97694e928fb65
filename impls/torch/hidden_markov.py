"""Hidden Markov models, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from .checks import tensors


def forward(alpha: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """b_i Σ_j α_j a_ji; α, b[..., n], a[..., n, n] -> [..., n] (Rabiner 1989, eq. 20)."""
    alpha, a, b = tensors("forward", "alpha*[n] a*[n,n] b*[n]", alpha, a, b)
    return (alpha[..., None, :] @ a)[..., 0, :] * b


def backward(a: Tensor, b: Tensor, beta: Tensor) -> Tensor:
    """Σ_j a_ij b_j β_j; a[..., n, n], b, β[..., n] -> [..., n] (Rabiner 1989, eq. 25)."""
    a, b, beta = tensors("backward", "a*[n,n] b*[n] beta*[n]", a, b, beta)
    return (a @ (b * beta)[..., None])[..., 0]


def occupation(alpha: Tensor, beta: Tensor) -> Tensor:
    """α_i β_i / Σ_j α_j β_j; both [..., n] -> [..., n] (Rabiner 1989, eq. 27)."""
    alpha, beta = tensors("occupation", "alpha*[n] beta*[n]", alpha, beta)
    return alpha * beta / (alpha * beta).sum(dim=-1, keepdim=True)


def best_path(delta: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """b_i max_j δ_j a_ji; δ, b[..., n], a[..., n, n] -> [..., n] (Rabiner 1989, eq. 33)."""
    delta, a, b = tensors("best_path", "delta*[n] a*[n,n] b*[n]", delta, a, b)
    return (delta[..., :, None] * a).amax(dim=-2) * b


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"hidden_markov.{f.__name__}": f for f in (forward, backward, occupation, best_path)
}
