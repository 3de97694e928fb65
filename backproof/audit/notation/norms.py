"""Which bars open an absolute value or a norm, and which separate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from backproof.audit.notation import tables
from backproof.audit.notation.tokens import Token
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser


def opens_bar(p: Parser, i: int) -> bool:
    """A bar at operand position with a partner in the same range opens an absolute value or a norm."""
    outside = p.tokens[i].kind == "bar" and (p.depth == 1 or in_cell(p))
    return (outside or at_operand(p, i)) and partner(p, i) > 0


def in_cell(p: Parser) -> bool:
    """Whether what is read is a cell of an environment, with no bracket around it that a condition would need."""
    return p.lo > 0 and p.tokens[p.lo - 1].kind in ("begin", "row", "amp")


def at_operand(p: Parser, i: int) -> bool:
    """Whether an operand is expected at i: nothing, an operator or an opening bracket stands before."""
    j = i - 1
    while j >= p.lo and p.tokens[j].kind in ("quad", "amp", "row", "ldot"):
        j -= 1
    if j < p.lo:
        return True
    token = p.tokens[j]
    if token.kind in ("bar", "dbar", "mid"):
        return True
    if token.kind == "big" or (token.kind == "name" and token.text in tables.ELEMENTARY):
        return True
    if token.kind in ("rb", "name", "num", "set") and after_limits(p, j):
        return True
    if token.kind in ("num", "name", "close", "rb") and juxtaposes_bar(p, i, token):
        return True
    return token.kind in ("rel", "add", "mul", "slash", "sep", "open", "lb", "text", "begin", "accent")


def juxtaposes_bar(p: Parser, i: int, before: Token) -> bool:
    """`\\frac{1}{2} ||w||^2`, `2|x|`: after a number or a fraction a doubled bar opens a norm."""
    if before.kind == "num":
        return True
    if p.tokens[i].kind == "dbar" and before.kind in ("rb", "name"):
        close = partner(p, i)
        after = close + 1
        scripted = after < p.hi and p.tokens[after].kind in ("sub", "sup")
        return close > 0 and (scripted or after_fraction(p, i - 1) or of_a_difference(p, i, close))
    return False


def of_a_difference(p: Parser, i: int, close: int) -> bool:
    """``L ‖x - y‖`` and then nothing, or an operator: two bars around a sum separate nothing."""
    inside = [t.kind for t in p.tokens[i + 1 : close]]
    ends = close + 1 >= p.hi or p.tokens[close + 1].kind in ("add", "rel", "quad", "sep", "dbar")
    return ends and "add" in inside and not {"rel", "sep", "bar", "mid"} & set(inside)


def after_fraction(p: Parser, j: int) -> bool:
    """tokens[j] ends the denominator of a fraction of numbers."""
    for _ in range(2):
        if j < 1 or p.tokens[j].kind != "rb" or p.match[j] != j - 2 or p.tokens[j - 1].kind != "num":
            return False
        j -= 3
    return j >= 0 and p.tokens[j].kind == "frac"


def after_limits(p: Parser, j: int) -> bool:
    """tokens[j] ends the scripts of a big operator."""
    i = p.match[j] if p.tokens[j].kind == "rb" else j
    for _ in range(2):
        if i < 1 or p.tokens[i - 1].kind not in ("sub", "sup"):
            return False
        i -= 2
        if i >= 0 and p.tokens[i].kind == "big":
            return True
        i = p.match[i] if i >= 0 and p.tokens[i].kind == "rb" else i
    return False


def partner(p: Parser, i: int) -> int:
    """The next bar of the same kind at this depth that follows an operand."""
    kind = p.tokens[i].kind
    j = i + 1
    while j < p.hi:
        token = p.tokens[j]
        if token.kind in ("lb", "open", "begin") and p.match[j] > j:
            j = p.match[j] + 1
            continue
        if (
            token.kind == kind
            and j > i + 1
            and p.tokens[j - 1].kind not in ("rel", "add", "slash", "sep", "sub", "sup")
        ):
            return j
        if token.kind in ("rel", "sep") and kind == "bar" and token.text in ("=", ";"):
            return -1
        j += 1
    return -1


def between_bars(p: Parser) -> Node:
    first = p.pos
    close = partner(p, first)
    inner = p.inside(first + 1, close)
    p.pos = close + 1
    return p.node("norm" if p.tokens[first].kind == "dbar" else "abs", first, (inner,))
