"""Scaling of data: z-scores, min-max, unit length."""

from ...lang import Term, data, dims, let, mean, reduce_max, reduce_min, reduce_sum, sqrt
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)


def centred(x: Term) -> Term:
    return x - let(r"\mu", mean(x, keepdims=True))


def deviation(x: Term) -> Term:
    return let(r"\sigma", sqrt(mean(centred(x) ** 2, keepdims=True)))


formula(
    "normalization.z_score",
    "Standardisation",
    "标准化（z 分数）",
    inputs=[x],
    term=lambda x: centred(x) / deviation(x),
    result="z",
    reference="LeCun et al. 1998, Efficient BackProp, section 4.3",
    variants=[
        variant(
            "statistics_given",
            "from μ and σ as given",
            "μ 与 σ 已给出",
            lambda x, mu, s: (x - mu) / s,
            inputs=[x, data("mu", tex=r"\mu"), data("sigma", tex=r"\sigma", low=0)],
        ),
    ],
    pitfalls=[
        pitfall(
            "variance",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x: centred(x) / deviation(x) ** 2,
        ),
        pitfall("not_centred", "the mean is taken off", "还要减去均值", lambda x: x / deviation(x)),
        pitfall(
            "sum_of_both",
            "the mean is taken off",
            "应减去均值",
            lambda x: (x + mean(x, keepdims=True)) / deviation(x),
        ),
    ],
)


def lowest(x: Term) -> Term:
    return reduce_min(x, keepdims=True)


def highest(x: Term) -> Term:
    return reduce_max(x, keepdims=True)


formula(
    "normalization.min_max",
    "Min-max scaling",
    "最小-最大归一化",
    inputs=[x],
    term=lambda x: (x - lowest(x)) / (highest(x) - lowest(x)),
    result="x'",
    reference="Han, Kamber and Pei 2012, eq. 3.8",
    pitfalls=[
        pitfall("divided_by_largest", "divided by the range", "应除以极差", lambda x: (x - lowest(x)) / highest(x)),
        pitfall(
            "from_the_top",
            "the smallest value is taken off",
            "应减去最小值",
            lambda x: (x - highest(x)) / (highest(x) - lowest(x)),
        ),
        pitfall(
            "not_shifted",
            "the smallest value is taken off first",
            "应先减去最小值",
            lambda x: x / (highest(x) - lowest(x)),
        ),
    ],
)


def length(x: Term) -> Term:
    return let(r"\|x\|_{2}", sqrt(reduce_sum(x**2)))


formula(
    "normalization.unit_length",
    "Scaling to unit length",
    "单位长度归一化",
    inputs=[x],
    term=lambda x: x / length(x),
    result=r"\hat{x}",
    reference="Golub and Van Loan 2013, section 2.2",
    pitfalls=[
        pitfall(
            "root_missing",
            "divided by the norm, not by its square",
            "应除以范数，而不是范数的平方",
            lambda x: x / reduce_sum(x**2),
        ),
        pitfall(
            "sum",
            "divided by the norm, not by the sum",
            "应除以范数，而不是总和",
            lambda x: x / reduce_sum(x),
        ),
        pitfall(
            "root_mean",
            "the sum of squares, not their mean",
            "是平方和，而不是平方的均值",
            lambda x: x / sqrt(mean(x**2)),
        ),
    ],
)
