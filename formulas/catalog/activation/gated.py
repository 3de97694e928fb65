"""Gated linear units: a product of two linear maps, one of them through a gate."""

from ...lang import Term, bias, data, dims, gelu, relu, sigmoid, tanh, weight
from ...model import pitfall
from ...registry import formula

d, h = dims("d h")
a, b = data("a", h), data("b", h)
x, W, V = data("x", d), weight("W", d, h), weight("V", d, h)
p, q = bias("b", h), bias("c", h)
SHAZEER = "Shazeer 2020, GLU variants improve Transformer, eq. 5"
GATED = [x, W, V, p, q]
UNGATED = ("one of the two maps passes through the gate's function", "两个线性映射之一要通过门函数")
ADDED = ("the gate multiplies", "门应相乘，而不是相加")


def silu(x: Term) -> Term:
    return x * sigmoid(x)


formula(
    "activation.glu",
    "Gated linear unit (GLU)",
    "门控线性单元（GLU）",
    inputs=[a, b],
    term=lambda a, b: a * sigmoid(b),
    result=r"\operatorname{GLU}\left(a, b\right)",
    reference="Dauphin, Fan, Auli and Grangier 2017, eq. 1",
    pitfalls=[
        pitfall(
            "both_gated",
            "only the second half is squashed",
            "只有后一半经过 sigmoid",
            lambda a, b: sigmoid(a) * sigmoid(b),
        ),
        pitfall("added", *ADDED, lambda a, b: a + sigmoid(b)),
        pitfall("tanh", "the gate is a sigmoid", "门函数是 sigmoid", lambda a, b: a * tanh(b)),
        pitfall(
            "own_gate",
            "the gate is the other half; this is SiLU",
            "门来自另一半；这是 SiLU",
            lambda a, b: a * sigmoid(a),
        ),
    ],
)

formula(
    "activation.swiglu",
    "SwiGLU",
    "SwiGLU 激活",
    inputs=GATED,
    term=lambda x, W, V, b, c: silu(x @ W + b) * (x @ V + c),
    result=r"\operatorname{SwiGLU}\left(x\right)",
    reference=SHAZEER,
    pitfalls=[
        pitfall("ungated", *UNGATED, lambda x, W, V, b, c: (x @ W + b) * (x @ V + c)),
        pitfall("added", *ADDED, lambda x, W, V, b, c: silu(x @ W + b) + (x @ V + c)),
        pitfall(
            "sigmoid",
            "Swish z σ(z), not σ(z)",
            "门函数是 Swish：z σ(z)，而不是 σ(z)",
            lambda x, W, V, b, c: sigmoid(x @ W + b) * (x @ V + c),
        ),
        pitfall(
            "both",
            "only one of the two maps is activated",
            "只有一个线性映射经过激活",
            lambda x, W, V, b, c: silu(x @ W + b) * silu(x @ V + c),
        ),
    ],
)

formula(
    "activation.geglu",
    "GEGLU",
    "GEGLU 激活",
    inputs=GATED,
    term=lambda x, W, V, b, c: gelu(x @ W + b) * (x @ V + c),
    result=r"\operatorname{GEGLU}\left(x\right)",
    reference=SHAZEER,
    pitfalls=[
        pitfall("ungated", *UNGATED, lambda x, W, V, b, c: (x @ W + b) * (x @ V + c)),
        pitfall("added", *ADDED, lambda x, W, V, b, c: gelu(x @ W + b) + (x @ V + c)),
        pitfall(
            "relu",
            "the gate is a GELU; this is ReGLU",
            "门函数是 GELU；这是 ReGLU",
            lambda x, W, V, b, c: relu(x @ W + b) * (x @ V + c),
        ),
    ],
)
