"""Which edits may convict: none that loses a quantity, or that would make another formula of any."""

from __future__ import annotations

from collections import Counter

from ..document import Line
from ..match.edits import Candidate, percent
from ..memo import by_identity
from ..notation.tree import Node, operations
from .binding import Part
from .lexicon import Field
from .operands import nodes, spells

KINDS = {
    "symbol", "sign", "number", "bracket", "one", "complement",
    "function", "fraction", "operator", "nested", "power", "extra", "swapped",
    "logarithm", "constant", "continued",
}  # fmt: skip
GAINS = {"number", "power", "extra", "fraction"}


def likely(candidate: Candidate, foreign: set[int]) -> tuple[int, int, int]:
    """The likelier slip first; of two wrong names the later one, for what is copied goes wrong at its end."""
    start = candidate.before.start
    cost = 2 * candidate.cost + (id(candidate.after) in foreign)
    return (cost, 0, -start) if candidate.kind == "symbol" else (cost, len(candidate.path), start)


def trusted(candidate: Candidate, line: Line, note: Part, fixed: Part, stray: set[str], own: str, field: Field) -> bool:
    """Whether the edit may convict. ``stray``: operands that are no symbol of the formula; ``own``: the left side's past."""
    kind = candidate.kind
    if kind not in KINDS or _function_lost(candidate) or (field.gains and kind in GAINS):
        return False
    if percent(candidate):
        return False
    if kind == "operator" and field.scale:
        return False
    if kind == "extra" and (candidate.after.op == "num" or _taken(candidate, note) > (0 if field.scale else 1)):
        return False
    if kind == "power" and field.whole:
        return False  # the padding may be that of one side or of both
    if kind == "power" and field.scale and not operations(note.tree) & {"big", "norm"}:
        return False
    if kind == "symbol":
        return not left_by_a_line_above(line, candidate) and _name_for_name(
            candidate, line, note, fixed, stray, own, field
        )
    return note.keys <= fixed.keys


@by_identity
def cancels(tree: Node) -> bool:
    """Whether a sum of the side takes away what it adds: no formula does."""
    here = tree.op == "add" and any(t.op == "neg" and t.args[0] in tree.args for t in tree.args)
    return here or any(cancels(child) for child in tree.children if child.children)


def _name_for_name(
    candidate: Candidate, line: Line, note: Part, fixed: Part, stray: set[str], own: str, field: Field
) -> bool:
    """A name in place of another: one of the line's own, what the formula takes from before, or one of the same letter."""
    wrong, right = (note.describe(n).key for n in (candidate.before, candidate.after))
    if note.keys - fixed.keys - {wrong}:
        return False
    same_letter = candidate.before.value == candidate.after.value and _as_scripted(candidate)
    known = same_letter and _telling(candidate, note, field)
    return wrong not in stray or right == own or known or _another_count(candidate, line, note, fixed, field)


def _another_count(candidate: Candidate, line: Line, note: Part, fixed: Part, field: Field) -> bool:
    """``FN`` for ``FP``: words that mean one thing wherever they stand, under a name in full or beside the hits, where P is no
    share of the negative ones."""
    wrong, right = (spells(note.describe(n))[0] for n in (candidate.before, candidate.after))
    words = field.words_are_names and len(wrong) > 1 and len(right) > 1
    beside_hits = any(o.spelling == "tp" for o in fixed.operands()) or len(str(line.left.value)) > 1
    return words and beside_hits and wrong in field.names and right in field.names


def _as_scripted(candidate: Candidate) -> bool:
    """A name with scripts is not put right by leaving them out."""
    before, after = candidate.before, candidate.after
    return bool(after.sub or after.sup) or not (before.sub or before.sup)


def _telling(candidate: Candidate, note: Part, field: Field) -> bool:
    """Whether two names of one letter differ in what is known to tell: the place in time, or scripts of the lexicon."""
    a, b = (note.describe(n) for n in (candidate.before, candidate.after))
    return a.step != b.step or any(s in field.names for s in spells(a)[:-1])


def left_by_a_line_above(line: Line, candidate: Candidate) -> bool:
    """A line may use what it assigns to as a line above left it, under the same index."""
    return candidate.before == line.left


def _taken(candidate: Candidate, note: Part) -> int:
    """How many quantities an edit takes away."""
    first, second = (Counter(note.describe(n).key for n in nodes(t)) for t in (candidate.before, candidate.after))
    return (first - second).total()


def rooted(candidate: Candidate) -> bool:
    """A root put around all that stands: a mean square under a letter of its own is no root of one."""
    return not candidate.path and candidate.after.op == "root" and candidate.before in candidate.after.args


def _function_lost(candidate: Candidate) -> bool:
    """A function left out altogether: too bold to convict by."""
    before = candidate.before
    return candidate.kind == "function" and before.op == "app" and candidate.after == before.args[-1]
