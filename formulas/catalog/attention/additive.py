"""Additive attention."""

from ...lang import Term, concat, data, dims, dot, let, sigmoid, softmax, sqrt, tanh, weight
from ...model import pitfall, variant
from ...registry import formula

m, d_q, d_k, d_v, a = dims("m d_q d_k d_v a")
W_q, W_k, v = weight("W_q", a, d_q), weight("W_k", a, d_k), weight("v", a)
additive_inputs = [data("q", d_q), data("K", m, d_k), data("V", m, d_v), W_q, W_k, v]


def additive(q: Term, K: Term, V: Term, W_q: Term, W_k: Term, v: Term) -> Term:
    return V.T @ softmax(let("e", tanh(K @ W_k.T + W_q @ q) @ v))


formula(
    "attention.additive",
    "Additive attention",
    "加性注意力",
    inputs=additive_inputs,
    term=additive,
    result="c",
    reference="Bahdanau et al. 2015, appendix A.1.2",
    variants=[
        variant(
            "one_score",
            "one score: v^T tanh(W_q q + W_k k_i)",
            "单个得分：v^T tanh(W_q q + W_k k_i)",
            lambda q, k, W_q, W_k, v: dot(v, tanh(W_q @ q + W_k @ k)),
            inputs=[data("q", d_q), data("k", d_k, tex="k_{i}"), W_q, W_k, v],
            result="e_{i}",
        ),
        variant(
            "one_score_concatenated",
            "one score: v^T tanh(W [q, k_i])",
            "单个得分：v^T tanh(W [q, k_i])",
            lambda q, k, W, v: dot(v, tanh(W @ concat(q, k))),
            inputs=[data("q", d_q), data("k", d_k, tex="k_{i}"), weight("W", a, d_q + d_k), v],
            result="e_{i}",
        ),
        variant(
            "biased",
            "with a bias inside the tanh",
            "tanh 内带偏置",
            lambda q, K, V, W_q, W_k, v, b: V.T @ softmax(let("e", tanh(K @ W_k.T + W_q @ q + b) @ v)),
            inputs=[*additive_inputs, weight("b", a)],
        ),
    ],
    pitfalls=[
        pitfall(
            "tanh_missing",
            "without the tanh the query cancels in the softmax",
            "没有 tanh 时查询会在 softmax 中消去",
            lambda q, K, V, W_q, W_k, v: V.T @ softmax((K @ W_k.T + W_q @ q) @ v),
        ),
        pitfall(
            "sigmoid_for_tanh",
            "the hidden layer of the score uses tanh",
            "得分的隐藏层应为 tanh，而不是 sigmoid",
            lambda q, K, V, W_q, W_k, v: V.T @ softmax(sigmoid(K @ W_k.T + W_q @ q) @ v),
        ),
        pitfall(
            "product",
            "query and key are added, not multiplied",
            "查询与键应相加，而不是相乘",
            lambda q, K, V, W_q, W_k, v: V.T @ softmax(tanh(K @ W_k.T * (W_q @ q)) @ v),
        ),
        pitfall(
            "scaled",
            "additive scores are not scaled",
            "加性得分不除以 sqrt(a)",
            lambda q, K, V, W_q, W_k, v: V.T @ softmax(tanh(K @ W_k.T + W_q @ q) @ v / sqrt(a)),
        ),
    ],
)
