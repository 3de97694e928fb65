"""The way back: posterior of a step, the model's step, its loss, guidance, DDIM."""

from ...lang import Term, data, let, reduce_sum, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .forward import HO, alpha, alpha_bar, beta, level, n, noise, predicted, x_0, x_t

before = level("alpha_bar_before", r"\bar{\alpha}_{t-1}")
POSTERIOR = [x_0, x_t, alpha, alpha_bar, before]


def mean_of(x_0: Term, x: Term, a: Term, bar: Term, old: Term) -> Term:
    return sqrt(old) * (1 - a) / (1 - bar) * x_0 + sqrt(a) * (1 - old) / (1 - bar) * x


formula(
    "diffusion.posterior_mean",
    "Mean of the posterior of a step",
    "一步后验的均值",
    inputs=POSTERIOR,
    term=mean_of,
    result=r"\tilde{\mu}_{t}",
    reference=f"{HO}, eq. 7",
    variants=[
        variant(
            "by_beta",
            "with β in the first part",
            "第一项用 β 表示",
            lambda x_0, x, a, b, bar, old: sqrt(old) * b / (1 - bar) * x_0 + sqrt(a) * (1 - old) / (1 - bar) * x,
            inputs=[x_0, x_t, alpha, beta, alpha_bar, before],
        ),
    ],
    pitfalls=[
        pitfall(
            "exchanged",
            "the first part belongs to x₀",
            "第一项对应 x₀：两者互换了",
            lambda x_0, x, *a: mean_of(x, x_0, *a),
        ),
        pitfall(
            "roots_missing",
            "the roots of both shares",
            "应为 ᾱ 与 α 的平方根",
            lambda x_0, x, a, bar, old: old * (1 - a) / (1 - bar) * x_0 + a * (1 - old) / (1 - bar) * x,
        ),
        pitfall(
            "same_step",
            "the share of the step before stands above the line",
            "分子中是上一步的 ᾱ",
            lambda x_0, x, a, bar, old: sqrt(bar) * (1 - a) / (1 - bar) * x_0 + sqrt(a) * (1 - old) / (1 - bar) * x,
        ),
        pitfall(
            "minus",
            "the two parts are added",
            "两部分应相加",
            lambda x_0, x, a, bar, old: sqrt(old) * (1 - a) / (1 - bar) * x_0 - sqrt(a) * (1 - old) / (1 - bar) * x,
        ),
    ],
)

spread = data("beta", n, tex=r"\beta_{t}", low=0, high=1)

formula(
    "diffusion.posterior_variance",
    "Variance of the posterior of a step",
    "一步后验的方差",
    inputs=[spread, alpha_bar, before],
    term=lambda b, bar, old: (1 - old) / (1 - bar) * b,
    result=r"\tilde{\beta}_{t}",
    reference=f"{HO}, eq. 7",
    pitfalls=[
        pitfall(
            "upside_down",
            "the step before stands above the line",
            "上一步在分子：上下颠倒了",
            lambda b, bar, old: (1 - bar) / (1 - old) * b,
        ),
        pitfall(
            "complements_missing", "one less each share", "应为 1 − ᾱ，而不是 ᾱ", lambda b, bar, old: old / bar * b
        ),
        pitfall(
            "root",
            "the variance, not the deviation",
            "是方差，而不是标准差",
            lambda b, bar, old: sqrt((1 - old) / (1 - bar) * b),
        ),
    ],
)


def back(x: Term, e: Term, a: Term, bar: Term) -> Term:
    return 1 / sqrt(a) * (x - (1 - a) / sqrt(1 - bar) * e)


formula(
    "diffusion.reverse_mean",
    "Mean of the model's step back",
    "模型反向一步的均值",
    inputs=[x_t, predicted, alpha, alpha_bar],
    term=back,
    result=r"\mu_{\theta}",
    reference=f"{HO}, eq. 11",
    variants=[
        variant(
            "by_beta",
            "with β for 1 − α",
            "用 β 表示 1 − α",
            lambda x, e, a, b, bar: 1 / sqrt(a) * (x - b / sqrt(1 - bar) * e),
            inputs=[x_t, predicted, alpha, beta, alpha_bar],
        ),
    ],
    pitfalls=[
        pitfall(
            "plus",
            "the noise is taken off",
            "应减去噪声",
            lambda x, e, a, bar: 1 / sqrt(a) * (x + (1 - a) / sqrt(1 - bar) * e),
        ),
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以 √(1 − ᾱ)",
            lambda x, e, a, bar: 1 / sqrt(a) * (x - (1 - a) / (1 - bar) * e),
        ),
        pitfall(
            "outer_root_missing",
            "divided by √α",
            "应除以 √α",
            lambda x, e, a, bar: 1 / a * (x - (1 - a) / sqrt(1 - bar) * e),
        ),
        pitfall(
            "bar_for_alpha",
            "the root of α of this step, not of the whole product",
            "应为当前步的 √α，而不是 √ᾱ",
            lambda x, e, a, bar: 1 / sqrt(bar) * (x - (1 - a) / sqrt(1 - bar) * e),
        ),
        pitfall(
            "noise_inside_whole",
            "the noise is scaled by 1 − α over its deviation",
            "噪声系数为 (1 − α)/√(1 − ᾱ)",
            lambda x, e, a, bar: 1 / sqrt(a) * (x - sqrt(1 - bar) * e),
        ),
    ],
)

fresh, sigma = data("z", n), scalar("sigma", tex=r"\sigma_{t}", low=0)

formula(
    "diffusion.reverse_step",
    "A step of sampling",
    "采样的一步",
    inputs=[x_t, predicted, fresh, alpha, alpha_bar, sigma],
    term=lambda x, e, z, a, bar, s: back(x, e, a, bar) + s * z,
    result="x_{t-1}",
    reference=f"{HO}, algorithm 2",
    pitfalls=[
        pitfall(
            "noise_missing", "fresh noise is added", "还要加上新的噪声", lambda x, e, z, a, bar, s: back(x, e, a, bar)
        ),
        pitfall(
            "variance",
            "scaled by the deviation",
            "乘以标准差，而不是方差",
            lambda x, e, z, a, bar, s: back(x, e, a, bar) + s**2 * z,
        ),
        pitfall(
            "noise_inside",
            "fresh noise stands outside the 1/√α",
            "新噪声在 1/√α 之外",
            lambda x, e, z, a, bar, s: 1 / sqrt(a) * (x - (1 - a) / sqrt(1 - bar) * e + s * z),
        ),
    ],
)


def distance(e: Term, p: Term) -> Term:
    return let(r"\|\epsilon - \epsilon_{\theta}\|^{2}", reduce_sum((e - p) ** 2))


guess = data("guess", n, tex=r"\epsilon_{\theta}")

formula(
    "diffusion.simple_loss",
    "Simple loss of one sample",
    "简化的训练损失（单个样本）",
    inputs=[noise, guess],
    term=distance,
    result="L_{simple}",
    reference=f"{HO}, eq. 14",
    variants=[
        variant("mean", "averaged over the entries", "对分量取平均", lambda e, p: distance(e, p) / n),
    ],
    pitfalls=[
        pitfall("plus", "the difference counts", "应取差", lambda e, p: reduce_sum((e + p) ** 2)),
        pitfall("not_squared", "the norm is squared", "范数要平方", lambda e, p: sqrt(reduce_sum((e - p) ** 2))),
        pitfall(
            "squares_apart",
            "the difference is squared",
            "是差的平方，而不是平方的差",
            lambda e, p: reduce_sum(e**2 - p**2),
        ),
    ],
)

free, weight = data("free", n, tex=r"\epsilon_{\theta}\left(x_{t}\right)"), scalar("w", low=0)
bound = data("bound", n, tex=r"\epsilon_{\theta}\left(x_{t}, c\right)")

formula(
    "diffusion.guidance",
    "Classifier-free guidance",
    "无分类器引导",
    inputs=[bound, free, weight],
    term=lambda c, u, w: (1 + w) * c - w * u,
    result=r"\tilde{\epsilon}",
    reference="Ho and Salimans 2021, eq. 6",
    variants=[
        variant("scale", "with a scale s = 1 + w", "用引导系数 s = 1 + w", lambda c, u, w: u + w * (c - u)),
    ],
    pitfalls=[
        pitfall(
            "exchanged",
            "away from the unconditional one",
            "远离无条件预测：两者互换了",
            lambda c, u, w: (1 + w) * u - w * c,
        ),
        pitfall("plus", "the unconditional one is taken off", "无条件预测应减去", lambda c, u, w: (1 + w) * c + w * u),
        pitfall("one_missing", "the shares sum to one", "两个系数之和应为 1", lambda c, u, w: w * c - w * u),
    ],
)


def start(x: Term, e: Term, bar: Term) -> Term:
    return let(r"\hat{x}_{0}", (x - sqrt(1 - bar) * e) / sqrt(bar))


formula(
    "diffusion.ddim_step",
    "A deterministic step of DDIM",
    "DDIM 的确定性一步",
    inputs=[x_t, predicted, alpha_bar, before],
    term=lambda x, e, bar, old: sqrt(old) * start(x, e, bar) + sqrt(1 - old) * e,
    result="x_{t-1}",
    reference="Song, Meng and Ermon 2021, eq. 12 with σ = 0",
    pitfalls=[
        pitfall(
            "same_step",
            "to the step before: the share of t − 1",
            "走向上一步：应为 t − 1 的 ᾱ",
            lambda x, e, bar, old: sqrt(bar) * start(x, e, bar) + sqrt(1 - old) * e,
        ),
        pitfall(
            "roots_missing",
            "the roots of the variances",
            "应为方差的平方根",
            lambda x, e, bar, old: old * start(x, e, bar) + (1 - old) * e,
        ),
        pitfall(
            "direction_missing",
            "the noise points back to x_t",
            "缺少指向 x_t 的噪声项",
            lambda x, e, bar, old: sqrt(old) * start(x, e, bar),
        ),
    ],
)

score, pace = data("s", n), scalar("epsilon", tex=r"\epsilon", low=0, high=1)

formula(
    "diffusion.langevin_step",
    "A step of Langevin dynamics",
    "朗之万动力学的一步",
    inputs=[x_t, score, data("z", n), pace],
    term=lambda x, s, z, pace: x + pace / 2 * s + sqrt(pace) * z,
    result="x_{t+1}",
    reference="Welling and Teh 2011; Song and Ermon 2019, eq. 4",
    variants=[
        variant("whole", "with a step twice as long", "步长加倍的写法", lambda x, s, z, p: x + p * s + sqrt(2 * p) * z),
    ],
    pitfalls=[
        pitfall("sign", "up the score: plus", "沿得分方向：应为加号", lambda x, s, z, p: x - p / 2 * s + sqrt(p) * z),
        pitfall(
            "root_missing",
            "the root of the step scales the noise",
            "噪声乘步长的平方根",
            lambda x, s, z, p: x + p / 2 * s + p * z,
        ),
        pitfall("noise_missing", "noise is added", "缺少噪声", lambda x, s, z, p: x + p / 2 * s),
    ],
)


seen, score, deviation = data("x_tilde", n, tex=r"\tilde{x}"), data("s", n), scalar("sigma", low=0)
formula(
    "diffusion.posterior_mean_by_score",
    "Tweedie's formula",
    "Tweedie 公式",
    inputs=[seen, score, deviation],
    term=lambda x, s, d: x + d**2 * s,
    result=r"\mathbb{E}\left[x \mid \tilde{x}\right]",
    reference="Efron 2011, eq. 1.4",
    pitfalls=[
        pitfall("taken_off", "the score leads back to the data", "得分指向数据：应相加", lambda x, s, d: x - d**2 * s),
        pitfall("by_deviation", "by the variance", "乘方差，而不是标准差", lambda x, s, d: x + d * s),
    ],
)

clean = data("x", n)
formula(
    "diffusion.gaussian_score",
    "Score of a normal perturbation",
    "高斯扰动的得分",
    inputs=[seen, clean, deviation],
    term=lambda x, c, d: -(x - c) / d**2,
    result=r"\nabla_{\tilde{x}} \log q\left(\tilde{x} \mid x\right)",
    reference="Vincent 2011, section 4.2",
    pitfalls=[
        pitfall("by_deviation", "by the variance", "除以方差，而不是标准差", lambda x, c, d: -(x - c) / d),
        pitfall("away", "towards the data", "方向指向数据", lambda x, c, d: (x - c) / d**2),
    ],
)
