"""Classical learning in pieces: gradients of losses by predictions and weights, ridge, kernels, clusters, neighbours."""

from collections.abc import Callable
from typing import Any

from ..lang import Rational, Term, data, dims, exp, reduce_sum, scalar, weight
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

m, d, n = dims("m d n")
X, y, p = data("X", m, d), data("y", m), data("y_hat", m, tex=r"\hat{y}")
NG = "Ng, CS229 lecture notes, part I"
MINUS = ("the gradient is prediction less target", "梯度是预测减目标：符号错了")
DIVIDED = ("the gradient of a mean is divided by m", "均值的梯度要除以 m")


def slope(rest: Callable[[Term, Term], Term], by: Any = m) -> Callable[..., Term]:
    return lambda X, y, p: X.T @ rest(y, p) / by if by != 1 else X.T @ rest(y, p)


formula(
    "learning.weight_gradient",
    "Gradient by the weights, from the predictions (linear and logistic regression)",
    "由预测值计算的权重梯度（线性回归与逻辑回归）",
    inputs=[X, y, p],
    term=slope(lambda y, p: p - y),
    result=r"\nabla_{w} J",
    reference=f"{NG}; Bishop 2006, eq. 4.91, averaged",
    variants=[
        variant("sum", "of the summed cost", "代价为求和时", slope(lambda y, p: p - y, 1)),
        variant("dw", "called dw", "记作 dw", slope(lambda y, p: p - y), result="dw"),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, slope(lambda y, p: y - p)),
        pitfall(
            "inputs_missing",
            "multiplied by the inputs",
            "还要乘以输入",
            lambda X, y, p: reduce_sum(p - y) / m,
        ),
        pitfall("target_missing", "the targets are taken off", "还要减去目标", slope(lambda y, p: p)),
        pitfall("sum", "the difference counts", "应取差", slope(lambda y, p: p + y)),
    ],
)


def by_index(part: Callable[[Any, Any, Any], Any], by: Any = m) -> Callable[..., Term]:
    return lambda x, y, p: number(total(m, lambda i: part(x.at(i), y.at(i), p.at(i))) / by)


feature = data("x", m)

formula(
    "learning.one_weight_gradient",
    "Derivative of the cost by one weight, from the predictions",
    "由预测值计算的单个权重的导数",
    inputs=[feature, y, p],
    term=by_index(lambda x, y, p: (p - y) * x),
    result=r"\frac{\partial J}{\partial w}",
    reference=f"{NG}; Bishop 2006, eq. 4.91, averaged",
    variants=[
        variant("sum", "of the summed cost", "代价为求和时", by_index(lambda x, y, p: (p - y) * x, 1)),
        variant("dw", "called dw", "记作 dw", by_index(lambda x, y, p: (p - y) * x), result="dw"),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, by_index(lambda x, y, p: (y - p) * x)),
        pitfall("input_missing", "multiplied by the input", "还要乘以输入", by_index(lambda x, y, p: p - y)),
        pitfall(
            "bracket",
            "the input multiplies the whole difference",
            "输入要乘整个差",
            by_index(lambda x, y, p: x * p - y),
        ),
        pitfall(
            "squared",
            "the difference, not its square",
            "取差，而不是差的平方",
            by_index(lambda x, y, p: (p - y) ** 2 * x),
        ),
    ],
)


def mean_rest(part: Callable[[Any, Any], Any], by: Any = m) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(total(m, lambda i: part(y.at(i), p.at(i))) / by)


formula(
    "learning.bias_gradient",
    "Derivative of the cost by the bias, from the predictions",
    "由预测值计算的偏置的导数",
    inputs=[y, p],
    term=mean_rest(lambda y, p: p - y),
    result=r"\frac{\partial J}{\partial b}",
    reference=NG,
    variants=[
        variant("db", "called db", "记作 db", mean_rest(lambda y, p: p - y), result="db"),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, mean_rest(lambda y, p: y - p)),
        pitfall("not_divided", *DIVIDED, mean_rest(lambda y, p: p - y, 1)),
    ],
)

formula(
    "learning.squared_error_gradient",
    "Gradient of the mean squared error by the predictions",
    "均方误差对预测值的梯度",
    inputs=[y, p],
    term=lambda y, p: 2 * (p - y) / m,
    result=r"\frac{\partial L}{\partial \hat{y}}",
    reference="Goodfellow et al. 2016, section 5.1.4",
    variants=[
        variant("half", "of the error with a half", "损失带 1/2 时", lambda y, p: (p - y) / m),
        variant("half_sum", "of half the sum", "损失为平方和的一半时", lambda y, p: p - y),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, lambda y, p: 2 * (y - p) / m),
        pitfall(
            "square_kept",
            "the derivative of a square is linear",
            "平方的导数是一次的",
            lambda y, p: 2 * (p - y) ** 2 / m,
        ),
        pitfall("sum", "the difference counts", "应取差", lambda y, p: 2 * (p + y) / m),
    ],
)

target, share = data("y", m, low=0, high=1), data("y_hat", m, tex=r"\hat{y}", low=0, high=1)

formula(
    "learning.binary_cross_entropy_gradient",
    "Derivative of the binary cross-entropy by the probability",
    "二元交叉熵对概率的导数",
    inputs=[target, share],
    term=lambda y, p: (p - y) / (p * (1 - p)),
    result=r"\frac{\partial L}{\partial \hat{y}}",
    reference="Bishop 2006, section 4.3.2",
    variants=[
        variant(
            "two_parts",
            "in two parts: −y/ŷ + (1 − y)/(1 − ŷ)",
            "写成两项：−y/ŷ + (1 − y)/(1 − ŷ)",
            lambda y, p: -y / p + (1 - y) / (1 - p),
        ),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, lambda y, p: (y - p) / (p * (1 - p))),
        pitfall(
            "below_missing",
            "divided by ŷ(1 − ŷ): this is the gradient by the logit",
            "还要除以 ŷ(1 − ŷ)：这是对 logit 的梯度",
            lambda y, p: p - y,
        ),
        pitfall("plus", "1 − ŷ below, not 1 + ŷ", "分母是 1 − ŷ，而不是 1 + ŷ", lambda y, p: (p - y) / (p * (1 + p))),
        pitfall(
            "multiplied", "divided by ŷ(1 − ŷ)", "应除以 ŷ(1 − ŷ)，而不是相乘", lambda y, p: (p - y) * (p * (1 - p))
        ),
    ],
)

w, lam = weight("w", d), scalar("lambda_", tex=r"\lambda", low=0)


def penalised(fit: Any, scale: Any) -> Callable[..., Term]:
    def build(y: Term, p: Term, w: Term, lam: Term) -> Term:
        misfit = total(m, lambda i: (y.at(i) - p.at(i)) ** 2)
        return number(fit * misfit + scale * lam.at() * total(d, lambda j: w.at(j) ** 2, "j"))

    return build


formula(
    "learning.ridge_cost",
    "Cost of ridge regression",
    "岭回归的代价函数",
    inputs=[y, p, w, lam],
    term=penalised(1, 1),
    result="J",
    reference="Hoerl and Kennard 1970; Hastie, Tibshirani and Friedman 2009, eq. 3.41",
    variants=[
        variant("halves", "with halves", "两项都带 1/2", penalised(Rational(1, 2), Rational(1, 2))),
        variant("averaged", "averaged over the samples", "对样本取平均", penalised(1 / (2 * m), 1 / (2 * m))),
    ],
    pitfalls=[
        pitfall("bonus", "large weights cost: plus", "权重大要受罚：应为加号", penalised(1, -1)),
        pitfall("misfit_missing", "the misfit costs too", "拟合误差也要计入", penalised(0, 1)),
        pitfall(
            "strength_missing",
            "the strength λ is missing",
            "缺少系数 λ",
            lambda y, p, w, lam: number(
                total(m, lambda i: (y.at(i) - p.at(i)) ** 2) + total(d, lambda j: w.at(j) ** 2, "j")
            ),
        ),
    ],
)

a, b = data("x", d, low=-2, high=2), data("z", d, low=-2, high=2)
gamma = scalar("gamma", low=0, high=2)


def distance(a: Term, b: Term) -> Any:
    return total(d, lambda j: (a.at(j) - b.at(j)) ** 2, "j")


formula(
    "learning.rbf_kernel",
    "Gaussian kernel (RBF)",
    "高斯核（RBF）",
    inputs=[a, b, gamma],
    term=lambda a, b, g: number(exp(-g.at() * distance(a, b))),
    result=r"k\left(x, z\right)",
    reference="Schölkopf and Smola 2002, section 2.3",
    variants=[
        variant(
            "width",
            "by the width: e^(−‖x − z‖² / 2σ²)",
            "用宽度表示：e^(−‖x − z‖² / 2σ²)",
            lambda a, b, s: number(exp(-distance(a, b) / (2 * s.at() ** 2))),
            inputs=[a, b, scalar("sigma", low=1)],
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "far points are not alike: minus",
            "远点不相似：指数应为负",
            lambda a, b, g: number(exp(g.at() * distance(a, b) / (1 + distance(a, b)))),
        ),
        pitfall(
            "not_squared",
            "the distance is squared",
            "距离要平方",
            lambda a, b, g: number(exp(-g.at() * total(d, lambda j: a.at(j) - b.at(j), "j"))),
        ),
        pitfall(
            "divided",
            "γ multiplies the squared distance",
            "γ 乘以距离的平方",
            lambda a, b, g: number(exp(-distance(a, b) / g.at())),
        ),
        pitfall(
            "one_less",
            "the exponential itself",
            "取指数本身",
            lambda a, b, g: number(1 - exp(-g.at() * distance(a, b))),
        ),
    ],
)

member = data("r", n, low=0, high=1)

formula(
    "learning.cluster_centre",
    "Centre of a cluster, weighted (k-means, mixtures)",
    "簇中心的（加权）更新",
    inputs=[member, data("x", n)],
    term=lambda r, x: number(total(n, lambda i: r.at(i) * x.at(i)) / total(n, lambda i: r.at(i))),
    result=r"\mu",
    reference="Bishop 2006, eq. 9.4 and 9.17",
    pitfalls=[
        pitfall(
            "not_divided",
            "divided by the sum of the memberships",
            "要除以隶属度之和",
            lambda r, x: number(total(n, lambda i: r.at(i) * x.at(i))),
        ),
        pitfall(
            "all_points",
            "divided by the points of the cluster, not by all",
            "应除以本簇的点数，而不是全部点数",
            lambda r, x: number(total(n, lambda i: r.at(i) * x.at(i)) / n),
        ),
        pitfall(
            "membership_missing",
            "only the cluster's points count",
            "只计入本簇的点",
            lambda r, x: number(total(n, lambda i: x.at(i)) / total(n, lambda i: r.at(i))),
        ),
        pitfall(
            "upside_down",
            "the weighted sum stands above",
            "加权和在上",
            lambda r, x: number(total(n, lambda i: r.at(i)) / total(n, lambda i: r.at(i) * x.at(i))),
        ),
    ],
)

formula(
    "learning.margin_cost",
    "Cost of a soft-margin support vector machine",
    "软间隔支持向量机的代价",
    inputs=[w, data("xi", n, tex=r"\xi", low=0), scalar("C", low=0)],
    term=lambda w, xi, C: number(
        Rational(1, 2) * total(d, lambda j: w.at(j) ** 2, "j") + C.at() * total(n, lambda i: xi.at(i))
    ),
    result="J",
    reference="Cortes and Vapnik 1995; Bishop 2006, eq. 7.21",
    pitfalls=[
        pitfall(
            "bonus",
            "slack costs: plus",
            "松弛变量要受罚：应为加号",
            lambda w, xi, C: number(
                Rational(1, 2) * total(d, lambda j: w.at(j) ** 2, "j") - C.at() * total(n, lambda i: xi.at(i))
            ),
        ),
        pitfall(
            "strength_missing",
            "the slack is weighted by C",
            "松弛变量要乘以 C",
            lambda w, xi, C: number(
                Rational(1, 2) * total(d, lambda j: w.at(j) ** 2, "j") + total(n, lambda i: xi.at(i))
            ),
        ),
        pitfall(
            "not_squared",
            "the weights are squared",
            "权重要平方",
            lambda w, xi, C: number(
                Rational(1, 2) * total(d, lambda j: w.at(j), "j") + C.at() * total(n, lambda i: xi.at(i))
            ),
        ),
    ],
)
