"""Attention: scaled dot product."""

from ..lang import data, dims, softmax, sqrt
from ..model import pitfall, variant
from ..registry import formula

n, m, d_k, d_v = dims("n m d_k d_v")

formula(
    "attention.scaled_dot_product",
    "Scaled dot-product attention",
    "缩放点积注意力",
    inputs=[data("Q", n, d_k), data("K", m, d_k), data("V", m, d_v)],
    term=lambda Q, K, V: softmax(Q @ K.T / sqrt(d_k)) @ V,
    result=r"\operatorname{Attention}\left(Q, K, V\right)",
    reference="Vaswani et al. 2017, eq. 1",
    variants=[
        variant(
            "unscaled",
            "scores without the factor 1/sqrt(d_k) (Luong's dot score)",
            "不除以 sqrt(d_k) 的点积注意力（Luong 的 dot score）",
            lambda Q, K, V: softmax(Q @ K.T) @ V,
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_queries",
            "the softmax runs over the queries: the weights of one query do not sum to one",
            "softmax 沿查询方向归一化：同一个查询的权重之和不为 1",
            lambda Q, K, V: softmax(Q @ K.T / sqrt(d_k), axis=-2) @ V,
        ),
        pitfall(
            "scaled_by_d_k",
            "scores divided by d_k instead of its square root",
            "除以 d_k 而不是 d_k 的平方根",
            lambda Q, K, V: softmax(Q @ K.T / d_k) @ V,
        ),
    ],
)
