"""More of generative models: least-squares, hinge and penalised adversaries, signal to noise, velocities, flows."""

from collections.abc import Callable
from typing import Any

from ..lang import Rational, Term, data, dims, mean, relu, scalar, sqrt
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

m, n = dims("m n")
d, g = data("d", m), data("g", m)
half = Rational(1, 2)
MAO = "Mao et al. 2017 (LSGAN), eq. 2 with labels 0 and 1"


def over(part: Callable[[Any, Any], Any], scale: Any = 1) -> Callable[[Term, Term], Term]:
    return lambda d, g: number(scale * total(m, lambda i: part(d.at(i), g.at(i))) / m)


formula(
    "generative.least_squares_critic",
    "Loss of the discriminator of a least-squares GAN",
    "最小二乘 GAN 的判别器损失",
    inputs=[d, g],
    term=over(lambda d, g: (d - 1) ** 2 + g**2, half),
    result="L_{D}",
    reference=MAO,
    pitfalls=[
        pitfall(
            "labels_exchanged",
            "real ones are to give 1, fakes 0",
            "真样本的目标是 1，假样本是 0：两者互换了",
            over(lambda d, g: d**2 + (g - 1) ** 2, half),
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", over(lambda d, g: (d - 1) ** 2 - g**2, half)),
        pitfall("not_squared", "differences are squared", "差要平方", over(lambda d, g: d - 1 + g, half)),
        pitfall(
            "same_label",
            "fakes are to give 0",
            "假样本的目标是 0",
            over(lambda d, g: (d - 1) ** 2 + (g - 1) ** 2, half),
        ),
    ],
)


def alone(part: Callable[[Any], Any], scale: Any = 1) -> Callable[[Term], Term]:
    return lambda g: number(scale * total(m, lambda i: part(g.at(i))) / m)


formula(
    "generative.least_squares_generator",
    "Loss of the generator of a least-squares GAN",
    "最小二乘 GAN 的生成器损失",
    inputs=[g],
    term=alone(lambda g: (g - 1) ** 2, half),
    result="L_{G}",
    reference=MAO,
    pitfalls=[
        pitfall(
            "label", "fakes are to be taken for real: 1", "让假样本被当作真样本：目标为 1", alone(lambda g: g**2, half)
        ),
        pitfall(
            "sign",
            "the loss falls as fakes get better",
            "生成越好损失越小：符号错了",
            alone(lambda g: (g - 1) ** 2, -half),
        ),
        pitfall("not_squared", "the difference is squared", "差要平方", alone(lambda g: g - 1, half)),
    ],
)

formula(
    "generative.optimal_discriminator",
    "Best discriminator for a fixed generator",
    "生成器固定时的最优判别器",
    inputs=[data("p", n, low=0), data("q", n, low=0)],
    term=lambda p, q: p / (p + q),
    result=r"D^{*}",
    reference="Goodfellow et al. 2014, proposition 1",
    pitfalls=[
        pitfall("fakes_above", "the density of the data stands above", "数据的密度在上", lambda p, q: q / (p + q)),
        pitfall("ratio", "divided by the sum of both", "应除以两者之和", lambda p, q: p / q),
        pitfall("difference", "the two densities are added below", "分母应相加", lambda p, q: p / (p + 2 * q)),
    ],
)

norms, lam = data("g", m, low=0), scalar("lambda_", tex=r"\lambda", low=0)


def penalty(part: Callable[[Any], Any]) -> Callable[[Term, Term], Term]:
    return lambda g, lam: number(lam.at() * total(m, lambda i: part(g.at(i))) / m)


formula(
    "generative.gradient_penalty",
    "Gradient penalty, from the norms of the gradients (WGAN-GP)",
    "梯度惩罚，由梯度范数计算（WGAN-GP）",
    inputs=[norms, lam],
    term=penalty(lambda g: (g - 1) ** 2),
    result="L_{GP}",
    reference="Gulrajani et al. 2017, eq. 3",
    pitfalls=[
        pitfall("one_missing", "the norm is to be 1", "范数的目标是 1：缺少 −1", penalty(lambda g: g**2)),
        pitfall("not_squared", "the difference is squared", "差要平方", penalty(lambda g: g - 1)),
        pitfall("plus", "one is taken off", "应减去 1", penalty(lambda g: (g + 1) ** 2)),
        pitfall(
            "norm_squared",
            "the norm itself, less one, is squared",
            "范数本身减 1 再平方",
            penalty(lambda g: (g**2 - 1) ** 2),
        ),
    ],
)

keep = scalar("alpha_bar", tex=r"\bar{\alpha}_{t}", low=0, high=1)
x_0, noise, x_t = data("x_0", n, tex="x_{0}"), data("eps", n, tex=r"\epsilon"), data("x_t", n, tex="x_{t}")

formula(
    "generative.signal_to_noise",
    "Signal-to-noise ratio of a diffusion step",
    "扩散步的信噪比",
    inputs=[keep],
    term=lambda a: a / (1 - a),
    result=r"\mathrm{SNR}_{t}",
    reference="Kingma, Salimans, Poole and Ho 2021, eq. 2",
    pitfalls=[
        pitfall("upside_down", "signal over noise", "信号在上，噪声在下", lambda a: (1 - a) / a),
        pitfall("rooted", "of powers, not of amplitudes", "是功率之比，而不是幅度之比", lambda a: sqrt(a / (1 - a))),
        pitfall(
            "plus", "the share of the noise stands below: one less the signal", "分母是 1 − ᾱ", lambda a: a / (1 + a)
        ),
    ],
)

formula(
    "generative.velocity",
    "Velocity to be predicted (v-prediction)",
    "速度预测的目标（v-prediction）",
    inputs=[x_0, noise, keep],
    term=lambda x, e, a: sqrt(a) * e - sqrt(1 - a) * x,
    result="v_{t}",
    reference="Salimans and Ho 2022, section 4",
    pitfalls=[
        pitfall(
            "exchanged",
            "the signal's root belongs to the noise here, the other one to the sample",
            "√ᾱ 对应噪声，√(1 − ᾱ) 对应样本：两者互换了",
            lambda x, e, a: sqrt(a) * x - sqrt(1 - a) * e,
        ),
        pitfall("plus", "the sample is taken off", "样本应减去", lambda x, e, a: sqrt(a) * e + sqrt(1 - a) * x),
        pitfall("roots_missing", "the roots are missing", "缺少开方", lambda x, e, a: a * e - (1 - a) * x),
    ],
)

formula(
    "generative.predicted_noise",
    "Noise from the clean sample",
    "由干净样本求噪声",
    inputs=[x_t, x_0, keep],
    term=lambda x, clean, a: (x - sqrt(a) * clean) / sqrt(1 - a),
    result=r"\epsilon",
    reference="Song, Meng and Ermon 2021 (DDIM), eq. 9, solved for the noise",
    pitfalls=[
        pitfall(
            "root_below_missing",
            "divided by the root of the noise's share",
            "应除以 1 − ᾱ 的平方根",
            lambda x, clean, a: (x - sqrt(a) * clean) / (1 - a),
        ),
        pitfall(
            "root_above_missing",
            "the root of the signal's share",
            "ᾱ 要开方",
            lambda x, clean, a: (x - a * clean) / sqrt(1 - a),
        ),
        pitfall(
            "plus", "the signal is taken off", "信号应减去", lambda x, clean, a: (x + sqrt(a) * clean) / sqrt(1 - a)
        ),
        pitfall(
            "divided_by_signal",
            "divided by the share of the noise",
            "应除以噪声的系数",
            lambda x, clean, a: (x - sqrt(1 - a) * clean) / sqrt(a),
        ),
    ],
)

x_1, t = data("x_1", n, tex="x_{1}"), scalar("t", low=0, high=1)

formula(
    "generative.flow_path",
    "Straight path of flow matching",
    "流匹配的直线路径",
    inputs=[x_0, x_1, t],
    term=lambda a, b, t: (1 - t) * a + t * b,
    result="x_{t}",
    reference="Liu, Gong and Liu 2023 (rectified flow), eq. 1; Lipman et al. 2023",
    pitfalls=[
        pitfall(
            "ends_exchanged",
            "from x₀ at 0 to x₁ at 1",
            "t = 0 时为 x₀，t = 1 时为 x₁：两端互换了",
            lambda a, b, t: t * a + (1 - t) * b,
        ),
        pitfall("weight_missing", "x₀ fades: 1 − t", "x₀ 的系数是 1 − t", lambda a, b, t: a + t * b),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda a, b, t: (1 - t) * a - t * b),
    ],
)

formula(
    "generative.hinge_critic",
    "Hinge loss of the discriminator",
    "判别器的合页损失",
    inputs=[d, g],
    term=lambda d, g: mean(relu(1 - d)) + mean(relu(1 + g)),
    result="L_{D}",
    reference="Lim and Ye 2017; Miyato et al. 2018, eq. 16",
    pitfalls=[
        pitfall(
            "exchanged",
            "real ones are to exceed 1, fakes to fall below −1",
            "真样本应大于 1，假样本应小于 −1：两者互换了",
            lambda d, g: mean(relu(1 + d)) + mean(relu(1 - g)),
        ),
        pitfall(
            "same_sign",
            "fakes count as 1 + D(G(z))",
            "假样本为 1 + D(G(z))",
            lambda d, g: mean(relu(1 - d)) + mean(relu(1 - g)),
        ),
        pitfall(
            "minus",
            "the two parts are added",
            "两部分应相加",
            lambda d, g: mean(relu(1 - d)) - mean(relu(1 + g)),
        ),
    ],
)

formula(
    "generative.evidence_bound",
    "Evidence lower bound (ELBO)",
    "证据下界（ELBO）",
    inputs=[data("E", tex="E", high=0, low=-50), data("D", tex="D_{KL}", low=0)],
    term=lambda e, k: e - k,
    result=r"\mathrm{ELBO}",
    reference="Kingma and Welling 2014, eq. 3",
    variants=[
        variant(
            "weighted",
            "with a weight β (β-VAE)",
            "散度带权重 β（β-VAE）",
            lambda e, k, b: e - b * k,
            inputs=[data("E", high=0, low=-50), data("D", tex="D_{KL}", low=0), scalar("beta", low=0)],
        ),
    ],
    pitfalls=[
        pitfall("plus", "the divergence is taken off", "散度应减去", lambda e, k: e + k),
        pitfall("sign", "this is the loss: a bound is maximised", "这是损失：下界应最大化", lambda e, k: k - e),
    ],
)
