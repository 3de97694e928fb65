"""The forward process: schedule, one step, all steps at once, and the clean sample back from the noise."""

from collections.abc import Callable
from typing import Any

from ...lang import Input, Term, data, dims, reduction, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

n, T = dims("n t")
HO = "Ho, Jain and Abbeel 2020"


def level(name: str, tex: str) -> Input:
    """A number of the schedule, strictly between 0 and 1."""
    return scalar(name, tex=tex, low=0, high=1)


beta, alpha = level("beta", r"\beta_{t}"), level("alpha", r"\alpha_{t}")
alpha_bar = level("alpha_bar", r"\bar{\alpha}_{t}")
x_0, x_before, x_t = data("x_0", n, tex="x_{0}"), data("x", n, tex="x_{t-1}"), data("x", n, tex="x_{t}")
noise = data("eps", n, tex=r"\epsilon")
alphas = data("alpha", T, tex=r"\alpha", low=0, high=1)


def product(alphas: Term) -> Any:
    return reduction("prod", T, lambda s: alphas.at(s), "s")


formula(
    "diffusion.alpha_bar",
    "Share of the signal that is left after t steps",
    "t 步之后的信号保留系数",
    inputs=[alphas],
    term=lambda a: number(product(a)),
    result=r"\bar{\alpha}_{t}",
    reference=f"{HO}, section 2",
    variants=[
        variant(
            "recursive",
            "one step at a time",
            "逐步递推",
            lambda before, a: a * before,
            inputs=[
                data("alpha_bar", tex=r"\bar{\alpha}_{t-1}", low=0, high=1),
                data("alpha", tex=r"\alpha_{t}", low=0, high=1),
            ],
        ),
    ],
    pitfalls=[
        pitfall(
            "sum", "the product, not the sum", "是连乘，而不是求和", lambda a: number(total(T, lambda s: a.at(s), "s"))
        ),
        pitfall(
            "of_betas", "the product of α, not of 1 − α", "是 α 的连乘，而不是 1 − α", lambda a: number(product(1 - a))
        ),
        pitfall("root", "no root here", "此处不开方", lambda a: number(sqrt(product(a)))),
    ],
)

formula(
    "diffusion.forward_step",
    "One step of the forward process",
    "前向过程的一步",
    inputs=[x_before, noise, beta],
    term=lambda x, e, b: sqrt(1 - b) * x + sqrt(b) * e,
    result="x_{t}",
    reference=f"{HO}, eq. 2",
    variants=[
        variant(
            "by_alpha",
            "by α = 1 − β",
            "用 α = 1 − β 表示",
            lambda x, e, a: sqrt(a) * x + sqrt(1 - a) * e,
            inputs=[x_before, noise, alpha],
        ),
    ],
    pitfalls=[
        pitfall(
            "exchanged",
            "the signal keeps 1 − β, the noise has β",
            "信号系数为 1 − β，噪声为 β：两者互换了",
            lambda x, e, b: sqrt(b) * x + sqrt(1 - b) * e,
        ),
        pitfall("roots_missing", "the roots of the variances", "应为方差的平方根", lambda x, e, b: (1 - b) * x + b * e),
        pitfall("signal_whole", "the signal shrinks", "信号要缩小", lambda x, e, b: x + sqrt(b) * e),
        pitfall(
            "noise_root_missing",
            "the noise has deviation √β",
            "噪声的标准差是 √β",
            lambda x, e, b: sqrt(1 - b) * x + b * e,
        ),
    ],
)


def jump(signal: Callable[[Term], Any], rest: Callable[[Term], Any]) -> Callable[..., Term]:
    return lambda x, e, a: signal(a) * x + rest(a) * e


formula(
    "diffusion.forward",
    "The forward process from x_0 at once",
    "由 x_0 一步得到 x_t 的前向过程",
    inputs=[x_0, noise, alpha_bar],
    term=jump(sqrt, lambda a: sqrt(1 - a)),
    result="x_{t}",
    reference=f"{HO}, eq. 4",
    pitfalls=[
        pitfall(
            "exchanged",
            "signal and noise are exchanged: the larger the share, the more signal",
            "信号系数为 √ᾱ，噪声为 √(1 − ᾱ)：两者互换了",
            jump(lambda a: sqrt(1 - a), sqrt),
        ),
        pitfall("roots_missing", "the roots of the variances", "应为方差的平方根", jump(lambda a: a, lambda a: 1 - a)),
        pitfall(
            "root_of_noise_missing",
            "the deviation of the noise is a root",
            "噪声的标准差是 √(1 − ᾱ)",
            jump(sqrt, lambda a: 1 - a),
        ),
        pitfall(
            "roots_apart",
            "the root of one less the share, not one less its root",
            "应为 √(1 − ᾱ)，而不是 1 − √ᾱ",
            jump(sqrt, lambda a: 1 - sqrt(a)),
        ),
    ],
)

predicted = data("eps", n, tex=r"\epsilon_{\theta}")

formula(
    "diffusion.predicted_start",
    "The clean sample that the noise implies",
    "由噪声反推的干净样本",
    inputs=[x_t, predicted, alpha_bar],
    term=lambda x, e, a: (x - sqrt(1 - a) * e) / sqrt(a),
    result=r"\hat{x}_{0}",
    reference=f"{HO}, eq. 15",
    pitfalls=[
        pitfall("plus", "the noise is taken off", "应减去噪声", lambda x, e, a: (x + sqrt(1 - a) * e) / sqrt(a)),
        pitfall(
            "root_missing", "divided by the root of the share", "应除以 √ᾱ", lambda x, e, a: (x - sqrt(1 - a) * e) / a
        ),
        pitfall(
            "noise_not_scaled",
            "the noise is scaled by its deviation first",
            "噪声的系数是 √(1 − ᾱ)",
            lambda x, e, a: (x - e) / sqrt(a),
        ),
        pitfall("not_divided", "divided by the root of the share", "还要除以 √ᾱ", lambda x, e, a: x - sqrt(1 - a) * e),
    ],
)
