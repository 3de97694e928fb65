"""Lines under a heading that names their formula, which one edit makes the audit accept as that formula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from .. import work
from ..announced import announced
from ..document import Line
from ..findings import Change, Finding, Suggestion
from ..library import Library
from ..match.binding import operands
from ..match.bracketed import in_brackets
from ..match.computed import recomputed
from ..match.contradicted import arguments, freed, given_itself, repeated
from ..match.edits import Candidate, positions, put
from ..match.fresh import instead
from ..match.gates import of_its_cell
from ..match.rendering import anew
from ..match.slipped import slips
from ..match.terms import LAYERS
from ..match.untransposed import turned_back, turned_elsewhere
from ..match.values import ACTIVATIONS, ELEMENTWISE, function_name
from ..notation.tree import ONE, Node, size, walk
from ..roles.trust import left_by_a_line_above
from ..specs import Spec
from ..topics import another_kind
from . import Case
from .catalog import at_other_places, recognised
from .differences import correction, title
from .doubts import within
from .identity.definitions import Definitions
from .identity.verdict import judge
from .mending import spliced
from .nearly_accepts import Acceptor
from .nearly_convicts import ACTIVE, LAYERED, OF_PLAIN, UNFAIR, Elsewhere, a_number, convicts, kept, of_a_cell
from .refutation import stated_already

MOST_NODES, MOST_OF_SLOPES = 60, 200
BOUNDS, BOUND = {("geq",), ("ge",), (">=",)}, "generative.evidence_bound"
# what goes wrong in a chain of slopes
OF_SLOPES = {"sum for product", "fraction", "extra", "sign", "script", "symbol", "power"}
OF_NAMES = {"call", "function lost", "link", "script"}  # what goes wrong where a link only names
CALLS = ("sigma", "tanh", "softmax")
# what goes wrong in a cell of another kind that has the usual steps all the same
OF_A_KIND = {"script", "symbol", "sign", "function", "function lost", "sum for product"}
MOST_LINKS = 4
LEAST = 4  # operations and operands of a side that says what it is


def check(case: Case) -> Iterator[Finding]:
    """BP101 for each line that nothing accepts or refutes, and that one edit makes a formula's form."""
    lines = case.note.lines
    gated = any(j.match is not None and of_a_cell(j.match.spec) for j in case.judgements)
    silent = ACTIVE.search(case.note.document.text) is None
    elsewhere = Elsewhere(passed_on(lines), gated, silent, products(lines))
    for line, formula in chain(((o, "") for o in _objectives(case)), ((b, BOUND) for b in _bounds(case))):
        found = nearest(line, case.library, elsewhere) if recognised(line, case.library) is None else None
        if found is not None and formula in ("", found[2].formula) and not _meant(line, *found, case.library):
            yield _as_written(line, finding(line, *found))
    for judgement in case.judgements:
        line = judgement.line
        if judgement.match is not None or judgement.repair is not None or line.span() in case.flagged | case.meant:
            continue
        if judgement.doubts or within.doubt(line) is not None:
            continue  # what is not to be accepted as it stands is another thing, not nearly that
        found = nearest(line, case.library, elsewhere)
        if found is not None and not _follows(line, found[0]) and not _meant(line, *found, case.library):
            yield finding(line, *found)


def _follows(line: Line, link: int) -> bool:
    """Whether a later link of a chain has the value of the one before it."""
    return link > 0 and judge(line.rights[link - 1], line.rights[link], Definitions()).kind == "holds"


def _objectives(case: Case) -> Iterator[Line]:
    """What is to be made least or greatest, as lines whose left side is any name."""
    for line in case.note.statements:
        tree = line.tree
        first = tree.args[0] if tree.op == "add" else tree
        if (
            first.op == "big"
            and first.value in ("min", "max")
            and len(first.args) == 1
            and line.span() not in case.flagged
        ):
            inner = first.args[0]
            terms = inner.args if inner.op == "add" else (inner,)
            body = Node("add", (*terms, *tree.args[1:]), None, inner.start, tree.end) if tree.op == "add" else inner
            yield replace(line, tree=Node("rel", (Node("name", value="L"), body), ("=",)))


def _bounds(case: Case) -> Iterator[Line]:
    """``\\log p(x) ≥ …``: what bounds a logarithm of a likelihood from below, as lines whose left side is any name."""
    for line in case.note.statements:
        tree = line.tree
        if tree.op != "rel" or tree.value not in BOUNDS or line.span() in case.flagged:
            continue
        bounded, bound = tree.args
        if bounded.op == "app" and function_name(bounded.args[0]) == "log":
            yield replace(line, tree=Node("rel", (Node("name", value="L"), bound), ("=",)))


def _as_written(line: Line, found: Finding) -> Finding:
    """The finding with what stood there, ``\\min_x`` or a bounded side, in the place of the name on the left."""
    sought = line.block.text[line.start : line.rights[0].start].strip()
    assert found.suggestion is not None
    fixed = f"{sought} {found.suggestion.latex.removeprefix('L = ')}"
    suggestion = Suggestion(fixed, False, changes=(line.rewritten(fixed),))
    return replace(found, fields={**found.fields, "fixed": fixed}, suggestion=suggestion)


NAMED = {"exchanged", "sign", "turned", "call"}  # under other names these may be the formula, too


def _meant(line: Line, link: int, candidate: Candidate, spec: Spec, library: Library) -> bool:
    """Whether the right side states the formula as it stands, in another of its forms, or the text announces the difference."""
    if announced(candidate, line, spec):
        return True
    if at_other_places(line, spec) or (candidate.kind == "script" and spec.formula in LAYERED):
        return False  # which no value feels
    return link == 0 and len(line.rights) == 1 and candidate.kind not in NAMED and stated_already(line, spec, library)


def passed_on(lines: Iterable[Line]) -> frozenset[str]:
    """The letters that a function is applied to somewhere: what they stand for may lack it where it is defined."""
    found = (part for line in lines for n in walk(line.tree) for part in _inside(n))
    return frozenset(str(n.value) for part in found for n in walk(part) if n.op == "name")


def products(lines: Iterable[Line]) -> frozenset[str]:
    """The letters that are defined as element-wise products: gates have been put on them."""
    made = (line for line in lines if line.left.op == "name" and any(map(_elementwise, line.rights)))
    return frozenset(str(line.left.value) for line in made)


def _elementwise(right: Node) -> bool:
    return right.op == "mul" and bool(set(right.value or ()) & ELEMENTWISE)


def _inside(n: Node) -> tuple[Node, ...]:
    """What a function, or the exponential that one may be made of, is applied to."""
    if n.op == "pow":
        return n.args[1:] if n.args[0] == Node("name", value="e") else ()
    return n.args[1:] if n.op == "app" else ()


def nearest(line: Line, library: Library, elsewhere: Elsewhere) -> tuple[int, Candidate, Spec] | None:
    """The side that is to be changed, the likeliest edit of it after which the line is accepted, and what it states then."""
    if "overleftarrow" in line.left.accents or line.joint or _of_no_known_kind(line, library):
        return None
    variant = another_kind(line.context)
    place = repeated(line.left, line.rights)
    if place is not None and not variant:
        return _other_argument(line, place, library)
    conditional = _given_less(line, library)
    if conditional is not None:
        return conditional
    count = len(line.rights)
    links = [link for link in range(count) if _may_lack_something(line, link)] if count <= MOST_LINKS else []
    acceptor = Acceptor(line, library, variant)
    if not (links or acceptor.named) or acceptor.hopeless:
        return None
    for spec in acceptor.named:
        for candidate in recomputed(line.rights[-1], spec):
            if acceptor.accepts(candidate, len(line.rights) - 1) is spec:
                return len(line.rights) - 1, candidate, spec
    for link in links:
        right = line.rights[link]
        slopes, named = _of_slopes(right), _only_names(line, link)
        bracket = in_brackets(line, link)
        uncalled = without_a_call(right) if bracket else ()
        others = line.rights[:link] + line.rights[link + 1 :]
        in_a_chain = (as_another_link(line, link), as_argument(line, link), turned_elsewhere(right, others))
        for candidate in chain(uncalled, turned_back(right), slips(line.left, right), *in_a_chain):
            work.spend(10)
            if not _worth_trying(candidate, slopes, acceptor.only_plain) or _left_above(line, candidate):
                continue
            if named and candidate.kind not in OF_NAMES:
                continue
            found = acceptor.accepts(candidate, link)
            if found is None or (another_kind(line.context, found) and not (variant and candidate.kind in OF_A_KIND)):
                continue
            if convicts(candidate, found, line, right, elsewhere):
                return link, candidate, found
    return None


def _may_lack_something(line: Line, link: int) -> bool:
    """Whether a side says enough, and not too much, for edits of it to be told from other formulas."""
    right = line.rights[link]
    short = size(right) < LEAST and line.left.op != "norm" and not of_its_cell(line.left, right, line.heading)
    if short and not (_only_names(line, link) or in_brackets(line, link)):
        return False
    return size(right) <= (MOST_OF_SLOPES if _of_slopes(right) else MOST_NODES)


def _of_slopes(right: Node) -> bool:
    return sum(n.op == "diff" for n in walk(right)) > 1


def _only_names(line: Line, link: int) -> bool:
    """A name in a chain: what the other links say tells what it lacks."""
    return len(line.rights) > 1 and bare(line.rights[link])


def _of_no_known_kind(line: Line, library: Library) -> bool:
    """Whether the heading announces what no formula's title speaks of."""
    return another_kind(line.context) and all(another_kind(line.context, spec) for spec in library.right)


def _left_above(line: Line, candidate: Candidate) -> bool:
    """What a line above left may be used; a layer has no value before its own."""
    scripts = line.left.args[1:] if line.left.op == "pow" else line.left.sup
    letters = {str(n.value) for script in scripts for n in walk(script) if n.op == "name"}
    layered = candidate.kind == "script" and len(line.rights) > 1 and bool(letters & LAYERS)
    return not layered and left_by_a_line_above(line, candidate)


def _worth_trying(candidate: Candidate, slopes: bool, only_plain: bool) -> bool:
    """What may convict at all: in a chain of slopes, where only layers are near, and by what it takes away."""
    kind = candidate.kind
    if candidate.after.op == "mul" and candidate.before.op == "add" and ONE in candidate.after.args:
        return False  # nobody means to multiply by one
    if kind == "script" and [s.value for s in candidate.before.sub] == ["i", "n"]:
        return False  # ``C_{in}``: a word
    return (
        (kind not in UNFAIR or a_number(candidate))
        and (kind in OF_SLOPES or not slopes)
        and (kind in OF_PLAIN or not only_plain)
        and kept(candidate)
    )


def as_another_link(line: Line, link: int) -> Iterator[Candidate]:
    """``a = f(z) = W x + b``: a link without the function that another one has."""
    right = line.rights[link]
    named = bare(right)
    if not named and (right.op not in ("add", "mul", "group") or not any(n.op in ("add", "mul") for n in walk(right))):
        return
    inner = right.args[0] if right.op == "group" and len(right.args) == 1 else right
    for other in line.rights:
        if other.op == "app" and len(other.args) == 2 and bare(other.args[1]) != named and is_activation(other.args[0]):
            new = Node("app", (other.args[0], inner), "()")
            yield Candidate(new, (), right, new, "link", 3)


def as_argument(line: Line, link: int) -> Iterator[Candidate]:
    """``a = σ(z) = σ(w z + b)``: what the other link is a function of, in the place of what that is made of."""
    for other in (o for k, o in enumerate(line.rights) if k != link):
        if other.op == "app" and len(other.args) == 2 and is_activation(other.args[0]) and bare(other.args[1]):
            yield from instead(line.left, line.rights[link], other.args[1])


def without_a_call(right: Node) -> Iterator[Candidate]:
    """A whole right side in brackets with the name of a function before it."""
    for name in CALLS:
        new = Node("app", (Node("name", value=name), right), "()")
        yield Candidate(new, (), right, new, "call", 3)


def bare(node: Node) -> bool:
    """A name, whatever its scripts."""
    return node.op == "name" or (node.op == "pow" and node.args[0].op == "name")


def is_activation(head: Node) -> bool:
    return head.op == "name" and function_name(head) in ACTIVATIONS


def _other_argument(line: Line, place: int, library: Library) -> tuple[int, Candidate, Spec] | None:
    """The line with another argument in the place of one that stands on the left twice."""
    args = arguments(line.left)
    named = [n for n in operands(line.side).values() if n not in args]
    plain = [replace(n, sub=(), sup=()) for n in named if n.sub + n.sup]
    ends = [replace(args[place], sub=n.sup) for r in line.rights for n in walk(r) if n.op == "big" and len(n.sup) == 1]
    for name in dict.fromkeys([*named, *(n for n in (*plain, *ends) if n not in args)]):
        left = rebuilt(line.left, args[place], name)
        tree = replace(line.tree, args=(left, *line.rights))
        spec = recognised(replace(line, tree=tree), library)
        if spec is not None and not another_kind(line.context, spec.spec):
            return -1, Candidate(left, (), line.left, left, "left argument", 1), spec.spec
    return None


def _given_less(line: Line, library: Library) -> tuple[int, Candidate, Spec] | None:
    """The line with what a probability is of no more among what is given."""
    for link, right in enumerate(line.rights):
        for path, node in positions(right):
            if node.op == "cond" and node.value == "|" and len(node.args) == 2 and given_itself(node):
                new = put(right, path, freed(node))
                found = recognised(replace(line, tree=put(line.tree, (link + 1,), new)), library)
                if found is not None:
                    return link, Candidate(new, path, node, freed(node), "condition", 1), found.spec
    return None


def rebuilt(left: Node, old: Node, new: Node) -> Node:
    """The left side with the last of its arguments that is ``old`` exchanged."""
    args = list(left.args)
    for k in range(len(args) - 1, 0, -1):
        part = args[k]
        items = list(part.args) if part.op == "seq" else [part]
        for j in range(len(items) - 1, -1, -1):
            if items[j] is old:
                items[j] = replace(new, start=0, end=0)
                args[k] = replace(part, args=tuple(items)) if part.op == "seq" else items[0]
                return replace(left, args=tuple(args))
    return left


def finding(line: Line, link: int, candidate: Candidate, spec: Spec) -> Finding:
    fixed, change = _correction(line, link, candidate)
    fields = {"title": title(spec), "written": line.latex, "fixed": fixed, "why": "", "shapes": ""}
    evidence = {"kind": "form", "edit": candidate.kind, "reference": spec.reference, "canonical": spec.latex}
    return Finding("BP101", line.span(), fields, evidence, spec.formula, Suggestion(fixed, False, changes=(change,)))


def _correction(line: Line, link: int, candidate: Candidate) -> tuple[str, Change]:
    """The corrected statement, and the change that makes it."""
    if link == 0:
        return correction(line, candidate)
    tree = put(line.tree, (link + 1,), candidate.tree)
    suggestion = spliced(line, replace(candidate, tree=tree))
    if suggestion is not None:
        return suggestion.latex, suggestion.changes[0]
    whole = anew(tree, line.block.text)
    return whole, line.rewritten(whole)
