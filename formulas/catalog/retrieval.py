"""Words and documents: tf-idf, mutual information of words, BM25's saturation, ranked results."""

from collections.abc import Callable
from typing import Any

from ..lang import Input, Term, data, dims, log, scalar
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

(n,) = dims("n")
tf, df, N = (
    data("tf", n, tex=r"\mathrm{tf}", low=0),
    data("df", n, tex=r"\mathrm{df}", low=0, high=50),
    scalar("N", low=60, high=99),
)
SPARCK = "Spärck Jones 1972; Manning, Raghavan and Schütze 2008, section 6.2"

formula(
    "retrieval.idf",
    "Inverse document frequency",
    "逆文档频率",
    inputs=[df, N],
    term=lambda df, N: log(N / df),
    result=r"\mathrm{idf}",
    reference=SPARCK,
    variants=[
        variant(
            "smoothed", "with one more document that holds every word", "分母加一", lambda df, N: log(N / (1 + df))
        ),
        variant(
            "smoothed_twice",
            "smoothed above and below, and one added",
            "分子分母各加一，再加 1",
            lambda df, N: log((1 + N) / (1 + df)) + 1,
        ),
    ],
    pitfalls=[
        pitfall(
            "upside_down", "rare words weigh more: N over df", "罕见词权重更大：应为 N / df", lambda df, N: log(df / N)
        ),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda df, N: N / df),
        pitfall(
            "of_count_only", "the number of documents stands above", "分子是文档总数", lambda df, N: log(1 / df) + 0 * N
        ),
    ],
)

formula(
    "retrieval.tf_idf",
    "Term frequency times inverse document frequency (tf-idf)",
    "词频-逆文档频率（tf-idf）",
    inputs=[tf, df, N],
    term=lambda tf, df, N: tf * log(N / df),
    result="w",
    reference=SPARCK,
    pitfalls=[
        pitfall(
            "upside_down",
            "rare words weigh more: N over df",
            "罕见词权重更大：应为 N / df",
            lambda tf, df, N: tf * log(df / N),
        ),
        pitfall("added", "the two factors are multiplied", "两个因子应相乘", lambda tf, df, N: tf + log(N / df)),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda tf, df, N: tf * (N / df)),
    ],
)


def chance(name: str, tex: str) -> Input:
    return data(name, n, tex=tex, low=0, high=1)


joint, first, second = chance("p_xy", "p_{xy}"), chance("p_x", "p_{x}"), chance("p_y", "p_{y}")
OF_WORDS = [
    chance("p_xy", r"P\left(x, y\right)"),
    chance("p_x", r"P\left(x\right)"),
    chance("p_y", r"P\left(y\right)"),
]

formula(
    "retrieval.pmi",
    "Pointwise mutual information",
    "点互信息",
    inputs=[joint, first, second],
    term=lambda r, a, b: log(r / (a * b)),
    result=r"\operatorname{PMI}\left(x, y\right)",
    reference="Church and Hanks 1990, section 3",
    variants=[
        variant("functions", "written P(x)", "写成 P(x)", lambda r, a, b: log(r / (a * b)), inputs=OF_WORDS),
    ],
    pitfalls=[
        pitfall("upside_down", "the joint probability stands above", "联合概率在上", lambda r, a, b: log(a * b / r)),
        pitfall(
            "margins_added", "divided by the product of the two", "应除以两者之积", lambda r, a, b: log(r / (a + b))
        ),
        pitfall("one_margin", "divided by both", "应除以两者", lambda r, a, b: log(r / a)),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda r, a, b: r / (a * b)),
    ],
)

rank = data("r", n, low=1)


def reciprocal(part: Callable[[Any], Any], by: Any = n) -> Callable[[Term], Term]:
    return lambda r: number(total(n, lambda i: part(r.at(i))) / by)


formula(
    "retrieval.mean_reciprocal_rank",
    "Mean reciprocal rank",
    "平均倒数排名（MRR）",
    inputs=[rank],
    term=reciprocal(lambda r: 1 / r),
    result=r"\mathrm{MRR}",
    reference="Voorhees 1999 (TREC-8), section 3",
    pitfalls=[
        pitfall("ranks", "the reciprocals of the ranks", "应取排名的倒数", reciprocal(lambda r: r)),
        pitfall("summed", "the mean over the queries", "要对查询取平均", reciprocal(lambda r: 1 / r, 1)),
        pitfall(
            "reciprocal_of_mean",
            "the mean of reciprocals, not the reciprocal of the mean",
            "倒数的平均，而不是平均的倒数",
            lambda r: number(n / total(n, lambda i: r.at(i))),
        ),
    ],
)

gain = data("rel", n, tex=r"\mathrm{rel}", low=0, high=5)


def cumulated(part: Callable[[Any, Any], Any]) -> Callable[[Term], Term]:
    return lambda g: number(total(n, lambda i: part(g.at(i), i + 1)))


formula(
    "retrieval.discounted_cumulative_gain",
    "Discounted cumulative gain",
    "折损累计增益（DCG）",
    inputs=[gain],
    term=cumulated(lambda g, i: g * log(2) / log(i + 1)),
    result=r"\mathrm{DCG}",
    reference="Järvelin and Kekäläinen 2002; Burges et al. 2005",
    variants=[
        variant(
            "exponential",
            "with the gain 2^rel − 1",
            "增益取 2^rel − 1",
            cumulated(lambda g, i: (2**g - 1) * log(2) / log(i + 1)),
        ),
    ],
    pitfalls=[
        pitfall("not_discounted", "later places count less", "靠后的位置要折损", cumulated(lambda g, i: g)),
        pitfall(
            "multiplied",
            "divided by the logarithm of the place",
            "应除以位置的对数",
            cumulated(lambda g, i: g * log(i + 1) / log(2)),
        ),
        pitfall(
            "one_place_off",
            "log₂(i + 1): the first place is not discounted",
            "应为 log₂(i + 1)：首位不折损",
            cumulated(lambda g, i: g * log(2) / log(i + 2)),
        ),
    ],
)
