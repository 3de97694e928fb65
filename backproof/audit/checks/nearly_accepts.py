"""What a line states after one of its edits."""

from __future__ import annotations

from functools import cached_property, partial

from ..document import Line
from ..glance import left_name
from ..library import Library
from ..match import forms
from ..match.contradicted import arguments, contradicted
from ..match.edits import Candidate, around, put
from ..match.freeform import thinkable
from ..match.gates import of_its_cell
from ..match.matcher import features, match, spec_features
from ..match.quotients import of_pairs
from ..match.turned import turned_alone
from ..match.untransposed import ELSEWHERE, FUNCTION, NUMBER, of_numbers
from ..notation.tree import Node, operations
from ..specs import Spec
from ..topics import another_kind, supported
from .affinity import STRONG, namesakes
from .catalog import accept_form, accept_pattern, recognised, stands
from .nearly_convicts import LAYERED, PLAIN

LOOSE = "loss.categorical_cross_entropy"  # any weighted logarithm: only its sign tells
GATED = "recurrent.lstm.hidden"
SHORT = 4  # letters of a function's name that many functions may have
VARIED = {"activations where used", "layer norm"}  # forms of a cell that is of another kind
OF_LETTERS = {"script", "symbol"}
OF_FUNCTIONS = {"transpose", "order", "factor lost"}  # convict where a function is defined by its name


def _as_on_the_left(left: Node, candidate: Candidate) -> bool:
    """``L(\\hat y_t, y_t)`` of a ``y_{t-1}``: the edit makes it the very step that the left side says it is of."""
    before, after = candidate.before, candidate.after
    if candidate.kind not in OF_LETTERS or before.op != "name" or after.op != "name":
        return False
    same = (before.value, before.accents, before.marks) == (after.value, after.accents, after.marks)
    return (
        same
        and any(map(partial(_is_of, after), arguments(left)))
        and not any(map(partial(_is_of, before), arguments(left)))
    )


def _is_of(name: Node, argument: Node) -> bool:
    """Whether an argument is the name, but for places in it that only the name tells."""
    if argument.op != "name" or (argument.value, argument.accents) != (name.value, name.accents):
        return False
    return bool(argument.sub + argument.sup) and {*argument.sub} <= {*name.sub} and argument.sup == name.sup


def _acronym(left: Node) -> bool:
    """``FL(p)``: two capitals or more are a word."""
    head = str(left.args[0].value)
    return len(head) > 1 and head.isalpha() and head.isupper()


class Acceptor:
    """Says of one line after another edit what it states; what depends on the left side alone is worked out once."""

    def __init__(self, line: Line, library: Library, variant: bool = False) -> None:
        self.line, self.library, self.variant = line, library, variant
        name = left_name(line.left)
        called = line.left.op == "app" and (len(name) > SHORT or _acronym(line.left))
        named = () if variant else namesakes(line.left, library)
        cell = of_its_cell(line.left, line.rights[-1], line.heading)
        self.named = [s for s in named if called or supported(s, line.context) or (cell and s.formula == GATED)]

    @cached_property
    def possible(self) -> list[forms.Form]:
        """Those that the line may have after an edit."""
        line = self.line
        able = forms.possible(line.left, line.rights, line.context)
        if not self.variant:
            return able
        own = {s.formula for s in self.library.right if not another_kind(line.context, s)}
        return [form for form in able if VARIED & {*form.row.how} or form.row.formula in own]

    @cached_property
    def near(self) -> forms.Near:
        return forms.Near(self.possible, self.line.context)

    @cached_property
    def chained(self) -> bool:
        left, rights = self.line.left, self.line.rights
        return not self.variant and "diff" in operations(left) and any("diff" in operations(r) for r in rights)

    @cached_property
    def only_plain(self) -> bool:
        """Whether nothing but a plain form is near."""
        line, formulas = self.line, {form.row.formula for form in self.possible}
        free = self.chained or ((not self.variant) and any(thinkable(line.left, right) for right in line.rights))
        return not (self.named or free or formulas - PLAIN)

    @cached_property
    def hopeless(self) -> bool:
        return self.only_plain and not {form.row.formula for form in self.possible} & LAYERED

    def accepts(self, candidate: Candidate, link: int) -> Spec | None:
        """The formula that the line states with this edit of one of its right sides, or None."""
        line = self.line
        if candidate.kind in OF_LETTERS and any(map(of_pairs, around(line.rights[link], candidate.path))):
            return None
        line = line.stating(put(line.tree, (link + 1,), candidate.tree))
        if candidate.kind in (FUNCTION, NUMBER):
            whole = recognised(line, self.library)
            if whole is None:
                return None
            due = candidate.kind == FUNCTION or of_numbers(whole.spec) or turned_alone(self.line.rights[link])
            return whole.spec if due else None
        if candidate.kind in ("limit", "call", ELSEWHERE) or _as_on_the_left(line.left, candidate):
            whole = recognised(line, self.library)
            if whole is not None or candidate.kind in ("limit", ELSEWHERE):
                return whole.spec if whole is not None else None
        if candidate.kind in OF_FUNCTIONS and line.left.op != "app":
            return self._in_order(line)  # else whether samples are rows or columns is the author's choice
        found = self._by_name(line, candidate) if self.named else None
        if found is None and candidate.kind not in OF_FUNCTIONS:
            found = self._by_form(line, candidate)
        return None if found is None or contradicted(line.left, line.rights) else found

    def _by_name(self, line: Line, candidate: Candidate) -> Spec | None:
        """By the names; what the edit puts there must be known by its own name, unless it has only been at another step."""
        right, new = line.rights[-1], candidate.after
        moved = candidate.kind == "script" and candidate.before.value == new.value
        own = features(right)
        for spec in self.named:
            if spec_features(spec) == own:
                found = match(line.left, right, spec)
                renamed = found.binding.renamed if found is not None else ()
                if new.op == "name" and line.side.signature(new) in renamed and not moved:
                    continue
                if found is not None and stands(line, found, STRONG, self.library):
                    return spec
        return None

    def _in_order(self, line: Line) -> Spec | None:
        """By the forms of products of matrices, which know both layouts."""
        able = [form for form in self.near.after(line.left, line.rights) if form.row.ordered]
        found = accept_pattern(line, self.library, able) if able else None
        return found.spec if found is not None else None

    def _by_form(self, line: Line, candidate: Candidate) -> Spec | None:
        able = self.near.after(line.left, line.rights)
        pattern = accept_pattern(line, self.library, able) if able or self.chained else None
        found = pattern or (accept_form(line, self.library) if not self.variant else None)
        if found is None or (found.spec.formula == LOOSE and (candidate.kind != "sign" or candidate.path)):
            return None
        return found.spec
