"""Activations with an exponential on the negative side, and other smooth ones: SELU, CELU, Mish, softsign, snake."""

from ...lang import (
    Rational,
    Term,
    absolute,
    cos,
    data,
    dims,
    exp,
    greater,
    minimum,
    relu,
    scalar,
    sigmoid,
    sin,
    softplus,
    tanh,
    where,
)
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)
alpha = scalar("alpha", low=0)
lam = scalar("lambda_", tex=r"\lambda", low=0)
ONE_MISSING = ("e^x − 1: without the one the function jumps at 0", "应为 e^x − 1：缺少 1 则在 0 处不连续")


def elu(x: Term, alpha: Term) -> Term:
    return relu(x) + minimum(0, alpha * (exp(x) - 1))


def selu(x: Term, alpha: Term, lam: Term) -> Term:
    return lam * elu(x, alpha)


formula(
    "activation.selu",
    "Scaled exponential linear unit (SELU)",
    "缩放指数线性单元（SELU）",
    inputs=[x, alpha, lam],
    term=selu,
    result=r"\operatorname{SELU}\left(x\right)",
    reference="Klambauer, Unterthiner, Mayr and Hochreiter 2017, eq. 2",
    variants=[
        variant(
            "cases",
            "λ times x where x > 0, else α(e^x − 1)",
            "分段形式：λ 乘以（x > 0 时为 x，否则为 α(e^x − 1)）",
            lambda x, alpha, lam: where(greater(x, 0), lam * x, lam * (alpha * (exp(x) - 1))),
        ),
    ],
    pitfalls=[
        pitfall("scale_missing", "the scale λ is missing", "缺少缩放系数 λ", lambda x, alpha, lam: elu(x, alpha)),
        pitfall(
            "negative_unscaled",
            "λ scales both sides",
            "λ 对正负两侧都起作用",
            lambda x, alpha, lam: lam * relu(x) + minimum(0, alpha * (exp(x) - 1)),
        ),
        pitfall(
            "one_missing",
            *ONE_MISSING,
            lambda x, alpha, lam: lam * (relu(x) + minimum(0, alpha * exp(x))),
        ),
    ],
)

formula(
    "activation.celu",
    "Continuously differentiable exponential linear unit (CELU)",
    "连续可微指数线性单元（CELU）",
    inputs=[x, alpha],
    term=lambda x, alpha: relu(x) + minimum(0, alpha * (exp(x / alpha) - 1)),
    result=r"\operatorname{CELU}\left(x\right)",
    reference="Barron 2017, Continuously differentiable exponential linear units, eq. 2",
    variants=[
        variant(
            "cases",
            "x where x > 0, else α(e^(x/α) − 1)",
            "分段形式：x > 0 时为 x，否则为 α(e^(x/α) − 1)",
            lambda x, alpha: where(greater(x, 0), x, alpha * (exp(x / alpha) - 1)),
        ),
    ],
    pitfalls=[
        pitfall(
            "elu",
            "x is divided by α in the exponent; this is ELU",
            "指数中 x 要除以 α；这是 ELU",
            elu,
        ),
        pitfall(
            "multiplied",
            "x is divided by α, not multiplied",
            "x 应除以 α，而不是相乘",
            lambda x, alpha: relu(x) + minimum(0, alpha * (exp(alpha * x) - 1)),
        ),
        pitfall(
            "one_missing",
            *ONE_MISSING,
            lambda x, alpha: relu(x) + minimum(0, alpha * exp(x / alpha)),
        ),
    ],
)

formula(
    "activation.mish",
    "Mish",
    "Mish 激活函数",
    inputs=[x],
    term=lambda x: x * tanh(softplus(x)),
    result=r"\operatorname{Mish}\left(x\right)",
    reference="Misra 2019, Mish, eq. 1",
    pitfalls=[
        pitfall("factor_missing", "x multiplies", "还要乘以 x", lambda x: tanh(softplus(x))),
        pitfall("exponential_only", "tanh of log(1 + e^x)", "tanh 中应为 log(1 + e^x)", lambda x: x * tanh(exp(x))),
        pitfall(
            "sigmoid",
            "tanh of the softplus, not its sigmoid",
            "是 softplus 的 tanh，而不是 sigmoid",
            lambda x: x * sigmoid(softplus(x)),
        ),
        pitfall("softplus_missing", "softplus is missing inside", "其中缺少 softplus", lambda x: x * tanh(x)),
    ],
)

formula(
    "activation.softsign",
    "Softsign",
    "softsign 函数",
    inputs=[x],
    term=lambda x: x / (1 + absolute(x)),
    result=r"\operatorname{softsign}\left(x\right)",
    reference="Turian, Bergstra and Bengio 2009; Glorot and Bengio 2010, section 3.1",
    pitfalls=[
        pitfall(
            "bars_missing", "divided by 1 + |x|: a bar is needed", "分母是 1 + |x|：缺少绝对值", lambda x: x / (1 + x)
        ),
        pitfall(
            "one_missing",
            "1 + |x|, or it is the sign of x",
            "分母是 1 + |x|，否则只是符号",
            lambda x: x / absolute(2 * x),
        ),
        pitfall("square", "|x| is not squared", "|x| 不取平方", lambda x: x / (1 + x**2)),
        pitfall("minus", "1 + |x|, not 1 − |x|", "分母是 1 + |x|，而不是 1 − |x|", lambda x: x / (1 - absolute(x))),
    ],
)


def snake(x: Term, alpha: Term) -> Term:
    return x + sin(alpha * x) ** 2 / alpha


bounded = data("x", n, low=-8, high=8)
frequency = scalar("alpha", low=0, high=8)

formula(
    "activation.snake",
    "Snake activation",
    "Snake 激活函数",
    inputs=[bounded, frequency],
    term=snake,
    result=r"\operatorname{snake}\left(x\right)",
    reference="Liu, Hartwig and Ueda 2020, eq. 3",
    variants=[
        variant(
            "double_angle",
            "by the double angle: x + (1 − cos(2αx)) / (2α)",
            "用倍角表示：x + (1 − cos(2αx)) / (2α)",
            lambda x, alpha: x + (1 - cos(2 * alpha * x)) / (2 * alpha),
        ),
    ],
    pitfalls=[
        pitfall(
            "whole_divided",
            "only the sine part is divided by the frequency, x is not",
            "只有正弦部分除以频率，x 不除",
            lambda x, alpha: (x + sin(alpha * x) ** 2) / alpha,
        ),
        pitfall("square_missing", "the sine is squared", "正弦要平方", lambda x, alpha: x + sin(alpha * x) / alpha),
        pitfall(
            "division_missing",
            "divided by the frequency",
            "要除以频率",
            lambda x, alpha: x + sin(alpha * x) ** 2,
        ),
        pitfall(
            "half_angle",
            "1 − cos is of the double angle",
            "1 − cos 取的是倍角",
            lambda x, alpha: x + (1 - cos(alpha * x)) / (2 * alpha),
        ),
    ],
)

formula(
    "activation.log_sigmoid",
    "Logarithm of the sigmoid",
    "sigmoid 的对数（log-sigmoid）",
    inputs=[x],
    term=lambda x: -softplus(-x),
    result=r"\operatorname{LogSigmoid}\left(x\right)",
    reference="Goodfellow et al. 2016, eq. 3.31 and 3.38",
    pitfalls=[
        pitfall(
            "sign", "the logarithm of a probability is negative", "概率的对数为负：符号错了", lambda x: softplus(-x)
        ),
        pitfall(
            "inner_sign",
            "log(1 + e^(−x)): minus in the exponent",
            "应为 log(1 + e^(−x))：指数带负号",
            lambda x: -softplus(x),
        ),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda x: sigmoid(x)),
    ],
)

formula(
    "activation.tanhshrink",
    "Tanhshrink",
    "tanhshrink 函数",
    inputs=[x],
    term=lambda x: x - tanh(x),
    result=r"\operatorname{Tanhshrink}\left(x\right)",
    reference="PyTorch documentation, torch.nn.Tanhshrink",
    pitfalls=[
        pitfall("plus", "tanh is taken off", "tanh 应减去", lambda x: x + tanh(x)),
        pitfall("exchanged", "tanh is taken off x", "从 x 中减去 tanh：两者互换了", lambda x: tanh(x) - x),
        pitfall("half", "the whole tanh is taken off", "减去的是整个 tanh", lambda x: x - Rational(1, 2) * tanh(x)),
    ],
)
