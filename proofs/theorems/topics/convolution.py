"""Convolution arithmetic for all integers, and convolution as a matrix product."""

from typing import Any

import sympy as sp

from formulas.lang import Ge, Le, Lt, Term, dims, expand

from ...tactics.arithmetic import always, equivalent
from ...tactics.equality import same
from ...verdicts import Verdict
from ..model import theorem
from ..spec import built, every, inputs_of, pitfall, spec, symbols

SIZE, CONV, PRODUCT = "convolution.output_size", "convolution.conv2d", "convolution.conv2d_as_matrix_product"
o, k = (sp.Dummy(c, integer=True, nonnegative=True) for c in "ok")
(r,) = dims("r")


def value(term: Term) -> sp.Expr:
    return expand(term, ())


def fits(start: Any) -> Any:
    """The window that starts at `start` times the stride lies inside the padded input."""
    W, F, P, S, D = symbols(SIZE).values()
    return Le(start * S + D * (F - 1), W + 2 * P - 1)


def counts_windows(term: Term) -> Verdict:
    """The windows that fit are those numbered below the output size, and there is at least one."""
    given = spec(SIZE).requires
    return every([equivalent(fits(o), Lt(o, value(term)), given), always(Ge(value(term), 1), given)])


theorem(
    "convolution.size_counts_windows",
    "the output size is the number of windows that fit, for all integers W, F, P, S, D",
    "对所有整数 W、F、P、S、D，输出尺寸等于放得下的窗口数",
    formulas=[SIZE],
    prove=lambda: counts_windows(spec(SIZE).term),
    control=lambda: counts_windows(pitfall(SIZE, "one_before_division")),
    control_en="so it is with the 1 added before the division",
    control_zh="在除法之前加 1 时也成立",
)

theorem(
    "convolution.taps_in_bounds",
    "every tap of every window lies inside the padded input",
    "每个窗口的每个取样点都落在填充后的输入之内",
    formulas=[SIZE],
    prove=lambda: taps_inside(spec(SIZE).term),
    control=lambda: taps_inside(pitfall(SIZE, "rounded_up")),
    control_en="so it does with the size rounded up",
    control_zh="尺寸向上取整时也成立",
)


def taps_inside(term: Term) -> Verdict:
    W, F, P, S, D = symbols(SIZE).values()
    given = (*spec(SIZE).requires, Lt(o, value(term)), Lt(k, F))
    return every([always(Ge(o * S + k * D, 0), given), always(Lt(o * S + k * D, W + 2 * P), given)])


theorem(
    "convolution.padding_keeps_size",
    "with stride 1 and an odd window F = 2r + 1, padding P = D·r keeps the size",
    "步幅为 1、窗口 F = 2r + 1 为奇数时，填充 P = D·r 保持尺寸不变",
    formulas=[SIZE],
    prove=lambda: keeps_size(2 * r + 1),
    control=lambda: keeps_size(2 * r),
    control_en="an even window F = 2r with the same padding keeps the size",
    control_zh="窗口 F = 2r 为偶数时，同样的填充也保持尺寸不变",
)


def keeps_size(window: sp.Expr) -> Verdict:
    W, _, _, _, D = symbols(SIZE).values()
    return always(sp.Eq(value(built(SIZE, W, window, D * r, sp.S.One, D)), W))


theorem(
    "convolution.pooling_size",
    "pooling has the output size of a convolution with the same window",
    "池化的输出尺寸与同样窗口的卷积相同",
    formulas=["convolution.pool_output_size", SIZE],
    prove=lambda: same_size(spec("convolution.pool_output_size").term),
    control=lambda: same_size(pitfall("convolution.pool_output_size", "rounded_up")),
    control_en="so it does in ceiling mode",
    control_zh="向上取整时也相同",
)


def same_size(term: Term) -> Verdict:
    return always(sp.Eq(value(term), value(spec(SIZE).term)), spec(SIZE).requires)


theorem(
    "convolution.matrix_product",
    "convolution is the matrix product of the flattened kernels with the patches",
    "卷积等于展平的卷积核与图像块矩阵的乘积",
    formulas=[CONV, PRODUCT],
    prove=lambda: same(spec(PRODUCT).term, spec(CONV).term, inputs_of(CONV), spec(CONV).requires),
    control=lambda: same(pitfall(PRODUCT, "kernel_order"), spec(CONV).term, inputs_of(CONV), spec(CONV).requires),
    control_en="so it is with the kernel flattened in another order",
    control_zh="卷积核按另一种次序展平时也成立",
)

theorem(
    "convolution.linear",
    "without bias, convolution is linear in its input",
    "不计偏置时，卷积对输入是线性的",
    formulas=[CONV],
    prove=lambda: _scaled(with_bias=False),
    control=lambda: _scaled(with_bias=True),
    control_en="with bias it is",
    control_zh="带偏置时也是线性的",
)


def _scaled(with_bias: bool) -> Verdict:
    from formulas.lang import Sym

    x, w, b, *geometry = symbols(CONV).values()
    a, bias = Sym("a"), b if with_bias else 0 * b
    return same(
        built(CONV, a * x, w, bias, *geometry),
        a * built(CONV, x, w, bias, *geometry),
        inputs_of(CONV),
        spec(CONV).requires,
    )
