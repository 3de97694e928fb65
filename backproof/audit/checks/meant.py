"""Lines that say by a title or a full name which formula they mean, and what has plainly been forgotten in them.

Under the formula's own title, with its own name on the left and all its letters in place, a function or a factor that is not
there has been forgotten; but some factors are one as often as not, and some numbers are a choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from ..document import Line, Note
from ..glance import left_name, weight
from ..match.binding import direct_binding, renamed_binding, sides
from ..match.edits import Candidate, positions, without
from ..match.quantities import quantities
from ..match.values import function_name
from ..notation.tree import ONE, Node, walk
from ..specs import Spec
from ..topics import supported, titled

LEAST = 3  # operations and operands of a formula that can be meant at all
SHORT = 3  # letters of a function's name that announce nothing
OF_VALUES = {"log", "exp"}  # what is put around all of a side by no choice
SCALED = ("initialization.", "annealing.", "schedule.")  # gains and rates, whose numbers are a choice
ONE_UNLESS_WRITTEN = {
    "activation.elu": {"alpha"},
    "activation.celu": {"alpha"},
    "optimizer.sgd.update": {"eta"},
}
LEARNED = {"gamma", "g"}  # scales of what is normalised, which start from one
NORMALISED = ("normalization.", "transformer.layer_norm", "transformer.rms_norm")


def surely_meant(line: Line, spec: Spec) -> bool:
    """Whether the heading is the formula's title, or the left side its full name under words of its kind, and every letter of
    the line is one of the formula's, which lacks one at most."""
    called = line.left.op == "app" and len(left_name(line.left)) > SHORT and supported(spec, line.context)
    if weight(spec) < LEAST or not (called or titled(spec, line.context)):
        return False
    side = sides(line.left, line.rights[0])[1]
    _, unknown, missing, _ = direct_binding(side, spec)
    return not set(unknown) - set(renamed_binding(side, spec).renamed) and len(missing) <= 1


def forgotten(edit: Candidate, line: Line, spec: Spec, ones: Container[str]) -> bool:
    """Whether the edit makes good one slip that no convention explains: a function or a factor left out, a number too many,
    a sign between two parts or a fraction the wrong way. ``ones`` are the letters that the note sets to one."""
    if _turned_over(edit) or _a_root(edit):
        return True
    stood, stands = quantities(edit.before), quantities(edit.after)
    if stood - stands:
        return False
    lost = list((stands - stood).elements())
    numbers = _numbers(edit.before) - _numbers(edit.after), _numbers(edit.after) - _numbers(edit.before)
    if lost:
        return len(lost) == 1 and not any(numbers) and _lost(lost[0][0].partition("(")[0], edit, line, spec, ones)
    if any(numbers):
        return not numbers[1] and not spec.formula.startswith(SCALED) and _a_number_too_many(edit)
    return {edit.before.op, edit.after.op} == {"add", "mul"}


def _turned_over(edit: Candidate) -> bool:
    """A fraction upside down."""
    return edit.before.op == edit.after.op == "frac" and edit.before.args == edit.after.args[::-1]


def _a_root(edit: Candidate) -> bool:
    """A root put on or taken off."""
    pairs = (edit.before, edit.after), (edit.after, edit.before)
    return any(a.op == "root" and a.args == (b,) for a, b in pairs)


def _numbers(tree: Node) -> Counter[str]:
    return Counter(str(n.value) for _, n in positions(tree) if n.op == "num")


def _a_number_too_many(edit: Candidate) -> bool:
    """A number multiplies what the formula has without it."""
    factors = edit.before.args if edit.before.op == "mul" else ()
    return any(f.op == "num" and without(edit.before, k) == edit.after for k, f in enumerate(factors))


def _lost(name: str, edit: Candidate, line: Line, spec: Spec, ones: Container[str]) -> bool:
    """Whether a name that is not there is a function or a factor that no one leaves out."""
    applied = [n for n in walk(edit.after) if n.op == "app" and n.args[0].op == "name" and n.args[0].value == name]
    if applied:
        whole = not edit.path and applied[0] is edit.after
        return not whole or line.left.op == "app" or _said(applied[0].args[0], line)
    products = [
        n for n in walk(edit.after) if n.op == "mul" and any(a.op == "name" and a.value == name for a in n.args)
    ]
    return bool(products) and not _of_one(name, spec, ones)


def _said(function: Node, line: Line) -> bool:
    """A function that turns one quantity into another kind of it, or that the heading names."""
    name = function_name(function) or ""
    return name in OF_VALUES or (len(name) > SHORT and name.casefold() in line.heading.casefold())


def _of_one(name: str, spec: Spec, ones: Container[str]) -> bool:
    """Whether the factor is one where it is not written: by custom, or because the note says so."""
    learned = name in LEARNED and spec.formula.startswith(NORMALISED)
    return learned or name in ONE_UNLESS_WRITTEN.get(spec.formula, ()) or name in ones


def said_to_be_one(note: Note) -> frozenset[str]:
    """The letters that the note sets to one somewhere (``λ = 1``)."""
    trees = (line.tree for line in note.statements)
    set_to_one = (t.args[0] for t in trees if t.op == "rel" and t.value == ("=",) and t.args[1] == ONE)
    return frozenset(str(name.value) for name in set_to_one if name.op == "name")
