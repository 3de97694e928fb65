"""Variational autoencoders: reparameterisation, divergence of Gaussians, the bound."""

from collections.abc import Callable
from typing import Any

from ..lang import Input, Rational, Term, data, dims, exp, log, scalar
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

d = dims("d")[0]
mu, sigma, noise = data("mu", d, tex=r"\mu"), data("sigma", d, tex=r"\sigma", low=0), data("eps", d, tex=r"\epsilon")
log_var = data("log_var", d, tex=r"\log\sigma^{2}", low=-8, high=8)
KINGMA = "Kingma and Welling 2014"
half = Rational(1, 2)


def of_x(name: str, low: int | None = None) -> Input:
    """What the encoder says of x."""
    return data(name, d, tex=rf"\{name}_{{\phi}}\left(x\right)", low=low)


formula(
    "vae.reparameterization",
    "Reparameterisation",
    "重参数化",
    inputs=[of_x("mu"), of_x("sigma", low=0), noise],
    term=lambda mu, s, e: mu + s * e,
    result="z",
    reference=f"{KINGMA}, section 2.4",
    variants=[
        variant(
            "plain",
            "μ and σ without the encoder's input",
            "μ 与 σ 不写编码器的输入",
            lambda mu, s, e: mu + s * e,
            inputs=[mu, sigma, noise],
        ),
        variant(
            "by_log_variance",
            "by the logarithm of the variance",
            "用对数方差表示",
            lambda mu, v, e: mu + exp(half * v) * e,
            inputs=[mu, log_var, noise],
        ),
    ],
    pitfalls=[
        pitfall(
            "exchanged", "σ scales the noise, μ is added", "σ 乘噪声，μ 相加：两者互换了", lambda mu, s, e: s + mu * e
        ),
        pitfall(
            "variance",
            "scaled by the deviation, not by the variance",
            "乘以标准差，而不是方差",
            lambda mu, s, e: mu + s**2 * e,
        ),
        pitfall("noise_missing", "the deviation scales noise", "缺少噪声", lambda mu, s, e: mu + s),
        pitfall("mean_scaled", "the noise alone is scaled", "只有噪声被缩放", lambda mu, s, e: s * (mu + e)),
    ],
)


def kl(part: Callable[[Any, Any], Any], factor: Any = -half) -> Callable[[Term, Term], Term]:
    return lambda mu, s: number(factor * total(d, lambda i: part(mu.at(i), s.at(i)), "j"))


formula(
    "vae.kl",
    "Divergence of a diagonal Gaussian from the standard one",
    "对角高斯与标准正态的 KL 散度",
    inputs=[mu, sigma],
    term=kl(lambda m, s: 1 + log(s**2) - m**2 - s**2),
    result=r"D_{KL}",
    reference=f"{KINGMA}, appendix B",
    variants=[
        variant(
            "positive",
            "with the signs inside",
            "符号写在括号内",
            kl(lambda m, s: m**2 + s**2 - log(s**2) - 1, half),
        ),
        variant(
            "by_log_variance",
            "by the logarithm of the variance",
            "用对数方差表示",
            lambda mu, v: number(-half * total(d, lambda i: 1 + v.at(i) - mu.at(i) ** 2 - exp(v.at(i)), "j")),
            inputs=[mu, log_var],
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "a divergence is not negative",
            "散度不为负：符号错了",
            kl(lambda m, s: 1 + log(s**2) - m**2 - s**2, half),
        ),
        pitfall("half_missing", "half of the sum", "缺少 1/2", kl(lambda m, s: 1 + log(s**2) - m**2 - s**2, -1)),
        pitfall("one_missing", "the 1 is missing", "缺少 1", kl(lambda m, s: log(s**2) - m**2 - s**2)),
        pitfall(
            "deviation",
            "the variance, not the deviation",
            "应为方差，而不是标准差",
            kl(lambda m, s: 1 + log(s) - m**2 - s),
        ),
        pitfall("mean_not_squared", "the mean is squared", "均值要平方", kl(lambda m, s: 1 + log(s**2) - m - s**2)),
    ],
)

m_1, m_2 = (data(f"mu_{k}", tex=rf"\mu_{{{k}}}") for k in (1, 2))
s_1, s_2 = (data(f"sigma_{k}", tex=rf"\sigma_{{{k}}}", low=0) for k in (1, 2))


def between(a: Term, s: Term, b: Term, r: Term) -> Term:
    return log(r / s) + (s**2 + (a - b) ** 2) / (2 * r**2) - half


formula(
    "vae.kl_of_gaussians",
    "Divergence of two Gaussians",
    "两个一维高斯的 KL 散度",
    inputs=[m_1, s_1, m_2, s_2],
    term=between,
    result=r"D_{KL}\left(p \| q\right)",
    reference="Bishop 2006, exercise 1.30",
    pitfalls=[
        pitfall(
            "logarithm_upside_down",
            "log σ₂ / σ₁",
            "对数中是 σ₂/σ₁",
            lambda a, s, b, r: log(s / r) + (s**2 + (a - b) ** 2) / (2 * r**2) - half,
        ),
        pitfall(
            "other_variance",
            "divided by the variance of q",
            "应除以 q 的方差",
            lambda a, s, b, r: log(r / s) + (r**2 + (a - b) ** 2) / (2 * s**2) - half,
        ),
        pitfall(
            "half_missing",
            "the half at the end is missing",
            "缺少末尾的 1/2",
            lambda a, s, b, r: log(r / s) + (s**2 + (a - b) ** 2) / (2 * r**2),
        ),
        pitfall(
            "mean_not_squared",
            "the distance of the means is squared",
            "均值之差要平方",
            lambda a, s, b, r: log(r / s) + (s**2 + (a - b)) / (2 * r**2) - half,
        ),
    ],
)

reconstruction = data("reconstruction", tex=r"L_{rec}")
divergence = data("divergence", tex=r"D_{KL}", low=0)
beta = scalar("beta", low=0)

formula(
    "vae.loss",
    "Loss of a β-VAE (β = 1: the negative bound)",
    "β-VAE 的损失（β = 1 即负的证据下界）",
    inputs=[reconstruction, divergence, beta],
    term=lambda rec, kl, beta: rec + beta * kl,
    result="L",
    reference="Higgins et al. 2017, eq. 4; Kingma and Welling 2014, eq. 3",
    variants=[
        variant("plain", "β = 1", "β = 1", lambda rec, kl: rec + kl, inputs=[reconstruction, divergence]),
    ],
    pitfalls=[
        pitfall("sign", "the divergence is added to a loss", "损失中散度应相加", lambda rec, kl, beta: rec - beta * kl),
        pitfall("other_weight", "β scales the divergence", "β 乘的是散度", lambda rec, kl, beta: beta * rec + kl),
    ],
)
