"""Convolution and pooling: sizes, values, and numbers of parameters."""

from . import sizes, conv, product, pooling, counts, fields  # noqa: I001  (in the order of the ids)

__all__ = ["conv", "counts", "fields", "pooling", "product", "sizes"]
