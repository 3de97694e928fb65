"""The lines of attention one by one: projections, scores, weights, weighted sum."""

from typing import Any

from ...lang import Input, Term, data, dims, softmax, sqrt, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import scores, scores_columns

n, m, d, d_k, d_v = dims("n m d d_k d_v")
X, X_columns = data("X", n, d), data("X", d, n)
x = data("x", d)
VASWANI = "Vaswani et al. 2017, eq. 1"


def projections(*shapes: tuple[Any, Any], letters: str = "QKV", tex: str = "W^{%s}") -> list[Input]:
    """Weights for queries, keys and values."""
    return [weight(f"W_{c}", *shape, tex=tex % c) for c, shape in zip(letters, shapes, strict=True)]


rows = projections((d, d_k), (d, d_k), (d, d_v))
columns = projections((d_k, d), (d_k, d), (d_v, d), tex="W_{%s}")


def project(X: Term, W_Q: Term, W_K: Term, W_V: Term) -> tuple[Term, ...]:
    return X @ W_Q, X @ W_K, X @ W_V


def project_columns(X: Term, W_Q: Term, W_K: Term, W_V: Term) -> tuple[Term, ...]:
    return W_Q @ X, W_K @ X, W_V @ X


formula(
    "attention.projections",
    "Queries, keys and values",
    "查询、键与值的投影",
    inputs=[X, *rows],
    term=project,
    result="Q; K; V",
    reference="Vaswani et al. 2017, section 3.2.2",
    variants=[
        variant(
            "columns",
            "tokens as columns: Q = W_Q X",
            "词元为列：Q = W_Q X",
            project_columns,
            inputs=[X_columns, *columns],
        ),
        variant(
            "columns_transposed",
            "tokens as columns, weights stored transposed: Q = W_Q^T X",
            "词元为列，权重按转置存放：Q = W_Q^T X",
            lambda X, *W: tuple(w.T @ X for w in W),
            inputs=[X_columns, *rows],
        ),
        variant(
            "one_token",
            "one token as a column: q = W_Q x",
            "单个词元（列向量）：q = W_Q x",
            project_columns,
            inputs=[x, *columns],
            result="q; k; v",
        ),
        variant(
            "one_token_row",
            "one token as a row: q = x W^Q",
            "单个词元（行向量）：q = x W^Q",
            project,
            inputs=[x, *rows],
            result="q; k; v",
        ),
    ],
    pitfalls=[
        pitfall(
            "one_weight",
            "queries and keys have weights of their own",
            "查询与键各有自己的权重",
            lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_Q, X @ W_V),
        ),
        pitfall(
            "exchanged",
            "queries and keys are exchanged",
            "查询与键互换了",
            lambda X, W_Q, W_K, W_V: (X @ W_K, X @ W_Q, X @ W_V),
        ),
    ],
)

Q, K, V = data("Q", n, d_k), data("K", m, d_k), data("V", m, d_v)
Q_columns, K_columns, V_columns = data("Q", d_k, n), data("K", d_k, m), data("V", d_v, m)
q, k = data("q", d_k, tex="q_{i}"), data("k", d_k, tex="k_{j}")

formula(
    "attention.scores",
    "Scaled scores",
    "缩放后的注意力得分",
    inputs=[Q, K],
    term=scores,
    result="S",
    reference=VASWANI,
    variants=[
        variant(
            "columns",
            "tokens as columns, a column for each query",
            "词元为列，每个查询一列",
            scores_columns,
            inputs=[Q_columns, K_columns],
        ),
        variant(
            "columns_by_rows",
            "tokens as columns, a row for each query",
            "词元为列，每个查询一行",
            lambda Q, K: Q.T @ K / sqrt(d_k),
            inputs=[Q_columns, K_columns],
        ),
        variant(
            "one_score",
            "one score: q_i^T k_j / sqrt(d_k)",
            "单个得分：q_i^T k_j / sqrt(d_k)",
            lambda q, k: q @ k / sqrt(d_k),
            inputs=[q, k],
            result="s_{ij}",
        ),
        variant("unscaled", "without the factor 1/sqrt(d_k)", "不除以 sqrt(d_k)", lambda Q, K: Q @ K.T),
        variant(
            "one_score_unscaled",
            "one score without the factor",
            "单个得分，不缩放",
            lambda q, k: q @ k,
            inputs=[q, k],
            result="s_{ij}",
        ),
    ],
    pitfalls=[
        pitfall(
            "scaled_by_d_k",
            "divided by d_k instead of its square root",
            "除以 d_k 而不是 d_k 的平方根",
            lambda Q, K: Q @ K.T / d_k,
        ),
        pitfall(
            "multiplied",
            "the scores are divided by sqrt(d_k), not multiplied",
            "应除以 sqrt(d_k)，而不是乘以",
            lambda Q, K: Q @ K.T * sqrt(d_k),
        ),
        pitfall(
            "scaled_by_length",
            "scaled by the number of keys instead of their width",
            "按键的个数缩放，而不是按键的维度",
            lambda Q, K: Q @ K.T / sqrt(m),
        ),
        pitfall(
            "transpose_missing",
            "with tokens in rows K enters transposed",
            "词元按行排列时应为 K 的转置",
            lambda Q, K: Q @ K / sqrt(d_k),
        ),
    ],
)

S = data("S", n, m)

formula(
    "attention.weights",
    "Attention weights",
    "注意力权重",
    inputs=[Q, K],
    term=lambda Q, K: softmax(scores(Q, K)),
    result="A",
    reference=VASWANI,
    variants=[
        variant("of_scores", "from given scores", "由已有的得分计算", lambda S: softmax(S), inputs=[S]),
        variant(
            "columns",
            "tokens as columns, each column sums to one",
            "词元为列，每列之和为 1",
            lambda Q, K: softmax(scores_columns(Q, K), axis=-2),
            inputs=[Q_columns, K_columns],
        ),
        variant(
            "columns_by_rows",
            "tokens as columns, a row for each query",
            "词元为列，每个查询一行",
            lambda Q, K: softmax(Q.T @ K / sqrt(d_k)),
            inputs=[Q_columns, K_columns],
        ),
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k)",
            "得分不除以 sqrt(d_k)",
            lambda Q, K: softmax(Q @ K.T),
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_queries",
            "the softmax runs over the queries: the weights of one query do not sum to one",
            "softmax 沿查询方向归一化：同一个查询的权重之和不为 1",
            lambda Q, K: softmax(scores(Q, K), axis=-2),
        ),
        pitfall(
            "scaled_by_d_k",
            "divided by d_k instead of its square root",
            "除以 d_k 而不是 d_k 的平方根",
            lambda Q, K: softmax(Q @ K.T / d_k),
        ),
        pitfall(
            "scaled_after",
            "the factor belongs inside the softmax",
            "缩放应在 softmax 之内",
            lambda Q, K: softmax(Q @ K.T) / sqrt(d_k),
        ),
    ],
)

A = data("A", n, m)

formula(
    "attention.weighted_sum",
    "Weighted sum of the values",
    "值的加权和",
    inputs=[A, V],
    term=lambda A, V: A @ V,
    result="O",
    reference=VASWANI,
    variants=[
        variant(
            "columns",
            "tokens as columns, columns of A sum to one: V A",
            "词元为列，A 的每列之和为 1：V A",
            lambda V, A: V @ A,
            inputs=[V_columns, data("A", m, n)],
        ),
        variant(
            "columns_by_rows",
            "tokens as columns, rows of A sum to one: V A^T",
            "词元为列，A 的每行之和为 1：V A^T",
            lambda V, A: V @ A.T,
            inputs=[V_columns, A],
        ),
    ],
    pitfalls=[
        pitfall(
            "averaged",
            "the weights already sum to one: no division by the number of keys",
            "权重之和已为 1：不再除以键的个数",
            lambda A, V: A @ V / m,
        ),
        pitfall("transposed", "queries index the rows of A", "A 的行对应查询：转置错了", lambda A, V: A.T @ V),
        pitfall(
            "order",
            "with tokens in rows A stands to the left of V",
            "词元按行排列时 A 应在 V 的左边",
            lambda A, V: V @ A,
        ),
        pitfall("weighted_twice", "each weight enters once", "每个权重只出现一次", lambda A, V: (A * A) @ V),
    ],
)
