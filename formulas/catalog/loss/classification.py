"""Losses of classes: cross-entropy in its forms, hinge, focal, label smoothing."""

from collections.abc import Callable
from typing import Any

from ...lang import Ge, Term, data, dims, let, log, log_softmax, relu, scalar, softplus
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

n, K = dims("n K")
y, p = data("y", n, low=0, high=1), data("y_hat", n, tex=r"\hat{y}", low=0, high=1)
one_y, one_p = data("y", low=0, high=1), data("y_hat", tex=r"\hat{y}", low=0, high=1)
z, signs, score = data("z", n), data("y", n), data("y_hat", n, tex=r"\hat{y}")
BISHOP = "Bishop 2006, eq. 4.90"
SIGN = ("the loss is the negative logarithm", "损失是对数的相反数：符号错了")


def likelihood(y: Any, p: Any) -> Any:
    """y log p + (1 − y) log(1 − p)."""
    return y * log(p) + (1 - y) * log(1 - p)


def averaged(part: Callable[[Any, Any], Any], sign: int = -1, by: Any = n) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(sign * total(n, lambda i: part(y.at(i), p.at(i))) / by)


formula(
    "loss.binary_cross_entropy",
    "Binary cross-entropy",
    "二元交叉熵",
    inputs=[y, p],
    term=averaged(likelihood),
    result="L",
    reference=BISHOP,
    variants=[
        variant("cost", "called J", "记作 J", averaged(likelihood), result="J"),
        variant("sum", "summed over the samples", "对样本求和", averaged(likelihood, by=1)),
        variant(
            "one_sample",
            "of one sample",
            "单个样本",
            lambda y, p: -(y * log(p) + (1 - y) * log(1 - p)),
            inputs=[one_y, one_p],
        ),
    ],
    pitfalls=[
        pitfall("sign", *SIGN, averaged(likelihood, 1)),
        pitfall(
            "second_part_missing",
            "the negative class counts too: (1 − y) log(1 − ŷ)",
            "负类也要计入：缺少 (1 − y) log(1 − ŷ)",
            averaged(lambda y, p: y * log(p)),
        ),
        pitfall(
            "same_probability",
            "the negative class has probability 1 − ŷ",
            "负类的概率是 1 − ŷ",
            averaged(lambda y, p: y * log(p) + (1 - y) * log(p)),
        ),
        pitfall(
            "difference",
            "the two parts are added",
            "两部分应相加",
            averaged(lambda y, p: y * log(p) - (1 - y) * log(1 - p)),
        ),
        pitfall(
            "target_and_prediction_exchanged",
            "the logarithm is of the prediction, not of the target",
            "对预测取对数，而不是对目标取对数",
            averaged(lambda y, p: likelihood(p, y)),
        ),
    ],
)


def with_logits(part: Callable[[Any, Any, Any, Any], Any]) -> Callable[[Term, Term], Term]:
    """The mean of ``part(y, z, log(1 + e^z), log(1 + e^−z))``."""
    return lambda y, z: number(total(n, lambda i: part(y.at(i), z.at(i), softplus(z).at(i), softplus(-z).at(i))) / n)


formula(
    "loss.binary_cross_entropy_with_logits",
    "Binary cross-entropy with logits",
    "带 logits 的二元交叉熵",
    inputs=[y, z],
    term=with_logits(lambda y, z, up, down: up - y * z),
    result="L",
    reference="Goodfellow et al. 2016, eq. 6.21, averaged",
    variants=[
        variant(
            "two_parts",
            "by class: y log(1 + e^(−z)) + (1 − y) log(1 + e^z)",
            "按类分写：y log(1 + e^(−z)) + (1 − y) log(1 + e^z)",
            with_logits(lambda y, z, up, down: y * down + (1 - y) * up),
        ),
        variant(
            "one_sample",
            "of one sample",
            "单个样本",
            lambda y, z: softplus(z) - y * z,
            inputs=[one_y, data("z")],
        ),
    ],
    pitfalls=[
        pitfall("sign", "y z is taken off", "y z 应减去", with_logits(lambda y, z, up, down: up + y * z)),
        pitfall(
            "target_missing",
            "the target is missing",
            "缺少目标 y",
            with_logits(lambda y, z, up, down: up - z),
        ),
        pitfall(
            "classes_exchanged",
            "log(1 + e^(−z)) belongs to the positive class",
            "log(1 + e^(−z)) 对应正类：两类互换了",
            with_logits(lambda y, z, up, down: y * up + (1 - y) * down),
        ),
    ],
)

target, q = data("y", K, low=0, high=1), data("y_hat", K, tex=r"\hat{y}", low=0, high=1)


def over_classes(part: Callable[[Any, Any], Any], sign: int = -1) -> Callable[[Term, Term], Term]:
    return lambda y, p: number(sign * total(K, lambda k: part(y.at(k), p.at(k)), "k"))


formula(
    "loss.categorical_cross_entropy",
    "Cross-entropy of a target distribution",
    "（独热或软标签的）交叉熵",
    inputs=[target, q],
    term=over_classes(lambda y, p: y * log(p)),
    result="L",
    reference="Bishop 2006, eq. 4.108; Goodfellow et al. 2016, section 3.13",
    variants=[
        variant(
            "from_logits",
            "from logits: −Σ y log softmax(z)",
            "由 logits 计算：−Σ y log softmax(z)",
            lambda y, z: number(-total(K, lambda k: y.at(k) * let(r"\log p", log_softmax(z)).at(k), "k")),
            inputs=[target, data("z", K)],
        ),
        variant(
            "mean_over_samples",
            "the mean over samples",
            "对样本取平均",
            lambda y, p: number(-total(n, lambda i: total(K, lambda k: y.at(i, k) * log(p.at(i, k)), "k")) / n),
            inputs=[
                data("y", n, K, low=0, high=1),
                data("y_hat", n, K, tex=r"\hat{y}", low=0, high=1),
            ],
        ),
    ],
    pitfalls=[
        pitfall("sign", *SIGN, over_classes(lambda y, p: y * log(p), 1)),
        pitfall(
            "exchanged",
            "the logarithm is of the prediction, not of the target",
            "对预测取对数，而不是对目标取对数",
            over_classes(lambda y, p: p * log(y)),
        ),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", over_classes(lambda y, p: y * p)),
        pitfall(
            "logarithm_of_product",
            "the target weighs the logarithm from outside",
            "目标是对数之外的权重",
            over_classes(lambda y, p: log(y * p)),
        ),
    ],
)

formula(
    "loss.hinge",
    "Hinge loss",
    "合页损失",
    inputs=[signs, score],
    term=lambda y, s: relu(1 - y * s),
    result="L",
    reference="Cortes and Vapnik 1995; Bishop 2006, eq. 7.44",
    variants=[
        variant("squared", "squared hinge", "平方合页损失", lambda y, s: relu(1 - y * s) ** 2),
    ],
    pitfalls=[
        pitfall(
            "plus",
            "large margins cost nothing: 1 − y ŷ",
            "间隔大则损失为 0：应为 1 − y ŷ",
            lambda y, s: relu(1 + y * s),
        ),
        pitfall("margin_missing", "the margin 1 is missing", "缺少间隔 1", lambda y, s: relu(-(y * s))),
        pitfall(
            "not_clipped",
            "the loss is not negative: max with 0",
            "损失不为负：缺少与 0 取 max",
            lambda y, s: 1 - y * s,
        ),
        pitfall("target_missing", "the sign of the target counts", "还要乘以目标的符号", lambda y, s: relu(1 - s)),
    ],
)

p_t = data("p_t", n, tex="p_{t}", low=0, high=1)
alpha = scalar("alpha", tex=r"\alpha_{t}", low=0, high=1)
gamma = scalar("gamma", low=0)

formula(
    "loss.focal",
    "Focal loss",
    "焦点损失",
    inputs=[p_t, alpha, gamma],
    term=lambda p, alpha, gamma: -(alpha * (1 - p) ** gamma * log(p)),
    result=r"\operatorname{FL}\left(p_{t}\right)",
    reference="Lin et al. 2017, eq. 5",
    variants=[
        variant(
            "unbalanced",
            "without the balance α (eq. 4)",
            "不带平衡系数 α（式 4）",
            lambda p, gamma: -((1 - p) ** gamma * log(p)),
            inputs=[p_t, gamma],
        ),
    ],
    pitfalls=[
        pitfall("sign", *SIGN, lambda p, a, g: a * (1 - p) ** g * log(p)),
        pitfall(
            "easy_for_hard",
            "hard examples weigh more: (1 − p)^γ, not p^γ",
            "难样本权重更大：应为 (1 − p)^γ 而不是 p^γ",
            lambda p, a, g: -(a * p**g * log(p)),
        ),
        pitfall(
            "factor_for_power",
            "γ is a power, not a factor",
            "γ 是幂次，而不是系数",
            lambda p, a, g: -(a * g * (1 - p) * log(p)),
        ),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda p, a, g: -(a * (1 - p) ** g)),
    ],
)

epsilon = scalar("epsilon", low=0, high=1)
hot = data("y", K)

formula(
    "loss.label_smoothing",
    "Label smoothing",
    "标签平滑",
    inputs=[hot, epsilon],
    term=lambda y, e: (1 - e) * y + e / K,
    result=r"\tilde{y}",
    reference="Szegedy et al. 2016, section 7",
    variants=[
        variant(
            "other_classes",
            "ε shared among the other classes only (for one-hot targets)",
            "ε 只分给其余类别（独热目标）",
            lambda y, e: (1 - e) * y + e / (K - 1) * (1 - y),
            requires=[Ge(K, 2)],
        ),
    ],
    pitfalls=[
        pitfall(
            "not_shared",
            "ε is shared among the K classes",
            "ε 要均分给 K 个类别",
            lambda y, e: (1 - e) * y + e,
        ),
        pitfall("target_kept", "the target gives up ε", "目标要让出 ε", lambda y, e: y + e / K),
        pitfall("exchanged", "the target keeps 1 − ε", "目标保留的是 1 − ε", lambda y, e: e * y + (1 - e) / K),
        pitfall("minus", "the share ε / K is added", "应加上 ε / K", lambda y, e: (1 - e) * y - e / K),
    ],
)
