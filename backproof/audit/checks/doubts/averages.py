"""Running averages of gradients and of their squares, and the steps that divide by them: what their weights must be.

``s_t = β s_{t-1} - (1 - β) g_t^2`` and ``s_t + (1 - β)(g^2 + s_t)`` are no averages, ``s_t = β s_{t-1} + (1 - β) g_t`` averages
no squares where a method scales by them, ``v_t = β v_{t-1} + β θ_t`` has weights of any sum, and a step ``m / (\\sqrt{v} + ε)``
without a rate has the size of one (Tieleman and Hinton 2012; Kingma and Ba 2015, algorithm 1; Duchi et al. 2011). A velocity
may go against its gradients: of plain gradients only moments that are named as such must be averages.
"""

from __future__ import annotations

import re

from backproof.lazy import pattern

from ...document import Line
from ...match.signature import script_text
from ...notation.tree import Node, walk
from ...records import entity
from ..pieces import is_complement, is_one
from ..slips import source
from . import Doubt

DECAYS = {"beta", "gamma", "rho", "alpha", "mu", "tau"}
SCALES = {"s", "S", "G", "r"}  # letters of averaged squares
SCALING = pattern(r"rms.?prop|ada.?grad|均方根", re.IGNORECASE)
BESIDE = pattern(r"adam|moment|velocity|动量|nesterov|cent(?:er|re)|中心", re.IGNORECASE)  # with averages of gradients
ADAPTIVE = pattern(r"\badam\w*|rms.?prop|ada.?grad|adabelief|adaptive|自适应", re.IGNORECASE)
FORGETS = pattern(r"momentum|动量|leaky|nesterov", re.IGNORECASE)
AVERAGES = pattern(
    r"exponentially weighted|moving average|running average|\bEMA\b|指数加权|移动平均|滑动平均", re.IGNORECASE
)
WHY_SUM = {
    "en": "the weights of an average add to one",
    "zh": "平均的各权重之和应为一",
}
WHY_TOWARDS = {
    "en": "an average moves towards what is new: by a part of the new value less the old one",
    "zh": "滑动平均应朝新值移动：加上“新值减旧值”的一部分",
}
WHY_SQUARE = {
    "en": "what the step is divided by is made of the squares of the gradient",
    "zh": "步长所除的是梯度平方的累积",
}
WHY_GROWS = {
    "en": "squares are added up",
    "zh": "梯度的平方应当累加",
}
WHY_SECOND = {
    "en": "squares are averaged with the second decay rate",
    "zh": "梯度平方的平均用第二个衰减率",
}
WHY_FORGETS = {
    "en": "the old velocity is multiplied by a decay",
    "zh": "旧的速度要乘以衰减系数",
}
WHY_DOWNHILL = {
    "en": "the velocity that the point follows goes down the slope",
    "zh": "参数沿速度移动，速度应指向负梯度方向",
}
ASCENT = pattern(
    r"ascen[td]|maximi[sz]|climb|uphill|上升|最大化|likelihood|似然|reward|奖励|policy|策略", re.IGNORECASE
)
WHY_AHEAD = {
    "en": "the point ahead is reached by the velocity with the sign of the step",
    "zh": "前瞻点应按更新中速度的符号移动",
}
WHY_STEP = {
    "en": "the moment of this step is corrected",
    "zh": "被修正的是当前步的矩",
}
WHY_RATE = {
    "en": "the step has no learning rate",
    "zh": "更新缺少学习率",
}


def doubt(line: Line) -> Doubt | None:
    """Weights of no average, squares that are none, and steps without a rate."""
    if line.tree.op != "rel" or len(line.rights) != 1:
        return None
    return next((found for found in (rule(line) for rule in RULES) if found is not None), None)


# ---- reading


def _terms(line: Line) -> tuple[Node, Node] | None:
    """The two terms of a right side, the one with the old value first."""
    right = line.rights[0]
    if right.op != "add" or len(right.args) != 2 or line.left.op != "name":
        return None
    for kept, new in (right.args, right.args[::-1]):
        if any(_same(line.left, n) for n in _factors(kept)):
            return kept, new
    return None


def _same(left: Node, node: Node) -> bool:
    """The quantity on the left, at whatever step."""
    return node.op == "name" and (node.value, node.accents) == (left.value, left.accents)


def _factors(term: Node) -> tuple[Node, ...]:
    inner = term.args[0] if term.op == "neg" else term
    return inner.args if inner.op == "mul" else (inner,)


def _decay(kept: Node) -> Node | None:
    """β of ``β s``."""
    factors = _factors(kept)
    first = factors[0] if len(factors) == 2 and kept.op != "neg" else kept
    return first if first.op == "name" and first.value in DECAYS and len(factors) == 2 else None


def _squared(node: Node) -> bool:
    """``g^2``, ``g ⊙ g``, ``dW^2``."""
    if node.op == "pow":
        return node.args[1] == Node("num", value="2")
    return node.op == "mul" and len(node.args) == 2 and node.args[0] == node.args[1]


AVERAGED = {"bar", "overline", "ave", "avg", "mean", "average"}


def _gradient(node: Node) -> bool:
    """``g``, ``dW``, ``∇J``, by itself; ``\\bar g`` and ``g^{ave}`` are what is taken off in a centred average."""
    head = node.args[0] if node.op == "app" and node.args else node
    scripts = [str(s.value) for s in (*head.sub, *head.sup) if s.op in ("name", "text")]
    averaged = AVERAGED & {*head.accents, *scripts}
    return (not averaged and head.op == "name") and (
        head.value in ("g", "nabla") or re.fullmatch(r"d[A-Za-z]", str(head.value)) is not None
    )


def _second(decay: Node) -> bool:
    """``β_2``: the decay of the second moment."""
    return "2" in [script_text(s) for s in decay.sub]


def _numbered(decay: Node) -> bool:
    return bool({"1", "2"} & {script_text(s) for s in decay.sub})


# ---- rules


def _sign(line: Line) -> Doubt | None:
    """``β s - (1 - β) g^2``."""
    terms = _terms(line)
    decay = _decay(terms[0]) if terms else None
    if terms is None or decay is None or terms[1].op != "neg":
        return None
    part, *rest = _factors(terms[1])
    if not is_complement(part, decay) or not rest:
        return None
    square = any(_squared(n) for n in rest) or (len(rest) == 2 and rest[0] == rest[1])
    return _turned(line, terms[0], part, "+", WHY_SUM) if square or _numbered(decay) else None


def _towards(line: Line) -> Doubt | None:
    """``s + (1 - β)(g^2 + s)``, ``s - (1 - β)(g^2 - s)``, ``s + (1 + β)(g^2 - s)``."""
    terms = _terms(line)
    factors = _factors(terms[1]) if terms else ()
    if terms is None or len(factors) != 2 or terms[0].op != "name":
        return None
    old, (part, change) = terms[0], factors
    if (
        part.op != "add"
        or len(part.args) != 2
        or not is_one(part.args[0])
        or change.op != "add"
        or len(change.args) != 2
    ):
        return None
    decay = part.args[1].args[0] if part.args[1].op == "neg" else part.args[1]
    new, taken = change.args
    if decay.op != "name" or decay.value not in DECAYS or not _squared(new):
        return None
    if part.args[1].op != "neg":
        return _turned(line, part.args[0], decay, "-", WHY_SUM)
    if taken == old:
        return _turned(line, new, taken, "-", WHY_TOWARDS)
    less = taken == Node("neg", (old,))
    return _turned(line, old, part, "+", WHY_TOWARDS) if less and terms[1].op == "neg" else None


def _square(line: Line) -> Doubt | None:
    """``s = β s + (1 - β) g`` under a method that scales by squares, or with the decay of the second moment."""
    terms = _terms(line)
    if terms is None or terms[1].op == "neg":
        return None
    inner = _factors(terms[1])[-1]
    if inner.op == "add" and inner.args[1:] == (Node("neg", (terms[0],)),):
        return _square_inside(line, _factors(terms[1])[0], inner.args[0])
    decay, *_, last = (_decay(terms[0]), *_factors(terms[1]))
    scaled = SCALING.search(line.heading) is not None and BESIDE.search(line.heading) is None
    letter = line.left.value in SCALES and (scaled or (decay is not None and _second(decay)))
    second = line.left.value == "v" and decay is not None and _second(decay)
    whole = decay is not None and is_complement(_factors(terms[1])[0], decay) and len(_factors(terms[1])) == 2
    summed = terms[0].op == "name" and terms[1] is last
    if not (letter or second) or not (whole or summed) or not _gradient(last):
        return None
    end = last.start + len(source(line, last).rstrip())
    return Doubt(line, WHY_SQUARE, [(end, end, "^2")])


def _square_inside(line: Line, part: Node, new: Node) -> Doubt | None:
    """``s + (1 - β_2)(g - s)``."""
    second = any(n.op == "name" and n.value in DECAYS and _second(n) for n in walk(part))
    if not second or line.left.value not in SCALES | {"v"} or not _gradient(new):
        return None
    end = new.start + len(source(line, new).rstrip())
    return Doubt(line, WHY_SQUARE, [(end, end, "^2")])


def _shrinks(line: Line) -> Doubt | None:
    """``s - g^2``."""
    terms = _terms(line)
    if terms is None or terms[0].op != "name" or terms[1].op != "neg" or line.left.value not in SCALES | {"v"}:
        return None
    square = terms[1].args[0]
    if not _squared(square) or not _gradient(square.args[0]):
        return None
    return _turned(line, terms[0], square, "+", WHY_GROWS)


def _number(line: Line) -> Doubt | None:
    """``s + (1 - β_1)(g^2 - s)``: squares have the second decay."""
    terms = _terms(line)
    factors = _factors(terms[1]) if terms else ()
    if len(factors) != 2 or factors[0].op != "add" or factors[1].op != "add" or not _squared(factors[1].args[0]):
        return None
    found = [n for n in walk(factors[0]) if n.op == "name" and n.value in DECAYS and "1" in map(script_text, n.sub)]
    if len(found) != 1 or not is_complement(factors[0], found[0]):
        return None
    script = found[0].sub[0]
    return Doubt(line, WHY_SECOND, [(script.start, script.end, "2")])


def _undamped(line: Line) -> Doubt | None:
    """``v_t = v_{t-1} + g_t`` under momentum: what is never forgotten grows without end."""
    terms = _terms(line)
    if terms is None or terms[0].op != "name" or terms[1].op == "neg" or line.left.value not in ("v", "V"):
        return None
    if not FORGETS.search(line.heading) or not _gradient(terms[1]):
        return None
    start = terms[0].start
    return Doubt(line, WHY_FORGETS, [(start, start, r"\beta ")])


@entity
class Ahead:
    """A velocity with a step at a point ahead that both have one sign: ``γ v + η ∇J(θ + γ v)``."""

    kept: Node
    step: Node
    point: Node
    ahead: Node
    minus: bool


def ahead(line: Line) -> Ahead | None:
    """The parts of such a line: a velocity that is taken off makes the point ahead with a minus, one that is added takes the
    step off."""
    terms = _terms(line)
    decay = _decay(terms[0]) if terms else None
    if terms is None or decay is None or len(_factors(terms[1])) != 2:
        return None
    slope = _factors(terms[1])[1]
    call = slope.args[1] if slope.op == "app" and slope.args[0].value == "nabla" and len(slope.args) == 2 else slope
    point = call.args[1] if call.op == "app" and len(call.args) == 2 else call
    if point.op != "add" or len(point.args) != 2:
        return None
    minus = terms[1].op == "neg"
    there = point.args[1].args[0] if point.args[1].op == "neg" else point.args[1]
    if there != terms[0] or (point.args[1].op == "neg") != minus:
        return None
    return Ahead(terms[0], terms[1], point.args[0], there, minus)


def _sloped(step: Node) -> bool:
    """Whether a step is made of a slope, and not of a direction that a letter stands for."""
    return any(n.op == "name" and n.value == "nabla" for n in walk(step))


def turned_ahead(line: Line, found: Ahead, takes_away: bool | None) -> Doubt | None:
    """The one sign that is to be turned, given whether the point takes the velocity off: by the letter of the decay where
    nothing says so."""
    sign = "+" if found.minus else "-"
    own = _decay(found.kept)
    if ASCENT.search(line.context) or ASCENT.search(line.passage) or not _sloped(found.step):
        return None
    uphill = takes_away == found.minus if takes_away is not None else own is not None and own.value == "mu"
    if uphill:
        return _turned(line, found.kept, found.step, sign, WHY_DOWNHILL)
    return _turned(line, found.point, found.ahead, sign, WHY_AHEAD)


def _corrected(line: Line) -> Doubt | None:
    """``\\hat v_t = v_{t-1} / (1 - β^t)``: corrected is the moment of this step."""
    left, right = line.left, line.rights[0]
    if left.op != "name" or not left.accents or len(left.sub) != 1 or right.op != "frac" or right.args[0].op != "name":
        return None
    moment, below = right.args
    decay = below.args[1].args[0] if below.op == "add" and len(below.args) == 2 and below.args[1].op == "neg" else below
    powered = decay.op == "pow" and decay.args[0].value in DECAYS and is_one(below.args[0])
    same = (moment.value, len(moment.sub), moment.sup) == (left.value, 1, left.sup)
    if not (powered and same and decay.args[1] == left.sub[0]) or moment.sub == left.sub:
        return None
    step, own = moment.sub[0], left.sub[0]
    return Doubt(line, WHY_STEP, [(step.start, step.end, source(line, own).strip())])


def _both(line: Line) -> Doubt | None:
    """``β v + β θ``."""
    terms = _terms(line)
    decay = _decay(terms[0]) if terms else None
    if terms is None or decay is None or terms[1].op == "neg" or not AVERAGES.search(line.context):
        return None
    part, *rest = _factors(terms[1])
    if part != decay or len(rest) != 1 or rest[0].op != "name":
        return None
    text = source(line, part).strip()
    return Doubt(line, WHY_SUM, [(part.start, part.start + len(text), f"(1 - {text})")], "weights")


def _rate(line: Line) -> Doubt | None:
    """``θ - m / (\\sqrt{v} + ε)``."""
    terms = _terms(line)
    if terms is None or terms[0].op != "name" or terms[1].op != "neg" or not ADAPTIVE.search(line.heading):
        return None
    step = terms[1].args[0]
    fractions = [n for n in (step, *step.args) if n.op == "frac"]
    scaled = [
        f for f in fractions if _by_a_deviation(f.args[1]) and f.args[0].op == "name" and f.args[0].value in MOMENTS
    ]
    letters = {str(n.value) for n in walk(step) if n.op in ("name", "text")}
    if len(scaled) != 1 or letters - KNOWN:
        return None
    return Doubt(line, WHY_RATE, [(step.start, step.start, r"\eta \, ")])


MOMENTS = {"m", "g", "v"}
KNOWN = MOMENTS | {"s", "G", "r", "t", "epsilon", "varepsilon", "beta", "i"}


def _by_a_deviation(below: Node) -> bool:
    """``\\sqrt{v} + ε``, ``\\sqrt{v + ε}``."""
    whole = below.args[0] if below.op == "root" else below
    if whole.op != "add" or not any(n.op == "name" and n.value in ("epsilon", "varepsilon") for n in whole.args):
        return False
    return below.op == "root" or any(n.op == "root" for n in whole.args)


def _turned(line: Line, first: Node, second: Node, sign: str, why: dict[str, str]) -> Doubt | None:
    """The sign between two parts turned round."""
    other = "-" if sign == "+" else "+"
    at = line.block.text.find(other, first.start + len(source(line, first).rstrip()), second.start + 1)
    return Doubt(line, why, [(at, at + 1, sign)], "weights") if at >= 0 else None


RULES = (_sign, _towards, _number, _both, _square, _shrinks, _undamped, _corrected, _rate)
