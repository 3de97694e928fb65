"""Identities of matrices: both sides with random matrices in the place of their letters.

``tr(ABC) = tr(CAB)``, ``∇_x x^T A x = (A + A^T) x``, the lemma of Woodbury: what is said to hold for all matrices of a kind
is tried on some. Where the text allows it they are symmetric, orthogonal or diagonal, too, and a derivative may be laid
out either way; a statement is refuted only if it holds under no such reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from backproof.lazy import pattern

from ... import work
from ...document import Line
from ...findings import Finding, Suggestion
from ...match.values import Unsupported
from ...notation.tree import Node, walk
from .. import Case, mending
from .claims import claimed, inlined, said
from .values import Values
from .worlds import OTHER, World, worlds

LONGEST = 200
LINES = 200  # statements before one that may define its letters; a note may have thousands
ASKED = pattern(r"\bmust (?:satisfy|preserve|obey)\b|必须满足|应满足|需要?满足", re.IGNORECASE)
NEAR = 200  # characters
OPENING = "$\\[(` \t\n"  # what a formula begins with
END = pattern(r"[.!?](?=\s)|[。！？；;]|\n\s*\n")  # of a sentence
Readings = list[list[World]]


def check(case: Case) -> Iterator[Finding]:
    """BP103 for each statement of matrices whose sides differ under all readings."""
    for place, line in enumerate(case.note.statements):
        if line.tree.op != "rel" or len(line.tree.args) != 2 or len(line.latex) > LONGEST:
            continue
        tree = inlined(line, _before(case, place))
        if not claimed(tree) or OTHER.search(said(line)) or _asked(line, case.note.document.text):
            continue
        readings = list(worlds(tree, said(line)))
        work.spend(30)
        found = differ(tree, readings)
        if found == "equal":
            case.agreed.add(line.span())
        elif isinstance(found, tuple):
            fixed = _repair(line, readings, case)
            if fixed is not None or tree is not line.tree or _computed(tree.args[0]):
                yield _finding(line, found, fixed)


def _asked(line: Line, text: str) -> bool:
    """``S must satisfy S Ω S^T = Ω``: the sentence that the statement stands in asks it of what it names."""
    before = text[max(0, line.block.start - NEAR) : line.block.start].rstrip(OPENING)
    return ASKED.search(END.split(before)[-1]) is not None


def _before(case: Case, place: int) -> list[Line]:
    """The statements that may define what the one at this place speaks of."""
    return case.note.statements[max(place - LINES, 0) : place]


def differ(tree: Node, readings: Readings) -> Any:
    """ "equal" if the sides agree under some reading, a pair of unequal entries if under none, None where they have no values."""
    found: tuple[float, float] | None = None
    for reading in readings:
        outcome = _compare(tree, reading)
        if outcome == "equal":
            return "equal"
        if outcome is not None and found is None:
            found = outcome
    return found


def _compare(tree: Node, reading: list[World]) -> Any:
    import numpy as np

    differs = None
    for world in reading:
        values = Values(world)
        try:
            with np.errstate(all="ignore"):  # what is not finite has no value
                left, right = (values.value(side) for side in tree.args)
        except (Unsupported, ValueError, ArithmeticError, np.linalg.LinAlgError):
            return None
        ways = [right, right.T] if values.transposable else [right]
        if not any(left.shape == w.shape for w in ways) or not (np.isfinite(left).all() and np.isfinite(right).all()):
            return None
        if not any(left.shape == w.shape and np.allclose(left, w, rtol=1e-4, atol=1e-5) for w in ways):
            differs = differs or _farthest(left, next(w for w in ways if w.shape == left.shape))
    return differs or "equal"


def _farthest(left: Any, right: Any) -> tuple[float, float]:
    import numpy as np

    at = np.unravel_index(np.argmax(np.abs(left - right)), left.shape)
    return float(left[at]), float(right[at])


def _computed(left: Node) -> bool:
    """A derivative, a trace, a determinant, a norm: what no condition is put on by another expression of the same letters."""
    inner = left.args[0] if left.op in ("neg", "pow") else left
    named = inner.op == "app" and inner.args[0].op == "name" and str(inner.args[0].value).casefold() in COMPUTED
    return named or inner.op in ("diff", "norm") or any(n.op == "name" and n.value == "nabla" for n in walk(inner))


COMPUTED = {"tr", "trace", "det", "vec", "nabla", "log"}


def _repair(line: Line, readings: Readings, case: Case) -> Suggestion | None:
    before = _before(case, case.note.statements.index(line))

    def holds(tree: Node) -> bool:
        if tree.args[0] == tree.args[1]:
            return False
        changed = inlined(line.stating(tree), before)
        return differ(changed, readings) == "equal"

    return mending.mend(line, (1,), holds, exact=True)


def _finding(line: Line, found: tuple[float, float], fixed: Suggestion | None) -> Finding:
    text, (left, right) = line.block.text, line.tree.args[:2]
    fields = {
        "left": text[left.start : left.end].strip() or line.latex.partition("=")[0].strip(),
        "right": text[right.start : right.end].strip(),
        "point": {"en": " at random 3×3 matrices", "zh": "（取随机 3×3 矩阵）"},
        "a": f"{found[0]:.6g}",
        "b": f"{found[1]:.6g}",
    }
    evidence = {"kind": "counterexample", "at": {}, "left": round(found[0], 6), "right": round(found[1], 6)}
    return Finding("BP103", line.span(), fields, evidence, None, fixed)
