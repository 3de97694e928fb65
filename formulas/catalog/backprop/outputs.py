"""The error of a sigmoid output under squared loss, and the gradient through batch normalisation."""

from collections.abc import Callable

from ...lang import Term, data, dims, let, reduce_sum, scalar, sigmoid, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .dense import gradient

n, m = dims("n m")
z, y = data("z", n), data("y", n)


def slope(z: Term) -> Term:
    return let(r"\sigma'\left(z\right)", sigmoid(z) * (1 - sigmoid(z)))


def error(z: Term, y: Term) -> Term:
    return (let("a", sigmoid(z)) - y) * slope(z)


formula(
    "backprop.output_error",
    "Error of a sigmoid output under squared loss",
    "平方损失下 sigmoid 输出层的误差",
    inputs=[z, y],
    term=error,
    result=r"\delta",
    reference="Nielsen 2015, eq. BP1",
    variants=[
        variant(
            "values_given",
            "from the output and the slope as given",
            "给定输出与导数",
            lambda a, y, s: (a - y) * s,
            inputs=[data("a", n), y, data("slope", n, tex=r"f'\left(z\right)")],
        ),
        variant(
            "last_layer",
            "with the number of the layer",
            "带层号",
            lambda a, y, s: (a - y) * s,
            inputs=[data("a", n, tex="a^{(L)}"), y, data("slope", n, tex=r"f'\left(z^{(L)}\right)")],
            result=r"\delta^{(L)}",
        ),
        variant(
            "cross_entropy",
            "under cross-entropy the slope cancels: a − y",
            "交叉熵损失下导数相消：a − y",
            lambda a, y: a - y,
            inputs=[data("a", n), y],
        ),
        variant(
            "cross_entropy_last_layer",
            "under cross-entropy, with the number of the layer",
            "交叉熵损失下，带层号",
            lambda a, y: a - y,
            inputs=[data("a", n, tex="a^{(L)}"), y],
            result=r"\delta^{(L)}",
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "output less target, not the other way round",
            "输出减目标，而不是目标减输出",
            lambda z, y: (y - sigmoid(z)) * slope(z),
        ),
        pitfall(
            "value_for_slope",
            "the slope, not the value",
            "应为导数，而不是函数值",
            lambda z, y: (sigmoid(z) - y) * sigmoid(z),
        ),
        pitfall(
            "doubled",
            "of half the squares: no factor 2",
            "损失带 1/2：没有因子 2",
            lambda z, y: 2 * error(z, y),
        ),
    ],
)

dy, x_hat = data("dy", m), data("x_hat", m, tex=r"\hat{x}")
gamma = scalar("gamma")
variance = data("variance", tex=r"\sigma^{2}", low=0)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)


def shift(dy: Term) -> Term:
    return reduce_sum(dy, keepdims=True)


def stretch(dy: Term, x: Term) -> Term:
    return x * reduce_sum(dy * x, keepdims=True)


def through_norm(inner: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    """γ / (m √(σ² + ε)) times what is left of m dy."""
    return lambda dy, x, gamma, v, e: gamma / (m * sqrt(v + e)) * inner(dy, x)


formula(
    "backprop.batch_norm",
    "Gradient through batch normalisation",
    "批归一化的反向传播",
    inputs=[dy, x_hat, gamma, variance, eps],
    term=through_norm(lambda dy, x: m * dy - shift(dy) - stretch(dy, x)),
    result=gradient("x"),
    reference="Ioffe and Szegedy 2015, section 3, put together",
    pitfalls=[
        pitfall(
            "mean_fixed",
            "the mean depends on x too",
            "均值也依赖于 x：缺少 Σ dy",
            through_norm(lambda dy, x: m * dy - stretch(dy, x)),
        ),
        pitfall(
            "variance_fixed",
            "the variance depends on x too",
            "方差也依赖于 x：缺少 x̂ Σ dy x̂",
            through_norm(lambda dy, x: m * dy - shift(dy)),
        ),
        pitfall(
            "sign",
            "both sums are taken off",
            "两个求和项都应减去",
            through_norm(lambda dy, x: m * dy - shift(dy) + stretch(dy, x)),
        ),
        pitfall(
            "statistics_fixed",
            "the statistics of the batch depend on x",
            "批统计量依赖于 x",
            lambda dy, x, gamma, v, e: gamma / sqrt(v + e) * dy,
        ),
    ],
)
