"""Declared sizes against products: ``W \\in R^{d × q}`` and ``X \\in R^{n × d}`` do not make ``W X``.

Sizes with distinct names are distinct. A product is doubted only where another order or a transpose of the same
two factors would fit: sizes that a text identifies elsewhere then raise no alarm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from backproof.lazy import pattern

from ..document import Line, Note
from ..findings import Finding
from ..match.signature import script_text
from ..notation.tree import Node, walk
from ..records import entity
from .slips import Edit, Slip, source

if TYPE_CHECKING:
    from . import Case

Shape = tuple[str, ...]
TIMES = ("t", "tau")
_LAYERS = pattern(r"hidden|layer|MLP|perceptron|feed.?forward|感知|隐藏|隐层|全连接", re.IGNORECASE)
_HEADS = pattern(r"multi.?head|多头|マルチヘッド", re.IGNORECASE)
WHY_LAYER = {
    "en": "this layer takes what the one before gives, which has the size {size} (line {line})",
    "zh": "这一层的输入是上一层的输出，尺寸为 {size}（第 {line} 行）",
}
WHY_HEADS = {
    "en": "the outputs of all heads stand side by side before this projection",
    "zh": "在这个投影之前，各头的输出已拼接在一起",
}
WHY = {
    "en": "“{a}” is {a_shape} and “{b}” is {b_shape} (line {line}): the inner sizes {inner} and {outer} differ",
    "zh": "“{a}”是 {a_shape}，“{b}”是 {b_shape}（第 {line} 行）：内侧尺寸 {inner} 与 {outer} 不同",
}


@entity
class Declared:
    """A name with its sizes and the line that gives them."""

    shape: Shape
    line: Line


def check(case: Case) -> Iterator[Finding]:
    """BP211 for a product of two declared factors whose inner sizes differ, and for layers and heads that do not join."""
    known = declarations(case.note)
    yield from (s.finding("BP211", "shape") for s in (*_layers(case), *_heads(case)))
    for line in case.note.lines:
        slip = _misfit(line, known) if known else None
        if slip is not None:
            yield slip.finding("BP211", "shape")


def declarations(note: Note) -> dict[str, list[Declared]]:
    """``A, B \\in R^{n × d}``: the sizes of each name, wherever they are given."""
    found: dict[str, list[Declared]] = {}
    for line in note.statements:
        for part in _parts(line.tree):
            shape = shape_of(part.args[-1])
            names = part.args[0].args if part.args[0].op == "seq" else (part.args[0],)
            for name in names if shape else ():
                if name.op == "name":
                    found.setdefault(key(name), []).append(Declared(shape, line))
    return found


def sizes_of(line: Line, node: Node, known: Mapping[str, list[Declared]], words: str) -> Shape:
    """The two sizes of a matrix as it is declared, or as the words around say (``B is $d \\times r$``); () where nothing does."""
    if node.op != "name":
        return ()
    found = _matrix(line, node, dict(known))
    if found is not None:
        return found.shape
    letter = re.escape(str(node.value))
    spoken = re.search(
        rf"(?<![a-zA-Z\\]){letter}\$?\s*(?:is|are|has|of|为|是|[:：])\s*(?:(?:an?|of|the|size|shape)\s+)*[$(]*{_SIZES}",
        words,
    )
    return (spoken[1], spoken[2]) if spoken else ()


_SIZES = r"([a-z]\w*)\s*(?:\\times|×|x|by)\s*([a-z]\w*)"


def _parts(tree: Node) -> Iterator[Node]:
    """The memberships of a statement, also where several stand in a row."""
    for node in tree.args if tree.op == "seq" else (tree,):
        if node.op == "rel" and node.value == ("in",) and len(node.args) == 2:
            yield node


def shape_of(node: Node) -> Shape:
    """``R^{n × d}`` → (n, d); empty for anything else."""
    size = _exponent(node)
    if size is None:
        return ()
    if size.op == "mul" and "times" in size.value:
        groups: list[list[str]] = [[_size(size.args[0])]]
        for gap, factor in zip(size.value, size.args[1:], strict=True):  # 2 h is one size
            if gap == "times":
                groups.append([])
            groups[-1].append(_size(factor))
        return tuple(" ".join(g) for g in groups)
    return (_size(size),) if size.op in ("name", "num") else ()


def _exponent(node: Node) -> Node | None:
    """What stands above ``R``; a first size in brackets (``R^{(h d) × m}``) is read as a power of its own."""
    if node.op != "pow":
        return None
    base, size = node.args
    if base.op == "pow" and size.op == "mul" and size.args[0].op == "hole":
        base, size = base.args[0], replace(size, args=(base.args[1], *size.args[1:]))
    return size if base.op == "name" and base.value == "R" else None


def _size(node: Node) -> str:
    if node.op == "name":
        label = "".join(map(script_text, node.sub))
        return f"{node.value}{node.marks}" + (f"_{label}" if label else "")
    return script_text(node)


def key(node: Node) -> str:
    """A name with its scripts; a time index counts as one place, whatever its offset."""
    scripts = [script_text(s) for s in node.sub + node.sup]
    scripts = ["@" if s.split("+")[0].split("-")[0] in TIMES else s for s in scripts]
    return f"{node.value}{''.join(node.accents)}{node.marks}/{'/'.join(scripts)}"


def _misfit(line: Line, known: dict[str, list[Declared]]) -> Slip | None:
    for right in line.rights:
        for node in walk(right):
            gaps = node.value if node.op == "mul" else ()
            for gap, a, b in zip(gaps, node.args, node.args[1:], strict=False):
                slip = _pair(line, node, a, b, known) if gap in ("", "cdot") else None
                if slip is not None:
                    return slip
    return None


def _pair(line: Line, product: Node, a: Node, b: Node, known: dict[str, list[Declared]]) -> Slip | None:
    first, second = _matrix(line, a, known), _matrix(line, b, known) or _vector(line, b, known)
    if first is None or second is None or first.shape[1] == second.shape[0]:
        return None
    fix = _fit(line, product, a, b, first.shape, second.shape)
    if fix is None:
        return None
    x, y = (" × ".join(d.shape) for d in (first, second))
    fields = {
        "a": source(line, a).strip(),
        "b": source(line, b).strip(),
        "a_shape": x,
        "b_shape": y,
        "line": str(second.line.span().line),
        "inner": first.shape[1],
        "outer": second.shape[0],
    }
    return Slip(line, fix, {lang: text.format(**fields) for lang, text in WHY.items()})


def _near(line: Line, known: dict[str, list[Declared]], name: Node) -> list[Declared]:
    """What the section of the line, or one beside it, says of a name."""
    found = known.get(key(name), []) if name.op == "name" else []
    return [d for d in found if abs(d.line.section - line.section) <= 1]


def _matrix(line: Line, node: Node, known: dict[str, list[Declared]]) -> Declared | None:
    """The two sizes of a declared matrix or column, transposed where the factor is; None where they are unknown or disputed."""
    inner = node.args[0] if node.op == "transpose" else node
    found = _near(line, known, inner)
    if not found or len({d.shape for d in found}) != 1 or len(found[0].shape) != 2:
        return None
    shape = found[0].shape
    return Declared(shape[::-1] if node.op == "transpose" else shape, found[0].line)


def _vector(line: Line, node: Node, known: dict[str, list[Declared]]) -> Declared | None:
    """A declared vector as a column; in front of a matrix it may as well be a row, so only the second factor is asked."""
    found = _near(line, known, node)
    if not found or len({d.shape for d in found}) != 1 or len(found[0].shape) != 1:
        return None
    return Declared((*found[0].shape, "1"), found[0].line)


def _fit(line: Line, product: Node, a: Node, b: Node, x: Shape, y: Shape) -> list[Edit] | None:
    """The other order, where it fits and nothing else is multiplied; else one transpose that fits."""
    here = [(n.start, n.start + len(source(line, n).rstrip())) for n in (a, b)]
    texts = [line.block.text[s:e] for s, e in here]
    if y[1] == x[0] and y[1] != "1" and len(product.args) == 2 and a.op == b.op == "name":
        return [(*here[0], texts[1]), (*here[1], texts[0])]
    mark = r"^\top" if r"\top" in line.block.text else "^T"
    for node, place, text, fits in ((a, here[0], texts[0], x[0] == y[0]), (b, here[1], texts[1], x[1] == y[1])):
        if fits and node.op == "name":
            return [(*place, f"{{{text}}}{mark}" if node.sup else f"{text}{mark}")]
        if fits and node.op == "transpose":
            return [(*place, source(line, node.args[0]).strip())]
    return None


# ---- layers and heads


def _layers(case: Case) -> Iterator[Slip]:
    """``W^{(1)} \\in R^{784 × 200}`` and ``W^{(2)} \\in R^{100 × 10}``: the second layer takes what the first one gives."""
    before: tuple[str, int, Shape, Line] | None = None
    for line in case.note.statements:
        for part in _parts(line.tree):
            name, number = _layer(part.args[0])
            shape = shape_of(part.args[-1])
            if not number or len(shape) != 2 or not _LAYERS.search(line.context):
                continue
            if before is not None and before[:2] == (name, number - 1) and before[3].section == line.section:
                slip = _join(line, part.args[-1].args[1], before[2], shape, before[3])
                if slip is not None:
                    yield slip
            before = name, number, shape, line


def _layer(node: Node) -> tuple[str, int]:
    """Letter and number of a weight ``W^{(2)}`` or ``W^2``."""
    if node.op == "pow" and node.args[0].op == "name" and node.args[1].op == "num":
        name, script = node.args[0], node.args[1]
    elif node.op == "name" and len(node.sup) == 1 and not node.sub:
        name, script = node, node.sup[0].args[0] if node.sup[0].op == "group" else node.sup[0]
    else:
        return "", 0
    return (str(name.value), int(script.value)) if script.op == "num" and str(script.value).isdigit() else ("", 0)


def _join(line: Line, size: Node, first: Shape, second: Shape, other: Line) -> Slip | None:
    """The sizes of two layers in a row meet, in either layout; it is sure for numbers, and where one size stands twice."""
    numbers = all(s.isdigit() for s in (*first, *second))
    if first == second or first[1] == second[0] or first[0] == second[1] or not (numbers or first[0] == second[0]):
        return None
    if len(size.args) != 2:
        return None
    place = size.args[0]
    wanted = other.tree.args[-1].args[1].args[-1]
    stop = place.start + len(source(line, place))
    why = {lang: text.format(line=other.span().line, size=first[1]) for lang, text in WHY_LAYER.items()}
    return Slip(line, [(place.start, stop, source(other, wanted).strip())], why)


def _heads(case: Case) -> Iterator[Slip]:
    """``W^O \\in R^{d_v × d}`` under multi-head attention: the heads are put side by side before."""
    for line in case.note.statements:
        for part in _parts(line.tree):
            name, shape = part.args[0], shape_of(part.args[-1])
            labels = name.args[1:] if name.op == "pow" else name.sub + name.sup
            label = "".join(map(script_text, labels))
            if label.casefold() not in ("o", "out") or len(shape) != 2 or not _HEADS.search(line.context[-600:]):
                continue
            size = _exponent(part.args[-1])
            place = size.args[0] if size is not None and size.args else Node("hole")
            wanted = _all_heads(line, place, shape)
            if wanted:
                stop = place.start + len(source(line, place))
                yield Slip(line, [(place.start, stop, wanted)], WHY_HEADS)


def _all_heads(line: Line, place: Node, shape: Shape) -> str:
    """The size of all heads side by side, where one head's size or the model's stands; "" where nothing is wrong."""
    text = source(line, place).strip()
    if place.op == "name" and place.value == "d" and len(place.sub) == 1 and script_text(place.sub[0]) in ("H", "head"):
        return f"{'H' if script_text(place.sub[0]) == 'H' else 'h'} {text}"
    if place.op == "mul" and len(place.args) == 2 and _size(place.args[1]) == shape[-1] == "d_model":
        inner = place.args[1]
        return (
            line.block.text[place.start : inner.start]
            + "d_v"
            + line.block.text[inner.end : place.start + len(source(line, place))]
        )
    return ""
