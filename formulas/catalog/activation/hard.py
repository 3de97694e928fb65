"""Piecewise linear stand-ins for smooth activations, and thresholds: hard sigmoid, hard swish, hard tanh, ReLU6, PReLU."""

from ...lang import Rational, Term, data, dims, greater, maximum, minimum, relu, scalar, weight, where
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)
alpha, theta = weight("alpha", n), scalar("theta", low=0)
HOWARD = "Howard et al. 2019 (MobileNetV3), section 5.2"


def clipped(x: Term, low: int, high: int) -> Term:
    return maximum(low, minimum(high, x))


def relu6(x: Term) -> Term:
    return minimum(relu(x), 6)


formula(
    "activation.prelu",
    "Parametric rectified linear unit (PReLU)",
    "参数化线性整流单元（PReLU）",
    inputs=[x, alpha],
    term=lambda x, alpha: relu(x) + alpha * minimum(0, x),
    result=r"\operatorname{PReLU}\left(x\right)",
    reference="He, Zhang, Ren and Sun 2015, eq. 1",
    variants=[
        variant(
            "cases",
            "x where x > 0, else αx",
            "分段形式：x > 0 时为 x，否则为 αx",
            lambda x, alpha: where(greater(x, 0), x, alpha * x),
        ),
    ],
    pitfalls=[
        pitfall(
            "minimum_missing",
            "α keeps the negative part min(0, x), not x",
            "α 乘的是负半轴部分 min(0, x)，而不是 x",
            lambda x, alpha: relu(x) + alpha * x,
        ),
        pitfall(
            "minus",
            "α min(0, x) is added",
            "α min(0, x) 应相加",
            lambda x, alpha: relu(x) - alpha * minimum(0, x),
        ),
        pitfall(
            "slope_on_positive_side",
            "the slope α stands on the negative side",
            "斜率 α 在负半轴",
            lambda x, alpha: alpha * relu(x) + minimum(0, x),
        ),
        pitfall(
            "minus_whole",
            "α min(0, x) is added, not αx taken off",
            "应加上 α min(0, x)，而不是减去 αx",
            lambda x, alpha: relu(x) - alpha * x,
        ),
    ],
)

formula(
    "activation.relu6",
    "ReLU6",
    "ReLU6 函数",
    inputs=[x],
    term=relu6,
    result=r"\operatorname{ReLU6}\left(x\right)",
    reference="Krizhevsky 2010, Convolutional deep belief networks on CIFAR-10; Howard et al. 2017",
    pitfalls=[
        pitfall(
            "exchanged",
            "the minimum with 6 and the maximum with 0 are exchanged",
            "与 6 取 min、与 0 取 max：两者互换了",
            lambda x: maximum(6, minimum(0, x)),
        ),
        pitfall("unbounded", "cut off at 6", "要在 6 处截断", relu),
        pitfall("bounded_by_one", "cut off at 6, not at 1", "在 6 处截断，而不是 1", lambda x: minimum(relu(x), 1)),
    ],
)

formula(
    "activation.hard_sigmoid",
    "Hard sigmoid",
    "硬 sigmoid 函数",
    inputs=[x],
    term=lambda x: relu6(x + 3) / 6,
    result=r"\operatorname{Hardsigmoid}\left(x\right)",
    reference=HOWARD,
    variants=[
        variant(
            "clipped",
            "clipped line: max(0, min(1, x/6 + 1/2))",
            "截断直线：max(0, min(1, x/6 + 1/2))",
            lambda x: clipped(x / 6 + Rational(1, 2), 0, 1),
        ),
        variant(
            "slope_one_fifth",
            "slope 0.2: max(0, min(1, 0.2x + 0.5)) (Courbariaux et al. 2015, Keras 2)",
            "斜率 0.2：max(0, min(1, 0.2x + 0.5))（Keras 2）",
            lambda x: clipped(Rational(1, 5) * x + Rational(1, 2), 0, 1),
        ),
    ],
    pitfalls=[
        pitfall("not_divided", "divided by 6, so that it ends at 1", "要除以 6，上限才是 1", lambda x: relu6(x + 3)),
        pitfall("shift_missing", "shifted by 3: 1/2 at 0", "平移 3：在 0 处为 1/2", lambda x: relu6(x) / 6),
        pitfall("shift_sign", "x + 3, not x − 3", "应为 x + 3，而不是 x − 3", lambda x: relu6(x - 3) / 6),
        pitfall("divided_by_three", "divided by 6, not by 3", "应除以 6，而不是 3", lambda x: relu6(x + 3) / 3),
    ],
)

formula(
    "activation.hard_swish",
    "Hard swish",
    "硬 swish 函数",
    inputs=[x],
    term=lambda x: x * relu6(x + 3) / 6,
    result=r"\operatorname{Hardswish}\left(x\right)",
    reference=HOWARD,
    pitfalls=[
        pitfall(
            "factor_missing",
            "x multiplies; this is the hard sigmoid",
            "还要乘以 x；这是硬 sigmoid",
            lambda x: relu6(x + 3) / 6,
        ),
        pitfall("not_divided", "divided by 6", "要除以 6", lambda x: x * relu6(x + 3)),
        pitfall("shift_missing", "ReLU6 of x + 3", "ReLU6 中应为 x + 3", lambda x: x * relu6(x) / 6),
        pitfall("shift_sign", "x + 3, not x − 3", "应为 x + 3，而不是 x − 3", lambda x: x * relu6(x - 3) / 6),
    ],
)

formula(
    "activation.hard_tanh",
    "Hard tanh",
    "硬 tanh 函数",
    inputs=[x],
    term=lambda x: clipped(x, -1, 1),
    result=r"\operatorname{Hardtanh}\left(x\right)",
    reference="Collobert 2004, Large scale machine learning",
    pitfalls=[
        pitfall(
            "exchanged",
            "the maximum with −1 and the minimum with 1 are exchanged",
            "与 −1 取 max、与 1 取 min：两者互换了",
            lambda x: minimum(-1, maximum(1, x)),
        ),
        pitfall("from_zero", "down to −1, not to 0", "下限是 −1，而不是 0", lambda x: clipped(x, 0, 1)),
        pitfall("unbounded", "cut off at 1 as well", "在 1 处也要截断", lambda x: maximum(-1, x)),
    ],
)

formula(
    "activation.thresholded_relu",
    "Thresholded rectified linear unit",
    "带阈值的线性整流单元（Thresholded ReLU）",
    inputs=[x, theta],
    term=lambda x, t: where(greater(x, t), x, 0),
    result=r"\operatorname{ThresholdedReLU}\left(x\right)",
    reference="Konda, Memisevic and Krueger 2015, eq. 1",
    variants=[variant("step", "x times the step function", "x 乘以阶跃函数", lambda x, t: x * greater(x, t))],
    pitfalls=[
        pitfall("step", "x passes, not 1", "通过的是 x，而不是 1", greater),
        pitfall("below", "x passes above the threshold", "超过阈值才通过", lambda x, t: x * greater(t, x)),
    ],
)

width = scalar("lambda_", tex=r"\lambda", low=0)


def shrunk(x: Term, width: Term, by: Term | int) -> Term:
    """x moved by this much towards zero where it is farther than the width from it, else zero."""
    return where(greater(x, width), x - by, where(greater(-x, width), x + by, 0))


formula(
    "activation.soft_shrink",
    "Soft shrinkage",
    "软收缩函数（softshrink）",
    inputs=[x, width],
    term=lambda x, width: shrunk(x, width, width),
    result=r"\operatorname{Softshrink}\left(x\right)",
    reference="Donoho and Johnstone 1994; PyTorch documentation, torch.nn.Softshrink",
    pitfalls=[
        pitfall("outwards", "towards zero, not away from it", "向 0 收缩，而不是远离 0", lambda x, w: shrunk(x, w, -w)),
        pitfall(
            "hard",
            "what is left moves by λ; this is hard shrinkage",
            "要移动 λ；这是硬收缩",
            lambda x, w: shrunk(x, w, 0),
        ),
    ],
)

formula(
    "activation.hard_shrink",
    "Hard shrinkage",
    "硬收缩函数（hardshrink）",
    inputs=[x, width],
    term=lambda x, width: shrunk(x, width, 0),
    result=r"\operatorname{Hardshrink}\left(x\right)",
    reference="Donoho and Johnstone 1994; PyTorch documentation, torch.nn.Hardshrink",
    pitfalls=[
        pitfall(
            "soft", "x itself is kept; this is soft shrinkage", "保留 x 本身；这是软收缩", lambda x, w: shrunk(x, w, w)
        ),
        pitfall("one_side", "kept on both sides", "两侧都保留", lambda x, w: where(greater(x, w), x, 0)),
    ],
)
