"""Reinforcement learning: returns, temporal differences, policy gradients, preferences."""

from . import returns, values, bellman, policy, preferences  # noqa: I001  (in the order of the ids)

__all__ = ["bellman", "policy", "preferences", "returns", "values"]
