"""More learning-rate schedules: polynomial, linear, inverse square root, cyclical, warm-up and scaling rules."""

from typing import Any

from ..lang import Const, Le, Rational, Term, absolute, cos, floor, maximum, pi, scalar, size, sqrt
from ..model import pitfall, variant
from ..registry import formula
from ..terms import half_turn

t, T, w, s = size("t", 0), size("T"), size("w"), size("s")
t_cur, T_i = size("T_cur", 0, tex="T_{cur}"), size("T_i", tex="T_{i}")
eta_0, eta_end = scalar("eta_0", tex=r"\eta_{0}", low=0), scalar("eta_end", tex=r"\eta_{end}", low=0)
eta_min, eta_max = (scalar(f"eta_{m}", tex=rf"\eta_{{{m}}}", low=0) for m in ("min", "max"))
power = scalar("p", low=0, high=4)
ETA = r"\eta_{t}"
WITHIN = [Le(t.symbol, T.symbol - 1)]


def left(t: Any, T: Any) -> Term:
    return Const(1 - t / T)


formula(
    "annealing.polynomial",
    "Polynomial decay",
    "多项式衰减",
    inputs=[eta_0, eta_end, t, T, power],
    term=lambda a, b, t, T, p: (a - b) * left(t, T) ** p + b,
    result=ETA,
    reference="Liu, Rabinovich and Berg 2016 (ParseNet), section 3; Keras documentation, PolynomialDecay",
    requires=WITHIN,
    variants=[
        variant(
            "to_zero",
            "down to 0",
            "降到 0",
            lambda a, t, T, p: a * left(t, T) ** p,
            inputs=[eta_0, t, T, power],
            requires=WITHIN,
        ),
    ],
    pitfalls=[
        pitfall(
            "rising",
            "the share of steps left, not of steps done",
            "取剩余步数的比例，而不是已完成的比例",
            lambda a, b, t, T, p: (a - b) * Const((t + 1) / T) ** p + b,
        ),
        pitfall(
            "end_missing",
            "the last rate is added",
            "还要加上最终学习率",
            lambda a, b, t, T, p: (a - b) * left(t, T) ** p,
        ),
        pitfall(
            "sum",
            "from the first rate to the last: their difference",
            "从初始到最终：取两者之差",
            lambda a, b, t, T, p: (a + b) * left(t, T) ** p + b,
        ),
        pitfall("factor", "p is a power", "p 是幂次", lambda a, b, t, T, p: (a - b) * left(t, T) * p + b),
    ],
)

formula(
    "annealing.linear",
    "Linear decay",
    "线性衰减",
    inputs=[eta_0, t, T],
    term=lambda a, t, T: a * left(t, T),
    result=ETA,
    reference="Goodfellow et al. 2016, eq. 8.14, to zero; Devlin et al. 2019, appendix A.2",
    requires=WITHIN,
    pitfalls=[
        pitfall("rising", "the rate falls", "学习率应下降", lambda a, t, T: a * Const((t + 1) / T)),
        pitfall("plus", "1 − t/T, not 1 + t/T", "应为 1 − t/T", lambda a, t, T: a * Const(1 + t / T)),
        pitfall(
            "upside_down",
            "steps done over all steps",
            "已完成步数在上，总步数在下",
            lambda a, t, T: a * Const(1 - T / (t + 1)),
        ),
    ],
)

step = size("t")

formula(
    "annealing.inverse_square_root",
    "Inverse square root decay",
    "平方根倒数衰减",
    inputs=[eta_0, step],
    term=lambda a, t: a / sqrt(t),
    result=ETA,
    reference="Zinkevich 2003; Duchi, Hazan and Singer 2011",
    pitfalls=[
        pitfall("root_missing", "divided by the root of t", "应除以 t 的平方根", lambda a, t: a / t),
        pitfall("growing", "the rate falls", "学习率应下降", lambda a, t: a * sqrt(t)),
        pitfall("squared", "the root, not the square", "取平方根，而不是平方", lambda a, t: a / t**2),
    ],
)


formula(
    "annealing.cosine_restarts",
    "Cosine annealing with warm restarts",
    "带热重启的余弦退火",
    inputs=[eta_min, eta_max, t_cur, T_i],
    term=half_turn,
    result=ETA,
    reference="Loshchilov and Hutter 2017 (SGDR), eq. 5",
    requires=[Le(t_cur.symbol, T_i.symbol)],
    notes={
        "en": "Within one period it is schedule.cosine; at each restart T_cur begins at 0 again, and the next period T_i may be "
        "longer, for instance twice as long",
        "zh": "在一个周期内就是 schedule.cosine；每次重启时 T_cur 从 0 重新计数，下一个周期 T_i 可以更长，例如加倍",
    },
    pitfalls=[
        pitfall(
            "half_missing",
            "1 + cos runs from 2 to 0: the half is missing",
            "1 + cos 从 2 降到 0：缺少 1/2",
            lambda low, high, t, T: low + (high - low) * (1 + cos(pi * t / T)),
        ),
        pitfall(
            "rising",
            "the rate falls: 1 + cos, not 1 − cos",
            "学习率应下降：1 + cos 而不是 1 − cos",
            lambda low, high, t, T: low + Rational(1, 2) * (high - low) * (1 - cos(pi * t / T)),
        ),
        pitfall(
            "one_missing",
            "1 + cos: not negative",
            "应为 1 + cos：不为负",
            lambda low, high, t, T: low + Rational(1, 2) * (high - low) * cos(pi * t / T),
        ),
        pitfall(
            "upside_down",
            "steps done over the length of the period",
            "已过步数在上，周期长度在下",
            lambda low, high, t, T: low + Rational(1, 2) * (high - low) * (1 + cos(pi * T / (t + 1))),
        ),
    ],
)


def triangle(t: Any, s: Any) -> Any:
    cycle = floor(1 + t / (2 * s))
    return absolute(Const(t / s - 2 * cycle + 1))


formula(
    "annealing.cyclical",
    "Cyclical learning rate (triangular)",
    "循环学习率（三角形）",
    inputs=[eta_min, eta_max, t, s],
    term=lambda low, high, t, s: low + (high - low) * maximum(0, 1 - triangle(t, s)),
    result=ETA,
    reference="Smith 2017, section 3.3",
    pitfalls=[
        pitfall(
            "turned",
            "the distance from the middle is taken off one",
            "1 减去到中点的距离",
            lambda low, high, t, s: low + (high - low) * maximum(0, triangle(t, s)),
        ),
        pitfall(
            "floor_missing",
            "the smallest rate is added",
            "还要加上最小学习率",
            lambda low, high, t, s: (high - low) * maximum(0, 1 - triangle(t, s)),
        ),
        pitfall(
            "from_zero",
            "the difference of the two rates",
            "取两个学习率之差",
            lambda low, high, t, s: low + high * maximum(0, 1 - triangle(t, s)),
        ),
    ],
)

batch, base = scalar("B", low=0), scalar("B_0", tex="B_{0}", low=0)

formula(
    "annealing.linear_scaling",
    "Learning rate for another batch size (linear scaling rule)",
    "批量变化时的学习率（线性缩放规则）",
    inputs=[eta_0, batch, base],
    term=lambda a, b, c: a * b / c,
    result=r"\eta",
    reference="Goyal et al. 2017, section 2.1",
    variants=[
        variant("square_root", "by the root of the ratio", "按比值的平方根", lambda a, b, c: a * sqrt(b / c)),
    ],
    pitfalls=[
        pitfall("upside_down", "larger batches have larger rates", "批量大则学习率大", lambda a, b, c: a * c / b),
        pitfall("base_missing", "divided by the batch size of the base rate", "要除以基准批量", lambda a, b, c: a * b),
        pitfall("difference", "the ratio, not the difference", "取比值，而不是差", lambda a, b, c: a * (b - c)),
    ],
)
