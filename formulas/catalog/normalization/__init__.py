"""Normalisation: batch, RMS, group, weight; scaling of data."""

from . import batch, features, scaling

__all__ = ["batch", "features", "scaling"]
