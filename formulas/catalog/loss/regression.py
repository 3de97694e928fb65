"""Losses of real targets: squared, absolute, Huber."""

from collections.abc import Callable
from typing import Any

from ...lang import Rational, Term, absolute, data, dims, less, scalar, sqrt, where
from ...model import Formula, Pitfall, pitfall, variant
from ...registry import formula
from ...terms import number, total

(n,) = dims("n")
y, y_hat = data("y", n), data("y_hat", n, tex=r"\hat{y}")
one_y, one_y_hat = data("y"), data("y_hat", tex=r"\hat{y}")
delta = scalar("delta", low=0)
BISHOP = "Bishop 2006, eqs. 1.2 and 1.3"


def over(y: Term, p: Term, part: Callable[[Any, Any], Any]) -> Any:
    """Σ part(y_i, ŷ_i)."""
    return total(n, lambda i: part(y.at(i), p.at(i)))


def averaged(part: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(over(y, p, part) / n)


def summed(part: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(over(y, p, part))


def squared(y: Any, p: Any) -> Any:
    return (y - p) ** 2


def distance(y: Any, p: Any) -> Any:
    return absolute(y - p)


def common(part: Callable[[Any, Any], Any]) -> list[Callable[[Formula], Pitfall]]:
    """Mistakes that every average of differences invites."""
    return [
        pitfall(
            "plus",
            "the difference counts, not the sum",
            "应取差，而不是和",
            averaged(lambda y, p: part(y, -p)),
        ),
        pitfall(
            "not_divided",
            "the sum is divided by n",
            "总和还要除以 n",
            lambda y, p: number(over(y, p, part) * n),
        ),
    ]


formula(
    "loss.mean_squared_error",
    "Mean squared error",
    "均方误差",
    inputs=[y, y_hat],
    term=averaged(squared),
    result=r"\mathrm{MSE}",
    reference=BISHOP,
    variants=[
        variant("loss", "called L", "记作 L", averaged(squared), result="L"),
        variant("cost", "called J", "记作 J", averaged(squared), result="J"),
        variant(
            "half",
            "half of it, for a plain gradient",
            "带 1/2，使梯度简洁",
            lambda y, p: number(over(y, p, squared) / (2 * n)),
            result="L",
        ),
        variant("sum", "the sum of squares", "平方和", summed(squared), result="L"),
        variant(
            "half_sum",
            "half the sum of squares",
            "平方和的一半",
            lambda y, p: number(Rational(1, 2) * over(y, p, squared)),
            result="L",
        ),
        variant(
            "one_sample",
            "of one sample",
            "单个样本",
            lambda y, p: (y - p) ** 2,
            inputs=[one_y, one_y_hat],
            result="L",
        ),
        variant(
            "half_of_one_sample",
            "half of it, of one sample",
            "单个样本，带 1/2",
            lambda y, p: Rational(1, 2) * (y - p) ** 2,
            inputs=[one_y, one_y_hat],
            result="L",
        ),
    ],
    pitfalls=[
        *common(squared),
        pitfall("not_squared", "the differences are squared", "差要平方", averaged(lambda y, p: y - p)),
        pitfall(
            "sum_squared",
            "each difference is squared, not their sum",
            "是逐项平方，而不是和的平方",
            lambda y, p: number(over(y, p, lambda a, b: a - b) ** 2 / n),
        ),
        pitfall(
            "squares_apart",
            "the difference is squared, not each part",
            "是差的平方，而不是平方的差",
            averaged(lambda y, p: y**2 - p**2),
        ),
    ],
)

formula(
    "loss.root_mean_squared_error",
    "Root mean squared error",
    "均方根误差",
    inputs=[y, y_hat],
    term=lambda y, p: number(sqrt(over(y, p, squared) / n)),
    result=r"\mathrm{RMSE}",
    reference="Hyndman and Koehler 2006, section 2.1",
    pitfalls=[
        pitfall("root_missing", "the root is missing", "缺少开方", averaged(squared)),
        pitfall(
            "divisor_outside",
            "the root is of the mean, not of the sum",
            "应对平均开方，而不是对总和开方",
            lambda y, p: number(sqrt(over(y, p, squared)) / n),
        ),
        pitfall(
            "root_of_each",
            "the root is taken of the mean, not of each square",
            "应对平均开方，而不是逐项开方",
            averaged(distance),
        ),
    ],
)

formula(
    "loss.mean_absolute_error",
    "Mean absolute error",
    "平均绝对误差",
    inputs=[y, y_hat],
    term=averaged(distance),
    result=r"\mathrm{MAE}",
    reference="Willmott and Matsuura 2005, eq. 3",
    variants=[
        variant("loss", "called L", "记作 L", averaged(distance), result="L"),
        variant(
            "one_sample",
            "of one sample",
            "单个样本",
            lambda y, p: absolute(y - p),
            inputs=[one_y, one_y_hat],
            result="L",
        ),
    ],
    pitfalls=[
        *common(distance),
        pitfall(
            "bars_missing",
            "the differences may cancel: absolute values",
            "差会相互抵消：缺少绝对值",
            averaged(lambda y, p: y - p),
        ),
        pitfall("squared", "absolute values, not squares", "取绝对值，而不是平方", averaged(squared)),
        pitfall(
            "bars_outside",
            "the absolute value of each difference, not of their sum",
            "逐项取绝对值，而不是对和取绝对值",
            lambda y, p: number(absolute(over(y, p, lambda a, b: a - b)) / n),
        ),
    ],
)


def huber(slope: Callable[[Term, Term], Term], near: Callable[[Term], Term]) -> Callable[..., Term]:
    return lambda y, p, delta: where(less(absolute(y - p), delta), near(y - p), slope(absolute(y - p), delta))


def half_square(r: Term) -> Term:
    return Rational(1, 2) * r**2


formula(
    "loss.huber",
    "Huber loss",
    "Huber 损失",
    inputs=[y, y_hat, delta],
    term=huber(lambda r, delta: delta * (r - Rational(1, 2) * delta), half_square),
    result=r"L_{\delta}",
    reference="Huber 1964, section 1",
    variants=[
        variant(
            "smooth",
            "smooth L1: δ = 1",
            "smooth L1：δ = 1",
            lambda y, p: where(less(absolute(y - p), 1), half_square(y - p), absolute(y - p) - Rational(1, 2)),
            inputs=[y, y_hat],
            result="L",
        ),
    ],
    pitfalls=[
        pitfall(
            "gap",
            "the straight part starts where the parabola ends: δ(r − δ/2)",
            "直线段须与抛物线衔接：δ(r − δ/2)",
            huber(lambda r, delta: delta * r, half_square),
        ),
        pitfall(
            "half_missing",
            "the parabola is r² / 2",
            "抛物线段是 r²/2：缺少 1/2",
            huber(lambda r, delta: delta * (r - Rational(1, 2) * delta), lambda r: r**2),
        ),
        pitfall(
            "slope_one",
            "the slope of the straight part is δ",
            "直线段的斜率是 δ",
            huber(lambda r, delta: r - Rational(1, 2) * delta, half_square),
        ),
        pitfall(
            "sides_exchanged",
            "a parabola near 0, straight lines far off",
            "近处是抛物线，远处是直线：两段互换了",
            lambda y, p, delta: where(
                less(absolute(y - p), delta),
                delta * (absolute(y - p) - Rational(1, 2) * delta),
                half_square(y - p),
            ),
        ),
    ],
)
