"""Which formula of the catalog does a line state, and does it state it right?

Acceptance comes first and may rename; refutation needs the intention to be plain (the name on the left, or every symbol of the
formula present; the section speaks of it or other lines of the same system stand beside it) and one edit that puts it right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..document import Line, Note
from ..match.binding import direct_binding, sides, spec_binding, spec_side
from ..match.matcher import Match, Repair, features, match, repairs, spec_features, tags_of
from ..match.signature import signature
from ..match.spelling import spell
from ..match.values import close, function_name
from ..notation.reader import read
from ..notation.tree import Node, size
from ..specs import Spec, Symbol
from ..topics import another_kind, supported

STRONG, WEAK, NONE = 2, 1, 0
# edits that may turn any short formula into another need other lines of the same system beside them
BOLD_EDITS = {"missing factor", "missing term", "function", "operator", "fraction", "power", "nested"}


@dataclass(frozen=True, eq=False)
class Judgement:
    """What is known of one line: a match, or a repair, or neither."""

    line: Line
    match: Match | None = None
    repair: Repair | None = None
    why: str = ""


def judge(note: Note, specs: Iterable[Spec]) -> list[Judgement]:
    """A judgement for each line; acceptance of all lines first, then refutation in the light of what was accepted."""
    right = [s for s in specs if s.kind != "pitfall" and s.statements]
    accepted = {id(line): _accept(line, right) for line in note.lines}
    out = []
    for line in note.lines:
        found = accepted[id(line)]
        repair = None if found else _refute(note, line, right, accepted)
        out.append(Judgement(line, found, repair))
    return out


def affinity(left: Node, spec: Spec) -> int:
    """How well the left side fits: the same name, a name that could stand for it, or another thing."""
    own = spec.left
    if left.op == "app" and own.op == "app":
        same = str(function_name(left.args[0])).casefold() == str(function_name(own.args[0])).casefold()
        return STRONG if same else NONE
    if left.op == "app" or own.op == "app":
        return WEAK
    if left.op != "name" or own.op != "name":
        return WEAK
    a, b = signature(left, sides(left, left)[0].index), signature(own, spec.index)
    if a.base.casefold() == b.base.casefold():
        return STRONG if a.accents == b.accents and (a.step is None) == (b.step is None) else NONE
    if b.base.casefold() in tags_of(left):
        return STRONG
    return WEAK if (a.accents == b.accents or not b.accents) and (b.step is None or a.step is not None) else NONE


def _accept(line: Line, specs: list[Spec]) -> Match | None:
    """The best match: a fitting left side first, then a formula before a variant, then the order of the catalog."""
    have = {features(r) for r in line.rights}
    ranked = sorted(
        ((affinity(line.left, s), s) for s in specs if spec_features(s) in have), key=lambda pair: (-pair[0], pair[1].kind != "formula")
    )
    for fits, spec in ranked:
        if fits == NONE or (fits == WEAK and not (_distinctive(spec) and supported(spec, line.context))):
            continue
        found = match(line.left, line.rights[-1], spec)
        if found is not None and _whole(line, found, spec):
            return found
    return None


def _whole(line: Line, found: Match, spec: Spec) -> bool:
    """Every link of a chain must agree, or the statement as a whole is not verified."""
    return all(match(line.left, r, spec) is not None for r in line.rights[:-1])


def _distinctive(spec: Spec) -> bool:
    return size(spec.right) >= 8


def _refute(note: Note, line: Line, specs: list[Spec], accepted: dict[int, Match | None]) -> Repair | None:
    if len(line.rights) != 1 or another_kind(line.context):
        return None
    beside = Counter(m.spec.system for other in note.lines if other.section == line.section and (m := accepted[id(other)]))
    best: Repair | None = None
    for spec in specs:
        if not _intended(line, spec, beside) or (best is not None and spec.kind == "variant"):
            continue
        for found in _repairs(note, line, spec):
            if found.edit.kind in BOLD_EDITS and (beside[spec.system] < 2 or spec.kind == "variant"):
                continue
            if best is None or found.edit.cost < best.edit.cost:
                best = found
            break
    return best


def _intended(line: Line, spec: Spec, beside: Counter[str]) -> bool:
    """Whether the line plainly means to state this formula."""
    if not (supported(spec, line.context) or beside[spec.system] >= 2):
        return False
    fits = affinity(line.left, spec)
    direct, unknown, missing, _ = direct_binding(sides(line.left, line.rights[0])[1], spec)
    bound = len({s.name for s in direct.values() if s.kind not in ("weight", "bias")})
    if fits == STRONG:
        return bound >= 1 and len(missing) <= 1
    return fits == WEAK and not missing and bound >= 4


def _repairs(note: Note, line: Line, spec: Spec) -> Iterable[Repair]:
    pool = list(note.names(line.section))
    side = sides(line.left, line.rights[0])[1]
    trees = _notations(spec)

    def write(symbol: Symbol, near: Node) -> Node:
        return spell(trees[symbol.name], near, side, pool, spec.index)

    return repairs(line.left, line.rights[0], spec, write)


def _notations(spec: Spec) -> dict[str, Node]:
    """The spec's notation of each of its symbols, as trees."""
    found = {}
    for s, symbol in spec_binding(spec).table.items():
        trees = read(symbol.tex).statements if symbol.tex else ()
        found[symbol.name] = trees[0].tree if len(trees) == 1 else Node("name", value=s.base, sub=tuple(Node("name", value=t) for t in s.tags))
    return found


def pitfall_of(line: Line, repair: Repair, specs: Iterable[Spec]) -> Spec | None:
    """The known mistake that the line states, if it is one of the formula's."""
    for spec in specs:
        if spec.kind == "pitfall" and spec.formula == repair.spec.formula and spec.statements:
            found = match(line.left, line.rights[0], spec)
            if found is not None and not found.binding.renamed:
                return spec
    return None


__all__ = ["Judgement", "affinity", "close", "judge", "pitfall_of", "spec_side"]
