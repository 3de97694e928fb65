"""Losses of pairs and triples: contrastive, triplet, InfoNCE."""

from collections.abc import Callable
from typing import Any

from ...lang import (
    Rational,
    Term,
    concat,
    data,
    dims,
    exp,
    let,
    log,
    log_softmax,
    reduce_sum,
    relu,
    row,
    scalar,
    tex,
)
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total
from .classification import SIGN

n, d, m = dims("n d m")
same, distance = data("Y", n, low=0, high=1), data("D", n, low=0)
margin = scalar("margin", tex="m", low=0)
half = Rational(1, 2)


def pairs(y: Term, D: Term, m: Term) -> Term:
    return half * (1 - y) * D**2 + half * y * relu(m - D) ** 2


formula(
    "loss.contrastive",
    "Contrastive loss (Y = 0 for similar pairs)",
    "对比损失（相似对 Y = 0）",
    inputs=[same, distance, margin],
    term=pairs,
    result="L",
    reference="Hadsell, Chopra and LeCun 2006, eq. 4",
    variants=[
        variant(
            "one_for_similar",
            "Y = 1 for similar pairs",
            "相似对 Y = 1",
            lambda y, D, m: half * y * D**2 + half * (1 - y) * relu(m - D) ** 2,
        ),
        variant(
            "no_half",
            "without the halves",
            "不带 1/2",
            lambda y, D, m: (1 - y) * D**2 + y * relu(m - D) ** 2,
        ),
        variant(
            "one_for_similar_no_half",
            "Y = 1 for similar pairs, without the halves",
            "相似对 Y = 1，不带 1/2",
            lambda y, D, m: y * D**2 + (1 - y) * relu(m - D) ** 2,
        ),
    ],
    pitfalls=[
        pitfall(
            "margin_missing",
            "pairs beyond the margin cost nothing",
            "超过间隔的不相似对没有损失：缺少间隔",
            lambda y, D, m: half * (1 - y) * D**2 + half * y * relu(-D) ** 2,
        ),
        pitfall(
            "margin_sign",
            "the margin less the distance",
            "应为间隔减去距离",
            lambda y, D, m: half * (1 - y) * D**2 + half * y * relu(D - m) ** 2,
        ),
        pitfall(
            "square_inside",
            "the clipped difference is squared, not the distance",
            "平方作用于截断后的差，而不是距离",
            lambda y, D, m: half * (1 - y) * D**2 + half * y * relu(m - D**2),
        ),
        pitfall(
            "not_squared",
            "the distance is squared",
            "距离要平方",
            lambda y, D, m: half * (1 - y) * D + half * y * relu(m - D),
        ),
    ],
)

anchor, positive, negative = data("a", d), data("p", d), data("n", d)
alpha = scalar("alpha", low=0)


def squared(a: Term, b: Term) -> Term:
    return let(rf"\|{tex(a)} - {tex(b)}\|_{{2}}^{{2}}", reduce_sum((a - b) ** 2))


def apart(name: str, other: str) -> Any:
    """A distance that is given, written as one."""
    return data(name, tex=rf"d\left(a, {other}\right)", low=0)


GIVEN = [apart("d_p", "p"), apart("d_n", "n"), alpha]

formula(
    "loss.triplet",
    "Triplet loss",
    "三元组损失",
    inputs=[anchor, positive, negative, alpha],
    term=lambda a, p, n, alpha: relu(squared(a, p) - squared(a, n) + alpha),
    result="L",
    reference="Schroff, Kalenichenko and Philbin 2015, eq. 3",
    variants=[
        variant(
            "of_distances",
            "of distances as given",
            "由给定的距离计算",
            lambda d_p, d_n, alpha: relu(d_p - d_n + alpha),
            inputs=GIVEN,
        ),
    ],
    pitfalls=[
        pitfall(
            "exchanged",
            "the positive is to be near: its distance has the plus sign",
            "正样本应更近：其距离取正号",
            lambda a, p, n, alpha: relu(squared(a, n) - squared(a, p) + alpha),
        ),
        pitfall(
            "margin_sign",
            "the margin is added",
            "间隔应相加",
            lambda a, p, n, alpha: relu(squared(a, p) - squared(a, n) - alpha),
        ),
        pitfall(
            "not_clipped",
            "the loss is not negative: max with 0",
            "损失不为负：缺少与 0 取 max",
            lambda a, p, n, alpha: squared(a, p) - squared(a, n) + alpha,
        ),
        pitfall(
            "sum",
            "the distance of the negative is taken off",
            "负样本的距离应减去",
            lambda a, p, n, alpha: relu(squared(a, p) + squared(a, n) + alpha),
        ),
    ],
)

q, k = data("q", d), data("k", d, tex="k_{+}")
keys, tau = data("K", m, d), scalar("tau", low=0)


def similarities(q: Term, k: Term, keys: Term) -> Term:
    """q · k₊, then q · k for every negative."""
    return concat(row(k) @ q, keys @ q)


def nce(scale: Callable[[Term, Term], Term], sign: int = -1) -> Callable[..., Term]:
    """−log softmax at the positive."""

    def build(q: Term, k: Term, keys: Term, tau: Term) -> Term:
        s = let("s", scale(similarities(q, k, keys), tau))
        return number(sign * let(r"\log p", log_softmax(s)).at(0))

    return build


scores = data("s", m, low=-30, high=30)

formula(
    "loss.info_nce",
    "InfoNCE with temperature",
    "带温度的 InfoNCE",
    inputs=[q, k, keys, tau],
    term=nce(lambda s, tau: s / tau),
    result="L",
    reference="van den Oord, Li and Vinyals 2018, eq. 4; He et al. 2020 (MoCo), eq. 1",
    variants=[
        variant(
            "of_scores",
            "of scores, the positive first",
            "由分数计算，正样本在首位",
            lambda s, tau: number(-log(exp(s.at(0) / tau.at()) / total(m, lambda i: exp(s.at(i) / tau.at())))),
            inputs=[scores, scalar("tau", low=1)],
        ),
    ],
    pitfalls=[
        pitfall("sign", *SIGN, nce(lambda s, tau: s / tau, 1)),
        pitfall("temperature_multiplies", "divided by the temperature", "应除以温度", nce(lambda s, tau: s * tau)),
        pitfall("temperature_missing", "the temperature is missing", "缺少温度", nce(lambda s, tau: s)),
        pitfall(
            "negatives_last",
            "the logarithm is of the positive's share",
            "取对数的是正样本的占比",
            lambda q, k, keys, tau: number(-log_softmax(similarities(q, k, keys) / tau).at(m)),
        ),
    ],
)
