"""Samples and distributions: means, variances, correlation, densities of the common distributions."""

from collections.abc import Callable
from typing import Any

from ..lang import Ge, Rational, Term, absolute, data, dims, exp, log, pi, reduce_sum, scalar, sqrt
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

n, k = dims("n k")
x, y = data("x", n), data("y", n)
p = data("p", n, low=0, high=1)
half = Rational(1, 2)
SAMPLE = "Casella and Berger 2002, definition 5.2.3"
Part = Callable[[Any], Any]


def summed(part: Part, by: Any = n) -> Callable[[Term], Term]:
    return lambda x: number(total(n, lambda i: part(x.at(i))) / by)


formula(
    "statistics.mean",
    "Sample mean",
    "样本均值",
    inputs=[x],
    term=summed(lambda x: x),
    result=r"\bar{x}",
    reference="Casella and Berger 2002, definition 5.2.2",
    variants=[
        variant("mu", "called μ", "记作 μ", summed(lambda x: x), result=r"\mu"),
    ],
    pitfalls=[
        pitfall("summed", "divided by n", "还要除以 n", summed(lambda x: x, 1)),
        pitfall("one_more", "divided by n, not by n + 1", "应除以 n，而不是 n + 1", summed(lambda x: x, n + 1)),
        pitfall("squares", "the values, not their squares", "取值本身，而不是平方", summed(lambda x: x**2)),
    ],
)

mean = data("x_bar", tex=r"\bar{x}")


def around(part: Callable[[Any, Any], Any], by: Any, root: Callable[[Any], Any] = lambda v: v) -> Callable[..., Term]:
    """Σ part(x_i, mean) / by, the mean given."""
    return lambda x, m: number(root(total(n, lambda i: part(x.at(i), m.at())) / by))


def square(x: Any, m: Any) -> Any:
    return (x - m) ** 2


ROOM = [Ge(n, 2)]
NOT_SQUARED = ("the deviations are squared", "离差要平方")

formula(
    "statistics.sample_variance",
    "Sample variance (unbiased)",
    "样本方差（无偏）",
    inputs=[x, mean],
    term=around(square, n - 1),
    result="s^{2}",
    reference=SAMPLE,
    requires=ROOM,
    variants=[
        variant("capital", "called S²", "记作 S²", around(square, n - 1), result="S^{2}", requires=ROOM),
    ],
    pitfalls=[
        pitfall("biased", "the unbiased one is divided by n − 1", "无偏估计除以 n − 1", around(square, n)),
        pitfall("not_squared", *NOT_SQUARED, around(lambda x, m: x - m, n - 1)),
        pitfall("plus", "the mean is taken off", "应减去均值", around(lambda x, m: (x + m) ** 2, n - 1)),
        pitfall("one_more", "divided by n − 1, not by n + 1", "应除以 n − 1，而不是 n + 1", around(square, n + 1)),
    ],
)

centre = data("mu")

formula(
    "statistics.population_variance",
    "Population variance",
    "总体方差",
    inputs=[x, centre],
    term=around(square, n),
    result=r"\operatorname{Var}\left(x\right)",
    reference="Bishop 2006, eq. 1.56",
    variants=[
        variant("sigma", "called σ²", "记作 σ²", around(square, n), result=r"\sigma^{2}"),
    ],
    pitfalls=[
        pitfall("not_squared", *NOT_SQUARED, around(lambda x, m: x - m, n)),
        pitfall("summed", "divided by n", "还要除以 n", around(square, 1)),
        pitfall("plus", "the mean is taken off", "应减去均值", around(lambda x, m: (x + m) ** 2, n)),
        pitfall(
            "squares_apart",
            "the deviation is squared, not the value alone",
            "对离差平方，而不只是对值平方",
            around(lambda x, m: x**2 - m, n),
        ),
    ],
)

formula(
    "statistics.standard_deviation",
    "Standard deviation",
    "标准差",
    inputs=[x, centre],
    term=around(square, n, sqrt),
    result=r"\sigma",
    reference="Bishop 2006, section 1.2.4",
    variants=[
        variant(
            "sample",
            "of a sample: divided by n − 1",
            "样本标准差：除以 n − 1",
            around(square, n - 1, sqrt),
            inputs=[x, mean],
            result="s",
            requires=ROOM,
        ),
    ],
    pitfalls=[
        pitfall("root_missing", "this is the variance: the root is missing", "这是方差：缺少开方", around(square, n)),
        pitfall(
            "divided_outside",
            "divided by n inside the root",
            "在根号内除以 n",
            lambda x, m: number(sqrt(total(n, lambda i: square(x.at(i), m.at()))) / n),
        ),
        pitfall(
            "absolute", "squares, not absolute values", "取平方，而不是绝对值", around(lambda x, m: absolute(x - m), n)
        ),
    ],
)

mean_y = data("y_bar", tex=r"\bar{y}")


def together(part: Callable[[Any, Any, Any], Any]) -> Callable[..., Term]:
    """A number made of Σ (x − x̄)(y − ȳ), Σ (x − x̄)², Σ (y − ȳ)²."""

    def build(x: Term, y: Term, a: Term, b: Term) -> Term:
        both = total(n, lambda i: (x.at(i) - a.at()) * (y.at(i) - b.at()))
        of_x = total(n, lambda i: square(x.at(i), a.at()))
        of_y = total(n, lambda i: square(y.at(i), b.at()))
        return number(part(both, of_x, of_y))

    return build


formula(
    "statistics.correlation",
    "Correlation (Pearson)",
    "皮尔逊相关系数",
    inputs=[x, y, mean, mean_y],
    term=together(lambda xy, xx, yy: xy / (sqrt(xx) * sqrt(yy))),
    result="r",
    reference="Pearson 1896; Casella and Berger 2002, definition 4.5.2",
    variants=[
        variant("one_root", "with one root below", "分母合为一个根号", together(lambda xy, xx, yy: xy / sqrt(xx * yy))),
    ],
    pitfalls=[
        pitfall(
            "roots_missing",
            "divided by the roots of the sums of squares",
            "应除以平方和的平方根",
            together(lambda xy, xx, yy: xy / (xx * yy)),
        ),
        pitfall("one_spread", "divided by both spreads", "应除以两者的离散度", together(lambda xy, xx, yy: xy / xx)),
        pitfall(
            "roots_added",
            "the two roots are multiplied",
            "两个根应相乘",
            together(lambda xy, xx, yy: xy / (sqrt(xx) + sqrt(yy))),
        ),
    ],
)

formula(
    "statistics.expectation",
    "Expectation of a discrete variable",
    "离散随机变量的期望",
    inputs=[x, p],
    term=lambda x, p: number(total(n, lambda i: x.at(i) * p.at(i))),
    result=r"\mu",
    reference="Bishop 2006, eq. 1.33",
    pitfalls=[
        pitfall(
            "weights_missing",
            "weighted by the probabilities",
            "以概率加权",
            lambda x, p: number(total(n, lambda i: x.at(i))),
        ),
        pitfall(
            "averaged",
            "the probabilities sum to one: no division by n",
            "概率之和为 1：不再除以 n",
            lambda x, p: number(total(n, lambda i: x.at(i) * p.at(i)) / n),
        ),
        pitfall(
            "squared",
            "the values, not their squares",
            "取值本身，而不是平方",
            lambda x, p: number(total(n, lambda i: x.at(i) ** 2 * p.at(i))),
        ),
    ],
)

rate = scalar("lambda_", tex=r"\lambda", low=0)
wait = data("x", n, low=0, high=20)

formula(
    "statistics.exponential_density",
    "Density of the exponential distribution",
    "指数分布的密度",
    inputs=[wait, rate],
    term=lambda x, lam: lam * exp(-lam * x),
    result=r"p\left(x\right)",
    reference="Casella and Berger 2002, section 3.3",
    variants=[
        variant(
            "by_mean",
            "by the mean: e^(−x/β) / β",
            "用均值表示：e^(−x/β) / β",
            lambda x, b: exp(-x / b) / b,
            inputs=[wait, scalar("beta", low=1)],
        ),
    ],
    pitfalls=[
        pitfall(
            "rate_missing",
            "the rate stands before the exponential as well",
            "指数之前也有速率 λ",
            lambda x, lam: exp(-lam * x),
        ),
        pitfall("sign", "the exponent is negative", "指数为负：符号错了", lambda x, lam: lam * exp(lam * x)),
        pitfall("divided", "the rate multiplies", "速率应相乘", lambda x, lam: exp(-lam * x) / lam),
        pitfall("rate_missing_inside", "the rate scales x", "指数中 x 要乘以速率", lambda x, lam: lam * exp(-x)),
    ],
)

outcome, chance = data("x", n, low=0, high=1), data("p", low=0, high=1)

formula(
    "statistics.bernoulli",
    "Bernoulli distribution",
    "伯努利分布",
    inputs=[outcome, chance],
    term=lambda x, p: p**x * (1 - p) ** (1 - x),
    result=r"P\left(x\right)",
    reference="Bishop 2006, eq. 2.2",
    pitfalls=[
        pitfall(
            "exponents_exchanged",
            "p has the power x",
            "p 的幂次是 x：两者互换了",
            lambda x, p: p ** (1 - x) * (1 - p) ** x,
        ),
        pitfall("same_power", "1 − p has the power 1 − x", "1 − p 的幂次是 1 − x", lambda x, p: p**x * (1 - p) ** x),
        pitfall("sum", "the two factors are multiplied", "两个因子应相乘", lambda x, p: p**x + (1 - p) ** (1 - x)),
        pitfall("complement_missing", "1 − p for x = 0", "x = 0 时为 1 − p", lambda x, p: p**x * p ** (1 - x)),
    ],
)

mu, b = scalar("mu"), scalar("b", low=0)

formula(
    "statistics.laplace_density",
    "Density of the Laplace distribution",
    "拉普拉斯分布的密度",
    inputs=[x, mu, b],
    term=lambda x, mu, b: 1 / (2 * b) * exp(-absolute(x - mu) / b),
    result=r"p\left(x\right)",
    reference="Goodfellow et al. 2016, eq. 3.26",
    pitfalls=[
        pitfall(
            "two_missing", "divided by 2b", "应除以 2b：缺少 2", lambda x, mu, b: 1 / b * exp(-absolute(x - mu) / b)
        ),
        pitfall(
            "squared",
            "the absolute value, not the square",
            "取绝对值，而不是平方",
            lambda x, mu, b: 1 / (2 * b) * exp(-((x - mu) ** 2) / b),
        ),
        pitfall(
            "plus", "the mean is taken off", "应减去均值", lambda x, mu, b: 1 / (2 * b) * exp(-absolute(x + mu) / b)
        ),
    ],
)

formula(
    "statistics.logit",
    "Log odds (logit)",
    "对数几率（logit）",
    inputs=[p],
    term=lambda p: log(p / (1 - p)),
    result="z",
    reference="Bishop 2006, eq. 4.60",
    variants=[
        variant("difference", "as a difference of logarithms", "写成对数之差", lambda p: log(p) - log(1 - p)),
        variant(
            "named",
            "called logit(p)",
            "记作 logit(p)",
            lambda p: log(p / (1 - p)),
            result=r"\operatorname{logit}\left(p\right)",
        ),
    ],
    pitfalls=[
        pitfall(
            "upside_down",
            "the probability stands above its complement",
            "概率在上，其补在下",
            lambda p: log((1 - p) / p),
        ),
        pitfall(
            "logarithm_missing",
            "these are the odds: the logarithm is missing",
            "这是几率：缺少对数",
            lambda p: p / (1 - p),
        ),
        pitfall("plus", "divided by 1 − p", "应除以 1 − p", lambda p: log(p / (1 + p))),
    ],
)

formula(
    "statistics.binary_entropy",
    "Entropy of a coin",
    "二元熵",
    inputs=[p],
    term=lambda p: -p * log(p) - (1 - p) * log(1 - p),
    result=r"H\left(p\right)",
    reference="Cover and Thomas 2006, eq. 2.5 (there in bits)",
    pitfalls=[
        pitfall("sign", "entropy is not negative", "熵不为负：符号错了", lambda p: p * log(p) + (1 - p) * log(1 - p)),
        pitfall(
            "second_sign", "both parts have a minus", "两部分都带负号", lambda p: -p * log(p) + (1 - p) * log(1 - p)
        ),
        pitfall(
            "same_logarithm",
            "1 − p weighs log(1 − p)",
            "1 − p 对应 log(1 − p)",
            lambda p: -p * log(p) - (1 - p) * log(p),
        ),
    ],
)

joint, margin = data("P", n, k, low=0, high=1), data("p", n, low=0, high=1)


def doubly(part: Callable[[Any, Any], Any], sign: int = -1) -> Callable[[Term, Term], Term]:
    return lambda P, p: number(sign * total(n, lambda i: total(k, lambda j: part(P.at(i, j), p.at(i)), "j")))


formula(
    "statistics.conditional_entropy",
    "Conditional entropy",
    "条件熵",
    inputs=[joint, margin],
    term=doubly(lambda r, p: r * log(r / p)),
    result=r"H\left(Y \mid X\right)",
    reference="Cover and Thomas 2006, eq. 2.12",
    pitfalls=[
        pitfall(
            "sign",
            "the logarithm of a probability is negative: minus",
            "概率的对数为负：缺少负号",
            doubly(lambda r, p: r * log(r / p), 1),
        ),
        pitfall(
            "upside_down", "the joint probability stands above", "联合概率在上", doubly(lambda r, p: r * log(p / r))
        ),
        pitfall(
            "joint",
            "this is the joint entropy: divide by the margin",
            "这是联合熵：要除以边缘概率",
            doubly(lambda r, p: r * log(r)),
        ),
        pitfall(
            "weight_missing", "weighted by the joint probability", "以联合概率加权", doubly(lambda r, p: log(r / p))
        ),
    ],
)

variance, a = data("v", n, low=0), scalar("a")

formula(
    "statistics.variance_of_scaled",
    "Variance of a x + b",
    "a x + b 的方差",
    inputs=[variance, a],
    term=lambda v, a: a**2 * v,
    result=r"\operatorname{Var}\left(a x + b\right)",
    reference="Casella and Berger 2002, theorem 2.3.4",
    pitfalls=[
        pitfall("not_squared", "the factor is squared", "系数要平方", lambda v, a: a * v),
        pitfall("size", "the square, not the absolute value", "取平方，而不是绝对值", lambda v, a: absolute(a) * v),
    ],
)

weights, centres = data("pi", k, tex=r"\pi", low=0, high=1), data("q", k, low=0, high=1)

formula(
    "statistics.mixture",
    "Density of a mixture",
    "混合分布的密度",
    inputs=[weights, centres],
    term=lambda w, q: number(total(k, lambda j: w.at(j) * q.at(j), "j")),
    result=r"p\left(x\right)",
    reference="Bishop 2006, eq. 2.188",
    pitfalls=[
        pitfall(
            "weights_missing",
            "weighted by the shares",
            "以各分量的比例加权",
            lambda w, q: number(total(k, lambda j: q.at(j), "j")),
        ),
        pitfall(
            "averaged",
            "the shares sum to one: no division",
            "比例之和为 1：不再除",
            lambda w, q: number(total(k, lambda j: w.at(j) * q.at(j), "j") / k),
        ),
        pitfall(
            "sum",
            "shares multiply densities",
            "比例与密度相乘",
            lambda w, q: number(total(k, lambda j: w.at(j) + q.at(j), "j")),
        ),
    ],
)

formula(
    "statistics.posterior",
    "Posterior of a class, with the sum over classes below (Bayes)",
    "类别的后验概率，分母为对各类求和（贝叶斯）",
    inputs=[centres, weights],
    term=lambda q, w: q * w / reduce_sum(q * w),
    result=r"\gamma",
    reference="Bishop 2006, eq. 1.82 and 9.13",
    pitfalls=[
        pitfall(
            "prior_missing_below",
            "the priors stand below as well",
            "分母中也有先验",
            lambda q, w: q * w / reduce_sum(q),
        ),
        pitfall(
            "prior_missing_above",
            "the prior stands above as well",
            "分子中也有先验",
            lambda q, w: q / reduce_sum(q * w),
        ),
        pitfall("not_normalised", "divided by the sum over the classes", "还要除以对各类的和", lambda q, w: q * w),
        pitfall(
            "added", "likelihood and prior are multiplied", "似然与先验应相乘", lambda q, w: (q + w) / reduce_sum(q + w)
        ),
    ],
)

formula(
    "statistics.add_k_smoothing",
    "Additive (Laplace) smoothing of counts",
    "加法（拉普拉斯）平滑",
    inputs=[data("c", n, low=0), scalar("k", low=0)],
    term=lambda c, a: (c + a) / (reduce_sum(c) + a * n),
    result="p",
    reference="Manning, Raghavan and Schütze 2008, eq. 13.7",
    pitfalls=[
        pitfall(
            "below_missing",
            "every outcome is added below too",
            "分母中每个结果也要加",
            lambda c, a: (c + a) / reduce_sum(c),
        ),
        pitfall(
            "once_below",
            "k for each outcome: k n below",
            "每个结果各加 k：分母加 kn",
            lambda c, a: (c + a) / (reduce_sum(c) + a),
        ),
        pitfall("above_missing", "k is added above as well", "分子也要加 k", lambda c, a: c / (reduce_sum(c) + a * n)),
    ],
)

formula(
    "statistics.standard_error",
    "Standard error of the mean",
    "均值的标准误",
    inputs=[data("s", n, low=0), scalar("n", low=1)],
    term=lambda s, m: s / sqrt(m),
    result=r"\mathrm{SE}",
    reference="Goodfellow et al. 2016, eq. 5.46",
    pitfalls=[
        pitfall("root_missing", "divided by the root of n", "应除以 n 的平方根", lambda s, m: s / m),
        pitfall("multiplied", "divided by the root of n", "应除以，而不是相乘", lambda s, m: s * sqrt(m)),
        pitfall("squared", "the deviation, not the variance", "取标准差，而不是方差", lambda s, m: s**2 / sqrt(m)),
    ],
)

point, first, spread = data("x", k), data("mu", k), data("sigma", k, tex=r"\sigma", low=0)


def diagonal(root: bool = True, two: int = 2, power: int = 2) -> Callable[..., Term]:
    """Π 1/√(2πσ_j²) exp(−(x_j − μ_j)² / 2σ_j²), as its logarithm."""

    def build(x: Term, m: Term, s: Term) -> Term:
        fit = total(k, lambda j: (x.at(j) - m.at(j)) ** 2 / s.at(j) ** power, "j")
        volume = total(k, lambda j: log(s.at(j)), "j")
        return number(-fit / two - volume - (k * log(2 * pi) / 2 if root else k * log(2 * pi)))

    return build


formula(
    "statistics.diagonal_gaussian",
    "Log density of independent normal variables",
    "独立正态变量的对数密度",
    inputs=[point, first, spread],
    term=diagonal(),
    result=r"\log p\left(x\right)",
    reference="Bishop 2006, eq. 2.43, with a diagonal covariance",
    pitfalls=[
        pitfall("half_missing", "half the squared distance", "距离平方要带 1/2", diagonal(two=1)),
        pitfall("root_missing", "the root of 2π: half its logarithm", "2π 要开方：取对数的一半", diagonal(root=False)),
        pitfall("not_squared", "divided by σ²", "应除以 σ²", diagonal(power=1)),
    ],
)

evidence, belief = data("L", tex=r"\log p\left(D \mid \theta\right)"), data("prior", tex=r"\log p\left(\theta\right)")
formula(
    "statistics.most_probable",
    "What maximum a posteriori estimation makes greatest",
    "最大后验估计的目标",
    inputs=[evidence, belief],
    term=lambda fit, prior: fit + prior,
    result=r"J_{\mathrm{MAP}}",
    reference="Bishop 2006, eq. 1.67",
    pitfalls=[
        pitfall("taken_off", "the prior is added", "先验应相加", lambda fit, prior: fit - prior),
        pitfall("likelihood", "with the prior", "还要加上先验", lambda fit, prior: fit),
    ],
)
