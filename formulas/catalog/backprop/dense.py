"""Gradients of a dense layer z = W a + b, and the error passed down through it."""

from collections.abc import Callable

from ...lang import Term, column, data, dims, greater, let, reduce_sum, row, sigmoid, tanh, weight
from ...model import Formula, Variant, pitfall, variant
from ...registry import formula

d_in, d_out, m = dims("d_in d_out m")
W = weight("W", d_out, d_in)
delta, a = data("delta", d_out, tex=r"\delta"), data("a", d_in)
deltas, inputs = data("D", m, d_out, tex=r"\Delta"), data("X", m, d_in)
dZ, A = data("dZ", d_out, m), data("A", d_in, m)
RUMELHART = "Rumelhart, Hinton and Williams 1986, eqs. 4 to 7; Goodfellow et al. 2016, algorithm 6.4"


def gradient(name: str) -> str:
    return rf"\frac{{\partial L}}{{\partial {name}}}"


def outer(delta: Term, a: Term) -> Term:
    return column(delta) @ row(a)


formula(
    "backprop.dense.weight_gradient",
    "Gradient of the weights of a dense layer",
    "全连接层权重的梯度",
    inputs=[delta, a],
    term=outer,
    result=gradient("W"),
    reference=RUMELHART,
    variants=[
        variant("short", "written dW", "记作 dW", outer, result="dW"),
        variant(
            "batch_rows",
            "a batch, samples in rows: Xᵀ Δ",
            "小批量，样本为行：Xᵀ Δ",
            lambda D, X: X.T @ D,
            inputs=[deltas, inputs],
        ),
        variant(
            "batch_columns",
            "a batch, samples in columns, averaged: dZ Aᵀ / m",
            "小批量，样本为列，取平均：dZ Aᵀ / m",
            lambda dZ, A: 1 / m * (dZ @ A.T),
            inputs=[dZ, A],
            result="dW",
        ),
    ],
    pitfalls=[
        pitfall(
            "transposed",
            "the gradient has the shape of W: δ aᵀ, not a δᵀ",
            "梯度与 W 同形：δ aᵀ，而不是 a δᵀ",
            lambda delta, a: column(a) @ row(delta),
        ),
        pitfall(
            "sum",
            "each error multiplies each input, they are not added",
            "误差与输入两两相乘，而不是相加",
            lambda delta, a: column(delta) + row(a),
        ),
        pitfall(
            "sign",
            "the gradient has no minus sign: the update has it",
            "梯度不带负号，负号在更新中",
            lambda delta, a: -outer(delta, a),
        ),
    ],
)

formula(
    "backprop.dense.bias_gradient",
    "Gradient of the bias of a dense layer over a batch",
    "全连接层偏置的梯度（小批量）",
    inputs=[deltas],
    term=lambda D: reduce_sum(D, axis=-2),
    result=gradient("b"),
    reference=RUMELHART,
    variants=[
        variant("one_sample", "of one sample: δ", "单个样本：δ", lambda delta: delta, inputs=[delta]),
        variant(
            "batch_columns",
            "samples in columns, averaged",
            "样本为列，取平均",
            lambda dZ: 1 / m * reduce_sum(dZ, axis=-1),
            inputs=[dZ],
            result="db",
        ),
    ],
    pitfalls=[
        pitfall(
            "over_outputs",
            "summed over the batch, not over the outputs",
            "沿样本求和，而不是沿输出",
            lambda D: reduce_sum(D, axis=-1),
        ),
        pitfall("sign", "the gradient has no minus sign", "梯度不带负号", lambda D: -reduce_sum(D, axis=-2)),
    ],
)

formula(
    "backprop.dense.input_gradient",
    "Gradient of the input of a dense layer",
    "全连接层输入的梯度",
    inputs=[W, delta],
    term=lambda W, delta: W.T @ delta,
    result=gradient("x"),
    reference=RUMELHART,
    variants=[
        variant("short", "written dx", "记作 dx", lambda W, delta: W.T @ delta, result="dx"),
        variant(
            "batch_rows",
            "a batch, samples in rows: Δ W",
            "小批量，样本为行：Δ W",
            lambda W, D: D @ W,
            inputs=[W, deltas],
        ),
    ],
    pitfalls=[
        pitfall(
            "not_transposed",
            "backwards goes through the transpose: Wᵀ δ",
            "反向经过转置：Wᵀ δ",
            lambda W, delta: W @ delta,
        ),
        pitfall("sign", "there is no minus sign", "没有负号", lambda W, delta: -(W.T @ delta)),
    ],
)

next_W = weight("W", d_out, d_in, tex="W^{(l+1)}")
next_delta = data("delta", d_out, tex=r"\delta^{(l+1)}")
z = data("z", d_in, tex="z^{(l)}")
CHAIN = [next_W, next_delta, z]


def sigmoid_slope(z: Term) -> Term:
    return let(r"\sigma'\left(z^{(l)}\right)", sigmoid(z) * (1 - sigmoid(z)))


def tanh_slope(z: Term) -> Term:
    return let(r"\tanh'\left(z^{(l)}\right)", 1 - tanh(z) ** 2)


def relu_slope(z: Term) -> Term:
    return let(r"\operatorname{ReLU}'\left(z^{(l)}\right)", greater(z, 0))


def passed_down(slope: Callable[[Term], Term]) -> Callable[..., Term]:
    return lambda W, delta, z: (W.T @ delta) * slope(z)


def with_activation(name: str, slope: Callable[[Term], Term]) -> Callable[[Formula], Variant]:
    return variant(name, f"for {name}", f"激活函数为 {name}", passed_down(slope), call={"activation": name})


formula(
    "backprop.dense.hidden_error",
    "Error of a hidden layer",
    "隐藏层误差的反向传播",
    inputs=CHAIN,
    term=passed_down(sigmoid_slope),
    result=r"\delta^{(l)}",
    reference="Nielsen 2015, eq. BP2",
    variants=[
        with_activation("tanh", tanh_slope),
        with_activation("relu", relu_slope),
        variant(
            "slope_given",
            "for any activation, its slope as given",
            "任意激活函数，给定其导数",
            lambda W, delta, s: (W.T @ delta) * s,
            inputs=[next_W, next_delta, data("slope", d_in, tex=r"f'\left(z^{(l)}\right)")],
        ),
    ],
    pitfalls=[
        pitfall(
            "slope_missing",
            "the slope of the activation is missing",
            "缺少激活函数的导数",
            lambda W, delta, z: W.T @ delta,
        ),
        pitfall(
            "value_for_slope",
            "the slope of the activation, not its value",
            "应为激活函数的导数，而不是函数值",
            lambda W, delta, z: (W.T @ delta) * sigmoid(z),
        ),
        pitfall(
            "not_transposed",
            "backwards goes through the transpose",
            "反向经过转置",
            lambda W, delta, z: (W @ delta) * sigmoid_slope(z),
        ),
        pitfall(
            "slope_of_activation",
            "σ(1 − σ), not z(1 − z)",
            "应为 σ(1 − σ)，而不是 z(1 − z)",
            lambda W, delta, z: (W.T @ delta) * (z * (1 - z)),
        ),
        pitfall(
            "sum",
            "the slope multiplies",
            "导数是相乘，而不是相加",
            lambda W, delta, z: W.T @ delta + sigmoid_slope(z),
        ),
    ],
)
