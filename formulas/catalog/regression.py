"""Linear and logistic regression: prediction, cost, gradients. Samples in rows of X."""

from collections.abc import Callable
from typing import Any

from ..lang import Term, bias, data, dims, let, log, reduce_sum, scalar, sigmoid, softplus, tanh, weight
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

d, m = dims("d m")
x, X, y = data("x", d), data("X", m, d), data("y", m)
w, b = weight("w", d), bias("b")
labels = data("y", m, low=0, high=1)
BISHOP = "Bishop 2006, section 3.1"
LOGISTIC = "Bishop 2006, section 4.3.2"
NG = "Ng, CS229 lecture notes, part I"
MINUS = ("the gradient is prediction less target", "梯度是预测减目标：符号错了")
DIVIDED = ("the gradient of a mean is divided by m", "均值的梯度要除以 m")


def line(X: Term, w: Term, b: Term) -> Term:
    """Predictions for all rows."""
    return let(r"\hat{y}", X @ w + b)


formula(
    "regression.linear.prediction",
    "Linear regression",
    "线性回归的预测",
    inputs=[x, w, b],
    term=lambda x, w, b: w @ x + b,
    result=r"\hat{y}",
    reference=BISHOP,
    variants=[
        variant("rows", "for all rows of X", "对 X 的所有行", lambda X, w, b: X @ w + b, inputs=[X, w, b]),
    ],
    pitfalls=[
        pitfall("minus", "the bias is added", "偏置应相加", lambda x, w, b: w @ x - b),
        pitfall(
            "bias_scaled", "the bias is not multiplied by the input", "偏置不与输入相乘", lambda x, w, b: (w + b) @ x
        ),
        pitfall("bounded", "the prediction is not squashed", "预测值不经过激活函数", lambda x, w, b: tanh(w @ x + b)),
    ],
)


def squares(X: Term, y: Term, w: Term, b: Term) -> Any:
    p = line(X, w, b)
    return total(m, lambda i: (p.at(i) - y.at(i)) ** 2)


COST = [X, y, w, b]

formula(
    "regression.linear.cost",
    "Cost of linear regression",
    "线性回归的代价函数",
    inputs=COST,
    term=lambda X, y, w, b: number(squares(X, y, w, b) / (2 * m)),
    result="J",
    reference=NG,
    variants=[
        variant("mean", "without the half", "不带 1/2", lambda X, y, w, b: number(squares(X, y, w, b) / m)),
        variant(
            "predictions_given",
            "from the predictions",
            "由预测值计算",
            lambda p, y: number(total(m, lambda i: (p.at(i) - y.at(i)) ** 2) / (2 * m)),
            inputs=[data("y_hat", m, tex=r"\hat{y}"), y],
        ),
    ],
    pitfalls=[
        pitfall("not_divided", "divided by 2m", "还要除以 2m", lambda X, y, w, b: number(squares(X, y, w, b) / 2)),
        pitfall(
            "not_squared",
            "the differences are squared",
            "差要平方",
            lambda X, y, w, b: number(total(m, lambda i: line(X, w, b).at(i) - y.at(i)) / (2 * m)),
        ),
        pitfall(
            "sum",
            "the difference counts, not the sum",
            "应取差，而不是和",
            lambda X, y, w, b: number(squares(X, -y, w, b) / (2 * m)),
        ),
    ],
)


def slope(predict: Callable[[Term], Term], by: Any = m, sign: int = 1) -> Callable[..., Term]:
    def build(X: Term, y: Term, w: Term, b: Term) -> Term:
        p = let(r"\hat{y}", predict(X @ w + b))
        rest = p - y if sign > 0 else y - p
        return X.T @ rest / by if by != 1 else X.T @ rest

    return build


def level(predict: Callable[[Term], Term], by: Any = m, sign: int = 1) -> Callable[..., Term]:
    def build(X: Term, y: Term, w: Term, b: Term) -> Term:
        p = let(r"\hat{y}", predict(X @ w + b))
        rest = p - y if sign > 0 else y - p
        return reduce_sum(rest) / by if by != 1 else reduce_sum(rest)

    return build


def same(z: Term) -> Term:
    return z


formula(
    "regression.linear.weight_gradient",
    "Gradient of the linear cost by the weights",
    "线性回归代价对权重的梯度",
    inputs=COST,
    term=slope(same),
    result=r"\nabla_{w} J",
    reference=NG,
    variants=[
        variant("of_mean", "of the cost without the half", "代价不带 1/2 时", lambda *i: 2 * slope(same)(*i)),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, slope(same, sign=-1)),
        pitfall("not_divided", *DIVIDED, slope(same, by=1)),
        pitfall(
            "targets_missing", "the targets are taken off", "还要减去目标", lambda X, y, w, b: X.T @ (X @ w + b) / m
        ),
    ],
)

formula(
    "regression.linear.bias_gradient",
    "Gradient of the linear cost by the bias",
    "线性回归代价对偏置的梯度",
    inputs=COST,
    term=level(same),
    result=r"\frac{\partial J}{\partial b}",
    reference=NG,
    pitfalls=[
        pitfall("sign", *MINUS, level(same, sign=-1)),
        pitfall("not_divided", *DIVIDED, level(same, by=1)),
        pitfall(
            "bias_missing", "the prediction has the bias", "预测值含偏置", lambda X, y, w, b: reduce_sum(X @ w - y) / m
        ),
    ],
)

formula(
    "regression.logistic.prediction",
    "Logistic regression",
    "逻辑回归的预测",
    inputs=[x, w, b],
    term=lambda x, w, b: sigmoid(w @ x + b),
    result=r"\hat{y}",
    reference=LOGISTIC,
    variants=[
        variant("rows", "for all rows of X", "对 X 的所有行", lambda X, w, b: sigmoid(X @ w + b), inputs=[X, w, b]),
    ],
    pitfalls=[
        pitfall(
            "bias_outside",
            "the bias belongs inside the sigmoid",
            "偏置应在 sigmoid 之内",
            lambda x, w, b: sigmoid(w @ x) + b,
        ),
        pitfall("sign", "the sigmoid of +(w x + b)", "应为 σ(+(wx + b))", lambda x, w, b: sigmoid(-(w @ x + b))),
        pitfall(
            "tanh",
            "a probability: sigmoid, not tanh",
            "概率应由 sigmoid 给出，而不是 tanh",
            lambda x, w, b: tanh(w @ x + b),
        ),
    ],
)


def logistic(part: Callable[[Any, Any, Any, Any], Any]) -> Callable[..., Term]:
    """The mean of ``part(y, z, log(1 + e^z), log(1 + e^−z))``."""

    def build(X: Term, y: Term, w: Term, b: Term) -> Term:
        z = let("z", X @ w + b)
        up, down = softplus(z), softplus(-z)
        return number(total(m, lambda i: part(y.at(i), z.at(i), up.at(i), down.at(i))) / m)

    return build


def likelihood(y: Term, p: Term) -> Any:
    return total(m, lambda i: y.at(i) * log(p.at(i)) + (1 - y.at(i)) * log(1 - p.at(i)))


formula(
    "regression.logistic.cost",
    "Cost of logistic regression",
    "逻辑回归的代价函数",
    inputs=[X, labels, w, b],
    term=logistic(lambda y, z, up, down: up - y * z),
    result="J",
    reference="Bishop 2006, eq. 4.90, by logits",
    variants=[
        variant(
            "predictions_given",
            "from the predictions",
            "由预测值计算",
            lambda y, p: number(-likelihood(y, p) / m),
            inputs=[labels, data("y_hat", m, tex=r"\hat{y}", low=0, high=1)],
        ),
    ],
    pitfalls=[
        pitfall("sign", "y z is taken off", "y z 应减去", logistic(lambda y, z, up, down: up + y * z)),
        pitfall(
            "classes_exchanged",
            "log(1 + e^(−z)) belongs to the positive class",
            "log(1 + e^(−z)) 对应正类：两类互换了",
            logistic(lambda y, z, up, down: y * up + (1 - y) * down),
        ),
        pitfall(
            "negative_missing",
            "the negative class counts too",
            "负类也要计入",
            logistic(lambda y, z, up, down: y * down),
        ),
    ],
)

formula(
    "regression.logistic.weight_gradient",
    "Gradient of the logistic cost by the weights",
    "逻辑回归代价对权重的梯度",
    inputs=[X, labels, w, b],
    term=slope(sigmoid),
    result=r"\nabla_{w} J",
    reference="Bishop 2006, eq. 4.91, averaged",
    pitfalls=[
        pitfall("sign", *MINUS, slope(sigmoid, sign=-1)),
        pitfall("not_divided", *DIVIDED, slope(sigmoid, by=1)),
        pitfall("logits", "the probabilities, not the logits", "应为概率，而不是 logits", slope(same)),
        pitfall(
            "slope_again",
            "the slope of the sigmoid cancels",
            "sigmoid 的导数已相消",
            lambda X, y, w, b: X.T @ ((sigmoid(X @ w + b) - y) * sigmoid(X @ w + b) * (1 - sigmoid(X @ w + b))) / m,
        ),
    ],
)


def centred(x: Term) -> Callable[[Any], Any]:
    mean = total(m, lambda i: x.at(i), "j") / m
    return lambda i: x.at(i) - mean


def least_squares(below: str = "x") -> Callable[[Term, Term], Term]:
    def build(x: Term, y: Term) -> Term:
        u, v = centred(x), centred(y)
        w = u if below == "x" else v
        return number(total(m, lambda i: u(i) * v(i)) / total(m, lambda i: w(i) ** 2, "k"))

    return build


one_feature = data("x", m)
formula(
    "regression.simple.slope",
    "Slope of a least-squares line",
    "最小二乘直线的斜率",
    inputs=[one_feature, y],
    term=least_squares(),
    result=r"\beta_{1}",
    reference="James et al. 2013, eq. 3.4",
    pitfalls=[pitfall("below", "the spread of x stands below", "分母是 x 的离差平方和", least_squares("y"))],
)

mean_x, mean_y, level_of = scalar("xm", tex=r"\bar{x}"), scalar("ym", tex=r"\bar{y}"), scalar("beta", tex=r"\beta_{1}")
formula(
    "regression.simple.intercept",
    "Intercept of a least-squares line",
    "最小二乘直线的截距",
    inputs=[mean_x, mean_y, level_of],
    term=lambda x, y, b: y - b * x,
    result=r"\beta_{0}",
    reference="James et al. 2013, eq. 3.4",
    pitfalls=[pitfall("plus", "what the slope explains is taken off", "应减去斜率乘均值", lambda x, y, b: y + b * x)],
)

across = data("K_star", m, tex="K_{*}")
formula(
    "regression.kernel",
    "Kernel ridge regression and the mean of a Gaussian process, for coefficients that solve (K + λI) α = y",
    "核岭回归与高斯过程的均值（系数满足 (K + λI) α = y）",
    inputs=[across, data("alpha", m)],
    term=lambda k, a: k @ a,
    result=r"\mu_{*}",
    reference="Rasmussen and Williams 2006, eq. 2.25",
    pitfalls=[pitfall("negative", "the mean has no minus", "均值前没有负号", lambda k, a: -(k @ a))],
)
