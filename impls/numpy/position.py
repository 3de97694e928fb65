"""Positions in attention: rotary embedding, clipped distances, linear biases.

Sizes that do not fit and integers out of range raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import integer, nonnegative
from .checks import Array, arrays

LAYOUTS = ("interleaved", "halves")


def rope_angle(i: Any, d: Any) -> float:
    """10000^(-2i/d) for 0 <= 2i < d (Su et al. 2021, section 3.2.2)."""
    i, d = integer("rope_angle", "i", i, 0), integer("rope_angle", "d", d, 1)
    if 2 * i >= d:
        raise ValueError(f"rope_angle: pair i = {i} of a width d = {d}")
    return float(10000.0 ** (-2.0 * i / d))


def _rotated(a: Array, b: Array, angle: Any) -> tuple[Array, Array]:
    """(a cos φ - b sin φ, a sin φ + b cos φ) in the type of a and b."""
    cos, sin = (f(angle).astype(a.dtype) for f in (np.cos, np.sin))
    return a * cos - b * sin, a * sin + b * cos


def rope_pair(x_1: Any, x_2: Any, m: Any, theta: float) -> tuple[Array, Array]:
    """The pair turned by m θ; x_1, x_2[..., n] (Su et al. 2021, eq. 13)."""
    x_1, x_2 = arrays("rope_pair", "x_1*[n] x_2*[n]", x_1, x_2)
    return _rotated(x_1, x_2, np.asarray(integer("rope_pair", "m", m, 0) * float(theta)))


def rope(x: Any, *, layout: str = "interleaved") -> Array:
    """Row m of x[..., n, d] with each pair j turned by m 10000^(-2j/d) (Su et al. 2021, eq. 34).

    Pairs are entries 2j and 2j + 1, or j and j + d/2 with ``layout="halves"``. ValueError for an odd d or
    another layout.
    """
    (x,) = arrays("rope", "x*[n,d]", x)
    if layout not in LAYOUTS:
        raise ValueError(f"rope: layout is {layout!r}, expected one of {', '.join(LAYOUTS)}")
    n, d = x.shape[-2:]
    if d % 2:
        raise ValueError(f"rope: d is {d}, must be even")
    angle = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    if layout == "halves":
        return np.concatenate(_rotated(x[..., : d // 2], x[..., d // 2 :], angle), axis=-1)
    return np.stack(_rotated(x[..., 0::2], x[..., 1::2], angle), axis=-1).reshape(x.shape)


def relative_distance(n: Any, k: Any) -> Array:
    """j - i clipped to ±k; -> integers [n, n] (Shaw et al. 2018, eq. 4)."""
    n, k = integer("relative_distance", "n", n, 0), integer("relative_distance", "k", k, 1)
    places = np.arange(n)
    return np.clip(places[None, :] - places[:, None], -k, k)


def alibi(n: Any, slope: float) -> Array:
    """slope (j - i); -> float64 [n, n] (Press et al. 2022, section 3)."""
    places = np.arange(integer("alibi", "n", n, 0), dtype=np.float64)
    return nonnegative("alibi", "slope", slope) * (places[None, :] - places[:, None])


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "position.rope.angle": rope_angle,
    "position.rope.pair": rope_pair,
    "position.rope.apply": rope,
    "position.relative_distance": relative_distance,
    "position.alibi": alibi,
}
