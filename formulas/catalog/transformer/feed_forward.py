"""The position-wise feed-forward network, alone and in its sublayer."""

from typing import Any

from ...lang import Input, Term, bias, data, dims, gelu, let, relu, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import feed_forward, layer_norm, named, tanh_gelu
from .norm import beta, d, eps, gamma

n, d_ff = dims("n d_ff")
X = data("x", n, d)
FFN = named("FFN", X.symbol)
XIONG = "Xiong et al. 2020, section 3"


def ffn_inputs(*lead: Any) -> list[Input]:
    """W_1, b_1, W_2, b_2 in row layout."""
    return [
        weight("W_1", *lead, d, d_ff),
        bias("b_1", *lead, d_ff),
        weight("W_2", *lead, d_ff, d),
        bias("b_2", *lead, d),
    ]


column_inputs = [weight("W_1", d_ff, d), bias("b_1", d_ff), weight("W_2", d, d_ff), bias("b_2", d)]
GELU = ("GELU", "GELU")


def column(x: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term) -> Term:
    return W_2 @ relu(W_1 @ x + b_1) + b_2


formula(
    "transformer.feed_forward",
    "Position-wise feed-forward network",
    "逐位置前馈网络",
    inputs=[X, *ffn_inputs()],
    term=feed_forward,
    result=FFN,
    reference="Vaswani et al. 2017, eq. 2",
    variants=[
        variant(
            "one_token",
            "one token as a row",
            "单个词元（行向量）",
            lambda x, *p: feed_forward(x, *p),
            inputs=[data("x", d), *ffn_inputs()],
        ),
        variant(
            "column",
            "one token as a column: W_2 max(0, W_1 x + b_1) + b_2",
            "单个词元（列向量）：W_2 max(0, W_1 x + b_1) + b_2",
            column,
            inputs=[data("x", d), *column_inputs],
        ),
        variant(
            "column_transposed",
            "one token as a column, weights stored transposed",
            "单个词元（列向量），权重按转置存放",
            lambda x, W_1, b_1, W_2, b_2: W_2.T @ relu(W_1.T @ x + b_1) + b_2,
            inputs=[data("x", d), *ffn_inputs()],
        ),
        variant(
            "no_bias",
            "without biases (T5)",
            "不带偏置（T5）",
            lambda x, W_1, W_2: relu(x @ W_1) @ W_2,
            inputs=[X, *ffn_inputs()[::2]],
        ),
        variant("gelu", *GELU, lambda x, *p: feed_forward(x, *p, activation=gelu)),
        variant(
            "gelu_tanh",
            "GELU by tanh",
            "以 tanh 近似的 GELU",
            lambda x, *p: feed_forward(x, *p, activation=tanh_gelu),
        ),
    ],
    pitfalls=[
        pitfall(
            "activation_missing",
            "without the activation the two layers are one",
            "缺少激活函数时两层等于一层",
            lambda x, W_1, b_1, W_2, b_2: (x @ W_1 + b_1) @ W_2 + b_2,
        ),
        pitfall(
            "bias_outside",
            "b_1 belongs inside the activation",
            "b_1 应在激活函数之内",
            lambda x, W_1, b_1, W_2, b_2: (relu(x @ W_1) + b_1) @ W_2 + b_2,
        ),
        pitfall(
            "activation_last",
            "the second layer is linear",
            "第二层是线性的",
            lambda x, W_1, b_1, W_2, b_2: relu(relu(x @ W_1 + b_1) @ W_2 + b_2),
        ),
        pitfall(
            "weights_exchanged",
            "W_1 comes first",
            "应先乘 W_1",
            lambda x, W_1, b_1, W_2, b_2: relu(x @ W_2 + b_1) @ W_1 + b_2,
        ),
        pitfall(
            "bias_twice",
            "b_2 is added once",
            "b_2 只加一次",
            lambda x, W_1, b_1, W_2, b_2: relu(x @ W_1 + b_1) @ W_2 + b_2 + b_2,
        ),
    ],
)

sublayer = [X, *ffn_inputs(), gamma, beta, eps]


def post_norm(x: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, *norm: Term) -> Term:
    return layer_norm(x + feed_forward(x, W_1, b_1, W_2, b_2), *norm)


def pre_norm(x: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, *norm: Term) -> Term:
    return x + feed_forward(layer_norm(x, *norm), W_1, b_1, W_2, b_2)


def no_residual_pre(x: Term, *p: Term) -> Term:
    return feed_forward(layer_norm(x, *p[4:]), *p[:4])


def both_normed(x: Term, *p: Term) -> Term:
    normed = let("a", layer_norm(x, *p[4:]))
    return normed + feed_forward(normed, *p[:4])


def over_tokens(x: Term, *p: Term) -> Term:
    return layer_norm(x + feed_forward(x, *p[:4]), *p[4:], axis=-2)


NO_RESIDUAL = ("the residual x is missing", "缺少残差 x")

formula(
    "transformer.post_norm_feed_forward",
    "Feed-forward sublayer, norm after the sum",
    "前馈子层（后归一化）",
    inputs=sublayer,
    term=post_norm,
    result="z",
    reference="Vaswani et al. 2017, section 3.1",
    pitfalls=[
        pitfall(
            "pre_norm",
            "the sum is normalised (post-norm), not the network's input",
            "归一化的是和（后归一化），而不是网络的输入",
            pre_norm,
        ),
        pitfall("residual_missing", *NO_RESIDUAL, lambda x, *p: layer_norm(feed_forward(x, *p[:4]), *p[4:])),
        pitfall(
            "norm_before_sum",
            "the sum is normalised, not the sublayer's output",
            "归一化的是和，而不是子层的输出",
            lambda x, *p: x + layer_norm(feed_forward(x, *p[:4]), *p[4:]),
        ),
        pitfall(
            "norm_over_tokens",
            "each token is normalised over its own entries, not over the tokens",
            "应对每个词元自身的各维归一化，而不是沿词元方向",
            over_tokens,
        ),
    ],
)

formula(
    "transformer.pre_norm_feed_forward",
    "Feed-forward sublayer, norm before it",
    "前馈子层（前归一化）",
    inputs=sublayer,
    term=pre_norm,
    result="z",
    reference=XIONG,
    pitfalls=[
        pitfall(
            "post_norm",
            "the network's input is normalised (pre-norm), not the sum",
            "归一化的是网络的输入（前归一化），而不是和",
            post_norm,
        ),
        pitfall("residual_missing", *NO_RESIDUAL, no_residual_pre),
        pitfall(
            "residual_normed",
            "the residual is x itself, not its norm",
            "残差是 x 本身，而不是归一化之后的 x",
            both_normed,
        ),
        pitfall(
            "norm_missing",
            "the input of the network is normalised",
            "前馈网络的输入应先归一化",
            lambda x, *p: x + feed_forward(x, *p[:4]),
        ),
        pitfall(
            "norm_of_output",
            "the norm comes before the network, not after it",
            "归一化应在网络之前，而不是之后",
            lambda x, *p: x + layer_norm(feed_forward(x, *p[:4]), *p[4:]),
        ),
    ],
)
