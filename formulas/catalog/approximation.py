"""Newton's steps and Taylor's polynomial, from the values of a function and its derivatives."""

from ..lang import Rational, data, dims, scalar
from ..model import pitfall, variant
from ..registry import formula

x, f, g, h, step = scalar("x"), scalar("f"), scalar("g"), scalar("h", low=0.5, high=2), scalar("delta", tex=r"\delta")

formula(
    "approximation.newton_step",
    "Step of Newton's method",
    "牛顿法的一步",
    inputs=[x, g, h],
    term=lambda x, g, h: x - g / h,
    result="x",
    reference="Nocedal and Wright 2006, section 2.2",
    pitfalls=[
        pitfall("turned", "divided by the next derivative", "分子与分母颠倒了", lambda x, g, h: x - h / g),
        pitfall("plus", "the step is taken off", "应减去这一步", lambda x, g, h: x + g / h),
        pitfall("product", "divided by the next derivative", "应除以下一阶导数", lambda x, g, h: x - g * h),
    ],
)

formula(
    "approximation.second_order",
    "Taylor's polynomial of second order",
    "二阶泰勒展开",
    inputs=[f, g, h, step],
    term=lambda f, g, h, s: f + g * s + Rational(1, 2) * h * s**2,
    result="f",
    reference="Nocedal and Wright 2006, theorem 2.1",
    variants=[variant("first", "of first order", "一阶", lambda f, g, h, s: f + g * s)],
    pitfalls=[
        pitfall("half_missing", "the square has a half", "二次项缺少 1/2", lambda f, g, h, s: f + g * s + h * s**2),
        pitfall(
            "not_squared", "the step is squared", "步长要平方", lambda f, g, h, s: f + g * s + Rational(1, 2) * h * s
        ),
    ],
)

(n,) = dims("n")
residual, direction, curved = data("r", n), data("p", n), data("A", n, n)
formula(
    "approximation.conjugate_step",
    "Length of a step of conjugate gradients",
    "共轭梯度法的步长",
    inputs=[residual, direction, curved],
    term=lambda r, p, A: (r @ r) / (p @ A @ p),
    result=r"\alpha_{k}",
    reference="Nocedal and Wright 2006, eq. 5.24a",
    pitfalls=[
        pitfall("upside_down", "the residual stands above", "残差在分子上", lambda r, p, A: (p @ A @ p) / (r @ r)),
        pitfall("no_matrix", "by the curvature along p", "除以沿 p 的曲率", lambda r, p, A: (r @ r) / (p @ p)),
    ],
)
