"""Attention of a decoder state over an encoder's states, step by step; additive scores."""

from ...lang import Term, data, dims, dot, einsum, let, sigmoid, softmax, sqrt, tanh, weight
from ...model import pitfall, variant
from ...registry import formula

d, d_s, d_h, m = dims("d d_s d_h m")

s = data("s", d_s, tex="s_{0}")
H = data("H", m, d_h)
H_columns = data("H", d_h, m)
h_i = data("h", d_h, tex="h_{i}")
W_Q, W_K = weight("W_Q", d, d_s), weight("W_K", d, d_h)
K, q = data("K", m, d), data("q", d, tex="q_{0}")
LUONG = "Bahdanau et al. 2015, section 3.1; Luong et al. 2015, section 3.1"

formula(
    "attention.encoder.query",
    "Query of the decoder state",
    "解码器状态的查询向量",
    inputs=[s, W_Q],
    term=lambda s, W: W @ s,
    result="q_{0}",
    reference=LUONG,
    variants=[
        variant(
            "row",
            "vectors as rows: s W",
            "行向量写法：s W",
            lambda s, W: s @ W,
            inputs=[s, weight("W_Q", d_s, d)],
        ),
        variant(
            "transposed_weight",
            "weight stored transposed: W^T s",
            "权重按转置存放：W^T s",
            lambda s, W: W.T @ s,
            inputs=[s, weight("W_Q", d_s, d)],
        ),
    ],
    pitfalls=[
        pitfall(
            "squashed",
            "the projection is linear: it has no activation",
            "投影是线性的，没有激活函数",
            lambda s, W: tanh(W @ s),
        ),
    ],
)

formula(
    "attention.encoder.keys",
    "Keys of the encoder states",
    "编码器状态的键向量",
    inputs=[H, W_K],
    term=lambda H, W: H @ W.T,
    result="K",
    reference=LUONG,
    variants=[
        variant(
            "one_key",
            "one key: k_i = W h_i",
            "单个键向量：k_i = W h_i",
            lambda h, W: W @ h,
            inputs=[h_i, W_K],
            result="k_{i}",
        ),
        variant(
            "one_key_row",
            "one key as a row: k_i = h_i W",
            "单个键（行向量）：k_i = h_i W",
            lambda h, W: h @ W,
            inputs=[h_i, weight("W_K", d_h, d)],
            result="k_{i}",
        ),
        variant(
            "columns",
            "states as columns: K = W H",
            "状态为列：K = W H",
            lambda H, W: W @ H,
            inputs=[H_columns, W_K],
        ),
        variant(
            "rows",
            "weight on the right: K = H W",
            "权重在右：K = H W",
            lambda H, W: H @ W,
            inputs=[H, weight("W_K", d_h, d)],
        ),
    ],
    pitfalls=[
        pitfall(
            "squashed",
            "the projection is linear: it has no activation",
            "投影是线性的，没有激活函数",
            lambda H, W: tanh(H @ W.T),
        ),
    ],
)

formula(
    "attention.encoder.scores",
    "Dot scores of keys against the query",
    "键与查询的点积得分",
    inputs=[K, q],
    term=lambda K, q: K @ q,
    result=r"\tilde{\alpha}",
    reference="Luong et al. 2015, section 3.1, score 'dot'",
    variants=[
        variant(
            "one_score",
            "one score: k_i^T q",
            "单个得分：k_i^T q",
            lambda k, q: dot(k, q),
            inputs=[data("k", d, tex="k_{i}"), q],
            result=r"\tilde{\alpha}_{i}",
        ),
        variant(
            "one_score_query_first",
            "one score: q^T k_i",
            "单个得分：q^T k_i",
            lambda q, k: dot(q, k),
            inputs=[q, data("k", d, tex="k_{i}")],
            result=r"\tilde{\alpha}_{i}",
        ),
        variant(
            "columns",
            "keys as columns: K^T q",
            "键为列：K^T q",
            lambda K, q: K.T @ q,
            inputs=[data("K", d, m), q],
        ),
        variant("scaled", "divided by sqrt(d)", "除以 sqrt(d)", lambda K, q: K @ q / sqrt(d)),
        variant(
            "one_score_scaled",
            "one score divided by sqrt(d)",
            "单个得分除以 sqrt(d)",
            lambda k, q: dot(k, q) / sqrt(d),
            inputs=[data("k", d, tex="k_{i}"), q],
            result=r"\tilde{\alpha}_{i}",
        ),
        variant(
            "general",
            "Luong's general score: h_i^T W s",
            "Luong 的 general 得分：h_i^T W s",
            lambda H, W, s: H @ (W @ s),
            inputs=[H, weight("W", d_h, d_s), s],
        ),
    ],
    pitfalls=[
        pitfall("squashed", "the dot score has no activation", "点积得分没有激活函数", lambda K, q: tanh(K @ q)),
        pitfall(
            "scaled_by_d",
            "a scaled score is divided by sqrt(d), not by d",
            "缩放应除以 sqrt(d)，而不是 d",
            lambda K, q: K @ q / d,
        ),
    ],
)

formula(
    "attention.encoder.weights",
    "Attention weights over the encoder states",
    "编码器状态上的注意力权重",
    inputs=[data("scores", m, tex=r"\tilde{\alpha}")],
    term=lambda scores: softmax(scores),
    result=r"\alpha",
    reference="Bahdanau et al. 2015, eq. 6",
    pitfalls=[
        pitfall(
            "sigmoid",
            "the weights compete: they sum to one",
            "权重之间相互竞争：其和为 1，应为 softmax",
            lambda scores: sigmoid(scores),
        ),
        pitfall(
            "sign",
            "the largest score gets the largest weight",
            "得分越大权重越大：符号反了",
            lambda scores: softmax(-scores),
        ),
    ],
)

alpha = data("weights", m, tex=r"\alpha")

formula(
    "attention.encoder.context",
    "Context vector",
    "上下文向量",
    inputs=[alpha, H],
    term=lambda weights, H: einsum("i,ij->j", weights, H),
    result="c",
    reference="Bahdanau et al. 2015, eq. 5",
    variants=[
        variant(
            "matrix",
            "as a matrix product: H^T α",
            "矩阵写法：H^T α",
            lambda weights, H: H.T @ weights,
            result="c_{0}",
        ),
        variant(
            "columns",
            "states as columns: H α",
            "状态为列：H α",
            lambda weights, H: H @ weights,
            inputs=[alpha, H_columns],
            result="c_{0}",
        ),
        variant(
            "row",
            "weights as a row: α H",
            "权重为行向量：α H",
            lambda weights, H: weights @ H,
            result="c_{0}",
        ),
    ],
    pitfalls=[
        pitfall(
            "averaged",
            "the weights already sum to one: no division by m",
            "权重之和已为 1：不再除以 m",
            lambda weights, H: einsum("i,ij->j", weights, H) / m,
        ),
        pitfall(
            "weighted_twice",
            "each weight enters once",
            "每个权重只出现一次",
            lambda weights, H: einsum("i,i,ij->j", weights, weights, H),
        ),
    ],
)


def attend(s: Term, H: Term, W_Q: Term, W_K: Term) -> Term:
    scores = let(r"\tilde{\alpha}", let("K", H @ W_K.T) @ let("q_{0}", W_Q @ s))
    return H.T @ let(r"\alpha", softmax(scores))


def attend_scaled(s: Term, H: Term, W_Q: Term, W_K: Term) -> Term:
    scores = let(r"\tilde{\alpha}", let("K", H @ W_K.T) @ let("q_{0}", W_Q @ s) / sqrt(d))
    return H.T @ let(r"\alpha", softmax(scores))


def attend_columns(s: Term, H: Term, W_Q: Term, W_K: Term) -> Term:
    scores = let(r"\tilde{\alpha}", let("K", W_K @ H).T @ let("q_{0}", W_Q @ s))
    return H @ let(r"\alpha", softmax(scores))


formula(
    "attention.encoder.attention",
    "Attention over an encoder's states",
    "对编码器状态的注意力",
    inputs=[s, H, W_Q, W_K],
    term=attend,
    result="c_{0}",
    reference=LUONG,
    variants=[
        variant("scaled", "scores divided by sqrt(d)", "得分除以 sqrt(d)", attend_scaled),
        variant("columns", "states as columns", "状态为列", attend_columns, inputs=[s, H_columns, W_Q, W_K]),
    ],
    pitfalls=[
        pitfall(
            "softmax_missing",
            "the scores are not normalised",
            "得分没有经过 softmax 归一化",
            lambda s, H, W_Q, W_K: H.T @ (H @ W_K.T @ (W_Q @ s)),
        ),
        pitfall(
            "weights_sigmoid",
            "the weights compete: they sum to one",
            "权重之和应为 1：应为 softmax",
            lambda s, H, W_Q, W_K: H.T @ sigmoid(H @ W_K.T @ (W_Q @ s)),
        ),
        pitfall(
            "query_unprojected",
            "the keys meet the projected query, not the state itself",
            "与键相乘的是投影后的查询，而不是状态本身",
            lambda s, H, W_Q, W_K: H.T @ softmax(H @ W_K.T @ s),
        ),
    ],
)
