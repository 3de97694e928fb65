"""Derivatives of the smooth rectifiers."""

from typing import Any

from ...lang import Rational, Term, data, dims, exp, let, pi, relu, sigmoid, softplus, sqrt, tanh
from ...model import pitfall, variant
from ...registry import formula
from ...terms import normal_below

(n,) = dims("n")
x = data("x", n)


def density(x: Term) -> Term:
    """φ(x), the density of the normal distribution."""
    return let(r"\varphi\left(x\right)", exp(-(x**2) / 2) / sqrt(2 * pi))


def tanh_slope(x: Term, chain: bool = True) -> Term:
    """The derivative of the approximation by tanh; without ``chain`` its inner derivative is forgotten."""
    cubic = Rational(44715, 1000000)
    t: Any = let("t", tanh(sqrt(2 / pi) * (x + cubic * x**3)))
    outer = x * (1 - t**2) / 2
    inner = sqrt(2 / pi) * (1 + 3 * cubic * x**2)
    return (1 + t) / 2 + (outer * inner if chain else outer)


formula(
    "activation.gelu_derivative",
    "Derivative of GELU",
    "GELU 的导数",
    inputs=[x],
    term=lambda x: normal_below(x) + x * density(x),
    result=r"\operatorname{GELU}'\left(x\right)",
    reference="Hendrycks and Gimpel 2016, section 2, by the product rule",
    variants=[
        variant(
            "tanh",
            "of the approximation by tanh",
            "tanh 近似的导数",
            tanh_slope,
            call={"approximate": "tanh"},
        ),
    ],
    pitfalls=[
        pitfall("product_rule", "Φ(x) alone: the term x φ(x) is missing", "只有 Φ(x)：缺少 x φ(x)", normal_below),
        pitfall(
            "factor_missing",
            "φ(x) without its factor x",
            "φ(x) 缺少因子 x",
            lambda x: normal_below(x) + density(x),
        ),
        pitfall("minus", "x φ(x) is subtracted", "x φ(x) 的符号反了", lambda x: normal_below(x) - x * density(x)),
        pitfall(
            "density_not_normalised",
            "the density lacks 1/√(2π)",
            "密度缺少 1/√(2π)",
            lambda x: normal_below(x) + x * exp(-(x**2) / 2),
        ),
        pitfall(
            "chain_rule",
            "in the approximation by tanh the inner derivative is missing",
            "tanh 近似中缺少内层导数",
            lambda x: tanh_slope(x, chain=False),
        ),
    ],
)

formula(
    "activation.silu_derivative",
    "Derivative of SiLU",
    "SiLU 的导数",
    inputs=[x],
    term=lambda x: sigmoid(x) * (1 + x * (1 - sigmoid(x))),
    result=r"\operatorname{SiLU}'\left(x\right)",
    reference="Elfwing, Uchibe and Doya 2018, section 2, eq. 5",
    variants=[
        variant(
            "product_rule",
            "σ(x) + x σ(x)(1 − σ(x))",
            "σ(x) + x σ(x)(1 − σ(x)) 的形式",
            lambda x: sigmoid(x) + x * sigmoid(x) * (1 - sigmoid(x)),
        ),
        variant(
            "by_value",
            "f(x) + σ(x)(1 − f(x)) with f(x) = x σ(x)",
            "用 f(x) = x σ(x) 表示：f(x) + σ(x)(1 − f(x))",
            lambda x: x * sigmoid(x) + sigmoid(x) * (1 - x * sigmoid(x)),
        ),
    ],
    pitfalls=[
        pitfall(
            "product_rule",
            "σ(x) alone: the second term is missing",
            "只有 σ(x)：缺少第二项",
            lambda x: sigmoid(x),
        ),
        pitfall(
            "first_term_missing",
            "only x σ(x)(1 − σ(x)): the first term is missing",
            "只有 x σ(x)(1 − σ(x))：缺少第一项",
            lambda x: x * sigmoid(x) * (1 - sigmoid(x)),
        ),
        pitfall(
            "factor_missing",
            "the second term lacks its factor x",
            "第二项缺少因子 x",
            lambda x: sigmoid(x) + sigmoid(x) * (1 - sigmoid(x)),
        ),
        pitfall(
            "plus",
            "1 + σ in place of 1 − σ",
            "1 − σ 写成了 1 + σ",
            lambda x: sigmoid(x) * (1 + x * (1 + sigmoid(x))),
        ),
    ],
)

formula(
    "activation.softplus_derivative",
    "Derivative of softplus",
    "Softplus 的导数",
    inputs=[x],
    term=sigmoid,
    result=r"\zeta'\left(x\right)",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 3.37",
    pitfalls=[
        pitfall(
            "chain_rule",
            "1/(1 + e^x): the inner derivative e^x is missing",
            "1/(1 + e^x)：缺少内层导数 e^x",
            lambda x: sigmoid(-x),
        ),
        pitfall(
            "second_derivative",
            "σ(1 − σ) is the second derivative",
            "σ(1 − σ) 是二阶导数",
            lambda x: sigmoid(x) * (1 - sigmoid(x)),
        ),
        pitfall("value", "softplus itself", "写成了 softplus 本身", lambda x: softplus(x)),
        pitfall(
            "like_relu",
            "max(0, x), which softplus approximates",
            "写成了它所近似的 max(0, x)",
            lambda x: relu(x),
        ),
    ],
)
