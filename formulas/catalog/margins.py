"""Large margins: support vector machines from the margin to the dual, and the logistic loss of signed labels."""

from collections.abc import Callable
from typing import Any

from ..lang import Rational, absolute, bias, data, dims, exp, log, sqrt, weight
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

n, d = dims("n d")
w, x, b = weight("w", d), data("x", d), bias("b")
alpha, y = data("alpha", n, tex=r"\alpha", low=0.1, high=1), data("y", n)
HALF = Rational(1, 2)
BISHOP = "Bishop 2006, section 7.1"


def length(w: Any) -> Any:
    return sqrt(w @ w)


formula(
    "margins.width",
    "Width of the margin",
    "间隔的宽度",
    inputs=[w],
    term=lambda w: 2 / length(w),
    result=r"\gamma",
    reference=BISHOP,
    variants=[variant("half", "from the hyperplane to one side", "超平面到一侧的距离", lambda w: 1 / length(w))],
    pitfalls=[
        pitfall(
            "squared", "divided by the norm, not by its square", "除以范数，而不是范数的平方", lambda w: 2 / (w @ w)
        ),
        pitfall("turned", "a short w has a wide margin", "w 越短间隔越宽", lambda w: length(w) / 2),
    ],
)

formula(
    "margins.distance",
    "Distance of a point to a hyperplane",
    "点到超平面的距离",
    inputs=[w, x, b],
    term=lambda w, x, b: absolute(w @ x + b) / length(w),
    result="d",
    reference=BISHOP,
    pitfalls=[
        pitfall(
            "squared",
            "divided by the norm, not by its square",
            "除以范数，而不是范数的平方",
            lambda w, x, b: absolute(w @ x + b) / (w @ w),
        ),
        pitfall("minus", "the bias is added", "偏置应相加", lambda w, x, b: absolute(w @ x - b) / length(w)),
    ],
)


def each(part: Callable[[Any, Any, Any], Any]) -> Callable[..., Any]:
    return lambda alpha, y, k: number(total(n, lambda i: part(alpha.at(i), y.at(i), k.at(i))))


formula(
    "margins.weights",
    "Weight of a support vector machine from its multipliers (one feature)",
    "由乘子得到的支持向量机权重（一个特征）",
    inputs=[alpha, y, data("x", n)],
    term=each(lambda a, y, x: a * y * x),
    result="w",
    reference="Bishop 2006, eq. 7.8",
    pitfalls=[
        pitfall("label_missing", "each sample counts with its label", "还要乘以标签", each(lambda a, y, x: a * x))
    ],
)


def dual(part: Callable[[Any, Any], Any], half: Any = HALF, sign: int = -1) -> Callable[..., Any]:
    def build(alpha: Any, y: Any, K: Any) -> Any:
        pairs = total(
            n, lambda i: total(n, lambda j: alpha.at(i) * alpha.at(j) * part(y.at(i), y.at(j)) * K.at(i, j), "j"), "i"
        )
        return number(total(n, lambda i: alpha.at(i), "k") + sign * half * pairs)

    return build


formula(
    "margins.dual",
    "Dual objective of a support vector machine",
    "支持向量机的对偶目标",
    inputs=[alpha, y, data("K", n, n)],
    term=dual(lambda a, b: a * b),
    result="W",
    reference="Bishop 2006, eq. 7.10",
    pitfalls=[
        pitfall("plus", "the pairs are taken off", "二次项应减去", dual(lambda a, b: a * b, sign=1)),
        pitfall("half_missing", "with a half", "缺少 1/2", dual(lambda a, b: a * b, half=1)),
        pitfall("labels_missing", "each pair counts with its labels", "缺少标签 y_i y_j", dual(lambda a, b: 1)),
    ],
)


def signed(part: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda y, s: number(total(n, lambda i: log(1 + exp(part(y.at(i), s.at(i))))))


formula(
    "margins.logistic_loss",
    "Logistic loss of labels −1 and 1",
    "标签取 −1 与 1 的对数损失",
    inputs=[y, data("s", n)],
    term=signed(lambda y, s: -y * s),
    result="L",
    reference="Hastie, Tibshirani and Friedman 2009, eq. 10.18",
    pitfalls=[pitfall("sign", "large margins cost little", "间隔越大损失越小", signed(lambda y, s: y * s))],
)
