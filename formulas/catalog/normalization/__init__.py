"""Normalisation: batch, RMS, group, weight; scaling of data."""

from . import batch, batch_backward, features, local, scaling

__all__ = ["batch", "batch_backward", "features", "local", "scaling"]
