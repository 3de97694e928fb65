"""Momentum over several lines: what the velocity holds with one sign, the step must take with the sign that leads downhill.

If ``v = μ v + η g``, the step is ``θ - v``, and Nesterov looks ahead to ``θ - μ v``; if ``v = μ v - η g``, both are sums. The
velocity is a sum of past gradients with one sign (Polyak 1964; Sutskever et al. 2013, eqs. 1 to 4), so a step with the other
sign climbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ..backward.updates import RATES
from ..document import Line
from ..findings import Finding
from ..match.edits import Candidate, put
from ..match.signature import script_text, signature
from ..notation.tree import ONE, Node, walk
from . import Case
from .backward import ASCENT
from .catalog import Judgement
from .nearly import finding

VELOCITY = ("optimizer.momentum.velocity", "optimizer.nesterov.velocity")
STEP = ("optimizer.momentum.update", "optimizer.nesterov.update")


DESCENT = pattern(r"gradient.?descent|descend|steepest|\bSGD\b|梯度下降|momentum|动量", re.IGNORECASE)
ELSEWHERE = pattern(r"langevin|sampl|score|diffusion|朗之万|采样|attack|adversarial|对抗|FGSM|PGD", re.IGNORECASE)


def check(case: Case) -> Iterator[Finding]:
    """BP101 for a step against the sign of the velocity that stands before it in its section, and for one that climbs by
    itself where the text speaks of descent."""
    yield from _against(case)
    yield from _uphill(case)


def _against(case: Case) -> Iterator[Finding]:
    velocity: tuple[Line, int] | None = None
    for judgement in case.judgements:
        line = judgement.line
        if velocity is not None and velocity[0].section != line.section:
            velocity = None
        formula = judgement.match.spec.formula if judgement.match is not None else ""
        if formula in VELOCITY and len(line.rights) == 1 and line.rights[0].op == "add":
            sign = _sign_of_gradient(line)
            velocity = (line, sign) if sign else None
        elif formula in STEP and velocity is not None and len(line.rights) == 1:
            yield from _climbs(line, velocity, judgement)


def _uphill(case: Case) -> Iterator[Finding]:
    """``x := x + η f'(x)``, ``W := W + α v_{dW}``: a step along the slope, or along an average of it."""
    for line in case.note.lines:
        right = line.rights[-1]
        if right.op != "add" or len(right.args) != 2 or line.span() in case.flagged:
            continue
        said = line.context + line.block.text
        if ASCENT.search(said) or ELSEWHERE.search(said) or not DESCENT.search(line.context):
            continue
        old, step = right.args
        before = line.left if len(line.rights) == 1 else line.rights[0]
        if old.op == "name" and step.op == "mul" and old.value == before.value and _down(old, step):
            new = _flipped(right, 1)
            law = next(s for s in case.library.right if s.formula == "optimizer.sgd.update" and s.kind == "formula")
            yield finding(line, len(line.rights) - 1, Candidate(new, (), right, new, "sign", 2), law)


def _down(old: Node, step: Node) -> bool:
    """A rate times the slope at the point that the step starts from, a mean of slopes, or the average that its label names."""
    rate, rest = step.args[0], [f for f in step.args[1:] if f.op != "frac" or f.args[0] != ONE]
    rate = rate.args[0] if rate.op == "frac" else rate
    if len(rest) != 1 or rate.op != "name" or rate.value not in RATES | {"a"}:
        return False
    slope = rest[0].args[0] if rest[0].op == "big" and rest[0].value == "sum" else rest[0]
    head = slope.args[0] if slope.op == "app" and slope.args else slope
    primed = slope.op == "app" and head.op == "name" and head.marks == "'" and slope.args[1:] == (old,)
    label = "".join(map(script_text, slope.sub)) if slope.op == "name" and slope.value in ("v", "V") else ""
    return primed or (head.op == "name" and head.value == "nabla") or label == f"d{old.value}"


def _sign_of_gradient(line: Line) -> int:
    """The sign of what is added to the old velocity."""
    own = _base(line.left)
    others = [t for t in line.rights[0].args if not _holds(t, own)] or [
        t for t in line.rights[0].args if any(n.value == "nabla" for n in walk(t))
    ]
    return _sign(others[0]) if len(others) == 1 and len(line.rights[0].args) == 2 else 0


def _climbs(line: Line, velocity: tuple[Line, int], judgement: Judgement) -> Iterator[Finding]:
    right, own = line.rights[0], _base(velocity[0].left)
    places = [k for k, t in enumerate(right.args) if _holds(t, own)] if right.op == "add" else []
    if len(places) != 1 or len(right.args) != 2 or judgement.match is None or ASCENT.search(line.context):
        return
    (place,) = places
    if _sign(right.args[place]) == velocity[1]:
        new = _flipped(right, place)
        yield finding(line, 0, Candidate(new, (), right, new, "sign", 2), judgement.match.spec)


def _flipped(right: Node, place: int) -> Node:
    term = right.args[place]
    return put(right, (place,), term.args[0] if term.op == "neg" else Node("neg", (term,)))


def _sign(term: Node) -> int:
    return -1 if term.op == "neg" else 1


def _base(node: Node) -> str:
    return signature(node, None).base if node.op == "name" else ""


def _holds(term: Node, base: str) -> bool:
    return bool(base) and any(n.op == "name" and n.value == base for n in walk(term))
