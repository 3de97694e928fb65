"""Smooth relatives of the rectifier."""

from ...lang import (
    Rational,
    data,
    dims,
    erf,
    exp,
    log,
    maximum,
    pi,
    scalar,
    sigmoid,
    softplus,
    sqrt,
    tanh,
)
from ...model import pitfall, variant
from ...registry import formula
from ...terms import normal_below, tanh_gelu

(n,) = dims("n")
x = data("x", n)
beta = scalar("beta", low=0)

formula(
    "activation.gelu",
    "Gaussian error linear unit",
    "高斯误差线性单元（GELU）",
    inputs=[x],
    term=lambda x: x * normal_below(x),
    result=r"\operatorname{GELU}\left(x\right)",
    reference="Hendrycks and Gimpel 2016, section 2",
    variants=[
        variant(
            "tanh",
            "the approximation by tanh",
            "tanh 近似",
            tanh_gelu,
            call={"approximate": "tanh"},
        ),
        variant(
            "sigmoid",
            "the approximation x σ(1.702 x)",
            "sigmoid 近似 x σ(1.702 x)",
            lambda x: x * sigmoid(Rational(1702, 1000) * x),
        ),
    ],
    pitfalls=[
        pitfall(
            "root_two_missing",
            "erf(x) in place of erf(x/√2)",
            "erf(x) 应为 erf(x/√2)",
            lambda x: x * (1 + erf(x)) / 2,
        ),
        pitfall("half_missing", "the factor 1/2 is missing", "缺少系数 1/2", lambda x: x * (1 + erf(x / sqrt(2)))),
        pitfall(
            "one_missing",
            "the 1 is missing: the function is even",
            "缺少 1：成了偶函数",
            lambda x: x * erf(x / sqrt(2)) / 2,
        ),
        pitfall(
            "distribution_only",
            "the distribution function alone, without the factor x",
            "只有分布函数，缺少因子 x",
            lambda x: (1 + erf(x / sqrt(2))) / 2,
        ),
        pitfall(
            "root_upside_down",
            "√(π/2) in place of √(2/π) in the approximation by tanh",
            "tanh 近似中的 √(2/π) 写成了 √(π/2)",
            lambda x: x * (1 + tanh(sqrt(pi / 2) * (x + Rational(44715, 1000000) * x**3))) / 2,
        ),
    ],
)

formula(
    "activation.silu",
    "Sigmoid linear unit (SiLU, swish)",
    "SiLU（swish）",
    inputs=[x],
    term=lambda x: x * sigmoid(x),
    result=r"\operatorname{SiLU}\left(x\right)",
    reference="Elfwing, Uchibe and Doya 2018, section 2; Ramachandran, Zoph and Le 2017",
    variants=[
        variant("quotient", "x / (1 + e^(−x))", "x / (1 + e^(−x)) 的形式", lambda x: x / (1 + exp(-x))),
        variant(
            "swish",
            "x σ(βx), swish with a slope β",
            "带斜率 β 的 swish：x σ(βx)",
            lambda x, beta: x * sigmoid(beta * x),
            inputs=[x, beta],
            result=r"\operatorname{swish}\left(x\right)",
        ),
    ],
    pitfalls=[
        pitfall("gate_only", "the gate σ(x) alone, without x", "只有门 σ(x)，缺少 x", lambda x: sigmoid(x)),
        pitfall("gate_mirrored", "gated by σ(−x)", "门写成了 σ(−x)", lambda x: x * sigmoid(-x)),
        pitfall("tanh_gate", "gated by tanh(x)", "门写成了 tanh(x)", lambda x: x * tanh(x)),
        pitfall(
            "x_inside",
            "σ(x²): the factor slipped into the argument",
            "σ(x²)：因子进了自变量",
            lambda x: sigmoid(x**2),
        ),
    ],
)

formula(
    "activation.softplus",
    "Softplus",
    "Softplus 函数",
    inputs=[x],
    term=lambda x: softplus(x),
    result=r"\zeta\left(x\right)",
    reference="Dugas et al. 2001; Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 3.31",
    variants=[
        variant(
            "stable",
            "max(x, 0) + log(1 + e^(−|x|))",
            "max(x, 0) + log(1 + e^(−|x|)) 的形式",
            lambda x: maximum(x, 0) + log(1 + exp(-maximum(x, -x))),
        ),
        variant(
            "scaled",
            "log(1 + e^(βx)) / β, with a sharpness β",
            "带锐度 β：log(1 + e^(βx)) / β",
            lambda x, beta: softplus(beta * x) / beta,
            inputs=[x, beta],
        ),
    ],
    pitfalls=[
        pitfall("mirrored", "the exponent has the wrong sign", "指数的符号反了", lambda x: softplus(-x)),
        pitfall("one_outside", "the 1 stands outside the logarithm", "1 写到了对数之外", lambda x: 1 + log(exp(x))),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda x: 1 + exp(x)),
        pitfall(
            "sigmoid_instead",
            "the sigmoid is the slope of softplus",
            "sigmoid 是 softplus 的导数",
            lambda x: sigmoid(x),
        ),
    ],
)
