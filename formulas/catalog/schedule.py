"""Learning-rate schedules: the rate at a step, from integers and a few real numbers."""

from typing import Any

from ..lang import Const, Le, Rational, Term, cos, exp, floor, maximum, minimum, pi, scalar, size
from ..model import pitfall, variant
from ..registry import formula
from ..terms import half_turn

d, t, T, w, s = size("d_model"), size("t", 0), size("T"), size("w"), size("s")
step, warmup = size("step"), size("warmup")
eta, eta_0 = scalar("eta", low=0), scalar("eta_0", tex=r"\eta_{0}", low=0)
eta_min, eta_max = (scalar(f"eta_{m}", tex=rf"\eta_{{{m}}}", low=0) for m in ("min", "max"))
gamma = scalar("gamma", low=0, high=1)
k = scalar("k", low=0)
ETA = r"\eta_{t}"


def power(base: Any, top: int, bottom: int = 2) -> Any:
    return base ** Rational(top, bottom)


def noam(d: Any, step: Any, warmup: Any) -> Term:
    return power(d, -1) * minimum(power(step, -1), Const(step * power(warmup, -3)))


formula(
    "schedule.warmup_inverse_sqrt",
    "Warm-up, then inverse square root (Transformer)",
    "预热后按平方根倒数衰减（Transformer）",
    inputs=[d, step, warmup],
    term=noam,
    result=r"\mathrm{lrate}",
    reference="Vaswani et al. 2017, eq. 3",
    pitfalls=[
        pitfall(
            "larger",
            "the smaller of the two counts: min, not max",
            "取两者中较小者：应为 min 而不是 max",
            lambda d, t, w: power(d, -1) * maximum(power(t, -1), Const(t * power(w, -3))),
        ),
        pitfall(
            "width_grows",
            "the rate falls with the width: d^(−1/2)",
            "学习率随宽度减小：d^(−1/2)",
            lambda d, t, w: power(d, 1) * minimum(power(t, -1), Const(t * power(w, -3))),
        ),
        pitfall(
            "warmup_power",
            "the power of the warm-up is −3/2, so that both parts meet there",
            "预热步数的幂次是 −3/2，两段在此衔接",
            lambda d, t, w: power(d, -1) * minimum(power(t, -1), Const(t * power(w, -1))),
        ),
        pitfall(
            "exchanged",
            "step and warm-up are exchanged in the second part",
            "第二项中步数与预热步数互换了",
            lambda d, t, w: power(d, -1) * minimum(power(t, -1), Const(w * power(t, -3))),
        ),
    ],
)


formula(
    "schedule.cosine",
    "Cosine annealing",
    "余弦退火",
    inputs=[eta_min, eta_max, t, T],
    term=half_turn,
    result=ETA,
    reference="Loshchilov and Hutter 2017 (SGDR), eq. 5",
    requires=[Le(t.symbol, T.symbol)],
    variants=[
        variant(
            "to_zero",
            "down to 0",
            "降到 0",
            lambda high, t, T: Rational(1, 2) * high * (1 + cos(pi * t / T)),
            inputs=[eta_0, t, T],
            requires=[Le(t.symbol, T.symbol)],
        ),
    ],
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
            "whole_turn",
            "half a turn, not a whole one: π, not 2π",
            "只走半个周期：π 而不是 2π",
            lambda low, high, t, T: low + Rational(1, 2) * (high - low) * (1 + cos(2 * pi * t / T)),
        ),
        pitfall(
            "floor_missing",
            "the smallest rate is added",
            "还要加上最小学习率",
            lambda low, high, t, T: Rational(1, 2) * (high - low) * (1 + cos(pi * t / T)),
        ),
    ],
)

formula(
    "schedule.exponential",
    "Exponential decay",
    "指数衰减",
    inputs=[eta_0, gamma, t],
    term=lambda eta, gamma, t: eta * gamma**t,
    result=ETA,
    reference="Bengio 2012, Practical recommendations, section 3.1",
    variants=[
        variant(
            "natural",
            "with the natural base: e^(−kt)",
            "以 e 为底：e^(−kt)",
            lambda eta, k, t: eta * exp(-(k * t)),
            inputs=[eta_0, k, t],
        ),
    ],
    pitfalls=[
        pitfall(
            "linear",
            "γ to the power t, not times t",
            "是 γ 的 t 次幂，而不是乘以 t",
            lambda eta, gamma, t: eta * gamma * t,
        ),
        pitfall("growing", "the rate falls", "学习率应下降", lambda eta, gamma, t: eta / gamma**t),
        pitfall(
            "one_step_late",
            "the first step still has η₀",
            "第 0 步仍为 η₀",
            lambda eta, gamma, t: eta * gamma ** (t + 1),
        ),
    ],
)

formula(
    "schedule.step",
    "Step decay",
    "阶梯衰减",
    inputs=[eta_0, gamma, t, s],
    term=lambda eta, gamma, t, s: eta * gamma ** floor(t / s),
    result=ETA,
    reference="He et al. 2016, section 3.4; Goodfellow et al. 2016, section 8.3.1",
    pitfalls=[
        pitfall(
            "not_floored",
            "the power is a whole number of steps",
            "幂次要向下取整",
            lambda eta, gamma, t, s: eta * gamma ** (t / s),
        ),
        pitfall("every_step", "once in s steps", "每 s 步才衰减一次", lambda eta, gamma, t, s: eta * gamma**t),
        pitfall(
            "upside_down",
            "steps over their number in a stage",
            "应为步数除以阶段长度",
            lambda eta, gamma, t, s: eta * gamma ** floor(s / (t + 1)),
        ),
    ],
)

formula(
    "schedule.linear_warmup",
    "Linear warm-up",
    "线性预热",
    inputs=[eta, t, w],
    term=lambda eta, t, w: eta * minimum(1, Const(t / w)),
    result=ETA,
    reference="Goyal et al. 2017, section 2.2",
    pitfalls=[
        pitfall(
            "no_end",
            "the rate stays at η after the warm-up",
            "预热结束后学习率保持为 η",
            lambda eta, t, w: eta * (t / w),
        ),
        pitfall(
            "upside_down",
            "the step stands above the warm-up",
            "步数在上，预热步数在下",
            lambda eta, t, w: eta * minimum(1, Const(w / (t + 1))),
        ),
        pitfall(
            "from_the_top",
            "the rate rises during the warm-up",
            "预热期间学习率上升",
            lambda eta, t, w: eta * (1 - minimum(1, Const(t / w))),
        ),
    ],
)

formula(
    "schedule.inverse_time",
    "Inverse time decay",
    "反时间衰减",
    inputs=[eta_0, k, t],
    term=lambda eta, k, t: eta / (1 + k * t),
    result=ETA,
    reference="Bottou 2012, section 5.2",
    pitfalls=[
        pitfall(
            "one_missing",
            "the first step has η₀: 1 + k t",
            "第 0 步为 η₀：分母是 1 + kt",
            lambda eta, k, t: eta / (k * (t + 1)),
        ),
        pitfall("growing", "the rate falls", "学习率应下降", lambda eta, k, t: eta * (1 + k * t)),
        pitfall(
            "minus",
            "1 + k t, not 1 − k t",
            "分母是 1 + kt，而不是 1 − kt",
            lambda eta, k, t: eta / (1 - k * t),
        ),
    ],
)
