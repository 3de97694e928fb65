"""Subscripts, superscripts, marks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.audit.notation import faults, stacks, tables
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser


def index_like(node: Node, content: Node) -> bool:
    """Whether this superscript of `node` names an index rather than a power."""
    if node.op not in CARRIES or (node.op == "name" and node.value == "e" and not node.sub):
        return False
    if content.op == "group":
        return content.value in ("[]", "<>", "{}") or node.op in ("name", "app", "norm", "idx")
    if node.op != "name":
        return False
    if content.op in ("name", "text"):
        value = str(content.value)
        word = len(value) > 1 and value.isascii() and value not in tables.NAMES
        return content.op == "text" or word or (len(value) == 1 and value.isupper())
    return content.op == "seq"


CARRIES = frozenset(("name", "group", "app", "idx", "abs", "norm", "interval", "hole", "text", "dots"))


MARKS = {
    "*": "*",
    "ast": "*",
    "star": "*",
    "+": "+",
    "-": "-",
    "dagger": "†",
    "dag": "†",
    "circ": "°",
    "#": "#",
}


MARKS |= {"ddagger": "‡", "bullet": "•", "°": "°", "perp": "⊥", "bot": "⊥", "times": "×", "!": "!"}


def script_range(p: Parser) -> tuple[int, int]:
    """[lo, hi) of the script that begins here; `pos` moves past it."""
    p.skip_spaces()
    if p.pos >= p.hi:
        raise p.error(p.pos - 1, faults.NO_SCRIPT)
    first = p.pos
    if p.kind() == "lb":
        p.pos = p.match[first] + 1
        return first + 1, p.pos - 1
    if p.kind() == "open" and p.match[first] > first:
        p.pos = p.match[first] + 1
        return first, p.pos
    if p.kind() == "rel" and p.tokens[first].text == "<":
        close = next((i for i in range(first + 1, min(p.hi, first + 8)) if p.tokens[i].text == ">"), None)
        if close is not None:
            p.pos = close + 1
            return first, p.pos
    p.pos += 1
    tight = p.pos < p.hi and not p.tokens[p.pos].space
    if p.tokens[first].text == "-" and tight and p.kind() in ("num", "name"):
        p.pos += 1
    elif p.tokens[first].kind in ("accent", "frac", "sqrt"):
        p.pos = first
        p.argument() if p.tokens[first].kind != "accent" else stacks.accent(p)
    return first, p.pos


def script(p: Parser, node: Node, first: int) -> Node:
    kind = p.kind()
    if kind == "prime":
        text = p.tokens[p.pos].text
        p.pos += 1
        return marked(p, node, first, text)
    p.pos += 1
    lo, hi = script_range(p)
    if kind == "sub":
        return with_sub(p, node, first, sub_items(p, lo, hi))
    return with_sup(p, node, first, lo, hi)


def with_sub(p: Parser, node: Node, first: int, items: tuple[Node, ...]) -> Node:
    end = p.tokens[p.pos - 1].end
    if node.op == "pow" and node.args[0].op in CARRIES:
        return replace(node, args=(with_sub(p, node.args[0], first, items), node.args[1]), end=end)
    if node.op == "transpose":
        return replace(node, args=(with_sub(p, node.args[0], first, items),), end=end)
    if node.op in CARRIES:
        return replace(node, sub=node.sub + items, end=end, start=p.tokens[first].start)
    return p.node("group", first, (node,), "", sub=items)


def sub_items(p: Parser, lo: int, hi: int) -> tuple[Node, ...]:
    """The indices of a subscript; juxtaposed names are indices of their own (`W_{ij}`, `W_{xf}`)."""
    if lo >= hi:
        return ()
    node = script_content(p, lo, hi)
    parts = node.args if node.op == "seq" and node.value == "," else (node,)
    out: list[Node] = []
    for part in parts:
        loose = part.op == "mul" and set(part.value) == {""} and part.args[0].op in ("name", "hole", "text", "dots")
        out.extend(part.args if loose else (part,))
    return tuple(out)


def script_content(p: Parser, lo: int, hi: int) -> Node:
    """The script as a node; `<t>`, `(t)` and `[l]` keep their bracket."""
    p.in_script += 1
    node = script_node(p, lo, hi)
    p.in_script -= 1
    return node


def script_node(p: Parser, lo: int, hi: int) -> Node:
    first, last = p.tokens[lo], p.tokens[hi - 1]
    if first.text == "<" and last.text == ">" and first.kind == "rel" and hi - lo > 2:
        return Node("group", (p.inside(lo + 1, hi - 1),), "<>", first.start, last.end)
    if hi - lo == 1 and first.kind in (
        "rel",
        "mul",
        "add",
        "sep",
        "bang",
        "bar",
        "dbar",
        "mid",
        "amp",
        "prime",
    ):
        return Node("hole", (), first.text, first.start, first.end)
    if first.kind == "open" and p.match[lo] == hi - 1 and last.kind == "close" and first.text in ("(", "["):
        inner = p.inside(lo + 1, hi - 1)
        if inner.op == "seq" and first.text != last.text:
            return p.inside(lo, hi)
        return Node("group", (inner,), first.text + {"(": ")", "[": "]"}[first.text], first.start, last.end)
    return p.inside(lo, hi)


def with_sup(p: Parser, node: Node, first: int, lo: int, hi: int) -> Node:
    """Mark, transpose, index or power, whichever the superscript is."""
    while lo < hi and p.tokens[hi - 1].kind == "quad":
        hi -= 1
    if lo >= hi:
        return node
    pieces = sup_pieces(p, lo, hi)
    if len(pieces) > 1:
        for piece in pieces:
            node = with_sup(p, node, first, *piece)
        return node
    tokens = p.tokens[lo:hi]
    if all(t.kind == "prime" for t in tokens):
        return marked(p, node, first, "".join(t.text for t in tokens))
    if len(tokens) == 1 and tokens[0].kind == "sep" and tokens[0].text == ",":  # a prime as scanners see it
        return marked(p, node, first, "'")
    if len(tokens) == 1 and tokens[0].text in MARKS:
        return marked(p, node, first, MARKS[tokens[0].text])
    if len(tokens) == 1 and tokens[0].text in ("T", "top", "intercal") and node.op != "num":
        return p.node("transpose", first, (node,))
    if len(tokens) == 2 and tokens[0].text == "-" and tokens[1].text in ("T", "top"):
        minus = Node(
            "neg",
            (Node("num", (), "1", tokens[0].start, tokens[0].end),),
            None,
            tokens[0].start,
            tokens[0].end,
        )
        return p.node("transpose", first, (p.node("pow", first, (node, minus)),))
    return index_or_power(p, node, first, lo, hi)


def sup_pieces(p: Parser, lo: int, hi: int) -> list[tuple[int, int]]:
    """`[l](i)`, `(l)T`, `[l]2`, `lT`, `2'`: scripts in one superscript, one after the other."""
    out: list[tuple[int, int]] = []
    i = lo
    while i < hi - 1 and (p.tokens[i].kind == "prime" or p.tokens[i].text in ("*", "ast")):
        out.append((i, i + 1))
        i += 1
    while i < hi and p.tokens[i].kind == "open" and p.tokens[i].text in ("(", "[", "{", "<") and p.match[i] < hi:
        out.append((i, p.match[i] + 1))
        i = p.match[i] + 1
    if (
        i < hi
        and out
        and not (p.tokens[i].kind in ("name", "num", "open", "prime", "sep") or p.tokens[i].text in MARKS)
    ):
        return [(lo, hi)]
    while out and i < hi and p.tokens[i].kind in ("sep", "quad"):
        i += 1
    tail = hi
    while tail - 1 > i and (p.tokens[tail - 1].kind == "prime" or p.tokens[tail - 1].text in ("*", "top")):
        tail -= 1
    if tail - 1 > i and p.tokens[tail - 1].text == "T" and p.tokens[tail - 2].kind in ("name", "num", "close"):
        tail -= 1
    if i < tail:
        out.append((i, tail))
    out.extend((j, j + 1) for j in range(tail, hi))
    return out


def index_or_power(p: Parser, node: Node, first: int, lo: int, hi: int) -> Node:
    content = script_content(p, lo, hi)
    end = p.tokens[p.pos - 1].end
    bare = p.tokens[first].kind not in ("open", "set")
    if (bare or node.op != "name") and index_like(node, content):
        items = content.args if content.op == "seq" and content.value == "," else (content,)
        return replace(node, sup=node.sup + items, end=end, start=p.tokens[first].start)
    if content.op == "group" and content.value == "()" and content.args[0].op != "seq":
        content = content.args[0]
    return p.node("pow", first, (node, content))


def marked(p: Parser, node: Node, first: int, mark: str) -> Node:
    end = p.tokens[p.pos - 1].end
    if node.op in CARRIES:
        return replace(node, marks=node.marks + mark, end=end, start=p.tokens[first].start)
    return p.node("group", first, (node,), "", marks=mark)
