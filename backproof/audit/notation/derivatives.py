r"""Derivatives written as fractions, `\frac{\partial L}{\partial w}`, and other fractions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.audit.notation import tables
from backproof.audit.notation.tokens import Token
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser


def differential(above: Node, below: Node) -> str:
    """`\\partial E / \\partial w` and `dz/dx` are derivatives."""
    kind = mark(above)
    return kind if kind is not None and mark(below) == kind else ""


def mark(node: Node) -> str | None:
    if node.op == "app" and node.value == "" and node.args[0] == Node("name", value="partial"):
        return "partial"
    glued = node.op == "name" and len(str(node.value)) == 2 and str(node.value)[0] == "d"
    return "d" if glued else None


def under(node: Node, kind: str) -> Node:
    return node.args[1] if kind == "partial" else replace(node, value=str(node.value)[1:], start=node.start + 1)


def fraction(p: Parser) -> Node:
    """The fraction at the parser's place, a derivative where both sides begin with the same sign."""
    first = p.pos
    value = p.tokens[first].text
    p.pos += 1
    kind = derivative(p, p.pos)
    if not kind:
        return p.node("frac", first, (p.argument(), p.argument()), value)
    order, above = upper(p)
    below = lower(p, kind)
    if above.op == "hole" and p.pos < p.hi and p.kind() in tables.OPERANDS:
        above = p.product()
    return p.node("diff", first, (above, *below), kind, sup=order)


def derivative(p: Parser, i: int) -> str:
    """The differential sign with which both arguments at i begin, or ""."""
    bare = p.kind(i) == "name" and p.tokens[i].text in ("partial", "d")
    if p.kind(i) != "lb" and not bare:
        return ""
    below = i + 1 if bare else p.match[i] + 1
    if p.kind(below) != "lb":
        return ""
    marks = [
        p.tokens[i].text if bare else differential_at(p, i + 1, p.match[i]),
        differential_at(p, below + 1, p.match[below]),
    ]
    follows = p.kind(below + 2) in ("name", "lb", "accent", "open", "macro", "set", "big")
    glued = len(p.tokens[below + 1].text) > 1 and marks[1] == "d"
    return marks[0] if marks[0] == marks[1] and (follows or glued) else ""


def differential_at(p: Parser, lo: int, hi: int) -> str:
    while lo < hi and p.tokens[lo].kind == "lb" and lo + 1 < hi and p.tokens[lo + 1].text in ("partial", "d"):
        lo += 1
    if lo >= hi or p.tokens[lo].kind != "name":
        return ""
    text = p.tokens[lo].text
    if text in ("partial", "d"):
        after = p.tokens[lo + 1].kind
        return text if after != "sub" else ""
    if text == "delta" and p.tokens[lo + 1].kind in ("name", "rb", "big", "lb", "accent"):
        return "delta"
    return "d" if len(text) == 2 and text[0] == "d" else ""


def upper(p: Parser) -> tuple[tuple[Node, ...], Node]:
    """(order, what is derived) of the numerator; a hole where only the sign stands."""
    if p.kind() == "name":  # `\\frac\\partial{\\partial x}`
        p.pos += 1
        return (), p.empty(p.pos)
    first, close = p.pos, p.match[p.pos]
    order: tuple[Node, ...] = ()
    lo = strip_mark(p, first + 1)
    if p.kind(lo) == "sup" and lo < close:
        stop = p.match[lo + 1] + 1 if p.kind(lo + 1) == "lb" else lo + 2
        order = (p.inside(lo + 1, stop),)
        lo = stop
    node = p.inside(lo, close)
    p.pos = close + 1
    return order, node


def lower(p: Parser, kind: str) -> tuple[Node, ...]:
    """`\\partial x \\partial y^2`: the variables, each with its power."""
    first, close = p.pos, p.match[p.pos]
    cuts, i = [first + 1], max(first + 2, p.match[first + 1] + 1)
    while i < close:
        if is_mark(p, i, kind):
            cuts.append(i)
        i = max(i, p.match[i]) + 1
    starts = [strip_mark(p, i) for i in cuts]
    out = tuple(p.inside(lo, hi) for lo, hi in zip(starts, [*cuts[1:], close], strict=True))
    p.pos = close + 1
    return out


def is_mark(p: Parser, i: int, kind: str) -> bool:
    if p.match[i] == i + 2:
        i += 1
    token = p.tokens[i]
    glued = kind == "d" and len(token.text) == 2 and token.text[0] == "d"
    return token.kind == "name" and (token.text == kind or glued)


def strip_mark(p: Parser, i: int) -> int:
    """Past the differential sign; `dW` gives up its d."""
    if p.match[i] == i + 2 and p.tokens[i].kind == "lb":
        return i + 3
    token = p.tokens[i]
    if token.kind == "name" and len(token.text) == 2:
        p.tokens[i] = Token("name", token.text[1:], token.end - 1, token.end)
        return i
    return i + 1
