"""Weights of words and quality of rankings, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import positive
from .checks import Array, arrays


def idf(df: Any, N: float) -> Array:
    """log(N / df), entry by entry (Spärck Jones 1972)."""
    (df,) = arrays("idf", "df*[n]", df)
    return np.log(positive("idf", "N", N) / df)


def tf_idf(tf: Any, df: Any, N: float) -> Array:
    """tf log(N / df), entry by entry."""
    tf, df = arrays("tf_idf", "tf*[n] df*[n]", tf, df)
    return tf * np.log(positive("tf_idf", "N", N) / df)


def pmi(p_xy: Any, p_x: Any, p_y: Any) -> Array:
    """log(P(x, y) / (P(x) P(y))), entry by entry (Church and Hanks 1990)."""
    p_xy, p_x, p_y = arrays("pmi", "p_xy*[n] p_x*[n] p_y*[n]", p_xy, p_x, p_y)
    return np.log(p_xy / (p_x * p_y))


def mean_reciprocal_rank(r: Any) -> Array:
    """1/n Σ 1/r_i; r[..., n] -> [...] (Voorhees 1999)."""
    (r,) = arrays("mean_reciprocal_rank", "r*[n]", r)
    return np.asarray((1.0 / r).mean(axis=-1))


def discounted_cumulative_gain(rel: Any) -> Array:
    """Σ rel_i / log₂(i + 1), i from 1; rel[..., n] -> [...] (Järvelin and Kekäläinen 2002)."""
    (rel,) = arrays("discounted_cumulative_gain", "rel*[n]", rel)
    places = np.arange(2, rel.shape[-1] + 2)
    return np.asarray((rel / np.log2(places).astype(rel.dtype)).sum(axis=-1))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"retrieval.{f.__name__}": f for f in (idf, tf_idf, pmi, mean_reciprocal_rank, discounted_cumulative_gain)
}
