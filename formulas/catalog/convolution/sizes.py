"""The size of what comes out: input W, window F, padding P, stride S, dilation D."""

from typing import Any

from ...lang import Ge, If, Input, Lt, ceiling, dim, floor, size
from ...model import pitfall, variant
from ...registry import formula

GUIDE = "Dumoulin and Visin 2016, relationships 6 and 15"
SIZES: list[Input] = [size("W"), size("F"), size("P", 0), size("S"), size("D")]
UNDILATED = SIZES[:4]
FIT = Ge(dim("W") + 2 * dim("P", 0), dim("D") * (dim("F") - 1) + 1)
FIT_UNDILATED = Ge(dim("W") + 2 * dim("P", 0), dim("F"))
FIT_UNPADDED = Ge(dim("W"), dim("F"))


def free_steps(W: Any, F: Any, P: Any, D: Any = 1) -> Any:
    """How far the window can slide over the padded input."""
    return W + 2 * P - D * (F - 1) - 1


def rounded_up(W: Any, F: Any, P: Any, S: Any, D: Any) -> Any:
    """The count rounded up, without a last window that starts in the right padding."""
    count = ceiling(free_steps(W, F, P, D) / S) + 1
    return If(Lt((count - 1) * S, W + P), count, count - 1)


VARIANTS = [
    variant(
        "without_dilation",
        "without dilation: ⌊(W − F + 2P) / S⌋ + 1",
        "不带空洞：⌊(W − F + 2P) / S⌋ + 1",
        lambda W, F, P, S: floor((W - F + 2 * P) / S) + 1,
        inputs=UNDILATED,
        requires=[FIT_UNDILATED],
    ),
    variant(
        "without_padding",
        "neither padding nor dilation: ⌊(W − F) / S⌋ + 1",
        "无填充、无空洞：⌊(W − F) / S⌋ + 1",
        lambda W, F, S: floor((W - F) / S) + 1,
        inputs=[size("W"), size("F"), size("S")],
        requires=[FIT_UNPADDED],
    ),
    variant(
        "one_inside",
        "the + 1 inside the floor, as (… + S) / S",
        "把 + 1 并入取整：(… + S) / S",
        lambda W, F, P, S: floor((W - F + 2 * P + S) / S),
        inputs=UNDILATED,
        requires=[FIT_UNDILATED],
    ),
    variant(
        "exact_division",
        "without the floor, for strides that divide",
        "不取整（步长能整除时）",
        lambda W, F, P, S: (W - F + 2 * P) / S + 1,
        inputs=UNDILATED,
        requires=[FIT_UNDILATED],
    ),
]
PITFALLS = [
    pitfall(
        "one_missing",
        "the + 1 is missing: the window's first place counts too",
        "缺少 + 1：窗口的起始位置也要计入",
        lambda W, F, P, S, D: floor(free_steps(W, F, P, D) / S),
    ),
    pitfall(
        "one_before_division",
        "the + 1 stands inside the division by the stride",
        "+ 1 写到了除以步长之内",
        lambda W, F, P, S, D: floor((free_steps(W, F, P, D) + 1) / S),
    ),
    pitfall(
        "padded_on_one_side",
        "the padding counts once: it is added on both sides",
        "填充只计了一次：两侧都有填充",
        lambda W, F, P, S, D: floor((free_steps(W, F, P, D) - P) / S) + 1,
    ),
    pitfall(
        "window_added",
        "the window is added instead of subtracted",
        "窗口宽度应减去而不是加上",
        lambda W, F, P, S, D: floor((W + 2 * P + D * (F - 1)) / S) + 1,
    ),
    pitfall(
        "dilation_times_window",
        "a dilated window covers D(F − 1) + 1 entries, not D F",
        "空洞窗口覆盖 D(F − 1) + 1 个元素，而不是 D F",
        lambda W, F, P, S, D: floor((W + 2 * P - D * F) / S) + 1,
    ),
]
ROUNDED_UP = pitfall(
    "rounded_up",
    "rounded up: a window that does not fit is left out",
    "向上取整：放不下的窗口应舍去",
    lambda W, F, P, S, D: ceiling(free_steps(W, F, P, D) / S) + 1,
)

formula(
    "convolution.output_size",
    "Output size of a convolution",
    "卷积的输出尺寸",
    inputs=SIZES,
    term=lambda W, F, P, S, D: floor(free_steps(W, F, P, D) / S) + 1,
    result="N",
    reference=GUIDE,
    requires=[FIT],
    variants=[
        *VARIANTS,
        variant(
            "same_padding",
            'padding "same": ⌈W / S⌉ whatever the window',
            "“same” 填充：⌈W / S⌉，与窗口无关",
            lambda W, S: ceiling(W / S),
            inputs=[size("W"), size("S")],
        ),
    ],
    pitfalls=[*PITFALLS, ROUNDED_UP],
)

formula(
    "convolution.pool_output_size",
    "Output size of a pooling",
    "池化的输出尺寸",
    inputs=SIZES,
    term=lambda W, F, P, S, D: floor(free_steps(W, F, P, D) / S) + 1,
    result="N",
    reference=GUIDE,
    requires=[FIT],
    variants=[
        *VARIANTS,
        variant(
            "ceil_mode",
            "rounded up, without a last window that starts in the right padding",
            "向上取整（ceil mode），但不含起点落在右侧填充中的末尾窗口",
            rounded_up,
            call={"ceil_mode": True},
        ),
    ],
    pitfalls=[*PITFALLS, ROUNDED_UP],
)
