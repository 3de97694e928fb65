"""Normalisation: batch, RMS, group, weight; scaling of data."""

from . import batch, features, local, scaling

__all__ = ["batch", "features", "local", "scaling"]
