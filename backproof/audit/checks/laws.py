"""What an expression must obey whatever its letters mean: weights of a mean, numbers of terms, units, masses, gradients.

Each rule is one function from a statement to findings; the pattern it looks for has one right form, and the counterexample
is given: three terms divided by two, a density of mass 0.4, a gradient that does not vanish at a perfect prediction.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from backproof.lazy import pattern

from .. import work
from ..document import Line
from ..findings import Finding, Suggestion
from ..match.rendering import closing
from ..match.signature import script_text
from ..match.values import Unsupported, function_name
from ..notation.tree import ONE, Node, walk
from . import Case, mending
from .chance.events import is_probability
from .identity import bounds, density, source
from .identity.evaluator import Evaluator
from .identity.letters import letter_of, places
from .identity.points import Point

LONGEST = 400
MEANS = {"mu", "mean", "mathrm{mean}"}
NORMALISING = pattern(r"normali[sz]|standardi[sz]|归一|标准化|规范化|batch ?norm|layer ?norm", re.I)
GATED = pattern(r"gate|gru|lstm|interpolat|highway|moving average|convex|门|插值|移动平均|凸", re.I)
LOSSES = {"J", "L", "ell", "E", "C", "loss", "cost", "Loss", "Cost", "l", "mathcal{L}"}


def check(case: Case) -> Iterator[Finding]:
    """BP122 to BP127, one finding for a statement at most."""
    for line in case.note.statements:
        if len(line.latex) <= LONGEST:
            work.spend(5)
            yield from _first(line)


def _first(line: Line) -> Iterator[Finding]:
    for rule in RULES:
        found = next(iter(rule(line)), None)
        if found is not None:
            yield found
            return


def _bounds(line: Line) -> Iterator[Finding]:
    """BP122: a bound that some value breaks."""
    for left, relation, right in bounds.bounded(line.tree):
        outcome = bounds.judge(left, relation, right, line.context)
        if outcome is not None:
            at = {str(k[0]) + "".join(f"_{x}" for x in k[3]): round(v, 4) for k, v in list(outcome.at.items())[:8]}
            point = ", ".join(f"{name} = {value:g}" for name, value in list(at.items())[:6])
            fields = {"written": line.latex, "value": f"{outcome.left:.4g}", "point": point, "left": source(line, left)}
            evidence = {"kind": "counterexample", "at": at, "value": round(outcome.left, 6)}
            yield Finding("BP122", line.span(), fields, evidence, None, _loosened(line, left, relation, right))


def _loosened(line: Line, left: Node, relation: str, right: Node) -> Suggestion | None:
    """``≤`` for ``<``; [-1, 1] for a cosine in [0, 1]."""
    text = line.block.text
    if relation in ("<", ">"):
        at = text.find(relation, left.end, right.start + 1)
        return mending.replaced(line, at, at + 1, r"\le" if relation == "<" else r"\ge") if at >= 0 else None
    zero = next((n for n in walk(right) if n == Node("num", value="0")), None)
    return mending.replaced(line, zero.start, zero.end, "-1") if relation == "in" and zero is not None else None


PARTIAL = pattern(
    r"half|folded|truncat|one-sided|unnormali|amplitude|\\ge|≥|>|\bcomplex\b|半正态|截断|未归一|复高斯|复正态", re.I
)


def _mass(line: Line) -> Iterator[Finding]:
    """BP123: a density that does not integrate to one; those on a part of the line, and shares of one, need not."""
    if PARTIAL.search(f"{line.context[-200:]} {line.block.text}") or _joint(line.tree):
        return
    if line.tree.op == "rel" and line.tree.value and line.tree.value[0] in ("=", ":=", "equiv"):
        left, right = line.tree.args[0], line.tree.args[1]
        found = density.stated(left, right, line.context)
    elif line.tree.op == "rel":
        return
    else:
        right, found = line.tree, density.judge(None, line.tree, line.context)
    if found is not None:
        at = ", ".join(f"{name} = {value:g}" for name, value in found.at.items())
        fields = {"written": source(line, right), "total": f"{found.total:.4g}", "at": at}
        evidence = {"kind": "counterexample", "mass": round(found.total, 6), "at": found.at, "density": found.kind}
        yield Finding("BP123", line.span(), fields, evidence, None, _normalised(line))


def _joint(tree: Node) -> bool:
    """``p(x, c = 1)``, ``p(x | y = 0) p(y = 0)``: with a value of another variable, the mass is that value's share."""
    if tree.op != "rel":
        return False
    left = tree.args[0]
    values = [n for part in left.args for n in walk(part) if n.op == "rel"]
    return left.op == "mul" or (bool(values) and not _any_value(left, values))


def _any_value(left: Node, values: list[Node]) -> bool:
    """``P(X = k)``, ``P(X = k | λ)``: any value of the one variable that there is."""
    first = left.args[1] if len(left.args) == 2 else left
    first = first.args[0] if first.op == "cond" else first
    capital, small = first.args if first.op == "rel" and len(first.args) == 2 else (left, left)
    named = capital.op == small.op == "name" and letter_of(small) is not None
    return named and values == [first] and str(capital.value).isupper() and first.value == ("=",)


def _normalised(line: Line) -> Suggestion | None:
    if line.tree.op != "rel":
        return None
    left = line.tree.args[0]
    powers = _powers(line.tree)
    return mending.mend(line, (1,), lambda t: _powers(t) <= powers and density.normalised(left, t.args[1]))


def _powers(tree: Node) -> set[str]:
    """The powers above two of a statement: no density has them by a slip."""
    raised = (n.args[1] for n in walk(tree) if n.op == "pow" and n.args[1].op == "num")
    return {str(n.value) for n in raised} - {"0", "1", "2"}


def _counts(line: Line) -> Iterator[Finding]:
    """BP124: ``\\frac{1}{N} Σ_{k=0}^{N}``, a mean of N + 1 terms divided by N."""
    for node in walk(line.tree):
        if node.op != "mul":
            continue
        for place, factor in enumerate(node.args[:-1]):
            for big in node.args[place + 1 :]:
                if big.op == "big" and _overcounts(factor, big):
                    length = source(line, big.sup[0])
                    fields = {"sum": source(line, big), "count": f"{length} + 1", "length": length}
                    zero = big.sub[0].args[1]
                    fixed = mending.replaced(line, zero.start, zero.end, "1")
                    yield Finding("BP124", line.span(), fields, {"kind": "count", **fields}, None, fixed)
                    return


def _overcounts(factor: Node, big: Node) -> bool:
    """The factor is one over the upper end (perhaps times other names), and the sum starts at zero."""
    if big.value != "sum" or len(big.sub) != 1 or len(big.sup) != 1 or factor.op != "frac" or factor.args[0] != ONE:
        return False
    low, end = big.sub[0], big.sup[0]
    below = factor.args[1].args if factor.args[1].op == "mul" else (factor.args[1],)
    starts = low.op == "rel" and low.value == ("=",) and low.args[1] == Node("num", value="0")
    return starts and end.op == "name" and end in below


def _weights(line: Line) -> Iterator[Finding]:
    """BP125: ``g ⊙ x + (1 + g) ⊙ s``, where the weights of a mean should be g and 1 - g."""
    if line.tree.op != "rel" or not GATED.search(line.context):
        return
    for node in (n for a in line.tree.args[1:] for n in walk(a)):
        if node.op == "add" and len(node.args) == 2 and all(a.op == "mul" for a in node.args):
            for one, other in (node.args, node.args[::-1]):
                weight, wrong = one.args[0], other.args[0]
                rest = wrong.args if wrong.op == "add" and len(wrong.args) == 2 else ()
                if rest and _one(rest[0]) and rest[1] == weight and weight.op == "name":
                    fields = {
                        "written": source(line, node),
                        "first": source(line, weight),
                        "second": source(line, wrong),
                    }
                    plus = line.block.text.find("+", wrong.start, wrong.end)
                    fixed = mending.replaced(line, plus, plus + 1, "-") if plus >= 0 else None
                    yield Finding("BP125", line.span(), fields, {"kind": "weights", **fields}, None, fixed)
                    return


def _one(node: Node) -> bool:
    """One, or a vector of ones."""
    return node.op in ("num", "name") and node.value == "1" and not (node.sub or node.sup)


def _softmax(line: Line) -> Iterator[Finding]:
    """BP126 for ``x + \\log Σ e^x``: with a plus the exponentials of a log-softmax do not sum to one."""
    for node in walk(line.tree):
        if node.op == "add" and len(node.args) == 2:
            for one, other in (node.args, node.args[::-1]):
                exponent = _logsum(other)
                if exponent is not None and _same(one, exponent):
                    fields = {"written": source(line, node), "first": source(line, one), "second": source(line, other)}
                    plus = line.block.text.find("+", one.end, other.start)
                    fixed = mending.replaced(line, plus, plus + 1, "-") if plus >= 0 else None
                    yield Finding("BP126", line.span(), fields, {"kind": "sign", **fields}, None, fixed)
                    return


def _logsum(node: Node) -> Node | None:
    """x of ``\\log Σ e^{x}``."""
    if node.op != "app" or function_name(node.args[0]) != "log" or len(node.args) != 2 or node.args[1].op != "big":
        return None
    body = node.args[1].args[0]
    if body.op == "pow" and body.args[0] == Node("name", value="e"):
        return body.args[1]
    return body.args[1] if body.op == "app" and function_name(body.args[0]) == "exp" and len(body.args) == 2 else None


def _same(one: Node, exponent: Node) -> bool:
    """The vector or a component of it."""
    return one.op == exponent.op == "name" and replace(one, sub=(), sup=()) == replace(exponent, sub=(), sup=())


def _outside(line: Line) -> Iterator[Finding]:
    """BP125 for ``\\hat{y} = \\mathrm{softmax}(W h) + b``: with the bias outside, the probabilities do not sum to one."""
    if line.tree.op != "rel" or line.tree.args[0].op not in ("name", "app"):
        return
    left, right = line.tree.args[0], line.tree.args[-1]
    likely = (left.op == "name" and "hat" in left.accents) or (left.op == "app" and left.args[0].value in ("P", "p"))
    if (
        likely
        and right.op == "add"
        and len(right.args) == 2
        and right.args[1].op == "name"
        and right.args[1].value == "b"
    ):
        inner, bias = right.args
        if inner.op == "app" and function_name(inner.args[0]) == "softmax" and len(inner.args) == 2:
            fields = {"written": source(line, right), "first": source(line, inner), "second": source(line, bias)}
            text = line.block.text
            argument = inner.args[1]
            shut = closing(text, argument.start, argument.end)
            moved = (
                text[right.start : shut] + f" + {fields['second']}" + text[shut : closing(text, inner.start, inner.end)]
            )
            fixed = mending.replaced(line, right.start, closing(text, right.start, right.end), moved)
            yield Finding("BP130", line.span(), fields, {"kind": "sum", **fields}, None, fixed)


def _signs(line: Line) -> Iterator[Finding]:
    """BP129: one side is negative whatever the letters are, the other positive."""
    if line.tree.op == "rel":
        for left, relation, right in bounds.bounded(line.tree):
            signs = _sign(left), _sign(right)
            if relation in ("=", "approx", "equiv") and None not in signs and signs[0] != signs[1]:
                fields = {"left": source(line, left), "right": source(line, right)}
                negative = "left" if signs[0] == -1 else "right"
                fields |= {"negative": fields[negative], "positive": fields["right" if negative == "left" else "left"]}
                yield Finding("BP129", line.span(), fields, {"kind": "sign", **fields})
                return


def _sign(node: Node) -> int | None:
    """1 or -1 where the value has this sign for all values of its names."""
    if node.op == "num":
        return 1 if float(node.value) > 0 else None
    if node.op == "neg":
        inner = _sign(node.args[0])
        return None if inner is None or node.value not in (None, "-") else -inner
    if node.op == "pow" and node.args[0] == Node("name", value="e"):
        return 1 if node.args[1].op != "num" else None
    if node.op == "app":
        certain = function_name(node.args[0]) in ("exp", "sigma", "softmax", "cosh") or is_probability(node)
        return 1 if certain and not (node.sub and node.marks) else None
    if node.op == "name":
        return 1 if "hat" in node.accents and node.value in ("y", "p") else None
    if node.op == "big" and node.value in ("prod", "sum"):
        return 1 if _sign(node.args[0]) == 1 else None
    if node.op in ("mul", "frac") and node.value != "binom":
        parts = [_sign(a) for a in node.args]
        return None if None in parts else int(math.prod(p for p in parts if p is not None))
    return None


def _windows(line: Line) -> Iterator[Finding]:
    """BP124 for ``sum(x[a:b]) / (a - b)``: the length of a window is its end minus its start."""
    for node in walk(line.tree):
        if node.op == "frac" and node.args[1].op == "add" and len(node.args[1].args) == 2:
            first, second = node.args[1].args
            spans = [n for n in walk(node.args[0]) if n.op == "seq" and n.value == ":" and len(n.args) == 2]
            if second.op == "neg" and any(n.args == (first, second.args[0]) for n in spans):
                low, high = source(line, first), source(line, second.args[0])
                fields = {"sum": source(line, node.args[0]), "count": f"{high} - {low}"}
                fields |= {"length": source(line, node.args[1])}
                below = node.args[1]
                fixed = mending.replaced(line, below.start, below.end, f"{high} - {low}")
                yield Finding("BP124", line.span(), fields, {"kind": "count", **fields}, None, fixed)
                return


def _units(line: Line) -> Iterator[Finding]:
    """BP127: a standardised value must not change with the unit of x: (x - μ) over a deviation, not over a variance."""
    if line.tree.op != "rel" or not NORMALISING.search(line.context) or line.tree.args[0].op == "diff":
        return
    right = line.tree.args[-1]
    for node in walk(right):
        if node.op in ("frac", "mul") and _standardises(node):
            factor = _scaled(node)
            if factor is not None and abs(factor - 1) > 0.05:
                fields = {"written": source(line, node), "factor": f"{factor:.3g}"}
                yield Finding("BP127", line.span(), fields, {"kind": "units", **fields}, None, _scale_free(line, node))
            return


def _scale_free(line: Line, written: Node) -> Suggestion | None:
    last = len(line.tree.args) - 1

    def holds(tree: Node) -> bool:
        inner = next((n for n in walk(tree.args[last]) if n.op in ("frac", "mul") and _standardises(n)), None)
        factor = None if inner is None else _scaled(inner)
        return factor is not None and abs(factor - 1) < 1e-6

    return mending.mend(line, (last,), holds)


def _standardises(node: Node) -> bool:
    """``(x - μ) / …`` or ``(x - μ) · (…)`` with a variance or a deviation in the other factor only."""
    first, rest = node.args[0], node.args[1:]
    difference = (
        first.op == "add" and len(first.args) == 2 and first.args[1].op == "neg" and _mean(first.args[1].args[0])
    )
    spread = any(_spread(n) for r in rest for n in walk(r)) and not any(map(_with_a_number, rest))
    return difference and spread and not any(n.op == "big" for n in walk(node))


def _with_a_number(below: Node) -> bool:
    """``σ + 1``: what keeps a quotient small is put there on purpose."""
    return below.op == "add" and any(map(_spread, below.args)) and any(n.op == "num" for n in below.args)


def _mean(node: Node) -> bool:
    return (node.op == "name" and (node.value in MEANS or "bar" in node.accents)) or _moment(node, ("E", "mean", "mu"))


def _spread(node: Node) -> bool:
    return (node.op == "name" and node.value in ("sigma", "var", "Var")) or _moment(node, ("Var", "var", "V"))


def _moment(node: Node, names: tuple[str, ...]) -> bool:
    if node.op == "big":
        return node.value in names
    return node.op == "app" and node.args[0].op == "name" and node.args[0].value in names


class Unit(Evaluator):
    """Evaluates with data measured in another unit: values and deviations times ``unit``, variances times its square."""

    def __init__(self, point: Point, unit: float) -> None:
        super().__init__(point)
        self.unit = unit

    def value(self, node: Node) -> float:
        if node.op in ("app", "big") and _moment(node, ("Var", "var", "V")):
            return 0.4 * self.unit**2
        if node.op in ("app", "big") and _moment(node, ("E", "mean", "mu")):
            return 0.3 * self.unit
        return super().value(node)

    def name(self, node: Node) -> float:
        if node.value in ("epsilon", "varepsilon", "eps"):
            return 0.0
        value = super().name(node)
        return value * (self.unit**2 if node.value in ("var", "Var") else self.unit)


def _scaled(node: Node) -> float | None:
    """By what the value changes when the unit of x is halved; 1 for a standardised one."""
    point = Point(0, 3, places((node,), 3, 1))
    try:
        return Unit(point, 2.0).value(node) / Unit(point, 1.0).value(node)
    except (Unsupported, ArithmeticError, ValueError, RecursionError):
        return None


def _gradients(line: Line) -> Iterator[Finding]:
    """BP128: the gradient of a loss by a weight, a sum of errors times inputs, is zero where all predictions are right."""
    weight = _weight(line.tree.args[0]) if line.tree.op == "rel" else None
    if weight is None:
        return
    for right in line.tree.args[1:]:
        for node in walk(right):
            if node.op == "big" and node.value == "sum" and node.args[0].op == "add":
                found = _residual(node.args[0])
                index = {script_text(s) for s in weight.sub}
                inputs = {script_text(s) for n in walk(right) if n.op == "name" and n != weight for s in n.sub + n.sup}
                if found is None:
                    continue
                if found == "scaled" or (index and not index & inputs and weight.sub[0].op == "name"):
                    fields = {"written": source(line, node), "weight": source(line, weight), "why": WHY[found]}
                    fixed = _with_input(line, node, weight, found)
                    yield Finding("BP128", line.span(), fields, {"kind": "gradient", "case": found}, None, fixed)
                    return


def _weight(left: Node) -> Node | None:
    """The weight that a gradient is taken by, or that a step with it changes (``θ_j := θ_j - …``)."""
    if left.op == "diff" and len(left.args) == 2:
        above, weight = left.args
        known = above.op == "name" and above.value in LOSSES and weight.op == "name" and weight.value in ("w", "theta")
        return weight if known else None
    indexed = left.op == "name" and left.value in ("w", "theta") and len(left.sub) == 1 and left.sub[0].op == "name"
    return left if indexed else None


def _with_input(line: Line, node: Node, weight: Node, found: str) -> Suggestion | None:
    """``x_j (σ(z) - y)``: the input in front of the whole difference."""
    text, body = line.block.text, node.args[0]
    product, end = body.args[0], closing(text, body.start, body.end)
    opened = text[: product.start].rstrip().endswith("(")
    if not opened:
        return None
    if found == "scaled":
        first = product.args[0]
        inner = text[product.start : first.end]
        bracket = text.rfind("(", 0, product.start)
        return mending.replaced(line, bracket, first.end, f"{inner}(")
    index, target = text[weight.sub[0].start : weight.sub[0].end], body.args[1].args[0]
    name = f"x_{index}" if len(index) == 1 else f"x_{{{index}}}"
    if target.sup:  # of the same sample as the target, and where such products usually have it
        close = text.find(")", target.end)
        sample = text[target.start : target.end].partition("^")[2]
        return mending.replaced(line, close + 1, close + 1, f" {name}^{sample}") if close >= 0 else None
    bracket = text.rfind("(", 0, product.start)
    return mending.replaced(line, bracket, bracket, name) if end else None


WHY = {
    "scaled": {
        "en": "it does not vanish where prediction and target agree: the input multiplies the whole difference",
        "zh": "预测与目标相等时它不为零：输入应乘以整个差",
    },
    "plain": {
        "en": "by the chain rule each error is multiplied by the input that the weight belongs to",
        "zh": "由链式法则，每个误差要乘以该权重对应的输入",
    },
}


def _residual(body: Node) -> str | None:
    """ "plain" for ``σ(z) - y``, "scaled" for ``x σ(z) - y``: an error of which only the prediction is multiplied."""
    if len(body.args) != 2 or body.args[1].op != "neg" or body.args[1].args[0].op != "name":
        return None
    target, prediction = body.args[1].args[0], body.args[0]
    if target.value not in ("y", "t"):
        return None
    if prediction.op == "mul" and prediction.args[0].op == "name" and prediction.args[0].value == "x":
        return "scaled" if _predicts(prediction.args[-1]) and len(prediction.args) == 2 else None
    return "plain" if _predicts(prediction) else None


def _predicts(node: Node) -> bool:
    if node.op == "app":
        return node.args[0].op == "name" and node.args[0].value in ("sigma", "delta", "h", "f", "sigmoid", "g")
    return node.op == "name" and (node.value == "a" or ("hat" in node.accents and node.value == "y"))


RULES: tuple[Callable[[Line], Iterator[Finding]], ...] = (
    _bounds,
    _mass,
    _counts,
    _weights,
    _softmax,
    _outside,
    _signs,
    _windows,
    _units,
    _gradients,
)
