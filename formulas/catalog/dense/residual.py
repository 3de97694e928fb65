"""A branch added to what it started from."""

from ...lang import data, dims, relu
from ...model import pitfall, variant
from ...registry import formula

(d,) = dims("d")
x, branch = data("x", d), data("F", d, tex=r"\mathcal{F}\left(x\right)")

formula(
    "dense.residual",
    "Residual connection",
    "残差连接",
    inputs=[x, branch],
    term=lambda x, F: x + F,
    result="y",
    reference="He et al. 2016, eq. 1",
    variants=[
        variant("activated", "an activation after the sum", "求和之后再激活", lambda x, F: relu(x + F)),
    ],
    pitfalls=[
        pitfall("subtracted", "the branch is added", "分支是相加的", lambda x, F: F - x),
        pitfall("multiplied", "added, not multiplied", "应相加，而不是相乘", lambda x, F: x * F),
        pitfall("shortcut_missing", "the shortcut x is missing", "缺少捷径 x", lambda x, F: F),
    ],
)
