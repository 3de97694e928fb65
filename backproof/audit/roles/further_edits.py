"""Slips beyond those of ``match.edits``: two operands exchanged, a logarithm left out, another constant than the formula's."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from ..match.edits import Candidate, positions, put
from ..match.spelling import shifted
from ..notation.tree import Node, renamed, walk
from ..specs import Spec
from .binding import Part

FEW = 6


def own_edits(note: Part, spec: Spec) -> Iterator[Candidate]:
    """The side after each such slip is undone."""
    yield from _exchanged(note)
    yield from _other_times(note)
    for path, node in positions(note.tree):
        for kind, cost, new in [*_logarithms(node), *_constants(node, spec), *_out_of_the_bar(node)]:
            yield Candidate(put(note.tree, path, new), path, node, new, kind, cost)


def _exchanged(note: Part) -> Iterator[Candidate]:
    """Two names that stand in each other's place, everywhere in the side."""
    names = list(dict.fromkeys(o.node for o in note.operands() if o.node.op == "name"))[:FEW]
    for a, b in itertools.combinations(names, 2):
        tree = renamed(note.tree, {a: b, b: a})
        yield Candidate(tree, (), note.tree, tree, "swapped", 2)


def _other_times(note: Part) -> Iterator[Candidate]:
    """A name one step earlier or later."""
    for path, node in positions(note.tree):
        step = note.describe(node).step if node.op == "name" and note.index else None
        if step is None or note.index is None:
            continue
        for other in (step - 1, step + 1):
            new = shifted(node, note.index, other, note.index)
            yield Candidate(put(note.tree, path, new), path, node, new, "symbol", 1)


def _logarithms(node: Node) -> Iterator[tuple[str, int, Node]]:
    """``log p - q`` for ``log p - log q``."""
    if node.op != "add":
        return
    logs = [t for t in map(_unsigned, node.args) if t.op == "app" and str(t.args[0].value) in ("log", "ln")]
    if not logs:
        return
    for place, term in enumerate(node.args):
        bare = _unsigned(term)
        if bare.op in ("name", "app") and bare not in logs:
            wrapped = replace(logs[0], args=(logs[0].args[0], bare), value="()")
            new = wrapped if bare is term else replace(term, args=(wrapped,))
            yield "logarithm", 3, replace(node, args=(*node.args[:place], new, *node.args[place + 1 :]))


def _out_of_the_bar(node: Node) -> Iterator[tuple[str, int, Node]]:
    """``a / (b + c)`` for ``a / b + c``, ``(a + b) / c`` for ``a + b / c``: a term drawn under or over the bar."""
    if node.op == "frac" and node.args[0].op == "add":
        terms = node.args[0].args
        for place, term in enumerate(terms):
            rest = terms[:place] + terms[place + 1 :]
            above = rest[0] if len(rest) == 1 else replace(node.args[0], args=rest)
            yield (
                "bracket",
                2,
                Node("add", (term, replace(node, args=(above, node.args[1]))), None, node.start, node.end),
            )
    if node.op == "frac" and node.args[1].op == "add" and len(node.args[1].args) == 2:
        above, (first, second) = node.args[0], node.args[1].args
        yield "bracket", 2, Node("add", (replace(node, args=(above, first)), second), None, node.start, node.end)


def _unsigned(node: Node) -> Node:
    return node.args[0] if node.op == "neg" else node


def _constants(node: Node, spec: Spec) -> Iterator[tuple[str, int, Node]]:
    """A decimal of the formula in place of another one."""
    if node.op == "num" and "." in str(node.value):
        for other in dict.fromkeys(n.value for n in walk(spec.right) if n.op == "num" and "." in str(n.value)):
            if other != node.value:
                yield "constant", 2, replace(node, value=other)
