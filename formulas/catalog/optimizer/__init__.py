"""Optimisers: gradient descent, momentum, adaptive steps, Adam and its kin."""

from . import descent, momentum, adaptive, adam, adam_kin, adam_more, lion, layerwise, clipping  # noqa: I001  (in the order of the ids)

__all__ = ["adam", "adam_kin", "adam_more", "adaptive", "clipping", "descent", "layerwise", "lion", "momentum"]
