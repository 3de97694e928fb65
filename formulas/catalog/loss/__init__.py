"""Losses: of regression, of classification, and of similarity."""

from . import regression, robust, classification, images, similarity, margins  # noqa: I001  (in the order of the ids)

__all__ = ["classification", "images", "margins", "regression", "robust", "similarity"]
