"""Losses of masks and of images: dice, Tversky, total likelihood of a class, content, style."""

from collections.abc import Callable
from typing import Any

from ...lang import Rational, Term, data, dims, log, scalar
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total
from .classification import SIGN

n, N, M = dims("n N M")
p, g = data("p", n, low=0, high=1), data("g", n, low=0, high=1)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)


def overlap(part: Callable[..., Any]) -> Callable[..., Term]:
    """A number made of Σ p g, Σ p, Σ g (and further scalars)."""

    def build(p: Term, g: Term, *more: Term) -> Term:
        both = total(n, lambda i: p.at(i) * g.at(i))
        return number(part(both, total(n, lambda i: p.at(i)), total(n, lambda i: g.at(i)), *(m.at() for m in more)))

    return build


formula(
    "loss.dice",
    "Dice loss",
    "Dice 损失",
    inputs=[p, g],
    term=overlap(lambda b, p, g: 1 - 2 * b / (p + g)),
    result="L",
    reference="Milletari, Navab and Ahmadi 2016 (there with squares below); Sudre et al. 2017",
    variants=[
        variant(
            "smooth",
            "with ε above and below",
            "分子分母加 ε",
            overlap(lambda b, p, g, e: 1 - (2 * b + e) / (p + g + e)),
            inputs=[p, g, eps],
        ),
        variant(
            "squares",
            "with squares below the line",
            "分母取平方",
            lambda p, g: number(
                1
                - 2
                * total(n, lambda i: p.at(i) * g.at(i))
                / (total(n, lambda i: p.at(i) ** 2) + total(n, lambda i: g.at(i) ** 2))
            ),
        ),
    ],
    pitfalls=[
        pitfall(
            "two_missing",
            "twice the overlap: 0 for equal masks",
            "交集的两倍：相同时损失为 0",
            overlap(lambda b, p, g: 1 - b / (p + g)),
        ),
        pitfall("coefficient", "one less the coefficient", "1 减去系数", overlap(lambda b, p, g: 2 * b / (p + g))),
        pitfall(
            "product_below",
            "the two sums are added below",
            "分母中两个和应相加",
            overlap(lambda b, p, g: 1 - 2 * b / (p * g)),
        ),
        pitfall("plus", "the coefficient is taken off", "系数应减去", overlap(lambda b, p, g: 1 + 2 * b / (p + g))),
    ],
)

formula(
    "loss.soft_iou",
    "Soft intersection-over-union loss (Jaccard loss)",
    "软交并比损失（Jaccard 损失）",
    inputs=[p, g],
    term=overlap(lambda b, p, g: 1 - b / (p + g - b)),
    result="L",
    reference="Rahman and Wang 2016, eq. 3",
    pitfalls=[
        pitfall(
            "overlap_kept",
            "the overlap counts once below: take it off",
            "分母中交集只计一次：要减去",
            overlap(lambda b, p, g: 1 - b / (p + g)),
        ),
        pitfall(
            "overlap_added",
            "the overlap is taken off below",
            "分母中应减去交集",
            overlap(lambda b, p, g: 1 - b / (p + g + b)),
        ),
        pitfall("coefficient", "one less the share", "1 减去该比例", overlap(lambda b, p, g: b / (p + g - b))),
    ],
)

share = data("p_i", N, tex="p", low=0, high=1)


def likelihood(part: Callable[[Any], Any], sign: int = -1, by: Any = N) -> Callable[[Term], Term]:
    return lambda p: number(sign * total(N, lambda i: part(p.at(i))) / by)


formula(
    "loss.negative_log_likelihood",
    "Negative log likelihood",
    "负对数似然",
    inputs=[share],
    term=likelihood(log),
    result="L",
    reference="Goodfellow et al. 2016, eq. 5.59, averaged",
    variants=[
        variant("sum", "summed over the samples", "对样本求和", likelihood(log, by=1)),
    ],
    pitfalls=[
        pitfall("sign", *SIGN, likelihood(log, 1)),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", likelihood(lambda p: p)),
        pitfall(
            "complement",
            "the logarithm of the probability itself",
            "对概率本身取对数",
            likelihood(lambda p: log(1 - p)),
        ),
    ],
)

F, P = data("F", N, M), data("P", N, M)


def squares(scale: Any, part: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    return lambda a, b: number(scale * total(N, lambda i: total(M, lambda j: part(a.at(i, j), b.at(i, j)), "j")))


half = Rational(1, 2)

formula(
    "loss.content",
    "Content loss",
    "内容损失",
    inputs=[F, P],
    term=squares(half, lambda f, p: (f - p) ** 2),
    result="L_{content}",
    reference="Gatys, Ecker and Bethge 2016, eq. 1",
    pitfalls=[
        pitfall("not_squared", "the differences are squared", "差要平方", squares(half, lambda f, p: f - p)),
        pitfall("sum", "the difference counts", "应取差", squares(half, lambda f, p: (f + p) ** 2)),
        pitfall("sign", "a square is not negative", "平方不为负", squares(-half, lambda f, p: (f - p) ** 2)),
    ],
)

k = dims("k")[0]
features = data("F", k, M)

formula(
    "loss.gram_matrix",
    "Gram matrix of features",
    "特征的 Gram 矩阵",
    inputs=[features],
    term=lambda f: f @ f.T,
    result="G",
    reference="Gatys, Ecker and Bethge 2016, eq. 3",
    pitfalls=[
        pitfall(
            "over_channels", "over the places: F Fᵀ, not Fᵀ F", "对位置求和：应为 F Fᵀ，而不是 Fᵀ F", lambda f: f.T @ f
        ),
        pitfall("elementwise", "a matrix product, not entry by entry", "是矩阵乘积，而不是逐元素", lambda f: f * f),
        pitfall("halved", "the whole product", "取整个乘积", lambda f: half * (f @ f.T)),
    ],
)

G, A = data("G", N, N), data("A", N, N)


def style(scale: Any, part: Callable[[Any, Any], Any]) -> Callable[[Term, Term, Term], Term]:
    def build(g: Term, a: Term, m: Term) -> Term:
        return number(scale(m.at()) * total(N, lambda i: total(N, lambda j: part(g.at(i, j), a.at(i, j)), "j")))

    return build


places = scalar("M", low=1, high=9)


def quarter(m: Any) -> Any:
    return 1 / (4 * N**2 * m**2)


formula(
    "loss.style",
    "Style loss of a layer",
    "单层的风格损失",
    inputs=[G, A, places],
    term=style(quarter, lambda g, a: (g - a) ** 2),
    result="E",
    reference="Gatys, Ecker and Bethge 2016, eq. 4",
    pitfalls=[
        pitfall("not_scaled", "divided by 4 N² M²", "要除以 4N²M²", style(lambda m: 1, lambda g, a: (g - a) ** 2)),
        pitfall("not_squared", "the differences are squared", "差要平方", style(quarter, lambda g, a: g - a)),
        pitfall(
            "scale_not_squared",
            "N and M are squared",
            "N 与 M 都要平方",
            style(lambda m: 1 / (4 * N * m), lambda g, a: (g - a) ** 2),
        ),
    ],
)
