"""More learning rates at a step: numbers from numbers. ValueError for steps and rates out of range."""

from collections.abc import Callable
from math import cos, pi, sqrt
from typing import Any

from .scalars import integer, nonnegative, positive


def _left(name: str, t: Any, T: Any) -> float:
    """The share of steps left, 1 - t/T for 0 <= t <= T."""
    t, T = integer(name, "t", t, 0), integer(name, "T", T, 1)
    if t > T:
        raise ValueError(f"{name}: t is {t}, past the last step T = {T}")
    return 1.0 - t / T


def polynomial_decay(eta_0: float, eta_end: float, t: Any, T: Any, p: float) -> float:
    """(η₀ - η_end) (1 - t/T)^p + η_end for 0 <= t <= T."""
    name = "polynomial_decay"
    first, last = nonnegative(name, "eta_0", eta_0), nonnegative(name, "eta_end", eta_end)
    return (first - last) * _left(name, t, T) ** nonnegative(name, "p", p) + last


def linear_decay(eta_0: float, t: Any, T: Any) -> float:
    """η₀ (1 - t/T) for 0 <= t <= T."""
    return nonnegative("linear_decay", "eta_0", eta_0) * _left("linear_decay", t, T)


def inverse_square_root_decay(eta_0: float, t: Any) -> float:
    """η₀ / √t, t from 1."""
    name = "inverse_square_root_decay"
    return nonnegative(name, "eta_0", eta_0) / sqrt(integer(name, "t", t, 1))


def cosine_restarts(eta_min: float, eta_max: float, T_cur: Any, T_i: Any) -> float:
    """η_min + (η_max - η_min) (1 + cos(π T_cur / T_i)) / 2 (Loshchilov and Hutter 2017, eq. 5)."""
    name = "cosine_restarts"
    done = 1.0 - _left(name, T_cur, T_i)
    low, high = nonnegative(name, "eta_min", eta_min), nonnegative(name, "eta_max", eta_max)
    return low + 0.5 * (high - low) * (1.0 + cos(pi * done))


def cyclical_rate(eta_min: float, eta_max: float, t: Any, s: Any) -> float:
    """η_min + (η_max - η_min) times a triangle of half width s, t from 0 (Smith 2017)."""
    name = "cyclical_rate"
    t, s = integer(name, "t", t, 0), integer(name, "s", s, 1)
    low, high = nonnegative(name, "eta_min", eta_min), nonnegative(name, "eta_max", eta_max)
    place = t % (2 * s)
    return low + (high - low) * (min(place, 2 * s - place) / s)


def linear_scaling(eta_0: float, B: float, B_0: float) -> float:
    """η₀ B / B₀ (Goyal et al. 2017, section 2.1)."""
    name = "linear_scaling"
    return nonnegative(name, "eta_0", eta_0) * nonnegative(name, "B", B) / positive(name, "B_0", B_0)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "annealing.polynomial": polynomial_decay,
    "annealing.linear": linear_decay,
    "annealing.inverse_square_root": inverse_square_root_decay,
    "annealing.cosine_restarts": cosine_restarts,
    "annealing.cyclical": cyclical_rate,
    "annealing.linear_scaling": linear_scaling,
}
