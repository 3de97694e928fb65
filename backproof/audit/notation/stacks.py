"""Things set above and below: accents, labels, stacked relations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.audit.notation import bigs, environments, faults
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser


def stacked_relation(p: Parser) -> tuple[int, int, int] | None:
    """(label, relation, next) for `\\overset{def}{=}`."""
    label = p.pos + 1
    base = p.after_argument(label)
    if base is None:
        return None
    after = p.after_argument(base)
    inner = base + 1 if p.kind(base) == "lb" else base
    if after is None or p.kind(inner) not in ("rel", "add", "mul") or after - base > 3:
        return None
    return (label, inner, after) if p.kind(inner) == "rel" else None


def accent(p: Parser) -> Node:
    first = p.pos
    accent = p.tokens[first].text
    p.pos += 1
    inner = p.argument()
    start, end = p.tokens[first].start, p.tokens[p.pos - 1].end
    if inner.op == "name":
        return replace(inner, start=start, end=end, accents=(accent, *inner.accents))
    if inner.op == "transpose" or (inner.op == "pow" and inner.args[1].op == "name"):
        base = inner.args[0]
        if base.op == "name":
            base = replace(base, accents=(accent, *base.accents))
            return replace(inner, args=(base, *inner.args[1:]), start=start, end=end)
    return Node("group", (inner,), "", start, end, accents=(accent,))


def stack(p: Parser) -> Node:
    """`\\underset{x}{\\max}` is a limit; other things set above or below are labels."""
    first = p.pos
    place = p.tokens[first].text
    label = first + 1
    base = p.after_argument(label)
    if base is None or base >= p.hi:
        raise p.error(first, faults.NO_ARGUMENT)
    inner = base + 1 if p.kind(base) == "lb" else base
    if p.kind(inner) == "big":
        return bigs.stacked_big(p, label, base, place)
    p.pos = base
    token = p.tokens[inner]
    if token.kind in ("mul", "add") and (inner == base or p.match[base] == inner + 1):
        raise p.error(inner, faults.LABELLED_OPERATOR)
    above = p.tokens[label + 1 if p.kind(label) == "lb" else label]
    arrow = {"rightarrow": "vec", "leftarrow": "overleftarrow", "sim": "tilde", "-": "bar"}.get(above.text)
    p.label(label, "accent" if arrow else f"label {place} a term")
    node = p.argument()
    if arrow and node.op == "name" and place == "over":
        return replace(node, accents=(arrow, *node.accents))
    return node


def under_brace(p: Parser) -> Node:
    p.pos += 1
    node = p.argument()
    while p.kind() in ("sub", "sup"):
        p.pos += 1
        if p.pos >= p.hi:
            raise p.error(p.pos - 1, faults.NO_SCRIPT)
        p.label(p.pos, "label of a brace")
        p.pos = p.after_argument(p.pos) or p.hi
    return node


def substack(p: Parser) -> Node:
    p.pos += 1
    if p.kind() != "lb":
        return p.argument()
    first, close = p.pos, p.match[p.pos]
    items = tuple(environments.cell(p, *r) for r in p.ranges(first + 1, close, "row") if r[0] < r[1])
    p.pos = close + 1
    return items[0] if len(items) == 1 else p.node("seq", first, items, ",")
