"""Pooling: the largest entry of each window, or the mean."""

from typing import Any

from ...lang import Ge, Input, Term, data, let, oo, pad, reduce_max, reduce_sum, size, tab, take, windows
from ...model import pitfall, variant
from ...registry import formula
from .conv import DILATION, FIT, PADDING, STRIDE, UNDILATED_FIT, C, H, K_h, K_w, P_h, P_w, S_h, S_w, W, padded

KERNEL = ("K_h", "K_w")
X = data("x", C, H, W)
AVERAGE: list[Input] = [*map(size, KERNEL), *map(size, STRIDE), *(size(name, 0) for name in PADDING)]
MAXIMUM: list[Input] = [*AVERAGE, *map(size, DILATION)]
HALF = [Ge(K_h, 2 * P_h), Ge(K_w, 2 * P_w)]
WINDOWED = {"kernel": KERNEL, "stride": STRIDE, "padding": PADDING}

Sizes = tuple[Any, ...]


def seen(x: Term, sizes: Sizes, fill: Any = 0) -> Term:
    """Windows of the padded x: [C, H', W', K_h, K_w]; sizes are kernel, stride, padding[, dilation]."""
    return windows(padded(x, sizes[4:6], fill), sizes[:2], sizes[2:4], sizes[6:] or (1, 1))


def first(view: Term, x: Term, sizes: Sizes) -> Term:
    """As many windows as the pooling has, of those that another geometry gives."""
    rows, columns = seen(x, sizes).shape[-4:-2]
    return take(take(view, 0, rows, axis=-4), 0, columns, axis=-3)


def largest(view: Term) -> Term:
    return reduce_max(reduce_max(view))


def total(view: Term) -> Term:
    return reduce_sum(reduce_sum(view))


def max_pool2d(x: Term, *sizes: Any, fill: Any = -oo) -> Term:
    return largest(seen(x, sizes, fill))


def avg_pool2d(x: Term, *sizes: Any) -> Term:
    return total(seen(x, sizes)) / (K_h * K_w)


def padded_behind(x: Term, sizes: Sizes, fill: Any) -> Term:
    """Windows of x with all of the padding at the end."""
    behind = let(r"\bar{x}", pad(x, (0, 2 * sizes[4]), (0, 2 * sizes[5]), value=fill))
    return windows(behind, sizes[:2], sizes[2:4], sizes[6:] or (1, 1))


def inside(x: Term, *sizes: Any) -> Term:
    """How many entries of each window lie in x: [H', W']."""
    ones = pad(tab(H, W, body=lambda i, j: 1), *((p, p) for p in sizes[4:6]))
    return total(windows(let(r"\bar{1}", ones), sizes[:2], sizes[2:4], (1, 1)))


formula(
    "convolution.max_pool2d",
    "Max pooling",
    "最大池化",
    inputs=[X, *MAXIMUM],
    term=max_pool2d,
    result="y",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, section 9.3",
    keywords={**WINDOWED, "dilation": DILATION},
    requires=[*FIT, *HALF],
    variants=[
        variant(
            "without_padding",
            "neither padding nor dilation",
            "无填充、无空洞",
            lambda x, *s: max_pool2d(x, *s, 0, 0),
            inputs=[X, *AVERAGE[:4]],
            requires=[Ge(H, K_h), Ge(W, K_w)],
        ),
    ],
    pitfalls=[
        pitfall(
            "zero_padding",
            "zeros in the padding beat negative entries: the padding is −∞",
            "用 0 填充会压过负值：应填充 −∞",
            lambda x, *s: max_pool2d(x, *s, fill=0),
        ),
        pitfall(
            "mean_instead",
            "the mean of the window",
            "取了窗口的均值",
            lambda x, *s: total(seen(x, s)) / (K_h * K_w),
        ),
        pitfall(
            "stride_one",
            "the windows move by 1, not by the stride",
            "窗口每次移动 1，而不是步长",
            lambda x, *s: largest(first(seen(x, (*s[:2], 1, 1, *s[4:]), -oo), x, s)),
        ),
        pitfall(
            "padded_behind",
            "all of the padding stands behind the input instead of around it",
            "填充全部放在末尾，而不是两侧",
            lambda x, *s: largest(padded_behind(x, s, -oo)),
        ),
        pitfall(
            "minimum",
            "the smallest entry of the window",
            "取了窗口的最小值",
            lambda x, *s: -max_pool2d(-x, *s),
        ),
    ],
)

formula(
    "convolution.avg_pool2d",
    "Average pooling",
    "平均池化",
    inputs=[X, *AVERAGE],
    term=avg_pool2d,
    result="y",
    reference="LeCun et al. 1998, section II.B; Dumoulin and Visin 2016, section 3",
    keywords=WINDOWED,
    requires=[*UNDILATED_FIT, *HALF],
    variants=[
        variant(
            "without_the_margin",
            "the mean over the entries inside the input only",
            "只对输入范围内的元素取平均",
            lambda x, *s: total(seen(x, s)) / inside(x, *s),
            call={"count_include_pad": False},
        ),
        variant(
            "without_padding",
            "no padding",
            "无填充",
            lambda x, *s: avg_pool2d(x, *s, 0, 0),
            inputs=[X, *AVERAGE[:4]],
            requires=[Ge(H, K_h), Ge(W, K_w)],
        ),
    ],
    pitfalls=[
        pitfall(
            "sum_instead",
            "the sum of the window, not divided",
            "只求和，没有除以窗口大小",
            lambda x, *s: total(seen(x, s)),
        ),
        pitfall(
            "divided_by_the_stride",
            "divided by the stride's area instead of the window's",
            "除以了步长的面积，而不是窗口的面积",
            lambda x, *s: total(seen(x, s)) / (S_h * S_w),
        ),
        pitfall(
            "one_side_only",
            "divided by the window's height only",
            "只除以了窗口的高",
            lambda x, *s: total(seen(x, s)) / K_h,
        ),
        pitfall(
            "stride_one",
            "the windows move by 1, not by the stride",
            "窗口每次移动 1，而不是步长",
            lambda x, *s: total(first(seen(x, (*s[:2], 1, 1, *s[4:])), x, s)) / (K_h * K_w),
        ),
        pitfall(
            "padded_behind",
            "all of the padding stands behind the input instead of around it",
            "填充全部放在末尾，而不是两侧",
            lambda x, *s: total(padded_behind(x, s, 0)) / (K_h * K_w),
        ),
        pitfall(
            "largest_instead",
            "the largest entry of the window",
            "取了窗口的最大值",
            lambda x, *s: largest(seen(x, s)),
        ),
    ],
)
