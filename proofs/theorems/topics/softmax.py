"""Softmax: a probability distribution, its invariances, its Jacobian."""

import sympy as sp

from formulas.lang import Const, Sym, dims, exp, reduce_sum, scalar, softmax

from ...tactics.bounds import between
from ...tactics.equality import same
from ...tactics.monotone import keeps_order
from ...tactics.signs import Interval
from ...verdicts import Verdict
from ..model import theorem
from ..spec import built, constant, derivative, every, pitfall, shuffled, spec, symbols

SOFTMAX = "activation.softmax"
(n,) = dims("n")
x = Sym("x", (n,))
c = Sym("c")
POSITIVE = Interval(sp.S.Zero)
tau = scalar("tau", low=0)

theorem(
    "softmax.distribution",
    "softmax is positive and sums to one, for every length",
    "对任意长度，softmax 各项为正且和为一",
    formulas=[SOFTMAX],
    prove=lambda: every([between(built(SOFTMAX, x), POSITIVE), same(reduce_sum(built(SOFTMAX, x)), Const(1))]),
    control=lambda: every(
        [
            between(pitfall("attention.weights", "softmax_over_queries"), POSITIVE),
            _row_sums_one("softmax_over_queries"),
        ]
    ),
    control_en="weights normalised over the queries sum to one for each query",
    control_zh="沿查询方向归一化的权重，对每个查询之和为一",
)


def _row_sums_one(name: str) -> Verdict:
    weights = pitfall("attention.weights", name)
    return same(reduce_sum(weights), constant(1, weights.shape[0]))


theorem(
    "softmax.shift_invariance",
    "adding a constant to all scores leaves softmax unchanged",
    "所有得分加同一常数，softmax 不变",
    formulas=[SOFTMAX],
    prove=lambda: same(built(SOFTMAX, x + c), built(SOFTMAX, x)),
    control=lambda: same(built(SOFTMAX, x * c), built(SOFTMAX, x)),
    control_en="multiplying all scores by a constant leaves softmax unchanged",
    control_zh="所有得分乘同一常数，softmax 不变",
)

theorem(
    "softmax.log_softmax",
    "log-softmax is the logarithm of softmax, and shift invariant too",
    "log-softmax 是 softmax 的对数，且同样平移不变",
    formulas=[SOFTMAX, "activation.log_softmax"],
    prove=lambda: every(
        [
            same(exp(built("activation.log_softmax", x)), built(SOFTMAX, x)),
            same(built("activation.log_softmax", x + c), built("activation.log_softmax", x)),
        ]
    ),
    control=lambda: same(built("activation.log_softmax", x + c), built("activation.log_softmax", x) + c),
    control_en="a constant added to all scores is added to log-softmax",
    control_zh="所有得分加同一常数，log-softmax 也加上该常数",
)

theorem(
    "softmax.permutation_equivariance",
    "permuting the scores permutes softmax, for any permutation",
    "任意置换得分，softmax 随之置换",
    formulas=[SOFTMAX],
    prove=lambda: same(built(SOFTMAX, shuffled(x)), shuffled(built(SOFTMAX, x))),
    control=lambda: same(built(SOFTMAX, shuffled(x)), built(SOFTMAX, x)),
    control_en="permuting the scores leaves softmax unchanged",
    control_zh="置换得分，softmax 不变",
)

theorem(
    "softmax.jacobian",
    "the derivative of softmax is p_i (δ_ij − p_j)",
    "softmax 的导数为 p_i (δ_ij − p_j)",
    formulas=[SOFTMAX, "activation.softmax_jacobian"],
    prove=lambda: same(derivative(spec(SOFTMAX).term, symbols(SOFTMAX)["x"]), spec("activation.softmax_jacobian").term),
    control=lambda: same(
        derivative(softmax(x), x),
        pitfall("activation.softmax_jacobian", _first_pitfall("activation.softmax_jacobian")),
    ),
    control_en="the derivative of softmax is the catalog's known wrong Jacobian",
    control_zh="softmax 的导数等于目录中登记的错误雅可比矩阵",
)

theorem(
    "softmax.log_softmax_jacobian",
    "the derivative of log-softmax is δ_ij − p_j",
    "log-softmax 的导数为 δ_ij − p_j",
    formulas=["activation.log_softmax", "activation.log_softmax_jacobian"],
    prove=lambda: same(derivative(built("activation.log_softmax", x), x), built("activation.log_softmax_jacobian", x)),
    control=lambda: same(derivative(softmax(x), x), built("activation.log_softmax_jacobian", x)),
    control_en="the derivative of softmax is δ_ij − p_j",
    control_zh="softmax 的导数为 δ_ij − p_j",
)

theorem(
    "softmax.jacobian_rows",
    "each row and each column of the softmax Jacobian sums to zero (what attention sinks rest on)",
    "softmax 雅可比矩阵的每行、每列之和为零（注意力汇聚现象的依据）",
    formulas=["activation.softmax_jacobian"],
    prove=lambda: every(
        [same(reduce_sum(built("activation.softmax_jacobian", x), axis=axis), constant(0, n)) for axis in (-1, -2)]
    ),
    control=lambda: same(reduce_sum(built("activation.log_softmax_jacobian", x), axis=-2), constant(0, n)),
    control_en="each column of the log-softmax Jacobian sums to zero",
    control_zh="log-softmax 雅可比矩阵的每列之和为零",
)

theorem(
    "softmax.temperature_order",
    "a temperature keeps the order of the logits, so the argmax",
    "温度不改变 logits 的次序，因而不改变 argmax",
    formulas=["decoding.temperature"],
    prove=lambda: keeps_order(
        spec("decoding.temperature").term,
        symbols("decoding.temperature")["logits"],
        spec("decoding.temperature").inputs,
    ),
    control=lambda: keeps_order(softmax(-x / tau.symbol), x, [tau]),
    control_en="a negative temperature keeps the order of the logits",
    control_zh="负温度也不改变 logits 的次序",
)


def _first_pitfall(id: str) -> str:
    return spec(id).pitfalls[0].name
