"""Slips of numbers: a half or a two that is missing, an exponent of the other sign, e beside 2π, a size rounded up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..notation.tree import ONE, Node, renamed, walk
from .edits import Candidate, at, positions, put

TWO, THREE = Node("num", value="2"), Node("num", value="3")
HALF = Node("frac", (ONE, TWO), "frac")
PI, EULER = Node("name", value="pi"), Node("name", value="e")
ODD_HALVES = {
    Node("neg", (Node("frac", (a, TWO), bar),)): Node("neg", (Node("frac", (b, TWO), bar),))
    for bar in ("frac", "/")
    for a, b in ((ONE, THREE), (THREE, ONE))
}  # by which variances stand below, and their slopes
STEP = Node("name", value="t")
Slip = tuple[str, int, Node]  # kind, cost, what a node becomes


def constants(right: Node) -> Iterator[Candidate]:
    """The right side with one such slip undone."""
    yield from _all_powers_turned(right)
    yield from _discounted(right)
    yield from _corrected(right)
    if right.op in ("neg", "big", "app"):
        new = times(HALF, right)
        yield Candidate(new, (), right, new, "half", 4)
    for path, node in positions(right):
        for kind, cost, new in _RULES[node.op](node) if node.op in _RULES else ():
            yield Candidate(put(right, path, new), path, node, new, kind, cost)


def _discounted(right: Node) -> Iterator[Candidate]:
    """``Σ_{k=0}^{n-1} γ^k r_k + γ^n v`` for ``… + γ v``: a power as high as a sum goes, of what is raised in it."""
    ends = {e: e for _, n in positions(right) if n.op == "big" for end in n.sup for e in walk(end) if e.op == "name"}
    raised = {n.args[0] for _, n in positions(right) if n.op == "pow" and n.args[0].op == "name"} if ends else set()
    for path, node in positions(right) if raised else ():
        if node in raised and not (path and path[-1] == 0 and at(right, path[:-1]).op == "pow"):
            for end in ends:
                new = Node("pow", (node, replace(end, start=0, end=0)), None, node.start, node.end)
                yield Candidate(put(right, path, new), path, node, new, "power", 4)


def _corrected(right: Node) -> Iterator[Candidate]:
    """``1 - β^t`` for ``1 - β`` below a line, of what has been averaged over t steps."""
    if right.op != "frac" or not any(script == STEP for n in walk(right.args[0]) for script in n.sub):
        return
    for path, node in positions(right.args[1]):
        if node.op == "add" and len(node.args) == 2 and node.args[0] == ONE and node.args[1].op == "neg":
            rate = node.args[1].args[0]
            if rate.op == "name":
                new = replace(node, args=(ONE, Node("neg", (Node("pow", (rate, STEP)),))))
                yield Candidate(put(right, (1, *path), new), (1, *path), node, new, "power", 4)


def _of_sums(node: Node) -> Iterator[Slip]:
    """A half before one term or all."""
    yield from (("half", 4, n) for n in (*_halved(node), *_all_halved(node)))


def _of_powers(node: Node) -> Iterator[Slip]:
    """Another exponent: of three halves one, of the other sign, turned round."""
    base, exponent = node.args
    if exponent in ODD_HALVES:
        yield "power", 4, replace(node, args=(base, ODD_HALVES[exponent]))
    yield from (("sign", 3, replace(node, args=(base, n))) for n in _of_a_number(exponent))
    yield from (("exchanged", 3, replace(node, args=(base, n))) for n in _difference_turned(exponent))


def _of_quotients(node: Node) -> Iterator[Slip]:
    """``2 (a + b) / c`` for ``(a + b) / c``."""
    if node.args[0].op in ("group", "add"):
        above = node.args[0] if node.args[0].op == "group" else Node("group", (node.args[0],), "()")
        yield "power", 4, replace(node, args=(times(TWO, above), node.args[1]))


def _of_words(node: Node) -> Iterator[Slip]:
    """``2 padding``, ``2 padding[0]``."""
    if node.op != "app" or node.value == "[]":
        yield "power", 4, times(TWO, node)


def _of_products(node: Node) -> Iterator[Slip]:
    """An e that is missing beside 2π."""
    yield from (("constant lost", 4, n) for n in _with_euler(node))


def _rounded_up(node: Node) -> Iterator[Slip]:
    """``⌊x⌋`` for ``⌈x⌉``."""
    yield "function", 3, replace(node, op="floor")


# by the operation of a node
_RULES: dict[str, Callable[[Node], Iterator[Slip]]] = {
    "add": _of_sums,
    "pow": _of_powers,
    "frac": _of_quotients,
    "idx": _of_words,
    "text": _of_words,
    "app": _of_words,
    "mul": _of_products,
    "ceil": _rounded_up,
}


def _halved(node: Node) -> Iterator[Node]:
    """A half before one of the terms."""
    for place, term in enumerate(node.args):
        inner = term.args[0] if term.op == "neg" else term
        if inner.op in ("mul", "big", "pow", "name"):
            yield replace(node, args=(*node.args[:place], times(HALF, term), *node.args[place + 1 :]))


def _all_halved(node: Node) -> Iterator[Node]:
    """A half before each of two terms: ``a + b`` for their mean."""
    if len(node.args) == 2 and all(a.op == "app" for a in node.args):
        yield replace(node, args=tuple(times(HALF, a) for a in node.args))


def _of_a_number(exponent: Node) -> Iterator[Node]:
    """``x^{-0.5}`` for ``x^{0.5}``, and back."""
    inner = exponent.args[0] if exponent.op == "neg" else exponent
    if inner.op == "num" and "." in str(inner.value):
        yield inner if exponent.op == "neg" else Node("neg", (exponent,))


def _difference_turned(node: Node) -> Iterator[Node]:
    """``1 - x`` for ``x - 1``."""
    if node.op == "add" and len(node.args) == 2 and node.args[1].op == "neg" and node.args[0].op != "neg":
        yield replace(node, args=(node.args[1].args[0], Node("neg", (node.args[0],))))


def _with_euler(node: Node) -> Iterator[Node]:
    """``2 π e`` for ``2 π``."""
    pairs = zip(node.args, node.args[1:], strict=False)
    if PI in node.args and EULER not in node.args and (TWO, PI) in pairs:
        place = node.args.index(PI) + 1
        gaps = (*node.value[: place - 1], "", *node.value[place - 1 :])
        yield replace(node, args=(*node.args[:place], EULER, *node.args[place:]), value=gaps)


def _all_powers_turned(right: Node) -> Iterator[Candidate]:
    """``D^{-1/2} A D^{-1/2}`` for ``D^{1/2} A D^{1/2}``: a fraction that is an exponent twice, with the other sign."""
    raised = [n.args[1] for _, n in positions(right) if n.op == "pow" and n.args[0].op == "name"]
    for exponent in {e: e for e in raised if (e.args[0] if e.op == "neg" else e).op == "frac"}:
        if raised.count(exponent) > 1:
            turned = exponent.args[0] if exponent.op == "neg" else Node("neg", (exponent,))
            new = renamed(right, {exponent: turned})
            yield Candidate(new, (), right, new, "powers turned", 3)


def times(factor: Node, host: Node) -> Node:
    """``factor · host``, the factor first among those of a product and behind a minus."""
    if host.op == "neg":
        return replace(host, args=(times(factor, host.args[0]),))
    if host.op == "mul":
        return replace(host, args=(factor, *host.args), value=("", *host.value))
    return Node("mul", (factor, host), ("",))
