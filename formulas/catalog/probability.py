"""Probability and information: densities, Bayes' rule, entropies, divergences, perplexity."""

from collections.abc import Callable
from typing import Any

from ..lang import Rational, Term, data, dims, exp, let, log, mean, pi, reduce_sum, scalar, sqrt, tab
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

n, m, N = dims("n m N")
x, y = data("x", n), data("y", n)
mu, sigma = scalar("mu"), scalar("sigma", low=0)
p, q = data("p", n, low=0, high=1), data("q", n, low=0, high=1)
COVER = "Cover and Thomas 2006"
SIGN = ("the negative logarithm: the sign is missing", "对数取负：符号错了")
HALF = Rational(1, 2)
Part = Callable[[Any, Any], Any]


def density(x: Term, mu: Term, s: Term) -> Term:
    return 1 / (sqrt(2 * pi) * s) * exp(-((x - mu) ** 2) / (2 * s**2))


formula(
    "probability.gaussian_density",
    "Density of the normal distribution",
    "正态分布的密度",
    inputs=[x, mu, sigma],
    term=density,
    result=r"p\left(x\right)",
    reference="Bishop 2006, eq. 1.46",
    variants=[
        variant(
            "variance_in_root",
            "by the variance: 1/√(2πσ²) …",
            "用方差表示：1/√(2πσ²) …",
            lambda x, mu, v: 1 / sqrt(2 * pi * v) * exp(-((x - mu) ** 2) / (2 * v)),
            inputs=[x, mu, scalar("variance", tex=r"\sigma^{2}", low=0)],
        ),
        variant(
            "logarithm",
            "its logarithm",
            "对数密度",
            lambda x, mu, s: -((x - mu) ** 2) / (2 * s**2) - log(s) - Rational(1, 2) * log(2 * pi),
            result=r"\log p\left(x\right)",
        ),
    ],
    pitfalls=[
        pitfall(
            "two_missing",
            "divided by 2σ² in the exponent",
            "指数中除以 2σ²：缺少 2",
            lambda x, mu, s: 1 / (sqrt(2 * pi) * s) * exp(-((x - mu) ** 2) / s**2),
        ),
        pitfall(
            "root_missing",
            "the root of 2π",
            "2π 要开方",
            lambda x, mu, s: 1 / (2 * pi * s) * exp(-((x - mu) ** 2) / (2 * s**2)),
        ),
        pitfall(
            "not_squared",
            "σ is squared in the exponent",
            "指数中 σ 要平方",
            lambda x, mu, s: 1 / (sqrt(2 * pi) * s) * exp(-((x - mu) ** 2) / (2 * s)),
        ),
    ],
)


def chance(name: str, what: str) -> Any:
    return data(name, tex=rf"P\left({what}\right)", low=0, high=1)


likelihood, prior, evidence = chance("likelihood", r"B \mid A"), chance("prior", "A"), chance("evidence", "B")

formula(
    "probability.bayes",
    "Bayes' rule",
    "贝叶斯公式",
    inputs=[likelihood, prior, evidence],
    term=lambda b_a, a, b: b_a * a / b,
    result=r"P\left(A \mid B\right)",
    reference="Bishop 2006, eq. 1.12",
    pitfalls=[
        pitfall(
            "upside_down",
            "divided by the evidence, not by the prior",
            "应除以证据，而不是先验",
            lambda b_a, a, b: b_a * b / a,
        ),
        pitfall("evidence_missing", "divided by the evidence", "还要除以证据", lambda b_a, a, b: b_a * a),
        pitfall("prior_missing", "the prior is missing", "缺少先验", lambda b_a, a, b: b_a / b),
    ],
)


def over(part: Part, sign: int = 1) -> Callable[[Term, Term], Term]:
    return lambda p, q: number(sign * total(n, lambda i: part(p.at(i), q.at(i))))


def alone(part: Callable[[Any], Any], sign: int = -1) -> Callable[[Term], Term]:
    return lambda p: number(sign * total(n, lambda i: part(p.at(i))))


formula(
    "probability.entropy",
    "Entropy",
    "熵",
    inputs=[p],
    term=alone(lambda p: p * log(p)),
    result=r"H\left(p\right)",
    reference=f"{COVER}, eq. 2.1",
    pitfalls=[
        pitfall("sign", *SIGN, alone(lambda p: p * log(p), 1)),
        pitfall("weight_missing", "the logarithms are weighted by p", "对数要以 p 加权", alone(lambda p: log(p))),
        pitfall("logarithm_of_complement", "the logarithm is of p", "取 p 的对数", alone(lambda p: p * log(1 - p))),
    ],
)

formula(
    "probability.cross_entropy",
    "Cross-entropy of two distributions",
    "两个分布的交叉熵",
    inputs=[p, q],
    term=over(lambda p, q: p * log(q), -1),
    result=r"H\left(p, q\right)",
    reference="Goodfellow et al. 2016, eq. 3.51",
    pitfalls=[
        pitfall("sign", *SIGN, over(lambda p, q: p * log(q))),
        pitfall(
            "exchanged",
            "weighted by p, the logarithm of q",
            "以 p 加权，对 q 取对数：两者互换了",
            over(lambda p, q: q * log(p), -1),
        ),
        pitfall(
            "divergence",
            "this is the divergence, without the entropy of p",
            "这是 KL 散度",
            over(lambda p, q: p * log(p / q)),
        ),
    ],
)

formula(
    "probability.kl_divergence",
    "Kullback–Leibler divergence",
    "KL 散度",
    inputs=[p, q],
    term=over(lambda p, q: p * log(p / q)),
    result=r"D_{KL}\left(p \| q\right)",
    reference=f"{COVER}, eq. 2.26",
    variants=[
        variant(
            "difference",
            "as a difference of logarithms",
            "写成对数之差",
            over(lambda p, q: p * (log(p) - log(q))),
        ),
        variant(
            "negative",
            "with a minus sign: −Σ p log(q / p)",
            "带负号：−Σ p log(q / p)",
            over(lambda p, q: p * log(q / p), -1),
        ),
    ],
    pitfalls=[
        pitfall("upside_down", "p over q in the logarithm", "对数中是 p 除以 q", over(lambda p, q: p * log(q / p))),
        pitfall(
            "other_weight", "weighted by the first distribution", "以第一个分布加权", over(lambda p, q: q * log(p / q))
        ),
        pitfall("weight_missing", "weighted by p", "缺少权重 p", over(lambda p, q: log(p / q))),
        pitfall("cross_entropy", "this is the cross-entropy", "这是交叉熵", over(lambda p, q: p * log(q), -1)),
    ],
)


def js(middle: Callable[[Term, Term], Term], share: Any = HALF) -> Callable[[Term, Term], Term]:
    def build(p: Term, q: Term) -> Term:
        mid = let("m", middle(p, q))

        def divergence(a: Term) -> Any:
            return total(n, lambda i: a.at(i) * log(a.at(i) / mid.at(i)))

        return number(share * divergence(p) + share * divergence(q))

    return build


formula(
    "probability.js_divergence",
    "Jensen–Shannon divergence",
    "JS 散度",
    inputs=[p, q],
    term=js(lambda p, q: Rational(1, 2) * (p + q)),
    result=r"D_{JS}\left(p \| q\right)",
    reference="Lin 1991, eq. 4.1",
    pitfalls=[
        pitfall(
            "halves_missing",
            "half of each divergence",
            "两个散度各取一半",
            js(lambda p, q: Rational(1, 2) * (p + q), 1),
        ),
        pitfall("middle_not_halved", "the middle is (p + q) / 2", "中间分布是 (p + q)/2", js(lambda p, q: p + q)),
        pitfall(
            "geometric_middle", "the middle is the mean, not √(pq)", "中间分布是算术平均", js(lambda p, q: sqrt(p * q))
        ),
    ],
)

tokens_p = data("p", N, low=0, high=1)


def mean_log(p: Term) -> Any:
    return total(N, lambda i: log(p.at(i))) / N


formula(
    "probability.perplexity",
    "Perplexity",
    "困惑度",
    inputs=[tokens_p],
    term=lambda p: number(exp(-mean_log(p))),
    result=r"\mathrm{PPL}",
    reference="Jelinek et al. 1977; Jurafsky and Martin, 3rd ed. draft, eq. 3.14",
    pitfalls=[
        pitfall(
            "sign",
            "the exponent is the negative mean logarithm",
            "指数是平均对数的相反数",
            lambda p: number(exp(mean_log(p))),
        ),
        pitfall("not_averaged", "the mean of the logarithms", "对数要取平均", lambda p: number(exp(-mean_log(p) * N))),
        pitfall(
            "exponential_missing",
            "this is the loss: the exponential is missing",
            "这是损失：缺少指数",
            lambda p: number(-mean_log(p)),
        ),
    ],
)

nats = data("H", n)

formula(
    "probability.bits",
    "Bits from nats",
    "由奈特换算为比特",
    inputs=[nats],
    term=lambda h: h / log(2),
    result=r"H_{2}",
    reference=f"{COVER}, section 2.1",
    pitfalls=[
        pitfall("multiplied", "divided by log 2", "应除以 log 2", lambda h: h * log(2)),
        pitfall("two", "divided by log 2, not by 2", "应除以 log 2，而不是 2", lambda h: h / 2),
    ],
)

joint = data("P", n, m, low=0, high=1)


def mutual(inside: Callable[[Any, Any, Any], Any]) -> Callable[[Term], Term]:
    def build(P: Term) -> Term:
        a, b = let("p", reduce_sum(P, axis=-1)), let("q", reduce_sum(P, axis=-2))
        return number(total(n, lambda i: total(m, lambda j: inside(P.at(i, j), a.at(i), b.at(j)), "j")))

    return build


formula(
    "probability.mutual_information",
    "Mutual information",
    "互信息",
    inputs=[joint],
    term=mutual(lambda r, a, b: r * log(r / (a * b))),
    result=r"I\left(X, Y\right)",
    reference=f"{COVER}, eq. 2.28",
    pitfalls=[
        pitfall("one_margin", "divided by both margins", "应除以两个边缘分布", mutual(lambda r, a, b: r * log(r / a))),
        pitfall(
            "margins_added",
            "divided by the product of the margins",
            "应除以边缘分布之积",
            mutual(lambda r, a, b: r * log(r / (a + b))),
        ),
        pitfall(
            "weight_missing",
            "weighted by the joint distribution",
            "以联合分布加权",
            mutual(lambda r, a, b: log(r / (a * b))),
        ),
        pitfall("sign", "no minus sign", "没有负号", mutual(lambda r, a, b: -r * log(r / (a * b)))),
    ],
)


def centred(x: Term) -> Term:
    return x - mean(x, keepdims=True)


formula(
    "probability.covariance",
    "Covariance of two samples",
    "两个样本的协方差",
    inputs=[x, y],
    term=lambda x, y: mean(centred(x) * centred(y)),
    result=r"\operatorname{Cov}\left(x, y\right)",
    reference="Bishop 2006, eq. 1.41",
    variants=[
        variant(
            "product_of_means",
            "mean of the products less the product of the means",
            "积的均值减去均值之积",
            lambda x, y: mean(x * y) - mean(x) * mean(y),
        ),
    ],
    pitfalls=[
        pitfall("not_centred", "the means are taken off", "要先减去均值", lambda x, y: mean(x * y)),
        pitfall(
            "one_variance",
            "of two variables, not of one",
            "是两个变量，而不是一个",
            lambda x, y: mean(centred(x) * centred(x)),
        ),
        pitfall("summed", "a mean, not a sum", "是均值，而不是总和", lambda x, y: reduce_sum(centred(x) * centred(y))),
    ],
)

formula(
    "probability.chain_rule",
    "Chain rule of probability",
    "概率的链式法则",
    inputs=[p],
    term=lambda p: exp(reduce_sum(log(p))),
    result=r"P\left(x_{1}, \ldots, x_{n}\right)",
    reference="Goodfellow, Bengio and Courville 2016, eq. 3.6",
    pitfalls=[
        pitfall("summed", "probabilities are multiplied, not added", "概率是相乘，不是相加", lambda p: reduce_sum(p)),
        pitfall(
            "mean",
            "the mean of the logarithms belongs to the perplexity",
            "对数取平均是困惑度的写法",
            lambda p: exp(mean(log(p))),
        ),
    ],
)

euler = exp(1)
formula(
    "probability.gaussian_entropy",
    "Differential entropy of the normal distribution",
    "正态分布的微分熵",
    inputs=[sigma],
    term=lambda s: HALF * log(2 * pi * euler * s**2),
    result=r"h\left(X\right)",
    reference=f"{COVER}, example 8.1.2",
    pitfalls=[
        pitfall("e_missing", "2πe, not 2π", "应为 2πe，而不是 2π", lambda s: HALF * log(2 * pi * s**2)),
        pitfall("half_missing", "half of the logarithm", "对数的一半", lambda s: log(2 * pi * euler * s**2)),
    ],
)

priors, likelihoods = data("pi", m, low=0, high=1), data("q", n, m, low=0, high=1)


def totalled(part: Part) -> Callable[[Term, Term], Term]:
    """Σ_j part(q_ij, π_j) at each i."""
    return lambda q, p: tab(n, body=lambda i: total(m, lambda j: part(q.at(i, j), p.at(j)), "j"))


formula(
    "probability.total",
    "Law of total probability",
    "全概率公式",
    inputs=[likelihoods, priors],
    term=totalled(lambda q, p: q * p),
    result=r"P\left(x\right)",
    reference="Bishop 2006, eqs. 1.10 and 1.11",
    pitfalls=[
        pitfall("prior_missing", "weighed by the priors", "要以先验加权", totalled(lambda q, p: q)),
        pitfall("added", "a product, not a sum", "应相乘，而不是相加", totalled(lambda q, p: q + p)),
    ],
)
