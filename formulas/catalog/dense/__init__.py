"""Dense layers: affine map, activation, perceptron, embedding, projection onto a vocabulary."""

from . import layer, mlp, residual, vocabulary

__all__ = ["layer", "mlp", "residual", "vocabulary"]
