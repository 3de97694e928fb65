"""What a field's own names change in the reading of a side: ``dilation (k - 1)`` is a product, ``stride[0]`` is the stride."""

from __future__ import annotations

from dataclasses import replace

from ..notation.tree import Node, walk
from .lexicon import Field


def normal(tree: Node, field: Field) -> Node:
    """The side with products of the field's names read as products; what stays the same stays the same object, so that its
    source can be found again."""
    return _normal(tree, field, _bare(tree))


def _bare(tree: Node) -> frozenset[Node]:
    """Names that stand somewhere as quantities: applied elsewhere, they are factors before a bracket."""
    heads = {id(n.args[0]) for n in walk(tree) if n.op == "app"}
    scripts = {id(s) for n in walk(tree) for part in n.sub + n.sup for s in walk(part)}
    return frozenset(n for n in walk(tree) if n.op == "name" and id(n) not in heads | scripts)


def _normal(tree: Node, field: Field, bare: frozenset[Node]) -> Node:
    args = tuple(_normal(a, field, bare) for a in tree.args)
    kept = tree if all(a is b for a, b in zip(args, tree.args, strict=True)) else replace(tree, args=args)
    return _dot(_word(_product(_entry(kept), field, bare), field), field)


def _entry(node: Node) -> Node:
    """``paddings[1]``: one of several of a kind."""
    if (
        node.op == "app"
        and node.value == "[]"
        and len(node.args) == 2
        and node.args[1].op == "num"
        and node.args[0].op == "name"
    ):
        return replace(node.args[0], start=node.start, end=node.end)
    return node


def _product(node: Node, field: Field, bare: frozenset[Node]) -> Node:
    """A name that does a job in the field, or is a quantity elsewhere in the side, is no function."""
    applied = node.op == "app" and node.value == "()" and len(node.args) == 2 and node.args[1].op in ("add", "neg")
    if applied and (_known(node.args[0], field) or node.args[0] in bare):
        return Node("mul", node.args, ("",), node.start, node.end)
    return node


def _word(node: Node, field: Field) -> Node:
    """``FH``: capital letters that together do a job."""
    if node.op != "mul" or not field.whole:
        return node
    if node.value is None or "" not in node.value:
        return node
    args, gaps = [node.args[0]], []
    for gap, here in zip(node.value, node.args[1:], strict=True):
        before = args[-1]
        flat = here.args if here.op == "mul" and here.value and here.start == before.end else (here,)
        first = flat[0]
        if (
            gap == ""
            and _letter(before)
            and _letter(first)
            and before.end == first.start
            and f"{before.value}{first.value}".casefold() in field.names
        ):
            args[-1] = replace(before, value=f"{before.value}{first.value}", end=first.end)
            for k, rest in enumerate(flat[1:]):
                gaps.append(here.value[k])
                args.append(rest)
        else:
            gaps.append(gap)
            args.append(here)
    if all(a is b for a, b in zip(args, node.args, strict=False)):
        return node
    return args[0] if len(args) == 1 else replace(node, args=tuple(args), value=tuple(gaps))


def _dot(node: Node, field: Field) -> Node:
    """``a b`` or ``a · b`` of two vectors."""
    if field.dots and node.op == "mul" and len(node.args) == 2 and all(n.op in ("name", "app") for n in node.args):
        first = node.args[0]
        return replace(
            node, args=(Node("transpose", (first,), None, first.start, first.end), node.args[1]), value=("",)
        )
    return node


def _letter(node: Node) -> bool:
    return node.op == "name" and len(str(node.value)) == 1 and not (node.sub or node.sup or node.accents)


def _known(node: Node, field: Field) -> bool:
    name = str(node.value).casefold()
    return field.whole and node.op == "name" and name in field.names
