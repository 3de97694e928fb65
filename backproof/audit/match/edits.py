"""Single edits of a statement tree: the mistakes that people make, undone one at a time.

Each edit is a row: what it does to one node. They are generated for every node of the note's own tree, so a repair keeps the
note's notation; ``Candidate.cost`` orders them (a wrong symbol is likelier than a missing term).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from ..memo import by_identity
from ..notation.tree import MINUS_ONE, ONE, Node, with_args
from ..records import record

MAX_NODES = 90

CHEAPEST, DEAREST = 1, 5  # what an edit costs
Path = tuple[int, ...]


@record
class Candidate:
    """A tree after one edit: where (path of argument positions), what stood, what stands now, and what kind of edit."""

    tree: Node
    path: Path
    before: Node
    after: Node
    kind: str
    cost: int


def positions(tree: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """All nodes that are operands (scripts and function names are left out), parents first."""
    yield path, tree
    first = 1 if tree.op == "app" else 0
    for place in range(first, len(tree.args)):
        yield from positions(tree.args[place], (*path, place))


def percent(candidate: Candidate) -> bool:
    """The factor 100 left out: a share in per cent."""
    factors = candidate.before.args if candidate.before.op == "mul" else ()
    return any(f.op == "num" and f.value == "100" and f not in candidate.after.args for f in factors)


def at(tree: Node, path: Path) -> Node:
    """The node at a path."""
    for place in path:
        tree = tree.args[place]
    return tree


def around(tree: Node, path: Path) -> Iterator[Node]:
    """The node at a path and all that it stands in, the outermost first."""
    yield tree
    for place in path:
        tree = tree.args[place]
        yield tree


def put(tree: Node, path: Path, new: Node) -> Node:
    """The tree with the node at ``path`` replaced."""
    if not path:
        return new
    here, rest = path[0], path[1:]
    args = (*tree.args[:here], put(tree.args[here], rest, new), *tree.args[here + 1 :])
    if tree.op == "app" and tree.value == "" and args[-1].op in ("add", "neg"):
        return replace(tree, args=args, value="()")  # log of a sum is written with brackets
    return with_args(tree, args)


def edits(
    tree: Node,
    names: Callable[[Node], list[Node]],
    extra: list[Node],
    able: Callable[[Node, Node], bool] = lambda before, after: True,
) -> Iterator[Candidate]:
    """All single edits. ``names(leaf)`` gives what a name may be replaced by; ``extra`` may be inserted as a factor or term;
    ``able(before, after)`` says which are worth anything."""
    for path, node, ruled in _by_rules(tree):
        for new in names(node) if node.op == "name" else ():
            if new != node and able(node, new):
                yield Candidate(put(tree, path, new), path, node, new, "symbol", CHEAPEST)
        for edit in ruled:
            if able(node, edit.new):
                yield edit.candidate
        for kind, new in _with_more(node, extra):
            if new != node and able(node, new):
                yield Candidate(put(tree, path, new), path, node, new, kind, DEAREST)


class _Ruled:
    """An edit by a rule: it asks for nothing beside the tree, so all formulas that the tree is compared with have it in common."""

    def __init__(self, tree: Node, path: Path, before: Node, rule: tuple[str, int, Node]) -> None:
        self.tree, self.path, self.before = tree, path, before
        self.kind, self.cost, self.new = rule

    @cached_property
    def candidate(self) -> Candidate:
        return Candidate(put(self.tree, self.path, self.new), self.path, self.before, self.new, self.kind, self.cost)


@by_identity
def _by_rules(tree: Node) -> list[tuple[Path, Node, list[_Ruled]]]:
    """The positions of a tree with what the rules make of each."""
    found = []
    for path, node in positions(tree):
        changes = ((kind, cost, new) for kind, cost, rule in _RULES for new in rule(node) if new != node)
        factor = _factor(tree, path)
        kept = (change for change in changes if not (factor and change[0] == "number" and change[2] == ONE))
        found.append((path, node, [_Ruled(tree, path, node, change) for change in kept]))
    return found


def _factor(tree: Node, path: Path) -> bool:
    """Whether the node at the path is a factor or an exponent: one of one is left out instead."""
    owner = at(tree, path[:-1])
    return bool(path) and (owner.op == "mul" or (owner.op == "pow" and path[-1] == 1))


def _with_more(node: Node, extra: list[Node]) -> Iterator[tuple[str, Node]]:
    if node.op != "seq":
        for other in extra:
            yield "missing factor", _times(other, node)
            yield "missing term", _plus(node, other)


def _times(a: Node, b: Node) -> Node:
    left = a.args if a.op == "mul" else (a,)
    right = b.args if b.op == "mul" else (b,)
    gaps = (*(a.value if a.op == "mul" else ()), "", *(b.value if b.op == "mul" else ()))
    return Node("mul", left + right, gaps)


def _plus(a: Node, b: Node) -> Node:
    return Node("add", (*(a.args if a.op == "add" else (a,)), b))


def without(node: Node, place: int) -> Node:
    """An n-ary node without one argument; a single one left stands alone."""
    args = node.args[:place] + node.args[place + 1 :]
    if len(args) == 1:
        return args[0]
    if node.op != "mul":
        return replace(node, args=args)
    gaps = list(node.value)
    del gaps[max(place - 1, 0)]
    return replace(node, args=args, value=tuple(gaps))


def _dropped(node: Node) -> Iterator[Node]:
    if node.op in ("add", "mul"):
        for place in range(len(node.args)):
            yield without(node, place)


def _signs(node: Node) -> Iterator[Node]:
    if node.op == "add":
        for place, term in enumerate(node.args):
            new = term.args[0] if term.op == "neg" else Node("neg", (term,), None, term.start, term.end)
            yield replace(node, args=(*node.args[:place], new, *node.args[place + 1 :]))
    elif node.op == "neg":
        yield node.args[0]
    elif node.op in ("mul", "frac", "app", "big", "name"):
        yield Node("neg", (node,))


def _numbers(node: Node) -> Iterator[Node]:
    if node.op == "num":
        for other in ("1", "2", *(("10000",) if len(str(node.value)) > 2 else ())):
            yield replace(node, value=other)


def _factors(node: Node) -> Iterator[Node]:
    """A factor 2 or ½, a square, a root: put on or taken off."""
    if node.op == "root":
        yield node.args[0]
    if node.op == "pow":
        yield node.args[0]
    if node.op in ("name", "mul", "add", "frac", "app"):
        yield Node("root", (node,))
        yield Node("pow", (node, Node("num", value="2")))
    if node.op in ("name", "mul"):
        yield _times(Node("num", value="2"), node)


def _complement(node: Node) -> Iterator[Node]:
    """``z`` for ``1 − z`` and back."""
    if node.op == "name" or (node.op == "app" and node.args[0].op == "name" and len(str(node.args[0].value)) == 1):
        yield Node("add", (ONE, Node("neg", (node,))))
    if node.op == "add" and len(node.args) == 2 and node.args[0] == ONE and node.args[1].op == "neg":
        yield node.args[1].args[0]


def _ones(node: Node) -> Iterator[Node]:
    """A forgotten ``+ 1`` or ``− 1``."""
    counted = node.op == "add" and any(t in (ONE, MINUS_ONE) for t in node.args)  # dropping it is an edit of its own
    if node.op in ("floor", "ceil", "frac", "add", "name", "mul") and not counted:
        yield _plus(node, ONE)
        yield _plus(node, MINUS_ONE)


def _fractions(node: Node) -> Iterator[Node]:
    if node.op == "frac":
        top, bottom = node.args
        yield bottom if top == ONE else replace(node, args=(bottom, top))
        yield top
    if node.op == "mul" and len(node.args) == 2:
        yield Node("frac", node.args, "frac", node.start, node.end)


def _brackets(node: Node) -> Iterator[Node]:
    """One factor on a whole list or sum where it belongs on one part, and the reverse; a term inside or outside a function."""
    if node.op == "mul" and len(node.args) >= 2:
        yield from _factor_into_parts(node)
    if node.op == "add":
        yield from _term_moves(node)
    if node.op == "app" and len(node.args) == 2 and node.args[1].op == "add":
        terms = node.args[1]
        for place, term in enumerate(terms.args):
            yield _plus(replace(node, args=(node.args[0], without(terms, place))), term)
    if node.op in ("root", "floor", "ceil") and node.args[0].op == "add":
        terms = node.args[0]
        for place, term in enumerate(terms.args):
            yield _plus(replace(node, args=(without(terms, place), *node.args[1:])), term)


def _factor_into_parts(node: Node) -> Iterator[Node]:
    last, before = node.args[-1], node.args[:-1]
    inner = last.args[0] if last.op == "group" else last
    if inner.op not in ("seq", "add"):
        return
    gap = node.value[-1]
    factor = before[-1]
    for place, part in enumerate(inner.args):
        moved = Node("mul", (factor, part), (gap,))
        new = replace(inner, args=(*inner.args[:place], moved, *inner.args[place + 1 :]))
        new = replace(last, args=(new,)) if last.op == "group" else new
        rest = before[:-1]
        yield Node("mul", (*rest, new), node.value[:-1], node.start, node.end) if rest else new


def _term_moves(node: Node) -> Iterator[Node]:
    """``f(a) + b`` for ``f(a + b)``; ``a / c + b`` for ``(a + b) / c``; ``x * a + b`` for ``x * (a + b)``."""
    for place, host in enumerate(node.args):
        for other, term in enumerate(node.args):
            if other == place:
                continue
            moved = _absorb(host, term)
            if moved is None:
                continue
            args = [moved if k == place else a for k, a in enumerate(node.args) if k != other]
            yield args[0] if len(args) == 1 else replace(node, args=tuple(args))


def _absorb(host: Node, term: Node) -> Node | None:
    if host.op == "app" and len(host.args) == 2:
        return replace(host, args=(host.args[0], _plus(host.args[1], term)))
    if host.op == "frac":
        return replace(host, args=(_plus(host.args[0], term), host.args[1]))
    if host.op in ("floor", "ceil", "root"):
        return replace(host, args=(_plus(host.args[0], term), *host.args[1:]))
    if host.op == "mul":
        return replace(host, args=(*host.args[:-1], _plus(host.args[-1], term)))
    return None


def _functions(node: Node) -> Iterator[Node]:
    """Another function of the same family, or the function left out."""
    if node.op != "app" or node.args[0].op != "name":
        return
    name = str(node.args[0].value)
    for family in _FAMILIES:
        if name in family:
            for other in family - {name}:
                yield replace(node, args=(replace(node.args[0], value=other), *node.args[1:]))
    if len(node.args) == 2:
        yield node.args[1]


_FAMILIES = ({"sin", "cos"}, {"tanh", "sigma"}, {"max", "min"}, {"exp", "log"})


def _operators(node: Node) -> Iterator[Node]:
    if node.op == "add" and len(node.args) == 2 and ONE not in node.args:  # nobody multiplies by one
        yield Node("mul", node.args, ("odot",), node.start, node.end)
    if node.op == "mul" and len(node.args) == 2:
        yield Node("add", node.args, None, node.start, node.end)


def _transposes(node: Node) -> Iterator[Node]:
    if node.op == "transpose":
        yield node.args[0]
    elif node.op == "name":
        yield Node("transpose", (node,))
    elif node.op == "mul" and len(node.args) == 2:
        yield replace(node, args=node.args[::-1])
        yield from _transpose_moved(node)


def _transpose_moved(node: Node) -> Iterator[Node]:
    """``a b^T`` for ``a^T b`` and back: one slip, though two factors change."""
    a, b = node.args
    if (a.op == "transpose") != (b.op == "transpose"):
        turned = (a.args[0], Node("transpose", (b,))) if a.op == "transpose" else (Node("transpose", (a,)), b.args[0])
        yield replace(node, args=turned)


def _nested(node: Node) -> Iterator[Node]:
    """A number as a divisor or exponent that is missing or too much: ``a^{b/c}`` for ``a^b``."""
    if node.op == "pow" and node.args[1].op == "frac":
        yield replace(node, args=(node.args[0], node.args[1].args[0]))
    if node.op == "frac" and node.args[1].op == "root":
        yield replace(node, args=(node.args[0], node.args[1].args[0]))


_RULES: list[tuple[str, int, Callable[[Node], Iterator[Node]]]] = [
    ("number", 2, _numbers),
    ("sign", 2, _signs),
    ("bracket", 2, _brackets),
    ("transpose", 2, _transposes),
    ("one", 3, _ones),
    ("extra", 3, _dropped),
    ("complement", 3, _complement),
    ("function", 3, _functions),
    ("fraction", 4, _fractions),
    ("operator", 4, _operators),
    ("power", 4, _factors),
    ("nested", 4, _nested),
]
