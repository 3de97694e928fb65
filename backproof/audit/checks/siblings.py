"""Lines that state one thing for several gates, axes or projections: what one line changes, it changes everywhere.

``r_t = \\sigma(W_r x_t + U_r h_{t-1} + b_r)`` and below it ``z_t = \\sigma(W_z x_t + U_z h_{t-1} + b_r)``: the
last r was left behind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from ..document import Line
from ..findings import Finding
from ..notation.tree import Node
from . import Case
from .slips import Leaf, Slip, aligned, edits_for, source

NEAR = 8  # lines of a section that may be siblings
RUNNING = set("tnkjl")
WHY = {
    "en": "line {line} states the same for “{other}”, and everything else of it was changed along",
    "zh": "第 {line} 行对“{other}”给出同样的式子，其余各处都跟着改了",
}


def check(case: Case) -> Iterator[Finding]:
    """BP316 for a letter that was not changed along from a sibling line."""
    seen: set[int] = set()
    for at, line in enumerate(case.note.lines):
        family = _family(case.note.lines, at)
        for copy in family:
            others = [f for f in family if f is not copy]
            slip = (_left_behind(line, copy, others) or _taken(line, copy, others)) if id(copy) not in seen else None
            if slip is not None:
                seen.add(id(copy))
                yield slip.finding("BP316", "sibling")


def _family(lines: list[Line], at: int) -> list[Line]:
    """The lines near by, in the same section, with the same form and one other letter on the left."""
    model = lines[at]
    near = [o for o in lines[max(0, at - NEAR) : at + NEAR + 1] if o is not model and o.section == model.section]
    return [o for o in near if _exchanged(model.left, o.left)[0] and _right(model, o) is not None]


def _left_behind(model: Line, copy: Line, others: list[Line]) -> Slip | None:
    """The one place where a letter was kept, though it was changed along in two others or more."""
    pairs = _right(model, copy) or []
    targets: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for a, b in pairs:
        if _tells_apart(a):
            targets[a.text][b.text] += 1
        elif a.text != b.text:
            return None
    split = [text for text, found in targets.items() if len(found) > 1]
    if len(split) != 1:
        return None
    old = split[0]
    (new, often), (kept, once) = targets[old].most_common(2)
    needed = 2 if new.isalpha() and old.isalpha() else 3
    if len(targets[old]) != 2 or kept != old or once != 1 or often < needed or new in targets:
        return None
    place = next(i for i, (a, b) in enumerate(pairs) if a.text == b.text == old and _tells_apart(a))
    if pairs[place][0].script and not any(a.script for a, b in pairs if a.text == old and b.text == new):
        return None  # ``x \\ast h_x``: a direction, not the x that was exchanged
    if any(_deviates(model, o, old, place) for o in others):
        return None
    edits = edits_for(copy, [(pairs[place][1].node, new)])
    fields = {"line": str(model.span().line), "other": source(model, model.left).strip()}
    why = {lang: text.format(**fields) for lang, text in WHY.items()}
    return Slip(copy, edits, why) if edits else None


def _tells_apart(leaf: Leaf) -> bool:
    """Letters and words, and numbers that say a place: ``p[0]``, but not the 1 of ``+ 1``."""
    return leaf.script or leaf.node.op != "num"


def _taken(model: Line, copy: Line, others: list[Line]) -> Slip | None:
    """``Q = X W^Q``, ``K = X W^K``, ``V = X W^K``: two lines carry their own letter, the third carries another's."""
    old, new = _exchanged(model.left, copy.left)
    pairs = _right(model, copy) or []
    places = [i for i, (a, b) in enumerate(pairs) if a.text != b.text or a.text == old]
    if len(places) != 1 or pairs[places[0]][0].text != old:
        return None
    stray = pairs[places[0]][1]
    followers = {
        new_ for o in others for new_ in [_exchanged(model.left, o.left)[1]] if _follows(model, o, places[0], new_)
    }
    if stray.text == new or not followers or stray.text not in followers | {old}:
        return None
    edits = edits_for(copy, [(stray.node, new)])
    fields = {"line": str(model.span().line), "other": source(model, model.left).strip()}
    why = {lang: text.format(**fields) for lang, text in WHY.items()}
    return Slip(copy, edits, why) if edits else None


def _follows(model: Line, other: Line, place: int, new: str) -> bool:
    """A sibling that differs from the model at this place only, by its own letter."""
    pairs = _right(model, other) or []
    return [i for i, (a, b) in enumerate(pairs) if a.text != b.text] == [place] and pairs[place][1].text == new


def _deviates(model: Line, other: Line, old: str, place: int) -> bool:
    """Another sibling does not change the letter along at this place either: the place has its own rule."""
    pairs = _right(model, other) or []
    usual = Counter(b.text for i, (a, b) in enumerate(pairs) if a.text == old and i != place).most_common(1)
    return not usual or pairs[place][1].text != usual[0][0]


def _right(model: Line, copy: Line) -> list[tuple[Leaf, Leaf]] | None:
    if len(model.rights) != 1 or len(copy.rights) != 1:
        return None
    return aligned(model.rights[0], copy.rights[0])


def _exchanged(a: Node, b: Node) -> tuple[str, str]:
    """The one letter or word in which two left sides differ; no number, no running index."""
    pairs = aligned(a, b)
    found = {(x.text, y.text) for x, y in pairs or () if x.text != y.text}
    if len(found) != 1:
        return "", ""
    old, new = found.pop()
    script = all(x.script for x, y in pairs or () if x.text != y.text)
    letters = old.isalpha() and new.isalpha() and not (script and {old, new} & RUNNING)
    return (old, new) if letters else ("", "")
