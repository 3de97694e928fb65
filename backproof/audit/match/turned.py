"""Transposes that have no partner: of several maps of a kind, one is laid out otherwise than the rest."""

from __future__ import annotations

from collections.abc import Iterator

from ..memo import by_identity
from ..notation.tree import Node
from .values import ELEMENTWISE


@by_identity
def turned_alone(tree: Node) -> bool:
    """``(x W) ⊙ (x V^T)``: of two maps of one thing that are added or multiplied, one is transposed. Or
    ``Attention(Q W, K W, V^T W)``: of the things that a function is given maps of."""
    if tree.op == "add" or (tree.op == "mul" and set(tree.value or ()) & ELEMENTWISE):
        maps = [m for part in tree.args for m in _maps(part)]
        both = {(of, first) for of, first, turned in maps if not turned} & {
            (of, first) for of, first, turned in maps if turned
        }
        if both:
            return True
    if tree.op == "app" and _given_unlike(tree):
        return True
    return any(turned_alone(child) for child in tree.args if child.args)


def _maps(part: Node) -> Iterator[tuple[Node, bool, bool]]:
    """What is mapped by a matrix in a part, whether the matrix comes first, and whether it is transposed; functions and what is
    added aside."""
    while part.op in ("neg", "group", "app") and part.args[-1].op != "seq":
        part = part.args[-1]
    if part.op == "add":
        for term in part.args:
            yield from _maps(term) if term.op == "mul" else ()
        return
    if part.op != "mul" or len(part.args) != 2:
        return
    capital = [_bare(a).op == "name" and str(_bare(a).value).isupper() for a in part.args]
    if capital[0] != capital[1]:
        place = capital.index(True)
        yield part.args[1 - place], place == 0, part.args[place].op == "transpose"


def _given_unlike(tree: Node) -> bool:
    """Products of two matrices each as arguments, of which only some have a transposed factor."""
    given = [a for part in tree.args[1:] for a in (part.args if part.op == "seq" else (part,))]
    matrices = all(a.op == "mul" and len(a.args) == 2 and all(_capital(f) for f in a.args) for a in given)
    turned = {tuple(f.op == "transpose" for f in a.args) for a in given} if matrices else set()
    return len(given) > 1 and len(turned) > 1


def _capital(factor: Node) -> bool:
    return _bare(factor).op == "name" and str(_bare(factor).value).isupper()


def _bare(node: Node) -> Node:
    return node.args[0] if node.op == "transpose" else node
