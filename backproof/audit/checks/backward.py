"""Lines of a backward pass that one edit makes keep the law of their gradient: a slope's prime, a layer, a transpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .. import work
from ..backward.laws import ENTRIES, FROM, Law
from ..backward.reading import WEIGHTS, Error, products
from ..backward.statement import stated, target
from ..backward.surroundings import Surroundings, surroundings
from ..backward.updates import parameter, stepped
from ..document import Line
from ..findings import Finding
from ..match.edits import ONE, Candidate, positions, put
from ..match.slipped import slips
from ..match.terms import ELEMENTWISE, LAYERS, subterms, term
from ..match.values import ACTIVATIONS, function_name
from ..notation.tree import Node, script_nodes, size, walk
from . import Case
from .catalog import stated_spec
from .nearly import finding

MOST_NODES = 40
ALWAYS = {"prime", "script", "layer", "argument", "operator", "sum for product", "fraction"}
BY_LAYOUT = {"transpose", "order"}
OF_GRADIENTS = {
    "sign",
    "exchanged",
    "extra",
    "factor lost",
    "bracket",
}  # where no δ stands, of which authors choose sign and scale
FUNCTIONS = {"f", "g", "h", "phi", "psi"}
STARS = {"*", "ast"}
CONVOLUTION = re.compile(r"conv|卷积|kernel|filter", re.IGNORECASE)
ASCENT = re.compile(r"likelihood|似然|ascent|上升|maximi[sz]|最大化|reward|奖励|log.?prob|policy|策略", re.IGNORECASE)


def check(case: Case) -> Iterator[Finding]:
    """BP101 for each line that no law fits until one slip is undone."""
    for judgement in case.judgements:
        line = judgement.line
        if judgement.match is not None or judgement.repair is not None or line.span() in case.flagged:
            continue
        if len(line.rights) != 1 or size(line.rights[0]) > MOST_NODES or not _slipped_from(line):
            continue
        found = undone(line, surroundings(case.note))
        if found is not None:
            link, candidate, law = found
            yield finding(line, link, candidate, stated_spec(law, case.library))


def _slipped_from(line: Line) -> bool:
    """A gradient, or a step by something that has an error in it."""
    if target(line.left, line.context) is not None:
        return True
    head = term(line.left)
    terms = stepped(head, term(line.rights[0])) if parameter(head) is not None else None
    return bool(terms) and any(p.of(Error) for p in terms or ())


LEFT = -1
Slip = tuple[int, Candidate, Law]


def undone(line: Line, around: Surroundings) -> Slip | None:
    """The likeliest slip after which the line keeps a law, under the usual numbering of weights if under any."""
    found = list(_undone(line, around))
    return min(found, key=lambda slip: (slip[2].numbering == FROM, slip[1].cost, _plainly(slip[1].after)), default=None)


def _plainly(product: Node) -> bool:
    """A product that does not say whether it is one of entries."""
    return product.op == "mul" and not set(product.value or ()) & ELEMENTWISE


def _undone(line: Line, around: Surroundings) -> Iterator[Slip]:
    left, right = line.left, line.rights[0]
    for candidate in [*_own(left, right), *slips(left, right)]:
        if candidate.kind in ALWAYS | BY_LAYOUT | OF_GRADIENTS:
            work.spend(5)
            law = stated(left, (candidate.tree,), line.context)
            if law is not None and around.allow(law) and _convicts(candidate, law, line, around):
                yield 0, candidate, law
    for new in _layers(left):
        law = stated(new, line.rights, line.context)
        if law is not None and around.allow(law):
            yield LEFT, Candidate(new, (), left, new, "layer", 2), law


def _own(left: Node, right: Node) -> Iterator[Candidate]:
    """Slips of backward passes: a function for its slope, its argument, another layer."""
    for path, node in positions(right):
        for kind, new in (*_sloped(left, node), *_turned(node), *(("layer", n) for n in _layers(node))):
            yield Candidate(put(right, path, new), path, node, new, kind, 1)


def _sloped(left: Node, node: Node) -> Iterator[tuple[str, Node]]:
    """``f'(z)`` for ``f(z)``, and for ``f'(a)`` where the gradient is by z."""
    if node.op != "app" or len(node.args) != 2 or node.args[0].op != "name":
        return
    head, argument = node.args
    if not head.marks and (head.value in FUNCTIONS or function_name(head) in ACTIVATIONS):
        yield "prime", replace(node, args=(replace(head, marks="'"), argument))
    elif left.op == "diff" and len(left.args) == 2:
        yield "argument", replace(node, args=(head, replace(left.args[1], start=0, end=0)))


def _turned(node: Node) -> Iterator[tuple[str, Node]]:
    """``(W^{l})^T``, whose layer looks like an exponent."""
    if node.op == "pow" and node.args[0].op == "name" and node.args[0].value in WEIGHTS:
        yield "transpose", Node("transpose", (node,))


def _layers(node: Node) -> Iterator[Node]:
    """The layer above and the layer below, whether its letter stands in a script or like an exponent."""
    if node.op == "pow" and node.args[0].op == "name":
        yield from (replace(node, args=(node.args[0], new)) for new in _shifted(node.args[1]))
    for place, script in enumerate(node.sup if node.op == "name" else ()):
        inner = script.args[0] if script.op == "group" and len(script.args) == 1 else script
        for new in _shifted(inner):
            whole = new if inner is script else replace(script, args=(new,))
            yield replace(node, sup=(*node.sup[:place], whole, *node.sup[place + 1 :]))


def _shifted(layer: Node) -> Iterator[Node]:
    """``l``, ``l - 1`` and ``l + 1`` for one another; a number by one."""
    if layer.op == "num" and str(layer.value).isdigit():
        yield from (replace(layer, value=str(n)) for n in (int(layer.value) - 1, int(layer.value) + 1) if n >= 0)
        return
    letter = layer.args[0] if layer.op == "add" and len(layer.args) == 2 else layer
    if letter.op != "name" or letter.value not in LAYERS or letter.sub or letter.sup:
        return
    below, above = Node("add", (letter, Node("neg", (ONE,)))), Node("add", (letter, ONE))
    yield from (new for new in (letter, below, above) if new != layer)


def _convicts(candidate: Candidate, law: Law, line: Line, around: Surroundings) -> bool:
    """Whether no layout, numbering or sign that authors choose explains the difference."""
    if candidate.kind in BY_LAYOUT:
        turned = sum(n.op == "transpose" for n in walk(line.rights[0]))
        return turned < 2 and law.layout != ENTRIES and around.decide(law) and not _convolves(line)
    if candidate.kind in OF_GRADIENTS:
        return not ASCENT.search(line.context) and not _chosen(candidate, line, around)
    if candidate.kind == "fraction" and candidate.before.op != "diff":
        return False
    return candidate.kind != "script" or not _in_time(line)


def _in_time(line: Line) -> bool:
    """Gradients by states carry steps of their own: that by one step may come from the next."""
    return any(n.op == "name" and n.value == "t" for n in script_nodes(line.tree))


def _convolves(line: Line) -> bool:
    """``X * ∂L/∂Y`` is a convolution, where the text speaks of one or nothing else is meant by the star."""
    stars = any(gap in STARS for n in walk(line.rights[0]) if n.op == "mul" for gap in n.value or ())
    return stars or CONVOLUTION.search(line.context) is not None


def _chosen(candidate: Candidate, line: Line, around: Surroundings) -> bool:
    """δ is what its author calls so; errors carry the factor of their loss, and which of both is the output is for the note
    to say."""
    sides = [term(line.left), term(candidate.tree)]
    if any(p[0] == "name" and p[1] in ("delta", "ell", "l") for side in sides for p in subterms(side)):
        return True
    if candidate.kind == "extra" and not _value_lost(candidate):
        return True
    steps = stepped(*sides)
    errors = [e for p in steps or products(sides[1]) or () for e in p.factors if isinstance(e, Error)]
    turned = candidate.kind == "exchanged" or (candidate.kind == "sign" and steps is not None)
    if candidate.kind == "exchanged" and not errors:
        return True  # which of two factors comes first is a matter of layout
    return bool(errors) and not (turned and around.predicted(errors[0].output))


def _value_lost(candidate: Candidate) -> bool:
    """Whether what is left out is a value: an average, a slope or a factor of the loss is for the author to choose."""
    after = candidate.after.args if candidate.after.op == candidate.before.op else (candidate.after,)
    lost = [a.args[0] if a.op == "transpose" else a for a in candidate.before.args if a not in after]
    return all(a.op == "name" and not str(a.value).isdigit() for a in lost)  # ones are multiplied by to sum
