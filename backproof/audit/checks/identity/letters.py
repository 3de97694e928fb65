"""Which letters of a statement are places: bound by a sum, the end of a range, or an index of some name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...memo import by_identity
from ...notation.tree import Node, operations, rebuild, walk

LABELS = {"T", "top"}


def letter_of(node: Node) -> str | None:
    """A single letter without scripts, as the name of a place."""
    plain = node.op == "name" and not (node.sub or node.sup or node.accents)
    return f"{node.value}{node.marks}" if plain and (len(str(node.value)) == 1 or node.value in GREEK) else None


GREEK = {"alpha", "beta", "tau", "ell", "mu", "nu", "kappa", "rho"}


@by_identity
def bound(tree: Node) -> frozenset[str]:
    """Letters that a sum or product of the tree runs over."""
    letters = (_bound_letter(low) for big in walk(tree) if big.op == "big" for low in big.sub)
    return frozenset(letter for letter in letters if letter)


def _bound_letter(low: Node) -> str | None:
    first = low.args[0] if low.op == "rel" else low
    return f"{first.value}{first.marks}" if first.op == "name" and not (first.sub or first.sup) else None


@by_identity
def ends(tree: Node) -> frozenset[str]:
    """Letters at the upper end of a range, and the sets that sums run over."""
    found: set[str] = set()
    for big in walk(tree):
        if big.op == "big" and big.value != "int":  # up to where an integral goes is any number
            found |= {x for high in big.sup for n in walk(high) for x in [letter_of(n)] if x}
            found |= {str(low.args[1].value) for low in big.sub if _membership(low)}
    return frozenset(found)


def _membership(low: Node) -> bool:
    return (
        low.op == "rel"
        and low.value == ("in",)
        and len(low.args) == 2
        and low.args[1].op == "name"
        and not low.args[1].sub
    )


@by_identity
def indices(tree: Node) -> frozenset[str]:
    """Letters in the scripts of names, labels apart."""
    found: set[str] = set()
    for node in walk(tree):
        if node.op in ("name", "app", "idx"):
            found |= {x for script in node.sub + node.sup for x in _script_letters(script)}
    return frozenset(found - LABELS)


def _script_letters(script: Node) -> Iterator[str]:
    for node in walk(script):
        letter = letter_of(node)
        if letter and (letter.rstrip("'").islower() or letter in GREEK):
            yield letter


def places(trees: Iterable[Node], size: int, shift: int) -> dict[str, int]:
    """Numbers for the letters of these trees: ends of ranges get ``size``, free indices distinct places before it."""
    trees = list(trees)
    last = {x for t in trees for x in ends(t)}
    free = sorted({x for t in trees for x in indices(t)} - {x for t in trees for x in bound(t)} - last)
    order = [1 + (k + shift) % size for k in range(size)]
    counts = chosen(trees, size)
    return {**counts, **dict.fromkeys(last - set(counts), size), **{x: order[k % size] for k, x in enumerate(free)}}


def chosen(trees: Iterable[Node], size: int) -> dict[str, int]:
    """n and k of ``n choose k``: whole numbers."""
    found: dict[str, int] = {}
    for tree in trees:
        for node in walk(tree):
            if node.op == "frac" and node.value == "binom":
                for argument, number in zip(node.args, (size + 2, 2), strict=True):
                    letter = letter_of(argument)
                    if letter:
                        found.setdefault(letter, number)
    return found


def multiplied(*trees: Node) -> tuple[Node, ...]:
    """The trees with ``p_i (1 - p_j)`` as a product where p also stands by itself: it is a number, not a function."""
    if not any({"app", "add"} <= operations(t) for t in trees):
        return trees
    heads = {id(n.args[0]) for t in trees for n in walk(t) if n.op == "app"}
    operands = {(n.value, n.accents) for t in trees for n in walk(t) if n.op == "name" and id(n) not in heads}

    def change(node: Node) -> Node:
        if node.op == "pow" and _raised(node.args[0]):  # the exponent behind the bracket belongs to the bracket
            head, argument = node.args[0].args
            return Node("mul", (head, replace(node, args=(argument, node.args[1]))), ("",), node.start, node.end)
        if node.op != "app" or len(node.args) != 2 or node.sub or node.sup or node.marks:
            return node
        head, argument = node.args
        if head.op != "name" or argument.op != "add" or (head.value, head.accents) not in operands:
            return node
        return replace(node, op="mul", value=("",))

    # inner applications stay whole until the power around them has been seen, so powers go first
    return tuple(rebuild(rebuild(t, change), _split) for t in trees)


def _split(node: Node) -> Node:
    return Node("mul", node.args, ("",), node.start, node.end) if _raised(node) else node


def _raised(node: Node) -> bool:
    """``N^{-1} (1 - x)``, ``p^k (1 - p)`` read as applications: a function is raised to numbers only."""
    if node.op != "app" or len(node.args) != 2 or node.args[0].op != "pow" or node.args[1].op != "add":
        return False
    base, exponent = node.args[0].args
    letter = base.op == "name" and len(str(base.value)) == 1 and base.value not in FUNCTIONS
    return letter and exponent.op in ("neg", "name", "add", "mul")


FUNCTIONS = set("fghFGHT")
