"""GRU: a whole step, and a sequence of them."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, concat, let, scan, tanh
from ...model import pitfall, variant
from ...registry import formula
from .gru import CHO, blend, blend_other_way, candidate, reset_after
from .terms import gate, h_0, h_before, mixed, pairs, sequence_pitfalls, x_t, xs

Blend = Callable[[Term, Term, Term], Term]
Candidate = Callable[..., Term]


def step(
    x: Term, h: Term, *p: Term, blend: Blend = blend, candidate: Candidate = candidate, swapped: bool = False
) -> Term:
    W_z, b_z, W_r, b_r, W_h, b_h = p
    z, r = let("z_{t}", gate(x, h, W_z, b_z)), let("r_{t}", gate(x, h, W_r, b_r))
    update, reset = (r, z) if swapped else (z, r)
    return blend(update, h, let(r"\tilde{h}_{t}", candidate(x, h, reset, W_h, b_h)))


def no_reset(x: Term, h: Term, r: Term, W: Term, b: Term) -> Term:
    return tanh(mixed(x, h, W, b))


def reset_of_all(x: Term, h: Term, r: Term, W: Term, b: Term) -> Term:
    return tanh(W @ (r * concat(h, x)) + b)


formula(
    "recurrent.gru.step",
    "GRU step",
    "GRU 的一步",
    inputs=[x_t, h_before, *pairs("zrh")],
    term=step,
    result="h_{t}",
    reference=CHO,
    variants=[
        variant("z_keeps", "z keeps the old state", "z 保留旧状态", lambda *a: step(*a, blend=blend_other_way)),
        variant(
            "reset_after",
            "reset after the product with the weight",
            "先乘权重、后乘重置门",
            lambda *a: step(*a, candidate=reset_after),
        ),
        variant(
            "z_keeps_reset_after",
            "z keeps the old state, reset after the product (PyTorch)",
            "z 保留旧状态，先乘权重、后乘重置门（PyTorch）",
            lambda *a: step(*a, blend=blend_other_way, candidate=reset_after),
        ),
    ],
    pitfalls=[
        pitfall(
            "gates_swapped",
            "reset and update gate have changed places",
            "重置门与更新门互换了位置",
            lambda *a: step(*a, swapped=True),
        ),
        pitfall(
            "reset_missing",
            "the reset gate is not used",
            "没有用到重置门",
            lambda *a: step(*a, candidate=no_reset),
        ),
        pitfall(
            "reset_over_concatenation",
            "the reset gate scales h_{t-1} alone",
            "重置门只作用于 h_{t-1}",
            lambda *a: step(*a, candidate=reset_of_all),
        ),
        pitfall(
            "complement_missing",
            "the old state enters with 1 − z",
            "旧状态的系数应为 1 − z",
            lambda *a: step(*a, blend=lambda z, h, g: h + z * g),
        ),
    ],
)


def sequence(x: Term, h_0: Term, *p: Term, carried: bool = True, **form: Any) -> Term:
    def advance(h: Term, x: Term) -> Term:
        return step(x, h if carried else h_0, *p, **form)

    (h,) = scan(advance, init={"h_{t-1}": h_0}, over={"x_{t}": x})
    return h


formula(
    "recurrent.gru.sequence",
    "GRU over a sequence",
    "GRU（整个序列）",
    inputs=[xs, h_0, *pairs("zrh")],
    term=sequence,
    result="H",
    reference=CHO,
    variants=[
        variant("z_keeps", "z keeps the old state", "z 保留旧状态", lambda *a: sequence(*a, blend=blend_other_way)),
        variant(
            "reset_after",
            "reset after the product with the weight",
            "先乘权重、后乘重置门",
            lambda *a: sequence(*a, candidate=reset_after),
        ),
        variant(
            "z_keeps_reset_after",
            "z keeps the old state, reset after the product (PyTorch)",
            "z 保留旧状态，先乘权重、后乘重置门（PyTorch）",
            lambda *a: sequence(*a, blend=blend_other_way, candidate=reset_after),
        ),
    ],
    pitfalls=[
        *sequence_pitfalls(sequence),
        pitfall(
            "gates_swapped",
            "reset and update gate have changed places",
            "重置门与更新门互换了位置",
            lambda *a: sequence(*a, swapped=True),
        ),
        pitfall(
            "reset_missing",
            "the reset gate is not used",
            "没有用到重置门",
            lambda *a: sequence(*a, candidate=no_reset),
        ),
    ],
)
