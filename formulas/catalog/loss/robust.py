"""More losses of regression and counts: smooth L1, log-cosh, quantile, Poisson, percentages, logarithms."""

from collections.abc import Callable
from typing import Any

from ...lang import (
    Rational,
    Term,
    absolute,
    data,
    dims,
    exp,
    greater,
    less,
    log,
    maximum,
    minimum,
    scalar,
    softplus,
    where,
)
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

(n,) = dims("n")
y, p = data("y", n), data("y_hat", n, tex=r"\hat{y}")
beta, q = scalar("beta", low=0), scalar("q", low=0, high=1)
half = Rational(1, 2)
Part = Callable[[Any, Any], Any]


def averaged(part: Part, scale: Any = 1, by: Any = n) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(scale * total(n, lambda i: part(y.at(i), p.at(i))) / by)


def residual(y: Term, p: Term) -> Term:
    return absolute(y - p)


formula(
    "loss.smooth_l1",
    "Smooth L1 loss",
    "平滑 L1 损失",
    inputs=[y, p, beta],
    term=lambda y, p, b: where(less(residual(y, p), b), half * (y - p) ** 2 / b, residual(y, p) - half * b),
    result="L",
    reference="Girshick 2015 (Fast R-CNN), eq. 3, with β as in torch.nn.SmoothL1Loss",
    variants=[
        variant(
            "one",
            "with β = 1",
            "取 β = 1",
            lambda y, p: where(less(residual(y, p), 1), half * (y - p) ** 2, residual(y, p) - half),
            inputs=[y, p],
        ),
    ],
    pitfalls=[
        pitfall(
            "beta_missing",
            "the square is divided by β, so that the two pieces meet",
            "平方要除以 β，两段才能相接",
            lambda y, p, b: where(less(residual(y, p), b), half * (y - p) ** 2, residual(y, p) - half * b),
        ),
        pitfall(
            "gap",
            "β/2 is taken off, so that the two pieces meet",
            "要减去 β/2，两段才能相接",
            lambda y, p, b: where(less(residual(y, p), b), half * (y - p) ** 2 / b, residual(y, p)),
        ),
        pitfall(
            "half_missing",
            "half the square",
            "平方要带 1/2",
            lambda y, p, b: where(less(residual(y, p), b), (y - p) ** 2 / b, residual(y, p) - half * b),
        ),
        pitfall(
            "sides_exchanged",
            "the square near 0, the line further out",
            "小残差取平方，大残差取直线：两段互换了",
            lambda y, p, b: where(greater(residual(y, p), b), half * (y - p) ** 2 / b, residual(y, p) - half * b),
        ),
    ],
)


def quantile(y: Term, p: Term, q: Term) -> Term:
    return maximum(q * (y - p), (q - 1) * (y - p))


formula(
    "loss.quantile",
    "Quantile loss (pinball loss)",
    "分位数损失（pinball 损失）",
    inputs=[y, p, q],
    term=quantile,
    result="L",
    reference="Koenker and Bassett 1978, eq. 1.4",
    pitfalls=[
        pitfall(
            "weights_exchanged",
            "q weighs what is predicted too low",
            "q 加权的是低估的部分：两者互换了",
            lambda y, p, q: maximum((1 - q) * (y - p), -q * (y - p)),
        ),
        pitfall(
            "minimum", "the larger of the two", "应取较大者", lambda y, p, q: minimum(q * (y - p), (q - 1) * (y - p))
        ),
        pitfall(
            "sign",
            "q − 1 is negative: the loss is not",
            "应为 q − 1，损失才不为负",
            lambda y, p, q: maximum(q * (y - p), (1 - q) * (y - p)),
        ),
    ],
)


def log_cosh(scale: Any, first: Callable[[Term], Term], less_two: bool = True) -> Callable[[Term, Term], Term]:
    def build(y: Term, p: Term) -> Term:
        r = p - y
        value = first(r) + softplus(scale * r)
        return value - log(2) if less_two else value

    return build


formula(
    "loss.log_cosh",
    "Logarithm of the hyperbolic cosine of the error (log-cosh loss)",
    "对数双曲余弦损失（log-cosh）",
    inputs=[y, p],
    term=log_cosh(-2, lambda r: r),
    result="L",
    reference="Chen, Rao, Wang and Ma 2019; log cosh r = r + log(1 + e^(−2r)) − log 2",
    variants=[
        variant(
            "exponentials",
            "by exponentials",
            "用指数表示",
            lambda y, p: log((exp(p - y) + exp(-(p - y))) / 2),
            inputs=[data("y", n, low=-9, high=9), data("y_hat", n, tex=r"\hat{y}", low=-9, high=9)],
        ),
    ],
    pitfalls=[
        pitfall("two_missing", "e^(−2r): the two is missing", "应为 e^(−2r)：缺少 2", log_cosh(-1, lambda r: r)),
        pitfall(
            "constant_missing",
            "log 2 is taken off: 0 at 0",
            "要减去 log 2：在 0 处为 0",
            log_cosh(-2, lambda r: r, False),
        ),
        pitfall("sign", "r is added", "r 应相加", log_cosh(-2, lambda r: -r)),
    ],
)

rate, seen = data("y_hat", n, tex=r"\hat{y}", low=0), data("y", n, low=0)

formula(
    "loss.poisson",
    "Poisson loss",
    "泊松损失",
    inputs=[seen, rate],
    term=averaged(lambda y, p: p - y * log(p)),
    result="L",
    reference="Cameron and Trivedi 1998; the negative logarithm of the likelihood without its constant",
    pitfalls=[
        pitfall("sign", "the logarithm is taken off", "对数项应减去", averaged(lambda y, p: p + y * log(p))),
        pitfall("rate_missing", "the rate itself is added", "还要加上速率本身", averaged(lambda y, p: -y * log(p))),
        pitfall(
            "target_missing", "the count weighs the logarithm", "计数是对数的权重", averaged(lambda y, p: p - log(p))
        ),
        pitfall(
            "exchanged",
            "the logarithm is of the prediction",
            "对预测取对数：两者互换了",
            averaged(lambda y, p: y - p * log(y)),
        ),
    ],
)

formula(
    "loss.mean_squared_logarithmic_error",
    "Mean squared logarithmic error",
    "均方对数误差（MSLE）",
    inputs=[seen, rate],
    term=averaged(lambda y, p: (log(1 + y) - log(1 + p)) ** 2),
    result=r"\mathrm{MSLE}",
    reference="Kaggle 2011; Keras documentation, MeanSquaredLogarithmicError",
    pitfalls=[
        pitfall(
            "one_missing",
            "log(1 + y): 0 has no logarithm",
            "应为 log(1 + y)：0 没有对数",
            averaged(lambda y, p: (log(y) - log(p)) ** 2),
        ),
        pitfall("not_squared", "the difference is squared", "差要平方", averaged(lambda y, p: log(1 + y) - log(1 + p))),
        pitfall(
            "logarithm_of_error",
            "the difference of logarithms, not the logarithm of the difference",
            "对数之差，而不是差的对数",
            averaged(lambda y, p: log(1 + (y - p) ** 2) ** 2),
        ),
        pitfall(
            "sum",
            "the difference of the logarithms",
            "应取对数之差",
            averaged(lambda y, p: (log(1 + y) + log(1 + p)) ** 2),
        ),
    ],
)

positive = data("y", n, low=1, high=9)


def ratio(y: Any, p: Any) -> Any:
    return abs((y - p) / y)


formula(
    "loss.mean_absolute_percentage_error",
    "Mean absolute percentage error",
    "平均绝对百分比误差（MAPE）",
    inputs=[positive, p],
    term=averaged(ratio, 100),
    result=r"\mathrm{MAPE}",
    reference="Makridakis 1993; Hyndman and Koehler 2006, section 2.2",
    variants=[
        variant("share", "as a share, without the 100", "写成比例，不带 100", averaged(ratio)),
    ],
    pitfalls=[
        pitfall(
            "divided_by_prediction",
            "divided by the target",
            "应除以目标",
            averaged(lambda y, p: abs((y - p) / (1 + p**2)), 100),
        ),
        pitfall(
            "bars_missing",
            "absolute values: errors do not cancel",
            "取绝对值：误差不应相消",
            averaged(lambda y, p: (y - p) / y, 100),
        ),
        pitfall("not_divided", "divided by the target", "还要除以目标", averaged(lambda y, p: abs(y - p), 100)),
        pitfall("summed", "the mean over the samples", "要对样本取平均", averaged(ratio, 100, 1)),
    ],
)

label, score = data("y", n), data("f", n, low=-5, high=5)

formula(
    "loss.exponential",
    "Exponential loss (AdaBoost)",
    "指数损失（AdaBoost）",
    inputs=[data("y", n, low=-2, high=2), score],
    term=averaged(lambda y, f: exp(-y * f)),
    result="L",
    reference="Friedman, Hastie and Tibshirani 2000, eq. 14",
    pitfalls=[
        pitfall(
            "sign",
            "large margins cost little: e^(−y f)",
            "间隔大则损失小：应为 e^(−yf)",
            averaged(lambda y, f: exp(y * f)),
        ),
        pitfall(
            "target_missing", "the sign of the target counts", "还要乘以目标的符号", averaged(lambda y, f: exp(-f))
        ),
        pitfall(
            "outside",
            "minus in the exponent, not before it",
            "负号在指数中，而不在前面",
            averaged(lambda y, f: -exp(y * f)),
        ),
    ],
)
