"""The statement tree: what a formula says, free of layout.

Every node has an operation `op`; the table says what `args`, `value`, `sub` and `sup` hold.

| op | args | value | scripts |
|---|---|---|---|
| name | | letter, word or command without backslash (`h`, `head`, `sigma`), no fonts | sub, sup index-like |
| num | | canonical decimal string | |
| text | | words | |
| dots, hole | | dots: "" ; hole: the placeholder (`cdot`, "") | |
| add | terms, a subtracted one is a `neg` | | |
| neg | one | "-" ("+", "pm", "mp" for those prefixes) | |
| mul | factors | operator of each gap: "" for juxtaposition, "cdot", "odot", "*", "times" ... | |
| frac | numerator, denominator | "frac", or "/" when written with a slash, "binom" | |
| pow | base, exponent | | |
| root | radicand[, index] | | |
| transpose | one | | |
| app | function, arguments... | bracket "()", "[]", "{}", "" for `\\tanh x` | |
| big | body | "sum", "prod", "max", "min", "argmax", "lim", "int", "E" ... | sub, sup: the limits |
| rel | n-ary chain | relations "=", "<", "in", "leftarrow", ":=" ... one fewer than args | |
| seq | items | separator "," ";" "|" | |
| group | inner | "()", "[]", "{}", kept only where the bracket says something | |
| abs, norm, floor, ceil | one | | norm: sub, sup |
| interval | two ends | the two brackets: "(]", "[)" ... | |
| cond | left, right of a bar | "|" or "||" | |
| cases | value, condition, value, condition ... | | |
| matrix | entries row by row | (rows, columns) | |
| diff | above, below (`∂a/∂b`); above is a hole for the bare operator | "d" or "partial" | |
| idx | base, indices | | |
| factorial | one | | |

Brackets with meaning (`group`, `interval`, `abs`, `norm`, ...), applications and `idx` may also carry `sub`,
`sup` and `marks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Any, TypeVar, dataclass_transform

from ..memo import by_identity

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def _frozen(kind: type[T]) -> type[T]:
    """A dataclass that is checked to be immutable before the program runs: a check at every node costs as much as all else."""
    return dataclass(slots=True, unsafe_hash=True)(kind)


@_frozen
class Node:
    """One operation; `[start, end)` are character offsets into the LaTeX and do not count for equality."""

    op: str
    args: tuple[Node, ...] = ()
    value: Any = None
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    sub: tuple[Node, ...] = ()
    sup: tuple[Node, ...] = ()
    accents: tuple[str, ...] = ()
    marks: str = ""

    @property
    def children(self) -> tuple[Node, ...]:
        """Arguments, then subscripts, then superscripts."""
        return self.args + self.sub + self.sup


ONE, ZERO = Node("num", value="1"), Node("num", value="0")
MINUS_ONE = Node("neg", (ONE,))


def walk(node: Node) -> Sequence[Node]:
    """The node and all below it, parents first, scripts included."""
    return _walked(node) if node.args or node.sub or node.sup else (node,)


@by_identity
def _walked(node: Node) -> Sequence[Node]:
    """The same of what has parts: each check goes through the trees of a line once more."""
    found, stack = [], [node]
    while stack:
        here = stack.pop()
        found.append(here)
        if here.args or here.sub or here.sup:
            stack.extend(reversed(here.args + here.sub + here.sup))
    return found


@by_identity
def size(node: Node) -> int:
    """How many nodes there are, scripts included; edits of a tree share what they leave."""
    return 1 + sum(size(child) if child.children else 1 for child in node.children)


@by_identity
def operations(node: Node) -> frozenset[str]:
    """The operations in a tree, scripts included."""
    return frozenset({node.op}).union(
        *(operations(child) if child.children else (child.op,) for child in node.children)
    )


def with_args(node: Node, args: tuple[Node, ...]) -> Node:
    """The node with other arguments."""
    return Node(node.op, args, node.value, node.start, node.end, node.sub, node.sup, node.accents, node.marks)


def one_less(node: Node) -> Node:
    """``l - 1`` for ``l``: the step, the layer or the place before."""
    return Node("add", (node, MINUS_ONE))


def whole_number(node: Node) -> int | None:
    """The number that a node writes with digits, if it is a whole one, with its sign."""
    if node.op == "num" and str(node.value).isdigit():
        return int(node.value)
    if node.op == "neg":
        inner = whole_number(node.args[0])
        return None if inner is None else -inner
    return None


def script_nodes(tree: Node) -> Iterator[Node]:
    """The nodes inside of scripts, at any depth."""
    return (n for owner in walk(tree) for script in owner.sub + owner.sup for n in walk(script))


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with `change` applied to every node, children before parents; what is left as it is stays the same object."""
    if not (node.args or node.sub or node.sup):
        return change(node)
    args, sub, sup = _rebuilt(node.args, change), _rebuilt(node.sub, change), _rebuilt(node.sup, change)
    if args is not node.args or sub is not node.sub or sup is not node.sup:
        node = Node(node.op, args, node.value, node.start, node.end, sub, sup, node.accents, node.marks)
    return change(node)


def _rebuilt(nodes: tuple[Node, ...], change: Callable[[Node], Node]) -> tuple[Node, ...]:
    if not nodes:
        return nodes
    new = tuple([rebuild(n, change) for n in nodes])
    return nodes if all(map(is_, new, nodes)) else new


def renamed(tree: Node, names: Mapping[Node, Node]) -> Node:
    """The tree with nodes exchanged throughout, each new one at the place of the old."""
    return rebuild(tree, lambda n: replace(names[n], start=n.start, end=n.end) if n in names else n)
