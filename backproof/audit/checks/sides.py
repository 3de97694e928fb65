"""On which side of the data do the weights of a note stand? One layer that has them on the other side is doubted.

``X W + b`` keeps examples in rows, ``W X + b`` in columns. A note that writes its layers in one way keeps to it; both in
one note say that the shapes of one line do not fit.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line
from ..findings import Finding
from ..notation.tree import Node, walk
from ..records import entity
from . import Case
from .partners import BIASES
from .slips import Slip, source

USUAL = 3  # lines that make a habit
WEIGHTS = {"W", "U"}
WHY = {
    "en": "the other layers of the note have the weight on the other side of the data, as in “{other}” (line {line})",
    "zh": "笔记中其余各层的权重都在数据的另一侧，如“{other}”（第 {line} 行）",
}


@entity
class Layer:
    """A product of a weight and a data matrix in a sum with a bias."""

    line: Line
    product: Node
    weight_first: bool


def check(case: Case) -> Iterator[Finding]:
    """BP212 for the one layer of a note whose weight stands on the other side than in three lines, one of them near by."""
    found = [layer for line in case.note.lines for layer in _layers(line)]
    for first in (True, False):
        lone = [layer for layer in found if layer.weight_first == first]
        others = [layer for layer in found if layer.weight_first != first]
        if len({id(x.line) for x in others}) >= USUAL and len({id(x.line) for x in lone}) == 1:
            near = [x for x in others if x.line.section == lone[0].line.section]
            if near:
                yield _slip(lone, near[0]).finding("BP212", "layout")


def _layers(line: Line) -> Iterator[Layer]:
    """``W X + b`` and ``X W + b`` with capitals on both sides: in lower case a vector may stand on either."""
    for node in (n for r in line.rights for n in walk(r)):
        if node.op != "add" or not any(a.op == "name" and a.value in BIASES for a in node.args):
            continue
        for term in node.args:
            names = term.args if term.op == "mul" and len(term.args) == 2 and term.value in (("",), ("cdot",)) else ()
            if names and all(n.op == "name" and str(n.value).isupper() and len(str(n.value)) == 1 for n in names):
                weights = [n.value in WEIGHTS for n in names]
                if weights[0] != weights[1]:
                    yield Layer(line, term, weights[0])


def _slip(lone: list[Layer], other: Layer) -> Slip:
    line = lone[0].line
    edits = []
    for layer in lone:
        a, b = layer.product.args
        spans = [(n.start, n.start + len(source(line, n).rstrip())) for n in (a, b)]
        texts = [line.block.text[s:e] for s, e in spans]
        edits += [(*spans[0], texts[1]), (*spans[1], texts[0])]
    fields = {"other": source(other.line, other.product).strip(), "line": str(other.line.span().line)}
    return Slip(line, edits, {lang: text.format(**fields) for lang, text in WHY.items()})
