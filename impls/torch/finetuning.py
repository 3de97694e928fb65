"""Fine-tuning: low-rank updates of weights, distillation. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, nonnegative
from .checks import tensors


def lora_weight(W_0: Tensor, B: Tensor, A: Tensor, alpha: float) -> Tensor:
    """W₀ + α/r B A; W₀[d, k], B[d, r], A[r, k] (Hu et al. 2022, eq. 3)."""
    W_0, B, A = tensors("lora_weight", "W_0[d,k] B[d,r] A[r,k]", W_0, B, A)
    return W_0 + nonnegative("lora_weight", "alpha", alpha) / A.shape[0] * (B @ A)


def lora_forward(W_0: Tensor, B: Tensor, A: Tensor, x: Tensor, alpha: float) -> Tensor:
    """W₀ x + α/r B A x; x[..., k] -> [..., d] (Hu et al. 2022, eq. 3)."""
    W_0, B, A, x = tensors("lora_forward", "W_0[d,k] B[d,r] A[r,k] x*[k]", W_0, B, A, x)
    scale = nonnegative("lora_forward", "alpha", alpha) / A.shape[0]
    return x @ W_0.T + scale * ((x @ A.T) @ B.T)


def lora_parameter_count(r: Any, d: Any, k: Any) -> int:
    """r (d + k)."""
    name = "lora_parameter_count"
    return integer(name, "r", r, 1) * (integer(name, "d", d, 1) + integer(name, "k", k, 1))


def distillation(p: Tensor, q: Tensor, T: float) -> Tensor:
    """T² Σ p log(p / q), probabilities of teacher p and student q at temperature T; p, q[..., n] -> [...]."""
    p, q = tensors("distillation", "p*[n] q*[n]", p, q)
    return nonnegative("distillation", "T", T) ** 2 * (p * torch.log(p / q)).sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"finetuning.{f.__name__}": f for f in (lora_weight, lora_forward, lora_parameter_count, distillation)
}
