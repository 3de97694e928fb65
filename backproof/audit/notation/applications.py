"""What is a function and what its argument."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.audit.notation import bigs, faults, norms, tables
from backproof.audit.notation.clean import ReadError
from backproof.audit.notation.layout import shown
from backproof.audit.notation.tree import Node

if TYPE_CHECKING:
    from backproof.audit.notation.parser import Parser


COUNTS = {"N", "M", "K", "L", "T"}  # of places, where a running letter stands beside it
SHARES = {"p", "P", "q", "F"}  # of which one is a probability, with an index


def applies(p: Parser, node: Node, i: int) -> bool:
    """Whether the bracket at i holds the arguments of `node`."""
    bracket = p.tokens[i].text
    if node.op == "pow" and node.args[0].op == "name" and is_function(p, node.args[0]):
        return bracket in "([{"
    if node.op == "text":
        return bracket == "(" and str(node.value).isascii()
    if node.op != "name" or bracket not in ("(", "[", "{") or multiplies(p, node, i):
        return False
    if bracket == "[":
        return is_function(p, node) or node.value in tables.FUNCTIONALS
    if bracket == "{":
        return is_function(p, node) and node.value in tables.ELEMENTARY
    if is_function(p, node):
        return True
    if node.value in tables.MULTIPLYING and "'" not in node.marks:  # b'(t) is a slope
        return index_list(p, i)
    return argument_like(p, i, node.value in tables.SCALARS)


def multiplies(p: Parser, node: Node, i: int) -> bool:
    """``f (1 - f)``: a gate and what it leaves; ``\\delta^l (a^{l-1})^T``: an error times a row."""
    close = p.match[i]
    if node.value in tables.ERRORS and transposed(p, close + 1):
        return True
    if holds_itself(p, node, i):
        return True
    inside = [t.text for t in p.tokens[i + 1 : min(i + 4, close)]]
    return inside == ["1", "-", node.value] and is_bare_name(p, i + 3, close)


def holds_itself(p: Parser, node: Node, i: int) -> bool:
    """``\\delta (|a| - \\delta / 2)``, ``p_i (\\delta_{ij} - p_j)``: what stands in its own bracket as a value is no function."""
    share = bool(node.sub) and node.value in SHARES and "add" in [p.tokens[j].kind for j in p.top(i + 1, p.match[i])]
    if node.value in tables.ELEMENTARY or not (share or node.value in tables.ERRORS | tables.SCALARS):
        return False
    return any(p.tokens[j].text == node.value and p.kind(j + 1) != "open" for j in range(i + 1, p.match[i]))


def transposed(p: Parser, i: int) -> bool:
    """Whether ``^T`` stands at i, in braces or not."""
    if p.kind(i) != "sup":
        return False
    at = i + 2 if p.kind(i + 1) == "lb" else i + 1
    return at < len(p.tokens) and p.tokens[at].text in ("T", "top", "intercal")


def index_list(p: Parser, i: int) -> bool:
    """`w(m, n)`: an entry, though a weight multiplies otherwise."""
    inside = p.tokens[i + 1 : p.match[i]]
    letters = all(t.kind in ("sep", "num", "add") or t.text in tables.INDEX_LETTERS for t in inside)
    return letters and any(t.kind == "sep" for t in inside)


def is_function(p: Parser, node: Node) -> bool:
    value = str(node.value)
    if value in p.functions or value in tables.APPLYING or value in tables.ELEMENTARY:
        return True
    return len(value) > 1 and value.isascii() and value not in tables.NAMES and value not in tables.MULTIPLYING


def argument_like(p: Parser, i: int, scalar: bool = False) -> bool:
    """The bracket holds a list, a condition, or (except after a scalar) one bare name."""
    close = p.match[i]
    kinds = [p.tokens[j].kind for j in p.top(i + 1, close)]
    magnitude = kinds[:1] == ["bar"] and kinds.count("bar") == 2  # δ(|a| - δ/2)
    if any(kind in ("sep", "mid", "dbar") or (kind == "bar" and not magnitude) for kind in kinds):
        return True
    index = close == i + 2 and p.tokens[i + 1].text in tables.INDEX_LETTERS  # a schedule: \\eta(t)
    return (index or not scalar) and is_bare_name(p, i + 1, close)


def is_bare_name(p: Parser, lo: int, hi: int) -> bool:
    """One letter, with or without accent and scripts."""
    if lo < hi and p.tokens[lo].kind == "accent":
        lo += 1
    if lo >= hi or p.tokens[lo].kind not in ("name", "lb"):
        return False
    lo = p.match[lo] + 1 if p.tokens[lo].kind == "lb" else lo + 1
    while lo < hi and p.tokens[lo].kind in ("sub", "sup", "prime"):
        lo += 1 if p.tokens[lo].kind == "prime" else 2 if p.kind(lo + 1) != "lb" else p.match[lo + 1] - lo + 1
    return lo == hi


def application(p: Parser, node: Node, first: int) -> Node:
    token = p.tokens[p.pos]
    close = p.match[p.pos]
    inner = p.inside(p.pos + 1, close)
    closer = p.tokens[close]
    if closer.kind == "close" and closer.text != token.text:
        raise ReadError(closer.start, shown(closer), faults.DOES_NOT_FIT.of(shown(token)))
    p.pos = close + 1
    args = inner.args if inner.op == "seq" and inner.value == "," else (inner,)
    return p.node("app", first, (node, *args), {"(": "()", "[": "[]", "{": "{}"}[token.text])


def indexes(p: Parser, node: Node) -> bool:
    """`x[i, j]`, `x[N - 1 - i]`: only short index letters, numbers and how many places there are in the bracket."""
    if p.tokens[p.pos].text != "[" or node.op != "name" or p.tokens[p.pos].space:
        return False
    inside = p.tokens[p.pos + 1 : p.match[p.pos]]
    if not inside or any(t.kind not in ("name", "num", "sep", "add") for t in inside):
        return False
    letters = [t.text for t in inside if t.kind == "name"]
    if not all(t in tables.INDEX_LETTERS or t == "t" or t in COUNTS for t in letters) or inside[0].kind == "add":
        return False
    return COUNTS.isdisjoint(letters) or any(t in tables.INDEX_LETTERS for t in letters)


def indexed(p: Parser, node: Node, first: int) -> Node:
    inner = bigs.closed_argument(p)
    args = inner.args if inner.op == "seq" and inner.value == "," else (inner,)
    return p.node("idx", first, (node, *args))


def prefixes(p: Parser, node: Node) -> bool:
    """`\\log x`, `\\nabla J`, `\\partial x`: a function with no bracket before an operand."""
    base = node.args[0] if node.op == "pow" else node
    if base.op != "name" or p.kind() not in tables.OPERANDS | {"bar", "dbar"} or base.accents:
        return False
    if p.kind() in ("bar", "dbar") and not norms.opens_bar(p, p.pos):
        return base.value in ("nabla", "partial") and norms.partner(p, p.pos) > 0
    if base.value in tables.PREFIXES:
        return p.kind() in (
            "name",
            "open",
            "lb",
            "frac",
            "accent",
            "set",
            "macro",
            "big",
            "bar",
            "dbar",
        )
    return base.value in tables.ELEMENTARY and (p.kind() != "open" or p.tokens[p.pos].text not in "(")


def prefix(p: Parser, node: Node, first: int) -> Node:
    start = p.pos
    args = [p.factor()]
    base = node.args[0] if node.op == "pow" else node
    if base.value == "nabla" and args[0].op in ("pow", "transpose") and args[0].args[0].op == "app":
        return outside(p, node, args[0], first)
    while (base.value in tables.ELEMENTARY or base.value in ("nabla", "partial")) and (
        continues_argument(p, args[-1]) or (base.value in ANGLED and part_of_angle(p, args[-1]))
    ):
        args.append(p.factor())
    inner = args[0] if len(args) == 1 else p.node("mul", start, tuple(args), ("",) * (len(args) - 1))
    return p.node("app", first, (node, inner), "")


def outside(p: Parser, nabla: Node, raised: Node, first: int) -> Node:
    """`\\nabla f(x)^2`, `\\nabla f(x)^T`: as in f'(x)^2, the exponent is the gradient's, not the function's."""
    called, *exponent = raised.args
    gradient = replace(p.node("app", first, (nabla, called), ""), end=called.end)
    return p.node(raised.op, first, (gradient, *exponent))


ANGLED = {"sin", "cos", "tan"}
FRACTIONS = {"frac", "dfrac", "tfrac"}


def part_of_angle(p: Parser, last: Node) -> bool:
    """`\\cos\\frac{t}{T}\\pi`, `\\cos\\pi\\frac{t}{T}`: nobody multiplies a cosine by pi from behind."""
    following = p.tokens[p.pos].text if p.kind() else ""
    return (last.op == "frac" and following == "pi") or (last.value == "pi" and following in FRACTIONS)


def continues_argument(p: Parser, last: Node) -> bool:
    """`\\sin 2 \\pi f`: plain factors follow one another; after a bracket or an application it ends."""
    if last.op not in ("name", "num", "pow", "transpose") or p.kind() not in ("name", "num", "accent"):
        return False
    token = p.tokens[p.pos]
    differential = len(token.text) == 2 and token.text[0] == "d"
    stops = token.text in tables.ELEMENTARY or token.text in ("partial", "d") or differential
    follows = p.kind(p.pos + 1) == "open" and p.tokens[p.pos + 1].text == "("
    return not stops and not follows
