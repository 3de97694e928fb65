"""Metrics: shares of counts (integers from 0), overlap, BLEU, similarity, R².

Negative counts, counts without a single sample and sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import exp
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, nonnegative
from .checks import tensors


def _counts(function: str, **given: Any) -> list[int]:
    """The counts, of which one at least is not 0."""
    counts = [integer(function, name, value, 0) for name, value in given.items()]
    if not any(counts):
        raise ValueError(f"{function}: {', '.join(given)} are all 0")
    return counts


def accuracy(TP: Any, TN: Any, FP: Any, FN: Any) -> float:
    """(TP + TN) / (TP + TN + FP + FN)."""
    counts = _counts("accuracy", TP=TP, TN=TN, FP=FP, FN=FN)
    return (counts[0] + counts[1]) / sum(counts)


def precision(TP: Any, FP: Any) -> float:
    """TP / (TP + FP)."""
    counts = _counts("precision", TP=TP, FP=FP)
    return counts[0] / sum(counts)


def recall(TP: Any, FN: Any) -> float:
    """TP / (TP + FN)."""
    counts = _counts("recall", TP=TP, FN=FN)
    return counts[0] / sum(counts)


def specificity(TN: Any, FP: Any) -> float:
    """TN / (TN + FP)."""
    counts = _counts("specificity", TN=TN, FP=FP)
    return counts[0] / sum(counts)


def iou(TP: Any, FP: Any, FN: Any) -> float:
    """TP / (TP + FP + FN)."""
    counts = _counts("iou", TP=TP, FP=FP, FN=FN)
    return counts[0] / sum(counts)


def dice(TP: Any, FP: Any, FN: Any) -> float:
    """2 TP / (2 TP + FP + FN)."""
    counts = _counts("dice", TP=TP, FP=FP, FN=FN)
    return 2 * counts[0] / (counts[0] + sum(counts))


def f1(P: Tensor, R: Tensor) -> Tensor:
    """2 P R / (P + R), entry by entry (van Rijsbergen 1979)."""
    P, R = tensors("f1", "P*[] R*[]", P, R)
    return 2.0 * P * R / (P + R)


def f_beta(P: Tensor, R: Tensor, beta: float) -> Tensor:
    """(1 + β²) P R / (β² P + R), entry by entry (van Rijsbergen 1979)."""
    P, R = tensors("f_beta", "P*[] R*[]", P, R)
    square = nonnegative("f_beta", "beta", beta) ** 2
    return (1.0 + square) * P * R / (square * P + R)


def brevity_penalty(c: Any, r: Any) -> float:
    """min(1, e^(1 - r/c)) for lengths of candidate c and reference r (Papineni et al. 2002)."""
    c, r = integer("brevity_penalty", "c", c, 1), integer("brevity_penalty", "r", r, 1)
    return min(1.0, exp(1.0 - r / c))


def bleu(BP: Tensor, w: Tensor, p: Tensor) -> Tensor:
    """BP exp(Σ w_n log p_n); BP[...], w, p[..., N] -> [...] (Papineni et al. 2002)."""
    BP, w, p = tensors("bleu", "BP*[] w*[N] p*[N]", BP, w, p)
    return BP * torch.exp((w * torch.log(p)).sum(dim=-1))


def cosine_similarity(a: Tensor, b: Tensor) -> Tensor:
    """a·b / (‖a‖ ‖b‖); a, b[..., d] -> [...]; NaN for a zero vector."""
    a, b = tensors("cosine_similarity", "a*[d] b*[d]", a, b)
    lengths = torch.sqrt((a * a).sum(dim=-1)) * torch.sqrt((b * b).sum(dim=-1))
    return (a * b).sum(dim=-1) / lengths


def euclidean_distance(a: Tensor, b: Tensor) -> Tensor:
    """√(Σ (a_i - b_i)²); a, b[..., d] -> [...]."""
    a, b = tensors("euclidean_distance", "a*[d] b*[d]", a, b)
    return torch.sqrt(((a - b) ** 2).sum(dim=-1))


def r_squared(y: Tensor, y_hat: Tensor) -> Tensor:
    """1 - Σ (y - ŷ)² / Σ (y - mean y)²; y, ŷ[..., n] -> [...]; not finite where all y are equal."""
    y, y_hat = tensors("r_squared", "y*[n] y_hat*[n]", y, y_hat)
    centred = y - y.mean(dim=-1, keepdim=True)
    return 1.0 - ((y - y_hat) ** 2).sum(dim=-1) / (centred * centred).sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"metrics.{f.__name__}": f
    for f in (
        accuracy,
        precision,
        recall,
        specificity,
        iou,
        dice,
        f1,
        f_beta,
        brevity_penalty,
        bleu,
        cosine_similarity,
        euclidean_distance,
        r_squared,
    )
}
