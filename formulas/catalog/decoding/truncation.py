"""Leaving out the unlikely tokens: top-k and top-p."""

from collections.abc import Callable
from typing import Any

from ...lang import (
    And,
    Eq,
    Ge,
    Gt,
    If,
    Lt,
    Or,
    Term,
    let,
    masked_softmax,
    reduce_sum,
    scalar,
    size,
    softmax,
    sum_over,
    tab,
    where,
)
from ...model import pitfall, variant
from ...registry import formula
from .temperature import V, Z

Relation = Callable[[Any, Any], Any]


def kept(body: Callable[[Any], Any]) -> Term:
    """The tokens that stay, by an indicator of each."""
    return let("M", tab(V, body=lambda i: If(body(i), 1, 0)))


def larger(z: Term, i: Any, relation: Relation = Gt) -> Any:
    """How many logits are larger than the one at i."""
    return sum_over(V, lambda j: If(relation(z.at(j), z.at(i)), 1, 0), "j")


def ahead(z: Term, i: Any, j: Any) -> Any:
    """Token j comes before token i: it is larger, or equal with a smaller index."""
    return Or(Gt(z.at(j), z.at(i)), And(Eq(z.at(j), z.at(i)), Lt(j, i)))


def of_the_largest(z: Term, k: Any) -> Term:
    return kept(lambda i: Lt(larger(z, i), k))


def shares(z: Term) -> Term:
    return let("P", softmax(z))


def mass_above(P: Term, i: Any, relation: Relation = Gt) -> Any:
    """The probability of all tokens more probable than the one at i."""
    return sum_over(V, lambda j: If(relation(P.at(j), P.at(i)), P.at(j), 0), "j")


def nucleus(z: Term, p: Term) -> Term:
    P = shares(z)
    return kept(lambda i: Lt(mass_above(P, i), p.at()))


formula(
    "decoding.top_k",
    "Top-k: the k largest logits, ties kept",
    "Top-k 截断（并列的保留）",
    inputs=[Z, size("k")],
    term=lambda z, k: masked_softmax(z, of_the_largest(z, k)),
    result="p",
    reference="Fan, Lewis and Dauphin 2018, section 5.2",
    variants=[
        variant(
            "ties_by_index",
            "exactly k tokens: of equal ones the first",
            "恰好保留 k 个：并列时取序号小的",
            lambda z, k: masked_softmax(z, kept(lambda i: Lt(sum_over(V, lambda j: If(ahead(z, i, j), 1, 0), "j"), k))),
        ),
        variant(
            "renormalised",
            "the kept probabilities over their sum",
            "保留的概率除以它们的和",
            lambda z, k: (of_the_largest(z, k) * softmax(z)) / reduce_sum(of_the_largest(z, k) * softmax(z)),
        ),
    ],
    pitfalls=[
        pitfall(
            "not_normalised_again",
            "the kept probabilities are not normalised again",
            "截断后没有重新归一化",
            lambda z, k: of_the_largest(z, k) * softmax(z),
        ),
        pitfall(
            "one_too_many",
            "k + 1 tokens stay",
            "保留了 k + 1 个",
            lambda z, k: masked_softmax(z, of_the_largest(z, k + 1)),
        ),
        pitfall(
            "smallest_kept",
            "the k smallest stay",
            "保留的是最小的 k 个",
            lambda z, k: masked_softmax(z, kept(lambda i: Lt(larger(z, i, Lt), k))),
        ),
        pitfall(
            "zero_logits",
            "the others' logits become 0 instead of −∞: they keep a share",
            "其余 logits 置为 0 而不是 −∞：仍占有概率",
            lambda z, k: softmax(where(of_the_largest(z, k), z, 0)),
        ),
    ],
)

formula(
    "decoding.top_p",
    "Top-p (nucleus): the fewest most probable tokens with mass p, ties kept",
    "Top-p（核采样）：累计概率达到 p 的最少的词（并列的保留）",
    inputs=[Z, scalar("p", low=0, high=1)],
    term=lambda z, p: masked_softmax(z, nucleus(z, p)),
    result=r"\tilde{p}",
    reference="Holtzman et al. 2020, section 3.1, eqs. 2 and 3",
    variants=[
        variant(
            "ties_by_index",
            "of equal tokens the first comes first",
            "并列时按序号先后",
            lambda z, p: masked_softmax(
                z,
                kept(lambda i: Lt(sum_over(V, lambda j: If(ahead(z, i, j), shares(z).at(j), 0), "j"), p.at())),
            ),
        ),
        variant(
            "renormalised",
            "the kept probabilities over their sum",
            "保留的概率除以它们的和",
            lambda z, p: (nucleus(z, p) * shares(z)) / reduce_sum(nucleus(z, p) * shares(z)),
        ),
    ],
    pitfalls=[
        pitfall(
            "not_normalised_again",
            "the kept probabilities are not normalised again",
            "截断后没有重新归一化",
            lambda z, p: nucleus(z, p) * shares(z),
        ),
        pitfall(
            "last_one_dropped",
            "the token that reaches p is dropped: nothing may be left",
            "恰好达到 p 的那个词被丢弃：可能一个也不剩",
            lambda z, p: masked_softmax(z, kept(lambda i: Lt(mass_above(shares(z), i, Ge), p.at()))),
        ),
        pitfall(
            "threshold_on_each",
            "p is compared with each probability, not with the sum",
            "拿单个概率与 p 比较，而不是累计概率",
            lambda z, p: masked_softmax(z, kept(lambda i: Gt(shares(z).at(i), p.at()))),
        ),
        pitfall(
            "least_probable_first",
            "summed from the least probable on",
            "从概率最小的开始累计",
            lambda z, p: masked_softmax(z, kept(lambda i: Lt(mass_above(shares(z), i, Lt), p.at()))),
        ),
        pitfall(
            "zero_logits",
            "the others' logits become 0 instead of −∞: they keep a share",
            "其余 logits 置为 0 而不是 −∞：仍占有概率",
            lambda z, p: softmax(where(nucleus(z, p), z, 0)),
        ),
    ],
)
