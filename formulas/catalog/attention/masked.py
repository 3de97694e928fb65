"""Attention under a mask: given, causal."""

from typing import Any

from ...lang import Ge, If, Le, Lt, Term, causal_mask, data, equal, let, mask, oo, softmax, tab, where
from ...model import pitfall, variant
from ...registry import formula
from ...terms import attention, attention_columns, scores
from .parts import VASWANI, K, K_columns, Q, Q_columns, V, V_columns, d_k, d_v, m, n

M = mask("mask", n, m, tex="M")
HIDE = ("the mask is inverted: it hides what may be read", "掩码反了：挡住的恰是可以看到的位置")


def mask_after(Q: Term, K: Term, V: Term, M: Term) -> Term:
    return (softmax(scores(Q, K)) * M) @ V


formula(
    "attention.masked",
    "Masked attention",
    "带掩码的注意力",
    inputs=[Q, K, V, M],
    term=attention,
    result=r"\operatorname{MaskedAttention}\left(Q, K, V\right)",
    reference=f"{VASWANI} and section 3.2.3",
    notes={
        "en": "M is true where a query may read; a query that may read nothing gets zero",
        "zh": "M 为真表示可以看到；若某个查询什么都看不到，则输出为零",
    },
    variants=[
        variant(
            "additive",
            "a matrix added to the scores, 0 where readable and −∞ where not",
            "加在得分上的矩阵：可见处为 0，不可见处为 −∞",
            lambda Q, K, V, M: softmax(scores(Q, K) + M) @ V,
            inputs=[Q, K, V, data("M", n, m)],
        ),
        variant(
            "columns",
            "tokens as columns",
            "词元为列",
            lambda Q, K, V, M: attention_columns(Q, K, V, M),
            inputs=[Q_columns, K_columns, V_columns, M],
        ),
    ],
    pitfalls=[
        pitfall("inverted", *HIDE, lambda Q, K, V, M: attention(Q, K, V, equal(M, 0))),
        pitfall(
            "mask_after_softmax",
            "masked after the softmax: the weights left do not sum to one",
            "在 softmax 之后才做掩码：剩下的权重之和不为 1",
            mask_after,
        ),
        pitfall(
            "scores_zeroed",
            "masked scores are set to 0 instead of −∞: their keys keep weight",
            "被掩的得分置为 0 而不是 −∞：相应的键仍有权重",
            lambda Q, K, V, M: softmax(where(M, scores(Q, K), 0)) @ V,
        ),
        pitfall("mask_ignored", "the mask is not used", "没有用到掩码", lambda Q, K, V, M: attention(Q, K, V)),
    ],
)

K_n, V_n = data("K", n, d_k), data("V", n, d_v)


def triangle(allowed: Any) -> Term:
    """A mask of our own, 1 where ``allowed(i, j)``."""
    return let("M", tab(n, n, body=lambda i, j: If(allowed(i, j), 1, 0)))


def added(Q: Term, K: Term, V: Term) -> Term:
    M = let("M", tab(n, n, body=lambda i, j: If(Le(j, i), 0, -oo)))
    return softmax(scores(Q, K) + M) @ V


formula(
    "attention.causal",
    "Causal attention",
    "因果注意力",
    inputs=[Q, K_n, V_n],
    term=lambda Q, K, V: attention(Q, K, V, causal_mask(n)),
    result=r"\operatorname{CausalAttention}\left(Q, K, V\right)",
    reference=f"{VASWANI} and section 3.2.3",
    variants=[
        variant(
            "additive",
            "0 on and below the diagonal, −∞ above it, added to the scores",
            "加在得分上：对角线及其下方为 0，上方为 −∞",
            added,
        ),
        variant(
            "columns",
            "tokens as columns",
            "词元为列",
            lambda Q, K, V: attention_columns(Q, K, V, causal_mask(n)),
            inputs=[Q_columns, data("K", d_k, n), data("V", d_v, n)],
        ),
    ],
    pitfalls=[
        pitfall(
            "inverted",
            "the mask is upper triangular: each position reads itself and the future",
            "掩码成了上三角：每个位置看到的是自己和未来",
            lambda Q, K, V: attention(Q, K, V, triangle(lambda i, j: Ge(j, i))),
        ),
        pitfall(
            "diagonal_excluded",
            "a position may read itself: the diagonal belongs to the mask",
            "每个位置可以看到自己：对角线也应可见",
            lambda Q, K, V: attention(Q, K, V, triangle(lambda i, j: Lt(j, i))),
        ),
        pitfall(
            "one_ahead",
            "the position after is visible: off by one",
            "能看到后一个位置：错位一格",
            lambda Q, K, V: attention(Q, K, V, triangle(lambda i, j: Le(j, i + 1))),
        ),
        pitfall(
            "mask_missing",
            "without the mask every position reads the future",
            "缺少掩码：每个位置都能看到未来",
            lambda Q, K, V: attention(Q, K, V),
        ),
        pitfall(
            "mask_after_softmax",
            "masked after the softmax: the weights left do not sum to one",
            "在 softmax 之后才做掩码：剩下的权重之和不为 1",
            lambda Q, K, V: mask_after(Q, K, V, causal_mask(n)),
        ),
        pitfall(
            "masked_by_zero",
            "scores above the diagonal are set to 0 instead of −∞",
            "对角线上方的得分置为 0 而不是 −∞",
            lambda Q, K, V: softmax(scores(Q, K) * causal_mask(n)) @ V,
        ),
    ],
)
