"""Variances and ranges of initial weights, from the numbers of inputs and outputs."""

from collections.abc import Callable
from typing import Any

from ..lang import Const, size, sqrt
from ..model import pitfall, variant
from ..registry import formula

n_in, n_out = size("n_in"), size("n_out")
GLOROT = "Glorot and Bengio 2010, eq. 12 and eq. 16"
HE = "He et al. 2015, eq. 10"
VAR = r"\operatorname{Var}\left(W\right)"


def const(value: Callable[..., Any]) -> Callable[..., Const]:
    return lambda *sizes: Const(value(*sizes))


formula(
    "initialization.xavier_variance",
    "Variance of Xavier (Glorot) initialisation",
    "Xavier（Glorot）初始化的方差",
    inputs=[n_in, n_out],
    term=const(lambda a, b: 2 / (a + b)),
    result=r"\sigma^{2}",
    reference=GLOROT,
    variants=[
        variant("var", "written Var(W)", "记作 Var(W)", const(lambda a, b: 2 / (a + b)), result=VAR),
        variant(
            "deviation",
            "the standard deviation",
            "标准差",
            const(lambda a, b: sqrt(2 / (a + b))),
            result=r"\sigma",
        ),
    ],
    pitfalls=[
        pitfall("one_on_top", "2 stands on top", "分子是 2", const(lambda a, b: 1 / (a + b))),
        pitfall("product", "the sum of inputs and outputs", "分母是输入与输出数之和", const(lambda a, b: 2 / (a * b))),
        pitfall("inputs_only", "outputs count too", "还要计入输出数", const(lambda a, b: 2 / a)),
    ],
)

formula(
    "initialization.xavier_bound",
    "Bound of uniform Xavier initialisation",
    "Xavier 均匀初始化的界",
    inputs=[n_in, n_out],
    term=const(lambda a, b: sqrt(6 / (a + b))),
    result="a",
    reference=GLOROT,
    variants=[
        variant(
            "limit", "written as a limit", "记作 limit", const(lambda a, b: sqrt(6 / (a + b))), result=r"\mathrm{limit}"
        ),
    ],
    pitfalls=[
        pitfall(
            "variance",
            "√6, since the variance of U(−a, a) is a²/3",
            "应为 √6：U(−a, a) 的方差是 a²/3",
            const(lambda a, b: sqrt(2 / (a + b))),
        ),
        pitfall("root_missing", "the root is missing", "缺少开方", const(lambda a, b: 6 / (a + b))),
        pitfall("three", "6, not 3", "应为 6 而不是 3", const(lambda a, b: sqrt(3 / (a + b)))),
    ],
)

formula(
    "initialization.he_variance",
    "Variance of He (Kaiming) initialisation",
    "He（Kaiming）初始化的方差",
    inputs=[n_in],
    term=const(lambda a: 2 / a),
    result=r"\sigma^{2}",
    reference=HE,
    variants=[
        variant("var", "written Var(W)", "记作 Var(W)", const(lambda a: 2 / a), result=VAR),
        variant("deviation", "the standard deviation", "标准差", const(lambda a: sqrt(2 / a)), result=r"\sigma"),
    ],
    pitfalls=[
        pitfall("root", "the variance, not the deviation", "是方差，而不是标准差", const(lambda a: sqrt(2 / a))),
        pitfall("squared", "divided by n, not by its square", "除以 n，而不是 n 的平方", const(lambda a: 2 / a**2)),
    ],
)

formula(
    "initialization.he_bound",
    "Bound of uniform He initialisation",
    "He 均匀初始化的界",
    inputs=[n_in],
    term=const(lambda a: sqrt(6 / a)),
    result="a",
    reference=HE,
    pitfalls=[
        pitfall(
            "variance",
            "√6, since the variance of U(−a, a) is a²/3",
            "应为 √6：U(−a, a) 的方差是 a²/3",
            const(lambda a: sqrt(2 / a)),
        ),
        pitfall("root_missing", "the root is missing", "缺少开方", const(lambda a: 6 / a)),
    ],
)

formula(
    "initialization.lecun_variance",
    "Variance of LeCun initialisation",
    "LeCun 初始化的方差",
    inputs=[n_in],
    term=const(lambda a: 1 / a),
    result=r"\sigma^{2}",
    reference="LeCun et al. 1998, Efficient BackProp, eq. 16",
    pitfalls=[
        pitfall("root", "the variance, not the deviation", "是方差，而不是标准差", const(lambda a: sqrt(1 / a))),
        pitfall("squared", "divided by n, not by its square", "除以 n，而不是 n 的平方", const(lambda a: 1 / a**2)),
    ],
)
