"""``exp E / Σ_b exp D`` where the part above is none of those summed below, for one operation that one of the two lacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..notation.tree import Node, renamed, script_nodes, size, walk
from .edits import positions, put, without

MOST = 40  # nodes of an exponent


def unlike(above: Node, below: Node, bound: Node) -> tuple[Node, Node] | None:
    """The exponent that lacks an operation (or has a number too many), and what it should be.

    ``bound`` is the letter that the sum below runs over.
    """
    if max(size(above), size(below)) > MOST or not any(n == bound for n in walk(below)):
        return None
    for letter in _letters(above, bound):
        there, here = renamed(above, {letter: bound}), renamed(below, {bound: letter})
        if _twice(below, there, bound):
            return below, there
        if _twice(above, here, letter):
            return above, here
        for less, number in _simpler(there):
            if less == below:
                return (above, here) if number else (below, there)
        for less, number in _simpler(here):
            if less == above:
                return (below, there) if number else (above, here)
    return None


def _twice(wrong: Node, right: Node, letter: Node) -> bool:
    """``e_{kk}`` for ``e_{kj}``: the letter stands twice at one name, where the other side has two letters."""
    first, second = ([n for n in walk(t) if n.op == "name" and (n.sub or n.sup)] for t in (wrong, right))
    if len(first) != len(second) or size(wrong) != size(right):
        return False
    apart = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    if len(apart) != 1 or renamed(wrong, dict(apart)) != right:
        return False
    return [_scripts(n).count(letter) for n in apart[0]] == [2, 1]


def _scripts(name: Node) -> list[Node]:
    return [n for script in name.sub + name.sup for n in walk(script) if n.op == "name"]


def of_pairs(quotient: Node) -> bool:
    """Whether the letters of a quotient are meant as they stand: what is above is one of the parts below, also as
    ``exp(s_{ii}) / Σ_j exp(s_{ij})``, or the sum is over the pairs ``k ≠ l``."""
    if quotient.op != "frac" or quotient.args[1].op != "big" or len(quotient.args[1].sub) != 1:
        return False
    above, below = quotient.args
    bound = bound_letter(below)
    if not over_one_letter(below):
        return True
    if bound is not None and _common(below.args[0], bound):
        return False
    return bound is not None and any(renamed(below.args[0], {bound: a}) == above for a in _letters(above, bound))


def _common(summand: Node, bound: Node) -> bool:
    """``Σ_j π_k N_j``: a factor that all parts have in common, which nobody would leave both above and below."""
    return summand.op == "mul" and any(not any(n == bound for n in walk(f)) for f in summand.args)


def bound_letter(big: Node) -> Node | None:
    """The letter that a sum runs over."""
    low = big.sub[0]
    first = low.args[0] if low.op == "rel" else low
    return replace(first, start=0, end=0) if first.op == "name" and not (first.sub or first.sup) else None


def over_one_letter(big: Node) -> bool:
    """Whether a sum runs over one letter and leaves nothing out: not over the pairs ``k ≠ l``."""
    low = big.sub[0]
    return low.op == "name" or (low.op == "rel" and low.value[0] in ("=", "in"))


def _letters(e: Node, bound: Node) -> list[Node]:
    """The letters that may tell which part stands above, the last first: ``e_{ij}`` is one of ``Σ_k e_{ik}``."""
    plain = (n for n in script_nodes(e) if n.op == "name" and not (n.sub or n.sup) and n != bound)
    return list(dict.fromkeys(replace(n, start=0, end=0) for n in plain))[::-1]


def _simpler(tree: Node) -> Iterator[tuple[Node, bool]]:
    """The tree with one operation left out, and whether that is a number."""
    for path, node in positions(tree):
        for less, number in _left_out(node):
            yield put(tree, path, less), number


def _left_out(node: Node) -> Iterator[tuple[Node, bool]]:
    if node.op in ("neg", "pow", "transpose", "root"):
        yield node.args[0], False
    if node.op == "frac":
        yield node.args[0], node.args[1].op == "num"
    if node.op == "mul":
        for place, factor in enumerate(node.args):
            yield without(node, place), factor.op == "num"
