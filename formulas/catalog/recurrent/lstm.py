"""Long short-term memory: gates, cell, hidden state, step, sequence."""

from collections.abc import Callable

from ...lang import Input, Term, concat, data, sigmoid, tanh, weight
from ...model import Variant, pitfall, variant
from ...registry import formula
from .terms import (
    SIGMOID_FOR_TANH,
    cell_pitfalls,
    cell_variants,
    d_h,
    d_hx,
    d_x,
    gate_formula,
    h_before,
    matrix,
    mixed,
    offset,
    pairs,
    x_t,
)

GERS = "Gers, Schmidhuber and Cummins 2000, section 3"
HOCHREITER = "Hochreiter and Schmidhuber 1997, section 4, with the forget gate of Gers et al. 2000"
f_t, i_t, o_t = (data(name, d_h, tex=f"{name}_{{t}}") for name in "fio")
c_before, c_t = data("c", d_h, tex="C_{t-1}"), data("c", d_h, tex="C_{t}")
g_t = data("g", d_h, tex=r"\tilde{C}_{t}")
c_0 = data("c_0", d_h, tex="C_{0}")


def peepholes(letter: str, cell: Input) -> list[Callable[..., Variant]]:
    """Gates that also see the cell state (Gers and Schmidhuber 2000)."""
    W, b, peep = matrix(letter), offset(letter), weight(f"p_{letter}", d_h)
    wide = weight(W.name, d_h, d_h + d_hx)
    full = weight(f"V_{letter}", d_h, d_h)
    when = "t-1" if cell is c_before else "t"
    return [
        variant(
            "peephole",
            f"peephole: the gate also sees C_({when}), entry by entry",
            f"窥视孔：门还逐元素看到 C_({when})",
            lambda x, h, c, W, p, b: sigmoid(W @ concat(h, x) + p * c + b),
            inputs=[x_t, h_before, cell, W, peep, b],
        ),
        variant(
            "peephole_concatenated",
            f"peephole by concatenation: W [C_({when}), h, x] + b",
            f"以拼接方式加入窥视孔：W [C_({when}), h, x] + b",
            lambda x, h, c, W, b: sigmoid(W @ concat(c, h, x) + b),
            inputs=[x_t, h_before, cell, wide, b],
        ),
        variant(
            "peephole_matrix",
            "split weights and a full matrix on the cell state",
            "拆分权重，细胞状态也用完整矩阵",
            lambda x, h, c, W, U, V, b: sigmoid(W @ x + U @ h + V @ c + b),
            inputs=[
                x_t,
                h_before,
                cell,
                weight(f"W_{letter}", d_h, d_x),
                weight(f"U_{letter}", d_h, d_h),
                full,
                b,
            ],
        ),
    ]


gate_formula("recurrent.lstm.forget_gate", "f", "LSTM forget gate", "LSTM 遗忘门", GERS, peepholes("f", c_before))
gate_formula("recurrent.lstm.input_gate", "i", "LSTM input gate", "LSTM 输入门", HOCHREITER, peepholes("i", c_before))
gate_formula("recurrent.lstm.output_gate", "o", "LSTM output gate", "LSTM 输出门", HOCHREITER, peepholes("o", c_t))

formula(
    "recurrent.lstm.candidate",
    "LSTM candidate cell state",
    "LSTM 候选细胞状态",
    inputs=[x_t, h_before, *pairs("c")],
    term=lambda x, h, W, b: tanh(mixed(x, h, W, b)),
    result=r"\tilde{C}_{t}",
    reference=HOCHREITER,
    variants=cell_variants("c", tanh),
    pitfalls=cell_pitfalls(tanh, sigmoid, *SIGMOID_FOR_TANH),
)


def updated(f: Term, c: Term, i: Term, g: Term) -> Term:
    return f * c + i * g


formula(
    "recurrent.lstm.cell",
    "LSTM cell state",
    "LSTM 细胞状态",
    inputs=[f_t, c_before, i_t, g_t],
    term=updated,
    result="C_{t}",
    reference=HOCHREITER,
    variants=[
        variant(
            "coupled_gates",
            "coupled gates: the input gate is 1 − f",
            "耦合门：输入门取 1 − f",
            lambda f, c, g: f * c + (1 - f) * g,
            inputs=[f_t, c_before, g_t],
        ),
        variant(
            "no_forget_gate",
            "without a forget gate (Hochreiter and Schmidhuber 1997)",
            "没有遗忘门（1997 年的原始 LSTM）",
            lambda c, i, g: c + i * g,
            inputs=[c_before, i_t, g_t],
        ),
    ],
    pitfalls=[
        pitfall(
            "candidate_for_state",
            "the forget gate scales the old cell state C_{t-1}, not a candidate",
            "遗忘门作用于上一时刻的细胞状态 C_{t-1}，而不是候选值",
            lambda f, c, i, g: f * g + i * g,
        ),
        pitfall(
            "gates_swapped",
            "the forget gate belongs to the old state, the input gate to the candidate",
            "遗忘门对应旧状态，输入门对应候选值：两个门互换了",
            lambda f, c, i, g: i * c + f * g,
        ),
        pitfall(
            "state_for_candidate",
            "the input gate scales the candidate, not the old state",
            "输入门作用于候选值，而不是旧状态",
            lambda f, c, i, g: f * c + i * c,
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda f, c, i, g: f * c - i * g),
        pitfall(
            "product",
            "the two parts are added, not multiplied",
            "两部分应相加，而不是相乘",
            lambda f, c, i, g: f * c * (i * g),
        ),
        pitfall(
            "input_gate_missing",
            "the candidate enters through the input gate",
            "候选值应经过输入门",
            lambda f, c, i, g: f * c + g,
        ),
        pitfall(
            "forget_gate_missing",
            "the old state passes through the forget gate",
            "旧状态应经过遗忘门",
            lambda f, c, i, g: c + f * g,
        ),
    ],
)

formula(
    "recurrent.lstm.hidden",
    "LSTM hidden state",
    "LSTM 隐状态",
    inputs=[o_t, c_t],
    term=lambda o, c: o * tanh(c),
    result="h_{t}",
    reference=HOCHREITER,
    pitfalls=[
        pitfall("tanh_missing", "the cell state passes through tanh", "细胞状态应先经过 tanh", lambda o, c: o * c),
        pitfall(
            "sigmoid_for_tanh",
            "the cell state passes through tanh, not the sigmoid",
            "应为 tanh，而不是 sigmoid",
            lambda o, c: o * sigmoid(c),
        ),
        pitfall(
            "gate_inside",
            "the output gate stands outside the tanh",
            "输出门应在 tanh 之外",
            lambda o, c: tanh(o * c),
        ),
        pitfall("sum", "the gate multiplies", "门是相乘，而不是相加", lambda o, c: o + tanh(c)),
        pitfall(
            "gate_squashed",
            "the tanh belongs to the cell state, not to the gate",
            "tanh 作用于细胞状态，而不是门",
            lambda o, c: tanh(o) * c,
        ),
    ],
)
