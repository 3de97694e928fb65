"""Backpropagation: through dense layers, activations and outputs, recurrent steps, batch norm."""

from . import dense, elementwise, outputs, recurrent, chain, checks  # noqa: I001  (in the order of the ids)

__all__ = ["chain", "checks", "dense", "elementwise", "outputs", "recurrent"]
