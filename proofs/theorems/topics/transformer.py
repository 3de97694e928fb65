"""Transformer blocks: normalisation, positions, causality of whole decoders, the loss."""

from collections.abc import Callable
from typing import Any

import sympy as sp

from formulas.lang import Const, Sym, Term, dims, mean, scalar, tab

from ...tactics.equality import same
from ...tactics.prefix import prefix_invariant
from ...verdicts import Verdict
from ..model import theorem
from ..spec import built, constant, derivative, every, inputs_of, spec, symbols, variant

NORM, PE = "transformer.layer_norm", "transformer.positional_encoding"
n, d, V = dims("n d V")
x = Sym("x", (d,))
eps = scalar("eps", low=0)
a, b = Sym("a"), Sym("b")
ONE, NONE = constant(1, d), constant(0, d)


def standardised(epsilon: object) -> Term:
    """The formula with γ = 1 and β = 0."""
    return built(NORM, x, ONE, NONE, epsilon)


def variance(y: Term) -> Term:
    """Biased variance over the only axis."""
    return mean((y - mean(y, keepdims=True)) ** 2)


theorem(
    "transformer.norm_standardises",
    "before γ and β, layer norm has mean 0 and variance σ²/(σ² + ε)",
    "在 γ、β 之前，层归一化的均值为 0，方差为 σ²/(σ² + ε)",
    formulas=[NORM],
    prove=lambda: every(
        [
            same(mean(standardised(eps.symbol)), Const(0), [eps]),
            same(variance(standardised(eps.symbol)), variance(x) / (variance(x) + eps.symbol), [eps]),
        ]
    ),
    control=lambda: same(variance(standardised(eps.symbol)), Const(1), [eps]),
    control_en="its variance is 1, whatever ε",
    control_zh="无论 ε 取何值，方差为 1",
)

theorem(
    "transformer.norm_scalar_affine",
    "with a scalar γ and β the output has mean β and variance γ² σ²/(σ² + ε)",
    "γ、β 为标量时，输出均值为 β，方差为 γ² σ²/(σ² + ε)",
    formulas=[NORM],
    prove=lambda: _mean_and_variance(spread(a), spread(b), b, a),
    control=lambda: _mean_and_variance(symbols(NORM)["gamma"], symbols(NORM)["beta"], _mean("beta"), _mean("gamma")),
    control_en="with vectors γ and β it has the mean of β and the squared mean of γ times σ²/(σ² + ε)",
    control_zh="γ、β 为向量时，均值为 β 的均值，方差为 γ 均值的平方乘以 σ²/(σ² + ε)",
)


def spread(value: Sym) -> Term:
    """A vector with one value everywhere."""
    return tab(d, body=lambda i: value.at())


def _mean(name: str) -> Term:
    return mean(symbols(NORM)[name])


def _mean_and_variance(gamma: Term, beta: Term, middle: Term, gain: Term) -> Verdict:
    y = built(NORM, x, gamma, beta, eps.symbol)
    wanted = gain**2 * variance(x) / (variance(x) + eps.symbol)
    return every([same(mean(y), middle, [eps]), same(variance(y), wanted, [eps])])


theorem(
    "transformer.norm_shift",
    "a constant added to the input leaves layer norm unchanged",
    "输入加同一常数，层归一化不变",
    formulas=[NORM],
    prove=lambda: same(_norm_of(x + a), _norm_of(x), [eps]),
    control=lambda: same(_norm_of(x * 2), _norm_of(x), [eps]),
    control_en="doubling the input leaves layer norm with ε > 0 unchanged",
    control_zh="输入加倍，ε > 0 的层归一化不变",
)


def _norm_of(y: Term) -> Term:
    return built(NORM, y, symbols(NORM)["gamma"], symbols(NORM)["beta"], eps.symbol)


k, p, t = sp.Symbol("k", integer=True, nonnegative=True), *dims("p t")


def _encoding(rows: sp.Expr, width: sp.Expr) -> Term:
    return built(PE, rows, width)


def rotated(by: int, twist: int) -> Verdict:
    """PE(p + k) against the rotation of each pair of PE(p) by k times the pair's rate; ``twist`` is 1 for the
    rotation.
    """
    later, now, turn = _encoding(p + k, 2 * t), _encoding(p, 2 * t), _encoding(k + 1, 2 * t)

    def sine(i: sp.Expr, j: sp.Expr) -> sp.Expr:
        return now.at(i, 2 * j) * turn.at(k, 2 * j + 1) + by * now.at(i, 2 * j + 1) * turn.at(k, 2 * j)

    def cosine(i: sp.Expr, j: sp.Expr) -> sp.Expr:
        return now.at(i, 2 * j + 1) * turn.at(k, 2 * j + 1) - twist * now.at(i, 2 * j) * turn.at(k, 2 * j)

    return every(
        [
            same(tab(p, t, body=lambda i, j: later.at(i + k, 2 * j)), tab(p, t, body=sine)),
            same(tab(p, t, body=lambda i, j: later.at(i + k, 2 * j + 1)), tab(p, t, body=cosine)),
        ]
    )


theorem(
    "transformer.positions_rotate",
    "the encoding of position p + k is that of p with each pair rotated by an angle that depends on k alone",
    "位置 p + k 的编码由位置 p 的编码逐对旋转得到，旋转角只与 k 有关",
    formulas=[PE],
    prove=lambda: rotated(1, 1),
    control=lambda: rotated(1, -1),
    control_en="each pair is rotated with the sign of one sine turned",
    control_zh="旋转矩阵中一个正弦变号后也成立",
)

theorem(
    "transformer.decoder_causal",
    "row i of a causal decoder is what target rows up to i alone give (any depth, any length)",
    "因果解码器第 i 行只依赖前 i 行目标，且与只输入这些行的结果相同（任意层数与长度）",
    formulas=["transformer.decoder", "transformer.decoder_layer", "transformer.output_head"],
    prove=lambda: prefix_invariant(_logits("transformer.decoder"), n, inputs_of("transformer.decoder")),
    control=lambda: prefix_invariant(_logits("transformer.encoder"), n, inputs_of("transformer.encoder")),
    control_en="so does the encoder",
    control_zh="编码器也是如此",
)


def _logits(id: str) -> Term:
    """Next-token probabilities of a stack: the output head over its rows."""
    return built("transformer.output_head", spec(id).term, *list(symbols("transformer.output_head").values())[1:])


theorem(
    "transformer.pre_and_post_norm",
    "pre-norm and post-norm are different functions; post-norm is the norm of the sum",
    "前置与后置归一化是不同的函数；后置归一化即对和作归一化",
    formulas=["transformer.post_norm_feed_forward", "transformer.post_norm", "transformer.feed_forward"],
    prove=lambda: same(_row("transformer.post_norm_feed_forward"), _norm_of_sum(), inputs_of(_POST)),
    control=lambda: same(_row("transformer.pre_norm_feed_forward"), _norm_of_sum(), inputs_of(_POST)),
    control_en="pre-norm is the norm of the sum",
    control_zh="前置归一化即对和作归一化",
)

_POST = "transformer.post_norm_feed_forward"


def _row(id: str) -> Term:
    """Row 0 of one row."""
    return spec(id).term.xreplace({n: sp.S.One})[0]


def _norm_of_sum() -> Term:
    y, *_, gamma, beta, epsilon = (s.xreplace({n: sp.S.One}) for s in symbols(_POST).values())
    fed = spec("transformer.feed_forward").term.xreplace({n: sp.S.One})
    return built("transformer.post_norm", y[0], fed[0], gamma, beta, epsilon)


LOSS, SLOPE = "transformer.cross_entropy", "transformer.cross_entropy_gradient"

theorem(
    "transformer.loss_gradient",
    "the gradient of softmax cross-entropy by the logits is (p − y)/n",
    "softmax 交叉熵对 logits 的梯度为 (p − y)/n",
    formulas=[LOSS, SLOPE],
    prove=lambda: same(derivative(spec(LOSS).term, symbols(LOSS)["logits"]), spec(SLOPE).term, inputs_of(LOSS)),
    control=lambda: same(
        derivative(spec(LOSS).term, symbols(LOSS)["logits"]), variant(SLOPE, "sum").term, inputs_of(LOSS)
    ),
    control_en="it is p − y, not divided by n",
    control_zh="梯度为 p − y，不除以 n",
)

theorem(
    "transformer.loss_shift",
    "a constant added to the logits of a token leaves its cross-entropy unchanged",
    "某词元的 logits 加同一常数，其交叉熵不变",
    formulas=[LOSS],
    prove=lambda: same(_loss_of(_moved(lambda i, j: Sym("c", (n,)).at(i))), spec(LOSS).term, inputs_of(LOSS)),
    control=lambda: same(_loss_of(_moved(lambda i, j: Sym("c", (V,)).at(j))), spec(LOSS).term, inputs_of(LOSS)),
    control_en="so does a constant for each class",
    control_zh="每个类别加一个常数，交叉熵也不变",
)


def _moved(by: Callable[[Any, Any], Any]) -> Term:
    logits = symbols(LOSS)["logits"]
    return tab(*logits.shape, body=lambda i, j: logits.at(i, j) + by(i, j))


def _loss_of(logits: Term) -> Term:
    return built(LOSS, logits, symbols(LOSS)["targets"])
