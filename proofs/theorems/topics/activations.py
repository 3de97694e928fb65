"""Activation functions: the catalog's derivatives are the derivatives of the catalog's functions."""

import sympy as sp

from formulas.lang import If, Sym, Term, tab
from formulas.lang.term import as_term
from formulas.model import Stated

from ...tactics.bounds import between
from ...tactics.equality import same
from ...tactics.signs import Interval
from ...verdicts import Verdict
from ..model import theorem
from ..spec import derivative, every, inputs_of, pitfall, spec, symbols, variant

SMOOTH = {
    "sigmoid": ("sigmoid", "of_the_argument"),
    "tanh": ("tanh", "square_missing"),
    "gelu": ("GELU", "chain_rule"),
    "silu": ("SiLU", "first_term_missing"),
    "softplus": ("softplus", "second_derivative"),
}
"""Name of each smooth function, and a known mistake about its derivative."""


def is_derivative(function: Stated, slope: Term) -> Verdict:
    """∂f(x_i)/∂x_j is the slope at x_i for i = j, else 0."""
    x = _x(function)
    wanted = tab(*x.shape, *x.shape, body=lambda i, j: If(sp.Eq(i, j), slope.at(i), 0))
    return same(derivative(function.term, x), wanted, function.inputs)


def is_derivative_off_zero(function: Stated, slope: Term) -> Verdict:
    """The same on each branch: where x_i > 0 and where x_i < 0, one at a time."""
    x = _x(function)
    found = derivative(function.term, x)

    def on(branch: type) -> Verdict:
        def where(i: sp.Expr, value: sp.Expr) -> sp.Expr:
            return If(branch(x.at(i), 0), value, 0)

        left = tab(*x.shape, *x.shape, body=lambda i, j: where(i, found.at(i, j)))
        right = tab(*x.shape, *x.shape, body=lambda i, j: where(i, If(sp.Eq(i, j), slope.at(i), 0)))
        return same(left, right, function.inputs)

    return every([on(sp.Gt), on(sp.Lt)])


def _x(function: Stated) -> Sym:
    return function.inputs[0].symbol


def _state(name: str, title: str, mistake: str) -> None:
    base, slope = f"activation.{name}", f"activation.{name}_derivative"
    theorem(
        f"activations.{name}_derivative",
        f"the derivative of {title} is the catalog's",
        f"{title} 的导数与目录所载一致",
        formulas=[base, slope],
        prove=lambda: is_derivative(spec(base), spec(slope).term),
        control=lambda: is_derivative(spec(base), pitfall(slope, mistake)),
        control_en=f"it is the known mistake {mistake!r}",
        control_zh=f"其导数为登记的错误 {mistake!r}",
    )


for _name, (_title, _mistake) in SMOOTH.items():
    _state(_name, _title, _mistake)

theorem(
    "activations.gelu_tanh_derivative",
    "the derivative of the tanh form of GELU is the catalog's",
    "GELU 的 tanh 近似式的导数与目录所载一致",
    formulas=["activation.gelu", "activation.gelu_derivative"],
    prove=lambda: is_derivative(variant("activation.gelu", "tanh"), variant("activation.gelu_derivative", "tanh").term),
    control=lambda: is_derivative(variant("activation.gelu", "tanh"), spec("activation.gelu_derivative").term),
    control_en="it is the derivative of the erf form",
    control_zh="它等于 erf 式的导数",
)

theorem(
    "activations.relu_derivative",
    "away from 0, the derivative of ReLU is 1 on the positive branch and 0 on the negative",
    "在 0 以外，ReLU 的导数在正半轴为 1、负半轴为 0",
    formulas=["activation.relu", "activation.relu_derivative"],
    prove=lambda: is_derivative_off_zero(spec("activation.relu"), spec("activation.relu_derivative").term),
    control=lambda: is_derivative_off_zero(
        spec("activation.relu"), pitfall("activation.relu_derivative", "other_side")
    ),
    control_en="the branches are exchanged",
    control_zh="两个分支互换",
)

theorem(
    "activations.leaky_relu_derivative",
    "away from 0, the derivative of leaky ReLU is 1 on the positive branch and α on the negative",
    "在 0 以外，Leaky ReLU 的导数在正半轴为 1、负半轴为 α",
    formulas=["activation.leaky_relu", "activation.leaky_relu_derivative"],
    prove=lambda: is_derivative_off_zero(spec("activation.leaky_relu"), spec("activation.leaky_relu_derivative").term),
    control=lambda: is_derivative_off_zero(
        spec("activation.leaky_relu"), pitfall("activation.leaky_relu_derivative", "sides_swapped")
    ),
    control_en="the branches are exchanged",
    control_zh="两个分支互换",
)

theorem(
    "activations.ranges",
    "sigmoid lies strictly between 0 and 1, tanh strictly between −1 and 1, softplus is positive",
    "sigmoid 严格介于 0 与 1 之间，tanh 严格介于 −1 与 1 之间，softplus 为正",
    formulas=["activation.sigmoid", "activation.tanh", "activation.softplus"],
    prove=lambda: every([_within("sigmoid", 0, 1), _within("tanh", -1, 1), _within("softplus", 0, sp.oo)]),
    control=lambda: _within("silu", 0, sp.oo),
    control_en="SiLU is positive",
    control_zh="SiLU 为正",
)


def _within(name: str, low: object, high: object) -> Verdict:
    return between(spec(f"activation.{name}").term, Interval(sp.sympify(low), sp.sympify(high)))


theorem(
    "activations.sigmoid_symmetry",
    "σ(−x) = 1 − σ(x), and tanh(x) = 2σ(2x) − 1",
    "σ(−x) = 1 − σ(x)，且 tanh(x) = 2σ(2x) − 1",
    formulas=["activation.sigmoid", "activation.tanh"],
    prove=lambda: every([_mirrored(1), same(as_term(2) * _sigmoid(2) - 1, spec("activation.tanh").term)]),
    control=lambda: _mirrored(2),
    control_en="σ(−2x) = 1 − σ(x)",
    control_zh="σ(−2x) = 1 − σ(x)",
)


def _sigmoid(factor: int) -> Term:
    return spec("activation.sigmoid").build(factor * symbols("activation.sigmoid")["x"])


def _mirrored(factor: int) -> Verdict:
    return same(_sigmoid(-factor), as_term(1) - _sigmoid(1), inputs_of("activation.sigmoid"))
