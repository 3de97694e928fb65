"""Mixture of experts: the weighted outputs and the load balancing loss; batched over leading axes."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import nonnegative
from .checks import Array, arrays


def output(g: Any, E: Any) -> Array:
    """Σ g_i E_i; g[..., n], E[..., n, d] -> [..., d] (Shazeer et al. 2017, eq. 1)."""
    g, E = arrays("output", "g*[n] E*[n,d]", g, E)
    return np.asarray((g[..., None] * E).sum(axis=-2))


def load_balance(f: Any, P: Any, alpha: float) -> Array:
    """α n Σ f_i P_i; f, P[..., n] -> [...] (Fedus et al. 2022, eq. 4)."""
    f, P = arrays("load_balance", "f*[n] P*[n]", f, P)
    scale = nonnegative("load_balance", "alpha", alpha) * f.shape[-1]
    return np.asarray(scale * (f * P).sum(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {"moe.output": output, "moe.load_balance": load_balance}
