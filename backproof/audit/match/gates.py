"""Gates that a line of a gated cell has lost: ``c_t = f ⊙ c_{t-1} + g`` for ``… + i ⊙ g``, ``h_t = \\tanh(c_t)``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from backproof.lazy import pattern

from ..notation.tree import Node, script_nodes, walk
from .edits import Candidate, Path, positions, put
from .signature import Signature, running_index
from .values import ELEMENTWISE, function_name

GATES = {"c": ("f", "i"), "h": ("o",)}  # by the state that they belong to
COST = 6
STATES = pattern(r"hidden states?\b|隐藏状态|隐状态|隐藏层状态", re.IGNORECASE)
MEANT = {
    "f": {"f"},
    "i": {"i", "u"},
    "o": {"o"},
    "z": {"z", "u"},
    "r": {"r"},
}  # what a gate's script may say, by the gate
LABELLED = {"Gamma", "g", "G"}  # letters of any gate


def gated(left: Node, right: Node) -> Iterator[Candidate]:
    """The right side of a state's line with a gate put before one of its terms, or in the place of a factor."""
    if left.op != "name" or running_index(left) != "t" or str(left.value).casefold() not in GATES:
        return
    gates = list(_missing(left, right))
    terms: dict[Path, Node] = {(k,): t for k, t in enumerate(right.args)} if right.op == "add" else {(): right}
    for gate in gates:
        for path, term in terms.items():
            new = _before(gate, term)
            yield Candidate(put(right, path, new), path, term, new, "gate lost", COST)
        for path, node in positions(right):
            if node.op == "mul" and set(node.value or ()) & ELEMENTWISE:
                for k, part in enumerate(node.args):
                    if part.op == "name":
                        yield Candidate(put(right, (*path, k), gate), (*path, k), part, gate, "gate", COST)


def _missing(left: Node, right: Node) -> Iterator[Node]:
    """The gates of the state that the side does not name, in the case of the names that it has."""
    scripts = set(map(id, script_nodes(right)))
    own = {str(n.value) for n in walk(right) if n.op == "name" and id(n) not in scripts}
    capital = str(left.value).isupper() and not any(len(n) == 1 and n.islower() for n in own)
    bare = replace(left, accents=(), marks="", start=0, end=0)
    for letter in GATES[str(left.value).casefold()]:
        if not {letter, letter.upper()} & own:
            yield replace(bare, value=letter.upper() if capital else letter)


def _before(gate: Node, term: Node) -> Node:
    if term.op == "mul":
        return replace(term, args=(gate, *term.args), value=("odot", *term.value), start=0, end=0)
    return Node("mul", (gate, term), ("odot",))


def of_its_cell(left: Node, right: Node, heading: str) -> bool:
    """``h_t = \\tanh(c_t)`` where the heading speaks of hidden states: the state of a cell, which has lost its gate."""
    if left.op != "name" or left.value not in ("h", "H") or right.op != "app" or len(right.args) != 2:
        return False
    head, inner = right.args
    cell = inner.op == "name" and inner.value in ("c", "C") and (inner.sub, inner.sup) == (left.sub, left.sup)
    return cell and running_index(left) == "t" and function_name(head) == "tanh" and STATES.search(heading) is not None


def of_another_gate(name: Signature, gate: str) -> bool:
    """``Γ_f`` where the input gate is due: the script says which gate it is."""
    said = {t.casefold() for t in name.tags} & set().union(*MEANT.values())
    letter = gate.partition("@")[0]  # as a step's own subterms are called
    return name.base in LABELLED and bool(said) and letter in MEANT and not said & MEANT[letter]
