"""Operators with limits: sums, products, extrema, expectations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.audit.notation import applications, faults, norms, scripts, stacks, tables
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser
    from backproof.audit.notation.tokens import Token


def joined_over(p: Parser) -> Node:
    """`\\Vert_{k=1}^{K} h_k`: the concatenation over k."""
    first = p.pos
    p.pos += 1
    return big_body(p, first, "concat", *big_scripts(p))


def stacked_big(p: Parser, label: int, base: int, place: str) -> Node:
    stop = p.match[label] if p.kind(label) == "lb" else label + 1
    items = limits(p, label + 1 if p.kind(label) == "lb" else label, stop)
    end = p.after_argument(base) or p.hi
    lo, hi = (base + 1, end - 1) if p.kind(base) == "lb" else (base, end)
    value = "".join(t.text for t in p.tokens[lo:hi] if t.kind == "big")
    if any(t.kind not in ("big", "quad") for t in p.tokens[lo:hi]):
        raise p.error(lo, faults.UNKNOWN_OPERATOR)
    p.pos = end
    first = label - 1
    return big_body(p, first, value, *((items, ()) if place == "under" else ((), items)))


def big(p: Parser) -> Node:
    first = p.pos
    value = p.tokens[first].text
    p.pos += 1
    while p.kind() == "big" and value == "arg" and p.tokens[p.pos].text in ("max", "min"):
        value += p.tokens[p.pos].text
        p.pos += 1
    if value == "arg" and p.kind() == "stack":
        inner = stacks.stack(p)
        return replace(inner, value="arg" + str(inner.value), start=p.tokens[first].start)
    sub, sup = big_scripts(p)
    return big_body(p, first, value, sub, sup)


def big_scripts(p: Parser) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    sub: tuple[Node, ...] = ()
    sup: tuple[Node, ...] = ()
    while p.kind() in ("sub", "sup"):
        below = p.kind() == "sub"
        p.pos += 1
        lo, hi = scripts.script_range(p)
        items = limits(p, lo, hi)
        sub, sup = (sub + items, sup) if below else (sub, sup + items)
    return sub, sup


def limits(p: Parser, lo: int, hi: int) -> tuple[Node, ...]:
    node = p.inside(lo, hi)
    return node.args if node.op == "seq" and node.value == "," else (node,)


def big_body(p: Parser, first: int, value: str, sub: tuple[Node, ...], sup: tuple[Node, ...]) -> Node:
    function = value in tables.BIG_FUNCTIONS or value == "E"
    if function and not sub and not sup:
        if value != "E" and skip_brace_around_bracket(p) and _plain(p.tokens[p.pos + 1]):
            outer = p.match[p.pos]
            p.pos += 1
            node = applications.application(p, Node("name", (), value, *extent(p, first)), first)
            p.pos = outer + 1
            return replace(node, end=p.tokens[outer].end)
        if p.kind() == "open" and _plain(p.tokens[p.pos]) and value != "E":
            name = Node("name", (), value, p.tokens[first].start, p.tokens[p.pos - 1].end)
            return applications.application(p, name, first)
    if p.kind() == "open" and value == "E":
        body = closed_argument(p)
        return p.node("big", first, (body,), value, sub=sub, sup=sup)
    if p.pos >= p.hi or p.kind() not in tables.OPERANDS | {"bar", "dbar", "add", "quad"}:
        if function and not sub:
            return p.node("name", first, (), value, sup=sup)
        return p.node("big", first, (p.empty(p.pos),), value, sub=sub, sup=sup)
    if p.kind() in ("bar", "dbar") and not norms.opens_bar(p, p.pos):
        return p.node("big", first, (p.empty(p.pos),), value, sub=sub, sup=sup)
    if p.kind() == "add" and value not in (
        "sum",
        "prod",
        "int",
        "max",
        "min",
        "lim",
        "argmax",
        "argmin",
    ):
        return p.node("big", first, (p.empty(p.pos),), value, sub=sub, sup=sup)
    if p.kind() == "add" and p.tokens[p.pos].text == "+":
        return p.node("big", first, (p.empty(p.pos),), value, sub=sub, sup=sup)
    body = p.term(leading=True) if p.kind() == "add" else p.product()
    return p.node("big", first, (body,), value, sub=sub, sup=sup)


def extent(p: Parser, i: int) -> tuple[int, int]:
    return p.tokens[i].start, p.tokens[i].end


def closed_argument(p: Parser) -> Node:
    close = p.match[p.pos]
    inner = p.inside(p.pos + 1, close)
    p.pos = close + 1
    return inner


def _plain(token: Token) -> bool:
    """A bracket that may hold arguments: angles and floors hold an operand."""
    return token.text in ("(", "[", "{")


def skip_brace_around_bracket(p: Parser) -> bool:
    """`\\sigma{(z)}` is `\\sigma(z)`."""
    if p.kind() != "lb" or p.kind(p.pos + 1) != "open":
        return False
    return p.match[p.pos + 1] == p.match[p.pos] - 1
