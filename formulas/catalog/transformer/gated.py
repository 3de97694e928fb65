"""Feed-forward networks with a gate in place of the plain hidden layer."""

from ...lang import Term, data, dims, gelu, relu, sigmoid, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import named

n, d, d_ff = dims("n d d_ff")
X = data("x", n, d)
PARAMETERS = [weight("W", d, d_ff), weight("V", d, d_ff), weight("W_2", d_ff, d)]


def gated(x: Term, W: Term, V: Term, W_2: Term) -> Term:
    return (sigmoid(x @ W) * (x @ V)) @ W_2


formula(
    "transformer.gated_feed_forward",
    "Feed-forward network with a gated linear unit",
    "带门控线性单元的前馈网络",
    inputs=[X, *PARAMETERS],
    term=gated,
    result=named(r"FFN_{GLU}", X.symbol),
    reference="Shazeer 2020, eqs. 5 and 6",
    variants=[
        variant("bilinear", "no activation", "不带激活函数", lambda x, W, V, W_2: ((x @ W) * (x @ V)) @ W_2),
        variant("relu", "ReLU (ReGLU)", "ReLU（ReGLU）", lambda x, W, V, W_2: (relu(x @ W) * (x @ V)) @ W_2),
        variant("gelu", "GELU (GEGLU)", "GELU（GEGLU）", lambda x, W, V, W_2: (gelu(x @ W) * (x @ V)) @ W_2),
        variant(
            "swish",
            "SiLU (SwiGLU)",
            "SiLU（SwiGLU）",
            lambda x, W, V, W_2: ((x @ W) * sigmoid(x @ W) * (x @ V)) @ W_2,
        ),
    ],
    pitfalls=[
        pitfall(
            "added",
            "the gate multiplies, it is not added",
            "门是相乘，不是相加",
            lambda x, W, V, W_2: (sigmoid(x @ W) + x @ V) @ W_2,
        ),
        pitfall(
            "gate_missing",
            "the gate σ(xW) is missing",
            "缺少门 σ(xW)",
            lambda x, W, V, W_2: (x @ V) @ W_2,
        ),
        pitfall(
            "one_matrix_twice",
            "gate and value have a matrix each",
            "门与值各用一个矩阵",
            lambda x, W, V, W_2: (sigmoid(x @ W) * (x @ W)) @ W_2,
        ),
    ],
)
