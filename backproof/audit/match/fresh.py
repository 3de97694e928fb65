"""A name that stands in two places, in one of which another quantity is due: what came before, or what comes in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ..notation.tree import Node, one_less, script_nodes, walk
from .binding import BIAS_LETTERS
from .edits import Candidate, positions, put
from .signature import running_index
from .spelling import shifted
from .terms import LAYERS

COMING, STATES = ("x",), ("h", "s")
UNITS = {"z": "a", "Z": "A", "a": "a", "A": "A", "h": "h", "H": "H"}
INPUTS = {"a", "A", "h", "H"}
COST = 5
MOST = 4  # names that stand twice


def fresh(left: Node, right: Node) -> Iterator[Candidate]:
    """The right side with one of the places of such a name given to what the formula of a step or layer goes on from."""
    places = [(path, node) for path, node in positions(right) if _is_value(node)]
    count = Counter(node for _, node in places)
    offered = list(_offered(left, right))
    for path, node in places:
        if count[node] > 1 and len([n for n in count if count[n] > 1]) <= MOST:
            for k, new in enumerate(offered):
                yield Candidate(put(right, path, new), path, node, new, "fresh", COST + k)


def instead(left: Node, right: Node, name: Node) -> Iterator[Candidate]:
    """The right side with a name in it, which another link of the chain takes a function of, given to what goes in."""
    for path, node in positions(right):
        if node == name and path:
            for k, new in enumerate(_offered(left, right)):
                yield Candidate(put(right, path, new), path, node, new, "fresh", COST + k)


def unweighted(left: Node, right: Node) -> Iterator[Candidate]:
    """``z_j = a_i + b_j``: a sum of an activation and a bias without the weight between them."""
    if str(left.value or (left.args and left.args[0].value)) not in UNITS:
        return
    for path, node in positions(right):
        if (
            node.op == "add"
            and len(node.args) == 2
            and _head(node.args[1]) in BIAS_LETTERS
            and _head(node.args[0]) in INPUTS
        ):
            bias = node.args[1]
            weight = replace(bias.args[0], value="w") if bias.op == "pow" else replace(bias, value="w")
            weight = replace(bias, args=(weight, *bias.args[1:])) if bias.op == "pow" else weight
            product = Node("mul", (replace(weight, start=0, end=0), node.args[0]), ("",))
            new = replace(node, args=(product, bias))
            yield Candidate(put(right, path, new), path, node, new, "weight lost", COST)


def _head(node: Node) -> str:
    return str(node.args[0].value if node.op == "pow" else node.value) if _is_value(node) or node.op == "pow" else ""


def _is_value(node: Node) -> bool:
    """A name, or one with what looks like an exponent and may be an index."""
    index = node.args[1] if node.op == "pow" and node.args[0].op == "name" else None
    shifted_one = index is not None and index.op == "add" and index.args[0].op == "name"
    return node.op == "name" or shifted_one or (index is not None and index.op == "name")


def _offered(left: Node, right: Node) -> Iterator[Node]:
    """The input of the step, the state before it, the layer before: those that the side has not."""
    scripts = set(map(id, script_nodes(right)))
    own = {str(n.value).casefold() for n in walk(right) if n.op == "name" and id(n) not in scripts}
    for new in _steps(left) if left.op == "name" and running_index(left) == "t" else _layers(left):
        head = new.args[0] if new.op == "pow" else new
        if str(head.value).casefold() not in own or head.value == left.value:
            yield new


def _steps(left: Node) -> Iterator[Node]:
    bare = replace(left, accents=(), marks="", start=0, end=0)
    capital = str(left.value).isupper()
    for name in COMING:
        yield replace(bare, value=name.upper() if capital else name)
    if str(left.value).casefold() in ("f", "i", "o"):  # gates that look at their cell
        for letter in ("C", "c"):
            cell = replace(bare, value=letter)
            yield cell if str(left.value).casefold() == "o" else shifted(cell, "t", -1, "t")
    for name in STATES:
        yield shifted(replace(bare, value=name.upper() if capital else name), "t", -1, "t")


def _layers(left: Node) -> Iterator[Node]:
    """``a^{l-1}`` for ``z^l`` or ``a^l``, also where the layer is a subscript."""
    head = left.args[0] if left.op == "pow" else left
    if head.op != "name" or str(head.value) not in UNITS:
        return
    weight = replace(head, value="W", start=0, end=0)
    yield replace(left, args=(weight, *left.args[1:]), start=0, end=0) if left.op == "pow" else weight
    named = replace(head, value=UNITS[str(head.value)], start=0, end=0)
    if left.op == "pow":
        if _layer(left.args[1]):
            yield Node("pow", (named, _less(left.args[1])))
        return
    for place, script in enumerate(head.sup):
        if _layer(script):
            yield replace(named, sup=(*head.sup[:place], _less(script), *head.sup[place + 1 :]))
    if (
        len(head.sub) == 1
        and not head.sup
        and (head.sub[0].op == "num" or _layer(head.sub[0]) or head.sub[0].value == "j")
    ):
        yield replace(named, sub=(_less(head.sub[0]),))


def _layer(script: Node) -> bool:
    return script.op == "name" and str(script.value) in LAYERS


def _less(script: Node) -> Node:
    if script.op == "num" and str(script.value).isdigit() and int(str(script.value)) > 0:
        return Node("num", value=str(int(str(script.value)) - 1))
    return one_less(script)
