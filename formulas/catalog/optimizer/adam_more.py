"""More of Adam's kin: the correction folded into the rate, AdaMax, Nadam, AdaBelief, RAdam."""

from typing import Any

from ...lang import Term, absolute, data, maximum, minimum, scalar, size, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .adam import beta_1, beta_2, m, m_hat, v, v_hat
from .descent import ASCENT
from .terms import THETA, before, counted, eps, eta, g, n, theta

t = size("t")


def folded_rate(eta: Term, b1: Term, b2: Term, t: Any) -> Term:
    return eta * sqrt(1 - b2**t) / (1 - b1**t)


RATE = [eta, beta_1, beta_2, t]
RATE_MISTAKES = (
    (
        "root_missing",
        ("the root of 1 − β₂^t", "1 − β₂^t 要开方"),
        lambda eta, b1, b2, t: eta * (1 - b2**t) / (1 - b1**t),
    ),
    (
        "upside_down",
        ("the correction of the second moment stands above", "二阶矩的校正在分子上"),
        lambda eta, b1, b2, t: eta * (1 - b1**t) / sqrt(1 - b2**t),
    ),
    (
        "first_missing",
        ("divided by 1 − β₁^t as well", "还要除以 1 − β₁^t"),
        lambda eta, b1, b2, t: eta * sqrt(1 - b2**t),
    ),
    (
        "moments_exchanged",
        ("β₂ belongs above, β₁ below", "β₂ 在上，β₁ 在下：两者互换了"),
        lambda eta, b1, b2, t: eta * sqrt(1 - b1**t) / (1 - b2**t),
    ),
    (
        "power_missing",
        ("β to the power t", "β 要取 t 次幂"),
        lambda eta, b1, b2, t: eta * sqrt(1 - b2) / (1 - b1),
    ),
)

formula(
    "optimizer.adam.rate",
    "Learning rate of Adam with the bias correction folded in",
    "并入偏差校正的 Adam 学习率",
    inputs=RATE,
    term=folded_rate,
    result=r"\eta_{t}",
    reference="Kingma and Ba 2015, section 2",
    variants=[
        variant(
            "alpha",
            "called α",
            "记作 α",
            folded_rate,
            inputs=[scalar("alpha", low=0), beta_1, beta_2, t],
            result=r"\alpha_{t}",
        ),
        variant(
            "in_place",
            "as an assignment of α",
            "写成对 α 的赋值",
            folded_rate,
            inputs=[scalar("alpha", low=0), beta_1, beta_2, t],
            result=r"\alpha",
        ),
    ],
    pitfalls=[pitfall(name, *why, wrong) for name, why, wrong in RATE_MISTAKES],
)

FOLDED = [theta, m, v, eta, beta_1, beta_2, eps, t]

formula(
    "optimizer.adam.folded_update",
    "Adam update with the bias correction folded into the rate",
    "偏差校正并入学习率的 Adam 更新",
    inputs=FOLDED,
    term=lambda w, m, v, eta, b1, b2, eps, t: w - folded_rate(eta, b1, b2, t) * m / (sqrt(v) + eps),
    result=THETA,
    reference="Kingma and Ba 2015, section 2",
    pitfalls=[
        *(
            pitfall(
                name,
                *why,
                lambda w, m, v, eta, b1, b2, eps, t, rate=wrong: w - rate(eta, b1, b2, t) * m / (sqrt(v) + eps),
            )
            for name, why, wrong in RATE_MISTAKES
        ),
        pitfall(
            "ascent",
            *ASCENT,
            lambda w, m, v, eta, b1, b2, eps, t: w + folded_rate(eta, b1, b2, t) * m / (sqrt(v) + eps),
        ),
    ],
)

u_before, u = before("u", "u", low=0), data("u", n, tex="u_{t}", low=1)


def largest(u: Term, g: Term, beta: Term) -> Term:
    return maximum(beta * u, absolute(g))


formula(
    "optimizer.adamax.norm",
    "Largest gradient so far, decayed (AdaMax)",
    "AdaMax 的衰减最大梯度",
    inputs=[u_before, g, beta_2],
    term=largest,
    result="u_{t}",
    reference="Kingma and Ba 2015, algorithm 2",
    pitfalls=[
        pitfall("smaller", "the larger one is kept", "应保留较大者", lambda u, g, b: minimum(b * u, absolute(g))),
        pitfall("decay_missing", "the old one decays", "旧值要衰减", lambda u, g, b: maximum(u, absolute(g))),
        pitfall("bars_missing", "the size of the gradient", "取梯度的绝对值", lambda u, g, b: maximum(b * u, g)),
        pitfall(
            "squared",
            "the size of the gradient, not its square",
            "取绝对值，而不是平方",
            lambda u, g, b: maximum(b * u, g**2),
        ),
    ],
)

ADAMAX = [theta, m, u, eta, beta_1, t]

formula(
    "optimizer.adamax.update",
    "AdaMax update",
    "AdaMax 的参数更新",
    inputs=ADAMAX,
    term=lambda w, m, u, eta, b1, t: w - eta / (1 - b1**t) * (m / u),
    result=THETA,
    reference="Kingma and Ba 2015, algorithm 2",
    pitfalls=[
        pitfall("ascent", *ASCENT, lambda w, m, u, eta, b1, t: w + eta / (1 - b1**t) * (m / u)),
        pitfall(
            "root",
            "u is a size already: no root",
            "u 已是绝对值：不再开方",
            lambda w, m, u, eta, b1, t: w - eta / (1 - b1**t) * (m / sqrt(u)),
        ),
        pitfall(
            "correction_missing",
            "the first moment is corrected by 1 − β₁^t",
            "一阶矩要除以 1 − β₁^t",
            lambda w, m, u, eta, b1, t: w - eta * (m / u),
        ),
        pitfall(
            "correction_multiplied",
            "divided by 1 − β₁^t",
            "应除以 1 − β₁^t",
            lambda w, m, u, eta, b1, t: w - eta * (1 - b1**t) * (m / u),
        ),
    ],
)

NADAM = [theta, m_hat, v_hat, g, eta, beta_1, eps, t]


def nadam_step(m: Term, g: Term, b1: Term, t: Any) -> Term:
    return b1 * m + (1 - b1) * g / (1 - b1**t)


formula(
    "optimizer.nadam.update",
    "Nadam update",
    "Nadam 的参数更新",
    inputs=NADAM,
    term=lambda w, m, v, g, eta, b1, eps, t: w - eta / (sqrt(v) + eps) * nadam_step(m, g, b1, t),
    result=THETA,
    reference="Dozat 2016, algorithm 2; Ruder 2016, eq. 39",
    variants=counted(
        lambda w, m, v, g, eta, b1, eps, t: w - eta / (sqrt(v) + eps) * nadam_step(m, g, b1, t),
        NADAM,
        THETA,
        without=False,
    ),
    pitfalls=[
        pitfall(
            "ascent", *ASCENT, lambda w, m, v, g, eta, b1, eps, t: w + eta / (sqrt(v) + eps) * nadam_step(m, g, b1, t)
        ),
        pitfall(
            "root_missing",
            "divided by the root of the second moment",
            "应除以二阶矩的平方根",
            lambda w, m, v, g, eta, b1, eps, t: w - eta / (v + eps) * nadam_step(m, g, b1, t),
        ),
        pitfall(
            "gradient_uncorrected",
            "the gradient is corrected by 1 − β₁^t",
            "梯度要除以 1 − β₁^t",
            lambda w, m, v, g, eta, b1, eps, t: w - eta / (sqrt(v) + eps) * (b1 * m + (1 - b1) * g),
        ),
        pitfall(
            "gradient_missing",
            "this step's gradient is added",
            "还要加上当前梯度",
            lambda w, m, v, g, eta, b1, eps, t: w - eta / (sqrt(v) + eps) * (b1 * m),
        ),
    ],
)

s_before, m_now = before("s", "s", low=0), m
BELIEF = [s_before, g, m_now, beta_2, eps]


def belief(s: Term, g: Term, m: Term, b: Term, eps: Term) -> Term:
    return b * s + (1 - b) * (g - m) ** 2 + eps


formula(
    "optimizer.adabelief.average",
    "Spread of the gradient around its average (AdaBelief)",
    "AdaBelief 的梯度离散度",
    inputs=BELIEF,
    term=belief,
    result="s_{t}",
    reference="Zhuang et al. 2020, algorithm 2",
    variants=[
        variant(
            "no_epsilon",
            "without ε",
            "不带 ε",
            lambda s, g, m, b: b * s + (1 - b) * (g - m) ** 2,
            inputs=[s_before, g, m_now, beta_2],
        ),
    ],
    pitfalls=[
        pitfall(
            "adam",
            "the gradient less its average is squared; this is Adam",
            "对梯度与其平均之差平方；这是 Adam",
            lambda s, g, m, b, eps: b * s + (1 - b) * g**2 + eps,
        ),
        pitfall(
            "not_squared",
            "the difference is squared",
            "差要平方",
            lambda s, g, m, b, eps: b * s + (1 - b) * (g - m) + eps,
        ),
        pitfall(
            "sum",
            "the average is taken off",
            "应减去平均",
            lambda s, g, m, b, eps: b * s + (1 - b) * (g + m) ** 2 + eps,
        ),
        pitfall(
            "weights_exchanged",
            "β₂ belongs to the old average",
            "β₂ 对应旧的平均：两者互换了",
            lambda s, g, m, b, eps: (1 - b) * s + b * (g - m) ** 2 + eps,
        ),
    ],
)

formula(
    "optimizer.radam.longest",
    "Longest approximated average of RAdam",
    "RAdam 的最大近似长度",
    inputs=[beta_2],
    term=lambda b: 2 / (1 - b) - 1,
    result=r"\rho_{\infty}",
    reference="Liu et al. 2020 (RAdam), section 4.1",
    pitfalls=[
        pitfall("two_missing", "2 stands above", "分子是 2", lambda b: 1 / (1 - b) - 1),
        pitfall("plus", "one is taken off", "应减 1", lambda b: 2 / (1 - b) + 1),
        pitfall("one_missing", "one is taken off", "缺少 −1", lambda b: 2 / (1 - b)),
    ],
)

longest = scalar("rho_inf", tex=r"\rho_{\infty}", low=5, high=100)

formula(
    "optimizer.radam.length",
    "Approximated length of RAdam's average",
    "RAdam 的近似长度",
    inputs=[longest, beta_2, t],
    term=lambda r, b, t: r - 2 * t * b**t / (1 - b**t),
    result=r"\rho_{t}",
    reference="Liu et al. 2020 (RAdam), algorithm 2",
    pitfalls=[
        pitfall("plus", "the second part is taken off", "第二项应减去", lambda r, b, t: r + 2 * t * b**t / (1 - b**t)),
        pitfall(
            "steps_missing",
            "the number of steps multiplies",
            "还要乘以步数 t",
            lambda r, b, t: r - 2 * b**t / (1 - b**t),
        ),
        pitfall("two_missing", "2t stands above", "分子带 2t", lambda r, b, t: r - t * b**t / (1 - b**t)),
        pitfall(
            "power_missing",
            "β₂ to the power t above as well",
            "分子中 β₂ 也取 t 次幂",
            lambda r, b, t: r - 2 * t * b / (1 - b**t),
        ),
    ],
)

length = scalar("rho_t", tex=r"\rho_{t}", low=5, high=100)


def rectified(r: Term, top: Term) -> Term:
    return (r - 4) * (r - 2) * top / ((top - 4) * (top - 2) * r)


formula(
    "optimizer.radam.rectification",
    "Rectification of RAdam",
    "RAdam 的修正系数",
    inputs=[length, longest],
    term=lambda r, top: sqrt(rectified(r, top)),
    result="r_{t}",
    reference="Liu et al. 2020 (RAdam), algorithm 2",
    pitfalls=[
        pitfall("root_missing", "the root is missing", "缺少开方", rectified),
        pitfall(
            "upside_down", "ρ_t stands above, ρ_∞ below", "ρ_t 在上，ρ_∞ 在下", lambda r, top: sqrt(rectified(top, r))
        ),
        pitfall(
            "last_factors_missing",
            "divided by ρ_t and multiplied by ρ_∞",
            "还要乘以 ρ_∞ 并除以 ρ_t",
            lambda r, top: sqrt((r - 4) * (r - 2) / ((top - 4) * (top - 2))),
        ),
    ],
)
