"""Attention with several heads."""

from ...lang import Term, concat, data, dims, let, merge, permute, softmax, sqrt, tab, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import attention, attention_columns, join_heads, named
from .parts import d, d_k, d_v, m, n, projections

(h,) = dims("h")
Q, K, V = data("Q", n, d), data("K", m, d), data("V", m, d)
Q_columns, K_columns, V_columns = data("Q", d, n), data("K", d, m), data("V", d, m)
W_O = weight("W_O", h * d_v, d, tex="W^{O}")
MULTI = r"\operatorname{MultiHead}\left(Q, K, V\right)"
SECTION = "Vaswani et al. 2017, section 3.2.2"
one = projections((d, d_k), (d, d_k), (d, d_v), tex="W^{%s}_{i}")
one_columns = projections((d_k, d), (d_k, d), (d_v, d), tex="W^{%s}_{i}")


def head(Q: Term, K: Term, V: Term, W_Q: Term, W_K: Term, W_V: Term) -> Term:
    q, k, v = Q @ W_Q, K @ W_K, V @ W_V
    return let(named("Attention", q, k, v), attention(q, k, v))


def head_columns(Q: Term, K: Term, V: Term, W_Q: Term, W_K: Term, W_V: Term) -> Term:
    q, k, v = W_Q @ Q, W_K @ K, W_V @ V
    return let(named("Attention", q, k, v), attention_columns(q, k, v))


formula(
    "attention.head",
    "One head",
    "单个注意力头",
    inputs=[Q, K, V, *one],
    term=head,
    result=r"\mathrm{head}_{i}",
    reference=SECTION,
    variants=[
        variant(
            "columns",
            "tokens as columns: Attention(W_i^Q Q, W_i^K K, W_i^V V)",
            "词元为列：Attention(W_i^Q Q, W_i^K K, W_i^V V)",
            head_columns,
            inputs=[Q_columns, K_columns, V_columns, *one_columns],
        ),
        variant(
            "self",
            "over one input: Attention(X W_i^Q, X W_i^K, X W_i^V)",
            "同一输入：Attention(X W_i^Q, X W_i^K, X W_i^V)",
            lambda X, *W: head(X, X, X, *W),
            inputs=[data("X", n, d), *one],
        ),
        variant(
            "self_columns",
            "over one input, tokens as columns",
            "同一输入，词元为列",
            lambda X, *W: head_columns(X, X, X, *W),
            inputs=[data("X", d, n), *one_columns],
        ),
    ],
    pitfalls=[
        pitfall(
            "exchanged",
            "the weights of queries and keys are exchanged",
            "查询与键的权重互换了",
            lambda Q, K, V, W_Q, W_K, W_V: head(Q, K, V, W_K, W_Q, W_V),
        ),
        pitfall(
            "values_are_keys",
            "the values come from V, not from K",
            "值来自 V，而不是 K",
            lambda Q, K, V, *W: head(Q, K, K, *W),
        ),
        pitfall(
            "scaled_by_model_width",
            "scaled by the width of the model instead of the head's",
            "按模型维度缩放，而不是按头的维度",
            lambda Q, K, V, W_Q, W_K, W_V: softmax(Q @ W_Q @ (K @ W_K).T / sqrt(d)) @ (V @ W_V),
        ),
        pitfall(
            "one_weight",
            "each of queries, keys and values has weights of its own",
            "查询、键、值各有自己的权重",
            lambda Q, K, V, W_Q, W_K, W_V: head(Q, K, V, W_Q, W_Q, W_V),
        ),
    ],
)


def backwards(heads: Term) -> Term:
    return tab(*heads.shape, body=lambda r, i, j: heads.at(h - 1 - r, i, j))


heads = data("heads", h, n, d_v, tex=r"\mathrm{head}_{i}")

formula(
    "attention.multi_head_concat",
    "Heads side by side, projected",
    "多头拼接并投影",
    inputs=[heads, W_O],
    term=lambda heads, W_O: join_heads(heads) @ W_O,
    result=MULTI,
    reference=SECTION,
    variants=[
        variant(
            "without_projection",
            "the heads side by side, projected elsewhere",
            "只拼接各头，投影另写",
            lambda heads: join_heads(heads),
            inputs=[heads],
        ),
        variant(
            "columns",
            "tokens as columns: W^O Concat(heads)",
            "词元为列：W^O Concat(heads)",
            lambda heads, W_O: W_O @ merge(heads, -3),
            inputs=[
                data("heads", h, d_v, n, tex=r"\mathrm{head}_{i}"),
                weight("W_O", d, h * d_v, tex="W^{O}"),
            ],
        ),
        variant(
            "columns_without_projection",
            "the heads one below another, projected elsewhere",
            "词元为列，只拼接各头",
            lambda heads: merge(heads, -3),
            inputs=[data("heads", h, d_v, n, tex=r"\mathrm{head}_{i}")],
        ),
        variant(
            "two_heads",
            "two heads: Concat(head_1, head_2) W^O",
            "两个头：Concat(head_1, head_2) W^O",
            lambda first, second, W_O: concat(first, second) @ W_O,
            inputs=[
                *(data(f"head_{i}", n, d_v, tex=rf"\mathrm{{head}}_{{{i}}}") for i in (1, 2)),
                weight("W_O", 2 * d_v, d, tex="W^{O}"),
            ],
        ),
    ],
    pitfalls=[
        pitfall(
            "interleaved",
            "entries of the heads alternate: the heads stand side by side",
            "各头的分量交错排列：应逐头拼接",
            lambda heads, W_O: merge(permute(heads, -2, -1, -3), -2) @ W_O,
        ),
        pitfall(
            "averaged",
            "the heads are joined, not averaged: W^O has a block for each",
            "各头是拼接而不是平均：W^O 为每个头备有一块",
            lambda heads, W_O: join_heads(heads) @ W_O / h,
        ),
        pitfall(
            "reversed",
            "the heads are joined in order",
            "各头应按顺序拼接",
            lambda heads, W_O: join_heads(backwards(heads)) @ W_O,
        ),
    ],
)
