"""Updates that feed on themselves, and weights that do not share one whole.

``s_t \\leftarrow s_t + g_t^2`` (an accumulator of its own time), ``v^{max} \\leftarrow max(v^{max}, v)`` at one
time, ``a^{[l]} = g^{[l]}(a^{[l]})``, ``x = U x``; ``g \\odot x + (1 + g) \\odot s``; an average of squares that
starts from the first power. Assignments without a time (``b = b - \\alpha d``) are right, and so is what
another line of the note has defined before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..match.signature import components, offset
from ..notation.tree import Node, walk
from . import Case
from .index import TIME
from .pieces import is_complement, is_one
from .slips import Slip, edits_for, leaves, source

SENTENCES = 400  # characters before a line in which a fixed point would be announced
ASSIGN = {"leftarrow", "gets", ":="}
_FIXED_POINT = pattern(
    r"stationary|fixed.point|eigenvec|steady.state|equilibrium|invariant|idempotent|平稳|稳态|不动点|特征向量|恒等",
    re.IGNORECASE,
)
WHY_SELF = {
    "en": "“{name}” at this time is made from “{name}” at the same time; the one before is meant",
    "zh": "该时刻的“{name}”由同一时刻的“{name}”算出，应取前一时刻",
}
WHY_LAYER = {"en": "“{name}” is defined by itself", "zh": "“{name}”由自身定义"}
WHY_WEIGHTS = {
    "en": "the two weights of an interpolation add to one: “{weight}” and “1 − {weight}”",
    "zh": "插值的两个权重之和应为一：“{weight}”与“1 − {weight}”",
}
WHY_AVERAGE = {
    "en": "a running average goes on from its own old value",
    "zh": "滑动平均应从自身的旧值递推",
}


def check(case: Case) -> Iterator[Finding]:
    """BP312 for a state made from itself, BP313 for weights that do not add to one."""
    for line in case.note.statements:
        if line.tree.op != "rel" or len(line.tree.args) < 2:
            continue
        slip = _accumulator(case, line) or _layer(line) or _transformed(case, line) or _average(line)
        if slip is not None:
            yield slip.finding("BP312", "self-reference")
        weights = _weights(line)
        if weights is not None:
            yield weights.finding("BP313", "weights")


# ---- states


def _accumulator(case: Case, line: Line) -> Slip | None:
    """``s_t ← s_t + g_t \\odot g_t`` and ``m_t ← max(m_t, v_t)``, where no other line gives ``s_t`` a value."""
    tree = line.tree
    left, right = tree.args[0], tree.args[-1]
    if tree.value[0] not in ASSIGN or left.op != "name" or not _timed(left):
        return None
    own = [n for n in _operands(right) if n == left]
    if len(own) != 1 or not (_adds_square(right, left) or _running_maximum(right, left)):
        return None
    if any(o is not line and o.tree.op == "rel" and o.tree.args[0] == left for o in case.note.statements):
        return None
    script = next(n for n in walk(own[0]) if n is not own[0] and n.op == "name" and _letter(n) in TIME)
    edits = edits_for(line, [(script, _previous(line, script, own[0]))])
    why = {lang: text.format(name=source(line, left).strip()) for lang, text in WHY_SELF.items()}
    return Slip(line, edits, why) if edits else None


def _timed(node: Node) -> bool:
    return any(_letter(n) in TIME for n in walk(node) if n is not node)


def _letter(node: Node) -> str:
    return f"{node.value}{node.marks}" if node.op == "name" and not node.sub and not node.sup else ""


def _previous(line: Line, script: Node, owner: Node) -> str:
    """``t-1``, in braces where the source has none."""
    letter = _letter(script)
    before = line.block.text[script.start - 1]
    return f"{letter}-1" if before in "{(<[" else f"{{{letter}-1}}"


def _operands(tree: Node) -> Iterator[Node]:
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.args)


def _adds_square(right: Node, left: Node) -> bool:
    """A sum of the state (weighted or not) and a square, ``g^2`` or ``g \\odot g``."""
    if right.op != "add" or len(right.args) != 2:
        return False
    state = [a for a in right.args if a == left or (a.op == "mul" and left in a.args)]
    others = [a for a in right.args if a not in state]
    return len(state) == 1 and others[0].op != "neg" and any(_is_square(n) for n in _operands(others[0]))


def _is_square(node: Node) -> bool:
    if node.op == "pow":
        return node.args[1].op == "num" and node.args[1].value == "2" and node.args[0].op == "name"
    return node.op == "mul" and any(a == b and a.op == "name" for a, b in zip(node.args, node.args[1:], strict=False))


def _running_maximum(right: Node, left: Node) -> bool:
    heads = {"max", "maximum"}
    called = right.op == "app" and str(right.args[0].value) in heads and len(right.args) == 3
    return called and left in right.args[1:]


# ---- layers and maps


def _layer(line: Line) -> Slip | None:
    """``a^{[l]} = g^{[l]}(a^{[l]})``: nothing but a function of itself. The affine part has another letter: not ours to say."""
    left, right = line.tree.args[0], line.tree.args[1]
    marked = left.op == "name" and any(s.op == "group" for s in left.sup)
    if (
        set(line.tree.value) == {"="}
        and marked
        and right.op == "app"
        and len(right.args) == 2
        and right.args[1] == left
    ):
        before = {"a": "z", "h": "z", "A": "Z", "H": "Z"}.get(str(left.value))
        edits = edits_for(line, [(right.args[1], before)]) if before else []
        why = {lang: text.format(name=source(line, left).strip()) for lang, text in WHY_LAYER.items()}
        return Slip(line, edits, why) if edits else None
    return None


def _transformed(case: Case, line: Line) -> Slip | None:
    """``x = U x``: a vector and its image under one name."""
    left, right = line.tree.args[0], line.tree.args[-1]
    if (
        set(line.tree.value) != {"="}
        or len(line.tree.args) != 2
        or left.op != "name"
        or right.op != "mul"
        or len(right.args) != 2
    ):
        return None
    matrix, vector = right.args if right.args[1] == left else right.args[::-1]
    small = str(left.value).islower() and len(str(left.value)) == 1
    if vector != left or not small or matrix.op != "name" or not str(matrix.value).isupper() or left.sub or left.sup:
        return None
    if _FIXED_POINT.search(line.context[-SENTENCES:]) or _assigns(case, line):
        return None
    text = source(line, left).strip()
    why = {lang: text_.format(name=text) for lang, text_ in WHY_LAYER.items()}
    return Slip(line, [(left.start, left.end, f"\\bar{{{text}}}")], why)


def _assigns(case: Case, line: Line) -> bool:
    """The note writes assignments with ``=``: another line also has its left side on the right."""
    return any(
        o is not line and o.left.op == "name" and any(n == o.left for r in o.rights for n in _operands(r))
        for o in case.note.lines
    )


def _average(line: Line) -> Slip | None:
    """``s = \\beta g + (1 - \\beta) g^2``: what is averaged stands in the place of the average."""
    left, right = line.tree.args[0], line.tree.args[-1]
    if left.op != "name" or right.op != "add" or len(right.args) != 2:
        return None
    for kept, new in (right.args, right.args[::-1]):
        if kept.op != "mul" or new.op != "mul" or len(kept.args) != 2 or len(new.args) != 2:
            continue
        rate, old = kept.args
        one_minus, added = new.args
        squared = added.op == "pow" and added.args[1].value == "2" and added.args[0] == old
        if is_complement(one_minus, rate) and squared and not any(n == left for n in _operands(right)):
            why = WHY_AVERAGE
            timed = any(offset(part, t) == 0 for part in components(left) for t in TIME)
            if timed:
                return None  # the old value has another index; which one is for the matcher to say
            return Slip(line, [(old.start, old.end, source(line, left).strip())], why)
    return None


# ---- weights


def _weights(line: Line) -> Slip | None:
    """``g x + (1 + g) y``."""
    for node in walk(line.tree):
        if node.op != "add" or len(node.args) != 2 or any(a.op != "mul" or len(a.args) != 2 for a in node.args):
            continue
        for first, second in (node.args, node.args[::-1]):
            for gate in first.args:
                whole = next((f for f in second.args if _one_plus(f, gate)), None)
                if gate.op == "name" and whole is not None and not _shares(first, second, gate, whole):
                    sign = line.block.text.find("+", whole.start, whole.end)
                    why = {lang: t.format(weight=source(line, gate).strip()) for lang, t in WHY_WEIGHTS.items()}
                    return Slip(line, [(sign, sign + 1, "-")], why) if sign >= 0 else None
    return None


def _one_plus(node: Node, gate: Node) -> bool:
    return node.op == "add" and len(node.args) == 2 and is_one(node.args[0]) and node.args[1] == gate


def _shares(first: Node, second: Node, gate: Node, whole: Node) -> bool:
    """Both terms weigh one thing, or numbers: no interpolation between two."""
    a = next((f for f in first.args if f != gate), gate)
    b = next((f for f in second.args if f is not whole), whole)
    return {x.text for x in leaves(a)} == {x.text for x in leaves(b)} or any(x.op == "num" for x in (a, b))
