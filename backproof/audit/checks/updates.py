"""Parts of updates, expansions and definitions that contradict one another within their line.

``x ← x - \\eta \\nabla x`` (the gradient of the variable itself), ``w - \\lambda (s + \\lambda w)`` (one letter
for step and decay), ``m_{t+1} = \\beta v_t + (1 - \\beta) g`` (one moment goes on from the other), ``f(a +
\\epsilon) ≈ f(a) + \\epsilon \\partial f(b)``, a root raised to a half,
``fan_{in}`` beside another letter's size, ``\\delta'`` for ``\\sigma'``, a sum sign for a covariance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..notation.tree import Node, walk
from . import Case
from .identity.letters import bound, letter_of
from .index import RUNNING, script_letters
from .pieces import bare_letter, is_complement
from .slips import Slip, edits_for, flat, said, source

MOMENTS = {"m": "v", "v": "m"}
_SUM_LETTER = pattern(r"\\sum(?=\s*(?:\)|,|\\right\s*\)|\^\s*\{?\s*-\s*1))")
WHY_GRADIENT = {
    "en": "the gradient is of a function at “{name}”, not of “{name}” itself",
    "zh": "梯度应是某函数在“{name}”处的梯度，而不是“{name}”自身的梯度",
}
WHY_RATE = {
    "en": "“{name}” stands for the step and for the decay at once",
    "zh": "“{name}”既作步长又作衰减系数",
}
WHY_MOMENT = {
    "en": "the average of one moment goes on from its own old value",
    "zh": "一个矩的滑动平均应从它自身的旧值递推",
}
WHY_POINT = {
    "en": "value and derivative of an expansion are taken at one point",
    "zh": "展开式中函数值与导数应取在同一点",
}
WHY_POWER = {
    "en": "the root and the power {power} both stand for the root: together they make a fourth root",
    "zh": "根号与指数 {power} 都表示开方，合起来成了四次方根",
}
WHY_FAN = {"en": "the other fan of a layer is fan_out", "zh": "与 fan_in 相对的是 fan_out"}
WHY_SIGMA = {
    "en": "the derivative of the activation σ is meant; δ is the error",
    "zh": "这里应是激活函数 σ 的导数；δ 表示误差",
}
WHY_SUM = {
    "en": "a sum of nothing: the letter Σ is meant",
    "zh": "求和号后面没有内容，应为字母 Σ",
}
WHY_INDEX = {
    "en": "the right side is for the places “{first}” and “{second}”",
    "zh": "右边取决于下标“{first}”与“{second}”",
}
WHY_ONES = {
    "en": "what a matrix is taken from is the identity matrix",
    "zh": "与矩阵相减的应是单位矩阵",
}

_BACKWARD = pattern(r"backprop|back-prop|gradient|反向传播|梯度|误差", re.IGNORECASE)
_DRAWN = pattern(r"init|xavier|glorot|kaiming|\bhe\b|初始化", re.IGNORECASE)


def check(case: Case) -> Iterator[Finding]:
    """BP317 for each line whose parts contradict one another."""
    rules = (_gradient, _rate, _moment, _point, _power, _fan, _sigma, _sum, _doubled, _ones)
    for line in case.note.statements:
        for rule in rules:
            slip = rule(line)
            if slip is not None:
                yield slip.finding("BP317", "contradiction")
                break


def _sides(line: Line) -> tuple[Node, tuple[Node, ...]]:
    tree = line.tree
    return (tree.args[0], tree.args[1:]) if tree.op == "rel" else (Node("hole"), (tree,))


# ---- updates


def _gradient(line: Line) -> Slip | None:
    """``x ← x - \\eta \\nabla x``."""
    left, rights = _sides(line)
    if left.op != "name":
        return None
    for node in (n for r in rights if r.op == "add" for n in walk(r)):
        head = node.args[0] if node.op == "app" and len(node.args) == 2 else None
        if head is not None and head.value == "nabla" and not head.sub and node.args[1].op == "name":
            own = node.args[1]
            if own.value == left.value and own.accents == left.accents and not left.marks:
                text = source(line, own).strip()
                return Slip(
                    line,
                    [(own.start, own.start + len(source(line, own)), f"f({text})")],
                    said(WHY_GRADIENT, name=text),
                )
    return None


def _rate(line: Line) -> Slip | None:
    """``w - \\lambda (s + \\lambda w)``."""
    left, rights = _sides(line)
    for right in rights:
        for term in right.args if right.op == "add" and left.op == "name" else ():
            product = term.args[0] if term.op == "neg" else term
            if term.op != "neg" or product.op != "mul" or len(product.args) != 2 or product.args[1].op != "add":
                continue
            rate, inner = product.args
            decays = [
                t
                for t in inner.args
                if t.op == "mul" and len(t.args) == 2 and t.args[0] == rate and t.args[1] in right.args
            ]
            if rate.op == "name" and decays and len(inner.args) > 1:
                new = r"\eta" if not any(n.value == "eta" for n in walk(line.tree)) else r"\alpha"
                edits = edits_for(line, [(rate, new)])
                return Slip(line, edits, said(WHY_RATE, name=source(line, rate).strip())) if edits else None
    return None


def _moment(line: Line) -> Slip | None:
    """``m_{t+1} = \\beta v_t + (1 - \\beta) g``."""
    left, rights = _sides(line)
    other = MOMENTS.get(str(left.value)) if left.op == "name" else None
    for right in rights:
        if (
            other is None
            or right.op != "add"
            or len(right.args) != 2
            or any(a.op != "mul" or len(a.args) < 2 for a in right.args)
        ):
            continue
        first, second = right.args
        kept = first.args[1]
        if (
            len(first.args) == 2
            and is_complement(second.args[0], first.args[0])
            and kept.op == "name"
            and kept.value == other
        ):
            edits = edits_for(line, [(kept, str(left.value))])
            return Slip(line, edits, WHY_MOMENT) if edits else None
    return None


def _point(line: Line) -> Slip | None:
    """``f(a + \\epsilon) ≈ f(a) + \\epsilon \\partial f(b)``: one argument of the derivative is elsewhere."""
    left, rights = _sides(line)
    if line.tree.op != "rel" or line.tree.value[-1] not in ("approx", "simeq") or left.op != "app":
        return None
    for right in rights:
        if (
            right.op != "add"
            or len(right.args) != 2
            or right.args[0].op != "app"
            or right.args[0].args[0] != left.args[0]
            or _taken_at(right.args[1])
        ):
            continue
        value = right.args[0]
        for node in (n.args[0] for n in walk(right.args[1]) if n.op == "diff" and n.args):
            if node.op != "app" or node.args[0] != value.args[0] or len(node.args) != len(value.args):
                continue
            apart = [(a, b) for a, b in zip(value.args[1:], node.args[1:], strict=True) if a != b]
            if len(apart) == 1 and len(value.args) > 2:
                wanted, place = apart[0]
                stop = place.start + len(source(line, place))
                return Slip(line, [(place.start, stop, source(line, wanted).strip())], WHY_POINT)
    return None


def _taken_at(tree: Node) -> bool:
    """``[\\partial f(x)]_{x = a}`` says where it is taken."""
    return any(s.op == "rel" for n in walk(tree) for s in n.sub)


# ---- sizes and powers


def _power(line: Line) -> Slip | None:
    """``\\sqrt{v}^{-0.5}``."""
    for node in walk(line.tree):
        if node.op != "pow" or node.args[0].op != "root" or len(node.args[0].args) != 1:
            continue
        root, power = node.args
        inner = power.args[0] if power.op == "neg" else power
        half = inner == Node("num", value="0.5") or (inner.op == "frac" and [a.value for a in inner.args] == ["1", "2"])
        if half:
            body = root.args[0]
            end = line.block.text.find("}", body.end) + 1
            if end > 0:
                edits = [(root.start, end, f"({source(line, body).strip()})")]
                return Slip(line, edits, said(WHY_POWER, power=flat(source(line, power))))
    return None


def _fan(line: Line) -> Slip | None:
    """``fan_{in}`` added to another size of layers, where weights are drawn."""
    for node in walk(line.tree) if _DRAWN.search(line.context) else ():
        names = node.args if node.op == "add" and len(node.args) == 2 and all(a.op == "name" for a in node.args) else ()
        fans = [n for n in names if n.value == "fan" and n.sub]
        if len(fans) == 1 and "".join(script_letters(fans[0])) == "in":
            (other,) = (n for n in names if n is not fans[0])
            stop = other.start + len(source(line, other))
            return Slip(line, [(other.start, stop, "fan_{out}")], WHY_FAN)
    return None


# ---- letters


def _sigma(line: Line) -> Slip | None:
    """``\\delta'(z)`` where errors are propagated back."""
    for node in walk(line.tree) if _BACKWARD.search(line.context) else ():
        head = node.args[0] if node.op == "app" and len(node.args) == 2 else None
        if head is not None and head.value == "delta" and head.marks == "'" and bare_letter(node.args[1]) in ("z", "a"):
            edits = edits_for(line, [(head, r"\sigma")])
            return Slip(line, edits, WHY_SIGMA) if edits else None
    return None


def _sum(line: Line) -> Slip | None:
    """``N(x; \\mu, \\sum)``, ``\\sum^{-1}``."""
    found = [m.span() for m in _SUM_LETTER.finditer(line.block.text, line.start, line.end)]
    return Slip(line, [(a, b, r"\Sigma") for a, b in found], WHY_SUM) if found else None


def _doubled(line: Line) -> Slip | None:
    """``g_{ii} = \\partial f(x_i, w_t)``."""
    left, rights = _sides(line)
    own = [letter_of(s) for s in left.sub] if left.op == "name" else []
    if len(own) != 2 or own[0] != own[1] or own[0] not in RUNNING or len(rights) != 1 or rights[0].op != "app":
        return None
    call = (
        rights[0].args[-1] if rights[0].op == "app" and rights[0].args[0].value in ("partial", "nabla") else rights[0]
    )
    used = [x for a in call.args[1:] for x in script_letters(a)]
    if len(used) == 2 and used[0] == own[0] != used[1] and not bound(rights[0]):
        first, second = left.sub
        return Slip(
            line, [(first.start, second.end, f"{used[0]},{used[1]}")], said(WHY_INDEX, first=used[0], second=used[1])
        )
    return None


def _ones(line: Line) -> Slip | None:
    """``z - A z = (\\mathbf{1} - A) z``."""
    _, rights = _sides(line)
    for node in (n for r in rights for n in walk(r)):
        factor = node.args[0] if node.op == "mul" and len(node.args) == 2 and node.args[0].op == "add" else None
        if factor is None or len(factor.args) != 2 or factor.args[1].op != "neg":
            continue
        one, matrix = factor.args[0], factor.args[1].args[0]
        product = Node("mul", (matrix, node.args[1]), ("",))
        if one.op == "name" and one.value == "1" and any(n == product for r in rights for n in walk(r)):
            stop = one.start + len(source(line, one))
            return Slip(line, [(one.start, stop, r"\mathbf{I}")], WHY_ONES)
    return None
