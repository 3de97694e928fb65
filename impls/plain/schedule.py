"""Learning rates at a step: numbers from numbers. ValueError for steps and rates out of range."""

from collections.abc import Callable
from math import cos, pi
from typing import Any

from .scalars import integer, nonnegative, rate


def warmup_inverse_sqrt(d_model: Any, step: Any, warmup: Any) -> float:
    """d_model^(-1/2) min(step^(-1/2), step · warmup^(-3/2)), step from 1 (Vaswani et al. 2017, eq. 3)."""
    name = "warmup_inverse_sqrt"
    d, step = integer(name, "d_model", d_model, 1), integer(name, "step", step, 1)
    warmup = integer(name, "warmup", warmup, 1)
    return float(d**-0.5 * min(step**-0.5, step * warmup**-1.5))


def cosine_annealing(eta_min: float, eta_max: float, t: Any, T: Any) -> float:
    """η_min + (η_max - η_min) (1 + cos(π t / T)) / 2 for 0 <= t <= T (Loshchilov and Hutter 2017, eq. 5)."""
    name = "cosine_annealing"
    t, T = integer(name, "t", t, 0), integer(name, "T", T, 1)
    if t > T:
        raise ValueError(f"{name}: t is {t}, past the last step T = {T}")
    low, high = nonnegative(name, "eta_min", eta_min), nonnegative(name, "eta_max", eta_max)
    return low + 0.5 * (high - low) * (1.0 + cos(pi * t / T))


def exponential_decay(eta_0: float, gamma: float, t: Any) -> float:
    """η₀ γ^t, t from 0."""
    name = "exponential_decay"
    return nonnegative(name, "eta_0", eta_0) * rate(name, "gamma", gamma) ** integer(name, "t", t, 0)


def step_decay(eta_0: float, gamma: float, t: Any, s: Any) -> float:
    """η₀ γ^⌊t/s⌋, t from 0."""
    name = "step_decay"
    stage = integer(name, "t", t, 0) // integer(name, "s", s, 1)
    return nonnegative(name, "eta_0", eta_0) * rate(name, "gamma", gamma) ** stage


def linear_warmup(eta: float, t: Any, w: Any) -> float:
    """η min(1, t/w), t from 0 (Goyal et al. 2017, section 2.2)."""
    name = "linear_warmup"
    return nonnegative(name, "eta", eta) * min(1.0, integer(name, "t", t, 0) / integer(name, "w", w, 1))


def inverse_time_decay(eta_0: float, k: float, t: Any) -> float:
    """η₀ / (1 + k t), t from 0 (Bottou 2012, section 5.2)."""
    name = "inverse_time_decay"
    return nonnegative(name, "eta_0", eta_0) / (1.0 + nonnegative(name, "k", k) * integer(name, "t", t, 0))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "schedule.warmup_inverse_sqrt": warmup_inverse_sqrt,
    "schedule.cosine": cosine_annealing,
    "schedule.exponential": exponential_decay,
    "schedule.step": step_decay,
    "schedule.linear_warmup": linear_warmup,
    "schedule.inverse_time": inverse_time_decay,
}
