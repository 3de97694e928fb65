"""Word vectors: skip-gram, negative sampling, CBOW, GloVe."""

from collections.abc import Callable

from ..lang import (
    Rational,
    Term,
    bias,
    column,
    data,
    dims,
    let,
    log,
    mean,
    minimum,
    reduce_sum,
    row,
    scalar,
    sigmoid,
    softmax,
    softplus,
    sqrt,
    tokens,
    weight,
)
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

V, d, K, C, m = dims("V d K C m")
MIKOLOV = "Mikolov et al. 2013, Distributed representations"
GLOVE = "Pennington, Socher and Manning 2014"
v_c, U, o = data("v_c", d, tex="v_{c}"), weight("U", V, d, tex="u"), tokens("o", below=V)


def probability(v: Term, U: Term, o: Term, scores: Callable[[Term, Term], Term] = lambda U, v: U @ v) -> Term:
    return number(softmax(scores(U, v)).at(o.at()))


formula(
    "embedding_models.skip_gram",
    "Skip-gram probability of a context word",
    "Skip-gram 的上下文词概率",
    inputs=[v_c, U, o],
    term=probability,
    result=r"P\left(o \mid c\right)",
    reference=f"{MIKOLOV}, eq. 2",
    pitfalls=[
        pitfall(
            "not_normalised",
            "divided by the sum over the vocabulary",
            "还要除以对词表的求和",
            lambda v, U, o: number(sigmoid(U @ v).at(o.at())),
        ),
        pitfall(
            "sign",
            "similar words are likely: no minus sign",
            "相似则概率大：没有负号",
            lambda v, U, o: probability(v, U, o, lambda U, v: -(U @ v)),
        ),
        pitfall(
            "scaled",
            "the scores are not divided by √d",
            "分数不除以 √d",
            lambda v, U, o: probability(v, U, o, lambda U, v: U @ v / sqrt(d)),
        ),
    ],
)

u_o, noise = data("u_o", d, tex="u_{o}"), data("N", K, d, tex="u")
small = (data("v_c", d, tex="v_{c}", low=-3, high=3), data("u_o", d, tex="u_{o}", low=-3, high=3))
small_noise = data("N", K, d, tex="u", low=-3, high=3)


def by_sigmoid(v: Term, u: Term, N: Term) -> Term:
    return -log(sigmoid(u @ v)) - reduce_sum(log(sigmoid(-(N @ v))))


formula(
    "embedding_models.negative_sampling",
    "Negative sampling loss",
    "负采样损失",
    inputs=[v_c, u_o, noise],
    # log(1 + e^−x) is −log σ(x), written so that it keeps its digits
    term=lambda v, u, N: softplus(-(u @ v)) + reduce_sum(softplus(N @ v)),
    result="L",
    reference=f"{MIKOLOV}, eq. 4",
    variants=[
        variant(
            "log_sigmoid",
            "by log σ",
            "用 log σ 表示",
            by_sigmoid,
            inputs=[*small, small_noise],
        ),
    ],
    pitfalls=[
        pitfall(
            "noise_sign",
            "noise words are pushed away: σ(−u_k·v)",
            "噪声词应被推开：σ(−u_k·v)",
            lambda v, u, N: softplus(-(u @ v)) + reduce_sum(softplus(-(N @ v))),
        ),
        pitfall(
            "signs_exchanged",
            "the true word is pulled near, the noise pushed away",
            "真实词拉近、噪声词推开：符号互换了",
            lambda v, u, N: softplus(u @ v) + reduce_sum(softplus(-(N @ v))),
        ),
        pitfall(
            "noise_averaged",
            "the noise words are summed",
            "对噪声词求和，而不是平均",
            lambda v, u, N: softplus(-(u @ v)) + mean(softplus(N @ v)),
        ),
        pitfall("noise_missing", "the noise words are missing", "缺少噪声词项", lambda v, u, N: softplus(-(u @ v))),
    ],
)

context = data("X", C, d, tex="v")


def cbow(X: Term, U: Term, o: Term, pool: Callable[[Term], Term] = lambda X: mean(X, axis=-2)) -> Term:
    return probability(let(r"\bar{v}", pool(X)), U, o)


formula(
    "embedding_models.cbow",
    "CBOW probability of the middle word",
    "CBOW 的中心词概率",
    inputs=[context, U, o],
    term=cbow,
    result=r"P\left(c \mid o\right)",
    reference="Mikolov et al. 2013, Efficient estimation, section 3.1",
    variants=[
        variant(
            "summed",
            "the context summed",
            "上下文求和",
            lambda X, U, o: cbow(X, U, o, lambda X: reduce_sum(X, axis=-2)),
        ),
    ],
    pitfalls=[
        pitfall(
            "root",
            "averaged over the words of the context",
            "对上下文词取平均",
            lambda X, U, o: cbow(X, U, o, lambda X: reduce_sum(X, axis=-2) / sqrt(C)),
        ),
        pitfall(
            "first_only",
            "all words of the context count",
            "上下文的所有词都要计入",
            lambda X, U, o: cbow(X, U, o, lambda X: X[0]),
        ),
        pitfall(
            "not_normalised",
            "a softmax over the vocabulary, not a sigmoid",
            "沿词表的 softmax，而不是 sigmoid",
            lambda X, U, o: number(sigmoid(U @ mean(X, axis=-2)).at(o.at())),
        ),
    ],
)

counts = data("c", V, low=0)


def powered(c: Term, power: Rational) -> Term:
    return c**power / reduce_sum(c**power)


formula(
    "embedding_models.noise_distribution",
    "Noise distribution of negative sampling",
    "负采样的噪声分布",
    inputs=[counts],
    term=lambda c: powered(c, Rational(3, 4)),
    result=r"P_{n}",
    reference=f"{MIKOLOV}, section 2.2",
    pitfalls=[
        pitfall("plain", "counts to the power 3/4", "词频取 3/4 次幂", lambda c: c / reduce_sum(c)),
        pitfall("root", "the power is 3/4, not 1/2", "幂次是 3/4，而不是 1/2", lambda c: powered(c, Rational(1, 2))),
        pitfall(
            "normalised_first",
            "the powers are normalised",
            "先取幂再归一化",
            lambda c: (c / reduce_sum(c)) ** Rational(3, 4),
        ),
    ],
)

x, x_max, alpha = data("x", m, low=0), scalar("x_max", tex="x_{max}", low=0), scalar("alpha", low=0, high=2)


def weighting(x: Term, top: Term, alpha: Term) -> Term:
    return minimum(1, (x / top) ** alpha)


formula(
    "embedding_models.glove_weight",
    "Weight of a co-occurrence in GloVe",
    "GloVe 的共现权重",
    inputs=[x, x_max, alpha],
    term=weighting,
    result=r"f\left(x\right)",
    reference=f"{GLOVE}, eq. 9",
    pitfalls=[
        pitfall("no_limit", "the weight is at most 1", "权重不超过 1", lambda x, top, a: (x / top) ** a),
        pitfall(
            "upside_down", "the count over its limit", "应为计数除以上限", lambda x, top, a: minimum(1, (top / x) ** a)
        ),
        pitfall(
            "linear",
            "to the power α, not times α",
            "是 α 次幂，而不是乘以 α",
            lambda x, top, a: minimum(1, a * (x / top)),
        ),
    ],
)

X, F = data("X", V, m, low=0), data("F", V, m, tex="f", low=0)
W, W_2 = weight("W", V, d), weight("W_tilde", m, d, tex=r"\tilde{W}")
b, b_2 = bias("b", V), bias("b_tilde", m, tex=r"\tilde{b}")


def fit(W: Term, W_2: Term, b: Term, b_2: Term) -> Term:
    return W @ W_2.T + column(b) + row(b_2)


def objective(X: Term, F: Term, W: Term, W_2: Term, b: Term, b_2: Term) -> Term:
    return reduce_sum(reduce_sum(F * (fit(W, W_2, b, b_2) - log(X)) ** 2))


formula(
    "embedding_models.glove",
    "GloVe objective",
    "GloVe 目标函数",
    inputs=[X, F, W, W_2, b, b_2],
    term=objective,
    result="J",
    reference=f"{GLOVE}, eq. 8",
    pitfalls=[
        pitfall(
            "logarithm_missing",
            "the logarithm of the counts",
            "应取计数的对数",
            lambda X, F, W, U, b, c: reduce_sum(reduce_sum(F * (fit(W, U, b, c) - X) ** 2)),
        ),
        pitfall(
            "weights_missing",
            "rare pairs weigh less",
            "缺少权重 f(X)",
            lambda X, F, W, U, b, c: reduce_sum(reduce_sum((fit(W, U, b, c) - log(X)) ** 2)),
        ),
        pitfall(
            "biases_missing",
            "both biases belong to the fit",
            "缺少两个偏置",
            lambda X, F, W, U, b, c: reduce_sum(reduce_sum(F * (W @ U.T - log(X)) ** 2)),
        ),
        pitfall(
            "weight_squared",
            "the weight stands outside the square",
            "权重在平方之外",
            lambda X, F, W, U, b, c: reduce_sum(reduce_sum((F * (fit(W, U, b, c) - log(X))) ** 2)),
        ),
        pitfall(
            "not_squared",
            "the difference is squared",
            "差要平方",
            lambda X, F, W, U, b, c: reduce_sum(reduce_sum(F * (fit(W, U, b, c) - log(X)))),
        ),
    ],
)

head, link, tail = data("h", d), data("r", d), data("t", d)


def translated(sign: int, of_tail: int = -1) -> Callable[[Term, Term, Term], Term]:
    """sign ‖h + r + of_tail t‖²."""
    return lambda h, r, t: number(sign * total(d, lambda i: (h.at(i) + r.at(i) + of_tail * t.at(i)) ** 2))


formula(
    "embedding_models.translation",
    "Distance of a translated head from its tail (TransE)",
    "平移后的头实体与尾实体的距离（TransE）",
    inputs=[head, link, tail],
    term=translated(1),
    result="d",
    reference="Bordes et al. 2013, section 2",
    pitfalls=[
        pitfall("tail_added", "the tail is taken off", "尾实体应减去", translated(1, 1)),
    ],
)
