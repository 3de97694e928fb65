"""What is plain to see of a formula: its left side, how much its right side says, which of its names return.

Of a spec these are facts, which are stored with it: no spec is decoded for them.
"""

from __future__ import annotations

import re

from .match.binding import operands, sides, spec_binding
from .match.edits import positions
from .match.signature import Signature, components, running_index, script_text, signature
from .match.values import function_name
from .memo import by_identity
from .notation.tree import Node, walk
from .records import record
from .specs import Spec, fact

DISTINCTIVE, VERY_DISTINCTIVE = 5, 8  # operations and operands of a right side


@fact
def spec_letters(spec: Spec) -> list[str]:
    """The letters of a formula and of its result, in small letters."""
    own = spec_left(spec).signature
    names = [*spec.symbols, *([own] if own is not None else [])]
    return sorted({s.base.casefold() for s in names})


def left_name(left: Node) -> str:
    """The letter or function on a left side, in small letters."""
    if left.op == "app":
        return f"{function_name(left.args[0])}{left.args[0].marks}".casefold()
    return str(left.value).casefold() if left.op == "name" else ""


@fact
def states(spec: Spec) -> bool:
    """Whether the reader finds a statement in the spec's own LaTeX."""
    return bool(spec.statements)


@record
class Left:
    """What a left side shows: its name, the shape of what it is taken at (letters aside), and the signature of a name."""

    op: str
    name: str
    places: tuple[str, ...]
    signature: Signature | None


@by_identity
def shown(left: Node) -> Left:
    name = signature(left, running_index(left)) if left.op == "name" else None
    return Left(left.op, left_name(left), _places(left), name)


def _places(left: Node) -> tuple[str, ...]:
    """``(pos, 2i+1)`` is another place than ``(pos, 2i)``."""
    parts = left.args[1:] if left.op == "app" else components(left)
    items = [p for part in parts for p in (part.args if part.op == "seq" else (part,))]
    shapes = [re.sub(r"[A-Za-z]+", "x", script_text(p)) for p in items]
    return tuple(s for s in shapes if s != "x")


@fact
def spec_left(spec: Spec) -> Left:
    return shown(spec.left)


@fact
def spec_left_name(spec: Spec) -> str:
    return left_name(spec.left)


@fact
def spec_width(spec: Spec) -> int:
    """How many symbols beside free parameters the spec has."""
    return sum(s.kind not in ("weight", "bias") for s in spec_binding(spec).table.values())


@fact
def weight(spec: Spec) -> int:
    """How much a right side says: its operations and operands, scripts apart."""
    return sum(1 for _ in positions(spec.right))


@by_identity
def recurs(left: Node, right: Node) -> bool:
    """Whether the name on the left stands on the right at another time (``h_t = … h_{t-1} …``)."""
    if left.op != "name":
        return False
    own, side = sides(left, right)
    name = own.signature(left)
    return any(
        s.base == name.base and s.accents == name.accents and s.step not in (None, name.step) for s in operands(side)
    )


@fact
def spec_recurs(spec: Spec) -> bool:
    return recurs(spec.left, spec.right)


@fact
def spec_returns(spec: Spec) -> bool:
    """Whether the name on the left stands on the right, at another time or as it is."""
    left = spec.left
    return spec_recurs(spec) or (left.op == "name" and any(n == left for n in walk(spec.right)))
