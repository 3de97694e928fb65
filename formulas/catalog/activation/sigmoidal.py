"""Sigmoid and hyperbolic tangent."""

from ...lang import data, dims, exp, sigmoid, tanh
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)

formula(
    "activation.sigmoid",
    "Sigmoid",
    "Sigmoid 函数",
    inputs=[x],
    term=sigmoid,
    result=r"\sigma\left(x\right)",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 3.30",
    variants=[
        variant("by_tanh", "(1 + tanh(x/2)) / 2", "用 tanh 表示", lambda x: (1 + tanh(x / 2)) / 2),
    ],
    pitfalls=[
        pitfall(
            "exponent_positive",
            "the exponent has the wrong sign: the function falls",
            "指数的符号反了：函数变为递减",
            lambda x: 1 / (1 + exp(x)),
        ),
        pitfall(
            "minus_in_denominator",
            "1 minus the exponential below the line: a pole at 0",
            "分母中应为加号：减号在 0 处有极点",
            lambda x: 1 / (1 - exp(-x)),
        ),
        pitfall(
            "numerator_mixed_up",
            "e^(−x) above the line belongs to the falling function 1 − σ(x)",
            "分子为 e^(−x) 得到的是 1 − σ(x)",
            lambda x: exp(-x) / (1 + exp(-x)),
        ),
        pitfall("tanh_instead", "tanh, which runs from −1 to 1", "用了值域为 (−1, 1) 的 tanh", lambda x: tanh(x)),
    ],
)

formula(
    "activation.tanh",
    "Hyperbolic tangent",
    "双曲正切",
    inputs=[x],
    term=lambda x: tanh(x),
    result=r"\tanh\left(x\right)",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.3.2",
    variants=[
        variant("by_sigmoid", "2 σ(2x) − 1", "用 sigmoid 表示", lambda x: 2 * sigmoid(2 * x) - 1),
    ],
    pitfalls=[
        pitfall(
            "sign_swapped",
            "plus above and minus below the line: the reciprocal",
            "分子分母的加减号颠倒：得到的是倒数",
            lambda x: (exp(x) + exp(-x)) / (exp(x) - exp(-x)),
        ),
        pitfall(
            "exponent_not_doubled",
            "2σ(x) − 1 is tanh(x/2): the argument is doubled as well",
            "2σ(x) − 1 等于 tanh(x/2)：自变量也要加倍",
            lambda x: 2 * sigmoid(x) - 1,
        ),
        pitfall(
            "not_shifted",
            "2σ(2x) without the −1: the range is (0, 2)",
            "缺少 −1：值域成了 (0, 2)",
            lambda x: 2 * sigmoid(2 * x),
        ),
        pitfall(
            "falling",
            "the difference above the line is reversed",
            "分子的差写反",
            lambda x: (exp(-x) - exp(x)) / (exp(x) + exp(-x)),
        ),
    ],
)
