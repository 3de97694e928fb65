"""Metrics: counts of a confusion matrix, overlap, BLEU, similarity, R²."""

from collections.abc import Callable
from typing import Any

from ..confusion import COUNTS, FN, FP, POWERS, TN, TP, counted, some
from ..lang import Const, Term, data, dims, exp, let, log, mean, minimum, reduce_sum, scalar, size, sqrt
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total


def share(
    id: str,
    en: str,
    zh: str,
    inputs: list[Any],
    term: Callable[..., Any],
    result: str,
    needs: list[Any],
    mistakes: list[Any],
) -> None:
    formula(
        id,
        en,
        zh,
        inputs=inputs,
        term=counted(term),
        result=rf"\mathrm{{{result}}}",
        reference=POWERS,
        requires=some(*needs),
        pitfalls=[pitfall(name, why, why_zh, counted(wrong)) for name, (why, why_zh), wrong in mistakes],
    )


share(
    "metrics.accuracy",
    "Accuracy",
    "准确率",
    COUNTS,
    lambda tp, tn, fp, fn: (tp + tn) / (tp + tn + fp + fn),
    "Accuracy",
    COUNTS,
    [
        (
            "positives_only",
            ("right negatives count too", "正确的负例也要计入"),
            lambda tp, tn, fp, fn: tp / (tp + tn + fp + fn),
        ),
        (
            "errors",
            ("right ones stand on top", "分子是判断正确的样本"),
            lambda tp, tn, fp, fn: (fp + fn) / (tp + tn + fp + fn),
        ),
    ],
)
share(
    "metrics.precision",
    "Precision",
    "精确率（查准率）",
    [TP, FP],
    lambda tp, fp: tp / (tp + fp),
    "Precision",
    [TP, FP],
    [
        ("false_on_top", ("right positives stand on top", "分子是真正例"), lambda tp, fp: fp / (tp + fp)),
        ("doubled", ("TP counts once", "TP 只计一次"), lambda tp, fp: 2 * tp / (2 * tp + fp)),
    ],
)
share(
    "metrics.recall",
    "Recall",
    "召回率（查全率）",
    [TP, FN],
    lambda tp, fn: tp / (tp + fn),
    "Recall",
    [TP, FN],
    [
        ("false_on_top", ("right positives stand on top", "分子是真正例"), lambda tp, fn: fn / (tp + fn)),
        ("doubled", ("TP counts once", "TP 只计一次"), lambda tp, fn: 2 * tp / (2 * tp + fn)),
    ],
)
share(
    "metrics.specificity",
    "Specificity",
    "特异度",
    [TN, FP],
    lambda tn, fp: tn / (tn + fp),
    "Specificity",
    [TN, FP],
    [
        ("false_on_top", ("right negatives stand on top", "分子是真负例"), lambda tn, fp: fp / (tn + fp)),
        ("doubled", ("TN counts once", "TN 只计一次"), lambda tn, fp: 2 * tn / (2 * tn + fp)),
    ],
)
share(
    "metrics.iou",
    "Intersection over union",
    "交并比",
    [TP, FP, FN],
    lambda tp, fp, fn: tp / (tp + fp + fn),
    "IoU",
    [TP, FP, FN],
    [
        ("dice", ("this is the Dice coefficient", "这是 Dice 系数"), lambda tp, fp, fn: 2 * tp / (2 * tp + fp + fn)),
        ("twice", ("the intersection counts once", "交集只计一次"), lambda tp, fp, fn: tp / (2 * tp + fp + fn)),
    ],
)
share(
    "metrics.dice",
    "Dice coefficient",
    "Dice 系数",
    [TP, FP, FN],
    lambda tp, fp, fn: 2 * tp / (2 * tp + fp + fn),
    "Dice",
    [TP, FP, FN],
    [
        ("iou", ("this is intersection over union", "这是交并比"), lambda tp, fp, fn: tp / (tp + fp + fn)),
        ("two_missing", ("2 TP stands on top", "分子是 2TP"), lambda tp, fp, fn: tp / (2 * tp + fp + fn)),
        ("two_above_only", ("2 TP stands below as well", "分母中也是 2TP"), lambda tp, fp, fn: 2 * tp / (tp + fp + fn)),
    ],
)

P, R = data("P", low=0, high=1), data("R", low=0, high=1)
beta = scalar("beta", low=0)
RIJSBERGEN = "van Rijsbergen 1979, chapter 7"

formula(
    "metrics.f1",
    "F1 score",
    "F1 分数",
    inputs=[P, R],
    term=lambda p, r: 2 * p * r / (p + r),
    result="F_{1}",
    reference=RIJSBERGEN,
    variants=[
        variant("harmonic", "as a harmonic mean", "写成调和平均", lambda p, r: 2 / (1 / p + 1 / r)),
    ],
    pitfalls=[
        pitfall("two_missing", "the factor 2 is missing", "缺少因子 2", lambda p, r: p * r / (p + r)),
        pitfall(
            "arithmetic",
            "the harmonic mean, not the arithmetic one",
            "是调和平均，而不是算术平均",
            lambda p, r: (p + r) / 2,
        ),
        pitfall(
            "geometric",
            "the harmonic mean, not the geometric one",
            "是调和平均，而不是几何平均",
            lambda p, r: sqrt(p * r),
        ),
        pitfall("product_below", "divided by the sum", "应除以两者之和", lambda p, r: 2 * (p + r) / (p * r)),
    ],
)

formula(
    "metrics.f_beta",
    "F-beta score",
    "F-beta 分数",
    inputs=[P, R, beta],
    term=lambda p, r, b: (1 + b**2) * p * r / (b**2 * p + r),
    result=r"F_{\beta}",
    reference=RIJSBERGEN,
    pitfalls=[
        pitfall(
            "other_side",
            "β² belongs to the precision below the line",
            "分母中 β² 乘的是精确率",
            lambda p, r, b: (1 + b**2) * p * r / (p + b**2 * r),
        ),
        pitfall("not_squared", "β is squared", "β 要平方", lambda p, r, b: (1 + b) * p * r / (b * p + r)),
        pitfall("two", "1 + β² on top", "分子的系数是 1 + β²", lambda p, r, b: 2 * p * r / (b**2 * p + r)),
    ],
)

c, r = size("c"), size("r")
PAPINENI = "Papineni et al. 2002, section 2.3"


def penalty(c: Any, r: Any) -> Term:
    return minimum(1, exp(Const(1 - r / c)))


formula(
    "metrics.brevity_penalty",
    "Brevity penalty of BLEU",
    "BLEU 的长度惩罚",
    inputs=[c, r],
    term=penalty,
    result=r"\mathrm{BP}",
    reference=PAPINENI,
    pitfalls=[
        pitfall(
            "upside_down",
            "reference length over candidate length",
            "应为参考长度除以候选长度",
            lambda c, r: minimum(1, exp(Const(1 - c / r))),
        ),
        pitfall(
            "long_ones_too",
            "long candidates are not rewarded",
            "长候选不受奖励：至多为 1",
            lambda c, r: exp(Const(1 - r / c)),
        ),
        pitfall(
            "one_missing", "the exponent is 1 − r / c", "指数是 1 − r/c", lambda c, r: minimum(1, exp(Const(-r / c)))
        ),
    ],
)

N = dims("N")[0]
p_n, w_n = data("p", N, low=0, high=1), data("w", N, low=0, high=1)
BP = data("BP", tex=r"\mathrm{BP}", low=0, high=1)


def bleu(part: Callable[[Any, Any], Any]) -> Callable[..., Term]:
    return lambda bp, w, p: number(bp.at() * exp(total(N, lambda n: part(w.at(n), p.at(n)), "n")))


formula(
    "metrics.bleu",
    "BLEU",
    "BLEU 分数",
    inputs=[BP, w_n, p_n],
    term=bleu(lambda w, p: w * log(p)),
    result=r"\mathrm{BLEU}",
    reference=PAPINENI,
    pitfalls=[
        pitfall("logarithm_missing", "the weighted mean of logarithms", "是对数的加权平均", bleu(lambda w, p: w * p)),
        pitfall("sign", "no minus sign", "没有负号", bleu(lambda w, p: -w * log(p))),
        pitfall("weights_missing", "the logarithms are weighted", "对数要加权", bleu(lambda w, p: log(p))),
        pitfall(
            "penalty_missing",
            "the brevity penalty is missing",
            "缺少长度惩罚",
            lambda bp, w, p: number(exp(total(N, lambda n: w.at(n) * log(p.at(n)), "n"))),
        ),
    ],
)

d = dims("d")[0]
a, b = data("a", d), data("b", d)


def norm(x: Term, name: str) -> Term:
    return let(rf"\|{name}\|", sqrt(reduce_sum(x**2)))


formula(
    "metrics.cosine_similarity",
    "Cosine similarity",
    "余弦相似度",
    inputs=[a, b],
    term=lambda a, b: a @ b / (norm(a, "a") * norm(b, "b")),
    result=r"\cos\left(a, b\right)",
    reference="Salton and McGill 1983, section 6.1",
    pitfalls=[
        pitfall("not_normalised", "divided by both lengths", "还要除以两个长度", lambda a, b: a @ b),
        pitfall("one_length", "divided by both lengths", "应除以两个长度", lambda a, b: a @ b / norm(a, "a")),
        pitfall(
            "roots_missing",
            "divided by the lengths, not by their squares",
            "应除以长度，而不是其平方",
            lambda a, b: a @ b / (reduce_sum(a**2) * reduce_sum(b**2)),
        ),
        pitfall(
            "lengths_added",
            "divided by the product of the lengths",
            "应除以长度之积",
            lambda a, b: a @ b / (norm(a, "a") + norm(b, "b")),
        ),
    ],
)

formula(
    "metrics.euclidean_distance",
    "Euclidean distance",
    "欧氏距离",
    inputs=[a, b],
    term=lambda a, b: number(sqrt(total(d, lambda i: (a.at(i) - b.at(i)) ** 2))),
    result=r"d\left(a, b\right)",
    reference="Golub and Van Loan 2013, section 2.2",
    pitfalls=[
        pitfall(
            "root_missing",
            "the root is missing",
            "缺少开方",
            lambda a, b: number(total(d, lambda i: (a.at(i) - b.at(i)) ** 2)),
        ),
        pitfall(
            "sum",
            "the differences count",
            "应取差",
            lambda a, b: number(sqrt(total(d, lambda i: (a.at(i) + b.at(i)) ** 2))),
        ),
        pitfall(
            "divided",
            "not divided by d",
            "不除以 d",
            lambda a, b: number(sqrt(total(d, lambda i: (a.at(i) - b.at(i)) ** 2) / d)),
        ),
    ],
)

n = dims("n")[0]
y, y_hat = data("y", n), data("y_hat", n, tex=r"\hat{y}")


def residual(y: Term, p: Term) -> Term:
    return reduce_sum((y - p) ** 2)


def spread(y: Term) -> Term:
    return reduce_sum((y - let(r"\bar{y}", mean(y, keepdims=True))) ** 2)


formula(
    "metrics.r_squared",
    "Coefficient of determination",
    "决定系数",
    inputs=[y, y_hat],
    term=lambda y, p: 1 - residual(y, p) / spread(y),
    result="R^{2}",
    reference="Draper and Smith 1998, section 1.3",
    pitfalls=[
        pitfall("one_missing", "1 less the quotient", "是 1 减去该商", lambda y, p: residual(y, p) / spread(y)),
        pitfall(
            "upside_down", "residual over total", "应为残差除以总变差", lambda y, p: 1 - spread(y) / residual(y, p)
        ),
        pitfall(
            "not_centred",
            "the spread is about the mean",
            "总变差以均值为中心",
            lambda y, p: 1 - residual(y, p) / reduce_sum(y**2),
        ),
    ],
)
