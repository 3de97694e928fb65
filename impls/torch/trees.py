"""Impurities of nodes and splits, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from .checks import tensors


def gini(p: Tensor) -> Tensor:
    """1 - Σ p²; p[..., n] -> [...] (Breiman et al. 1984)."""
    (p,) = tensors("gini", "p*[n]", p)
    return 1.0 - (p * p).sum(dim=-1)


def gini_split(D_1: Tensor, D_2: Tensor, D: Tensor, G_1: Tensor, G_2: Tensor) -> Tensor:
    """D₁/D G₁ + D₂/D G₂ (Breiman et al. 1984)."""
    D_1, D_2, D, G_1, G_2 = tensors("gini_split", "D_1*[] D_2*[] D*[] G_1*[] G_2*[]", D_1, D_2, D, G_1, G_2)
    return D_1 / D * G_1 + D_2 / D * G_2


def information_gain(H: Tensor, w: Tensor, H_v: Tensor) -> Tensor:
    """H - Σ w_v H_v; H[...], w, H_v[..., m] -> [...] (Quinlan 1986)."""
    H, w, H_v = tensors("information_gain", "H*[] w*[m] H_v*[m]", H, w, H_v)
    return H - (w * H_v).sum(dim=-1)


def gain_ratio(Gain: Tensor, IV: Tensor) -> Tensor:
    """Gain / IV; both [...] (Quinlan 1993)."""
    Gain, IV = tensors("gain_ratio", "Gain*[] IV*[]", Gain, IV)
    return Gain / IV


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"trees.{f.__name__}": f for f in (gini, gini_split, information_gain, gain_ratio)
}
