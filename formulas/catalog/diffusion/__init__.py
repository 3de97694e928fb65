"""Denoising diffusion: the forward process, and the way back."""

from . import forward, reverse

__all__ = ["forward", "reverse"]
