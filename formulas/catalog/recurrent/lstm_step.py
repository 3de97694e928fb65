"""LSTM: a whole step, and a sequence of them."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, let, scan, tanh
from ...model import Pitfall, pitfall, variant
from ...registry import formula
from .lstm import HOCHREITER, c_0, c_before, updated
from .terms import backwards, gate, h_0, h_before, mixed, one_late, pairs, state_before, x_t, xs


def named_gates(x: Term, h: Term, parameters: tuple[Term, ...]) -> tuple[Term, Term, Term, Term]:
    """f, i, o and the candidate under their names."""
    W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c = parameters
    f, i, o = (
        let(f"{name}_{{t}}", gate(x, h, W, b))
        for name, W, b in zip("fio", (W_f, W_i, W_o), (b_f, b_i, b_o), strict=True)
    )
    return f, i, o, let(r"\tilde{C}_{t}", tanh(mixed(x, h, W_c, b_c)))


def output(o: Term, c: Term) -> tuple[Term, Term]:
    """(h, c) of a step."""
    return o * tanh(let("C_{t}", c)), c


def step(x: Term, h: Term, c: Term, *parameters: Term) -> tuple[Term, Term]:
    f, i, o, g = named_gates(x, h, parameters)
    return output(o, updated(f, c, i, g))


def coupled(x: Term, h: Term, c: Term, W_f: Term, b_f: Term, W_o: Term, b_o: Term, W_c: Term, b_c: Term) -> Any:
    f, o = let("f_{t}", gate(x, h, W_f, b_f)), let("o_{t}", gate(x, h, W_o, b_o))
    return output(o, f * c + (1 - f) * let(r"\tilde{C}_{t}", tanh(mixed(x, h, W_c, b_c))))


def stale_cell(x: Term, h: Term, c: Term, *p: Term) -> tuple[Term, Term]:
    f, i, o, g = named_gates(x, h, p)
    return o * tanh(c), updated(f, c, i, g)


def candidate_shown(x: Term, h: Term, c: Term, *p: Term) -> tuple[Term, Term]:
    f, i, o, g = named_gates(x, h, p)
    return o * tanh(g), updated(f, c, i, g)


def candidate_kept(x: Term, h: Term, c: Term, *p: Term) -> tuple[Term, Term]:
    f, i, o, g = named_gates(x, h, p)
    return output(o, updated(f, g, i, g))


def gates_swapped(x: Term, h: Term, c: Term, *p: Term) -> tuple[Term, Term]:
    f, i, o, g = named_gates(x, h, p)
    return output(o, updated(i, c, f, g))


def output_bias_everywhere(x: Term, h: Term, c: Term, *p: Term) -> tuple[Term, Term]:
    W_f, _, W_i, _, W_o, b_o, W_c, b_c = p
    return step(x, h, c, W_f, b_o, W_i, b_o, W_o, b_o, W_c, b_c)


def plain_output(x: Term, h: Term, c: Term, *p: Term) -> tuple[Term, Term]:
    f, i, o, g = named_gates(x, h, p)
    new = updated(f, c, i, g)
    return o * let("C_{t}", new), new


formula(
    "recurrent.lstm.step",
    "LSTM step",
    "LSTM 的一步",
    inputs=[x_t, h_before, c_before, *pairs("fioc")],
    term=step,
    result="h_{t}; C_{t}",
    reference=HOCHREITER,
    variants=[
        variant(
            "coupled_gates",
            "coupled gates: i = 1 − f (Greff et al. 2017, CIFG)",
            "耦合门：i = 1 − f",
            coupled,
            inputs=[x_t, h_before, c_before, *pairs("foc")],
        ),
    ],
    pitfalls=[
        pitfall(
            "stale_cell",
            "h_t shows the new cell state, not C_{t-1}",
            "h_t 应由新的细胞状态 C_t 得到，而不是 C_{t-1}",
            stale_cell,
        ),
        pitfall(
            "candidate_shown",
            "h_t shows the cell state, not the candidate",
            "h_t 应由细胞状态得到，而不是候选值",
            candidate_shown,
        ),
        pitfall(
            "candidate_kept",
            "the forget gate keeps C_{t-1}, not the candidate",
            "遗忘门保留的是 C_{t-1}，而不是候选值",
            candidate_kept,
        ),
        pitfall(
            "gates_swapped",
            "forget and input gate have changed places",
            "遗忘门与输入门互换了位置",
            gates_swapped,
        ),
        pitfall(
            "shared_bias",
            "each gate has its own bias; here all take the output gate's",
            "每个门各有偏置；这里都用了输出门的偏置",
            output_bias_everywhere,
        ),
        pitfall("tanh_missing", "the cell state passes through tanh", "细胞状态应先经过 tanh", plain_output),
    ],
)


def sequence(x: Term, h_0: Term, c_0: Term, *p: Term, step: Callable[..., Any] = step, carried: bool = True) -> Any:
    def advance(h: Term, c: Term, x: Term) -> Any:
        return step(x, h, c, *p) if carried else step(x, h_0, c_0, *p)

    return scan(advance, init={"h_{t-1}": h_0, "C_{t-1}": c_0}, over={"x_{t}": x})


def late(x: Term, h_0: Term, c_0: Term, *p: Term) -> tuple[Term, Term]:
    h, c = sequence(x, h_0, c_0, *p)
    return state_before(h, h_0), state_before(c, c_0)


SEQUENCE_PITFALLS: list[Callable[..., Pitfall]] = [
    pitfall(
        "previous_input",
        "step t reads x_t, not x_{t-1}; only the states come from t-1",
        "第 t 步读入 x_t 而不是 x_{t-1}；只有状态来自 t-1",
        lambda x, h, c, *p: sequence(one_late(x), h, c, *p),
    ),
    pitfall(
        "reversed_time",
        "the sequence is read from its end",
        "按时间逆序读入序列",
        lambda x, h, c, *p: sequence(backwards(x), h, c, *p),
    ),
    pitfall(
        "state_before_step",
        "the states before each step are given, not those after it: late by one",
        "输出了每一步之前的状态，而不是之后的状态：错位一步",
        late,
    ),
    pitfall(
        "state_not_carried",
        "every step starts from h_0 and C_0: the states are not carried on",
        "每一步都从 h_0、C_0 出发：状态没有传递",
        lambda x, h, c, *p: sequence(x, h, c, *p, carried=False),
    ),
    pitfall(
        "gates_swapped",
        "forget and input gate have changed places",
        "遗忘门与输入门互换了位置",
        lambda x, h, c, *p: sequence(x, h, c, *p, step=gates_swapped),
    ),
    pitfall(
        "stale_cell",
        "h_t shows the new cell state, not C_{t-1}",
        "h_t 应由新的细胞状态 C_t 得到，而不是 C_{t-1}",
        lambda x, h, c, *p: sequence(x, h, c, *p, step=stale_cell),
    ),
]

formula(
    "recurrent.lstm.sequence",
    "LSTM over a sequence",
    "LSTM（整个序列）",
    inputs=[xs, h_0, c_0, *pairs("fioc")],
    term=sequence,
    result="H; C",
    reference=HOCHREITER,
    variants=[
        variant(
            "coupled_gates",
            "coupled gates: i = 1 − f (Greff et al. 2017, CIFG)",
            "耦合门：i = 1 − f",
            lambda x, h, c, *p: sequence(x, h, c, *p, step=coupled),
            inputs=[xs, h_0, c_0, *pairs("foc")],
        ),
    ],
    pitfalls=SEQUENCE_PITFALLS,
)
