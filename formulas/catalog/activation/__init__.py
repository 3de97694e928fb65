"""Activations and their derivatives."""

from . import sigmoidal, rectifiers, smooth, distributions, slopes, smooth_slopes, jacobians  # noqa: I001  (in the order of the ids)

__all__ = ["distributions", "jacobians", "rectifiers", "sigmoidal", "slopes", "smooth", "smooth_slopes"]
