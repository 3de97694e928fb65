"""Objectives of generative adversarial networks, over a mini-batch of discriminator outputs."""

from collections.abc import Callable
from typing import Any

from ..lang import Term, data, dims, log, mean
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

m = dims("m")[0]
real, fake = data("real", m, tex="d", low=0, high=1), data("fake", m, tex="g", low=0, high=1)
D_x = data("real", tex=r"D\left(x\right)", low=0, high=1)
D_G = data("fake", tex=r"D\left(G\left(z\right)\right)", low=0, high=1)
GOODFELLOW = "Goodfellow et al. 2014, eq. 1 and algorithm 1"


def over(part: Callable[[Any, Any], Any], sign: int = 1) -> Callable[[Term, Term], Term]:
    return lambda d, g: number(sign * total(m, lambda i: part(d.at(i), g.at(i))) / m)


formula(
    "gan.objective",
    "Objective of the discriminator (maximised)",
    "判别器的目标（最大化）",
    inputs=[real, fake],
    term=over(lambda d, g: log(d) + log(1 - g)),
    result="V",
    reference=GOODFELLOW,
    variants=[
        variant(
            "one_sample",
            "of one sample of each",
            "真假各一个样本",
            lambda d, g: log(d) + log(1 - g),
            inputs=[D_x, D_G],
        ),
        variant("loss", "as a loss", "写成损失", over(lambda d, g: log(d) + log(1 - g), -1), result="L_{D}"),
        variant(
            "loss_of_one_sample",
            "as a loss, of one sample of each",
            "写成损失，真假各一个样本",
            lambda d, g: -log(d) - log(1 - g),
            inputs=[D_x, D_G],
            result="L_{D}",
        ),
    ],
    pitfalls=[
        pitfall(
            "fake_like_real",
            "fakes count as log(1 − D(G(z)))",
            "假样本应为 log(1 − D(G(z)))",
            over(lambda d, g: log(d) + log(g)),
        ),
        pitfall(
            "exchanged",
            "real ones count as log D(x)",
            "真样本应为 log D(x)：两者互换了",
            over(lambda d, g: log(1 - d) + log(g)),
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", over(lambda d, g: log(d) - log(1 - g))),
        pitfall("logarithms_missing", "the logarithms are missing", "缺少对数", over(lambda d, g: d + (1 - g))),
    ],
)


def alone(part: Callable[[Any], Any], sign: int = -1) -> Callable[[Term], Term]:
    return lambda g: number(sign * total(m, lambda i: part(g.at(i))) / m)


formula(
    "gan.generator_loss",
    "Loss of the generator (not saturating)",
    "生成器的损失（非饱和形式）",
    inputs=[fake],
    term=alone(log),
    result="L_{G}",
    reference="Goodfellow et al. 2014, section 3",
    variants=[
        variant("one_sample", "of one sample", "单个样本", lambda g: -log(g), inputs=[D_G]),
        variant(
            "saturating", "saturating: log(1 − D(G(z)))", "饱和形式：log(1 − D(G(z)))", alone(lambda g: log(1 - g), 1)
        ),
        variant(
            "saturating_of_one_sample",
            "saturating, of one sample",
            "饱和形式，单个样本",
            lambda g: log(1 - g),
            inputs=[D_G],
        ),
    ],
    pitfalls=[
        pitfall("sign", "the generator lowers −log D(G(z))", "生成器最小化 −log D(G(z))：符号错了", alone(log, 1)),
        pitfall("discriminator", "this is the discriminator's part", "这是判别器的部分", alone(lambda g: log(1 - g))),
    ],
)

scores_real, scores_fake = data("real", m, tex="d"), data("fake", m, tex="g")

formula(
    "gan.wasserstein_critic",
    "Loss of a Wasserstein critic",
    "Wasserstein 评论家的损失",
    inputs=[scores_real, scores_fake],
    term=lambda d, g: mean(g) - mean(d),
    result="L_{D}",
    reference="Arjovsky, Chintala and Bottou 2017, algorithm 1",
    variants=[
        variant(
            "objective", "as an objective (maximised)", "写成最大化的目标", lambda d, g: mean(d) - mean(g), result="V"
        ),
    ],
    pitfalls=[
        pitfall(
            "product",
            "the difference of two means, not the mean of products",
            "两个均值之差，而不是乘积的均值",
            lambda d, g: mean(g * d),
        ),
        pitfall("sum", "the difference of the two means", "两个均值之差", lambda d, g: mean(g) + mean(d)),
    ],
)
