"""Over which index does an attention softmax run, and is it the index of the keys?

In ``A_ij = softmax(Q_i K_j)`` the softmax has no index of its own. What the note says beside it binds one: ``Σ_i A_ij = 1``
(or "each column sums to one") and the use ``O = V A`` (which adds over the first index) or ``O = A V`` (over the second).
The weights of one query must sum to one over the keys, so that index must be the key's in the score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding, Suggestion
from ..match.rendering import anew
from ..notation.reader import read
from ..notation.tree import Node, rebuild, walk
from ..records import entity
from ..sources.document import Block
from . import Case

NEAR = 60  # blocks before and after

_COLUMN_SUMS = pattern(
    r"每一?列[^。；]{0,30}?(?:和|相加|加起来)[^。；，]{0,4}?(?:为|等于|是)\s?1|each column[^.]{0,30}sums? to (?:1|one)"
)
_ROW_SUMS = pattern(
    r"每一?行[^。；]{0,30}?(?:和|相加|加起来)[^。；，]{0,4}?(?:为|等于|是)\s?1|each row[^.]{0,30}sums? to (?:1|one)"
)


@entity
class Weights:
    """A line ``A_ij = softmax(…)`` with the indices under which query and key stand in the score."""

    line: Line
    name: str
    indices: tuple[str, str]
    query: str
    key: str


@entity
class Evidence:
    """What binds the softmax to an index of the weights: the place (0 or 1) and what says so."""

    place: int
    kind: str
    latex: str
    line: int


def check(case: Case) -> Iterator[Finding]:
    """BP302 where the index that is normalised or added over is the query's."""
    for line in case.note.lines:
        weights = _weights(line)
        if weights is None:
            continue
        beside = [*_evidence(case, weights)]
        over = {e.place for e in beside}
        if len(over) == 1:
            index = weights.indices[over.pop()]
            if index == weights.query != weights.key:
                yield _finding(weights, index, beside)


def _weights(line: Line) -> Weights | None:
    """``A_ij = softmax(score)`` where exactly one query and one key stand in the score, each under one of the two indices."""
    left, right = line.left, line.rights[-1]
    if left.op != "name" or len(left.sub) != 2 or left.sup or right.op != "app" or right.args[0].value != "softmax":
        return None
    if right.args[0].sub or right.args[0].sup:  # the softmax names its index
        return None
    first, second = (_letter(s) for s in left.sub)
    if not first or not second or first == second:
        return None
    roles = {letter: _index_of(right, letter, {first, second}) for letter in ("q", "k")}
    query, key = roles["q"], roles["k"]
    return Weights(line, _name(left), (first, second), query, key) if query and key and query != key else None


def _letter(node: Node) -> str:
    return str(node.value) if node.op == "name" and not node.sub and not node.sup else ""


def _name(node: Node) -> str:
    return str(node.value) + "".join(node.accents)


def _index_of(tree: Node, letter: str, indices: set[str]) -> str:
    """The index of the one name with this letter; "" where there is none or several."""
    found = {
        index
        for node in walk(tree)
        if node.op == "name" and str(node.value).casefold() == letter
        for index in ("".join(_letter(s) for s in node.sub),)
    }
    return found.pop() if len(found) == 1 and found <= indices else ""


def _evidence(case: Case, weights: Weights) -> Iterator[Evidence]:
    """The statements and sentences around, within the section, that bind the softmax."""
    for block in _around(case, weights.line.block):
        place = block.position(0)[0]
        if block.kind == "prose":
            for at, pattern in ((0, _COLUMN_SUMS), (1, _ROW_SUMS)):
                if pattern.search(block.text):
                    yield Evidence(at, "said", block.text.strip(), place)
            continue
        for s in read(block.text, dict(case.note.document.macros)).statements if "=" in block.text else ():
            if s.tree.op == "rel" and set(s.tree.value) == {"="}:
                latex, line = block.text[s.start : s.end].strip(), block.position(s.start)[0]
                bound = {"normalised": _summed_to_one(s.tree, weights), "used": _used(s.tree, weights.name)}
                yield from (Evidence(i, kind, latex, line) for kind, i in bound.items() if i is not None)


def _around(case: Case, block: Block) -> list[Block]:
    """Prose and formulas near a block, from the heading before to the heading after."""
    blocks = case.note.document.blocks
    at = next(i for i, b in enumerate(blocks) if b is block)
    first = next((i for i in range(at, max(0, at - NEAR), -1) if blocks[i].kind == "heading"), max(0, at - NEAR))
    last = next((i for i in range(at, min(len(blocks), at + NEAR)) if blocks[i].kind == "heading"), at + NEAR)
    return [b for b in blocks[first:last] if b.kind in ("prose", "formula")]


def _summed_to_one(tree: Node, weights: Weights) -> int | None:
    """``Σ_i A_ij = 1``: the place of the bound index."""
    sides = tree.args
    if not any(s.op == "num" and s.value == "1" for s in sides):
        return None
    for side in sides:
        if side.op == "big" and side.value == "sum" and side.sub and side.args[0].op == "name":
            body = side.args[0]
            bound = _letter(side.sub[0].args[0]) if side.sub[0].op == "rel" else _letter(side.sub[0])
            own = [_letter(s) for s in body.sub]
            if _name(body) == weights.name and len(own) == 2 and own.count(bound) == 1:
                return own.index(bound)
    return None


def _used(statement: Node, name: str) -> int | None:
    """``O = V A`` adds over the first index of A, ``O = A V`` over the second; as a product of whole matrices."""
    tree = statement.args[-1]
    if tree.op != "mul" or len(tree.args) != 2 or any(a.op != "name" or a.sub or a.sup for a in tree.args):
        return None
    first, second = (_name(a) for a in tree.args)
    if {first.casefold(), second.casefold()} != {name.casefold(), "v"}:
        return None
    return 0 if second == name else 1


def _finding(weights: Weights, index: str, beside: list[Evidence]) -> Finding:
    line = weights.line
    fixed = _swapped(line)
    reason = beside[0]
    fields = {
        "written": line.latex,
        "index": index,
        "other": weights.key,
        "reason": reason.latex,
        "line": reason.line,
        "fixed": fixed,
    }
    evidence = {
        "kind": "index",
        "softmax_over": index,
        "query_index": weights.query,
        "key_index": weights.key,
        "theorem": "attention.weights",
        "related": [{"line": e.line, "latex": e.latex, "kind": e.kind} for e in beside],
    }
    suggestion = Suggestion(fixed, False, changes=(line.rewritten(fixed),))
    return Finding("BP302", line.span(), fields, evidence, "attention.weights", suggestion)


def _swapped(line: Line) -> str:
    """The line with query and key in each other's place: in the source where their letters stand alone, else written anew."""
    places = sorted(
        (n.start, n) for n in walk(line.rights[-1]) if n.op == "name" and str(n.value).casefold() in ("q", "k")
    )
    names = {str(n.value) for _, n in places}
    other = {a: b for a in names for b in names if a != b}
    text = list(line.block.text)
    for _, node in places:
        at = line.block.text.find(str(node.value), node.start, max(node.end, node.start + 12))
        if at >= 0 and str(node.value) in other:
            text[at] = other[str(node.value)]
    wanted = rebuild(
        line.tree, lambda n: replace(n, value=other[str(n.value)]) if n.op == "name" and n.value in other else n
    )
    fixed = "".join(text)[line.start : line.end].strip()
    again = read(fixed).statements
    return fixed if len(again) == 1 and again[0].tree == wanted else anew(wanted, line.block.text)
