"""Losses: of regression, of classification, and of similarity."""

from . import regression, robust, classification, images, similarity, margins, pairs  # noqa: I001  (in the order of the ids)

__all__ = ["classification", "images", "margins", "pairs", "regression", "robust", "similarity"]
