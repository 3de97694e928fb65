"""Piecewise linear activations."""

from ...lang import data, dims, exp, greater, less, maximum, minimum, relu, scalar, where
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)
alpha = scalar("alpha")

formula(
    "activation.relu",
    "Rectified linear unit",
    "线性整流单元（ReLU）",
    inputs=[x],
    term=lambda x: relu(x),
    result=r"\operatorname{ReLU}\left(x\right)",
    reference="Nair and Hinton 2010; Glorot, Bordes and Bengio 2011, section 3",
    variants=[
        variant(
            "cases",
            "x where x > 0, else 0",
            "分段形式：x > 0 时为 x，否则为 0",
            lambda x: where(greater(x, 0), x, 0),
        ),
        variant("gated", "x times the step function", "x 乘以阶跃函数", lambda x: x * greater(x, 0)),
    ],
    pitfalls=[
        pitfall("minimum", "the minimum instead of the maximum", "取了最小值而不是最大值", lambda x: -relu(-x)),
        pitfall(
            "mirrored",
            "max(0, −x): the negative side passes",
            "max(0, −x)：通过的是负半轴",
            lambda x: relu(-x),
        ),
        pitfall(
            "absolute_value",
            "the negative side is folded up instead of cut off",
            "负半轴被翻折而不是截断",
            lambda x: maximum(x, -x),
        ),
        pitfall(
            "step",
            "the step function: the slope instead of the value",
            "阶跃函数：写成了导数",
            lambda x: greater(x, 0),
        ),
        pitfall(
            "bounded_by_one",
            "max(1, x) in place of max(0, x)",
            "max(1, x) 而不是 max(0, x)",
            lambda x: maximum(1, x),
        ),
    ],
)

formula(
    "activation.leaky_relu",
    "Leaky rectified linear unit",
    "带泄漏的线性整流单元（Leaky ReLU）",
    inputs=[x, alpha],
    term=lambda x, alpha: where(greater(x, 0), x, alpha * x),
    result=r"\operatorname{LeakyReLU}\left(x\right)",
    reference="Maas, Hannun and Ng 2013, section 2.1",
    variants=[
        variant(
            "two_parts",
            "max(0, x) − α max(0, −x)",
            "max(0, x) − α max(0, −x) 的形式",
            lambda x, alpha: relu(x) - alpha * relu(-x),
        ),
        variant(
            "maximum",
            "max(αx, x), for 0 < α < 1",
            "max(αx, x)，要求 0 < α < 1",
            lambda x, alpha: maximum(alpha * x, x),
            inputs=[x, scalar("alpha", low=0, high=1)],
        ),
    ],
    pitfalls=[
        pitfall(
            "slope_on_positive_side",
            "the slope α stands on the positive side",
            "斜率 α 放到了正半轴",
            lambda x, alpha: where(greater(x, 0), alpha * x, x),
        ),
        pitfall(
            "constant_leak",
            "the constant α instead of αx on the negative side",
            "负半轴取了常数 α 而不是 αx",
            lambda x, alpha: where(greater(x, 0), x, alpha),
        ),
        pitfall(
            "sign_flipped",
            "−αx on the negative side: the function rises again",
            "负半轴为 −αx：函数又上升",
            lambda x, alpha: where(less(x, 0), -alpha * x, x),
        ),
        pitfall("leak_missing", "no leak: this is ReLU", "缺少泄漏项：退化为 ReLU", lambda x, alpha: relu(x)),
        pitfall(
            "divided_by_slope",
            "x/α on the negative side: α multiplies",
            "负半轴为 x/α：α 应相乘",
            lambda x, alpha: where(greater(x, 0), x, x / alpha),
        ),
    ],
)

formula(
    "activation.elu",
    "Exponential linear unit",
    "指数线性单元（ELU）",
    inputs=[x, alpha],
    term=lambda x, alpha: where(greater(x, 0), x, alpha * (exp(x) - 1)),
    result=r"\operatorname{ELU}\left(x\right)",
    reference="Clevert, Unterthiner and Hochreiter 2016, eq. 15",
    variants=[
        variant(
            "two_parts",
            "max(0, x) + min(0, α(e^x − 1)), for α ≥ 0",
            "max(0, x) + min(0, α(e^x − 1))，要求 α ≥ 0",
            lambda x, alpha: relu(x) + minimum(0, alpha * (exp(x) - 1)),
            inputs=[x, scalar("alpha", low=0)],
        ),
    ],
    pitfalls=[
        pitfall(
            "one_missing",
            "α(e^x − 1): without the −1 the function jumps at 0",
            "α(e^x − 1)：缺少 −1，在 0 处不连续",
            lambda x, alpha: where(greater(x, 0), x, alpha * exp(x)),
        ),
        pitfall(
            "scale_inside",
            "α multiplies both terms",
            "α 应乘以两项",
            lambda x, alpha: where(greater(x, 0), x, alpha * exp(x) - 1),
        ),
        pitfall(
            "exponent_sign",
            "e^x, not e^(−x)",
            "应为 e^x，而不是 e^(−x)",
            lambda x, alpha: where(greater(x, 0), x, alpha * (exp(-x) - 1)),
        ),
        pitfall(
            "leaky",
            "α(e^x − 1) on the negative side, not αx",
            "负半轴是 α(e^x − 1)，而不是 αx",
            lambda x, alpha: relu(x) + alpha * minimum(0, x),
        ),
    ],
)
