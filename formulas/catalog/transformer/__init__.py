"""The transformer: positions, normalisation, feed-forward, layers and stacks, output and loss."""

from . import positional, norm, feed_forward, gated, encoder, decoder, output  # noqa: I001  (in the order of the ids)

__all__ = ["decoder", "encoder", "feed_forward", "gated", "norm", "output", "positional"]
