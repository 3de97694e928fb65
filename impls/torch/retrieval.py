"""Weights of words and quality of rankings, batched over leading axes. Sizes that differ raise ValueError."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import positive
from .checks import tensors


def idf(df: Tensor, N: float) -> Tensor:
    """log(N / df), entry by entry (Spärck Jones 1972)."""
    (df,) = tensors("idf", "df*[n]", df)
    return torch.log(positive("idf", "N", N) / df)


def tf_idf(tf: Tensor, df: Tensor, N: float) -> Tensor:
    """tf log(N / df), entry by entry."""
    tf, df = tensors("tf_idf", "tf*[n] df*[n]", tf, df)
    return tf * torch.log(positive("tf_idf", "N", N) / df)


def pmi(p_xy: Tensor, p_x: Tensor, p_y: Tensor) -> Tensor:
    """log(P(x, y) / (P(x) P(y))), entry by entry (Church and Hanks 1990)."""
    p_xy, p_x, p_y = tensors("pmi", "p_xy*[n] p_x*[n] p_y*[n]", p_xy, p_x, p_y)
    return torch.log(p_xy / (p_x * p_y))


def mean_reciprocal_rank(r: Tensor) -> Tensor:
    """1/n Σ 1/r_i; r[..., n] -> [...] (Voorhees 1999)."""
    (r,) = tensors("mean_reciprocal_rank", "r*[n]", r)
    return (1.0 / r).mean(dim=-1)


def discounted_cumulative_gain(rel: Tensor) -> Tensor:
    """Σ rel_i / log₂(i + 1), i from 1; rel[..., n] -> [...] (Järvelin and Kekäläinen 2002)."""
    (rel,) = tensors("discounted_cumulative_gain", "rel*[n]", rel)
    places = torch.arange(2, rel.shape[-1] + 2, device=rel.device)
    return (rel / torch.log2(places.double()).to(rel.dtype)).sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"retrieval.{f.__name__}": f for f in (idf, tf_idf, pmi, mean_reciprocal_rank, discounted_cumulative_gain)
}
