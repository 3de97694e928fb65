"""Numbers of deep convolutional networks: integers from integers from 1. ValueError otherwise."""

from collections.abc import Callable
from typing import Any

from .scalars import integer


def equal_layers_receptive_field(L: Any, K: Any) -> int:
    """1 + L (K - 1)."""
    name = "equal_layers_receptive_field"
    return 1 + integer(name, "L", L, 1) * (integer(name, "K", K, 1) - 1)


def dilated_receptive_field(L: Any, K: Any) -> int:
    """1 + (K - 1)(2^L - 1) for dilations 1, 2, 4, … (van den Oord et al. 2016)."""
    name = "dilated_receptive_field"
    return 1 + (integer(name, "K", K, 1) - 1) * (2 ** integer(name, "L", L, 1) - 1)


def patch_count(H: Any, W: Any, P: Any) -> float:
    """H W / P² (Dosovitskiy et al. 2021)."""
    name = "patch_count"
    return integer(name, "H", H, 1) * integer(name, "W", W, 1) / integer(name, "P", P, 1) ** 2


def effective_kernel(K: Any, D: Any) -> int:
    """D (K - 1) + 1 (Dumoulin and Visin 2016)."""
    name = "effective_kernel"
    return integer(name, "D", D, 1) * (integer(name, "K", K, 1) - 1) + 1


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"convolution.{f.__name__}": f
    for f in (equal_layers_receptive_field, dilated_receptive_field, patch_count, effective_kernel)
}
