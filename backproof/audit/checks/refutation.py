"""When may a line be called wrong?

The intention must be plain: the name on the left or every symbol of the formula is there, and the text speaks of the formula
or other lines of its system stand beside it. And one edit must put the line right, of a kind that the evidence allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from itertools import takewhile

from ..announced import announced
from ..document import Line, Note
from ..library import DISTINCTIVE, FULL, VERY_DISTINCTIVE, Library, left_name, weight
from ..match.binding import Side, direct_binding, renamed_binding, sides, spec_binding, spec_names
from ..match.edits import Candidate, percent
from ..match.matcher import LOCAL_KINDS, Match, Repair, local_repairs, match, repairs, tags_of
from ..match.signature import signature
from ..match.spelling import Named, spell
from ..match.tensors import matrix_spec
from ..match.values import ELEMENTWISE
from ..memo import Remembered
from ..notation.tree import Node, walk
from ..own.mistakes import stated_mistake
from ..specs import Spec, Symbol, notation
from ..topics import another_kind, supported
from .catalog import NONE, STRONG, affinity, namesakes

# edits that may turn any short formula into another need other lines of the same system beside them
BOLD_EDITS = {"missing factor", "missing term", "function", "operator", "fraction", "power", "nested"}
COMPANY = 2
GAINS, TASTE = {"initialization"}, {"number", "power", "extra", "fraction"}  # gains come with the activation
SMALL = 3  # the cost of an edit that no other is likely to undercut
SHORT = 3  # letters of a function's name that announce nothing
PLACED = 2  # symbols at a time of their own that make a line a step of one system


class Court:
    """Refutes lines of one note, knowing what was accepted in it."""

    def __init__(self, note: Note, library: Library, accepted: Mapping[int, Match | None]) -> None:
        self.note, self.library, self.accepted = note, library, accepted
        self._pools: dict[int, list[Named]] = {}
        self._tried: tuple[Line | None, dict[Spec, Remembered[Repair]]] = (None, {})

    def repair(self, line: Line) -> Repair | None:
        """The cheapest repair that may convict the line, or None."""
        if len(line.rights) != 1 or another_kind(line.context) or line.joint:
            return None
        beside = self._beside(line)
        best = self._local(line, beside)
        for spec in self._intended(line, beside) if best is None or best.edit.cost > SMALL else ():
            found = next(
                (r for r in self._repairs(line, spec) if self._trusted(line, spec, r.edit, beside[spec.system])), None
            )
            if found is not None and (best is None or found.edit.cost < best.edit.cost):
                best = found
        if best is None:
            return stated_mistake(line, self.library)
        if stated_otherwise(line, best.spec, self.library) or announced(best.edit, line, best.spec):
            return None
        return replace(best, unique=best.edit.kind not in LOCAL_KINDS and self._unique(line, best, beside))

    def _unique(self, line: Line, best: Repair, beside: Counter[str]) -> bool:
        """Whether no other edit, of about the same cost, makes the line state this or another formula that it may mean."""
        for spec in self._intended(line, beside):
            likely = takewhile(lambda r: r.edit.cost <= best.edit.cost + 1, self._repairs(line, spec))
            if any(other.edit.tree != best.edit.tree for other in likely):
                return False
        return True

    def _local(self, line: Line, beside: Mapping[str, int]) -> Repair | None:
        """The smallest difference in one part from a formula that the line announces by its name and by every other part."""
        best: Repair | None = None
        for spec in self._candidates(line, frozenset(namesakes(line.left, self.library))):
            if not self._announced(line, spec, beside[spec.system]):
                continue
            for found in local_repairs(line.left, line.rights[0], spec, self._writer(line, spec)):
                trusted = (
                    not (found.edit.kind == "exchanged" and matrix_spec(spec))  # another layout
                    and not around_all(found.edit)
                    and not percent(found.edit)
                    and not _regrouped(found.edit)
                    and same_rank(line, spec)
                    and not _foreign(found.edit, line)
                )
                if trusted and (best is None or found.edit.cost < best.edit.cost):
                    best = found
        return best

    def _announced(self, line: Line, spec: Spec, beside: int) -> bool:
        """The text speaks of the formula, or lines of its system stand beside, or its symbols are too many to be another's."""
        side = _right(line)
        _, unknown, missing, _ = direct_binding(side, spec)
        meant = self.library.signatures.get(spec.system, {})
        if any(u in meant or any(t.isdigit() for t in u.tags) for u in unknown):
            return False  # β₁ where β₂ is due: perhaps the line of β₁
        unknown = [u for u in unknown if u not in renamed_binding(side, spec).renamed]
        if len(unknown) > 1 or len(missing) > 1 or weight(spec) < DISTINCTIVE:
            return False
        if beside >= COMPANY or supported(spec, line.context):
            return True
        if line.left.op == "app" and len(left_name(line.left)) > SHORT:
            return not unknown
        placed = sum(s.step is not None for s in spec_names(spec))
        return not unknown and not missing and placed >= (PLACED if weight(spec) >= VERY_DISTINCTIVE else PLACED + 1)

    def _writer(self, line: Line, spec: Spec) -> Callable[[Symbol, Node], Node]:
        pool, trees, side = self._pool(line.section), _notations(spec), _right(line)
        written: dict[str, Node] = {}

        def write(symbol: Symbol, near: Node) -> Node:
            if symbol.name not in written:
                written[symbol.name] = spell(trees[symbol.name], near, side, pool, spec.index)
            return written[symbol.name]

        return write

    def _pool(self, section: int) -> list[Named]:
        """The names of a section, with their statements' indices."""
        if section not in self._pools:
            names = self.note.names(section)
            self._pools[section] = [(node, index, signature(node, index)) for node, index in names]
        return self._pools[section]

    def _candidates(self, line: Line, among: Set[Spec]) -> list[Spec]:
        """Formulas first: by the names that the left side offers, then those that any left side may mean."""
        if not among:
            return []
        names = [left_name(line.left), *(tags_of(line.left) if line.left.op == "name" else ()), ""]
        found = dict.fromkeys(s for name in names for s in self.library.by_left.get(name, ()) if s in among)
        return sorted(found, key=lambda s: s.kind != "formula")

    def _intended(self, line: Line, beside: Counter[str]) -> Iterator[Spec]:
        """The formulas that the line plainly means to state, among those that are spoken of or in whose company it stands."""
        meant: Set[Spec] = self.library.shortlist.announced(line.context)
        company = [system for system, count in beside.items() if count >= COMPANY]
        if company:
            meant = meant | {s for s in self.library.right if s.system in company}
        for spec in self._candidates(line, meant):
            if _intended(line, spec) and not (spec.kind == "variant" and matrix_spec(spec)):
                yield spec

    def _beside(self, line: Line) -> Counter[str]:
        """How many lines of the section were accepted, by system."""
        others = (self.accepted[id(o)] for o in self.note.lines if o.section == line.section)
        return Counter(m.spec.system for m in others if m is not None)

    def _repairs(self, line: Line, spec: Spec) -> Iterable[Repair]:
        """The repairs towards a formula; what has been looked for once is known when they are asked for again."""
        if self._tried[0] is not line:
            self._tried = (line, {})
        known = self._tried[1]
        if spec not in known:
            known[spec] = Remembered(repairs(line.left, line.rights[0], spec, self._writer(line, spec)))
        return known[spec]

    def _trusted(self, line: Line, spec: Spec, edit: Candidate, beside: int) -> bool:
        """Whether an edit of this kind may convict: bold ones need company, a long formula with every symbol in place, or that
        the line states a mistake known of the formula."""
        return self._plain(line, spec, edit, beside) or pitfall_of(line, spec, self.library) is not None

    def _plain(self, line: Line, spec: Spec, edit: Candidate, beside: int) -> bool:
        """Whether the edit convicts by itself, without a known mistake behind it."""
        if self._comes_late(line, edit) or percent(edit):
            return False
        if around_all(edit) or (spec.system in GAINS and edit.kind in TASTE) or not same_rank(line, spec):
            return False
        if edit.kind == "symbol":
            return self._known_name(line, spec, edit)
        if edit.kind == "one" and any(s.kind != "size" for s in spec.inputs):
            return False  # a constant added to a gate is a bias of its own; counts of things have their + 1
        if edit.kind not in BOLD_EDITS and edit.kind != "extra":
            return True
        if beside >= COMPANY and spec.kind == "formula":
            return True
        _, unknown, missing, _ = direct_binding(_right(line), spec)
        if edit.kind == "extra":  # a stray letter among sizes; an added term or scale may be a variant of the method
            stray = edit.before.op == "mul" and all(not u.tags and u.step is None for u in unknown)
            return stray and not missing and all(s.kind == "size" for s in spec.inputs)
        return not missing and not unknown and weight(spec) >= VERY_DISTINCTIVE

    def _comes_late(self, line: Line, edit: Candidate) -> bool:
        """A function taken off a letter that a line above defines without it."""
        taken = edit.before.op == "app" and edit.after == edit.before.args[-1] and edit.after.op == "name"
        bare = (o for o in self.note.lines if o is not line and o.left == edit.after)
        return taken and any(o.rights[-1].op in ("add", "mul", "group") for o in bare)

    def _known_name(self, line: Line, spec: Spec, edit: Candidate) -> bool:
        """A name may be called wrong if it is another symbol of the system, or the right letter at the wrong place in time."""
        first, second = (signature(n, line.side.index) for n in (edit.before, edit.after))
        wrong, right = first.base.casefold(), second.base.casefold()
        if first.base != second.base and first.tags and first not in self.library.signatures.get(spec.system, {}):
            return False  # ``T_{cur}`` is no symbol of the system, though T may be
        same = first.base == second.base or (wrong == right and not first.tags)
        return same or wrong in self.library.letters.get(spec.system, ())


def stated_otherwise(line: Line, spec: Spec, library: Library) -> bool:
    """Whether the line has the values of the formula in one of its forms: what keeps it from being accepted is no edit."""
    kin = (s for s in library.right if s.formula == spec.formula)
    return any(match(line.left, line.rights[-1], s) is not None for s in kin)


def around_all(edit: Candidate) -> bool:
    """A function put around all that stands: scores are no weights."""
    return not edit.path and edit.after.op == "app" and edit.before in edit.after.args


def _regrouped(edit: Candidate) -> bool:
    """The same names and numbers in the same order, or in any between element-wise signs: no other formula."""
    first, second = ([(n.op, str(n.value)) for n in walk(t) if n.op != "mul"] for t in (edit.before, edit.after))
    free = edit.before.op == "mul" and bool(set(edit.before.value) & ELEMENTWISE)
    return edit.kind == "part" and (first == second or (free and sorted(first) == sorted(second)))


def _foreign(edit: Candidate, line: Line) -> bool:
    """A part put in that speaks of what the line never names."""
    here = {n.value for n in walk(line.tree) if n.op == "name"}
    new = {n.value for n in walk(edit.after) if n.op == "name"} - {n.value for n in walk(edit.before) if n.op == "name"}
    return edit.kind != "symbol" and edit.before.op != "name" and bool(new - here)


def same_rank(line: Line, spec: Spec) -> bool:
    """No vector of the line is taken for a matrix: ``x`` is one sample where the formula has them all in ``X``."""
    if not matrix_spec(spec):
        return True
    direct, _, _, _ = direct_binding(_right(line), spec)
    return not any(len(s.shape) > 1 and n.base.islower() and s.tex[:1].isupper() for n, s in direct.items())


def _right(line: Line) -> Side:
    return sides(line.left, line.rights[0])[1]


def _intended(line: Line, spec: Spec) -> bool:
    """Whether the line's names plainly mean this formula."""
    fits = affinity(line.left, spec)
    if fits == NONE:
        return False
    direct, _, missing, _ = direct_binding(_right(line), spec)
    bound = len({s.name for s in direct.values() if s.kind not in ("weight", "bias")})
    if fits == STRONG:
        return bound >= 1 and len(missing) <= 1
    return not missing and bound >= FULL


def _notations(spec: Spec) -> dict[str, Node]:
    """The spec's notation of each of its symbols, as trees."""
    found = {}
    for s, symbol in spec_binding(spec).table.items():
        tags = tuple(Node("name", value=t) for t in s.tags)
        tree = notation(symbol.tex) if symbol.tex else None
        found[symbol.name] = tree or Node("name", value=s.base, sub=tags)
    return found


def pitfall_of(line: Line, spec: Spec, library: Library) -> Spec | None:
    """The known mistake that the line states, if it is one of the formula's; only sizes may have other names."""
    for known in library.pitfalls:
        if known.formula == spec.formula:
            found = match(line.left, line.rights[0], known)
            if found is not None and all(s.kind == "size" for s in found.binding.renamed.values()):
                return known
    return None
