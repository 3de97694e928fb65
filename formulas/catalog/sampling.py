"""Scores and samplers in continuous time: the denoising objective, the reverse process, the flow with the same densities."""

from collections.abc import Callable

from ..lang import Rational, Term, data, dims, scalar
from ..model import pitfall
from ..registry import formula
from ..terms import number, total

(n,) = dims("n")
drift, score, spread = data("f", n), data("s", n), scalar("g", low=0)
SONG = "Song et al. 2021 (Score-Based Generative Modeling through SDEs)"
Rate = Callable[[Term, Term, Term], Term]


def against(share: object, power: int = 2) -> Rate:
    """f − share · g^power · score."""
    return lambda f, s, g: f - share * g**power * s


formula(
    "sampling.reverse_drift",
    "Drift of the reverse process",
    "反向过程的漂移项",
    inputs=[drift, score, spread],
    term=against(1),
    result=r"\bar{f}",
    reference=f"{SONG}, eq. 6",
    pitfalls=[
        pitfall("added", "the score is taken off", "得分项应减去", against(-1)),
        pitfall("not_squared", "by the square of g", "乘 g 的平方", against(1, 1)),
    ],
)

formula(
    "sampling.probability_flow",
    "Drift of the probability flow",
    "概率流的漂移项",
    inputs=[drift, score, spread],
    term=against(Rational(1, 2)),
    result=r"\tilde{f}",
    reference=f"{SONG}, eq. 13",
    pitfalls=[
        pitfall("half_missing", "half of what the noise would need", "缺少 1/2", against(1)),
        pitfall("added", "the score is taken off", "得分项应减去", against(Rational(-1, 2))),
    ],
)

noisy, clean, deviation = data("x_tilde", n, tex=r"\tilde{x}"), data("x", n), scalar("sigma", low=0)


def denoising(sign: int = 1, power: int = 2) -> Callable[[Term, Term, Term, Term], Term]:
    """‖s + sign (x̃ − x) / σ^power‖²."""
    return lambda s, y, x, d: number(total(n, lambda i: (s.at(i) + sign * (y.at(i) - x.at(i)) / d.at() ** power) ** 2))


formula(
    "sampling.denoising_score_loss",
    "Denoising score matching",
    "去噪得分匹配的损失",
    inputs=[score, noisy, clean, deviation],
    term=denoising(),
    result="L",
    reference="Vincent 2011, eq. 11",
    pitfalls=[
        pitfall("away", "the score leads back to the clean sample", "得分指向干净样本", denoising(-1)),
        pitfall("by_deviation", "by the variance", "除以方差，而不是标准差", denoising(1, 1)),
    ],
)
