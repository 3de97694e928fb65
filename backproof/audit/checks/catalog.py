"""Which formula of the catalog does a line state, and does it state it right?

All lines are first accepted where they can be; what is left may be refuted in the light of what was accepted beside it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import TypeVar

from .. import work
from ..backward.laws import Law
from ..backward.statement import stated
from ..backward.surroundings import surroundings
from ..document import Line, Note
from ..glance import DISTINCTIVE, VERY_DISTINCTIVE, left_name, recurs, spec_left_name, weight
from ..library import Library
from ..match import forms
from ..match.binding import (
    WEIGHT_LETTERS,
    Binding,
    Side,
    in_scripts,
    may_bind,
    operands,
    sides,
    spec_binding,
    spec_names,
    spec_side,
)
from ..match.bracketed import lacks_its_function, no_probability
from ..match.contradicted import contradicted
from ..match.freeform import accepted
from ..match.gates import of_another_gate, of_its_cell
from ..match.matcher import Match, Repair, features, match, spec_features
from ..match.scaled import plain as unscaled
from ..match.signature import signature
from ..match.terms import subterms, term
from ..match.turned import turned_alone
from ..match.values import ELEMENTWISE, valued
from ..notation.tree import Node, walk
from ..records import entity
from ..specs import Spec
from ..topics import supported, titled
from .affinity import ATTENTION, STRONG, WEAK, affinity, misnumbered, namesakes
from .doubts import Doubt, across, called, within, worded
from .places import misplaced

T = TypeVar("T")
PLACES = set("ijkl")
ENDS = {"in", "out"}  # of a layer


@entity
class Judgement:
    """What is known of one line: a match, or a repair, or neither."""

    line: Line
    match: Match | None = None
    repair: Repair | None = None
    meant: bool = False  # it differs from a formula as the text announces
    doubts: tuple[Doubt, ...] = ()  # in which it and another line deny one another
    error: Exception | None = None  # what was raised on it, a fault of ours


def judge(note: Note, library: Library) -> list[Judgement]:
    """A judgement for each line; acceptance of all lines first, then refutation in the light of what was accepted."""
    from .refutation import Court, place

    errors: dict[int, Exception] = {}
    accepted = _each(note, lambda line: accept_backward(line, library, note) or recognised(line, library), errors)
    pairs = defaultdict[int, list[Doubt]](list)
    for d in chain(
        across.doubts(note.lines, accepted), called.doubts(note, accepted, library), worded.doubts(note, accepted)
    ):
        pairs[id(d.line)].append(d)
    denied = set(pairs)
    denied |= {id(line) for line in note.judged if accepted[id(line)] and within.doubt(line)}
    kept = {key: None if key in denied else found for key, found in accepted.items()}
    court = Court(note, library, kept)
    # what has the form of a formula and is denied differs from it in what it means
    repaired = _each(note, lambda line: None if accepted[id(line)] else court.repair(line), errors)
    return [
        Judgement(o, kept[k], repaired[k], place(o) in court.meant, tuple(pairs.get(k, ())), errors.get(k))
        for o in note.judged
        for k in [id(o)]
    ]


def _each(note: Note, find: Callable[[Line], T | None], errors: dict[int, Exception]) -> dict[int, T | None]:
    """What is found of each line, by identity. The same formula said again in the same section and words is the same; lines
    that the file has no steps left for are left open, and so are those that raise, which go to ``errors``."""
    known: dict[tuple[str, int, int, str, str], T | None] = {}
    out: dict[int, T | None] = {}
    for line in note.judged:
        key = (line.block.text, line.start, line.section, line.context, line.passage)
        if key not in known:
            try:
                known[key] = work.attempt(partial(find, line), None)
            except Exception as error:
                known[key], errors[id(line)] = None, error
        out[id(line)] = known[key]
    return out


def recognised(line: Line, library: Library) -> Match | None:
    """What the line states: by its names, as a form of any expressions, job by job, or as it is commonly quoted."""
    if _against_its_arrow(line) or contradicted(line.left, line.rights) or any(map(turned_alone, line.rights)):
        return None
    if misplaced(line) is not None or any(_times_a_number(line.left, right) for right in line.rights):
        return None
    found = (
        _accept(line, library)
        or accept_form(line, library)
        or _accept_jobs(line, library)
        or accept_pattern(line, library)
    )
    return None if found is None or _denied(line, found.spec, library) else found


def _denied(line: Line, spec: Spec, library: Library) -> bool:
    """Whether something that no value feels says that the line does not state this formula."""
    stated = line.left, line.rights[-1], line.heading
    return (
        (spec.system == "dense" and (no_probability(*stated) or of_its_cell(*stated)))
        or _of_two_bases(line, spec)
        or lacks_its_function(line, spec.formula)
        or _another_activation(line, spec, library)
        or (spec.formula.endswith("output_size") and _across_axes(line))
    )


def _across_axes(line: Line) -> bool:
    """``W_{out} = (H_{in} + …)``: the sizes of two axes in one formula."""
    from .parallel import across_axes  # needed for few lines

    return across_axes(line) is not None


def _of_two_bases(line: Line, spec: Spec) -> bool:
    """``2^{-\\frac{1}{N} \\sum \\ln p}``, ``e^{… \\log_2 p}``: a perplexity undoes its own logarithm."""
    if spec.formula != "probability.perplexity":
        return False
    nodes = [n for right in line.rights for n in walk(right)]
    logs = {
        (str(n.value), *(str(s.value) for s in n.sub)) for n in nodes if n.op == "name" and n.value in ("log", "ln")
    }
    binary = any(n.op == "pow" and n.args[0] == Node("num", value="2") for n in nodes)
    return (binary and ("ln",) in logs) or (not binary and ("log", "2") in logs)


def _another_activation(line: Line, spec: Spec, library: Library) -> bool:
    """``LogSoftmax(x_i) = e^{x_i} / Σ e^{x_j}``: the left side bears the name of another activation of the catalog."""
    name, own = left_name(line.left), _called(spec.formula)
    if line.left.op != "app" or spec.system != "activation" or name == own or len(name) <= LETTERS:
        return False
    if name in INVERSES:
        return True
    if name in TURNED:
        return not any(n.op == "neg" for right in line.rights for n in walk(right))
    return any(f.startswith("activation.") and _called(f) == name for f in library.by_formula)


TURNED = {"softmin"}  # another activation, of what has its sign turned
INVERSES = {"logit"}  # of another activation
LETTERS = 4  # of a name that no other function has


def _called(formula: str) -> str:
    return formula.rpartition(".")[2].replace("_", "")


def accept_backward(line: Line, library: Library, note: Note) -> Match | None:
    """A gradient of a backward pass that keeps its law in the layout of the note."""
    law = stated(line.left, line.rights, line.context)
    if law is None or not surroundings(note).allow(law):
        return None
    return Match(stated_spec(law, library), Binding({}))


def stated_spec(law: Law, library: Library) -> Spec:
    """The formula that a law belongs to, or the variant of it."""
    named = [s for s in library.by_formula[law.formula] if s.name in ("", law.variant)]
    return max(named, key=lambda s: s.name == law.variant)


def _against_its_arrow(line: Line) -> bool:
    """A state that runs backwards, by its arrow, computed from the one before it."""
    if line.left.op != "name" or "overleftarrow" not in line.left.accents:
        return False
    own = line.side.signature(line.left)
    return any(n.base == own.base and (n.step or 0) < 0 for n in operands(line.side))


def _accept(line: Line, library: Library) -> Match | None:
    """The best match: a fitting left side first, then a formula before a variant, then the fewest renamings."""
    if not valued(line.rights[-1]):
        return None
    best: tuple[tuple[int, bool, bool, int], Match] | None = None
    for _, spec, fits in sorted(chain(_named(line, library), _under_any_name(line, library)), key=itemgetter(0)):
        if best is not None and best[0] <= (-fits, False, False, 0):
            continue
        found = match(line.left, line.rights[-1], spec)
        if found is not None and stands(line, found, fits, library):
            rank = (-fits, not supported(spec, line.context), spec.kind != "formula", len(found.binding.renamed))
            if best is None or rank < best[0]:
                best = (rank, found)
    return best[1] if best else None


Fitting = tuple[int, Spec, int]  # the place in the library tells two apart


def _named(line: Line, library: Library) -> Iterator[Fitting]:
    """The specs of the line's features whose left side fits by its name."""
    own = features(line.rights[-1])
    places = library.shortlist.places
    return ((places[s], s, STRONG) for s in namesakes(line.left, library) if spec_features(s) == own)


def _under_any_name(line: Line, library: Library) -> Iterator[Fitting]:
    """Those that the right side alone may tell, if they may be bound to it."""
    right, side = line.rights[-1], line.side
    name = left_name(line.left)
    word = len(name) > 2 and name in library.by_left
    names = [len(census.own) for census in side.census]
    spoken = library.shortlist.announced(line.context)
    slope = line.left.op == "diff"
    for place, spec, kinds, symbols, theirs, lefts, long in library.shortlist.under_any_name(
        features(right), recurs(line.left, right)
    ):
        if (
            names[kinds] <= symbols
            and (long or spec in spoken)
            and not (slope and spec.system == "dense")  # a slope is no layer, though ``W δ`` looks like one
            and name not in lefts  # it bears the name of another formula of the system
            and not (word and name != theirs)  # ``MAE`` is no name for a squared error
            and may_bind(side, spec)
            and affinity(line.left, spec) == WEAK
        ):
            yield place, spec, WEAK


def stands(line: Line, found: Match, fits: int, library: Library) -> bool:
    """Whether equal values mean that this formula is what the line states."""
    return (
        _whole(line, found.spec)
        and _left_agrees(line, found)
        and not _accidental(line, found, fits)
        and not _misnamed(line, found, library)
        and not _of_another_heading(line, found, library)
        and not _mixed(line, found)
        and not at_other_places(line, found.spec)
        and _steps_of_functions(line.side) == _steps_of_functions(spec_side(found.spec))
    )


def _steps_of_functions(side: Side) -> list[int]:
    """The places in time of the functions that are applied: no value feels them (``h_{t-1}(x)`` for ``h_t(x)``)."""
    if side.index != "t":
        return []
    heads = (n.args[0] for n in walk(side.tree) if n.op == "app" and n.args[0].op == "name")
    return sorted(step for head in heads if (step := side.signature(head).step) is not None)


def _misnamed(line: Line, found: Match, library: Library) -> bool:
    """Names that mean something else in the system: ``h`` where the cell is due, ``W_i`` in the forget gate."""
    letters = library.letters.get(found.spec.system, set())
    for name, symbol in found.binding.renamed.items():
        if of_another_gate(name, symbol.name) or _of_the_other_end(name.tags, symbol.name):
            return True
        meant = library.signatures.get(found.spec.system, {}).get(name, symbol.name)
        if meant != symbol.name and (name.tags or name.step is not None or len(name.base) > 1):
            return True  # β₂ where β₁ is due
        if name.base == "beta" and name.tags == ("2",) and not any(n.op == "pow" for n in walk(line.rights[-1])):
            return True  # β₂ is for squares
        placed = name.step is not None and not name.tags  # plain letters of sizes mean what their text says
        if placed and name.base.casefold() in letters and symbol.name.casefold() != name.base.casefold():
            return True
    if _repeated(line.rights[-1], found):
        return True
    if misnumbered(found):
        return True
    own = left_name(line.left)
    others = {n for n in library.lefts[found.spec.system] if len(n) == 1} - {own}
    for name in operands(line.side):
        if found.binding.symbol(name) is None or found.binding.table[name].kind in ("weight", "bias"):
            tags = {t.casefold() for t in name.tags}
            if own not in tags and tags & others and len(own) == 1 and own in library.lefts[found.spec.system]:
                return True
    return False


def _of_the_other_end(tags: Sequence[str], symbol: str) -> bool:
    """``C_{in}`` where ``C_{out}`` is due."""
    mine, due = set(tags) & ENDS, {end for end in ENDS if symbol.endswith(f"_{end}") or symbol.endswith(f"{{{end}}}")}
    return bool(mine and due) and not mine & due


def _repeated(right: Node, found: Match) -> bool:
    """Whether one parameter does two jobs (``W x + W h``, ``b`` twice) where the formula has a parameter for each."""
    side = sides(found.spec.left, right)[1]
    spec = found.spec
    used, own = _parameters(side, found.binding), _parameters(spec_side(spec), spec_binding(spec))
    return max(used.values(), default=0) > max(own.values(), default=1)


def _parameters(side: Side, binding: Binding) -> Counter[Node]:
    """How often each free parameter stands in a side."""
    role, skip = binding.names(side).role, in_scripts(side.tree)
    names = (n for n in walk(side.tree) if n.op == "name" and id(n) not in skip)
    return Counter(n for n in names if role(n)[0] in ("weight", "bias"))


def _mixed(line: Line, found: Match) -> bool:
    """``x W + U h``: inputs are rows to one weight and columns to the other, where the formula has them one way."""
    own = _orientations(spec_side(found.spec), spec_binding(found.spec))
    return len(own) < 2 <= len(_orientations(line.side, found.binding))


def _orientations(side: Side, binding: Binding) -> set[str]:
    """On which side of what they multiply the weight matrices stand."""
    role, found = binding.names(side).role, set()
    for node in walk(side.tree):
        if node.op == "mul" and not set(node.value or ()) & ELEMENTWISE:
            matrix = [a.op == "name" and role(a)[0] == "weight" and str(a.value).isupper() for a in node.args]
            if any(matrix) and not all(matrix) and matrix[0] != matrix[-1]:
                found.add("left" if matrix[0] else "right")
    return found


def at_other_places(line: Line, spec: Spec) -> bool:
    """``J_ij = p_j (δ_ij - p_j)``: what stands before a bracket reads as a function, whose place no value feels."""
    if not any(n.op == "app" and n.args[0].sub for n in walk(spec.right)):
        return False
    return _counts_of_places(line.left, line.rights[-1]) != _counts_of_places(spec.left, spec.right)


def _counts_of_places(left: Node, right: Node) -> list[int]:
    """How often each letter that says where on the left stands on the right, in any order."""
    places = _places_named(left) & PLACES if left.op == "name" else set()
    said = Counter(x for n in walk(right) for s in n.sub for x in _letters(s))
    return sorted(said[x] for x in places) if len(places) > 1 else []


def _of_another_heading(line: Line, found: Match, library: Library) -> bool:
    """The heading speaks of another system, which has a formula of that name: a line under Adam is no line of momentum."""
    heading = line.heading
    if not heading or supported(found.spec, heading):
        return False
    others = library.by_left.get(left_name(line.left), ())
    return any(
        s.system != found.spec.system and affinity(line.left, s) == STRONG and supported(s, heading) for s in others
    )


def _of_another_title(line: Line, formula: str, library: Library) -> bool:
    """The heading is the title of another formula of the name on the left."""
    heading = line.heading[2:].strip().casefold()
    if not heading:
        return False
    titled = [
        s for s in library.by_left.get(left_name(line.left), ()) if heading in map(str.casefold, s.title.values())
    ]
    return bool(titled) and all(s.formula != formula for s in titled)


def _bears_another(line: Line, spec: Spec, library: Library) -> bool:
    """The left side is the initial of another formula, of which the heading is the title."""
    letter = left_name(line.left)
    if len(letter) != 1 or not line.heading or titled(spec, line.heading) or spec_left_name(spec)[:1] == letter:
        return False
    return any(spec_left_name(s)[:1] == letter and titled(s, line.heading) for s in library.right)


def _left_agrees(line: Line, found: Match) -> bool:
    """The left side names on the right what the spec's does: ``f(z)`` is of ``z``, and ``x = U x`` is no definition of x."""
    spec = found.spec
    if repeats(line.left, line.rights[-1]) != repeats(spec.left, spec.right):
        return False
    if line.left.op != "app" or spec.left.op != "app" or len(line.left.args) != len(spec.left.args):
        return True
    table = spec_binding(spec).table
    for mine, theirs in zip(line.left.args[1:], spec.left.args[1:], strict=True):
        if mine.op == "name" == theirs.op:
            meant = table.get(signature(theirs, spec.index))
            bound = found.binding.symbol(line.side.signature(mine))
            if meant is not None and signature(theirs, spec.index) in spec_names(spec) and bound is not meant:
                return False
    return True


def repeats(left: Node, right: Node) -> bool:
    """Whether the very name on the left stands on the right."""
    own, side = sides(left, right)
    return left.op == "name" and own.signature(left) in operands(side)


def accept_form(line: Line, library: Library) -> Match | None:
    """A line that states a formula of any expressions (a softmax of scores, a cross-entropy), with nothing to bind."""
    found = {accepted(line.left, right) for right in line.rights}
    formula = found.pop() if len(found) == 1 and unscaled(line.left, line.rights) else ""
    spec = next((s for s in library.by_formula.get(formula, ()) if s.kind == "formula"), None)
    return Match(spec, Binding({})) if spec is not None else None


DIVERGENCES = {"d", "kl"}  # on left sides


def _times_a_number(left: Node, right: Node) -> bool:
    """``H(p, q) = 2 …``: an entropy has no number in front, as a loss may; that of a divergence of Gaussians is a half."""
    name = left_name(left) if left.op == "app" else ""
    if name != "h" and name not in DIVERGENCES:
        return False
    product = term(right)
    if name == "h" and not any(part[0] == "big" for part in subterms(product)):
        return False  # of a normal distribution, half a logarithm
    return product[0] == "prod" and (abs(product[1]) != 1 if name == "h" else abs(product[1]) > 1)


def _of_another_place(line: Line) -> bool:
    """``p_j`` of what is taken at i: the place on the left is none of the free ones on the right."""
    if line.left.op != "name":
        return False
    own = {x for x in _places_named(line.left) if x in PLACES}
    free = {x for r in line.rights for n in walk(r) if n.op == "name" for x in _places_named(n)} & PLACES
    free -= {x for r in line.rights for n in walk(r) if n.op == "big" for s in n.sub for x in _letters(s)}
    return bool(own and free) and not own & free


def _of_one_of_two(line: Line) -> bool:
    """``e_{ij}`` of a query and a key of one place: a score is of two."""
    own = _places_named(line.left) & PLACES if line.left.op == "name" else set()
    names = (n for r in line.rights for n in walk(r) if n.op == "name" and n.value not in WEIGHT_LETTERS | {"v"})
    there = {x for n in names for x in _places_named(n)} & PLACES
    return len(own) > 1 and bool(there) and not own <= there


def _places_named(node: Node) -> set[str]:
    return {x for s in node.sub for x in _letters(s)}


def _letters(tree: Node) -> set[str]:
    return {str(n.value) for n in walk(tree) if n.op == "name"}


def accept_pattern(line: Line, library: Library, among: Sequence[forms.Form] | None = None) -> Match | None:
    """A line that has one of the forms in which a formula is commonly quoted, whatever stands for its parts."""
    found = forms.recognised(line.left, line.rights, line.context, among)
    if found is None or _of_another_title(line, found.formula, library) or _of_another_place(line):
        return None
    if found.formula.startswith(ATTENTION) and (any(map(_by_width_of_values, line.rights)) or _of_one_of_two(line)):
        return None
    named = [s for s in library.by_formula.get(found.formula, ()) if s.name in ("", found.variant)]
    spec = max(named, key=lambda s: s.name == found.variant, default=None)
    return Match(spec, Binding({}), found.how) if spec is not None else None


def _by_width_of_values(right: Node) -> bool:
    """``q k / √d_v``: scores are scaled by the width of what is multiplied."""
    roots = (n.args[0] for n in walk(right) if n.op == "root")
    return any(r.op == "name" and r.value == "d" and [str(s.value) for s in r.sub] == ["v"] for r in roots)


def _accept_jobs(line: Line, library: Library) -> Match | None:
    """A line that states a formula of its field under other names."""
    found = library.judge.accept(line)
    if (
        found is None
        or _of_another_title(line, found.spec.formula, library)
        or _bears_another(line, found.spec, library)
    ):
        return None
    how = (*(("renamed",) if found.cost else ()), *(("scaled",) if found.scale != 1 else ()))
    return Match(found.spec, Binding({}), how)


def _accidental(line: Line, found: Match, fits: int) -> bool:
    """A product of two things is everywhere, and so is any short form under other names: without its own names on both sides
    it states nothing in particular."""
    renamed = bool(found.binding.renamed)
    named = fits == STRONG or recurs(line.left, line.rights[-1]) or repeats(line.left, line.rights[-1])
    if renamed and _nameless(found) and not (named and supported(found.spec, line.context)):
        return True  # nothing but the shape of a sum is the formula's
    if weight(found.spec) < DISTINCTIVE:
        return fits != STRONG or renamed
    return (fits != STRONG or _parameters_renamed(found)) and renamed and not supported(found.spec, line.context)


def _parameters_renamed(found: Match) -> bool:
    """A weight or bias that would be the data of a formula of another kind."""
    return any(name.base in ("W", "w", "U", "b") and name.step is None for name in found.binding.renamed)


ARITHMETIC = {"add", "mul", "neg", "frac", "name", "num", "transpose"}


def _nameless(found: Match) -> bool:
    """A short sum of products under other names throughout; a weight by its letter is a name."""
    spec = found.spec
    all_renamed = len(found.binding.renamed) == len(found.binding.table)
    short = weight(spec) < VERY_DISTINCTIVE and {n.op for n in walk(spec.right)} <= ARITHMETIC
    return all_renamed and short and not any(s.kind == "weight" for s in spec.inputs)


def _whole(line: Line, spec: Spec) -> bool:
    """Every link of a chain must agree, or the statement as a whole is not verified."""
    return all(match(line.left, r, spec) is not None for r in line.rights[:-1])
