"""Activations and their derivatives."""

from . import (  # noqa: I001  (in the order of the ids)
    sigmoidal,
    rectifiers,
    smooth,
    exponential,
    hard,
    gated,
    distributions,
    slopes,
    smooth_slopes,
    jacobians,
)

__all__ = [
    "distributions",
    "exponential",
    "gated",
    "hard",
    "jacobians",
    "rectifiers",
    "sigmoidal",
    "slopes",
    "smooth",
    "smooth_slopes",
]
