"""Digests, and the reproducible random numbers made of them; ``hashlib`` would load OpenSSL for its other functions."""

from __future__ import annotations

from typing import Any

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b", "unit"]


def unit(key: Any) -> float:
    """A number in [0, 1), always the same for what is written the same."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest(), "big") / 2**64
