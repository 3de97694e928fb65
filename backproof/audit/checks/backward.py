"""Lines of a backward pass that one edit makes keep the law of their gradient: a slope's prime, a layer, a transpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from backproof.lazy import pattern

from .. import work
from ..backward.laws import COLUMNS, ENTRIES, FROM, Law
from ..backward.reading import ANY, COUNTS, WEIGHTS, Error, Gradient, Slope, error, gradient, products, summed_error
from ..backward.statement import kept, stated, target
from ..backward.surroundings import Surroundings, surroundings
from ..backward.updates import RATES, parameter, stepped
from ..document import Line
from ..findings import Finding
from ..match.edits import Candidate, positions, put
from ..match.slipped import slips
from ..match.telescope import chain_rule
from ..match.terms import ELEMENTWISE, LAYERS, subterms, term
from ..match.values import ACTIVATIONS, function_name
from ..notation.tree import ONE, Node, one_less, script_nodes, size, walk
from . import Case
from .catalog import stated_spec
from .nearly import finding
from .nearly_convicts import SHARED, a_number

MOST_NODES, MOST_LINKS = 40, 4
ALWAYS = {"prime", "script", "layer", "argument", "operator", "sum for product", "fraction"}
BY_LAYOUT = {"transpose", "order"}
OF_GRADIENTS = {
    "sign",
    "exchanged",
    "extra",
    "factor lost",
    "bracket",
}  # where no δ stands, of which authors choose sign and scale
OF_MEANS = {"limit", "nested"}
FUNCTIONS = {"f", "g", "h", "phi", "psi"}
CROSS = pattern(r"cross.?entropy|交叉熵|logistic|逻辑|softmax", re.IGNORECASE)
STARS = {"*", "ast"}
CONVOLUTION = pattern(r"conv|卷积|kernel|filter", re.IGNORECASE)
ASCENT = pattern(r"likelihood|似然|ascen[td]|上升|maximi[sz]|最大化|reward|奖励|log.?prob|policy|策略", re.IGNORECASE)


def check(case: Case) -> Iterator[Finding]:
    """BP101 for each line that no law fits until one slip is undone."""
    for judgement in case.judgements:
        line = judgement.line
        if judgement.match is not None or judgement.repair is not None or line.span() in case.flagged:
            continue
        if not _short(line) or not _slipped_from(line):
            continue
        found = undone(line, surroundings(case.note))
        if found is not None:
            link, candidate, law = found
            yield finding(line, link, candidate, stated_spec(law, case.library))


def _short(line: Line) -> bool:
    return len(line.rights) <= MOST_LINKS and all(size(right) <= MOST_NODES for right in line.rights)


def _slipped_from(line: Line) -> bool:
    """A gradient, or a step at a rate by something that has an error or a gradient in it."""
    if target(line.left, line.context) is not None:
        return True
    if parameter(term(line.left)) is None or len(line.rights) != 1:
        return False
    parts = list(subterms(term(line.rights[0])))
    rated = any(p[0] == "name" and p[1] in RATES for p in parts)
    return rated and any(error(p) or summed_error(p) or gradient(p) for p in parts)


LEFT = -1
Slip = tuple[int, Candidate, Law]


def undone(line: Line, around: Surroundings) -> Slip | None:
    """The likeliest slip after which the line keeps a law, under the usual numbering of weights if under any."""
    found = list(_undone(line, around))
    return min(found, key=lambda slip: (slip[2].numbering == FROM, slip[1].cost, _plainly(slip[1].after)), default=None)


def _broken(line: Line) -> int | None:
    """The one link of the chain that keeps no law, where there is one."""
    if len(line.rights) == 1:
        return 0
    found = [k for k, right in enumerate(line.rights) if not kept(line.left, right, line.context)]
    return found[0] if len(found) == 1 else None


def put_link(rights: tuple[Node, ...], link: int, new: Node) -> tuple[Node, ...]:
    """The links of a chain with another in the place of one."""
    return (*rights[:link], new, *rights[link + 1 :])


def _plainly(product: Node) -> bool:
    """A product that does not say whether it is one of entries."""
    return product.op == "mul" and not set(product.value or ()) & ELEMENTWISE


def _undone(line: Line, around: Surroundings) -> Iterator[Slip]:
    left = line.left
    link = _broken(line)
    if link is None:
        return
    right = line.rights[link]
    for candidate in [*_own(left, right), *slips(left, right)]:
        if candidate.kind in ALWAYS | BY_LAYOUT | OF_GRADIENTS | OF_MEANS:
            work.spend(5)
            law = stated(left, put_link(line.rights, link, candidate.tree), line.context)
            if law is not None and around.allow(law) and _convicts(candidate, law, line, link, around):
                yield link, candidate, law
    for new in _layers(left) if len(line.rights) == 1 else ():
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
    below, above = one_less(letter), Node("add", (letter, ONE))
    yield from (new for new in (letter, below, above) if new != layer)


def _convicts(candidate: Candidate, law: Law, line: Line, link: int, around: Surroundings) -> bool:
    """Whether no layout, numbering or sign that authors choose explains the difference."""
    right = line.rights[link]
    if candidate.kind in BY_LAYOUT:
        turned = sum(n.op == "transpose" for n in walk(right))
        if not turned and candidate.kind == "transpose" and _by_vectors(line, law) and not _convolves(line):
            return True
        return turned < 2 and law.layout != ENTRIES and around.decide(law) and not _convolves(line)
    if candidate.kind == "sign" and summed_error(term(candidate.before)) and error(term(candidate.after)):
        return True  # no loss has the sum of an output and its target for its slope
    if candidate.kind == "sign" and _of_a_complement(candidate):
        return True
    if candidate.kind == "extra" and a_number(candidate):
        return _unscaled(candidate, line)
    if candidate.kind in OF_GRADIENTS:
        return not ASCENT.search(line.context) and not _chosen(candidate, line, around)
    if candidate.kind in ("fraction", "nested"):
        return candidate.before.op == "diff" or _by_a_count(candidate.before)
    if candidate.kind == "limit":
        return _averages(candidate.tree) and candidate.before.sub == candidate.after.sub
    return candidate.kind != "script" or not _in_time(line)


def _of_a_complement(candidate: Candidate) -> bool:
    """``1 - a`` for ``1 + a``: the slope of a sigmoid is no matter of signs that authors choose."""
    before, after = candidate.before, candidate.after
    return before.op == after.op == "add" and before.args[0] == after.args[0] == ONE and after.args[1].op == "neg"


def _unscaled(candidate: Candidate, line: Line) -> bool:
    """A number that no loss brings in: before the gradient of what comes after, among slopes of a chain whose other links have
    none, or before an error under cross-entropy. What is used twice has two shares."""
    if SHARED.search(line.context):
        return False
    head, side = term(line.left), term(candidate.tree)
    terms = products(side) if gradient(head) is not None else stepped(head, side)
    errors = [e for p in terms or () for e in p.of(Error)]
    if errors:
        crossed = all(e.squashed for e in errors) or CROSS.search(line.context) is not None
        return crossed and not any(p.of(Slope) for p in terms or ())
    named = any(g.of.base != ANY for p in terms or () for g in p.of(Gradient))
    return named or (len(line.rights) > 1 and chain_rule(head, side))


def _by_a_count(node: Node) -> bool:
    """``m / 1``, ``m / Σ``, ``Σ / √m``: what is averaged is divided by the number of samples."""
    top, bottom = node.args if node.op == "frac" else (ONE, ONE)
    count = bottom.args[0] if bottom.op == "root" else top
    return count.op == "name" and count.value in COUNTS


def _averages(tree: Node) -> bool:
    """Something over the number of samples."""
    return any(
        n.op == "frac" and any(p.op == "name" and p.value in COUNTS for p in walk(n.args[1])) for n in walk(tree)
    )


def _by_vectors(line: Line, law: Law) -> bool:
    """``dW^{[1]} = dz^{[1]} x``: with layers in brackets quantities are columns, and two columns have no product."""
    left = line.left.args[1] if line.left.op == "diff" and len(line.left.args) == 2 else line.left
    bracketed = any(s.op == "group" and s.value == "[]" for s in left.sup)
    capital = str(left.value).removeprefix("d").isupper()
    return law.formula == "backprop.dense.weight_gradient" and law.layout == COLUMNS and bracketed and capital


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
