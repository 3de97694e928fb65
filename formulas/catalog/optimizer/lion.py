"""Lion: the sign of an average of gradients, with decoupled weight decay."""

from ...lang import Term, absolute, let
from ...model import pitfall
from ...registry import formula
from .adam import beta_1, beta_2, first
from .descent import ASCENT
from .terms import THETA, before, counted, decay, eta, g, now, theta

CHEN = "Chen et al. 2023 (Symbolic Discovery of Optimization Algorithms), algorithm 2"
m, c = before("m", "m"), now("c", "c")


def step(theta: Term, c: Term, eta: Term, decay: Term) -> Term:
    """θ − η (sign(c) + λ θ)."""
    return theta - eta * (let(r"\operatorname{sign}\left(c_{t}\right)", c / absolute(c)) + decay * theta)


formula(
    "optimizer.lion.direction",
    "Direction of Lion",
    "Lion 的更新方向",
    inputs=[m, g, beta_1],
    term=first,
    result="c_{t}",
    reference=CHEN,
    pitfalls=[
        pitfall("plus", "the weights sum to one", "权重之和为一", lambda m, g, b: b * m + (1 + b) * g),
        pitfall("exchanged", "β goes with the momentum", "β 乘动量", lambda m, g, b: (1 - b) * m + b * g),
    ],
)

formula(
    "optimizer.lion.momentum",
    "Momentum of Lion",
    "Lion 的动量",
    inputs=[m, g, beta_2],
    term=first,
    result="m_{t}",
    reference=CHEN,
    pitfalls=[
        pitfall("plus", "the weights sum to one", "权重之和为一", lambda m, g, b: b * m + (1 + b) * g),
    ],
)

INPUTS = [theta, c, eta, decay]
formula(
    "optimizer.lion.update",
    "Lion update",
    "Lion 的参数更新",
    inputs=INPUTS,
    term=step,
    result=THETA,
    reference=CHEN,
    variants=[*counted(step, INPUTS, THETA)],
    pitfalls=[
        pitfall("sign", *ASCENT, lambda t, c, e, d: t + e * (c / absolute(c) + d * t)),
        pitfall("no_sign", "the sign alone", "只取符号", lambda t, c, e, d: t - e * (c + d * t)),
        pitfall(
            "decay_turned",
            "weights decay",
            "权重应衰减，而不是增大",
            lambda t, c, e, d: t - e * (c / absolute(c) - d * t),
        ),
    ],
)
