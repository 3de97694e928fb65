"""Gated recurrent unit: gates, candidate, hidden state, step, sequence."""

from typing import Any

from ...lang import Term, bias, concat, data, sigmoid, take, tanh, weight
from ...model import pitfall, variant
from ...registry import formula
from .terms import (
    SIGMOID_FOR_TANH,
    d_h,
    d_hx,
    d_x,
    gate_formula,
    h_before,
    mixed,
    pairs,
    x_t,
)

CHO = "Cho et al. 2014, eqs. 5 to 8"
z_t, r_t = data("z", d_h, tex="z_{t}"), data("r", d_h, tex="r_{t}")
g_t = data("g", d_h, tex=r"\tilde{h}_{t}")

gate_formula("recurrent.gru.update_gate", "z", "GRU update gate", "GRU 更新门", "Cho et al. 2014, eq. 6")
gate_formula("recurrent.gru.reset_gate", "r", "GRU reset gate", "GRU 重置门", "Cho et al. 2014, eq. 5")

turned = weight("W_h", d_hx, d_h)
on_x, on_h = weight("W_h", d_h, d_x), weight("U_h", d_h, d_h)
rows_x, rows_h = weight("W_xh", d_x, d_h), weight("W_hh", d_h, d_h)
b_h = bias("b_h", d_h)
b_in, b_hn = bias("b_in", d_h), bias("b_hn", d_h)
reset_inputs = [x_t, h_before, r_t]


def candidate(x: Term, h: Term, r: Term, W: Term, b: Term) -> Term:
    return tanh(mixed(x, r * h, W, b))


def reset_after(x: Term, h: Term, r: Term, W: Term, b: Term) -> Term:
    """The reset gate on the product W h: the same parameters, another function."""
    return tanh(take(W, d_h, d_x, axis=1) @ x + r * (take(W, 0, d_h, axis=1) @ h) + b)


formula(
    "recurrent.gru.candidate",
    "GRU candidate hidden state",
    "GRU 候选隐状态",
    inputs=[*reset_inputs, *pairs("h")],
    term=candidate,
    result=r"\tilde{h}_{t}",
    reference="Cho et al. 2014, eq. 8",
    variants=[
        variant(
            "transposed_weight",
            "weight stored transposed: W^T [r ⊙ h, x] + b",
            "权重按转置存放：W^T [r ⊙ h, x] + b",
            lambda x, h, r, W, b: tanh(W.T @ concat(r * h, x) + b),
            inputs=[*reset_inputs, turned, b_h],
        ),
        variant(
            "rows",
            "vectors as rows: [r ⊙ h, x] W + b",
            "行向量写法：[r ⊙ h, x] W + b",
            lambda x, h, r, W, b: tanh(concat(r * h, x) @ W + b),
            inputs=[*reset_inputs, turned, b_h],
        ),
        variant(
            "input_first",
            "the input stands first: W [x, r ⊙ h] + b",
            "输入在前：W [x, r ⊙ h] + b",
            lambda x, h, r, W, b: tanh(W @ concat(x, r * h) + b),
        ),
        variant(
            "no_bias",
            "without a bias",
            "不带偏置",
            lambda x, h, r, W: tanh(W @ concat(r * h, x)),
            inputs=[*reset_inputs, *pairs("h")[:1]],
        ),
        variant(
            "split",
            "a matrix each for input and state: W x + U (r ⊙ h) + b",
            "输入与状态各用一个矩阵：W x + U (r ⊙ h) + b",
            lambda x, h, r, W, U, b: tanh(W @ x + U @ (r * h) + b),
            inputs=[*reset_inputs, on_x, on_h, b_h],
        ),
        variant(
            "split_rows",
            "split weights, vectors as rows: x W_x + (r ⊙ h) W_h + b",
            "拆分权重的行向量写法：x W_x + (r ⊙ h) W_h + b",
            lambda x, h, r, W, U, b: tanh(x @ W + (r * h) @ U + b),
            inputs=[*reset_inputs, rows_x, rows_h, b_h],
        ),
        variant(
            "split_no_bias",
            "split weights without a bias",
            "拆分权重且不带偏置",
            lambda x, h, r, W, U: tanh(W @ x + U @ (r * h)),
            inputs=[*reset_inputs, on_x, on_h],
        ),
        variant("reset_after", "reset after the product with the weight", "先乘权重、后乘重置门", reset_after),
        variant(
            "reset_after_split",
            "split weights, reset after the product: W x + r ⊙ (U h) + b",
            "拆分权重，先乘权重、后乘重置门：W x + r ⊙ (U h) + b",
            lambda x, h, r, W, U, b: tanh(W @ x + r * (U @ h) + b),
            inputs=[*reset_inputs, on_x, on_h, b_h],
        ),
        variant(
            "reset_after_no_bias",
            "split weights, reset after the product, no bias",
            "拆分权重，先乘权重、后乘重置门，不带偏置",
            lambda x, h, r, W, U: tanh(W @ x + r * (U @ h)),
            inputs=[*reset_inputs, on_x, on_h],
        ),
        variant(
            "reset_after_two_biases",
            "reset after the product, the state's bias inside (cuDNN, PyTorch)",
            "先乘权重、后乘重置门，状态的偏置在括号内（cuDNN、PyTorch）",
            lambda x, h, r, W, b, U, c: tanh(W @ x + b + r * (U @ h + c)),
            inputs=[*reset_inputs, weight("W_in", d_h, d_x), b_in, weight("W_hn", d_h, d_h), b_hn],
        ),
    ],
    pitfalls=[
        pitfall(
            "reset_over_concatenation",
            "the reset gate scales h_{t-1} alone: [h_{t-1}, x_t] is longer than the gate",
            "重置门只作用于 h_{t-1}：[h_{t-1}, x_t] 比门更长",
            lambda x, h, r, W, b: tanh(W @ (r * concat(h, x)) + b),
        ),
        pitfall(
            "reset_missing",
            "the reset gate is missing",
            "缺少重置门",
            lambda x, h, r, W, b: tanh(mixed(x, h, W, b)),
        ),
        pitfall(
            "wrong_function",
            *SIGMOID_FOR_TANH,
            lambda x, h, r, W, b: sigmoid(mixed(x, r * h, W, b)),
        ),
        pitfall(
            "reset_complement",
            "r keeps the state, not 1 − r",
            "保留状态的是 r，而不是 1 − r",
            lambda x, h, r, W, b: tanh(mixed(x, (1 - r) * h, W, b)),
        ),
        pitfall(
            "bias_outside",
            "the bias belongs inside the tanh",
            "偏置应在 tanh 之内",
            lambda x, h, r, W, b: tanh(W @ concat(r * h, x)) + b,
        ),
        pitfall(
            "reset_outside",
            "the reset gate scales the state inside, not the whole candidate",
            "重置门作用于括号内的状态，而不是整个候选值",
            lambda x, h, r, W, b: r * tanh(mixed(x, h, W, b)),
        ),
    ],
)


def blend(z: Any, h: Term, g: Term) -> Any:
    return (1 - z) * h + z * g


def blend_other_way(z: Any, h: Term, g: Term) -> Any:
    return z * h + (1 - z) * g


formula(
    "recurrent.gru.hidden",
    "GRU hidden state",
    "GRU 隐状态",
    inputs=[z_t, h_before, g_t],
    term=blend,
    result="h_{t}",
    reference="Chung et al. 2014, section 3.2 (Cho et al. 2014, eq. 7, with z and 1 − z exchanged)",
    variants=[
        variant(
            "z_keeps",
            "z keeps the old state: z ⊙ h + (1 − z) ⊙ candidate (Cho et al. 2014, eq. 7; PyTorch)",
            "z 保留旧状态：z ⊙ h + (1 − z) ⊙ 候选值（Cho 等 2014；PyTorch）",
            blend_other_way,
        ),
    ],
    pitfalls=[
        pitfall(
            "complement_missing",
            "the two factors add up to one: 1 − z is missing",
            "两个系数之和应为 1：漏掉了 1 −",
            lambda z, h, g: z * h + z * g,
        ),
        pitfall(
            "old_state_ungated",
            "the old state enters with 1 − z",
            "旧状态的系数应为 1 − z",
            lambda z, h, g: h + z * g,
        ),
        pitfall(
            "candidate_twice",
            "one of the two parts is the old state",
            "其中一部分应为旧状态",
            lambda z, h, g: (1 - z) * g + z * g,
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda z, h, g: (1 - z) * h - z * g),
        pitfall(
            "plus_for_minus",
            "the factor of the old state is 1 − z, not 1 + z",
            "旧状态的系数是 1 − z，而不是 1 + z",
            lambda z, h, g: (1 + z) * h + z * g,
        ),
    ],
)
