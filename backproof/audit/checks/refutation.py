"""When may a line be called wrong?

The intention must be plain: the name on the left or every symbol of the formula is there, and the text speaks of the formula
or other lines of its system stand beside it. And one edit must put the line right, of a kind that the evidence allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from ..announced import announced
from ..document import Line, Note
from ..glance import DISTINCTIVE, VERY_DISTINCTIVE, left_name, weight
from ..library import FULL, Library
from ..match.binding import (
    Side,
    direct_binding,
    parameter_kind,
    renamed_binding,
    sides,
    spec_binding,
    spec_names,
    spec_side,
)
from ..match.bracketed import bracketed_alone
from ..match.edits import CHEAPEST, DEAREST, Candidate, percent
from ..match.matcher import LOCAL_KINDS, Match, Repair, local_repairs, match, repairs, tags_of
from ..match.signature import Signature, signature
from ..match.spelling import Named, spell
from ..match.tensors import matrix_spec
from ..match.values import ELEMENTWISE
from ..memo import Remembered
from ..no_slip import no_slip
from ..notation.tree import Node, walk
from ..own.mistakes import stated_mistake
from ..specs import Spec, Symbol, fact, notation
from ..topics import another_kind, supported
from .affinity import NONE, STRONG, affinity, misnumbered, namesakes
from .meant import forgotten, said_to_be_one, surely_meant

# edits that may turn any short formula into another need other lines of the same system beside them
BOLD_EDITS = {"missing factor", "missing term", "function", "operator", "fraction", "power", "nested"}
COMPANY = 2
GAINS, TASTE = {"initialization"}, {"number", "power", "extra", "fraction"}  # gains come with the activation
SMALL = 3  # the cost of an edit that no other is likely to undercut
SHORT = 3  # letters of a function's name that announce nothing
WORD = 4  # letters of a name that may be another word
SHORT_STEPS = {"recurrent.lstm.hidden"}  # whose letters no other formula has together
PLACED = 2  # symbols at a time of their own that make a line a step of one system


class Court:
    """Refutes lines of one note, knowing what was accepted in it."""

    def __init__(self, note: Note, library: Library, accepted: Mapping[int, Match | None]) -> None:
        self.note, self.library, self.accepted = note, library, accepted
        self.meant: set[tuple[str, int, str]] = set()  # lines that differ from a formula as the text announces
        self._pools: dict[int, list[Named]] = {}
        self._tried: tuple[Line | None, dict[Spec, Remembered[tuple[int, Repair | None]]]] = (None, {})

    def repair(self, line: Line) -> Repair | None:
        """The cheapest repair that may convict the line, or None."""
        if len(line.rights) != 1 or line.joint:
            return None
        beside = self._beside(line)
        intended = Remembered(self._intended(line, beside))
        best = self._local(line, beside)
        if best is None or best.edit.cost > SMALL:
            best = self._cheapest(line, intended, beside, DEAREST if best is None else best.edit.cost - 1) or best
        if best is None:
            return None if another_kind(line.context) else stated_mistake(line, self.library)
        if announced(best.edit, line, best.spec):
            if not no_slip(best.edit, line, best.spec):
                self.meant.add(place(line))
            return None
        if stated_already(line, best.spec, self.library):
            return None
        return replace(best, unique=best.edit.kind not in LOCAL_KINDS and self._unique(line, best, intended))

    def _cheapest(self, line: Line, intended: Iterable[Spec], beside: Counter[str], most: int) -> Repair | None:
        """The first of the cheapest repairs that may convict; dearer edits are tried only where no formula has a cheaper one."""
        for cost in range(CHEAPEST, most + 1):
            for spec in intended:
                found = (r for r in self._repairs(line, spec, cost) if r.edit.cost == cost)
                trusted = next((r for r in found if self._trusted(line, spec, r.edit, beside[spec.system])), None)
                if trusted is not None:
                    return trusted
        return None

    def _unique(self, line: Line, best: Repair, intended: Iterable[Spec]) -> bool:
        """Whether no other edit, of about the same cost, makes the line state this or another formula that it may mean."""
        for spec in intended:
            likely = self._repairs(line, spec, best.edit.cost + 1)
            if any(other.edit.tree != best.edit.tree for other in likely):
                return False
        return True

    def _local(self, line: Line, beside: Mapping[str, int]) -> Repair | None:
        """The smallest difference in one part from a formula that the line announces by its name and by every other part."""
        best: Repair | None = None
        for spec in self._candidates(line, frozenset(namesakes(line.left, self.library))):
            for found in self._in_one_part(line, spec, beside[spec.system]):
                if best is None or found.edit.cost < best.edit.cost:
                    best = found
        return best

    def _in_one_part(self, line: Line, spec: Spec, beside: int) -> Iterator[Repair]:
        """The repairs of one part that may convict: of a line that announces the formula, and of one that says outright that
        it states it, where something has been forgotten."""
        write = self._writer(line, spec)
        if self._announced(line, spec, beside):
            for found in local_repairs(line.left, line.rights[0], spec, write):
                if _fair(found.edit, line, spec) and not around_all(found.edit) and not _foreign(found.edit, line):
                    yield found
            for found in local_repairs(line.left, line.rights[0], spec, write, sure=True):
                if _fair(found.edit, line, spec) and _left_in_brackets(found.edit, line):
                    yield found
        if surely_meant(line, spec):
            for found in local_repairs(line.left, line.rights[0], spec, write, sure=True):
                if _fair(found.edit, line, spec) and forgotten(found.edit, line, spec, self._ones):
                    yield found

    @cached_property
    def _ones(self) -> frozenset[str]:
        return said_to_be_one(self.note)

    def _announced(self, line: Line, spec: Spec, beside: int) -> bool:
        """The text speaks of the formula, or lines of its system stand beside, or its symbols are too many to be another's."""
        side = _right(line)
        _, unknown, missing, _ = direct_binding(side, spec)
        if unknown and self._of_another(unknown, spec):
            return False  # β₁ where β₂ is due: perhaps the line of β₁
        unknown = [u for u in unknown if u not in renamed_binding(side, spec).renamed]
        if spec.formula in SHORT_STEPS and not unknown and not missing:
            return True
        if len(unknown) > 1 or len(missing) > 1:
            return False
        if self._by_its_word(line, spec):
            return not unknown
        if weight(spec) < DISTINCTIVE:
            return False
        if beside >= COMPANY or supported(spec, line.context):
            return True
        if line.left.op == "app" and len(left_name(line.left)) > SHORT:
            return not unknown
        placed = sum(s.step is not None for s in spec_names(spec))
        return not unknown and not missing and placed >= (PLACED if weight(spec) >= VERY_DISTINCTIVE else PLACED + 1)

    def _by_its_word(self, line: Line, spec: Spec) -> bool:
        """The left side is a word, or the initials, of this formula and of no other."""
        head = line.left.args[0] if line.left.op == "app" else line.left
        word = str(head.value)
        if head.op not in ("name", "text") or not word.isalpha() or head.accents:
            return False
        if not (len(word) > WORD or (word.isupper() and len(word) > 1)) or affinity(line.left, spec) != STRONG:
            return False
        return {s.formula for s in self.library.by_left.get(left_name(line.left), ())} == {spec.formula}

    def _of_another(self, names: Iterable[Signature], spec: Spec) -> bool:
        """Whether a name is another symbol of the formula's system, or numbered."""
        meant = self.library.signatures.get(spec.system, {})
        return any(n in meant or any(t.isdigit() for t in n.tags) for n in names)

    def _writer(self, line: Line, spec: Spec) -> Callable[[Symbol, Node], Node]:
        written: dict[str, Node] = {}

        def write(symbol: Symbol, near: Node) -> Node:  # most lines announce so little that nothing is written
            if symbol.name not in written:
                tree = spec_notations(spec)[symbol.name]
                written[symbol.name] = spell(tree, near, _right(line), self._pool(line.section), spec.index)
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
        return sorted((s for s in found if not another_kind(line.context, s)), key=lambda s: s.kind != "formula")

    def _intended(self, line: Line, beside: Counter[str]) -> Iterator[Spec]:
        """The formulas that the line plainly means to state, among those that are spoken of or in whose company it stands."""
        meant = self.library.shortlist.announced(line.context)
        company = [system for system, count in beside.items() if count >= COMPANY]
        if company:
            meant = meant.union(*(self.library.by_system.get(system, ()) for system in company))
        kin = (s for s in namesakes(line.left, self.library) if s not in meant)
        named = {s for s in kin if _by_its_symbols(line, s) or self._by_its_word(line, s)}
        for spec in self._candidates(line, meant | named):
            if _intended(line, spec) and not (spec.kind == "variant" and matrix_spec(spec)):
                yield spec

    def _beside(self, line: Line) -> Counter[str]:
        """How many lines of the section were accepted, by system."""
        others = (self.accepted[id(o)] for o in self.note.lines if o.section == line.section)
        return Counter(m.spec.system for m in others if m is not None)

    def _repairs(self, line: Line, spec: Spec, most: int) -> Iterator[Repair]:
        """The repairs towards a formula that cost no more; what has been looked for once is known when it is asked for again."""
        if self._tried[0] is not line:
            self._tried = (line, {})
        known = self._tried[1]
        if spec not in known:
            known[spec] = Remembered(repairs(line.left, line.rights[0], spec, self._writer(line, spec)))
        return (found for _, found in takewhile(lambda tried: tried[0] <= most, known[spec]) if found is not None)

    def _trusted(self, line: Line, spec: Spec, edit: Candidate, beside: int) -> bool:
        """Whether an edit of this kind may convict: bold ones need company, a long formula with every symbol in place, or that
        the line states a mistake known of the formula."""
        return self._plain(line, spec, edit, beside) or pitfall_of(line, spec, self.library) is not None

    def _plain(self, line: Line, spec: Spec, edit: Candidate, beside: int) -> bool:
        """Whether the edit convicts by itself, without a known mistake behind it."""
        if surely_meant(line, spec) and forgotten(edit, line, spec, self._ones) and same_rank(line, spec):
            return True
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
        parameter = parameter_kind(first, frozenset(s.kind for s in spec_binding(spec).table.values()))
        if parameter and second.step is not None and first.base != second.base:
            return sum(n == edit.before for n in walk(line.rights[0])) > 1  # it stands in a place of its own, too
        if first.base != second.base and first.tags and first not in self.library.signatures.get(spec.system, {}):
            return False  # ``T_{cur}`` is no symbol of the system, though T may be
        same = first.base == second.base or (wrong == right and not first.tags)
        kinds = frozenset(s.kind for s in spec_binding(spec).table.values())
        if parameter_kind(first, kinds) and right != wrong:
            return sum(n == edit.before for n in walk(line.rights[0])) > 1  # it stands in a place of its own, too
        return same or wrong in self.library.letters.get(spec.system, ())


def stated_already(line: Line, spec: Spec, library: Library) -> bool:
    """Whether the line has the values of the formula in one of its forms: what keeps it from being accepted is no edit.

    Where it says which formula it means, its own name and letters mean what they do there.
    """
    sure = surely_meant(line, spec)
    kin = library.by_formula.get(spec.formula, ())
    likely = [s for s in kin if not sure or affinity(line.left, s) == STRONG]
    found = (match(line.left, line.rights[0], s) for s in likely)
    own = {name for s in likely for name in direct_binding(_right(line), s)[0]} if sure else set()
    stated = (m for m in found if m is not None and not (sure and own & set(m.binding.renamed)))
    return any(not misnumbered(m) for m in stated)


def _fair(edit: Candidate, line: Line, spec: Spec) -> bool:
    """Whether no layout, per cent, order of factors or rank explains the difference."""
    another_layout = edit.kind == "exchanged" and matrix_spec(spec)
    return not (another_layout or percent(edit) or _regrouped(edit)) and same_rank(line, spec)


def place(line: Line) -> tuple[str, int, str]:
    """A line by what it says and what is said before it: of two that are the same, one is judged."""
    return line.block.text, line.start, line.passage


def around_all(edit: Candidate) -> bool:
    """A function or a root put around all that stands: scores are no weights, a mean square is no root of one."""
    return not edit.path and edit.after.op in ("app", "root") and edit.before in edit.after.args


def _left_in_brackets(edit: Candidate, line: Line) -> bool:
    """A function put before brackets that stand there for nothing."""
    return edit.after.op == "app" and edit.before in edit.after.args and bracketed_alone(line.block.text, edit.before)


def _regrouped(edit: Candidate) -> bool:
    """The same names and numbers in the same order, or in any between element-wise signs: no other formula."""
    first, second = ([(n.op, str(n.value)) for n in walk(t) if n.op != "mul"] for t in (edit.before, edit.after))
    free = edit.before.op == "mul" and bool(set(edit.before.value) & ELEMENTWISE)
    return edit.kind == "part" and (first == second or (free and sorted(first) == sorted(second)))


def _foreign(edit: Candidate, line: Line) -> bool:
    """A part put in that speaks of what the line never names."""
    here = {n.value for n in walk(line.tree) if n.op == "name"}
    new = {n.value for n in walk(edit.after) if n.op == "name"} - {n.value for n in walk(edit.before) if n.op == "name"}
    if edit.before.op == edit.after.op == "app" and edit.before.args[1:] == edit.after.args[1:]:
        return False  # one function for another
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


def _by_its_symbols(line: Line, spec: Spec) -> bool:
    """A long formula under its own name, all of whose symbols but one are there: nothing else is written with them."""
    if spec.system == "loss" and len(left_name(line.left)) == 1:
        return False  # any loss is called L
    direct, unknown, missing, _ = direct_binding(_right(line), spec)
    if weight(spec) < VERY_DISTINCTIVE:  # a step of few symbols, one of them at another time
        same = [u for u in unknown for t, _ in missing if u.base.casefold() == t.base.casefold() and u.step != t.step]
        return len(same) == 1 and len(unknown) == len(missing) == 1 and spec.formula in SHORT_STEPS and bool(direct)
    marked = {s.name for n, s in direct.items() if n.step is not None or n.tags}
    return len(unknown) < 2 and len(missing) < 2 and len(marked) >= PLACED


@fact
def spec_notations(spec: Spec) -> dict[str, Node]:
    """The spec's notation of each of its symbols, as trees."""
    found = {}
    for s, symbol in spec_binding(spec).table.items():
        tree = notation(symbol.tex) if symbol.tex else spec_side(spec).operands.get(s)
        found[symbol.name] = tree or Node("name", value=s.base, sub=tuple(Node("name", value=t) for t in s.tags))
    return found


def pitfall_of(line: Line, spec: Spec, library: Library) -> Spec | None:
    """The known mistake that the line states, if it is one of the formula's; only sizes may have other names."""
    for known in library.mistakes.get(spec.formula, ()):
        found = match(line.left, line.rights[0], known)
        if found is not None and all(s.kind == "size" for s in found.binding.renamed.values()):
            return known
    return None
