"""What a line states after one of its edits."""

from __future__ import annotations

from ..document import Line
from ..library import Library, left_name
from ..match import forms
from ..match.contradicted import contradicted
from ..match.edits import Candidate, around, put
from ..match.freeform import thinkable
from ..match.matcher import features, match, spec_features
from ..match.quotients import of_pairs
from ..notation.tree import Node, operations
from ..specs import Spec
from ..topics import supported
from .catalog import STRONG, accept_form, accept_pattern, namesakes, recognised, stands
from .nearly_convicts import LAYERED, PLAIN

LOOSE = "loss.categorical_cross_entropy"  # any weighted logarithm: only its sign tells
SHORT = 4  # letters of a function's name that many functions may have
VARIED = {"activations where used", "layer norm"}  # forms of a cell that is of another kind
OF_LETTERS = {"script", "symbol"}
OF_FUNCTIONS = {"transpose", "order", "factor lost"}  # convict where a function is defined by its name


class Acceptor:
    """Says of one line after another edit what it states; what depends on the left side alone is worked out once."""

    def __init__(self, line: Line, library: Library, variant: bool = False) -> None:
        self.line, self.library, self.variant = line, library, variant
        called = line.left.op == "app" and len(left_name(line.left)) > SHORT
        named = () if variant else namesakes(line.left, library)
        self.named = [s for s in named if called or supported(s, line.context)]
        self.forms = forms.possible(line.left, line.rights, line.context)
        if variant:
            self.forms = [form for form in self.forms if VARIED & {*form.row.how}]
        self.near = forms.Near(self.forms, line.context)
        formulas = {form.row.formula for form in self.forms}
        self.chained = (
            not variant and "diff" in operations(line.left) and any("diff" in operations(r) for r in line.rights)
        )
        free = self.chained or ((not variant) and any(thinkable(line.left, right) for right in line.rights))
        self.only_plain = not (self.named or free or formulas - PLAIN)
        self.hopeless = self.only_plain and not formulas & LAYERED

    def accepts(self, candidate: Candidate, link: int) -> Spec | None:
        """The formula that the line states with this edit of one of its right sides, or None."""
        line = self.line
        if candidate.kind in OF_LETTERS and any(map(of_pairs, around(line.rights[link], candidate.path))):
            return None
        line = line.stating(put(line.tree, (link + 1,), candidate.tree))
        if candidate.kind == "limit":
            whole = recognised(line, self.library)
            return whole.spec if whole is not None else None
        if candidate.kind in OF_FUNCTIONS and line.left.op != "app":
            return self._in_order(line)  # else whether samples are rows or columns is the author's choice
        found = self._by_name(line, candidate.after) if self.named else None
        if found is None and candidate.kind not in OF_FUNCTIONS:
            found = self._by_form(line, candidate)
        return None if found is None or contradicted(line.left, line.rights) else found

    def _by_name(self, line: Line, new: Node) -> Spec | None:
        """By the names; what the edit puts there must be known by its own name."""
        right = line.rights[-1]
        own = features(right)
        for spec in self.named:
            if spec_features(spec) == own:
                found = match(line.left, right, spec)
                renamed = found.binding.renamed if found is not None else ()
                if new.op == "name" and line.side.signature(new) in renamed:
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
