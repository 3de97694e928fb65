"""Variances and bounds of initial weights, from the numbers of inputs and outputs (integers from 1)."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from .scalars import integer


def xavier_variance(n_in: Any, n_out: Any) -> float:
    """2 / (n_in + n_out) (Glorot and Bengio 2010, eq. 12)."""
    name = "xavier_variance"
    return 2.0 / (integer(name, "n_in", n_in, 1) + integer(name, "n_out", n_out, 1))


def xavier_bound(n_in: Any, n_out: Any) -> float:
    """√(6 / (n_in + n_out)) (Glorot and Bengio 2010, eq. 16)."""
    name = "xavier_bound"
    return sqrt(6.0 / (integer(name, "n_in", n_in, 1) + integer(name, "n_out", n_out, 1)))


def he_variance(n_in: Any) -> float:
    """2 / n_in (He et al. 2015, eq. 10)."""
    return 2.0 / integer("he_variance", "n_in", n_in, 1)


def he_bound(n_in: Any) -> float:
    """√(6 / n_in): the bound of a uniform law with variance 2 / n_in."""
    return sqrt(6.0 / integer("he_bound", "n_in", n_in, 1))


def lecun_variance(n_in: Any) -> float:
    """1 / n_in (LeCun et al. 1998, eq. 16)."""
    return 1.0 / integer("lecun_variance", "n_in", n_in, 1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"initialization.{f.__name__}": f for f in (xavier_variance, xavier_bound, he_variance, he_bound, lecun_variance)
}
