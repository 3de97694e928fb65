"""More measures: of clusterings, of ranks and association, of errors in proportion, of signals, and criteria."""

from collections.abc import Callable
from typing import Any

from ..confusion import COUNTS, FN, POWERS, TN, counted, some
from ..lang import Const, Ge, Term, absolute, data, dims, exp, log, maximum, scalar, size, sqrt
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, scalars, total

(n,) = dims("n")
y, y_hat = data("y", n), data("y_hat", n, tex=r"\hat{y}")

formula(
    "measures.negative_predictive_value",
    "Negative predictive value",
    "阴性预测值",
    inputs=COUNTS,
    term=counted(lambda tp, tn, fp, fn: tn / (tn + fn)),
    result=r"\mathrm{NPV}",
    reference=POWERS,
    requires=some(TN, FN),
    pitfalls=[
        pitfall(
            "specificity",
            "of all called negative: TN + FN; this is specificity",
            "分母为所有判负的：TN + FN；这是特异度",
            counted(lambda tp, tn, fp, fn: tn / (tn + fp)),
        ),
        pitfall(
            "wrong_ones", "the right ones stand above", "分子是判对的", counted(lambda tp, tn, fp, fn: fn / (tn + fn))
        ),
    ],
)


def pairs(share: Callable[..., Any]) -> Callable[..., Term]:
    return counted(lambda tp, tn, fp, fn: share(tp, fp, fn))


formula(
    "measures.fowlkes_mallows",
    "Fowlkes–Mallows index",
    "Fowlkes–Mallows 指数",
    inputs=COUNTS,
    term=pairs(lambda tp, fp, fn: tp / sqrt((tp + fp) * (tp + fn))),
    result=r"\mathrm{FMI}",
    reference="Fowlkes and Mallows 1983",
    requires=[Ge(COUNTS[0].symbol, 1)],
    pitfalls=[
        pitfall(
            "root_missing",
            "the root of the product below",
            "分母要开方",
            pairs(lambda tp, fp, fn: tp / ((tp + fp) * (tp + fn))),
        ),
        pitfall(
            "sum", "a product stands below", "分母是乘积", pairs(lambda tp, fp, fn: tp / sqrt((tp + fp) + (tp + fn)))
        ),
    ],
)

h, c, beta = (scalar(name, low=0, tex=tex) for name, tex in (("h", "h"), ("c", "c"), ("beta", r"\beta")))


formula(
    "measures.v_measure",
    "V-measure of homogeneity h and completeness c",
    "V-measure（同质性 h 与完整性 c）",
    inputs=[h, c, beta],
    term=scalars(lambda h, c, b: (1 + b) * h * c / (b * h + c)),
    result="v",
    reference="Rosenberg and Hirschberg 2007, eq. 3",
    variants=[variant("balanced", "β is 1", "β 为 1", scalars(lambda h, c, b: 2 * h * c / (h + c)))],
    pitfalls=[
        pitfall(
            "exchanged",
            "β weighs homogeneity below",
            "分母中 β 乘的是同质性",
            scalars(lambda h, c, b: (1 + b) * h * c / (h + b * c)),
        ),
        pitfall("one_missing", "1 + β above", "分子为 1 + β", scalars(lambda h, c, b: b * h * c / (b * h + c))),
    ],
)

rho, s_x, s_y = (
    scalar("rho", low=-1, high=1),
    scalar("s_x", low=0, tex=r"\sigma_{x}"),
    scalar("s_y", low=0, tex=r"\sigma_{y}"),
)
m_x, m_y = scalar("m_x", tex=r"\mu_{x}"), scalar("m_y", tex=r"\mu_{y}")
formula(
    "measures.concordance",
    "Concordance correlation coefficient",
    "一致性相关系数（CCC）",
    inputs=[rho, s_x, s_y, m_x, m_y],
    term=scalars(lambda r, a, b, p, q: 2 * r * a * b / (a**2 + b**2 + (p - q) ** 2)),
    result=r"\rho_{c}",
    reference="Lin 1989, eq. 2",
    pitfalls=[
        pitfall(
            "two_missing",
            "twice the covariance above",
            "分子是协方差的两倍",
            scalars(lambda r, a, b, p, q: r * a * b / (a**2 + b**2 + (p - q) ** 2)),
        ),
        pitfall(
            "means_added",
            "the difference of the means",
            "均值之差",
            scalars(lambda r, a, b, p, q: 2 * r * a * b / (a**2 + b**2 + (p + q) ** 2)),
        ),
    ],
)

C, D = size("C", 0), size("D", 0)


def ranked(part: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Term]:
    return lambda c, d: Const(part(c, d))


formula(
    "measures.kendall",
    "Kendall's rank correlation τ",
    "肯德尔秩相关系数 τ",
    inputs=[C, D],
    term=ranked(lambda c, d: (c - d) / (c + d)),
    result=r"\tau",
    reference="Kendall 1938",
    requires=some(C, D),
    pitfalls=[
        pitfall(
            "exchanged",
            "concordant less discordant pairs",
            "同序对减去逆序对：两者互换了",
            ranked(lambda c, d: (d - c) / (c + d)),
        ),
        pitfall("plus", "discordant pairs are taken off", "逆序对应减去", ranked(lambda c, d: c / (c + d))),
    ],
)


def proportion(part: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    def errors(y: Term, p: Term) -> Any:
        return total(n, lambda i: absolute(y.at(i) - p.at(i)))

    return lambda y, p: number(part(errors(y, p), y))


formula(
    "measures.weighted_percentage_error",
    "Weighted mean absolute percentage error (WMAPE)",
    "加权平均绝对百分比误差（WMAPE）",
    inputs=[y, y_hat],
    term=proportion(lambda e, y: e / total(n, lambda i: absolute(y.at(i)))),
    result=r"\mathrm{WMAPE}",
    reference="Kolassa and Schütz 2007, eq. 2",
    pitfalls=[
        pitfall(
            "bars_missing",
            "absolute values below",
            "分母要取绝对值",
            proportion(lambda e, y: e / total(n, lambda i: y.at(i))),
        ),
        pitfall(
            "squares",
            "absolute values, not squares",
            "是绝对值，而不是平方",
            proportion(lambda e, y: e / total(n, lambda i: y.at(i) ** 2)),
        ),
    ],
)


def symmetric(part: Callable[[Any, Any], Any], factor: int = 2) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(factor * total(n, lambda i: part(y.at(i), p.at(i))) / n)


formula(
    "measures.symmetric_percentage_error",
    "Symmetric mean absolute percentage error (SMAPE)",
    "对称平均绝对百分比误差（SMAPE）",
    inputs=[y, y_hat],
    term=symmetric(lambda a, b: absolute(a - b) / (absolute(a) + absolute(b))),
    result=r"\mathrm{SMAPE}",
    reference="Makridakis 1993",
    variants=[
        variant(
            "of_the_sum",
            "between 0 and 1",
            "取值在 0 与 1 之间",
            symmetric(lambda a, b: absolute(a - b) / (absolute(a) + absolute(b)), 1),
        )
    ],
    pitfalls=[
        pitfall(
            "plus",
            "the difference above",
            "分子是差",
            symmetric(lambda a, b: absolute(a + b) / (absolute(a) + absolute(b))),
        ),
        pitfall(
            "minus",
            "the sum of sizes below",
            "分母是绝对值之和",
            symmetric(lambda a, b: absolute(a - b) / (absolute(a) + 2 * absolute(b))),
        ),
    ],
)

explained, spread = (
    scalar("e", low=0, tex=r"\operatorname{Var}\left(y - \hat{y}\right)"),
    scalar("v", low=0, tex=r"\operatorname{Var}\left(y\right)"),
)
formula(
    "measures.explained_variance",
    "Explained variance",
    "解释方差",
    inputs=[explained, spread],
    term=scalars(lambda e, v: 1 - e / v),
    result=r"\mathrm{EV}",
    reference="scikit-learn documentation, explained variance score",
    pitfalls=[
        pitfall("inverted", "the variance of the errors above", "分子是误差的方差", scalars(lambda e, v: 1 - v / e)),
        pitfall("plus", "taken off 1", "从 1 中减去", scalars(lambda e, v: 1 + e / v)),
    ],
)

peak, error = scalar("M", low=0), scalar("e", low=0, tex=r"\mathrm{MSE}")
formula(
    "measures.peak_signal_to_noise",
    "Peak signal-to-noise ratio (PSNR), before its decibels",
    "峰值信噪比（PSNR），取分贝之前",
    inputs=[peak, error],
    term=scalars(lambda m, e: m**2 / e),
    result=r"\mathrm{SNR}_{peak}",
    reference="Wang, Bovik, Sheikh and Simoncelli 2004",
    pitfalls=[
        pitfall("square_missing", "the square of the peak", "峰值要取平方", scalars(lambda m, e: m / e)),
        pitfall("inverted", "the peak above, the error below", "峰值在分子", scalars(lambda m, e: e / m**2)),
    ],
)

chi, counted_all, r, k = (
    scalar("chi", low=0, tex=r"\chi^{2}"),
    scalar("n", low=0),
    scalar("r", low=2),
    scalar("k", low=2),
)
formula(
    "measures.cramers_v",
    "Cramér's V",
    "克拉默 V 系数",
    inputs=[chi, counted_all, r, k],
    term=lambda x, n, r, k: sqrt((x / n) / (0 - maximum(1 - r, 1 - k))),
    result="V",
    reference="Cramér 1946, section 21.9",
    pitfalls=[
        pitfall(
            "larger",
            "the smaller of the two sizes",
            "取两者中较小的",
            lambda x, n, r, k: sqrt((x / n) / maximum(r - 1, k - 1)),
        ),
        pitfall(
            "root_missing", "the root of all", "整体要开方", lambda x, n, r, k: (x / n) / (0 - maximum(1 - r, 1 - k))
        ),
    ],
)

likelihood, free = scalar("L", tex=r"\log L"), scalar("d", low=0)
formula(
    "measures.akaike",
    "Akaike information criterion (AIC)",
    "赤池信息准则（AIC）",
    inputs=[likelihood, free],
    term=scalars(lambda logl, d: -2 * logl + 2 * d),
    result=r"\mathrm{AIC}",
    reference="Akaike 1974, eq. 13",
    pitfalls=[
        pitfall(
            "sign",
            "twice the log likelihood is taken off",
            "对数似然的两倍应减去",
            scalars(lambda logl, d: 2 * logl + 2 * d),
        ),
        pitfall("reward", "parameters are penalised", "参数个数是惩罚项", scalars(lambda logl, d: -2 * logl - 2 * d)),
    ],
)

samples = scalar("N", low=0)
formula(
    "measures.bayesian_criterion",
    "Bayesian information criterion (BIC)",
    "贝叶斯信息准则（BIC）",
    inputs=[likelihood, free, samples],
    term=scalars(lambda logl, d, n: -2 * logl + log(n) * d),
    result=r"\mathrm{BIC}",
    reference="Schwarz 1978",
    pitfalls=[
        pitfall(
            "sign",
            "twice the log likelihood is taken off",
            "对数似然的两倍应减去",
            scalars(lambda logl, d, n: 2 * logl + log(n) * d),
        ),
        pitfall(
            "logarithm_missing",
            "the logarithm of the number of samples",
            "样本数要取对数",
            scalars(lambda logl, d, n: -2 * logl + n * d),
        ),
    ],
)

u, v, gamma, shift, degree = data("u", n), data("v", n), scalar("gamma", low=0), scalar("c", low=0), 3


def inner_product(part: Callable[..., Any]) -> Callable[..., Term]:
    return lambda u, v, g, c: number(part(total(n, lambda i: u.at(i) * v.at(i)), g.at(), c.at()))


formula(
    "measures.polynomial_kernel",
    "Polynomial kernel (of degree 3)",
    "多项式核（3 次）",
    inputs=[u, v, gamma, shift],
    term=inner_product(lambda p, g, c: (g * p + c) ** degree),
    result=r"k\left(u, v\right)",
    reference="Bishop 2006, section 6.2",
    pitfalls=[
        pitfall(
            "power_missing",
            "to the power of the degree",
            "要取次数的幂",
            inner_product(lambda p, g, c: degree * (g * p + c)),
        ),
        pitfall("minus", "the constant is added", "常数应相加", inner_product(lambda p, g, c: (g * p - c) ** degree)),
    ],
)


def apart(part: Callable[..., Any]) -> Callable[..., Term]:
    return lambda u, v, g: number(part(lambda of: total(n, lambda i: of(u.at(i) - v.at(i))), g.at()))


formula(
    "measures.laplacian_kernel",
    "Laplacian kernel",
    "拉普拉斯核",
    inputs=[u, v, gamma],
    term=apart(lambda over, g: exp(-g * over(absolute))),
    result=r"k\left(u, v\right)",
    reference="Rahimi and Recht 2007, figure 1",
    pitfalls=[
        pitfall(
            "sign",
            "the farther, the smaller: minus in the exponent",
            "越远越小：指数带负号",
            apart(lambda over, g: exp(g * over(absolute))),
        ),
        pitfall(
            "squares",
            "absolute values, not squares",
            "是绝对值，而不是平方",
            apart(lambda over, g: exp(-g * over(lambda x: x**2))),
        ),
    ],
)
