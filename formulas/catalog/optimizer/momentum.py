"""Momentum in its conventions, and Nesterov's."""

from collections.abc import Callable

from ...lang import Term, data, scalar
from ...model import Formula, Variant, pitfall, variant
from ...registry import formula
from .descent import ASCENT
from .terms import THETA, before, counted, eta, g, n, now, retold, stepless, theta

POLYAK = "Polyak 1964, eq. 9; Sutskever et al. 2013, eqs. 1 and 2"
NESTEROV = "Sutskever et al. 2013, eqs. 3 and 4"
mu = scalar("mu", low=0, high=1)
tau = scalar("tau", low=0, high=1)
v_before, v = before("v", "v"), now("v", "v")


def velocity(v: Term, g: Term, mu: Term) -> Term:
    return mu * v + g


def averaged(v: Term, g: Term, mu: Term) -> Term:
    return mu * v + (1 - mu) * g


def with_rate(v: Term, g: Term, mu: Term, eta: Term) -> Term:
    return mu * v - eta * g


def rate_positive(v: Term, g: Term, mu: Term, eta: Term) -> Term:
    return mu * v + eta * g


WITH_RATE = [v_before, g, mu, eta]

formula(
    "optimizer.momentum.velocity",
    "Velocity of momentum",
    "动量法的速度",
    inputs=[v_before, g, mu],
    term=velocity,
    result="v_{t}",
    reference=POLYAK,
    variants=[
        *counted(velocity, [v_before, g, mu], "v_{t}"),
        variant("average", "an exponential average: (1 − μ) g", "指数平均：(1 − μ) g", averaged),
        variant(
            "average_without_step",
            "an exponential average, without the step",
            "指数平均，不带步数",
            averaged,
            inputs=retold([v_before, g, mu], stepless),
            result="v",
        ),
        variant(
            "rate_inside",
            "the learning rate inside, with the sign of the step",
            "学习率在速度之内，带步进的符号",
            with_rate,
            inputs=WITH_RATE,
        ),
        variant(
            "rate_inside_positive",
            "the learning rate inside, taken off afterwards",
            "学习率在速度之内，更新时再减去",
            rate_positive,
            inputs=WITH_RATE,
        ),
        variant(
            "damped",
            "the gradient damped by 1 − τ",
            "梯度乘以阻尼 1 − τ",
            lambda v, g, mu, tau: mu * v + (1 - tau) * g,
            inputs=[v_before, g, mu, tau],
        ),
    ],
    pitfalls=[
        pitfall(
            "factor_on_gradient",
            "the factor μ belongs to the old velocity, not to the gradient",
            "系数 μ 乘的是旧速度，而不是梯度",
            lambda v, g, mu: v + mu * g,
        ),
        pitfall("factor_missing", "the old velocity is scaled by μ", "旧速度要乘以 μ", lambda v, g, mu: v + g),
        pitfall(
            "complement",
            "the old velocity keeps μ, not 1 − μ",
            "旧速度的系数是 μ，而不是 1 − μ",
            lambda v, g, mu: (1 - mu) * v + g,
        ),
        pitfall(
            "product",
            "the two are added, not multiplied",
            "两项相加，而不是相乘",
            lambda v, g, mu: mu * v * g,
        ),
    ],
)


def update(theta: Term, v: Term, eta: Term) -> Term:
    return theta - eta * v


formula(
    "optimizer.momentum.update",
    "Momentum update",
    "动量法的参数更新",
    inputs=[theta, v, eta],
    term=update,
    result=THETA,
    reference=POLYAK,
    variants=[
        *counted(update, [theta, v, eta], THETA),
        variant(
            "velocity_added",
            "the velocity holds the learning rate and the sign",
            "速度中已含学习率与符号",
            lambda theta, v: theta + v,
            inputs=[theta, v],
        ),
        variant(
            "velocity_subtracted",
            "the velocity holds the learning rate",
            "速度中已含学习率",
            lambda theta, v: theta - v,
            inputs=[theta, v],
        ),
    ],
    pitfalls=[
        pitfall("ascent", *ASCENT, lambda theta, v, eta: theta + eta * v),
        pitfall(
            "rate_divides",
            "the learning rate multiplies",
            "学习率是乘数",
            lambda theta, v, eta: theta - v / eta,
        ),
    ],
)


def ahead(theta: Term, v: Term, mu: Term) -> Term:
    return theta + mu * v


formula(
    "optimizer.nesterov.lookahead",
    "Nesterov's point ahead, at which the gradient is taken",
    "Nesterov 的前瞻点（在此处求梯度）",
    inputs=[theta, v_before, mu],
    term=ahead,
    result=r"\tilde{\theta}_{t}",
    reference=NESTEROV,
    variants=[
        variant(
            "velocity_positive",
            "for a velocity that is taken off: θ − μ v",
            "速度在更新时减去：θ − μ v",
            lambda theta, v, mu: theta - mu * v,
        ),
        variant(
            "rate_apart",
            "for a velocity without the learning rate: θ − η μ v",
            "速度不含学习率：θ − η μ v",
            lambda theta, v, mu, eta: theta - eta * mu * v,
            inputs=[theta, v_before, mu, eta],
        ),
    ],
    pitfalls=[
        pitfall("factor_missing", "the velocity is scaled by μ", "速度要乘以 μ", lambda theta, v, mu: theta + v),
        pitfall(
            "complement",
            "scaled by μ, not by 1 − μ",
            "系数是 μ，而不是 1 − μ",
            lambda theta, v, mu: theta + (1 - mu) * v,
        ),
        pitfall(
            "factor_on_parameters",
            "μ scales the velocity, not the parameters",
            "μ 乘的是速度，而不是参数",
            lambda theta, v, mu: mu * theta + v,
        ),
    ],
)


def gradient_ahead(letter: str) -> Callable[[Formula], Variant]:
    """The gradient written as that of a function at the point ahead, the learning rate inside the velocity."""
    point = r"\theta_{t-1} - \mu v_{t-1}"
    there = data("g", n, tex=rf"\nabla_{{\theta}} {letter}\left({point}\right)")
    return variant(
        f"gradient_of_{letter}",
        f"the gradient written ∇{letter} at the point ahead",
        f"梯度写作前瞻点处的 ∇{letter}",
        rate_positive,
        inputs=[v_before, there, mu, eta],
    )


formula(
    "optimizer.nesterov.velocity",
    "Velocity of Nesterov momentum (g at the point ahead)",
    "Nesterov 动量的速度（g 为前瞻点处的梯度）",
    inputs=[v_before, g, mu],
    term=velocity,
    result="v_{t}",
    reference=NESTEROV,
    variants=[
        variant(
            "rate_inside", "the learning rate inside", "学习率在速度之内", with_rate, inputs=[v_before, g, mu, eta]
        ),
        *map(gradient_ahead, "JL"),
    ],
    pitfalls=[
        pitfall(
            "factor_on_gradient",
            "the factor μ belongs to the old velocity, not to the gradient",
            "系数 μ 乘的是旧速度，而不是梯度",
            lambda v, g, mu: v + mu * g,
        ),
        pitfall("factor_missing", "the old velocity is scaled by μ", "旧速度要乘以 μ", lambda v, g, mu: v + g),
    ],
)


def nesterov(theta: Term, g: Term, v: Term, eta: Term, mu: Term) -> Term:
    return theta - eta * (g + mu * v)


formula(
    "optimizer.nesterov.update",
    "Nesterov momentum with the gradient at the current point",
    "Nesterov 动量（在当前点求梯度的形式）",
    inputs=[theta, g, v, eta, mu],
    term=nesterov,
    result=THETA,
    reference="Bengio, Boulanger-Lewandowski and Pascanu 2013, eq. 7",
    variants=[
        *counted(nesterov, [theta, g, v, eta, mu], THETA),
        variant(
            "velocity_added",
            "by a velocity that has the gradient at the point ahead, with rate and sign",
            "速度含前瞻点处的梯度、学习率与符号",
            lambda theta, v: theta + v,
            inputs=[theta, v],
        ),
        variant(
            "velocity_subtracted",
            "by a velocity that has the gradient at the point ahead, with the rate",
            "速度含前瞻点处的梯度与学习率",
            lambda theta, v: theta - v,
            inputs=[theta, v],
        ),
    ],
    pitfalls=[
        pitfall("ascent", *ASCENT, lambda w, g, v, eta, mu: w + eta * (g + mu * v)),
        pitfall(
            "gradient_missing",
            "the current gradient is added to the scaled velocity",
            "还要加上当前梯度",
            lambda w, g, v, eta, mu: w - eta * mu * v,
        ),
        pitfall(
            "factor_on_gradient",
            "μ scales the velocity, not the gradient",
            "μ 乘的是速度，而不是梯度",
            lambda w, g, v, eta, mu: w - eta * (mu * g + v),
        ),
    ],
)
