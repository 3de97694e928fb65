"""Metrics: shares of counts (integers from 0), overlap, BLEU, similarity, R².

Negative counts, counts without a single sample and sizes that differ raise ValueError.
"""

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np

from ..plain.scalars import integer, nonnegative
from .checks import Array, arrays


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


def f1(P: Any, R: Any) -> Array:
    """2 P R / (P + R), entry by entry (van Rijsbergen 1979)."""
    P, R = arrays("f1", "P*[] R*[]", P, R)
    return np.asarray(2.0 * P * R / (P + R))


def f_beta(P: Any, R: Any, beta: float) -> Array:
    """(1 + β²) P R / (β² P + R), entry by entry (van Rijsbergen 1979)."""
    P, R = arrays("f_beta", "P*[] R*[]", P, R)
    square = nonnegative("f_beta", "beta", beta) ** 2
    return np.asarray((1.0 + square) * P * R / (square * P + R))


def brevity_penalty(c: Any, r: Any) -> float:
    """min(1, e^(1 - r/c)) for lengths of candidate c and reference r (Papineni et al. 2002)."""
    c, r = integer("brevity_penalty", "c", c, 1), integer("brevity_penalty", "r", r, 1)
    return min(1.0, exp(1.0 - r / c))


def bleu(BP: Any, w: Any, p: Any) -> Array:
    """BP exp(Σ w_n log p_n); BP[...], w, p[..., N] -> [...] (Papineni et al. 2002)."""
    BP, w, p = arrays("bleu", "BP*[] w*[N] p*[N]", BP, w, p)
    return np.asarray(BP * np.exp((w * np.log(p)).sum(axis=-1)))


def cosine_similarity(a: Any, b: Any) -> Array:
    """a·b / (‖a‖ ‖b‖); a, b[..., d] -> [...]; NaN for a zero vector."""
    a, b = arrays("cosine_similarity", "a*[d] b*[d]", a, b)
    lengths = np.sqrt((a * a).sum(axis=-1)) * np.sqrt((b * b).sum(axis=-1))
    with np.errstate(invalid="ignore"):
        return np.asarray((a * b).sum(axis=-1) / lengths)


def euclidean_distance(a: Any, b: Any) -> Array:
    """√(Σ (a_i - b_i)²); a, b[..., d] -> [...]."""
    a, b = arrays("euclidean_distance", "a*[d] b*[d]", a, b)
    return np.sqrt(((a - b) ** 2).sum(axis=-1))


def r_squared(y: Any, y_hat: Any) -> Array:
    """1 - Σ (y - ŷ)² / Σ (y - mean y)²; y, ŷ[..., n] -> [...]; not finite where all y are equal."""
    y, y_hat = arrays("r_squared", "y*[n] y_hat*[n]", y, y_hat)
    centred = y - y.mean(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(1.0 - ((y - y_hat) ** 2).sum(axis=-1) / (centred * centred).sum(axis=-1))


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
