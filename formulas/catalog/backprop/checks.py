"""Checking gradients: the central difference."""

from ...lang import Input, data, dims, scalar
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
h = scalar("h", low=0)


def at(name: str, point: str) -> Input:
    """Values of f at a point."""
    return data(name, n, tex=rf"f\left({point}\right)")


ahead, behind, here = at("ahead", "x + h"), at("behind", "x - h"), at("here", "x")

formula(
    "backprop.central_difference",
    "Central difference for checking gradients",
    "梯度检验的中心差分",
    inputs=[ahead, behind, h],
    term=lambda a, b, h: (a - b) / (2 * h),
    result=r"f'\left(x\right)",
    reference="Abramowitz and Stegun 1964, 25.3.21",
    variants=[
        variant(
            "one_sided",
            "forward difference",
            "前向差分",
            lambda a, b, h: (a - b) / h,
            inputs=[ahead, here, h],
        ),
    ],
    pitfalls=[
        pitfall("half_missing", "the two points lie 2h apart", "两点相距 2h：缺少 2", lambda a, b, h: (a - b) / h),
        pitfall("plus", "the difference counts", "应取差，而不是和", lambda a, b, h: (a + b) / (2 * h)),
        pitfall("multiplied", "divided by 2h", "应除以 2h", lambda a, b, h: (a - b) * (2 * h)),
        pitfall("order", "ahead less behind", "前点减后点", lambda a, b, h: (b - a) / (2 * h)),
    ],
)
