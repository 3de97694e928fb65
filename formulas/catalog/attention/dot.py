"""Scaled dot-product attention over given or projected queries, keys and values."""

from ...lang import Term, data, dims, let, softmax, sqrt
from ...model import pitfall, variant
from ...registry import formula
from ...terms import attention, attention_columns, scores, scores_columns
from .parts import (
    VASWANI,
    K_columns,
    Q_columns,
    V_columns,
    X,
    X_columns,
    columns,
    d,
    d_k,
    d_v,
    m,
    projections,
    rows,
)
from .parts import K as K_rows
from .parts import Q as Q_rows
from .parts import V as V_rows

(d_z,) = dims("d_z")
ATTENTION = r"\operatorname{Attention}\left(Q, K, V\right)"
QUERIES_EN = "the softmax runs over the queries: the weights of one query do not sum to one"
QUERIES_ZH = "softmax 沿查询方向归一化：同一个查询的权重之和不为 1"
BY_D_K = ("scores divided by d_k instead of its square root", "除以 d_k 而不是 d_k 的平方根")
OUTSIDE = (
    "the factor belongs inside the softmax, not on its result",
    "缩放应在 softmax 之内，而不是乘在结果上",
)

formula(
    "attention.scaled_dot_product",
    "Scaled dot-product attention",
    "缩放点积注意力",
    inputs=[Q_rows, K_rows, V_rows],
    term=attention,
    result=ATTENTION,
    reference=VASWANI,
    variants=[
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k) (Luong's dot score)",
            "不除以 sqrt(d_k) 的点积注意力（Luong 的 dot score）",
            lambda Q, K, V: softmax(Q @ K.T) @ V,
        ),
        variant(
            "columns",
            "tokens as columns: V softmax(K^T Q / sqrt(d_k))",
            "词元为列：V softmax(K^T Q / sqrt(d_k))",
            attention_columns,
            inputs=[Q_columns, K_columns, V_columns],
        ),
        variant(
            "one_query",
            "one query as a row",
            "单个查询（行向量）",
            lambda q, K, V: softmax(q @ K.T / sqrt(d_k)) @ V,
            inputs=[data("q", d_k), K_rows, V_rows],
            result=r"\operatorname{Attention}\left(q, K, V\right)",
        ),
    ],
    pitfalls=[
        pitfall("softmax_over_queries", QUERIES_EN, QUERIES_ZH, lambda Q, K, V: softmax(scores(Q, K), axis=-2) @ V),
        pitfall("scaled_by_d_k", *BY_D_K, lambda Q, K, V: softmax(Q @ K.T / d_k) @ V),
        pitfall("scaled_after_softmax", *OUTSIDE, lambda Q, K, V: softmax(Q @ K.T) / sqrt(d_k) @ V),
        pitfall(
            "multiplied",
            "the scores are divided by sqrt(d_k), not multiplied",
            "应除以 sqrt(d_k)，而不是乘以",
            lambda Q, K, V: softmax(Q @ K.T * sqrt(d_k)) @ V,
        ),
        pitfall(
            "softmax_missing",
            "the scores are not normalised",
            "得分没有经过 softmax 归一化",
            lambda Q, K, V: scores(Q, K) @ V,
        ),
        pitfall(
            "transpose_missing",
            "with tokens in rows K enters transposed",
            "词元按行排列时应为 K 的转置",
            lambda Q, K, V: softmax(Q @ K / sqrt(d_k)) @ V,
        ),
    ],
)

formula(
    "attention.scaled_dot_product_columns",
    "Scaled dot-product attention, tokens as columns",
    "缩放点积注意力（词元为列）",
    inputs=[Q_columns, K_columns, V_columns],
    term=attention_columns,
    result=ATTENTION,
    reference=f"{VASWANI}, transposed",
    variants=[
        variant(
            "weights_by_rows",
            "weights by rows: V softmax(Q^T K / sqrt(d_k))^T",
            "权重按行：V softmax(Q^T K / sqrt(d_k))^T",
            lambda Q, K, V: V @ softmax(Q.T @ K / sqrt(d_k)).T,
        ),
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k)",
            "得分不除以 sqrt(d_k)",
            lambda Q, K, V: V @ softmax(K.T @ Q, axis=-2),
        ),
    ],
    pitfalls=[
        pitfall("softmax_over_queries", QUERIES_EN, QUERIES_ZH, lambda Q, K, V: V @ softmax(scores_columns(Q, K))),
        pitfall("scaled_by_d_k", *BY_D_K, lambda Q, K, V: V @ softmax(K.T @ Q / d_k, axis=-2)),
        pitfall(
            "scaled_by_length",
            "scaled by the number of keys instead of their width",
            "按键的个数缩放，而不是按键的维度",
            lambda Q, K, V: V @ softmax(K.T @ Q / sqrt(m), axis=-2),
        ),
        pitfall(
            "query_first",
            "with columns of weights that sum to one, keys index the rows: K^T Q, not Q^T K",
            "权重按列归一化时，行对应键：应为 K^T Q，而不是 Q^T K",
            lambda Q, K, V: V @ softmax(Q.T @ K / sqrt(d_k), axis=-2),
        ),
        pitfall(
            "softmax_missing",
            "the scores are not normalised",
            "得分没有经过 softmax 归一化",
            lambda Q, K, V: V @ scores_columns(Q, K),
        ),
    ],
)


def qkv(*terms: Term) -> tuple[Term, ...]:
    """Projections under their names."""
    return tuple(let(name, term) for name, term in zip("QKV", terms, strict=True))


def self_attention(X: Term, W_Q: Term, W_K: Term, W_V: Term) -> Term:
    return attention(*qkv(X @ W_Q, X @ W_K, X @ W_V))


def cross_attention(X: Term, Z: Term, W_Q: Term, W_K: Term, W_V: Term) -> Term:
    return attention(*qkv(X @ W_Q, Z @ W_K, Z @ W_V))


def softmax_over_queries(Q: Term, K: Term, V: Term) -> Term:
    return softmax(scores(Q, K), axis=-2) @ V


def unscaled(Q: Term, K: Term, V: Term) -> Term:
    return softmax(Q @ K.T) @ V


formula(
    "attention.self_attention",
    "Self-attention",
    "自注意力",
    inputs=[X, *rows],
    term=self_attention,
    result=r"\operatorname{SelfAttention}\left(X\right)",
    reference="Vaswani et al. 2017, sections 3.2.1 and 3.2.3",
    variants=[
        variant(
            "columns",
            "tokens as columns",
            "词元为列",
            lambda X, *W: attention_columns(*qkv(*(w @ X for w in W))),
            inputs=[X_columns, *columns],
        ),
        variant(
            "columns_transposed",
            "tokens as columns, weights stored transposed",
            "词元为列，权重按转置存放",
            lambda X, *W: attention_columns(*qkv(*(w.T @ X for w in W))),
            inputs=[X_columns, *rows],
        ),
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k)",
            "得分不除以 sqrt(d_k)",
            lambda X, *W: unscaled(*qkv(*(X @ w for w in W))),
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_queries",
            QUERIES_EN,
            QUERIES_ZH,
            lambda X, *W: softmax_over_queries(*qkv(*(X @ w for w in W))),
        ),
        pitfall(
            "scaled_by_model_width",
            "scaled by the width of the model instead of the keys'",
            "按模型维度缩放，而不是按键的维度",
            lambda X, W_Q, W_K, W_V: softmax(X @ W_Q @ (X @ W_K).T / sqrt(d)) @ (X @ W_V),
        ),
        pitfall(
            "exchanged",
            "queries and keys are exchanged",
            "查询与键互换了",
            lambda X, W_Q, W_K, W_V: self_attention(X, W_K, W_Q, W_V),
        ),
        pitfall(
            "one_weight",
            "queries and keys have weights of their own",
            "查询与键各有自己的权重",
            lambda X, W_Q, W_K, W_V: self_attention(X, W_Q, W_Q, W_V),
        ),
        pitfall(
            "layouts_mixed",
            "Q = W X has tokens as columns, softmax(Q K^T) V wants them in rows",
            "Q = W X 的词元为列，而 softmax(Q K^T) V 要求词元为行",
            lambda X, W_Q, W_K, W_V: attention(W_Q.T @ X, W_K.T @ X, W_V.T @ X),
        ),
    ],
)

Z, Z_columns = data("Z", m, d_z), data("Z", d_z, m)
cross_rows = projections((d, d_k), (d_z, d_k), (d_z, d_v))
cross_columns = projections((d_k, d), (d_k, d_z), (d_v, d_z), tex="W_{%s}")

formula(
    "attention.cross",
    "Cross-attention",
    "交叉注意力",
    inputs=[X, Z, *cross_rows],
    term=cross_attention,
    result=r"\operatorname{CrossAttention}\left(X, Z\right)",
    reference="Vaswani et al. 2017, section 3.2.3",
    variants=[
        variant(
            "columns",
            "tokens as columns",
            "词元为列",
            lambda X, Z, W_Q, W_K, W_V: attention_columns(*qkv(W_Q @ X, W_K @ Z, W_V @ Z)),
            inputs=[X_columns, Z_columns, *cross_columns],
        ),
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k)",
            "得分不除以 sqrt(d_k)",
            lambda X, Z, W_Q, W_K, W_V: unscaled(*qkv(X @ W_Q, Z @ W_K, Z @ W_V)),
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_queries",
            QUERIES_EN,
            QUERIES_ZH,
            lambda X, Z, W_Q, W_K, W_V: softmax_over_queries(*qkv(X @ W_Q, Z @ W_K, Z @ W_V)),
        ),
        pitfall(
            "sources_exchanged",
            "queries come from X, keys and values from Z",
            "查询来自 X，键和值来自 Z：来源颠倒了",
            lambda X, Z, W_Q, W_K, W_V: attention(*qkv(Z @ W_Q, X @ W_K, X @ W_V)),
        ),
        pitfall(
            "values_from_queries",
            "the values come from Z, with the keys",
            "值应与键一样来自 Z",
            lambda X, Z, W_Q, W_K, W_V: attention(*qkv(X @ W_Q, Z @ W_K, X @ W_V)),
        ),
        pitfall(
            "scaled_by_d_k",
            *BY_D_K,
            lambda X, Z, W_Q, W_K, W_V: softmax(X @ W_Q @ (Z @ W_K).T / d_k) @ (Z @ W_V),
        ),
    ],
)
