"""More metrics: agreement of classifications, averages over classes, overlaps of sets, precision of rankings, distances."""

from collections.abc import Callable
from typing import Any

from ..confusion import COUNTS, FN, FP, POWERS, TN, TP, counted, some
from ..lang import Term, absolute, data, dims, reduce_max, reduce_min, reduce_sum, scalar, sqrt
from ..model import pitfall
from ..registry import formula
from ..terms import number, total

BOTH_CLASSES = [*some(TP, FN), *some(TN, FP)]
PREDICTED = [*BOTH_CLASSES, *some(TP, FP), *some(TN, FN)]


def mcc(tp: Any, tn: Any, fp: Any, fn: Any) -> Any:
    return (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


formula(
    "agreement.matthews",
    "Matthews correlation coefficient",
    "马修斯相关系数（MCC）",
    inputs=COUNTS,
    term=counted(mcc),
    result=r"\mathrm{MCC}",
    reference="Matthews 1975; Chicco and Jurman 2020, eq. 1",
    requires=PREDICTED,
    pitfalls=[
        pitfall(
            "plus",
            "the wrong ones are taken off",
            "误判的乘积应减去",
            counted(lambda tp, tn, fp, fn: (tp * tn + fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
        ),
        pitfall(
            "root_missing",
            "the root of the product below",
            "分母要开方",
            counted(lambda tp, tn, fp, fn: (tp * tn - fp * fn) / ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
        ),
        pitfall(
            "pairs",
            "right times right, wrong times wrong",
            "判对的相乘，判错的相乘",
            counted(lambda tp, tn, fp, fn: (tp * fp - tn * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
        ),
    ],
)

formula(
    "agreement.balanced_accuracy",
    "Balanced accuracy",
    "平衡准确率",
    inputs=COUNTS,
    term=counted(lambda tp, tn, fp, fn: (tp / (tp + fn) + tn / (tn + fp)) / 2),
    result=r"\mathrm{BA}",
    reference="Brodersen, Ong, Stephan and Buhmann 2010, section II",
    requires=BOTH_CLASSES,
    pitfalls=[
        pitfall(
            "not_halved",
            "the mean of the two rates",
            "两个比率的平均：缺少 1/2",
            counted(lambda tp, tn, fp, fn: tp / (tp + fn) + tn / (tn + fp)),
        ),
        pitfall(
            "difference",
            "the two rates are added",
            "两个比率应相加",
            counted(lambda tp, tn, fp, fn: (tp / (tp + fn) - tn / (tn + fp)) / 2),
        ),
    ],
)

formula(
    "agreement.false_positive_rate",
    "False positive rate",
    "假正率（FPR）",
    inputs=[FP, TN],
    term=counted(lambda fp, tn: fp / (fp + tn)),
    result=r"\mathrm{FPR}",
    reference=f"{POWERS}; Fawcett 2006, section 2",
    requires=some(FP, TN),
    pitfalls=[
        pitfall(
            "specificity",
            "false positives stand above; this is the specificity",
            "分子是假正例；这是特异度",
            counted(lambda fp, tn: tn / (fp + tn)),
        ),
        pitfall("odds", "divided by all negatives", "应除以全部负例", counted(lambda fp, tn: fp / (tn + 1))),
        pitfall("sum", "divided by their number", "要除以负例总数", counted(lambda fp, tn: fp + tn)),
    ],
)

formula(
    "agreement.true_positive_rate",
    "True positive rate",
    "真正率（TPR）",
    inputs=[TP, FN],
    term=counted(lambda tp, fn: tp / (tp + fn)),
    result=r"\mathrm{TPR}",
    reference=f"{POWERS}; Fawcett 2006, section 2",
    requires=some(TP, FN),
    pitfalls=[
        pitfall("misses", "hits stand above", "分子是真正例", counted(lambda tp, fn: fn / (tp + fn))),
        pitfall("minus", "the misses are added below", "分母应相加", counted(lambda tp, fn: tp / (tp + 2 * fn + 1))),
        pitfall("odds", "divided by all positives", "应除以全部正例", counted(lambda tp, fn: tp / (fn + 1))),
    ],
)

n = dims("n")[0]
hits, wrong = data("TP", n, tex=r"\mathrm{TP}", low=0), data("FP", n, tex=r"\mathrm{FP}", low=0)


def micro(above: Callable[[Any, Any], Any], below: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    def build(a: Term, b: Term) -> Term:
        return number(
            total(n, lambda k: above(a.at(k), b.at(k)), "k") / total(n, lambda k: below(a.at(k), b.at(k)), "k")
        )

    return build


formula(
    "agreement.micro_precision",
    "Precision over all classes together (micro average)",
    "微平均精确率",
    inputs=[hits, wrong],
    term=micro(lambda t, f: t, lambda t, f: t + f),
    result=r"P_{micro}",
    reference="Manning, Raghavan and Schütze 2008, section 13.6",
    pitfalls=[
        pitfall(
            "macro",
            "sums first, then the quotient",
            "先求和再相除",
            lambda t, f: number(total(n, lambda k: t.at(k) / (t.at(k) + f.at(k)), "k") / n),
        ),
        pitfall(
            "hits_missing_below", "hits stand below as well", "分母中也有真正例", micro(lambda t, f: t, lambda t, f: f)
        ),
        pitfall("wrong_above", "hits stand above", "分子是真正例", micro(lambda t, f: f, lambda t, f: t + f)),
    ],
)


both, either = data("both", tex=r"\left|A \cap B\right|", low=0), data("either", tex=r"\left|A \cup B\right|", low=0)
first, second = data("of_A", tex=r"\left|A\right|", low=0), data("of_B", tex=r"\left|B\right|", low=0)

formula(
    "agreement.jaccard",
    "Jaccard index of two sets",
    "两个集合的 Jaccard 系数",
    inputs=[both, either],
    term=lambda b, e: b / e,
    result=r"J\left(A, B\right)",
    reference="Jaccard 1912; Manning, Raghavan and Schütze 2008, section 3.3.4",
    pitfalls=[
        pitfall("upside_down", "the intersection stands above the union", "交集在上，并集在下", lambda b, e: e / b),
        pitfall("distance", "this is the distance: one less the index", "这是距离：1 减去系数", lambda b, e: 1 - b / e),
        pitfall("product", "divided by the union", "应除以并集", lambda b, e: b * e),
    ],
)

formula(
    "agreement.dice_of_sets",
    "Dice coefficient of two sets",
    "两个集合的 Dice 系数",
    inputs=[both, first, second],
    term=lambda b, x, y: 2 * b / (x + y),
    result=r"D\left(A, B\right)",
    reference="Dice 1945",
    pitfalls=[
        pitfall("two_missing", "twice the intersection", "交集的两倍：缺少 2", lambda b, x, y: b / (x + y)),
        pitfall("product", "the sizes are added below", "分母中两个大小应相加", lambda b, x, y: 2 * b / (x * y)),
        pitfall("upside_down", "the intersection stands above", "交集在上", lambda b, x, y: (x + y) / (2 * b)),
    ],
)

agreed, expected = data("p_o", tex="p_{o}", low=0, high=1), data("p_e", tex="p_{e}", low=0, high=1)

formula(
    "agreement.kappa",
    "Cohen's kappa",
    "科恩 kappa 系数",
    inputs=[agreed, expected],
    term=lambda o, e: (o - e) / (1 - e),
    result=r"\kappa",
    reference="Cohen 1960",
    pitfalls=[
        pitfall(
            "chance_kept_below", "chance is taken off below as well", "分母也要减去偶然一致", lambda o, e: (o - e) / 1
        ),
        pitfall(
            "exchanged",
            "what is expected is taken off what is observed",
            "观察值减去期望值：两者互换了",
            lambda o, e: (e - o) / (1 - e),
        ),
        pitfall(
            "divided_by_observed",
            "divided by one less what is expected",
            "应除以 1 减期望值",
            lambda o, e: (o - e) / (1 - o),
        ),
    ],
)

P, dR = data("P", n, low=0, high=1), data("dR", n, tex=r"\Delta R", low=0, high=1)

formula(
    "agreement.average_precision",
    "Average precision",
    "平均精度（AP）",
    inputs=[P, dR],
    term=lambda p, r: number(total(n, lambda k: p.at(k) * r.at(k), "k")),
    result=r"\mathrm{AP}",
    reference="Zhu 2004; scikit-learn documentation, average_precision_score",
    pitfalls=[
        pitfall(
            "not_weighted",
            "weighted by the steps of the recall",
            "以召回率的增量加权",
            lambda p, r: number(total(n, lambda k: p.at(k), "k")),
        ),
        pitfall(
            "averaged",
            "the steps of the recall sum to one: no division",
            "召回率增量之和为 1：不再除",
            lambda p, r: number(total(n, lambda k: p.at(k) * r.at(k), "k") / n),
        ),
        pitfall(
            "divided",
            "precision times the step",
            "精确率乘以增量",
            lambda p, r: number(total(n, lambda k: p.at(k) / (1 + r.at(k)), "k")),
        ),
    ],
)

a, b = data("a", n), data("b", n)


def over(part: Callable[[Any, Any], Any], root: Callable[[Any], Any] = lambda s: s) -> Callable[[Term, Term], Term]:
    return lambda a, b: number(root(total(n, lambda i: part(a.at(i), b.at(i)))))


formula(
    "agreement.manhattan_distance",
    "Manhattan distance (L1)",
    "曼哈顿距离（L1）",
    inputs=[a, b],
    term=over(lambda a, b: absolute(a - b)),
    result=r"d\left(a, b\right)",
    reference="Deza and Deza 2009, section 19.1",
    pitfalls=[
        pitfall(
            "bars_missing",
            "absolute values: differences do not cancel",
            "取绝对值：差不应相消",
            over(lambda a, b: a - b),
        ),
        pitfall("sum", "differences, not sums", "取差，而不是和", over(lambda a, b: absolute(a + b))),
        pitfall("squares", "absolute values, not squares", "取绝对值，而不是平方", over(lambda a, b: (a - b) ** 2)),
    ],
)

formula(
    "agreement.chebyshev_distance",
    "Chebyshev distance (maximum)",
    "切比雪夫距离（最大值）",
    inputs=[a, b],
    term=lambda a, b: reduce_max(absolute(a - b)),
    result=r"d_{\infty}\left(a, b\right)",
    reference="Deza and Deza 2009, section 19.1",
    pitfalls=[
        pitfall("bars_missing", "the largest absolute difference", "取绝对差的最大值", lambda a, b: reduce_max(a - b)),
        pitfall("smallest", "the largest difference", "取最大的差", lambda a, b: reduce_min(absolute(a - b))),
        pitfall("sum", "the largest, not the sum", "取最大值，而不是求和", lambda a, b: reduce_sum(absolute(a - b))),
    ],
)

R, samples, features = (
    scalar("R", low=0, high=1),
    scalar("n", low=20, high=90),
    scalar("k", low=1, high=9),
)

formula(
    "agreement.adjusted_r_squared",
    "Adjusted coefficient of determination",
    "调整后的决定系数",
    inputs=[R, samples, features],
    term=lambda r, n, k: 1 - (1 - r**2) * (n - 1) / (n - k - 1),
    result=r"R^{2}_{adj}",
    reference="Theil 1961; Greene 2003, eq. 3-30",
    pitfalls=[
        pitfall(
            "one_missing",
            "n − k − 1 stands below",
            "分母是 n − k − 1",
            lambda r, n, k: 1 - (1 - r**2) * (n - 1) / (n - k),
        ),
        pitfall(
            "upside_down", "n − 1 stands above", "n − 1 在上", lambda r, n, k: 1 - (1 - r**2) * (n - k - 1) / (n - 1)
        ),
        pitfall(
            "share_kept",
            "1 − R² is scaled, not R²",
            "缩放的是 1 − R²",
            lambda r, n, k: 1 - r**2 * (n - 1) / (n - k - 1),
        ),
    ],
)
