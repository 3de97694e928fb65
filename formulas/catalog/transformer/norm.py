"""Layer norm, its statistics, and residual connections around it."""

from collections.abc import Callable
from typing import Any

from ...lang import Ge, Input, Term, bias, data, dims, let, mean, reduce_sum, scalar, sqrt, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import layer_norm, named

(d,) = dims("d")
x, y = data("x", d), data("y", d)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)
BA = "Ba et al. 2016, eqs. 3 and 4"


def norm_inputs(place: str = "", *lead: Any) -> list[Input]:
    """γ and β of a layer norm; ``place`` tells several apart."""
    index = f"_{place}" if place else ""
    return [weight(f"gamma{index}", *lead, d), bias(f"beta{index}", *lead, d)]


gamma, beta = norm_inputs()
mu = data("mu", tex=r"\mu")


def average(x: Term) -> Term:
    return mean(x)


def centred(x: Term) -> Term:
    return x - let(r"\mu", mean(x, keepdims=True))


formula(
    "transformer.mean",
    "Mean of layer norm",
    "层归一化的均值",
    inputs=[x],
    term=average,
    result=r"\mu",
    reference="Ba et al. 2016, eq. 3",
    pitfalls=[
        pitfall(
            "not_divided",
            "the sum is divided by the number of entries",
            "总和还要除以元素个数",
            lambda x: reduce_sum(x),
        ),
        pitfall(
            "of_squares",
            "the mean is of the entries, not of their squares",
            "是元素的均值，而不是平方的均值",
            lambda x: mean(x**2),
        ),
        pitfall(
            "divided_by_root",
            "divided by d, not by its square root",
            "除以 d，而不是 d 的平方根",
            lambda x: reduce_sum(x) / sqrt(d),
        ),
    ],
)

formula(
    "transformer.variance",
    "Variance of layer norm",
    "层归一化的方差",
    inputs=[x],
    term=lambda x: mean(centred(x) ** 2),
    result=r"\sigma^{2}",
    reference="Ba et al. 2016, eq. 3",
    variants=[
        variant(
            "second_moment",
            "mean of the squares less the square of the mean",
            "平方的均值减去均值的平方",
            lambda x: mean(x**2) - let(r"\mu", mean(x)) ** 2,
        ),
        variant(
            "unbiased",
            "divided by d − 1",
            "除以 d − 1",
            lambda x: reduce_sum(centred(x) ** 2) / (d - 1),
            requires=[Ge(d, 2)],
        ),
        variant(
            "deviation",
            "the standard deviation σ",
            "标准差 σ",
            lambda x: sqrt(mean(centred(x) ** 2)),
            result=r"\sigma",
        ),
    ],
    pitfalls=[
        pitfall(
            "not_centred",
            "the mean is taken off before squaring",
            "平方之前要先减去均值",
            lambda x: mean(x**2),
        ),
        pitfall(
            "not_divided",
            "the sum of squares is divided by d",
            "平方和还要除以 d",
            lambda x: reduce_sum(centred(x) ** 2),
        ),
        pitfall(
            "not_squared",
            "the deviations are squared: their mean is 0",
            "偏差要先平方：否则其均值为 0",
            lambda x: mean(centred(x)),
        ),
    ],
)

Normed = Callable[[Term, Term], Term]


def with_statistics(
    x: Term, normed: Normed, variance: Callable[[Term], Term] = lambda c: mean(c**2, keepdims=True)
) -> Term:
    """A layer norm of another form: ``normed(x − μ, σ²)`` before γ and β."""
    c = centred(x)
    return normed(c, let(r"\sigma^{2}", variance(c)))


def with_deviation(
    x: Term, normed: Normed, variance: Callable[[Term], Term] = lambda c: mean(c**2, keepdims=True)
) -> Term:
    """The same with the deviation: ``normed(x − μ, σ)``."""
    c = centred(x)
    return normed(c, let(r"\sigma", sqrt(variance(c))))


def unbiased(c: Term) -> Term:
    return reduce_sum(c**2, keepdims=True) / (d - 1)


formula(
    "transformer.layer_norm",
    "Layer normalisation",
    "层归一化",
    inputs=[x, gamma, beta, eps],
    term=layer_norm,
    result=named("LayerNorm", x.symbol),
    reference=BA,
    variants=[
        variant(
            "epsilon_outside",
            "ε beside the root: σ + ε",
            "ε 在根号之外：σ + ε",
            lambda x, g, b, e: g * with_deviation(x, lambda c, s: c / (s + e)) + b,
        ),
        variant(
            "unbiased_variance",
            "variance divided by d − 1",
            "方差除以 d − 1",
            lambda x, g, b, e: g * with_statistics(x, lambda c, v: c / sqrt(v + e), unbiased) + b,
            requires=[Ge(d, 2)],
        ),
        variant(
            "unbiased_epsilon_outside",
            "deviation with d − 1, ε beside it (The Annotated Transformer)",
            "标准差除以 d − 1，ε 在其外",
            lambda x, g, b, e: g * with_deviation(x, lambda c, s: c / (s + e), unbiased) + b,
            requires=[Ge(d, 2)],
        ),
        variant(
            "no_epsilon",
            "without ε (needs entries that differ)",
            "不带 ε（要求各元素不全相等）",
            lambda x, g, b: g * with_deviation(x, lambda c, s: c / s) + b,
            inputs=[x, gamma, beta],
            requires=[Ge(d, 2)],
        ),
        variant(
            "no_parameters",
            "without γ and β",
            "不带 γ 与 β",
            lambda x, e: with_statistics(x, lambda c, v: c / sqrt(v + e)),
            inputs=[x, eps],
        ),
        variant(
            "statistics_given",
            "from μ and σ² as given",
            "μ 与 σ² 已给出",
            lambda x, mu, v, g, b, e: g * ((x - mu) / sqrt(v + e)) + b,
            inputs=[x, mu, data("variance", tex=r"\sigma^{2}", low=0), gamma, beta, eps],
        ),
        variant(
            "deviation_given",
            "from μ and σ as given, without ε",
            "μ 与 σ 已给出，不带 ε",
            lambda x, mu, s, g, b: g * ((x - mu) / s) + b,
            inputs=[x, mu, scalar("sigma", low=0), gamma, beta],
        ),
    ],
    pitfalls=[
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x, g, b, e: g * with_statistics(x, lambda c, v: c / (v + e)) + b,
        ),
        pitfall(
            "not_centred",
            "the mean is taken off first",
            "应先减去均值",
            lambda x, g, b, e: g * with_statistics(x, lambda c, v: x / sqrt(v + e)) + b,
        ),
        pitfall(
            "shift_scaled",
            "β is added after scaling by γ",
            "β 应在乘以 γ 之后再加",
            lambda x, g, b, e: g * (with_statistics(x, lambda c, v: c / sqrt(v + e)) + b),
        ),
        pitfall(
            "gain_and_shift_exchanged",
            "γ multiplies and β is added",
            "γ 是乘数，β 是加数：两者互换了",
            lambda x, g, b, e: b * with_statistics(x, lambda c, v: c / sqrt(v + e)) + g,
        ),
        pitfall(
            "variance_summed",
            "the variance is a mean, not a sum",
            "方差是平均值，而不是总和",
            lambda x, g, b, e: (
                g * with_statistics(x, lambda c, v: c / sqrt(v + e), lambda c: reduce_sum(c**2, keepdims=True)) + b
            ),
        ),
        pitfall(
            "gain_missing",
            "the gain γ is missing",
            "缺少增益 γ",
            lambda x, g, b, e: with_statistics(x, lambda c, v: c / sqrt(v + e)) + b,
        ),
    ],
)

formula(
    "transformer.post_norm",
    "Residual connection and layer norm",
    "残差连接与层归一化",
    inputs=[x, y, gamma, beta, eps],
    term=lambda x, y, *p: layer_norm(x + y, *p),
    result="z",
    reference="Vaswani et al. 2017, section 3.1",
    pitfalls=[
        pitfall(
            "residual_missing",
            "the residual x is missing: LayerNorm(x + Sublayer(x))",
            "缺少残差 x：应为 LayerNorm(x + Sublayer(x))",
            lambda x, y, *p: layer_norm(y, *p),
        ),
        pitfall(
            "norm_before_sum",
            "the sum is normalised, not its second part",
            "归一化的是和，而不是其中一项",
            lambda x, y, *p: x + layer_norm(y, *p),
        ),
        pitfall(
            "residual_normed",
            "the sum is normalised, not the residual",
            "归一化的是和，而不是残差",
            lambda x, y, *p: layer_norm(x, *p) + y,
        ),
        pitfall(
            "product",
            "residual and sublayer are added, not multiplied",
            "残差与子层输出是相加，而不是相乘",
            lambda x, y, *p: layer_norm(x * y, *p),
        ),
    ],
)
