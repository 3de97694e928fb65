"""What a note's other lines say of its layers: samples as columns or rows, and by which end weights are numbered."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line, Note
from ..match.terms import Term, subterms, term
from ..memo import by_identity
from ..records import record
from .laws import BY_INPUT, COLUMNS, FROM, NUMERATOR, ROWS, TO, Law, gap
from .reading import BIASES, MODELS, NOT_VALUES, WEIGHTS, Quantity, gradient, quantity


@record
class Surroundings:
    """The layouts and numberings of the forward lines of a note."""

    layouts: frozenset[str] = frozenset()
    numberings: frozenset[str] = frozenset()
    outputs: frozenset[tuple[str, bool]] = frozenset()  # letters of what is computed, and whether with a hat

    def predicted(self, output: Quantity) -> bool:
        """Whether the note computes it: then it is no target."""
        return output.base in MODELS or (output.base, output.hat) in self.outputs

    def allow(self, law: Law) -> bool:
        """Whether a law can hold in this note."""
        if law.numbering and self.numberings and law.numbering not in self.numberings:
            return False
        if law.layout == BY_INPUT:
            return BY_INPUT in self.layouts
        if law.layout in (COLUMNS, ROWS) and len(self.layouts) == 1:
            return law.layout in self.layouts or (law.layout == ROWS and law.batch and BY_INPUT not in self.layouts)
        return True

    def decide(self, law: Law) -> bool:
        """Whether they tell that it is this layout and no other."""
        return self.layouts == {law.layout}


@by_identity
def surroundings(note: Note) -> Surroundings:
    """What the forward lines ``z = W x + b`` of a note say; asked for where a line states a gradient."""
    layouts, numberings, outputs = set[str](), set[str](), set[tuple[str, bool]]()
    for line in note.lines:
        for right in () if gradient(term(line.left)) is not None else line.rights:
            for weight, value, layout in _mapped(term(right)):
                layouts.add(layout)
                shift = gap(weight.layer, value.layer)
                numberings |= {TO} if shift == 1 else {FROM} if shift == 0 else set()
        outputs |= _computed(line)
    return Surroundings(frozenset(layouts), frozenset(numberings), frozenset(outputs))


def _computed(line: Line) -> set[tuple[str, bool]]:
    """What stands on the left of a function or an affine map, or under a logarithm."""
    found = [term(line.left)] if any(term(r)[0] in ("app", "sum", "prod") for r in line.rights) else []
    found += [p[2][0] for r in line.rights for p in subterms(term(r)) if p[0] == "app" and p[1][1] == "log" and p[2]]
    named = [q for q in map(quantity, found) if q is not None]
    return {(q.base, q.hat) for q in named}


def _mapped(right: Term) -> Iterator[tuple[Quantity, Quantity, str]]:
    """The weights of a side with what they are applied to."""
    for part in subterms(right):
        if part[0] != "prod" or len(part[2]) != 2 or part[3]:
            continue
        a, b = map(quantity, part[2])
        if a is None or b is None or (a.base in WEIGHTS) == (b.base in WEIGHTS):
            continue
        weight, value = (a, b) if a.base in WEIGHTS else (b, a)
        if value.turned or value.base in BIASES | NOT_VALUES or _entry(weight):
            continue
        before = weight is a
        if before:
            yield weight, value, BY_INPUT if weight.turned else COLUMNS
        else:
            yield weight, value, NUMERATOR if weight.turned else ROWS


def _entry(weight: Quantity) -> bool:
    """``W_{ij}`` and ``w_1``: an entry has no layout."""
    if weight.base.islower() and (weight.places or weight.layer is None or weight.layer[0] == "num"):
        return True
    return any(len(s[1]) == 1 and s[1] in "ijkmn" for s in weight.places if s[0] == "name") and len(weight.places) > 1
