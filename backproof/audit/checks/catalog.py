"""Which formula of the catalog does a line state, and does it state it right?

All lines are first accepted where they can be; what is left may be refuted in the light of what was accepted beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..document import Line, Note
from ..match.binding import operands, sides
from ..match.edits import positions
from ..match.matcher import Match, Repair, features, match, spec_features, tags_of
from ..match.signature import signature
from ..match.values import function_name
from ..notation.tree import Node
from ..specs import Spec
from ..topics import supported

STRONG, WEAK, NONE = 2, 1, 0
DISTINCTIVE, VERY_DISTINCTIVE = 5, 8  # operations and operands of a right side


@dataclass(frozen=True, eq=False)
class Judgement:
    """What is known of one line: a match, or a repair, or neither."""

    line: Line
    match: Match | None = None
    repair: Repair | None = None


def judge(note: Note, specs: Iterable[Spec]) -> list[Judgement]:
    """A judgement for each line; acceptance of all lines first, then refutation in the light of what was accepted."""
    from .refutation import Court

    right = [s for s in specs if s.kind != "pitfall" and s.statements and weight(s) > 1]
    accepted = {id(line): _accept(line, right) for line in note.lines}
    court = Court(note, right, accepted)
    return [
        Judgement(line, found, None if found else court.repair(line)) for line in note.lines for found in [accepted[id(line)]]
    ]


@lru_cache(maxsize=8192)
def weight(spec: Spec) -> int:
    """How much a right side says: its operations and operands, scripts apart."""
    return sum(1 for _ in positions(spec.right))


def affinity(left: Node, spec: Spec) -> int:
    """How well the left side fits: the same name, a name that could stand for it, or another thing."""
    own = spec.left
    if left.op == "app" and own.op == "app":
        same = str(function_name(left.args[0])).casefold() == str(function_name(own.args[0])).casefold()
        return STRONG if same else NONE
    if left.op != "name" or own.op != "name":
        return WEAK
    a, b = signature(left, sides(left, left)[0].index), signature(own, spec.index)
    if a.base.casefold() == b.base.casefold():
        return STRONG if a.accents == b.accents and (a.step is None) == (b.step is None) else NONE
    if b.base.casefold() in tags_of(left):
        return STRONG
    return WEAK if (a.accents == b.accents or not b.accents) and (b.step is None or a.step is not None) else NONE


def recurs(left: Node, right: Node) -> bool:
    """Whether the name on the left stands on the right at another time (``h_t = … h_{t-1} …``)."""
    if left.op != "name":
        return False
    own, side = sides(left, right)
    name = own.signature(left)
    return any(s.base == name.base and s.accents == name.accents and s.step not in (None, name.step) for s in operands(side))


def _accept(line: Line, specs: list[Spec]) -> Match | None:
    """The best match: a fitting left side first, then a formula before a variant, then the fewest renamings."""
    have = {features(r) for r in line.rights}
    best: tuple[tuple[int, bool, int], Match] | None = None
    for spec in specs:
        fits = affinity(line.left, spec) if spec_features(spec) in have else NONE
        if fits == NONE or (fits == WEAK and not _recognisable(line, spec)):
            continue
        if best is not None and best[0] <= (-fits, False, 0):
            continue
        found = match(line.left, line.rights[-1], spec)
        if found is not None and _whole(line, spec) and not _accidental(line, found, fits):
            rank = (-fits, spec.kind != "formula", len(found.binding.renamed))
            if best is None or rank < best[0]:
                best = (rank, found)
    return best[1] if best else None


def _recognisable(line: Line, spec: Spec) -> bool:
    """Whether the right side alone tells what is meant: it recurs as the spec does, and the text speaks of the formula or the
    line is long."""
    if recurs(line.left, line.rights[-1]) != recurs(spec.left, spec.right):
        return False
    return weight(spec) >= DISTINCTIVE and (supported(spec, line.context) or weight(spec) >= VERY_DISTINCTIVE)


def _accidental(line: Line, found: Match, fits: int) -> bool:
    """A product of two things is everywhere, and so is any short form under other names: without its own names on both sides
    it states nothing in particular."""
    renamed = bool(found.binding.renamed)
    if weight(found.spec) < DISTINCTIVE:
        return fits != STRONG or renamed
    return fits != STRONG and renamed and not supported(found.spec, line.context)


def _whole(line: Line, spec: Spec) -> bool:
    """Every link of a chain must agree, or the statement as a whole is not verified."""
    return all(match(line.left, r, spec) is not None for r in line.rights[:-1])
