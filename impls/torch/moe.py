"""Mixture of experts: the weighted outputs and the load balancing loss; batched over leading axes."""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from ..plain.scalars import nonnegative
from .checks import tensors


def output(g: Tensor, E: Tensor) -> Tensor:
    """Σ g_i E_i; g[..., n], E[..., n, d] -> [..., d] (Shazeer et al. 2017, eq. 1)."""
    g, E = tensors("output", "g*[n] E*[n,d]", g, E)
    return (g[..., None] * E).sum(dim=-2)


def load_balance(f: Tensor, P: Tensor, alpha: float) -> Tensor:
    """α n Σ f_i P_i; f, P[..., n] -> [...] (Fedus et al. 2022, eq. 4)."""
    f, P = tensors("load_balance", "f*[n] P*[n]", f, P)
    scale = nonnegative("load_balance", "alpha", alpha) * f.shape[-1]
    return scale * (f * P).sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {"moe.output": output, "moe.load_balance": load_balance}
