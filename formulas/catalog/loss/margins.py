"""Losses with a margin, of pairs of scores, of embeddings: ranking, multi-class hinge, N-pairs, NT-Xent, BPR."""

from collections.abc import Callable
from typing import Any

from ...lang import (
    Term,
    data,
    dims,
    exp,
    log,
    reduce_sum,
    relu,
    scalar,
    sigmoid,
    softplus,
    sqrt,
)
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total
from .classification import SIGN

n, d, K = dims("n d K")
NOT_CLIPPED = ("the loss is not negative: max with 0", "损失不为负：缺少与 0 取 max")
s, right = data("s", K), data("s_t", tex="s_{t}")
delta, margin = scalar("delta", tex=r"\Delta", low=0), scalar("margin", tex="m", low=0)

formula(
    "loss.multiclass_hinge",
    "Multi-class hinge loss (multi-class SVM), s over the wrong classes",
    "多类合页损失（多类 SVM），s 为错误类别的分数",
    inputs=[s, right, delta],
    term=lambda s, right, delta: reduce_sum(relu(s - right + delta)),
    result="L",
    reference="Weston and Watkins 1999; Crammer and Singer 2001 take the largest violation",
    pitfalls=[
        pitfall(
            "exchanged",
            "a wrong class must not come near the right one: s_j − s_t",
            "错误类别不应接近正确类别：应为 s_j − s_t",
            lambda s, right, delta: reduce_sum(relu(right - s + delta)),
        ),
        pitfall(
            "margin_sign",
            "the margin is added",
            "间隔应相加",
            lambda s, right, delta: reduce_sum(relu(s - right - delta)),
        ),
        pitfall("not_clipped", *NOT_CLIPPED, lambda s, right, delta: reduce_sum(s - right + delta)),
        pitfall(
            "clipped_last",
            "each class is clipped by itself",
            "每个类别分别与 0 取 max",
            lambda s, right, delta: relu(reduce_sum(s - right + delta)),
        ),
    ],
)

x_1, x_2, sign = data("x_1", n, tex="x_{1}"), data("x_2", n, tex="x_{2}"), data("y", n)

formula(
    "loss.margin_ranking",
    "Margin ranking loss",
    "间隔排序损失",
    inputs=[x_1, x_2, sign, margin],
    term=lambda a, b, y, m: relu(-y * (a - b) + m),
    result="L",
    reference="Herbrich, Graepel and Obermayer 2000; PyTorch documentation, torch.nn.MarginRankingLoss",
    pitfalls=[
        pitfall(
            "sign",
            "the first is to be larger for y = 1: −y(x₁ − x₂)",
            "y = 1 时第一个应更大：−y(x₁ − x₂)",
            lambda a, b, y, m: relu(y * (a - b) + m),
        ),
        pitfall("margin_sign", "the margin is added", "间隔应相加", lambda a, b, y, m: relu(-y * (a - b) - m)),
        pitfall("sum", "the difference counts", "应取差", lambda a, b, y, m: relu(-y * (a + b) + m)),
        pitfall("not_clipped", *NOT_CLIPPED, lambda a, b, y, m: -y * (a - b) + m),
    ],
)

better, worse = data("s_i", n, tex="s_{p}"), data("s_j", n, tex="s_{q}")

formula(
    "loss.ranking_hinge",
    "Hinge loss of pairs",
    "成对合页损失",
    inputs=[better, worse, margin],
    term=lambda a, b, m: relu(m - a + b),
    result="L",
    reference="Joachims 2002; Hsieh et al. 2017",
    pitfalls=[
        pitfall(
            "exchanged",
            "the preferred item has the minus sign",
            "偏好的物品取负号：两者互换了",
            lambda a, b, m: relu(m + a - b),
        ),
        pitfall("margin_sign", "the margin is added", "间隔应相加", lambda a, b, m: relu(-m - a + b)),
        pitfall("not_clipped", *NOT_CLIPPED, lambda a, b, m: m - a + b),
    ],
)


def pairs(part: Callable[[Term], Term]) -> Callable[[Term, Term], Term]:
    """Σ over pairs of a function of the difference of their scores."""
    return lambda a, b: number(total(n, lambda k: part(a - b).at(k), "k"))


formula(
    "loss.bpr",
    "Bayesian personalised ranking loss (BPR)",
    "贝叶斯个性化排序损失（BPR）",
    inputs=[data("x_i", n, tex=r"\hat{x}"), data("x_j", n, tex=r"\hat{z}")],
    term=pairs(lambda r: softplus(-r)),
    result="L",
    reference="Rendle et al. 2009, section 4.1, as a loss",
    variants=[
        variant(
            "log_sigmoid",
            "by log σ",
            "用 log σ 表示",
            pairs(lambda r: -log(sigmoid(r))),
            inputs=[data("x_i", n, tex=r"\hat{x}", low=-9, high=9), data("x_j", n, tex=r"\hat{z}", low=-9, high=9)],
        ),
    ],
    pitfalls=[
        pitfall(
            "exchanged",
            "the preferred item less the other",
            "偏好的物品减去另一个：两者互换了",
            pairs(lambda r: softplus(r)),
        ),
        pitfall("sign", *SIGN, pairs(lambda r: -softplus(-r))),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", pairs(lambda r: -sigmoid(r))),
    ],
)

a, b = data("x_1", d, tex="x_{1}"), data("x_2", d, tex="x_{2}")


def inner(a: Term, b: Term) -> Any:
    return total(d, lambda i: a.at(i) * b.at(i))


def of_products(part: Callable[[Any, Any, Any], Any]) -> Callable[[Term, Term], Term]:
    """A number made of a·b, a·a and b·b."""
    return lambda a, b: number(part(inner(a, b), inner(a, a), inner(b, b)))


formula(
    "loss.cosine_distance",
    "Cosine distance",
    "余弦距离",
    inputs=[a, b],
    term=of_products(lambda ab, aa, bb: 1 - ab / (sqrt(aa) * sqrt(bb))),
    result="L",
    reference="Salton and McGill 1983, as a distance; torch.nn.CosineEmbeddingLoss for similar pairs",
    pitfalls=[
        pitfall(
            "similarity",
            "one less the similarity",
            "1 减去相似度",
            of_products(lambda ab, aa, bb: ab / (sqrt(aa) * sqrt(bb))),
        ),
        pitfall(
            "plus",
            "the similarity is taken off",
            "相似度应减去",
            of_products(lambda ab, aa, bb: 1 + ab / (sqrt(aa) * sqrt(bb))),
        ),
        pitfall(
            "norms_squared",
            "divided by the norms, not their squares",
            "应除以范数，而不是范数的平方",
            of_products(lambda ab, aa, bb: 1 - ab / (aa * bb)),
        ),
    ],
)

scores, own = data("s", n, low=-20, high=20), data("p", tex="s_{+}", low=-20, high=20)
tau = scalar("tau", low=1, high=4)


def contrast(top: Callable[[Any, Any], Any], below: Callable[..., Any], sign: int = -1) -> Callable[..., Term]:
    def build(p: Term, s: Term, tau: Term) -> Term:
        rest = total(n, lambda k: exp(s.at(k) / tau.at()), "k")
        up = top(p.at(), tau.at())
        return number(sign * log(up / below(up, rest)))

    return build


def scaled(p: Any, tau: Any) -> Any:
    return exp(p / tau)


formula(
    "loss.nt_xent",
    "Normalised, temperature-scaled cross-entropy (NT-Xent)",
    "归一化温度交叉熵（NT-Xent）",
    inputs=[own, scores, tau],
    term=contrast(scaled, lambda up, rest: up + rest),
    result=r"\ell",
    reference="Chen, Kornblith, Norouzi and Hinton 2020 (SimCLR), eq. 1; s over the negatives",
    pitfalls=[
        pitfall("sign", *SIGN, contrast(scaled, lambda up, rest: up + rest, 1)),
        pitfall(
            "positive_missing",
            "the positive stands below as well",
            "分母中也含正样本",
            contrast(scaled, lambda up, rest: rest),
        ),
        pitfall(
            "temperature_missing",
            "the positive is scaled by the temperature too",
            "正样本也要除以温度",
            contrast(lambda p, tau: exp(p), lambda up, rest: up + rest),
        ),
        pitfall(
            "exponential_missing",
            "the exponential of the similarity",
            "要取相似度的指数",
            contrast(lambda p, tau: exp(0) * (p + 21) / tau, lambda up, rest: up + rest),
        ),
    ],
)

anchor = data("p", tex="s_{+}", low=-20, high=20)


def n_pairs(part: Callable[[Any, Any], Any], first: Any = 1, sign: int = 1) -> Callable[[Term, Term], Term]:
    return lambda p, s: number(sign * log(first + total(n, lambda k: exp(part(s.at(k), p.at())), "k")))


formula(
    "loss.n_pairs",
    "N-pairs loss",
    "N-pair 损失",
    inputs=[anchor, scores],
    term=n_pairs(lambda s, p: s - p),
    result="L",
    reference="Sohn 2016, eq. 2",
    pitfalls=[
        pitfall(
            "exchanged",
            "negative less positive in the exponent",
            "指数中是负样本减正样本：两者互换了",
            n_pairs(lambda s, p: p - s),
        ),
        pitfall(
            "one_missing", "1 + the sum: the positive against itself", "和之外还有 1", n_pairs(lambda s, p: s - p, 0)
        ),
        pitfall(
            "sign", "log(1 + …) is positive already", "log(1 + …) 已为正：不带负号", n_pairs(lambda s, p: s - p, 1, -1)
        ),
        pitfall("sum", "the positive's score is taken off", "正样本的分数应减去", n_pairs(lambda s, p: s + p)),
    ],
)
