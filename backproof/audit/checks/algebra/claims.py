"""Which statements claim an identity of matrices, and what the text before defines for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from backproof.lazy import pattern

from ...document import Line
from ...notation.reader import read
from ...notation.tree import MINUS_ONE, Node, rebuild, script_nodes, walk
from ..identity.matrices import of_one_kind
from .worlds import is_matrix

SVD = pattern(r"\bsvd\b|singular value|奇异值", re.IGNORECASE)
SIZES = set("nmNdDk")
OPERATIONS = {"tr", "trace", "det", "vec", "nabla"}
COMPOSITE = {"app", "pow", "mul", "transpose", "add", "diff", "norm", "abs", "group"}
DEFINING = {"=", ":=", "coloneqq", "triangleq"}


def claimed(tree: Node) -> bool:
    """Whether a statement says that two expressions of matrices are equal, and defines nothing."""
    if tree.value not in (("=",), ("equiv",)) or not _composite(tree.args[0]):
        return False
    left, right = tree.args
    if of_one_kind(left, right):
        return False
    matrices = [n for n in _names(right) if is_matrix(n) and n.value != "I"] or _derived(left)
    if not matrices or not _algebraic(tree) or _plain_number(right):
        return False
    known = {_key(n) for n in _names(left)} | {("I",)}
    return all(_key(n) in known or (str(n.value) in SIZES and not is_matrix(n)) for n in _names(right))


def _composite(left: Node) -> bool:
    return left.op in COMPOSITE or (left.op == "name" and left.marks in ("+", "dagger"))


def _derived(left: Node) -> list[Node]:
    """A derivative may have columns alone: the gradient of ``a^T x``."""
    return [n for n in walk(left) if n.op == "transpose"] if _is_derivative(left) else []


def _is_derivative(left: Node) -> bool:
    return left.op == "diff" or any(n.op == "name" and n.value == "nabla" for n in walk(left))


def _algebraic(tree: Node) -> bool:
    """A transpose, an inverse, a trace, a determinant, a derivative: without one, capitals may well be numbers."""
    for node in walk(tree):
        if node.op in ("transpose", "norm") or (node.op == "name" and node.marks == "-"):
            return True
        if node.op == "app" and node.args[0].op == "name" and str(node.args[0].value).casefold() in OPERATIONS:
            return True
        if node.op == "pow" and node.args[1] == MINUS_ONE:
            return True
    return False


def _plain_number(right: Node) -> bool:
    return not any(n.op == "name" for n in walk(right)) or right == Node("name", value="I")


def _names(tree: Node) -> list[Node]:
    heads = {id(n.args[0]) for n in walk(tree) if n.op == "app"}
    scripts = set(map(id, script_nodes(tree)))
    return [n for n in walk(tree) if n.op == "name" and id(n) not in heads | scripts]


def _key(node: Node) -> tuple[str, ...]:
    return (str(node.value), *node.accents)


def said(line: Line) -> str:
    """The words around a statement, and those that a formula has."""
    return f"{line.heading} {line.passage} {line.block.text}"


def inlined(line: Line, before: Iterable[Line]) -> Node:
    """The statement with what its left side is about put in: ``J`` by the loss above, ``A`` by its decomposition."""
    tree = line.tree
    known = {_key(n) for n in _names(tree.args[-1])}
    for other in before:
        if other.tree.op != "rel" or other.section != line.section or other.tree.value[0] not in DEFINING:
            continue
        left, right = other.tree.args[:2]
        if left == line.left:
            continue  # of two definitions of one name either may be meant
        if left.op == "name" and is_matrix(left) and _key(left) not in known and right.op in ("mul", "add"):
            tree = _put(tree, left, right)
        elif left.op == "app" and len(left.args) == 2 and _is_derivative(tree.args[0]):
            tree = _put(_by_argument(tree, left), left, right)
    if tree is line.tree and _composite(line.left) and SVD.search(said(line)):
        tree = _decomposed(tree)
    return tree


def _by_argument(tree: Node, called: Node) -> Node:
    """``∇_w J(w)`` for ``∇J(w)``."""

    def change(node: Node) -> Node:
        head = node.args[0] if node.op == "app" else node
        if node.op != "app" or head.value != "nabla" or head.sub or node.args[1:] != (called,):
            return node
        return replace(node, args=(replace(head, sub=(called.args[1],)), called))

    return rebuild(tree, change)


def _put(tree: Node, old: Node, new: Node) -> Node:
    """The tree with a definition put in; ``A^+`` and ``A^{-T}`` keep their marks."""

    def change(node: Node) -> Node:
        if node == old:
            return new
        if node.op == "name" and node.marks and replace(node, marks="") == old:
            return Node("group", (new,), "()", node.start, node.end, marks=node.marks)
        return node

    return rebuild(tree, change)


def _decomposed(tree: Node) -> Node:
    """``A`` by ``U Σ V^T``, where the right side has parts of that alone."""
    left, right = tree.args
    mine = {str(n.value) for n in _names(left) if is_matrix(n)}
    parts = {str(n.value) for n in _names(right)}
    middle = parts & {"Sigma", "S", "D"}
    if len(mine) != 1 or len(middle) != 1 or not parts <= middle | {"U", "V"} or mine & parts:
        return tree
    between = "\\Sigma" if "Sigma" in middle else min(middle)
    whole = read(rf"U {between} V^\top").statements[0].tree
    return Node("rel", (_put(left, Node("name", value=min(mine)), whole), right), tree.value)
