"""Positions in attention: rotary embedding, clipped distances, linear biases.

Sizes that do not fit and integers out of range raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer, nonnegative
from .checks import tensors

LAYOUTS = ("interleaved", "halves")


def rope_angle(i: Any, d: Any) -> float:
    """10000^(-2i/d) for 0 <= 2i < d (Su et al. 2021, section 3.2.2)."""
    i, d = integer("rope_angle", "i", i, 0), integer("rope_angle", "d", d, 1)
    if 2 * i >= d:
        raise ValueError(f"rope_angle: pair i = {i} of a width d = {d}")
    return float(10000.0 ** (-2.0 * i / d))


def _rotated(a: Tensor, b: Tensor, angle: Tensor) -> tuple[Tensor, Tensor]:
    """(a cos φ - b sin φ, a sin φ + b cos φ); φ in float64, its cosine and sine in the type of a and b."""
    cos, sin = angle.cos().to(a), angle.sin().to(a)
    return a * cos - b * sin, a * sin + b * cos


def rope_pair(x_1: Tensor, x_2: Tensor, m: Any, theta: float) -> tuple[Tensor, Tensor]:
    """The pair turned by m θ; x_1, x_2[..., n] (Su et al. 2021, eq. 13)."""
    x_1, x_2 = tensors("rope_pair", "x_1*[n] x_2*[n]", x_1, x_2)
    angle = torch.tensor(integer("rope_pair", "m", m, 0) * float(theta), dtype=torch.float64)
    return _rotated(x_1, x_2, angle)


def rope(x: Tensor, *, layout: str = "interleaved") -> Tensor:
    """Row m of x[..., n, d] with each pair j turned by m 10000^(-2j/d) (Su et al. 2021, eq. 34).

    Pairs are entries 2j and 2j + 1, or j and j + d/2 with ``layout="halves"``. ValueError for an odd d or
    another layout.
    """
    (x,) = tensors("rope", "x*[n,d]", x)
    if layout not in LAYOUTS:
        raise ValueError(f"rope: layout is {layout!r}, expected one of {', '.join(LAYOUTS)}")
    n, d = x.shape[-2:]
    if d % 2:
        raise ValueError(f"rope: d is {d}, must be even")
    places, pairs = torch.arange(n, dtype=torch.float64), torch.arange(0, d, 2, dtype=torch.float64)
    angle = places[:, None] * 10000.0 ** (-pairs / d)
    if layout == "halves":
        return torch.cat(_rotated(x[..., : d // 2], x[..., d // 2 :], angle), dim=-1)
    return torch.stack(_rotated(x[..., 0::2], x[..., 1::2], angle), dim=-1).flatten(-2)


def relative_distance(n: Any, k: Any) -> Tensor:
    """j - i clipped to ±k; -> integers [n, n] (Shaw et al. 2018, eq. 4)."""
    n, k = integer("relative_distance", "n", n, 0), integer("relative_distance", "k", k, 1)
    places = torch.arange(n)
    return (places[None, :] - places[:, None]).clamp(-k, k)


def alibi(n: Any, slope: float) -> Tensor:
    """slope (j - i); -> float64 [n, n] (Press et al. 2022, section 3)."""
    places = torch.arange(integer("alibi", "n", n, 0), dtype=torch.float64)
    return nonnegative("alibi", "slope", slope) * (places[None, :] - places[:, None])


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "position.rope.angle": rope_angle,
    "position.rope.pair": rope_pair,
    "position.rope.apply": rope,
    "position.relative_distance": relative_distance,
    "position.alibi": alibi,
}
