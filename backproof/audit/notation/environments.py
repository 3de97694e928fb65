"""Cases and matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from backproof.audit.notation import faults, tables
from backproof.audit.notation.clean import Dropped
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser


def environment(p: Parser) -> Node:
    name = p.tokens[p.pos].text
    if name in tables.CASES:
        return cases(p)
    if name not in tables.MATRICES and name not in tables.ALIGNED:
        raise p.error(p.pos, faults.UNKNOWN_ENVIRONMENT)
    first, close = p.pos, p.match[p.pos]
    rows = [cells(p, row) for row in p.ranges(first + 1, close, "row")]
    rows = [row for row in rows if row != [(row[0][0], row[0][0])] or len(row) > 1]
    width = max((len(row) for row in rows), default=0)
    entries = tuple(cell(p, *c) for row in rows for c in row + [(close, close)] * (width - len(row)))
    p.pos = close + 1
    node = p.node("matrix", first, entries, (len(rows), width))
    return {
        "vmatrix": p.node("abs", first, (node,)),
        "Vmatrix": p.node("norm", first, (node,)),
    }.get(name, node)


def cells(p: Parser, row: tuple[int, int]) -> list[tuple[int, int]]:
    return p.ranges(*row, "amp")


def cell(p: Parser, lo: int, hi: int) -> Node:
    while hi > lo and p.tokens[hi - 1].kind in ("sep", "quad") and p.tokens[hi - 1].text != ":":
        hi -= 1
        p.dropped.append(Dropped(p.tokens[hi].start, p.tokens[hi].text, "punctuation"))
    while lo < hi and p.tokens[lo].kind == "quad":
        lo += 1
    return p.inside(*p.unbraced(lo, hi))


def cases(p: Parser) -> Node:
    first, close = p.pos, p.match[p.pos]
    args: list[Node] = []
    for row in p.ranges(first + 1, close, "row"):
        if row[0] < row[1]:
            args.extend(one_case(p, *row))
    p.pos = close + 1
    return p.node("cases", first, tuple(args))


def one_case(p: Parser, lo: int, hi: int) -> tuple[Node, Node]:
    """Value and condition, separated by `&`, or by a comma, spacing or text."""
    cut = next((i for i in p.top(lo, hi) if p.tokens[i].kind == "amp"), None)
    if cut is None:
        cut = next((i for i in p.top(lo, hi) if i > lo and p.tokens[i].kind in ("sep", "quad", "text")), hi)
    value = cell(p, lo, cut)
    if cut < hi and p.tokens[cut].kind == "amp":
        cut += 1
    return value, condition(p, cut, hi)


def condition(p: Parser, lo: int, hi: int) -> Node:
    """`\\text{if } x > 0`: the word that introduces it is dropped where a formula follows."""
    while lo < hi and p.tokens[lo].kind in ("sep", "quad", "amp"):
        p.dropped.append(Dropped(p.tokens[lo].start, p.tokens[lo].text, "punctuation"))
        lo += 1
    lo, hi = p.unbraced(lo, hi)
    words = lo
    while words < hi - 1 and is_condition_word(p, words):
        p.dropped.append(Dropped(p.tokens[words].start, p.tokens[words].text, "condition word"))
        words += 1
    return cell(p, words, hi)


def is_condition_word(p: Parser, i: int) -> bool:
    token = p.tokens[i]
    word = token.text.strip(" :,").lower()
    return token.kind in ("text", "quad") or (token.kind == "name" and len(word) > 1 and word in tables.STOPWORDS)
