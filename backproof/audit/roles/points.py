"""Where a gradient is taken: ``\\nabla J(θ - μ v)`` is the slope at a point ahead, and at no other."""

from __future__ import annotations

from collections.abc import Container

from ..document import Line
from ..match.values import Unsupported
from ..notation.tree import Node, walk
from ..specs import Spec
from .binding import Laying, Part, spec_part, time_index
from .evaluate import Shadow
from .lexicon import Field
from .operands import Operand, describe
from .samples import TOLERANCE, Meaning, meaning_of, numbers

GRADIENT = "nabla"
HERE = ("parameters", "data")  # the name that stands in the point and in no other part
TRIES = 2


def same_point(line: Line, note: Part, laying: Laying, spec: Spec, field: Field) -> bool:
    """Whether the line's gradient is taken where the formula's is, as far as both say it."""
    mine = _point(note.operands())
    if mine is not None and _of_another_step(line, mine):
        return False
    right, table, _ = spec_part(spec)
    theirs = _point(right.operands())
    if mine is None or theirs is None or theirs.op == "name":
        return True
    used = {s.name for s in laying.symbols.values()}
    meaning = {key: (s.name, s.kind) for key, s in table.items() if s.name in used}
    pairs = (
        (
            _value(mine, note, meaning_of(laying), seed, field),
            _value(theirs, right, meaning, seed, field),
        )
        for seed in range(TRIES)
    )
    return all(a is not None and b is not None and abs(a - b) < TOLERANCE for a, b in pairs)


def _of_another_step(line: Line, point: Node) -> bool:
    """``θ_{t+1} = … ∇J(θ_{t-1})``: a step is taken from where one is."""
    if point.op != "name" or line.left.op != "name":
        return False
    own, here = (describe(n, time_index(line.left), frozenset()) for n in (line.left, point))
    return own.spelling == here.spelling and None not in (own.step, here.step) and own.step != (here.step or 0) + 1


def _point(operands: list[Operand]) -> Node | None:
    """What the side's gradient is taken of: the argument of the function under it."""
    gradients = (o.node for o in operands if o.spelling == GRADIENT and o.node.op == "app")
    applied = (n for g in gradients for n in g.args[1:] if n.op == "app" and len(n.args) == 2)
    return next((n.args[1] for n in applied), None)


def _value(point: Node, side: Part, meaning: Meaning, seed: int, field: Field) -> float | None:
    """The point's value; the one name that stands nowhere else is where the parameters are."""
    strange = _strangers(point, side, meaning)
    if len(strange) != 1:
        return None
    try:
        return Shadow({**meaning, **dict.fromkeys(strange, HERE)}, numbers(seed, field), side).number(point)
    except (Unsupported, ArithmeticError):
        return None


def _strangers(point: Node, side: Part, meaning: Container[str]) -> set[str]:
    scripts = {id(s) for n in walk(point) for x in n.sub + n.sup for s in walk(x)}
    keys = {side.describe(n).key for n in walk(point) if n.op == "name" and id(n) not in scripts}
    return {key for key in keys if key not in meaning}
