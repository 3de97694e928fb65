"""Convolution (as cross-correlation) and pooling over the last two axes of x[..., C, H, W].

Sizes and the view as a matrix product follow Dumoulin and Visin, A guide to convolution arithmetic (2016),
relationship 6.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ..plain.scalars import integer
from .checks import Array, arrays, pair

Pair = tuple[int, int]


def free_steps(function: str, W: Any, F: Any, P: Any, S: Any, D: Any) -> tuple[int, int]:
    """How far the kernel can slide over the padded input, and the stride.

    ValueError where it does not fit.
    """
    W, F = integer(function, "W", W, 0), integer(function, "F", F, 1)
    P, S, D = integer(function, "P", P, 0), integer(function, "S", S, 1), integer(function, "D", D, 1)
    dilated = D * (F - 1) + 1
    if dilated > W + 2 * P:
        raise ValueError(f"{function}: kernel {F} (dilated {dilated}) larger than padded input {W + 2 * P}")
    return W + 2 * P - dilated, S


def conv_output_size(W: Any, F: Any, P: Any = 0, S: Any = 1, D: Any = 1) -> int:
    """⌊(W + 2P - D (F - 1) - 1) / S⌋ + 1 for input W, kernel F, padding P, stride S, dilation D.

    ValueError for a number that is not an integer or out of range, and for a kernel larger than the padded
    input.
    """
    steps, stride = free_steps("conv_output_size", W, F, P, S, D)
    return steps // stride + 1


def pool_output_size(W: Any, F: Any, P: Any = 0, S: Any = 1, D: Any = 1, *, ceil_mode: bool = False) -> int:
    """As ``conv_output_size``.

    with ``ceil_mode`` rounded up, without a last window that starts in the right padding.
    """
    steps, stride = free_steps("pool_output_size", W, F, P, S, D)
    if not ceil_mode:
        return steps // stride + 1
    size = -(-steps // stride) + 1
    return size - 1 if (size - 1) * stride >= W + P else size


def output_sizes(function: str, x: Array, kernel: Pair, stride: Pair, padding: Pair, dilation: Pair) -> Pair:
    """Height and width of the result."""
    sizes = []
    for numbers in zip(x.shape[-2:], kernel, padding, stride, dilation, strict=True):
        steps, step = free_steps(function, *numbers)
        sizes.append(steps // step + 1)
    return sizes[0], sizes[1]


def pad(x: Array, padding: Pair, value: float) -> Array:
    """x with a margin of ``value`` around its last two axes."""
    if padding == (0, 0):
        return x
    (P_h, P_w), (H, W) = padding, x.shape[-2:]
    out = np.full((*x.shape[:-2], H + 2 * P_h, W + 2 * P_w), value, dtype=x.dtype)
    out[..., P_h : P_h + H, P_w : P_w + W] = x
    return out


def options(function: str, stride: Any, padding: Any, dilation: Any) -> tuple[Pair, Pair, Pair]:
    """Stride, padding and dilation as pairs."""
    return (
        pair(function, "stride", stride, 1),
        pair(function, "padding", padding, 0),
        pair(function, "dilation", dilation, 1),
    )


def conv_inputs(function: str, x: Any, w: Any, b: Any) -> list[Array]:
    """The inputs; ValueError naming both channel counts where they differ."""
    x, w, b = arrays(function, "x*[C_in,H,W] w[O,C,K_h,K_w] b[O]", x, w, b)
    if x.shape[-3] != w.shape[1]:
        raise ValueError(f"{function}: x has {x.shape[-3]} channels, w expects {w.shape[1]}")
    return [x, w, b]


def conv2d(x: Any, w: Any, b: Any, *, stride: Any = 1, padding: Any = 0, dilation: Any = 1) -> Array:
    """y[o,i,j] = b[o] + Σ_{c,u,v} w[o,c,u,v] x[c, i S_h + u D_h - P_h, j S_w + v D_w - P_w], zero outside x.

    x[..., C, H, W], w[O, C, K_h, K_w], b[O] -> [..., O, H', W']. ValueError for sizes that do not fit.
    """
    x, w, b = conv_inputs("conv2d", x, w, b)
    stride, padding, dilation = options("conv2d", stride, padding, dilation)
    output_sizes("conv2d", x, w.shape[-2:], stride, padding, dilation)
    (S_h, S_w), (D_h, D_w), (K_h, K_w) = stride, dilation, w.shape[-2:]
    span = (D_h * (K_h - 1) + 1, D_w * (K_w - 1) + 1)
    windows = sliding_window_view(pad(x, padding, 0.0), span, axis=(-2, -1))[..., ::S_h, ::S_w, ::D_h, ::D_w]
    product = np.tensordot(windows, w, axes=((-5, -2, -1), (1, 2, 3)))
    return np.moveaxis(product, -1, -3) + b[:, None, None]


def im2col(x: Array, kernel: Pair, stride: Pair, padding: Pair, dilation: Pair) -> Array:
    """Patches as columns: [..., C, H, W] -> [..., C K_h K_w, H' W']."""
    H, W = output_sizes("im2col", x, kernel, stride, padding, dilation)
    rows = dilation[0] * np.arange(kernel[0])[:, None] + stride[0] * np.arange(H)
    columns = dilation[1] * np.arange(kernel[1])[:, None] + stride[1] * np.arange(W)
    patches = pad(x, padding, 0.0)[..., rows[:, None, :, None], columns[None, :, None, :]]
    return patches.reshape(*x.shape[:-3], x.shape[-3] * kernel[0] * kernel[1], H * W)


def conv2d_as_matrix_product(x: Any, w: Any, b: Any, *, stride: Any = 1, padding: Any = 0, dilation: Any = 1) -> Array:
    """The same as ``conv2d``, written W_rows · im2col(x) + b with W_rows[O, C K_h K_w]."""
    function = "conv2d_as_matrix_product"
    x, w, b = conv_inputs(function, x, w, b)
    settings = options(function, stride, padding, dilation)
    H, W = output_sizes(function, x, w.shape[-2:], *settings)
    W_rows = w.reshape(w.shape[0], w.shape[1] * w.shape[2] * w.shape[3])
    product = W_rows @ im2col(x, w.shape[-2:], *settings) + b[:, None]
    return product.reshape(*x.shape[:-3], w.shape[0], H, W)


def taps(x: Array, size: Pair, kernel: Pair, stride: Pair, dilation: Pair) -> Iterator[Array]:
    """For each kernel position the part of the padded x that it meets, as a view [..., H', W']."""
    for u in range(kernel[0]):
        for v in range(kernel[1]):
            top, left = u * dilation[0], v * dilation[1]
            bottom, right = top + (size[0] - 1) * stride[0] + 1, left + (size[1] - 1) * stride[1] + 1
            yield x[..., top : bottom : stride[0], left : right : stride[1]]


def demand_half(function: str, padding: Pair, kernel: Pair) -> None:
    """Padding of at most half the kernel, so that no window lies outside x."""
    if any(2 * P > K for P, K in zip(padding, kernel, strict=True)):
        raise ValueError(f"{function}: padding {padding} is more than half of kernel {kernel}")


def max_pool2d(x: Any, *, kernel: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1) -> Array:
    """y[c,i,j] = max_{u,v} x[c, i S_h + u D_h - P_h, j S_w + v D_w - P_w], -inf outside x; stride defaults to
    kernel.

    x[..., C, H, W] -> [..., C, H', W']. ValueError where 2 padding > kernel or the kernel does not fit.
    """
    function = "max_pool2d"
    (x,) = arrays(function, "x*[C,H,W]", x)
    kernel = pair(function, "kernel", kernel, 1)
    stride, padding, dilation = options(function, kernel if stride is None else stride, padding, dilation)
    demand_half(function, padding, kernel)
    size = output_sizes(function, x, kernel, stride, padding, dilation)
    return reduce(np.maximum, taps(pad(x, padding, -np.inf), size, kernel, stride, dilation)).copy()


def avg_pool2d(x: Any, *, kernel: Any, stride: Any = None, padding: Any = 0, count_include_pad: bool = True) -> Array:
    """Mean of each window; stride defaults to kernel. The zero margin counts unless ``count_include_pad`` is
    False.

    x[..., C, H, W] -> [..., C, H', W']. ValueError where the kernel does not fit, or where 2 padding > kernel
    and the margin does not count (a window could then be empty).
    """
    function = "avg_pool2d"
    (x,) = arrays(function, "x*[C,H,W]", x)
    kernel = pair(function, "kernel", kernel, 1)
    stride, padding, _ = options(function, kernel if stride is None else stride, padding, 1)
    size = output_sizes(function, x, kernel, stride, padding, (1, 1))
    sums = sum(taps(pad(x, padding, 0.0), size, kernel, stride, (1, 1)))
    if count_include_pad:
        return np.asarray(sums / (kernel[0] * kernel[1]))
    demand_half(function, padding, kernel)
    inside = pad(np.ones(x.shape[-2:], dtype=x.dtype), padding, 0.0)
    return np.asarray(sums / sum(taps(inside, size, kernel, stride, (1, 1))))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "convolution.output_size": conv_output_size,
    "convolution.pool_output_size": pool_output_size,
    "convolution.conv2d": conv2d,
    "convolution.conv2d_as_matrix_product": conv2d_as_matrix_product,
    "convolution.max_pool2d": max_pool2d,
    "convolution.avg_pool2d": avg_pool2d,
}
