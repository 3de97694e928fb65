"""Statistics given: standardised weights, running variances, response normalisation, folding into a layer."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data, dims, mean, reduce_sum, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

n, d = dims("n d")
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)


def centred(W: Term) -> Term:
    return W - mean(W, keepdims=True)


def spread(W: Term) -> Term:
    return mean(centred(W) ** 2, keepdims=True)


w = data("W", n)

formula(
    "normalization.weight_standardization",
    "Standardised weights",
    "权重标准化",
    inputs=[w, eps],
    term=lambda W, e: centred(W) / sqrt(spread(W) + e),
    result=r"\hat{W}",
    reference="Qiao, Wang, Liu, Shen and Yuille 2019, eq. 2",
    pitfalls=[
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda W, e: centred(W) / (spread(W) + e),
        ),
        pitfall("not_centred", "the mean is taken off", "要先减去均值", lambda W, e: W / sqrt(spread(W) + e)),
        pitfall(
            "summed",
            "the mean of the squares, not their sum",
            "是平方的均值，而不是总和",
            lambda W, e: centred(W) / sqrt(reduce_sum(centred(W) ** 2, keepdims=True) + e),
        ),
        pitfall(
            "plus",
            "the mean is taken off",
            "均值应减去",
            lambda W, e: (W + mean(W, keepdims=True)) / sqrt(spread(W) + e),
        ),
    ],
)

a, k, alpha, beta = data("a"), scalar("k", low=1, high=4), scalar("alpha", low=0, high=1), scalar("beta", low=0, high=1)
near = data("b", n)


def response(below: Callable[[Any, Any, Any, Any], Any]) -> Callable[..., Term]:
    """a over (k + α Σ b²)^β, b the activations of neighbouring channels."""

    def build(a: Term, b: Term, k: Term, alpha: Term, beta: Term) -> Term:
        squares = total(n, lambda j: b.at(j) ** 2, "j")
        return number(a.at() / below(k.at(), alpha.at(), beta.at(), squares))

    return build


formula(
    "normalization.local_response",
    "Local response normalisation, b over the neighbouring channels",
    "局部响应归一化，b 为相邻通道的激活",
    inputs=[a, near, k, alpha, beta],
    term=response(lambda k, alpha, beta, s: (k + alpha * s) ** beta),
    result=r"\hat{a}",
    reference="Krizhevsky, Sutskever and Hinton 2012, section 3.3",
    pitfalls=[
        pitfall("power_missing", "to the power β", "要取 β 次幂", response(lambda k, alpha, beta, s: k + alpha * s)),
        pitfall(
            "constant_missing",
            "k is added below",
            "分母要加 k",
            response(lambda k, alpha, beta, s: (1 + alpha * s) ** beta),
        ),
        pitfall(
            "strength_missing",
            "the squares are weighted by α",
            "平方和要乘以 α",
            response(lambda k, alpha, beta, s: (k + s) ** beta),
        ),
        pitfall(
            "factor", "β is a power", "β 是幂次，而不是系数", response(lambda k, alpha, beta, s: (k + alpha * s) * beta)
        ),
    ],
)

old, now, rho = data("v", d, tex=r"\hat{v}", low=0), data("v_B", d, tex="v_{B}", low=0), scalar("rho", low=0, high=1)

formula(
    "normalization.running_variance",
    "Running variance of batch norm",
    "批归一化的滑动方差",
    inputs=[old, now, rho],
    term=lambda v, b, r: (1 - r) * v + r * b,
    result=r"\hat{v}",
    reference="Ioffe and Szegedy 2015, section 3.1; torch.nn.BatchNorm1d (momentum ρ)",
    variants=[
        variant("weight_of_the_old", "ρ for the old variance", "ρ 为旧方差的系数", lambda v, b, r: r * v + (1 - r) * b),
    ],
    pitfalls=[
        pitfall("minus", "the two parts are added", "两部分应相加", lambda v, b, r: (1 - r) * v - r * b),
        pitfall(
            "weight_missing",
            "the batch's variance is weighted by ρ",
            "本批方差要乘以 ρ",
            lambda v, b, r: (1 - r) * v + b,
        ),
        pitfall("same_weight", "the weights sum to one", "两个系数之和应为 1", lambda v, b, r: r * v + r * b),
        pitfall(
            "deviation", "the variance, not its root", "取方差，而不是标准差", lambda v, b, r: (1 - r) * v + r * sqrt(b)
        ),
    ],
)
