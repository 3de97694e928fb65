"""Convolution and pooling: sizes, and values."""

from . import sizes, conv, product, pooling  # noqa: I001  (in the order of the ids)

__all__ = ["conv", "pooling", "product", "sizes"]
