"""Numbers of convolution: integers from integers. ValueError for numbers out of range."""

from collections.abc import Callable
from typing import Any

from .scalars import integer


def transposed_conv_output_size(N: Any, F: Any, P: Any = 0, S: Any = 1, D: Any = 1, A: Any = 0) -> int:
    """(N - 1) S - 2P + D (F - 1) + A + 1 for input N, kernel F, padding P, stride S, dilation D.

    A is the output padding (Dumoulin and Visin 2016). ValueError where nothing comes out.
    """
    name = "transposed_conv_output_size"
    N, F, P = integer(name, "N", N, 1), integer(name, "F", F, 1), integer(name, "P", P, 0)
    S, D, A = integer(name, "S", S, 1), integer(name, "D", D, 1), integer(name, "A", A, 0)
    size = (N - 1) * S - 2 * P + D * (F - 1) + A + 1
    if size < 1:
        raise ValueError(f"{name}: padding {P} leaves {size} entries")
    return size


def receptive_field(r: Any, k: Any, j: Any) -> int:
    """r + (k - 1) j: field so far r, kernel k, distance of neighbours so far j (Araujo et al. 2019)."""
    name = "receptive_field"
    r, k, j = integer(name, "r", r, 1), integer(name, "k", k, 1), integer(name, "j", j, 1)
    return r + (k - 1) * j


def jump(j: Any, s: Any) -> int:
    """j s: distance of neighbours so far, times the stride (Araujo et al. 2019)."""
    return integer("jump", "j", j, 1) * integer("jump", "s", s, 1)


def _four(name: str, K_h: Any, K_w: Any, C_in: Any, C_out: Any) -> list[int]:
    """Kernel and channels as integers from 1."""
    given = {"K_h": K_h, "K_w": K_w, "C_in": C_in, "C_out": C_out}
    return [integer(name, key, value, 1) for key, value in given.items()]


def conv_parameter_count(K_h: Any, K_w: Any, C_in: Any, C_out: Any) -> int:
    """(K_h K_w C_in + 1) C_out: weights and biases."""
    height, width, inputs, outputs = _four("conv_parameter_count", K_h, K_w, C_in, C_out)
    return (height * width * inputs + 1) * outputs


def separable_parameter_count(K_h: Any, K_w: Any, C_in: Any, C_out: Any) -> int:
    """K_h K_w C_in + C_in C_out: depthwise, then pointwise weights (Howard et al. 2017)."""
    height, width, inputs, outputs = _four("separable_parameter_count", K_h, K_w, C_in, C_out)
    return height * width * inputs + inputs * outputs


def same_padding(F: Any, D: Any = 1) -> int:
    """D (F - 1) / 2 for an odd kernel F and stride 1. ValueError for an even F."""
    F, D = integer("same_padding", "F", F, 1), integer("same_padding", "D", D, 1)
    if F % 2 == 0:
        raise ValueError(f"same_padding: F is {F}, must be odd")
    return D * (F - 1) // 2


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "convolution.transposed_output_size": transposed_conv_output_size,
    "convolution.receptive_field": receptive_field,
    "convolution.jump": jump,
    "convolution.parameter_count": conv_parameter_count,
    "convolution.separable_parameter_count": separable_parameter_count,
    "convolution.same_padding": same_padding,
}
