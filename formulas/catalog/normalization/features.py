"""Normalisation within one sample: RMS norm, group and instance norm; weight normalisation."""

from collections.abc import Callable

from ...lang import (
    Term,
    bias,
    column,
    data,
    dims,
    let,
    mean,
    merge,
    reduce_sum,
    scalar,
    size,
    split,
    sqrt,
    weight,
)
from ...model import pitfall, variant
from ...registry import formula
from ...terms import named

d, c, H, W = dims("d c H W")
x, g = data("x", d), weight("g", d)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)


def root_mean_square(x: Term, eps: Term | None = None) -> Term:
    square = mean(x**2, keepdims=True)
    return let(named("RMS", x), sqrt(square if eps is None else square + eps))


def rms_norm(x: Term, g: Term, eps: Term) -> Term:
    return g * (x / root_mean_square(x, eps))


formula(
    "normalization.rms",
    "RMS norm",
    "均方根归一化",
    inputs=[x, g, eps],
    term=rms_norm,
    result="y",
    reference="Zhang and Sennrich 2019, eq. 4, with ε",
    variants=[
        variant(
            "epsilon_outside",
            "ε beside the root",
            "ε 在根号之外",
            lambda x, g, e: g * (x / (root_mean_square(x) + e)),
        ),
        variant(
            "no_gain",
            "without the gain",
            "不带增益",
            lambda x, e: x / root_mean_square(x, e),
            inputs=[x, eps],
        ),
    ],
    pitfalls=[
        pitfall(
            "root_missing",
            "divided by the root of the mean square",
            "应除以均方的平方根",
            lambda x, g, e: g * (x / (mean(x**2, keepdims=True) + e)),
        ),
        pitfall(
            "centred",
            "RMS norm takes off no mean",
            "RMS 归一化不减均值",
            lambda x, g, e: g * ((x - mean(x, keepdims=True)) / root_mean_square(x, e)),
        ),
        pitfall(
            "variance",
            "the mean square of x itself, not its variance",
            "是 x 本身的均方，而不是方差",
            lambda x, g, e: g * (x / sqrt(mean((x - mean(x, keepdims=True)) ** 2, keepdims=True) + e)),
        ),
        pitfall(
            "summed",
            "the mean of the squares, not their sum",
            "是平方的均值，而不是总和",
            lambda x, g, e: g * (x / sqrt(reduce_sum(x**2, keepdims=True) + e)),
        ),
    ],
)

G = size("G")
channels = G.symbol * c
image = data("x", channels, H, W)
gains, shifts = weight("gamma", channels), bias("beta", channels)


def over(x: Term, axes: int) -> Term:
    """The mean over the last axes, kept as axes of size 1."""
    for axis in range(-axes, 0):
        x = mean(x, axis=axis, keepdims=True)
    return x


def standardised(x: Term, eps: Term, axes: int, root: Callable[[Term], Term] = sqrt) -> Term:
    mu = let(r"\mu", over(x, axes))
    return (x - mu) / root(let(r"\sigma^{2}", over((x - mu) ** 2, axes)) + eps)


def wide(p: Term) -> Term:
    """A number for each channel, over height and width."""
    return column(column(p))


def group_norm(
    x: Term, gamma: Term, beta: Term, eps: Term, G: Term, axes: int = 3, root: Callable[[Term], Term] = sqrt
) -> Term:
    grouped = split(x, -3, G, c)
    return wide(gamma) * merge(standardised(grouped, eps, axes, root), -4) + wide(beta)


formula(
    "normalization.group",
    "Group normalisation",
    "组归一化",
    inputs=[image, gains, shifts, eps, G],
    term=group_norm,
    result="y",
    reference="Wu and He 2018, eqs. 1 to 3 and 7",
    pitfalls=[
        pitfall(
            "by_channel",
            "the statistics run over all channels of a group, else it is instance norm",
            "统计量要跨组内所有通道，否则是实例归一化",
            lambda x, g, b, e, G: group_norm(x, g, b, e, G, axes=2),
        ),
        pitfall(
            "all_channels",
            "the statistics run within a group, else it is layer norm",
            "统计量只在组内计算，否则是层归一化",
            lambda x, g, b, e, G: wide(g) * standardised(x, e, 3) + wide(b),
        ),
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x, g, b, e, G: group_norm(x, g, b, e, G, root=lambda v: v),
        ),
    ],
)

C = dims("C")[0]
picture = data("x", C, H, W)

formula(
    "normalization.instance",
    "Instance normalisation",
    "实例归一化",
    inputs=[picture, weight("gamma", C), bias("beta", C), eps],
    term=lambda x, g, b, e: wide(g) * standardised(x, e, 2) + wide(b),
    result="y",
    reference="Ulyanov, Vedaldi and Lempitsky 2016, eq. 2, with gain and shift",
    pitfalls=[
        pitfall(
            "all_channels",
            "the statistics are of one channel",
            "统计量只在单个通道内计算",
            lambda x, g, b, e: wide(g) * standardised(x, e, 3) + wide(b),
        ),
        pitfall(
            "one_axis",
            "over height and width",
            "统计量跨高与宽",
            lambda x, g, b, e: wide(g) * standardised(x, e, 1) + wide(b),
        ),
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x, g, b, e: wide(g) * standardised(x, e, 2, root=lambda v: v) + wide(b),
        ),
    ],
)

direction, length = weight("v", d), weight("g")


def norm(v: Term) -> Term:
    return let(r"\|v\|", sqrt(reduce_sum(v**2)))


formula(
    "normalization.weight",
    "Weight normalisation",
    "权重归一化",
    inputs=[direction, length],
    term=lambda v, g: g / norm(v) * v,
    result="w",
    reference="Salimans and Kingma 2016, eq. 2",
    pitfalls=[
        pitfall(
            "norm_squared",
            "divided by the norm, not by its square",
            "应除以范数，而不是范数的平方",
            lambda v, g: g / reduce_sum(v**2) * v,
        ),
        pitfall("length_missing", "the length g is missing", "缺少长度 g", lambda v, g: v / norm(v)),
        pitfall("multiplied", "divided by the norm", "应除以范数", lambda v, g: g * norm(v) * v),
    ],
)
