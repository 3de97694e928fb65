"""How well a model does: parts of its error, folds, ranks, overlaps with a reference."""

from collections.abc import Callable

from ..lang import Const, Rational, Term, data, dims, maximum, scalar, size
from ..model import pitfall
from ..registry import formula
from ..terms import number, total

n, K = dims("n K")
bias, variance, noise = scalar("b"), scalar("v", low=0.1, high=1), scalar("sigma2", tex=r"\sigma^2", low=0.1, high=1)
y, p, h = data("y", n), data("y_hat", n, tex=r"\hat{y}"), data("h", n, low=0.1, high=0.9)
errors = data("e", K, low=0, high=1)

formula(
    "evaluation.parts_of_the_error",
    "Squared error as bias, variance and noise",
    "平方误差的偏差、方差与噪声分解",
    inputs=[bias, variance, noise],
    term=lambda b, v, s: b**2 + v + s,
    result="E",
    reference="Hastie, Tibshirani and Friedman 2009, eq. 7.9",
    pitfalls=[
        pitfall("not_squared", "the bias is squared", "偏差要平方", lambda b, v, s: b + v + s),
        pitfall("variance_squared", "the variance is not squared", "方差不再平方", lambda b, v, s: b**2 + v**2 + s),
    ],
)

formula(
    "evaluation.cross_validation",
    "Estimate of cross-validation",
    "交叉验证的估计",
    inputs=[errors],
    term=lambda e: number(total(K, lambda k: e.at(k), "k") / K),
    result="CV",
    reference="James et al. 2013, eq. 5.3",
    pitfalls=[
        pitfall(
            "less_one",
            "divided by the number of folds",
            "除以折数",
            lambda e: number(total(K, lambda k: e.at(k), "k") / (K + 1)),
        ),
    ],
)


def left_out(power: int = 2, sign: int = -1) -> Callable[..., Term]:
    return lambda y, p, h: number(total(n, lambda i: ((y.at(i) - p.at(i)) / (1 + sign * h.at(i))) ** power) / n)


formula(
    "evaluation.leave_one_out",
    "Leave-one-out error of least squares from the leverages",
    "由杠杆值计算的留一法误差",
    inputs=[y, p, h],
    term=left_out(),
    result="CV",
    reference="James et al. 2013, eq. 5.2",
    pitfalls=[
        pitfall("plus", "residuals grow: one less the leverage", "残差应除以 1 减杠杆值", left_out(sign=1)),
        pitfall("not_squared", "the quotients are squared", "商要平方", left_out(1)),
    ],
)

formula(
    "evaluation.word_error_rate",
    "Word error rate",
    "词错误率",
    inputs=[size("S", 0), size("D", 0), size("I", 0), size("N", 1)],
    term=lambda s, d, i, n: Const((s + d + i) / n),
    result=r"\mathrm{WER}",
    reference="Jurafsky and Martin 2023, section 16.5",
    pitfalls=[
        pitfall("minus", "insertions are errors, too", "插入也是错误", lambda s, d, i, n: Const((s + d - i) / n)),
    ],
)

formula(
    "evaluation.silhouette",
    "Silhouette of a sample",
    "样本的轮廓系数",
    inputs=[scalar("a", low=0.1, high=1), scalar("b", low=0.1, high=1)],
    term=lambda a, b: (b - a) / maximum(a, b),
    result="s",
    reference="Rousseeuw 1987",
    pitfalls=[
        pitfall("turned", "nearer to its own cluster is good", "离本簇越近越好", lambda a, b: (a - b) / maximum(a, b)),
    ],
)

formula(
    "evaluation.normalized_gain",
    "Normalised discounted cumulative gain",
    "归一化折损累计增益",
    inputs=[scalar("DCG", low=0.1, high=1, tex=r"\mathrm{DCG}"), scalar("IDCG", low=1, high=2, tex=r"\mathrm{IDCG}")],
    term=lambda g, best: g / best,
    result=r"\mathrm{NDCG}",
    reference="Järvelin and Kekäläinen 2002",
    pitfalls=[pitfall("turned", "divided by the best one", "除以理想值", lambda g, best: best / g)],
)

ranks, P, M = scalar("r", low=10, high=20), size("P", 1), size("N", 1)
formula(
    "evaluation.area_of_ranks",
    "Area under the ROC curve from the ranks of the positives",
    "由正样本的秩计算的 AUC",
    inputs=[ranks, P, M],
    term=lambda r, p, m: (r - Rational(1, 2) * p * (p + 1)) / (p * m),
    result=r"\mathrm{AUC}",
    reference="Hanley and McNeil 1982; Mann and Whitney 1947",
    pitfalls=[
        pitfall(
            "plus",
            "the least possible sum is taken off",
            "应减去最小的秩和",
            lambda r, p, m: (r + Rational(1, 2) * p * (p + 1)) / (p * m),
        ),
    ],
)

hits, all_of = data("c", n, low=0, high=1), data("t", n, low=1, high=2)
formula(
    "evaluation.rouge_n",
    "ROUGE-N: recall of n-grams",
    "ROUGE-N：n 元组的召回率",
    inputs=[hits, all_of],
    term=lambda c, t: number(total(n, lambda i: c.at(i)) / total(n, lambda i: t.at(i), "j")),
    result=r"\mathrm{ROUGE}",
    reference="Lin 2004, eq. 1",
    pitfalls=[
        pitfall(
            "turned",
            "those of the reference stand below",
            "分母是参考摘要的 n 元组数",
            lambda c, t: number(total(n, lambda i: t.at(i)) / total(n, lambda i: c.at(i), "j")),
        ),
    ],
)

formula(
    "evaluation.mean_average_precision",
    "Mean average precision",
    "平均精度均值（mAP）",
    inputs=[errors],
    term=lambda e: number(total(K, lambda k: e.at(k), "q") / K),
    result=r"\mathrm{mAP}",
    reference="Manning, Raghavan and Schütze 2008, eq. 8.8",
    pitfalls=[
        pitfall(
            "summed", "the mean over the queries", "对查询取平均", lambda e: number(total(K, lambda k: e.at(k), "q"))
        ),
    ],
)
