"""Functions that have a name of their own and one value: statements about them are claims, not definitions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any


def _real(value: Any) -> float:
    """A value of mpmath; outside the domain of the reals a ``ValueError``."""
    if value.imag != 0:
        raise ValueError("outside the domain")
    return float(value.real)


def named(name: str, **options: bool) -> Callable[..., float]:
    """A function of mpmath by its name there."""

    def call(*xs: float) -> float:
        import mpmath  # heavy, and seldom needed

        return _real(getattr(mpmath, name)(*xs, **options))

    return call


def _betainc(a: float, b: float, x: float) -> float:
    return named("betainc", regularized=True)(a, b, 0, x)


def _gammainc(a: float, x: float) -> float:
    return named("gammainc", regularized=True)(a, 0, x)


SPECIAL: dict[tuple[str, int], Callable[..., float]] = {
    ("Gamma", 1): math.gamma,
    ("gammaln", 1): math.lgamma,
    ("lgamma", 1): math.lgamma,
    ("B", 2): named("beta"),
    ("Beta", 2): named("beta"),
    ("betainc", 3): _betainc,
    ("gammainc", 2): _gammainc,
    ("gammaincc", 2): lambda a, x: 1 - _gammainc(a, x),
    ("exp1", 1): named("e1"),
    ("expi", 1): named("ei"),
    ("expn", 2): named("expint"),
    ("ndtr", 1): lambda x: 0.5 * math.erfc(-x / math.sqrt(2)),
    ("Phi", 1): lambda x: 0.5 * math.erfc(-x / math.sqrt(2)),
    ("digamma", 1): named("digamma"),
    ("log1p", 1): math.log1p,
    ("expm1", 1): math.expm1,
    ("logit", 1): lambda p: math.log(p / (1 - p)),
}
