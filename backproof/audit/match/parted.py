"""Slips between the parts of a side: a sum that lacks what stands above it, a factor beside the wrong term, a bracket too late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..notation.tree import MINUS_ONE, ONE, Node, renamed, script_nodes
from .constants import times
from .edits import Candidate, positions, put, without

MOST_FACTORS = 5
MATRICES = {"H"}  # names of what a step is divided by


def parted(left: Node, right: Node) -> Iterator[Candidate]:
    """The right side with one such slip undone."""
    own = _own_letters(left)
    for path, node in positions(right):
        for kind, cost, new in _slips(node, own):
            yield Candidate(put(right, path, new), path, node, new, kind, cost)


def _slips(node: Node, own: list[Node]) -> Iterator[tuple[str, int, Node]]:
    if node.op == "frac":
        yield from (("symbol", 3, n) for n in _other_share(node))
        yield from (("normaliser", 3, n) for n in _normalised(node, own))
        yield from (("script", 2, n) for n in _of_its_own(node, own))
    if node.op == "add":
        yield from (("moved", 4, n) for n in _moved(node))
    if node.op == "mul":
        yield from (("bracket", 3, n) for n in _raised(node))
        yield from (("inverse lost", 4, n) for n in _inverted(node))
    if node.op in ("norm", "abs"):
        yield "power", 4, Node("pow", (node, Node("num", value="2")))
    if node.op == "abs":
        yield "power", 4, Node("mul", (Node("num", value="2"), node), ("",))
    if node.op == "big" and node.value == "sum":
        yield from (("mean", 4, n) for n in _averaged(node))
        yield from (("fraction", 4, n) for n in _reciprocal(node))


def _own_letters(left: Node) -> list[Node]:
    """The single letters in the scripts of the left side."""
    found = (n for n in script_nodes(left) if n.op == "name" and len(str(n.value)) == 1 and not (n.sub or n.sup))
    return list({n.value: replace(n, start=0, end=0) for n in found}.values())


def _normalised(node: Node, own: list[Node]) -> Iterator[Node]:
    """Below a line the sum of what stands above it: ``π_k N_k / Σ_j π_j N_j`` for ``π_k N_k / Σ_j N_j``."""
    above, below = node.args
    bound = _bound(below)
    factors = above.args if above.op == "mul" else ()
    if bound is None or not 1 < len(factors) <= MOST_FACTORS:
        return
    for letter in own:
        moved = tuple(renamed(f, {letter: bound}) for f in factors)
        inner = below.args[0].args if below.args[0].op == "mul" else below.args
        if len(inner) == len(factors) - 1 and all(part in moved for part in inner):
            whole = replace(above, args=moved, start=0, end=0)
            yield replace(node, args=(above, replace(below, args=(whole,))))


def _other_share(node: Node) -> Iterator[Node]:
    """``a / (a + b)`` for ``b / (a + b)``."""
    above, below = node.args
    if below.op == "add" and len(below.args) == 2 and above in below.args and above.op == "app":
        other = below.args[1 - below.args.index(above)]
        if other.op == "app":
            yield replace(node, args=(replace(other, start=0, end=0), below))


def _of_its_own(node: Node, own: list[Node]) -> Iterator[Node]:
    """``1/N_k`` for ``1/N``."""
    above, below = node.args
    if above == ONE and below.op == "name" and not (below.sub or below.sup):
        for letter in own:
            if letter.value != below.value:
                yield replace(node, args=(above, replace(below, sub=(letter,))))


def _bound(node: Node) -> Node | None:
    """The letter that a sum runs over."""
    if node.op != "big" or node.value != "sum" or len(node.sub) != 1:
        return None
    low = node.sub[0]
    letter = low.args[0] if low.op == "rel" else low
    return letter if letter.op == "name" and not (letter.sub or letter.sup) else None


def _moved(node: Node) -> Iterator[Node]:
    """``a + γ b - c`` for ``a + b - γ c``: a factor beside another term than its own."""
    for place, term in enumerate(node.args):
        inner = term.args[0] if term.op == "neg" else term
        if inner.op != "mul" or len(inner.args) > MOST_FACTORS:
            continue
        for k, factor in enumerate(inner.args):
            if factor.op != "name" or len(inner.args) - 1 < 1:
                continue
            rest = without(inner, k)
            for other, host in enumerate(node.args):
                if other != place and host.op in ("app", "name", "neg", "mul"):
                    args = list(node.args)
                    args[place] = replace(term, args=(rest,)) if term.op == "neg" else rest
                    args[other] = times(factor, host)
                    yield replace(node, args=tuple(args))


def _raised(node: Node) -> Iterator[Node]:
    """``(γλ)^l`` for ``γλ^l`` and ``γ^l λ``."""
    for place in range(len(node.args) - 1):
        pair = node.args[place : place + 2]
        bases = tuple(a.args[0] if a.op == "pow" else a for a in pair)
        powers = [a.args[1] for a in pair if a.op == "pow"]
        if len(powers) == 1 and all(b.op == "name" for b in bases) and node.value[place] in ("", "cdot"):
            both = Node("mul", bases, ("",), pair[0].start, pair[1].end)
            new = Node("pow", (both, powers[0]), None, pair[0].start, pair[1].end)
            args = (*node.args[:place], new, *node.args[place + 2 :])
            gaps = node.value[:place] + node.value[place + 1 :]
            yield new if len(args) == 1 else replace(node, args=args, value=gaps)


def _inverted(node: Node) -> Iterator[Node]:
    """``(X^T X)^{-1} X^T y`` for ``(X^T X) X^T y``."""
    for place, factor in enumerate(node.args):
        matrix = factor.op == "name" and str(factor.value) in MATRICES
        if matrix or factor.op in ("mul", "add", "group"):
            new = Node("pow", (factor, MINUS_ONE), None, factor.start, factor.end)
            yield replace(node, args=(*node.args[:place], new, *node.args[place + 1 :]))
    if not any(a.op == "transpose" for a in node.args) or len(node.args) > MOST_FACTORS:
        return
    for end in range(2, len(node.args)):
        inner = Node("mul", node.args[:end], node.value[: end - 1], node.args[0].start, node.args[end - 1].end)
        new = Node("pow", (inner, MINUS_ONE), None, inner.start, inner.end)
        yield replace(node, args=(new, *node.args[end:]), value=node.value[end - 1 :])


def _averaged(node: Node) -> Iterator[Node]:
    """``1/n Σ_{i=1}^n`` for ``Σ_{i=1}^n``."""
    for end in node.sup:
        if end.op in ("name", "abs"):
            bare = replace(end, start=0, end=0)
            yield Node("mul", (Node("frac", (ONE, bare), "frac"), node), ("",), node.start, node.end)


def _reciprocal(node: Node) -> Iterator[Node]:
    """The sum of one over each."""
    if node.args[0].op == "name":
        yield replace(node, args=(Node("frac", (ONE, node.args[0]), "frac"),))
