"""Impurities of nodes and splits, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .checks import Array, arrays


def gini(p: Any) -> Array:
    """1 - Σ p²; p[..., n] -> [...] (Breiman et al. 1984)."""
    (p,) = arrays("gini", "p*[n]", p)
    return np.asarray(1.0 - (p * p).sum(axis=-1))


def gini_split(D_1: Any, D_2: Any, D: Any, G_1: Any, G_2: Any) -> Array:
    """D₁/D G₁ + D₂/D G₂ (Breiman et al. 1984)."""
    D_1, D_2, D, G_1, G_2 = arrays("gini_split", "D_1*[] D_2*[] D*[] G_1*[] G_2*[]", D_1, D_2, D, G_1, G_2)
    return np.asarray(D_1 / D * G_1 + D_2 / D * G_2)


def information_gain(H: Any, w: Any, H_v: Any) -> Array:
    """H - Σ w_v H_v; H[...], w, H_v[..., m] -> [...] (Quinlan 1986)."""
    H, w, H_v = arrays("information_gain", "H*[] w*[m] H_v*[m]", H, w, H_v)
    return np.asarray(H - (w * H_v).sum(axis=-1))


def gain_ratio(Gain: Any, IV: Any) -> Array:
    """Gain / IV; both [...] (Quinlan 1993)."""
    Gain, IV = arrays("gain_ratio", "Gain*[] IV*[]", Gain, IV)
    return np.asarray(Gain / IV)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"trees.{f.__name__}": f for f in (gini, gini_split, information_gain, gain_ratio)
}
