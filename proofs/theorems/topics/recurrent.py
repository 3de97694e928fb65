"""Recurrent cells: bounds, what the gates keep, the two conventions of the GRU."""

import sympy as sp

from formulas.lang import Sym, Term, dims

from ...tactics.bounds import between
from ...tactics.entailment import entails
from ...tactics.equality import same
from ...tactics.signs import Interval
from ..model import theorem
from ..spec import built, constant, every, spec, variant

(d_h,) = dims("d_h")
c, g, h, z = (Sym(name, (d_h,)) for name in "cghz")
UNIT = Interval(-sp.S.One, sp.S.One)
GATE = Interval(sp.S.Zero, sp.S.One)
ONE, NONE = constant(1, d_h), constant(0, d_h)
LSTM, CELL, GRU = "recurrent.lstm.step", "recurrent.lstm.cell", "recurrent.gru.hidden"


def hidden() -> Term:
    return spec(LSTM).outputs[0]


theorem(
    "recurrent.lstm_bounded",
    "the hidden state of an LSTM lies strictly between −1 and 1, whatever its cell holds",
    "无论细胞状态为何，LSTM 的隐状态严格介于 −1 与 1 之间",
    formulas=[LSTM, "recurrent.lstm.hidden"],
    prove=lambda: between(hidden(), UNIT),
    control=lambda: between(spec(LSTM).outputs[1], UNIT),
    control_en="so does its cell state",
    control_zh="细胞状态也是如此",
)

theorem(
    "recurrent.gates_open",
    "gates lie strictly between 0 and 1: none is ever fully open or shut",
    "门的取值严格介于 0 与 1 之间：从不完全打开或关闭",
    formulas=["recurrent.lstm.forget_gate", "recurrent.gru.update_gate", "recurrent.gru.reset_gate"],
    prove=lambda: every(
        [
            between(spec(id).term, GATE)
            for id in ("recurrent.lstm.forget_gate", "recurrent.gru.update_gate", "recurrent.gru.reset_gate")
        ]
    ),
    control=lambda: between(spec("recurrent.lstm.candidate").term, GATE),
    control_en="so does the candidate",
    control_zh="候选状态也是如此",
)

theorem(
    "recurrent.lstm_keeps",
    "an LSTM with forget gate 1 and input gate 0 keeps its cell state",
    "遗忘门为 1、输入门为 0 时，LSTM 的细胞状态不变",
    formulas=[CELL],
    prove=lambda: same(built(CELL, ONE, c, NONE, g), c),
    control=lambda: same(built(CELL, NONE, c, ONE, g), c),
    control_en="so does one with forget gate 0 and input gate 1",
    control_zh="遗忘门为 0、输入门为 1 时也不变",
)

theorem(
    "recurrent.gru_conventions",
    "the two conventions of the GRU's update gate are one under z → 1 − z",
    "GRU 更新门的两种约定经 z → 1 − z 互换",
    formulas=[GRU],
    prove=lambda: same(built(GRU, 1 - z, h, g), variant(GRU, "z_keeps").build(z, h, g)),
    control=lambda: same(built(GRU, z, h, g), variant(GRU, "z_keeps").build(z, h, g)),
    control_en="they are equal for the same z",
    control_zh="对同一个 z 两者相等",
)

theorem(
    "recurrent.gru_between",
    "the GRU's new state lies between the old one and the candidate wherever 0 < z < 1",
    "当 0 < z < 1 时，GRU 的新状态介于旧状态与候选状态之间",
    formulas=[GRU],
    prove=lambda: entails((z, h, g, built(GRU, z, h, g)), _gate, _between),
    control=lambda: entails((z, h, g, built(GRU, z, h, g)), lambda z, h, g, new: sp.Gt(z, 0), _between),
    control_en="so it does wherever z > 0",
    control_zh="只要 z > 0 就成立",
)


def _gate(z: sp.Expr, h: sp.Expr, g: sp.Expr, new: sp.Expr) -> sp.Basic:
    return sp.And(sp.Gt(z, 0), sp.Lt(z, 1))


def _between(z: sp.Expr, h: sp.Expr, g: sp.Expr, new: sp.Expr) -> sp.Basic:
    return sp.And(
        sp.Or(sp.Gt(h, g), sp.And(sp.Le(h, new), sp.Le(new, g))),
        sp.Or(sp.Gt(g, h), sp.And(sp.Le(g, new), sp.Le(new, h))),
    )


theorem(
    "recurrent.gru_fixed_point",
    "a GRU whose candidate equals its state keeps it, whatever the update gate",
    "候选状态等于旧状态时，无论更新门为何，GRU 状态不变",
    formulas=[GRU],
    prove=lambda: same(built(GRU, z, h, h), h),
    control=lambda: same(next(p for p in spec(GRU).pitfalls if p.name == "complement_missing").build(z, h, h), h),
    control_en="so it does if the complement 1 − z is missing",
    control_zh="缺少 1 − z 时也不变",
)
