"""Losses: of regression, of classification, and of similarity."""

from . import regression, classification, similarity  # noqa: I001  (in the order of the ids)

__all__ = ["classification", "regression", "similarity"]
