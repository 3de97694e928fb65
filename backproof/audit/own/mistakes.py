"""A line that states, word for word, a mistake which a house has described: put right by the house's formula as a whole."""

from __future__ import annotations

from ..document import Line
from ..library import Library
from ..match.binding import direct_binding, operands, sides, spec_binding
from ..match.edits import Candidate
from ..match.matcher import Repair, match, repaired
from ..specs import Spec
from ..topics import supported

COST = 9


def stated_mistake(line: Line, library: Library) -> Repair | None:
    """The formula in place of the mistake; None where the line states none, or means something else by its letters."""
    for known in library.own_pitfalls:
        if known.left == line.left and supported(known, line.context) and _verbatim(line, known):
            for formula in library.right:
                if formula.formula == known.formula and formula.kind == "formula":
                    found = _repair(line, formula)
                    if found is not None:
                        return found
    return None


def _verbatim(line: Line, known: Spec) -> bool:
    """Whether the line has the value of the mistake in its own letters: then the formula's letters put it right."""
    right = line.rights[0]
    side, letters = sides(line.left, right)[1], spec_binding(known).table
    return all(name in letters for name in operands(side)) and match(line.left, right, known) is not None


def _repair(line: Line, formula: Spec) -> Repair | None:
    right = line.rights[0]
    edit = Candidate(formula.right, (), right, formula.right, "whole", COST)
    note = sides(line.left, right)[1]
    return repaired(edit, formula, direct_binding(note, formula)[3], note, {})
