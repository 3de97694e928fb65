"""Two-dimensional convolution, as neural networks mean it: cross-correlation with zero padding."""

from typing import Any

from ...lang import (
    Ge,
    Input,
    Term,
    bias,
    column,
    data,
    dim,
    dims,
    einsum,
    let,
    pad,
    size,
    tab,
    take,
    weight,
    windows,
)
from ...model import pitfall, variant
from ...registry import formula

C, H, W, O, K_h, K_w = dims("C H W O K_h K_w")  # noqa: E741  (the channels that come out)
S_h, S_w, D_h, D_w = dims("S_h S_w D_h D_w")
P_h, P_w = dim("P_h", 0), dim("P_w", 0)

STRIDE, PADDING, DILATION = ("S_h", "S_w"), ("P_h", "P_w"), ("D_h", "D_w")
KEYWORDS = {"stride": STRIDE, "padding": PADDING, "dilation": DILATION}
GEOMETRY: list[Input] = [
    *map(size, STRIDE),
    *(size(name, 0) for name in PADDING),
    *map(size, DILATION),
]
X, KERNEL = data("x", C, H, W), weight("w", O, C, K_h, K_w)
FIT = [Ge(H + 2 * P_h, D_h * (K_h - 1) + 1), Ge(W + 2 * P_w, D_w * (K_w - 1) + 1)]
UNDILATED_FIT = [Ge(H + 2 * P_h, K_h), Ge(W + 2 * P_w, K_w)]
UNPADDED_FIT = [Ge(H, K_h), Ge(W, K_w)]

Sizes = tuple[Any, ...]


def padded(x: Term, padding: Sizes, fill: Any = 0) -> Term:
    """x with as many rows and columns of ``fill`` around it; x itself if there are none."""
    if padding == (0, 0):
        return x
    return let(r"\bar{x}", pad(x, *((p, p) for p in padding), value=fill))


def patches(x: Term, stride: Sizes, padding: Sizes, dilation: Sizes, kernel: Sizes = (K_h, K_w)) -> Term:
    """All windows of the zero-padded x: [C, H', W', K_h, K_w]."""
    return windows(padded(x, padding), kernel, stride, dilation)


def conv2d(x: Term, w: Term, b: Term, *sizes: Any) -> Term:
    """b_o + Σ_c Σ_u Σ_v w_ocuv x̄_{c, i S_h + u D_h, j S_w + v D_w}, x̄ being x with zeros around it."""
    return column(column(b)) + correlate(patches(x, sizes[:2], sizes[2:4], sizes[4:]), w)


def correlate(seen: Term, w: Term) -> Term:
    return einsum("cijuv,ocuv->oij", seen, w)


def counts(sizes: Sizes) -> Sizes:
    """Height and width of the result."""
    return patches(X.symbol, sizes[:2], sizes[2:4], sizes[4:]).shape[1:3]


def first(seen: Term, sizes: Sizes) -> Term:
    """As many windows as the convolution has, of those that another geometry gives."""
    rows, columns = counts(sizes)
    return take(take(seen, 0, rows, axis=-4), 0, columns, axis=-3)


def flipped(w: Term) -> Term:
    """The kernel turned by 180 degrees."""
    return tab(*w.shape, body=lambda o, c, u, v: w.at(o, c, K_h - 1 - u, K_w - 1 - v))


def padded_behind(x: Term, sizes: Sizes) -> Term:
    """Windows of x with all of the padding at the end."""
    behind = let(r"\bar{x}", pad(x, (0, 2 * sizes[2]), (0, 2 * sizes[3])))
    return windows(behind, (K_h, K_w), sizes[:2], sizes[4:])


PITFALLS = [
    pitfall(
        "stride_ignored",
        "the windows move by 1, not by the stride",
        "窗口每次移动 1，而不是步长",
        lambda x, w, b, *s: column(column(b)) + correlate(first(patches(x, (1, 1), s[2:4], s[4:]), s), w),
    ),
    pitfall(
        "dilation_ignored",
        "the kernel's entries meet adjacent pixels in spite of the dilation",
        "忽略了空洞：卷积核仍作用于相邻像素",
        lambda x, w, b, *s: column(column(b)) + correlate(first(patches(x, s[:2], s[2:4], (1, 1)), s), w),
    ),
    pitfall(
        "padded_behind",
        "all of the padding stands behind the input instead of around it",
        "填充全部放在末尾，而不是两侧",
        lambda x, w, b, *s: column(column(b)) + correlate(padded_behind(x, s), w),
    ),
    pitfall(
        "bias_in_the_loop",
        "the bias is added once for each entry of the kernel",
        "偏置在循环内重复累加",
        lambda x, w, b, *s: conv2d(x, w, C * K_h * K_w * b, *s),
    ),
    pitfall(
        "mean_over_channels",
        "the channels are averaged instead of summed",
        "对通道取了平均而不是求和",
        lambda x, w, b, *s: conv2d(x, w / C, b, *s),
    ),
]

formula(
    "convolution.conv2d",
    "Two-dimensional convolution (cross-correlation)",
    "二维卷积（互相关）",
    inputs=[X, KERNEL, bias("b", O), *GEOMETRY],
    term=conv2d,
    result="y",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 9.6 and section 9.5",
    keywords=KEYWORDS,
    requires=FIT,
    variants=[
        variant(
            "flipped_kernel",
            "convolution in the mathematical sense: the kernel turned by 180 degrees",
            "数学意义上的卷积：卷积核旋转 180 度",
            lambda x, w, b, *s: conv2d(x, flipped(w), b, *s),
        ),
        variant(
            "without_bias",
            "no bias",
            "不带偏置",
            lambda x, w, *s: correlate(patches(x, s[:2], s[2:4], s[4:]), w),
            inputs=[X, KERNEL, *GEOMETRY],
            requires=FIT,
        ),
        variant(
            "without_dilation",
            "without dilation",
            "不带空洞",
            lambda x, w, b, *s: conv2d(x, w, b, *s, 1, 1),
            inputs=[X, KERNEL, bias("b", O), *GEOMETRY[:4]],
            requires=UNDILATED_FIT,
        ),
        variant(
            "plain",
            "stride 1, neither padding nor dilation",
            "步长为 1，无填充、无空洞",
            lambda x, w, b: conv2d(x, w, b, 1, 1, 0, 0, 1, 1),
            inputs=[X, KERNEL, bias("b", O)],
            requires=UNPADDED_FIT,
        ),
    ],
    pitfalls=PITFALLS,
)
