"""Multi-head attention, tokens as rows and as columns."""

from ...lang import Term, data, let, merge, permute, softmax, split, sqrt, tab, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import attention, attention_columns, join_heads, multi_head, scores
from .heads import MULTI, SECTION, W_O, K, K_columns, Q, Q_columns, V, V_columns, h
from .parts import d, d_k, d_v, n

many = [
    weight("W_Q", h, d, d_k, tex="W^{Q}_{i}"),
    weight("W_K", h, d, d_k, tex="W^{K}_{i}"),
    weight("W_V", h, d, d_v, tex="W^{V}_{i}"),
    W_O,
]


def with_heads(heads: Term, W_O: Term) -> Term:
    return join_heads(let(r"\mathrm{head}_{i}", heads)) @ W_O


def first_head(W: Term) -> Term:
    """The first head's weight for every head."""
    return tab(*W.shape, body=lambda r, i, j: W.at(0, i, j))


def stacked_heads(rows: Term) -> Term:
    """[h, n, d_v] read as [n, h·d_v] without moving the head axis: rows of different tokens are mixed."""
    flat = merge(merge(rows, -3), -2)
    return split(flat, -1, n, h * d_v)


formula(
    "attention.multi_head",
    "Multi-head attention",
    "多头注意力",
    inputs=[Q, K, V, *many],
    term=multi_head,
    result=MULTI,
    reference=SECTION,
    variants=[
        variant(
            "self",
            "over one input",
            "同一输入",
            lambda X, *W: multi_head(X, X, X, *W),
            inputs=[data("X", n, d), *many],
            result=r"\operatorname{MultiHead}\left(X\right)",
        ),
        variant(
            "without_projection",
            "without W^O, which is applied elsewhere",
            "不含 W^O，投影另写",
            lambda Q, K, V, W_Q, W_K, W_V: join_heads(let(r"\mathrm{head}_{i}", attention(Q @ W_Q, K @ W_K, V @ W_V))),
            inputs=[Q, K, V, *many[:3]],
        ),
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k)",
            "得分不除以 sqrt(d_k)",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: with_heads(softmax(Q @ W_Q @ (K @ W_K).T) @ (V @ W_V), W_O),
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_queries",
            "the softmax runs over the queries: the weights of one query do not sum to one",
            "softmax 沿查询方向归一化：同一个查询的权重之和不为 1",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: with_heads(softmax(scores(Q @ W_Q, K @ W_K), axis=-2) @ (V @ W_V), W_O),
        ),
        pitfall(
            "softmax_over_heads",
            "each head has a softmax of its own; here the heads compete",
            "每个头各做 softmax；这里成了各头之间竞争",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: with_heads(softmax(scores(Q @ W_Q, K @ W_K), axis=-3) @ (V @ W_V), W_O),
        ),
        pitfall(
            "scaled_by_model_width",
            "scaled by the width of the model instead of the head's",
            "按模型维度缩放，而不是按头的维度",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: with_heads(softmax(Q @ W_Q @ (K @ W_K).T / sqrt(d)) @ (V @ W_V), W_O),
        ),
        pitfall(
            "heads_interleaved",
            "entries of the heads alternate: the heads stand side by side",
            "各头的分量交错排列：应逐头拼接",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: (
                merge(permute(attention(Q @ W_Q, K @ W_K, V @ W_V), -2, -1, -3), -2) @ W_O
            ),
        ),
        pitfall(
            "heads_not_moved",
            "heads are reshaped without moving the head axis: tokens are mixed",
            "未调换头的轴就直接变形：不同词元混在一起",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: stacked_heads(attention(Q @ W_Q, K @ W_K, V @ W_V)) @ W_O,
        ),
        pitfall(
            "one_projection",
            "each head has weights of its own; here all take the first head's",
            "每个头各有权重；这里都用了第一个头的",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: multi_head(
                Q, K, V, first_head(W_Q), first_head(W_K), first_head(W_V), W_O
            ),
        ),
    ],
)

square = [weight(f"W_{c}", h, d, d, tex=f"W_{{{c}}}^{{i}}") for c in "QKV"]
square_out = weight("W_O", d, h * d, tex="W_{O}")
narrow = [
    weight("W_Q", h, d_k, d, tex="W_{Q}^{i}"),
    weight("W_K", h, d_k, d, tex="W_{K}^{i}"),
    weight("W_V", h, d_v, d, tex="W_{V}^{i}"),
    weight("W_O", d, h * d_v, tex="W_{O}"),
]


def multi_head_columns(Q: Term, K: Term, V: Term, W_Q: Term, W_K: Term, W_V: Term, W_O: Term) -> Term:
    return W_O @ below(attention_columns(W_Q @ Q, W_K @ K, W_V @ V))


def below(heads: Term) -> Term:
    """The heads one below another."""
    return merge(let(r"\mathrm{head}_{i}", heads), -3)


formula(
    "attention.multi_head_columns",
    "Multi-head attention, tokens as columns",
    "多头注意力（词元为列）",
    inputs=[Q_columns, K_columns, V_columns, *square, square_out],
    term=multi_head_columns,
    result="O",
    reference=f"{SECTION}, transposed, with heads of full width",
    variants=[
        variant(
            "narrow_heads",
            "heads narrower than the model",
            "头的维度小于模型维度",
            multi_head_columns,
            inputs=[Q_columns, K_columns, V_columns, *narrow],
        ),
        variant(
            "without_projection",
            "without W_O, which is applied elsewhere",
            "不含 W_O，投影另写",
            lambda Q, K, V, W_Q, W_K, W_V: below(attention_columns(W_Q @ Q, W_K @ K, W_V @ V)),
            inputs=[Q_columns, K_columns, V_columns, *square],
            result=MULTI,
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_queries",
            "the softmax runs over the queries: the weights of one query do not sum to one",
            "softmax 沿查询方向归一化：同一个查询的权重之和不为 1",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: W_O @ below(W_V @ V @ softmax((W_K @ K).T @ (W_Q @ Q) / sqrt(d))),
        ),
        pitfall(
            "scaled_by_d",
            "scores divided by d instead of its square root",
            "除以 d 而不是 d 的平方根",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: W_O @ below(W_V @ V @ softmax((W_K @ K).T @ (W_Q @ Q) / d, axis=-2)),
        ),
        pitfall(
            "transposed_weight",
            "with tokens as columns the weight stands to the left as it is, not transposed",
            "词元为列时权重直接左乘，不转置",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: multi_head_columns(Q, K, V, W_Q.T, W_K, W_V, W_O),
        ),
        pitfall(
            "heads_interleaved",
            "entries of the heads alternate: the heads stand one below another",
            "各头的分量交错排列：应逐头拼接",
            lambda Q, K, V, W_Q, W_K, W_V, W_O: (
                W_O @ merge(permute(attention_columns(W_Q @ Q, W_K @ K, W_V @ V), -2, -3, -1), -3)
            ),
        ),
    ],
)
