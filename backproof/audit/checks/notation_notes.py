"""Notation that a reader may stumble over though nothing is false: notes, never warnings."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line
from ..findings import Finding, Suggestion
from ..match.binding import Side, sides
from ..match.matcher import Match
from ..match.rendering import compact
from ..notation.tree import Node, walk
from ..notation.write import to_latex
from . import Case
from .catalog import Judgement
from .layout import projected_layout

_MULTI_HEAD = {"multihead", "mha", "multiheadattention"}
_ELEMENTWISE_FUNCTIONS = {"tanh", "sigma", "sigmoid", "relu", "ReLU"}


def check(case: Case) -> Iterator[Finding]:
    """BP601 tuple on the left, BP602 one sign for two products, BP603 projected twice, BP604 W^O outside."""
    for judgement in case.judgements:
        yield from _nameless(judgement)
    yield from _two_products(case)
    yield from _projected_twice(case)
    yield from _outside(case)


# ---- BP601
def _nameless(judgement: Judgement) -> Iterator[Finding]:
    """``(Q, K, V) = …`` where the right side is one value made of all of them: the function's name is missing."""
    line = judgement.line
    left, right = line.left, line.rights[-1]
    if left.op != "group" or left.value != "()" or left.args[0].op != "seq":
        return
    items = left.args[0].args
    if len(items) < 2 or any(i.op != "name" for i in items) or right.op in ("seq", "group", "name", "cases", "matrix"):
        return
    inside = {str(n.value) for n in walk(right) if n.op == "name"}
    calls_them = right.op == "app" and len(right.args) > 2
    if calls_them or not all(str(i.value) in inside for i in items):
        return
    name = _function(judgement)
    start = line.block.text[left.start : left.end]
    fixed = name + compact(to_latex(left), start) + " = " + line.block.text[right.start : line.end].strip()
    fields = {"written": start or compact(to_latex(left), ""), "name": name.replace(r"\mathrm", "").strip("{}")}
    suggestion = Suggestion(fixed, False, changes=(line.rewritten(fixed),))
    yield Finding("BP601", line.span(), fields, {"kind": "notation"}, None, suggestion)


def _function(judgement: Judgement) -> str:
    """The name that the recognised formula gives to such a value; else what the right side looks like."""
    own = judgement.match.spec.left if judgement.match else None
    if own is not None and own.op == "app":
        return to_latex(own.args[0])
    return r"\mathrm{Attention}" if _is_attention(judgement.line.rights[-1]) else "f"


def _is_attention(tree: Node) -> bool:
    return any(n.op == "app" and n.args[0].value == "softmax" for n in walk(tree))


# ---- BP602
def _two_products(case: Case) -> Iterator[Finding]:
    """``*`` between vectors (element by element) in one line and between a weight and a matrix in another."""
    elementwise = matrix = None
    for judgement in case.judgements:
        if elementwise is None and _star_elementwise(judgement):
            elementwise = judgement.line
        if matrix is None and _star_matrix(judgement.line):
            matrix = judgement.line
    if elementwise is not None and matrix is not None:
        later, earlier = sorted((elementwise, matrix), key=lambda x: (x.span().line, x.span().column), reverse=True)
        fields = {"matrix": matrix.latex, "elementwise": elementwise.latex, "line": earlier.span().line}
        related = [{"line": earlier.span().line, "latex": earlier.latex}]
        yield Finding("BP602", later.span(), fields, {"kind": "notation", "related": related})


def _star_matrix(line: Line) -> bool:
    tree = line.rights[-1]
    return projected_layout(line) is not None and tree.value == ("*",)


def _star_elementwise(judgement: Judgement) -> bool:
    """A ``*`` in a recognised line with a vector of the formula on either side."""
    found = judgement.match
    if found is None:
        return False
    side = sides(judgement.line.left, judgement.line.rights[-1])[1]
    for node in walk(side.tree):
        gaps = zip(node.value, node.args, node.args[1:], strict=False) if node.op == "mul" else ()
        for gap, a, b in gaps:
            if gap == "*" and all(_is_vector(x, side, found) for x in (a, b)):
                return True
    return False


def _is_vector(node: Node, side: Side, found: Match) -> bool:
    if node.op == "app":
        return str(node.args[0].value) in _ELEMENTWISE_FUNCTIONS
    if node.op != "name":
        return node.op == "add"
    symbol = found.binding.symbol(side.signature(node))
    return symbol is not None and symbol.kind == "data" and len(symbol.shape) == 1


# ---- BP603, BP604
def _projected_twice(case: Case) -> Iterator[Finding]:
    """``head_i = Attention(W_i^Q Q, …)`` after ``Q = W_Q X``."""
    for line in case.note.lines:
        call = line.rights[-1]
        if call.op != "app" or str(call.args[0].value).casefold() != "attention" or len(call.args) != 4:
            continue
        names = [_projected(argument) for argument in call.args[1:]]
        before = [d for d in _projections(case, line) if _name(d.left) in names]
        if all(names) and {_name(d.left) for d in before} >= set(names):
            fields = {"written": line.latex, "projection": before[0].latex, "line": before[0].span().line}
            related = [{"line": d.span().line, "latex": d.latex} for d in before]
            yield Finding(
                "BP603", line.span(), fields, {"kind": "notation", "related": related}, "attention.multi_head"
            )


def _projected(node: Node) -> str:
    """``Q`` in ``W_i^Q Q`` and in ``Q W_i^Q``."""
    if node.op != "mul" or len(node.args) != 2:
        return ""
    names = [_name(a.args[0] if a.op in ("pow", "transpose") else a) for a in node.args]
    weights = [n.startswith("W") for n in names]
    return names[1] if weights == [True, False] else names[0] if weights == [False, True] else ""


def _name(node: Node) -> str:
    return str(node.value) if node.op == "name" else ""


def _projections(case: Case, line: Line) -> Iterator[Line]:
    """``Q = W X`` and ``Q = X W`` in what comes before."""
    for other in case.note.lines:
        if other is line:
            return
        if projected_layout(other) is not None and _name(other.left) in ("Q", "K", "V"):
            yield other


def _outside(case: Case) -> Iterator[Finding]:
    """``MultiHead(Q, K, V) = Concat(…)`` without the output projection that belongs to it."""
    for line in case.note.lines:
        left, right = line.left, line.rights[0]
        if left.op != "app" or str(left.args[0].value).replace(" ", "").casefold() not in _MULTI_HEAD:
            continue
        if right.op == "app" and str(right.args[0].value).casefold() == "concat" and len(line.rights) == 1:
            applied = next((o for o in case.note.lines if o is not line and _applies(o)), None)
            where = str(applied.span().line) if applied else ""
            fields = {
                "where": {
                    "en": f"it is applied outside, at line {where}: the same result"
                    if where
                    else "it is not written here",
                    "zh": f"在第 {where} 行才乘上，结果相同" if where else "这里没有写出",
                }
            }
            related = [{"line": applied.span().line, "latex": applied.latex}] if applied else []
            yield Finding(
                "BP604", line.span(), fields, {"kind": "convention", "related": related}, "attention.multi_head"
            )


def _applies(line: Line) -> bool:
    """A product of an output weight with the heads."""
    for right in line.rights:
        if right.op == "mul":
            called = [str(a.args[0].value).casefold() for a in right.args if a.op == "app"]
            if any(c.startswith(("multihead", "mha", "concat")) for c in called):
                return True
    return False
