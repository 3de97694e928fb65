"""Families of values: dense arrays of a seeded generator, each family with a character of its own.

Uniform floats drawn by Hypothesis are short binary fractions that hardly ever round; here the family, the
sizes and a seed are drawn, and the entries are dense.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from formulas.lang import Input

Rng = np.random.Generator
Shape = tuple[int, ...]


def _mixed(rng: Rng, shape: Shape) -> Any:
    return rng.normal(size=shape) * 10.0 ** rng.uniform(-3, 2, size=shape)


FAMILIES: dict[str, Callable[[Rng, Shape], Any]] = {
    "generic": lambda rng, shape: rng.normal(size=shape),
    "mixed": _mixed,
    "positive": lambda rng, shape: 0.1 + np.abs(rng.normal(size=shape)),
    "tied": lambda rng, shape: rng.choice([-1.5, -0.5, 0.0, 0.75, 2.0], size=shape),
    "small": lambda rng, shape: 1e-3 * rng.normal(size=shape),
    "huge": lambda rng, shape: rng.normal(size=shape) * 10.0 ** rng.uniform(3, 4),
    "offset": lambda rng, shape: rng.normal(size=shape) + rng.choice([-1, 1]) * 10.0 ** rng.uniform(4, 5),
    "constant": lambda rng, shape: np.full(shape, rng.normal()),
}


def _off_zero(values: Any) -> Any:
    return np.where(np.abs(values) < 1e-3, values + np.copysign(0.05, values), values)


def _scaled(rng: Rng, shape: Shape) -> Any:
    """Weights as they are after training's start: rows of norm about 1, so that deep models stay well
    conditioned.
    """
    return _off_zero(rng.normal(size=shape) / (max(shape[-2:]) ** 0.5 if len(shape) > 1 else 1))


PARAMETERS: dict[str, Callable[[Rng, Shape], Any]] = {
    "generic": _scaled,
    "wide": lambda rng, shape: _off_zero(rng.normal(size=shape)),
    "mixed": lambda rng, shape: _off_zero(rng.normal(size=shape) * 10.0 ** rng.uniform(-2, 0.5, size=shape)),
}
"""Families of weights and biases: never zero, never an identity, never all equal."""
FINE = (*FAMILIES, "generic", "generic")
COARSE = ("generic", "positive", "tied", "small")
"""Families that bfloat16 can carry through an exponential: three digits of a score of 1000 say nothing of
its exponential.
"""
MASKS = ("random", "full", "masked rows", "empty")
TOKENS = ("random", "extreme", "repeated")


def confined(i: Input, values: Any) -> Any:
    """The values moved strictly between the input's bounds, where it has any."""
    low, high = (None if bound is None else float(bound) for bound in (i.low, i.high))
    if low is None and high is None:
        return values
    if low is not None and high is not None:
        return low + (high - low) * (0.5 + 0.49 * np.tanh(values))
    return low + np.abs(values) + 1e-6 if low is not None else high - np.abs(values) - 1e-6


def with_infinity(rng: Rng, values: Any) -> Any:
    """−∞ at some entries, never at all entries of a last axis."""
    dropped = rng.random(values.shape) < 0.4
    keep = rng.integers(values.shape[-1], size=values.shape[:-1])
    np.put_along_axis(dropped, keep[..., None], False, axis=-1)
    return np.where(dropped, -np.inf, values)


def mask(rng: Rng, shape: Shape, style: str) -> Any:
    """A Boolean mask; in the style "masked rows" at least one row reads nothing."""
    if style in ("full", "empty"):
        return np.full(shape, style == "full")
    drawn = rng.random(shape) < 0.6
    if style == "masked rows":
        dark = rng.random(shape[:-1]) < 0.5
        dark.reshape(-1)[0:1] = True
        drawn &= ~dark[..., None]
    return drawn


def tokens(rng: Rng, shape: Shape, below: int, style: str) -> Any:
    """Ids from 0 to ``below`` − 1."""
    if style == "repeated":
        return np.full(shape, rng.integers(below))
    if style == "extreme":
        return np.where(rng.random(shape) < 0.5, 0, below - 1)
    return rng.integers(below, size=shape)


def scalar(rng: Rng, i: Input, edge: bool) -> float:
    """A real argument strictly inside its bounds; ``edge`` brings it near one of them."""
    low, high = (None if bound is None else float(bound) for bound in (i.low, i.high))
    step = 10.0 ** rng.uniform(-6, -3) if edge else 10.0 ** rng.uniform(-2, 0.5)
    if low is not None and high is not None:
        share = step / 10 if edge else rng.uniform(0.05, 0.95)
        return low + (high - low) * (share if rng.random() < 0.5 else 1 - share)
    if low is not None or high is not None:
        return float(low + step) if low is not None else float(high - step)
    return float(rng.normal())
