"""Derivatives of sigmoid, tanh and the rectifiers."""

from ...lang import Rational, data, dims, exp, greater, less, relu, scalar, sigmoid, tanh, where
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)
alpha = scalar("alpha")

formula(
    "activation.sigmoid_derivative",
    "Derivative of the sigmoid",
    "Sigmoid 的导数",
    inputs=[x],
    term=lambda x: sigmoid(x) * (1 - sigmoid(x)),
    result=r"\sigma'\left(x\right)",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, eq. 3.35",
    variants=[
        variant("mirrored", "σ(x) σ(−x)", "σ(x) σ(−x) 的形式", lambda x: sigmoid(x) * sigmoid(-x)),
    ],
    pitfalls=[
        pitfall(
            "of_the_argument",
            "x(1 − x): the argument stands where the sigmoid's value belongs",
            "x(1 − x)：应代入 sigmoid 的值而不是自变量",
            lambda x: x * (1 - x),
        ),
        pitfall("plus", "1 + σ in place of 1 − σ", "1 − σ 写成了 1 + σ", lambda x: sigmoid(x) * (1 + sigmoid(x))),
        pitfall(
            "like_tanh",
            "1 − σ²: that rule belongs to tanh",
            "1 − σ²：这是 tanh 的法则",
            lambda x: 1 - sigmoid(x) ** 2,
        ),
        pitfall("factor_missing", "1 − σ alone", "只有 1 − σ，缺少因子 σ", lambda x: 1 - sigmoid(x)),
    ],
)

formula(
    "activation.tanh_derivative",
    "Derivative of the hyperbolic tangent",
    "双曲正切的导数",
    inputs=[x],
    term=lambda x: 1 - tanh(x) ** 2,
    result=r"\tanh'\left(x\right)",
    reference="Abramowitz and Stegun 1964, 4.5.73",
    variants=[
        variant(
            "factored",
            "(1 − tanh)(1 + tanh)",
            "(1 − tanh)(1 + tanh) 的形式",
            lambda x: (1 - tanh(x)) * (1 + tanh(x)),
        ),
        variant(
            "exponentials",
            "4 / (e^x + e^(−x))², the square of sech",
            "sech² 的指数形式",
            lambda x: 4 / (exp(x) + exp(-x)) ** 2,
        ),
    ],
    pitfalls=[
        pitfall("square_missing", "1 − tanh, without the square", "缺少平方", lambda x: 1 - tanh(x)),
        pitfall(
            "of_the_argument",
            "1 − x²: the argument stands where the value belongs",
            "1 − x²：应代入 tanh 的值而不是自变量",
            lambda x: 1 - x**2,
        ),
        pitfall(
            "like_sigmoid",
            "tanh(1 − tanh): that rule belongs to the sigmoid",
            "tanh(1 − tanh)：这是 sigmoid 的法则",
            lambda x: tanh(x) * (1 - tanh(x)),
        ),
        pitfall("plus", "1 + tanh² in place of 1 − tanh²", "减号写成了加号", lambda x: 1 + tanh(x) ** 2),
    ],
)

formula(
    "activation.relu_derivative",
    "Derivative of ReLU (0 at 0)",
    "ReLU 的导数（在 0 处取 0）",
    inputs=[x],
    term=lambda x: greater(x, 0),
    result=r"\operatorname{ReLU}'\left(x\right)",
    reference="Glorot, Bordes and Bengio 2011, section 3; the value at 0 by convention",
    variants=[
        variant("one_at_zero", "1 at 0", "在 0 处取 1", lambda x: where(less(x, 0), 0, 1)),
        variant(
            "half_at_zero",
            "1/2 at 0",
            "在 0 处取 1/2",
            lambda x: where(greater(x, 0), 1, where(less(x, 0), 0, Rational(1, 2))),
        ),
    ],
    pitfalls=[
        pitfall("value", "the value of ReLU in place of its slope", "写成了 ReLU 的值", lambda x: relu(x)),
        pitfall("other_side", "1 on the negative side", "在负半轴取 1", lambda x: less(x, 0)),
        pitfall(
            "sign",
            "−1 on the negative side: the slope of |x|",
            "负半轴取 −1：那是 |x| 的导数",
            lambda x: where(greater(x, 0), 1, -1),
        ),
        pitfall("threshold_one", "the step stands at 1", "阶跃位置在 1", lambda x: greater(x, 1)),
    ],
)

formula(
    "activation.leaky_relu_derivative",
    "Derivative of leaky ReLU (α at 0)",
    "Leaky ReLU 的导数（在 0 处取 α）",
    inputs=[x, alpha],
    term=lambda x, alpha: where(greater(x, 0), 1, alpha),
    result=r"\operatorname{LeakyReLU}'\left(x\right)",
    reference="Maas, Hannun and Ng 2013, section 2.1; the value at 0 by convention",
    variants=[
        variant("one_at_zero", "1 at 0", "在 0 处取 1", lambda x, alpha: where(less(x, 0), alpha, 1)),
    ],
    pitfalls=[
        pitfall(
            "zero_on_negative_side",
            "0 on the negative side: the slope of ReLU",
            "负半轴取 0：那是 ReLU 的导数",
            lambda x, alpha: greater(x, 0),
        ),
        pitfall(
            "sides_swapped",
            "the two slopes are swapped",
            "两侧的斜率颠倒",
            lambda x, alpha: where(greater(x, 0), alpha, 1),
        ),
        pitfall(
            "value_on_negative_side",
            "αx on the negative side: the value, not the slope",
            "负半轴为 αx：写成了值而不是导数",
            lambda x, alpha: where(greater(x, 0), 1, alpha * x),
        ),
        pitfall(
            "sign_flipped",
            "−α on the negative side",
            "负半轴取了 −α",
            lambda x, alpha: where(greater(x, 0), 1, -alpha),
        ),
    ],
)
