"""Affine quantisation: scale, zero point, there and back."""

from ..lang import absolute, data, dims, reduce_max, scalar, size
from ..model import pitfall, variant
from ..registry import formula

(n,) = dims("n")
b = size("b", 2)
low, high = scalar("x_min", tex="x_{min}", low=-9, high=-1), scalar("x_max", tex="x_{max}", low=1, high=9)
q, x = data("q", n, low=-128, high=128), data("x", n)
s, z = scalar("s", low=0, high=4), scalar("z", low=-128, high=128)
JACOB = "Jacob et al. 2018, eq. 1"
NAGEL = "Nagel et al. 2021, A white paper on neural network quantization, eq. 4 to 7"

formula(
    "quantization.dequantize",
    "Dequantisation",
    "反量化",
    inputs=[q, s, z],
    term=lambda q, s, z: s * (q - z),
    result=r"\hat{x}",
    reference=JACOB,
    variants=[
        variant("real", "called r", "记作 r", lambda q, s, z: s * (q - z), result="r"),
        variant("plain", "called x", "记作 x", lambda q, s, z: s * (q - z), result="x"),
        variant(
            "capitals",
            "scale S, zero point Z",
            "尺度记作 S，零点记作 Z",
            lambda q, s, z: s * (q - z),
            inputs=[q, scalar("S", low=0, high=4), scalar("Z", low=-128, high=128)],
            result="r",
        ),
    ],
    pitfalls=[
        pitfall("plus", "the zero point is taken off", "零点应减去", lambda q, s, z: s * (q + z)),
        pitfall(
            "zero_point_outside",
            "the zero point is taken off before scaling",
            "先减零点再缩放",
            lambda q, s, z: s * q - z,
        ),
        pitfall("divided", "multiplied by the scale", "应乘以尺度", lambda q, s, z: (q - z) / s),
        pitfall(
            "exchanged", "the zero point is taken off q", "从 q 中减去零点：两者互换了", lambda q, s, z: s * (z - q)
        ),
    ],
)

formula(
    "quantization.scale",
    "Scale of an asymmetric quantisation",
    "非对称量化的尺度",
    inputs=[low, high, b],
    term=lambda low, high, b: (high - low) / (2**b - 1),
    result="s",
    reference=NAGEL,
    pitfalls=[
        pitfall(
            "one_missing",
            "2^b values have 2^b − 1 steps between them",
            "2^b 个值之间有 2^b − 1 步：缺少 −1",
            lambda low, high, b: (high - low) / 2**b,
        ),
        pitfall(
            "sum",
            "the width of the range: a difference",
            "范围的宽度：应取差",
            lambda low, high, b: (high + low) / (2**b - 1),
        ),
        pitfall(
            "exchanged",
            "the largest less the smallest",
            "最大值减最小值：两者互换了",
            lambda low, high, b: (low - high) / (2**b - 1),
        ),
        pitfall(
            "upside_down",
            "the range stands above the number of steps",
            "范围在上，步数在下",
            lambda low, high, b: (2**b - 1) / (high - low),
        ),
    ],
)

peak = scalar("peak", tex=r"\max \left|x\right|", low=0, high=9)

formula(
    "quantization.symmetric_scale",
    "Scale of a symmetric quantisation",
    "对称量化的尺度",
    inputs=[x, b],
    term=lambda x, b: reduce_max(absolute(x)) / (2 ** (b - 1) - 1),
    result="s",
    reference=NAGEL,
    pitfalls=[
        pitfall(
            "bits",
            "one bit is the sign: 2^(b−1) − 1",
            "一位用作符号：2^(b−1) − 1",
            lambda x, b: reduce_max(absolute(x)) / (2**b - 1),
        ),
        pitfall(
            "bars_missing",
            "the largest absolute value",
            "取绝对值的最大值",
            lambda x, b: reduce_max(x) / (2 ** (b - 1) - 1),
        ),
        pitfall(
            "one_missing",
            "the largest value is 2^(b−1) − 1",
            "最大值是 2^(b−1) − 1",
            lambda x, b: reduce_max(absolute(x)) / 2 ** (b - 1),
        ),
    ],
)
