"""Decoding: the causal mask, choosing the next token, generating, caching keys and values."""

from . import masks, temperature, truncation, generation, cache, cached_decoder  # noqa: I001  (in the order of the ids)

__all__ = ["cache", "cached_decoder", "generation", "masks", "temperature", "truncation"]
