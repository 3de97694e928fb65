"""Attention: over an encoder's states, scaled dot product, masks, several heads."""

from . import encoder, additive, parts, dot, masked, heads, multi_head, scores  # noqa: I001  (in the order of the ids)

__all__ = ["additive", "dot", "encoder", "heads", "masked", "multi_head", "parts", "scores"]
