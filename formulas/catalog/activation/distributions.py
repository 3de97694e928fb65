"""Softmax and its logarithm."""

from ...lang import (
    data,
    dims,
    exp,
    log,
    log_softmax,
    mean,
    reduce_max,
    reduce_sum,
    sigmoid,
    softmax,
)
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)

formula(
    "activation.softmax",
    "Softmax",
    "Softmax 函数",
    inputs=[x],
    term=lambda x: softmax(x),
    result=r"\operatorname{softmax}\left(x\right)",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 4.1",
    variants=[
        variant(
            "shifted",
            "with the maximum subtracted above and below the line",
            "分子分母同时减去最大值",
            lambda x: exp(x - reduce_max(x)) / reduce_sum(exp(x - reduce_max(x))),
        ),
    ],
    pitfalls=[
        pitfall(
            "no_exponential",
            "entries over their sum, without exponentials",
            "未取指数，直接除以各项之和",
            lambda x: x / reduce_sum(x),
        ),
        pitfall(
            "sum_not_of_exponentials",
            "exponentials over the exponential of the sum",
            "指数除以和的指数",
            lambda x: exp(x) / exp(reduce_sum(x)),
        ),
        pitfall(
            "shifted_above_only",
            "the maximum is subtracted above the line only",
            "只有分子减去了最大值",
            lambda x: exp(x - reduce_max(x)) / reduce_sum(exp(x)),
        ),
        pitfall(
            "not_normalised",
            "exponentials that are not divided by their sum",
            "没有除以指数之和",
            lambda x: exp(x),
        ),
        pitfall(
            "negated",
            "of −x: the smallest entry gets the largest share",
            "对 −x 求：最小项占比最大",
            lambda x: softmax(-x),
        ),
        pitfall(
            "sigmoid_instead",
            "a sigmoid for each entry: no sum of one",
            "逐项 sigmoid：和不为 1",
            lambda x: sigmoid(x),
        ),
    ],
)

formula(
    "activation.log_softmax",
    "Logarithm of softmax",
    "Log-softmax 函数",
    inputs=[x],
    term=lambda x: log_softmax(x),
    result=r"\operatorname{log\,softmax}\left(x\right)",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 6.30",
    variants=[
        variant(
            "shifted",
            "with the maximum subtracted first",
            "先减去最大值",
            lambda x: (x - reduce_max(x)) - log(reduce_sum(exp(x - reduce_max(x)))),
        ),
    ],
    pitfalls=[
        pitfall(
            "logarithm_missing",
            "the sum of exponentials itself is subtracted, not its logarithm",
            "减去了指数之和，而不是它的对数",
            lambda x: x - reduce_sum(exp(x)),
        ),
        pitfall(
            "shift_lost",
            "the maximum is subtracted within the sum only",
            "只在求和中减去了最大值",
            lambda x: x - log(reduce_sum(exp(x - reduce_max(x)))),
        ),
        pitfall(
            "mean_of_exponentials",
            "the logarithm of the mean: larger by log n",
            "取了均值的对数：结果多出 log n",
            lambda x: x - log(mean(exp(x))),
        ),
        pitfall(
            "added",
            "the logarithm of the sum is added",
            "对数项的符号反了",
            lambda x: x + log(reduce_sum(exp(x))),
        ),
        pitfall(
            "negated",
            "the negative: a loss, not a log-probability",
            "取了负号：那是损失",
            lambda x: -log_softmax(x),
        ),
    ],
)
