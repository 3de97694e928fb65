"""Adam, line by line and as one step."""

from typing import Any

from ...lang import Input, Term, data, let, scalar, size, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .adaptive import NOT_SQUARED
from .descent import ASCENT
from .terms import THETA, before, counted, eps, eta, g, n, now, theta

KINGMA = "Kingma and Ba 2015, algorithm 1"
beta_1, beta_2 = (scalar(f"beta_{k}", low=0, high=1) for k in (1, 2))
m_before, m = before("m", "m"), now("m", "m")
v_before, v = before("v", "v", low=0), now("v", "v", low=0)
m_hat = data("m_hat", n, tex=r"\hat{m}_{t}")
v_hat = data("v_hat", n, tex=r"\hat{v}_{t}", low=0)
t = size("t")


def first(m: Term, g: Term, beta: Term) -> Term:
    return beta * m + (1 - beta) * g


def second(v: Term, g: Term, beta: Term) -> Term:
    return beta * v + (1 - beta) * g**2


formula(
    "optimizer.adam.m",
    "First moment of Adam",
    "Adam 的一阶矩估计",
    inputs=[m_before, g, beta_1],
    term=first,
    result="m_{t}",
    reference=KINGMA,
    variants=counted(first, [m_before, g, beta_1], "m_{t}"),
    pitfalls=[
        pitfall(
            "squared",
            "the square belongs to the second moment",
            "平方属于二阶矩",
            lambda m, g, b: b * m + (1 - b) * g**2,
        ),
        pitfall(
            "weights_exchanged",
            "β₁ belongs to the old moment and 1 − β₁ to the gradient",
            "β₁ 对应旧的矩，1 − β₁ 对应梯度：两者互换了",
            lambda m, g, b: (1 - b) * m + b * g,
        ),
        pitfall(
            "weight_missing",
            "the gradient is weighted by 1 − β₁",
            "梯度要乘以 1 − β₁",
            lambda m, g, b: b * m + g,
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda m, g, b: b * m - (1 - b) * g),
    ],
)

formula(
    "optimizer.adam.v",
    "Second moment of Adam",
    "Adam 的二阶矩估计",
    inputs=[v_before, g, beta_2],
    term=second,
    result="v_{t}",
    reference=KINGMA,
    variants=[
        *counted(second, [v_before, g, beta_2], "v_{t}"),
        variant("product", "g ⊙ g for the square", "平方写作 g ⊙ g", lambda v, g, b: b * v + (1 - b) * (g * g)),
    ],
    pitfalls=[
        pitfall("not_squared", *NOT_SQUARED, lambda v, g, b: b * v + (1 - b) * g),
        pitfall(
            "weights_exchanged",
            "β₂ belongs to the old moment and 1 − β₂ to the square",
            "β₂ 对应旧的矩，1 − β₂ 对应平方：两者互换了",
            lambda v, g, b: (1 - b) * v + b * g**2,
        ),
        pitfall(
            "weight_missing",
            "the square is weighted by 1 − β₂",
            "平方要乘以 1 − β₂",
            lambda v, g, b: b * v + g**2,
        ),
        pitfall(
            "whole_squared",
            "the gradient alone is squared, not its weight",
            "只对梯度平方，系数不平方",
            lambda v, g, b: b * v + ((1 - b) * g) ** 2,
        ),
    ],
)


def corrected(m: Term, beta: Term, t: Any) -> Term:
    return m / (1 - beta**t)


def correction(id: str, en: str, zh: str, moment: Input, beta: Input) -> None:
    """A moment divided by 1 − β^t."""
    letter = moment.name
    formula(
        id,
        en,
        zh,
        inputs=[moment, beta, t],
        term=corrected,
        result=rf"\hat{{{letter}}}_{{t}}",
        reference=KINGMA,
        variants=[
            variant(
                "without_step",
                "without the step of the moments",
                "矩不带步数",
                corrected,
                inputs=[data(letter, n, tex=letter, low=moment.low), beta, t],
                result=rf"\hat{{{letter}}}",
            ),
        ],
        pitfalls=[
            pitfall(
                "power_missing",
                "the factor is 1 − β^t: it depends on the step",
                "修正因子是 1 − β^t，随步数变化：缺少幂次 t",
                lambda m, b, t: m / (1 - b),
            ),
            pitfall("multiplied", "divided by 1 − β^t", "应除以 1 − β^t", lambda m, b, t: m * (1 - b**t)),
            pitfall("plus", "1 − β^t, not 1 + β^t", "1 − β^t 写成了 1 + β^t", lambda m, b, t: m / (1 + b**t)),
            pitfall(
                "one_missing",
                "the divisor is 1 − β^t, not β^t",
                "除数是 1 − β^t，而不是 β^t",
                lambda m, b, t: m / b**t,
            ),
            pitfall(
                "step_from_zero",
                "the first step has t = 1: the power is t, not t + 1",
                "首步 t = 1：幂次是 t，而不是 t + 1",
                lambda m, b, t: m / (1 - b ** (t + 1)),
            ),
        ],
    )


correction("optimizer.adam.m_hat", "Bias-corrected first moment", "一阶矩的偏差修正", m, beta_1)
correction("optimizer.adam.v_hat", "Bias-corrected second moment", "二阶矩的偏差修正", v, beta_2)


def update(w: Term, m: Term, v: Term, eta: Term, eps: Term) -> Term:
    return w - eta * m / (sqrt(v) + eps)


UPDATE = [theta, m_hat, v_hat, eta, eps]

formula(
    "optimizer.adam.update",
    "Adam update",
    "Adam 的参数更新",
    inputs=UPDATE,
    term=update,
    result=THETA,
    reference=KINGMA,
    variants=[
        *counted(update, UPDATE, THETA),
        variant(
            "epsilon_inside",
            "ε inside the root",
            "ε 在根号之内",
            lambda w, m, v, eta, eps: w - eta * m / sqrt(v + eps),
        ),
        variant(
            "no_correction",
            "the moments as they are, without correction",
            "直接用矩，不作偏差修正",
            update,
            inputs=[theta, m, v, eta, eps],
        ),
    ],
    pitfalls=[
        pitfall("ascent", *ASCENT, lambda w, m, v, eta, eps: w + eta * m / (sqrt(v) + eps)),
        pitfall(
            "root_missing",
            "divided by the root of the second moment",
            "应除以二阶矩的平方根：缺少开方",
            lambda w, m, v, eta, eps: w - eta * m / (v + eps),
        ),
        pitfall(
            "root_on_first",
            "the root belongs to the second moment alone",
            "只对二阶矩开方",
            lambda w, m, v, eta, eps: w - eta * m / (sqrt(v) + eps) ** 2,
        ),
        pitfall(
            "rate_below",
            "the learning rate stands above the line",
            "学习率应在分子上",
            lambda w, m, v, eta, eps: w - m / (eta * (sqrt(v) + eps)),
        ),
    ],
)


def step(
    w: Term, g: Term, m: Term, v: Term, eta: Term, beta_1: Term, beta_2: Term, eps: Term, t: Any
) -> tuple[Term, ...]:
    m_now, v_now = let("m_{t}", first(m, g, beta_1)), let("v_{t}", second(v, g, beta_2))
    m_fair = let(r"\hat{m}_{t}", corrected(m_now, beta_1, t))
    v_fair = let(r"\hat{v}_{t}", corrected(v_now, beta_2, t))
    return update(w, m_fair, v_fair, eta, eps), m_now, v_now


def uncorrected(
    w: Term, g: Term, m: Term, v: Term, eta: Term, beta_1: Term, beta_2: Term, eps: Term, t: Any
) -> tuple[Term, ...]:
    m_now, v_now = first(m, g, beta_1), second(v, g, beta_2)
    return update(w, m_now, v_now, eta, eps), m_now, v_now


def stale(
    w: Term, g: Term, m: Term, v: Term, eta: Term, beta_1: Term, beta_2: Term, eps: Term, t: Any
) -> tuple[Term, ...]:
    moved = update(w, corrected(m, beta_1, t), corrected(v, beta_2, t), eta, eps)
    return moved, first(m, g, beta_1), second(v, g, beta_2)


formula(
    "optimizer.adam.step",
    "Adam, one step",
    "Adam 的一步",
    inputs=[theta, g, m_before, v_before, eta, beta_1, beta_2, eps, t],
    term=step,
    result=r"\theta_{t}; m_{t}; v_{t}",
    reference=KINGMA,
    pitfalls=[
        pitfall(
            "no_correction",
            "the moments are corrected for their start at 0",
            "矩从 0 开始，需要偏差修正",
            uncorrected,
        ),
        pitfall(
            "moments_before",
            "the update uses the moments of this step",
            "更新用的是当前步的矩",
            stale,
        ),
    ],
)
