"""Convolution (as cross-correlation) and pooling over the last two axes of x[..., C, H, W].

Sizes and the view as a matrix product follow Dumoulin and Visin, A guide to convolution arithmetic (2016),
relationship 6.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from math import inf, prod
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from ..plain.scalars import integer
from .checks import pair, tensors

Pair = tuple[int, int]
Size = int | Pair


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


def output_sizes(function: str, x: Tensor, kernel: Pair, stride: Pair, padding: Pair, dilation: Pair) -> Pair:
    """Height and width of the result."""
    sizes = []
    for numbers in zip(x.shape[-2:], kernel, padding, stride, dilation, strict=True):
        steps, step = free_steps(function, *numbers)
        sizes.append(steps // step + 1)
    return sizes[0], sizes[1]


def pad(x: Tensor, padding: Pair, value: float) -> Tensor:
    """x with a margin of ``value`` around its last two axes."""
    return F.pad(x, (padding[1], padding[1], padding[0], padding[0]), value=value)


def options(function: str, stride: Any, padding: Any, dilation: Any) -> tuple[Pair, Pair, Pair]:
    """Stride, padding and dilation as pairs."""
    return (
        pair(function, "stride", stride, 1),
        pair(function, "padding", padding, 0),
        pair(function, "dilation", dilation, 1),
    )


def windows(x: Tensor, kernel: Pair, stride: Pair, dilation: Pair) -> Tensor:
    """View of what each output position sees of the padded x: [..., H', W', K_h, K_w]."""
    spans = [D * (K - 1) + 1 for K, D in zip(kernel, dilation, strict=True)]
    view = x.unfold(-2, spans[0], stride[0]).unfold(-2, spans[1], stride[1])
    return view[..., :: dilation[0], :: dilation[1]]


def check_conv(function: str, x: Tensor, w: Tensor, b: Tensor) -> None:
    """ValueError naming both channel counts where they differ."""
    tensors(function, "x*[C_in,H,W] w[O,C,K_h,K_w] b[O]", x, w, b)
    if x.shape[-3] != w.shape[1]:
        raise ValueError(f"{function}: x has {x.shape[-3]} channels, w expects {w.shape[1]}")


def conv2d(x: Tensor, w: Tensor, b: Tensor, *, stride: Size = 1, padding: Size = 0, dilation: Size = 1) -> Tensor:
    """y[o,i,j] = b[o] + Σ_{c,u,v} w[o,c,u,v] x[c, i S_h + u D_h - P_h, j S_w + v D_w - P_w], zero outside x.

    x[..., C, H, W], w[O, C, K_h, K_w], b[O] -> [..., O, H', W']. ValueError for sizes that do not fit.
    """
    check_conv("conv2d", x, w, b)
    strides, paddings, dilations = options("conv2d", stride, padding, dilation)
    kernel = (w.shape[2], w.shape[3])
    output_sizes("conv2d", x, kernel, strides, paddings, dilations)
    seen = windows(pad(x, paddings, 0.0), kernel, strides, dilations)
    product = torch.tensordot(seen, w, dims=([seen.ndim - 5, seen.ndim - 2, seen.ndim - 1], [1, 2, 3]))
    return product.movedim(-1, -3) + b[:, None, None]


def im2col(x: Tensor, kernel: Pair, stride: Pair, padding: Pair, dilation: Pair) -> Tensor:
    """Patches as columns: [..., C, H, W] -> [..., C K_h K_w, H' W']."""
    columns = F.unfold(
        x.reshape(prod(x.shape[:-3]), *x.shape[-3:]),
        kernel,
        dilation=dilation,
        padding=padding,
        stride=stride,
    )
    return columns.reshape(*x.shape[:-3], *columns.shape[-2:])


def conv2d_as_matrix_product(
    x: Tensor, w: Tensor, b: Tensor, *, stride: Size = 1, padding: Size = 0, dilation: Size = 1
) -> Tensor:
    """The same as ``conv2d``, written W_rows · im2col(x) + b with W_rows[O, C K_h K_w]."""
    function = "conv2d_as_matrix_product"
    check_conv(function, x, w, b)
    strides, paddings, dilations = options(function, stride, padding, dilation)
    kernel = (w.shape[2], w.shape[3])
    H, W = output_sizes(function, x, kernel, strides, paddings, dilations)
    W_rows = w.reshape(w.shape[0], prod(w.shape[1:]))
    product = W_rows @ im2col(x, kernel, strides, paddings, dilations) + b[:, None]
    return product.reshape(*x.shape[:-3], w.shape[0], H, W)


def taps(x: Tensor, size: Pair, kernel: Pair, stride: Pair, dilation: Pair) -> Iterator[Tensor]:
    """For each kernel position the part of the padded x that it meets, as a view [..., H', W']."""
    for u in range(kernel[0]):
        for v in range(kernel[1]):
            top, left = u * dilation[0], v * dilation[1]
            bottom, right = top + (size[0] - 1) * stride[0] + 1, left + (size[1] - 1) * stride[1] + 1
            yield x[..., top : bottom : stride[0], left : right : stride[1]]


def first_larger(best: Tensor, tap: Tensor) -> Tensor:
    """The larger of the two; on a tie the earlier one, which then gets the whole gradient. NaN wins."""
    return torch.where((tap > best) | tap.isnan(), tap, best)


def demand_half(function: str, padding: Pair, kernel: Pair) -> None:
    """Padding of at most half the kernel, so that no window lies outside x."""
    if any(2 * P > K for P, K in zip(padding, kernel, strict=True)):
        raise ValueError(f"{function}: padding {padding} is more than half of kernel {kernel}")


def max_pool2d(x: Tensor, *, kernel: Size, stride: Size | None = None, padding: Size = 0, dilation: Size = 1) -> Tensor:
    """y[c,i,j] = max_{u,v} x[c, i S_h + u D_h - P_h, j S_w + v D_w - P_w], -inf outside x.

    x[..., C, H, W] -> [..., C, H', W']; stride defaults to kernel. The gradient of a tie goes to its first
    entry. ValueError where 2 padding > kernel or the kernel does not fit.
    """
    function = "max_pool2d"
    tensors(function, "x*[C,H,W]", x)
    kernels = pair(function, "kernel", kernel, 1)
    strides, paddings, dilations = options(function, kernels if stride is None else stride, padding, dilation)
    demand_half(function, paddings, kernels)
    size = output_sizes(function, x, kernels, strides, paddings, dilations)
    seen = [*taps(pad(x, paddings, -inf), size, kernels, strides, dilations)]
    return reduce(first_larger, seen[1:], seen[0].clone())


def avg_pool2d(
    x: Tensor, *, kernel: Size, stride: Size | None = None, padding: Size = 0, count_include_pad: bool = True
) -> Tensor:
    """Mean of each window; stride defaults to kernel. The zero margin counts unless ``count_include_pad`` is
    False.

    x[..., C, H, W] -> [..., C, H', W']. ValueError where the kernel does not fit, or where 2 padding > kernel
    and the margin does not count (a window could then be empty).
    """
    function = "avg_pool2d"
    tensors(function, "x*[C,H,W]", x)
    kernels = pair(function, "kernel", kernel, 1)
    strides, paddings, _ = options(function, kernels if stride is None else stride, padding, 1)
    size = output_sizes(function, x, kernels, strides, paddings, (1, 1))
    sums = sum(taps(pad(x, paddings, 0.0), size, kernels, strides, (1, 1)), start=x.new_zeros(()))
    if count_include_pad:
        return sums / prod(kernels)
    demand_half(function, paddings, kernels)
    inside = pad(x.new_ones(x.shape[-2:]), paddings, 0.0)
    return sums / sum(taps(inside, size, kernels, strides, (1, 1)), start=x.new_zeros(()))


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "convolution.output_size": conv_output_size,
    "convolution.pool_output_size": pool_output_size,
    "convolution.conv2d": conv2d,
    "convolution.conv2d_as_matrix_product": conv2d_as_matrix_product,
    "convolution.max_pool2d": max_pool2d,
    "convolution.avg_pool2d": avg_pool2d,
}
