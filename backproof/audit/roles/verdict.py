"""Does a line state a formula, job by job? Or would it with one edit?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from ..document import Line
from ..glance import left_name, weight
from ..library import Library
from ..match.contradicted import cut_short
from ..match.edits import MAX_NODES, Candidate, edits, positions, put
from ..match.freeform import exactly
from ..match.tensors import matrix_spec
from ..memo import by_identity
from ..notation.tree import Node, walk
from ..records import entity
from ..specs import Spec, fact
from ..topics import another_kind, supported, titled
from .binding import JOB, UNKNOWN, Laying, Part, layings, part, used
from .definitions import misdefined, misnamed
from .evaluate import Known
from .further_edits import own_edits
from .left import agrees, another_side, before, fits, in_time, inputs, itself, names, past_symbol, shift
from .lexicon import FIELDS, Field
from .near import near
from .normal import normal
from .points import same_point
from .samples import TOLERANCE, Meaning, fair, meaning_of, numbers, ratio, reference, values
from .trust import cancels, likely, rooted, trusted

LONG = 5  # operations and operands that make a right side tell what it is
FEW = 2  # layings to try edits under


@entity
class Accepted:
    """The line has the formula's value; ``scale`` is the constant between the two where a scale is free.

    ``strange`` where no one chooses that scale (``1/√n``): then the line is neither right nor wrong.
    """

    spec: Spec
    scale: float
    cost: int
    strange: bool = False


@entity
class Convicted:
    """One edit gives the line the formula's value; ``at`` is a sample at which it has another one as it stands."""

    spec: Spec
    field: Field
    edit: Candidate
    written: float
    right: float
    at: tuple[tuple[Node, float], ...]
    rank: int = 0
    name: str = ""  # what the left side should be called, where that is the mistake


class Judge:
    """Judges lines by the formulas of the fields; built once for a library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.known: dict[Field, list[Spec]] = {}

    def specs(self, field: Field) -> list[Spec]:
        """The formulas of a field, gathered when a text first announces it."""
        if field not in self.known:
            mine = (s for s in self.library.right if s.formula.startswith(field.prefixes))
            self.known[field] = [s for s in mine if field.name in usable_in(s)]
        return self.known[field]

    def accept(self, line: Line) -> Accepted | None:
        """The formula that the line states, the least far-fetched reading first; chains are not judged."""
        found = _first(self, line, line.rights[0]) if len(line.rights) == 1 else None
        return None if found is None or found.strange else found

    def convict(self, line: Line) -> Convicted | None:
        """The likeliest edit that makes the line (of a chain, its first link) a formula of its field."""
        right = line.rights[0]
        if line.joint or sum(1 for _ in walk(right)) > MAX_NODES:
            return None
        first = _first(self, line, right) if len(line.rights) > 1 or roots(right) else None
        if first is not None and (first.strange or len(line.rights) > 1):
            return None
        found = (
            _convict(line, side, spec, field)
            for field, side, specs in _cases(self, line, right)
            if not re.search(field.excuses, line.context.casefold()[-400:])
            for spec in specs
            if weight(spec) >= LONG and not another_kind(line.context, spec) and near(side, spec)
        )
        meant = (f for f in found if f and not self._of_another_heading(line, f))
        best = min(meant, key=lambda f: (f.rank, f.spec.kind != "formula"), default=None)
        return best or self._by_its_name(line, right)

    def _of_another_heading(self, line: Line, found: Convicted) -> bool:
        """Whether the heading is the name of another method: under RMSprop no line is one of momentum."""
        heading = line.heading.casefold()
        if not (found.field.timed and heading) or supported(found.spec, heading):
            return False
        named = {s.formula.split(".")[1] for s in self.specs(found.field)}
        named = {method for method in named if method in heading}
        return bool(named) and found.spec.formula.split(".")[1] not in named

    def _by_its_name(self, line: Line, right: Node) -> Convicted | None:
        """A function that is called by another one's name, or that is not what its name says."""
        said = line.context.casefold()
        if another_kind(line.context):
            return None
        for field in (f for f in FIELDS if f.signed and len(line.rights) == 1 and any(w in said for w in f.words)):
            side, specs = part(line.left, normal(right, field)), self.specs(field)
            wrong = misdefined(line, side, specs, field)
            if wrong is None:
                continue
            other = misnamed(line, side, specs, field)
            spec, edit, meaning = wrong
            found = _convicted(side, side.changed(edit.tree), meaning, spec, field, edit)
            return replace(found, spec=other[0], name=other[1]) if other else found
        return None


@by_identity
def _first(judge: Judge, line: Line, right: Node) -> Accepted | None:
    """The least far-fetched reading; asked for by the catalog, and again before the line may be convicted."""
    found = (_accept(line, side, spec, field) for field, side, specs in _cases(judge, line, right) for spec in specs)
    return min((f for f in found if f is not None), key=lambda f: _order(f, line), default=None)


@by_identity
def _cases(judge: Judge, line: Line, right: Node) -> list[tuple[Field, Part, list[Spec]]]:
    """The fields that the text announces, with the side as they read it and the formulas that the left side may mean."""
    said, found = line.context.casefold(), []
    for field in FIELDS:
        if any(w in said for w in field.words):
            fitting = [s for s in judge.specs(field) if fits(line, s, field)]
            if fitting:
                found.append((field, part(line.left, normal(right, field)), fitting))
    return found


def _order(found: Accepted, line: Line) -> tuple[bool, bool, int, bool]:
    """What the nearest heading speaks of comes first, then the plainest reading, then formulas before variants."""
    heading = line.heading
    spoken_of = supported(found.spec, heading) or titled(found.spec, heading)
    return found.strange, not spoken_of, found.cost, found.spec.kind != "formula"


@fact
def usable_in(spec: Spec) -> list[str]:
    """The fields in which lines may be judged by the formula."""
    mine = (f for f in FIELDS if spec.formula.startswith(f.prefixes))
    return [f.name for f in mine if (f.matrices or not matrix_spec(spec)) and reference(spec, f)]


def _accept(line: Line, note: Part, spec: Spec, field: Field) -> Accepted | None:
    for laying in layings(note, spec, field, shift(line)):
        if laying.unknown or laying.missing or not agrees(line, note, laying, spec, field):
            continue
        scale = ratio(note, meaning_of(laying), spec, field)
        if (
            scale is None
            or not fair(scale, field, exactly(line.left))
            or not same_point(line, note, laying, spec, field)
        ):
            continue
        if not cut_short(note.tree) or cut_short(spec.right):
            strange = not fair(scale, field, exact=True) and roots(note.tree) > roots(spec.right)
            return Accepted(spec, scale, laying.cost, strange)
    return None


def roots(tree: Node) -> int:
    """How many roots of a mere letter a tree holds: ``1/√n`` is no scale that anybody chooses."""
    return sum(n.op == "root" and n.args[0].op == "name" for n in walk(tree))


def _convict(line: Line, note: Part, spec: Spec, field: Field) -> Convicted | None:
    other = _of_another_side(line, note, spec, field) if field.whole else None
    if other is not None:
        return other
    tried = [
        la
        for la in layings(note, spec, field, shift(line))
        if _plain(la) and (la.missing or itself(line, la, spec, field))
    ]
    return next((f for la in tried[:FEW] for f in _edited(line, note, la, spec, field)), None)


def _plain(laying: Laying) -> bool:
    """Every operand but one is known by its letter or its job, and every symbol but one is there."""
    known = JOB * len(laying.symbols) + (UNKNOWN if laying.unknown else 0)
    return laying.cost <= known and len(laying.missing) <= 1 and len(laying.unknown) <= 1


def _of_another_side(line: Line, note: Part, spec: Spec, field: Field) -> Convicted | None:
    """A size that is right but for the side that it is taken of."""
    for laying in layings(note, spec, field, 0):
        if laying.unknown or laying.missing or not another_side(line.left, note, laying):
            continue
        meaning = meaning_of(laying)
        if fair(ratio(note, meaning, spec, field), field):
            wrong = inputs(note, laying)[0].node
            right = replace(wrong, value=line.left.value)
            path = next(p for p, n in positions(note.tree) if n is wrong)
            edit = Candidate(put(note.tree, path, right), path, wrong, right, "symbol", 1)
            meaning[note.describe(right).key] = (f"other {spec.left.value}", "size")
            return _convicted(note, note.changed(edit.tree), meaning, spec, field, edit)
    return None


def _edited(line: Line, note: Part, laying: Laying, spec: Spec, field: Field) -> Iterator[Convicted]:
    """Edits that give the line the formula's value, the likeliest first."""
    extra = [before(line) if s.name == past_symbol(spec) else in_time(line, s, spec) for s in laying.missing]
    meaning = meaning_of(laying)
    meaning |= {note.describe(t).key: (s.name, s.kind) for s, t in zip(laying.missing, extra, strict=True)}
    wanted = {s.name for s in used(spec).values()}
    stray = {o.key for o in laying.unknown}
    past = note.describe(before(line)).key if line.left.op == "name" else ""
    foreign, known = {id(e) for e in extra}, dict[int, Known]()
    offered = [*_offered(note, extra, spec), *_continued(line, note, spec, laying)]
    stands = fair(ratio(note, meaning, spec, field, known), field)
    for candidate in [] if stands else sorted(offered, key=lambda c: likely(c, foreign)):
        fixed = note.changed(candidate.tree)
        if not trusted(candidate, line, note, fixed, stray, past, field):
            continue
        if (stray & fixed.keys) - meaning.keys() or wanted - {meaning[k][0] for k in fixed.keys if k in meaning}:
            continue
        if cancels(candidate.tree) or (rooted(candidate) and left_name(line.left) not in names(spec)):
            continue
        if fair(ratio(fixed, meaning, spec, field, known), field):
            found = _convicted(note, fixed, meaning, spec, field, candidate)
            yield replace(found, rank=likely(candidate, foreign)[0])


def _continued(line: Line, note: Part, spec: Spec, laying: Laying) -> Iterator[Candidate]:
    """A step without what it starts from: ``θ_t = η g`` for ``θ_t = θ_{t-1} - η g``."""
    if any(s.name == past_symbol(spec) for s in laying.missing) and line.left.op == "name":
        tree = note.tree
        step = tree.args[0] if tree.op == "neg" else tree
        for sign in (Node("neg", (step,)), step):
            new = Node("add", (before(line), sign), None, tree.start, tree.end)
            yield Candidate(new, (), tree, new, "continued", 5)


def _offered(note: Part, extra: list[Node], spec: Spec) -> list[Candidate]:
    names = [o.node for o in note.operands() if o.node.op == "name"] + extra
    return [*edits(note.tree, lambda leaf: [n for n in names if n != leaf], extra), *own_edits(note, spec)]


def _convicted(note: Part, fixed: Part, meaning: Meaning, spec: Spec, field: Field, edit: Candidate) -> Convicted:
    """The verdict with the first sample at which what stands differs from what is right."""
    written = [math.nan if v is None else v for v in values(note, meaning, field)]
    right = [math.nan if v is None else v for v in values(fixed, meaning, field)]
    seed = next((k for k, (a, b) in enumerate(zip(written, right, strict=True)) if not abs(a - b) < TOLERANCE), 0)
    number = numbers(seed, field)
    at = tuple((o.node, number(*meaning[o.key], ())) for o in fixed.operands() if o.key in meaning)
    return Convicted(spec, field, edit, written[seed], right[seed], at)
