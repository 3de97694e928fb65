"""Lines that say by a title or a full name which formula they mean, and what of them a convention may still explain.

Under the formula's own title, with its own name on the left and all its letters in place, a function or a factor that is not
there has been forgotten; but some factors are one as often as not, and some numbers are a choice.
"""

from __future__ import annotations

from ..document import Line
from ..library import left_name, weight
from ..match.binding import direct_binding, renamed_binding, sides
from ..match.edits import Candidate
from ..match.values import function_name
from ..notation.tree import Node, walk
from ..specs import Spec
from ..topics import supported, titled

LEAST = 3  # operations and operands of a formula that can be meant at all
SHORT = 3  # letters of a function's name that announce nothing
OF_VALUES = {"log", "exp"}  # what is put around all of a side by no choice
SCALED = ("initialization.", "annealing.", "schedule.")  # gains and rates, whose numbers are a choice
ALWAYS = ""
ONE = {  # factors that may be left out, being one: always, or beside another factor
    "activation.elu": {"alpha": ALWAYS},
    "activation.celu": {"alpha": ALWAYS},
    "optimizer.sgd.update": {"eta": ALWAYS},
    "optimizer.sgd.weight_decay": {"eta": "lambda"},  # a decay that has its own rate
    "optimizer.adamw.update": {"eta": "lambda"},
}


def surely_meant(line: Line, spec: Spec) -> bool:
    """Whether the heading is the formula's title, or the left side its full name under words of its kind, and every letter of
    the line is one of the formula's, which lacks one at most."""
    called = line.left.op == "app" and len(left_name(line.left)) > SHORT and supported(spec, line.context)
    if weight(spec) < LEAST or not (called or titled(spec, line.context)):
        return False
    side = sides(line.left, line.rights[0])[1]
    _, unknown, missing, _ = direct_binding(side, spec)
    return not set(unknown) - set(renamed_binding(side, spec).renamed) and len(missing) <= 1


def no_convention(edit: Candidate, line: Line, spec: Spec) -> bool:
    """Whether the difference is none that a convention makes: a factor of one, a number of choice, scores for weights."""
    if edit.kind != "part":
        return True
    if spec.formula.startswith(SCALED) and not _turned_over(edit):
        return False
    if _of_one(edit, spec):
        return False
    whole = not edit.path and edit.after.op == "app" and edit.before.op != "app"
    return not whole or line.left.op == "app" or _said(edit.after.args[0], line)


def _turned_over(edit: Candidate) -> bool:
    """A fraction upside down."""
    return edit.before.op == edit.after.op == "frac" and edit.before.args == edit.after.args[::-1]


def _of_one(edit: Candidate, spec: Spec) -> bool:
    """Whether what the part lacks is a factor that many leave out."""
    before, after = ([n.value for n in walk(t) if n.op == "name"] for t in (edit.before, edit.after))
    lost = {str(v) for v in after if after.count(v) > before.count(v)}
    factors = {str(a.value) for a in edit.after.args if a.op == "name"} if edit.after.op == "mul" else set()
    return any(
        letter in lost and (beside == ALWAYS or beside in factors)
        for letter, beside in ONE.get(spec.formula, {}).items()
    )


def _said(function: Node, line: Line) -> bool:
    """A function that turns one quantity into another kind of it, or that the heading names."""
    name = function_name(function) or ""
    return name in OF_VALUES or (len(name) > SHORT and name.casefold() in line.heading.casefold())
