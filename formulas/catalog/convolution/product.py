"""Convolution as a matrix product: rows of kernels times columns of patches (im2col)."""

from typing import Any

from ...lang import Term, bias, column, let, merge, permute, split
from ...model import pitfall, variant
from ...registry import formula
from .conv import FIT, GEOMETRY, KERNEL, KEYWORDS, PITFALLS, O, X, patches


def flattened(w: Term) -> Term:
    """[O, C, K_h, K_w] as [O, C·K_h·K_w]."""
    return let(r"\bar{w}", merge(merge(w, -3), -2))


def im2col(x: Term, *sizes: Any, order: tuple[int, int, int] = (-5, -2, -1)) -> Term:
    """Patches as columns, [C·K_h·K_w, H'·W']; ``order`` is that of channel, row and column."""
    seen = permute(patches(x, sizes[:2], sizes[2:4], sizes[4:]), *order, -4, -3)
    return let(r"\operatorname{im2col}\left(x\right)", merge(merge(merge(seen, -5), -4), -2))


def unfolded(product: Term, x: Term, sizes: tuple[Any, ...]) -> Term:
    """[O, H'·W'] as [O, H', W']."""
    rows, columns = patches(x, sizes[:2], sizes[2:4], sizes[4:]).shape[1:3]
    return split(product, -1, rows, columns)


def product(x: Term, w: Term, b: Term, *sizes: Any) -> Term:
    return unfolded(flattened(w) @ im2col(x, *sizes) + column(b), x, sizes)


def channels_last(x: Term, w: Term, b: Term, *sizes: Any) -> Term:
    """Patches with the channel running fastest, kernels with the channel running slowest."""
    columns = im2col(x, *sizes, order=(-2, -1, -5))
    return unfolded(flattened(w) @ columns + column(b), x, sizes)


def columns_first(x: Term, w: Term, b: Term, *sizes: Any) -> Term:
    """Patches with the kernel's columns running slower than its rows."""
    return unfolded(flattened(w) @ im2col(x, *sizes, order=(-5, -1, -2)) + column(b), x, sizes)


def both_channels_last(x: Term, w: Term, b: Term, *sizes: Any) -> Term:
    """Kernels and patches both with the channel running fastest."""
    kernels = let(r"\bar{w}", merge(merge(permute(w, -2, -1, -3), -3), -2))
    return unfolded(kernels @ im2col(x, *sizes, order=(-2, -1, -5)) + column(b), x, sizes)


def patches_in_rows(x: Term, w: Term, b: Term, *sizes: Any) -> Term:
    """Patches in rows, [H'·W', C·K_h·K_w], times kernels in columns."""
    return unfolded((im2col(x, *sizes).T @ flattened(w).T + b).T, x, sizes)


formula(
    "convolution.conv2d_as_matrix_product",
    "Convolution as a matrix product (im2col)",
    "卷积写成矩阵乘积（im2col）",
    inputs=[X, KERNEL, bias("b", O), *GEOMETRY],
    term=product,
    result="y",
    reference="Chellapilla, Puri and Simard 2006, section 3; Dumoulin and Visin 2016, section 4.1",
    keywords=KEYWORDS,
    requires=FIT,
    variants=[
        variant(
            "channels_last",
            "the channel running fastest, in patches and kernels alike",
            "通道变化最快，图块与卷积核一致",
            both_channels_last,
        ),
        variant("patches_in_rows", "patches in rows, kernels in columns", "图块按行、卷积核按列", patches_in_rows),
    ],
    pitfalls=[
        pitfall(
            "channel_order",
            "patches run over channels last, kernels over channels first",
            "图块按通道在后展开，而卷积核按通道在前展开",
            channels_last,
        ),
        pitfall(
            "kernel_order",
            "patches run down the kernel's columns, kernels along its rows",
            "图块按核的列展开，而卷积核按行展开",
            columns_first,
        ),
        *PITFALLS[:4],
    ],
)
