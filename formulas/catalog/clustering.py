"""Clusters and mixtures: the objective of k-means, expectation–maximisation."""

from collections.abc import Callable
from typing import Any

from ..lang import Term, data, dims, log
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

N, K, d = dims("N K d")
r, x, mu = data("r", N, K, low=0, high=1), data("x", N, d), data("mu", K, d, tex=r"\mu")


def distance(x: Term, mu: Term, i: Any, k: Any, power: int = 2, sign: int = -1) -> Any:
    return total(d, lambda j: (x.at(i, j) + sign * mu.at(k, j)) ** power, "j")


def spread(part: Callable[[Term, Term, Any, Any], Any]) -> Callable[..., Term]:
    def build(r: Term, x: Term, mu: Term) -> Term:
        return number(total(N, lambda i: total(K, lambda k: r.at(i, k) * part(x, mu, i, k), "k"), "i"))

    return build


formula(
    "clustering.k_means",
    "Objective of k-means",
    "k 均值的目标函数",
    inputs=[r, x, mu],
    term=spread(distance),
    result="J",
    reference="Bishop 2006, eq. 9.1",
    pitfalls=[
        pitfall(
            "plus", "the distance is of a difference", "距离取差", spread(lambda x, m, i, k: distance(x, m, i, k, 2, 1))
        ),
        pitfall(
            "not_squared", "the distances are squared", "距离要平方", spread(lambda x, m, i, k: distance(x, m, i, k, 1))
        ),
    ],
)

share, joint = data("gamma", K, tex=r"\gamma", low=0, high=1), data("p", K, low=0, high=1)


def expected(part: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    return lambda g, p: number(total(K, lambda k: part(g.at(k), p.at(k)), "k"))


formula(
    "clustering.expected_likelihood",
    "Expected log-likelihood of the complete data (EM's Q)",
    "完全数据对数似然的期望（EM 的 Q 函数）",
    inputs=[share, joint],
    term=expected(lambda g, p: g * log(p)),
    result="Q",
    reference="Dempster, Laird and Rubin 1977; Bishop 2006, eq. 9.30",
    variants=[
        variant(
            "free_energy",
            "with the entropy of the shares (the bound)",
            "加上分布的熵（下界）",
            expected(lambda g, p: g * log(p / g)),
        ),
    ],
    pitfalls=[
        pitfall("weight_missing", "weighted by the posterior", "以后验概率加权", expected(lambda g, p: log(p))),
        pitfall("logarithm_missing", "of the logarithm", "取对数", expected(lambda g, p: g * p)),
    ],
)

members, values, centre = data("gamma", N, tex=r"\gamma", low=0, high=1), data("x", N), data("mu", tex=r"\mu")


def scatter(part: Callable[[Any, Any], Any], whole: bool = False) -> Callable[..., Term]:
    def build(g: Term, x: Term, m: Term) -> Term:
        count = N if whole else total(N, lambda i: g.at(i), "i")
        return number(total(N, lambda i: g.at(i) * part(x.at(i), m.at()), "i") / count)

    return build


formula(
    "clustering.component_variance",
    "Variance of a mixture's component (M step)",
    "混合分量的方差（M 步）",
    inputs=[members, values, centre],
    term=scatter(lambda x, m: (x - m) ** 2),
    result=r"\sigma^{2}",
    reference="Bishop 2006, eq. 9.19",
    pitfalls=[
        pitfall("not_squared", "the differences are squared", "差要平方", scatter(lambda x, m: x - m)),
        pitfall(
            "all_points",
            "divided by the component's points",
            "应除以该分量的点数",
            scatter(lambda x, m: (x - m) ** 2, True),
        ),
        pitfall("plus", "the mean is taken off", "均值应减去", scatter(lambda x, m: (x + m) ** 2)),
    ],
)
