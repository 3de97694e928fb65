"""Indices and labels in each other's place: a sum over ``S_k`` by k, ``W_{jj}`` where the row i is due, a label given twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..document import Line
from ..findings import Finding
from ..match.binding import WEIGHT_LETTERS
from ..match.signature import script_text
from ..notation.tree import Node, script_nodes, walk
from .slips import Edit, Slip, edits_for, said, source

if TYPE_CHECKING:
    from . import Case

RUNNING = set("ijklmn")
SIZES = {"p", "f", "s", "k", "d"}
FEWEST = 3  # sizes of one layer that make another layer's stand out
PAIR = ("gamma", "beta")
WHY_RANGE = {
    "en": "the set that {letter} runs over cannot depend on {letter}",
    "zh": "{letter} 所取遍的集合不能依赖 {letter} 自身",
}
WHY_LOST = {
    "en": "the index {letter} of the left side stands nowhere else",
    "zh": "左边的下标 {letter} 在别处没有出现",
}
WHY_TWIN = {"en": "what stands beside it has the index {letter}", "zh": "旁边的量带有下标 {letter}"}
WHY_LABEL = {"en": "scale and shift are two parameters", "zh": "缩放与平移是两个参数"}
WHY_SLOPE = {"en": "the slope is upside down", "zh": "导数上下颠倒了"}
WHY_LAYER = {"en": "the other sizes are those of layer {layer}", "zh": "其余的量都属于第 {layer} 层"}
WHY_STATE = {
    "en": "a state goes on from the state before it in the same layer",
    "zh": "状态由同一层的前一时刻状态得到",
}


def check(case: Case) -> Iterator[Finding]:
    """BP310 for each line with such a slip."""
    for line in case.note.statements:
        slip = misplaced(line)
        if slip is not None:
            yield slip.finding("BP310", "place")


def misplaced(line: Line) -> Slip | None:
    """The first such slip of a line."""
    if line.tree.op != "rel":
        return None
    return next((slip for rule in RULES for slip in [rule(line)] if slip is not None), None)


def _letters(node: Node) -> list[str]:
    """The running letters among the scripts of a name."""
    return [x for s in (*node.sub, *node.sup) for x in [script_text(s)] if x in RUNNING]


def _own_range(line: Line) -> Slip | None:
    """``Σ_{k ∈ S_k}``, where the left side has an index i."""
    own = [x for x in map(script_text, script_nodes(line.left)) if x in RUNNING]
    for big in (n for r in line.rights for n in walk(r) if n.op == "big" and len(n.sub) == 1):
        low = big.sub[0]
        if low.op != "rel" or low.value != ("in",) or low.args[1].op != "name":
            continue
        letter, scripts = script_text(low.args[0]), low.args[1].sub + low.args[1].sup
        wrong = [s for s in scripts if script_text(s) == letter]
        due = sorted(set(own) - {letter})
        if letter in RUNNING and wrong and len(due) == 1:
            edits = edits_for(line, [(wrong[0], due[0])])
            return Slip(line, edits, said(WHY_RANGE, letter=letter)) if edits else None
    return None


def _doubled_index(line: Line) -> Slip | None:
    """``\\mu_i = Σ_j W_{jj}``, ``\\hat W_{ij} = W_{jj} - …``: one letter twice, and the left side's other index lost."""
    summed = {script_text(n) for big in walk(line.left) if big.op == "big" for low in big.sub for n in walk(low)}
    own = list(dict.fromkeys(x for x in map(script_text, script_nodes(line.left)) if x in RUNNING - summed))
    names = [n for r in line.rights for n in walk(r) if n.op == "name"]
    doubled = [n for n in names if len(_letters(n)) == 2 == len(n.sub + n.sup) and len(set(_letters(n))) == 1]
    if not own or len(doubled) != 1:
        return None
    name = doubled[0]
    letter = _letters(name)[0]
    here = {script_text(s) for r in line.rights for s in script_nodes(r)} | {str(n.value) for n in names}
    same = [n for n in names if n.value == name.value and len(set(_letters(n))) == 2]
    lost = [x for x in own if x != letter and (x not in here or (_of_the_left(line.left, name) and letter in own))]
    if len(lost) != 1 or same:
        return None
    first = name.sub[0] if name.sub else name.sup[0]
    edits = edits_for(line, [(first, lost[0])])
    return Slip(line, edits, said(WHY_LOST, letter=lost[0])) if edits else None


def _of_the_left(left: Node, name: Node) -> bool:
    """The letter of the left side, which has two indices of its own."""
    return left.op == "name" and left.value == name.value and len(set(_letters(left))) == 2


def _doubled_weight(line: Line) -> Slip | None:
    """``z_j = Σ_k w_{kk} a_k + b_j``, ``Σ_i Σ_j y_{ii} log p(y_{ij})``."""
    head = line.left.args[0] if line.left.op == "pow" else line.left
    own = [x for x in map(script_text, head.sub) if x in RUNNING]
    for big in (n for r in line.rights for n in walk(r) if n.op == "big" and n.value == "sum"):
        names = [n for n in walk(big.args[0]) if n.op == "name"]
        doubled = [n for n in names if len(_letters(n)) == 2 and len(set(_letters(n))) == 1 and n.sub]
        if len(doubled) != 1:
            continue
        name, letter = doubled[0], _letters(doubled[0])[0]
        if name.value in WEIGHT_LETTERS and len(own) == 1 and own[0] not in {x for n in names for x in _letters(n)}:
            edits = edits_for(line, [(name.sub[0], own[0])])
            return Slip(line, edits, said(WHY_LOST, letter=own[0])) if edits else None
        twin = next((n for n in names if n.value == name.value and len(set(_letters(n))) == 2), None)
        if twin is not None and len(twin.sub) == len(name.sub) == 2 and script_text(twin.sub[0]) == letter:
            other = script_text(twin.sub[1])
            edits = edits_for(line, [(name.sub[1], other)])
            return Slip(line, edits, said(WHY_TWIN, letter=other)) if edits else None
    return None


def _labels(line: Line) -> Slip | None:
    """``γ x + β ≡ BN_{β,β}(x)``."""
    told = {str(n.value) for n in walk(line.tree) if n.op == "name"}
    for name in (n for r in (line.left, *line.rights) for n in walk(r) if n.sub):
        labels = [n for s in name.sub for n in (s.args if s.op == "seq" else (s,))]
        texts = [str(n.value) for n in labels]
        if len(texts) == 2 and texts[0] == texts[1] and texts[0] in PAIR and told >= set(PAIR):
            place = 0 if texts[0] == PAIR[1] else 1
            edits: list[Edit] = [(e[0], e[1], f"\\{e[2]}") for e in edits_for(line, [(labels[place], PAIR[place])])]
            return Slip(line, edits, WHY_LABEL) if edits else None
    return None


def _slope(line: Line) -> Slip | None:
    """``\\frac{\\partial θ}{\\partial} J`` for ``\\frac{\\partial}{\\partial θ} J``."""
    for node in (n for r in line.rights for n in walk(r) if n.op == "frac"):
        above, below = node.args
        operator = below.op == "name" and below.value == "partial" and not (below.sub or below.sup)
        if operator and above.op == "app" and above.args[0].value == "partial" and len(above.args) == 2:
            top, bottom = source(line, above), source(line, below)
            edits = [(above.start, above.start + len(top), bottom), (below.start, below.start + len(bottom), top)]
            return Slip(line, edits, WHY_SLOPE)
    return None


def _layer(line: Line) -> Slip | None:
    """``n^{[l]} = (n^{[l-1]} + 2 p^{[l]} - f^{[l]}) / s^{[l-1]}``: a size of another layer than the rest."""
    if line.left.op != "name" or len(line.left.sup) != 1:
        return None
    own = script_text(line.left.sup[0])
    sizes = [n for r in line.rights for n in walk(r) if n.op == "name" and n.value in SIZES and len(n.sup) == 1]
    odd = [n for n in sizes if script_text(n.sup[0]) != own]
    if len(sizes) < FEWEST or len(odd) != 1:
        return None
    right = next(n for n in sizes if n is not odd[0])
    edits = [_script_edit(line, odd[0], right)]
    return Slip(line, edits, said(WHY_LAYER, layer=own.strip("[]()")))


def _script_edit(line: Line, wrong: Node, right: Node) -> Edit:
    """The superscript of the one name as that of the other."""
    text = source(line, right.sup[0])
    return wrong.sup[0].start, wrong.sup[0].start + len(source(line, wrong.sup[0])), text


def _state(line: Line) -> Slip | None:
    """``H_t^l = φ(H_t^{l-1} W_{xh} + H_{t-1}^{l-1} W_{hh} + b)``: the state before, of the layer below."""
    left = line.left
    if left.op != "name" or len(left.sub) != 1 or len(left.sup) != 1:
        return None
    own = (script_text(left.sub[0]), script_text(left.sup[0]))
    for product in (n for r in line.rights for n in walk(r) if n.op == "mul" and len(n.args) == 2):
        state = next((f for f in product.args if f.op == "name" and f.value == left.value), None)
        weight = next((f for f in product.args if f.op == "name" and f.value == "W"), None)
        if state is None or weight is None or len(state.sub) != 1 or len(state.sup) != 1:
            continue
        both = (
            script_text(state.sub[0]) == f"{own[0]}-1"
            and script_text(state.sup[0]).strip("()[]") == f"{own[1].strip('()[]')}-1"
        )
        if both and "".join(map(script_text, weight.sub)).casefold() == "hh":
            return Slip(line, [_script_edit(line, state, left)], WHY_STATE)
    return None


RULES = (_own_range, _doubled_index, _doubled_weight, _labels, _slope, _layer, _state)
