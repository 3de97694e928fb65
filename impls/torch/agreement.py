"""More metrics: shares of counts (integers from 0), averages over classes, overlaps, distances.

Negative counts, shares without a divisor and sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer
from .checks import tensors


def _four(function: str, TP: Any, TN: Any, FP: Any, FN: Any) -> list[int]:
    """The counts, both classes seen."""
    given = {"TP": TP, "TN": TN, "FP": FP, "FN": FN}
    counts = [integer(function, key, value, 0) for key, value in given.items()]
    if counts[0] + counts[3] == 0 or counts[1] + counts[2] == 0:
        raise ValueError(f"{function}: one of the classes has no samples")
    return counts


def matthews(TP: Any, TN: Any, FP: Any, FN: Any) -> float:
    """(TP TN - FP FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN)) (Matthews 1975)."""
    tp, tn, fp, fn = _four("matthews", TP, TN, FP, FN)
    if tp + fp == 0 or tn + fn == 0:
        raise ValueError("matthews: one of the classes is never predicted")
    return (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def balanced_accuracy(TP: Any, TN: Any, FP: Any, FN: Any) -> float:
    """(TP/(TP+FN) + TN/(TN+FP)) / 2 (Brodersen et al. 2010)."""
    tp, tn, fp, fn = _four("balanced_accuracy", TP, TN, FP, FN)
    return 0.5 * (tp / (tp + fn) + tn / (tn + fp))


def _rate(function: str, name: str, of: Any, other: str, rest: Any) -> float:
    """of / (of + rest)."""
    a, b = integer(function, name, of, 0), integer(function, other, rest, 0)
    if a + b == 0:
        raise ValueError(f"{function}: {name} and {other} are both 0")
    return a / (a + b)


def false_positive_rate(FP: Any, TN: Any) -> float:
    """FP / (FP + TN)."""
    return _rate("false_positive_rate", "FP", FP, "TN", TN)


def true_positive_rate(TP: Any, FN: Any) -> float:
    """TP / (TP + FN)."""
    return _rate("true_positive_rate", "TP", TP, "FN", FN)


def micro_precision(TP: Tensor, FP: Tensor) -> Tensor:
    """Σ TP / Σ (TP + FP); TP, FP[..., n] -> [...]."""
    TP, FP = tensors("micro_precision", "TP*[n] FP*[n]", TP, FP)
    return TP.sum(dim=-1) / (TP + FP).sum(dim=-1)


def jaccard(both: Tensor, either: Tensor) -> Tensor:
    """|A ∩ B| / |A ∪ B| (Jaccard 1912)."""
    both, either = tensors("jaccard", "both*[] either*[]", both, either)
    return both / either


def dice_of_sets(both: Tensor, of_A: Tensor, of_B: Tensor) -> Tensor:
    """2 |A ∩ B| / (|A| + |B|) (Dice 1945)."""
    both, of_A, of_B = tensors("dice_of_sets", "both*[] of_A*[] of_B*[]", both, of_A, of_B)
    return 2.0 * both / (of_A + of_B)


def kappa(p_o: Tensor, p_e: Tensor) -> Tensor:
    """(p_o - p_e) / (1 - p_e) (Cohen 1960)."""
    p_o, p_e = tensors("kappa", "p_o*[] p_e*[]", p_o, p_e)
    return (p_o - p_e) / (1.0 - p_e)


def average_precision(P: Tensor, dR: Tensor) -> Tensor:
    """Σ P_k ΔR_k; P, ΔR[..., n] -> [...]."""
    P, dR = tensors("average_precision", "P*[n] dR*[n]", P, dR)
    return (P * dR).sum(dim=-1)


def manhattan_distance(a: Tensor, b: Tensor) -> Tensor:
    """Σ |a_i - b_i|; a, b[..., n] -> [...]."""
    a, b = tensors("manhattan_distance", "a*[n] b*[n]", a, b)
    return torch.abs(a - b).sum(dim=-1)


def chebyshev_distance(a: Tensor, b: Tensor) -> Tensor:
    """max |a_i - b_i|; a, b[..., n] -> [...]."""
    a, b = tensors("chebyshev_distance", "a*[n] b*[n]", a, b)
    return torch.abs(a - b).amax(dim=-1)


def adjusted_r_squared(R: float, n: float, k: float) -> float:
    """1 - (1 - R²) (n - 1) / (n - k - 1) for n samples and k features."""
    if not n > k + 1:
        raise ValueError(f"adjusted_r_squared: n is {n}, must be above k + 1 = {k + 1}")
    return float(1.0 - (1.0 - R * R) * (n - 1.0) / (n - k - 1.0))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"agreement.{f.__name__}": f
    for f in (
        matthews,
        balanced_accuracy,
        false_positive_rate,
        true_positive_rate,
        micro_precision,
        jaccard,
        dice_of_sets,
        kappa,
        average_precision,
        manhattan_distance,
        chebyshev_distance,
        adjusted_r_squared,
    )
}
