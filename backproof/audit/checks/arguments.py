"""Letters that are announced and do not come, and letters that come unannounced.

``ReLU(z) = max(0, x)``, ``\\int_0^t e^{-t^2} dx``, ``D(P || Q) = E[log P/P]``, a window around a letter that
the left side lacks, ``y (1 - y)`` where ``\\hat y`` is differentiated, ``(1 - \\hat y) log(1 - \\hat y)``
beside ``y log \\hat y``, ``\\lambda f(x) + (1 - \\lambda) g(y)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..notation.tables import words
from ..notation.tree import Node, walk
from . import Case
from .identity.letters import bound
from .pieces import bare_letter, is_complement
from .slips import Slip, edits_for, flat, said, source

PLAIN = set("xyztuvsw")
STATISTICS = words("E Var Mean Cov Bias P Pr p H I KL mean var prior Prior std loss Loss cost Cost")
ELEMENTARY = words("exp max min tanh log ln sigma sigmoid erf sin cos abs Phi")
MOMENTS = {"m": "v", "v": "m"}
WHY_ARGUMENT = {
    "en": "the argument is “{name}”; “{other}” is not declared",
    "zh": "自变量是“{name}”，而“{other}”没有声明",
}
WHY_INTEGRAL = {
    "en": "the integral runs over “{name}”, which does not occur under it, and “{other}” is both its end and under it",
    "zh": "积分变量“{name}”在被积式中没有出现，而“{other}”既是积分限又在被积式中",
}
WHY_SECOND = {
    "en": "the divergence compares “{first}” with “{second}”, and “{second}” does not occur",
    "zh": "散度比较“{first}”与“{second}”，而式中没有“{second}”",
}
WHY_CENTRE = {
    "en": "the window lies around the place “{name}” of the left side; “{other}” is not declared",
    "zh": "窗口应以左边的位置“{name}”为中心，而“{other}”没有声明",
}
WHY_PREDICTION = {
    "en": "the derivative of a sigmoid is made from its value, the prediction; for a label 0 or 1 this product is always zero",
    "zh": "sigmoid 的导数由其输出（预测值）构成；标签为 0 或 1 时这个乘积恒为零",
}
WHY_LABEL = {
    "en": "the two terms share the weight: “{weight}” and “1 − {weight}”",
    "zh": "两项的权重应为“{weight}”与“1 − {weight}”",
}
WHY_MIXED = {
    "en": "the values of one function are blended at two points; “{other}” is another function",
    "zh": "这里混合的是同一函数在两点的值，而“{other}”是另一个函数",
}
WHY_TIMES = {
    "en": "both moments of an update are of one time",
    "zh": "同一次更新中的两个矩应取同一时刻",
}
WHY_CLASH = {
    "en": "“{name}” is the output's place and the size of the window at once",
    "zh": "“{name}”既是输出位置又是窗口大小",
}

_CONVEX = pattern(r"convex|凸|optimi[sz]|优化", re.IGNORECASE)


def check(case: Case) -> Iterator[Finding]:
    """BP315 for each line with a letter that does not fit what the line declares."""
    for line in case.note.statements:
        for rule in (_of_one_letter, _integral, _divergence, _centre, _prediction, _label, _mixed, _moments, _clash):
            slip = rule(line)
            if slip is not None and not (rule is _of_one_letter and _defined(case, line)):
                yield slip.finding("BP315", "argument")
                break


def _values(tree: Node) -> list[Node]:
    """The names that stand for values: not in scripts, not as heads of functions."""
    heads = {id(n.args[0]) for n in walk(tree) if n.op == "app"}
    scripts = {id(n) for o in walk(tree) for s in o.sub + o.sup for n in walk(s)}
    return [n for n in walk(tree) if n.op == "name" and id(n) not in heads | scripts]


# ---- declared arguments


def _of_one_letter(line: Line) -> Slip | None:
    """``ReLU(z) = max(0, x)``: one letter in place of another in an elementary function of one argument."""
    tree = line.tree
    left = tree.args[0] if tree.op == "rel" else Node("hole")
    if left.op == "hole" or tree.value[0] not in ("=", ":=") or left.op != "app" or len(left.args) != 2:
        return None
    head, letter = left.args[0], bare_letter(left.args[1])
    named = len(str(head.value)) > 1 and str(head.value) not in STATISTICS
    if letter not in PLAIN or not named or head.sub or head.sup:
        return None
    right = tree.args[1]
    values = [n for n in _values(right) if str(n.value) != "e"]
    others = {str(n.value) for n in values}
    elementary = any(
        (n.op == "app" and str(n.args[0].value) in ELEMENTARY) or (n.op == "pow" and n.args[0].value == "e")
        for n in walk(right)
    )
    if len(others) != 1 or not elementary or bound(right):
        return None
    other = others.pop()
    if other == letter or other not in PLAIN or any(bare_letter(n) != other for n in values):
        return None
    edits = edits_for(line, [(n, letter) for n in values])
    return Slip(line, edits, said(WHY_ARGUMENT, name=letter, other=other)) if edits else None


def _defined(case: Case, line: Line) -> bool:
    """Another line says what a letter of the right side is: ``z = w x + b``."""
    letters = {bare_letter(n) for n in _values(line.tree.args[1])} - {""}
    return any(bare_letter(o.left) in letters for o in case.note.lines if o is not line)


def _integral(line: Line) -> Slip | None:
    """``\\int_0^t e^{-t^2} dx``."""
    for node in walk(line.tree):
        if node.op != "big" or node.value != "int" or node.args[0].op != "mul" or not node.sup:
            continue
        factors = node.args[0].args
        name = str(factors[-1].value)
        if factors[-1].op != "name" or len(name) != 2 or name[0] != "d":
            continue
        variable, end = name[1], bare_letter(node.sup[0])
        under = {bare_letter(n) for f in factors[:-1] for n in walk(f)} - {""}
        if variable not in under and end and end in under and under & PLAIN == {end}:
            ends = edits_for(line, [(node.sup[0], variable), (factors[-1], f"d{end}")])
            return Slip(line, ends, said(WHY_INTEGRAL, name=variable, other=end)) if ends else None
    return None


def _divergence(line: Line) -> Slip | None:
    """``D(P || Q) = E[log P / P]``."""
    left = line.tree.args[0] if line.tree.op == "rel" else Node("hole")
    pair = left.args[1] if left.op == "app" and len(left.args) == 2 else left
    if pair.op != "cond" or pair.value != "||":
        return None
    first, second = (_head(a) for a in pair.args)
    for member, ratio in ((r, n) for r in line.tree.args[1:] for n in walk(r) if n.op == "frac"):
        above, below = map(_head, ratio.args)
        if first and second and first != second and above == below == first and not _occurs(member, second):
            edits = edits_for(line, [(next(n for n in walk(ratio.args[1]) if n.value == first), second)])
            return Slip(line, edits, said(WHY_SECOND, first=first, second=second)) if edits else None
    return None


def _occurs(tree: Node, name: str) -> bool:
    return any(n.op == "name" and n.value == name for n in walk(tree))


def _head(node: Node) -> str:
    node = node.args[0] if node.op == "app" else node
    return str(node.value) if node.op == "name" and not node.sub else ""


def _centre(line: Line) -> Slip | None:
    """``\\sum_{j = max(0, c - n/2)}^{min(N - 1, c + n/2)}`` where the left side has a place i and no c."""
    tree = line.tree
    left = tree.args[0] if tree.op == "rel" else Node("hole")
    declared = [bare_letter(n) for n in walk(left) if bare_letter(n)]
    if left.op == "app":
        declared = [bare_letter(a) for a in left.args[1:] if bare_letter(a)]
    for node in (n for r in tree.args[1:] for n in walk(r) if n.op == "big" and n.sub and n.sup):
        low = node.sub[0].args[-1] if node.sub[0].op == "rel" else node.sub[0]
        around = [_middle(low, "max"), _middle(node.sup[0], "min")]
        if None in around or not declared:
            continue
        centre = bare_letter(around[0] or low)
        if centre and centre == bare_letter(around[1] or low) and centre not in declared:
            edits = edits_for(line, [(n, declared[0]) for n in around if n is not None])
            return Slip(line, edits, said(WHY_CENTRE, name=declared[0], other=centre)) if edits else None
    return None


def _middle(end: Node, head: str) -> Node | None:
    """``c`` of ``max(0, c - n/2)`` and ``min(C, c + n/2)``."""
    if end.op in ("app", "big") and len(end.args) == 3 and str(end.args[0].value) == head and end.args[2].op == "add":
        first = end.args[2].args[0]
        return first if len(end.args[2].args) == 2 and first.op == "name" else None
    return None


# ---- labels and predictions


def _prediction(line: Line) -> Slip | None:
    """``d\\hat y \\cdot y (1 - y)``."""
    if not any(n.op == "name" and n.value == "y" and "hat" in n.accents for n in walk(line.tree)):
        return None
    for node in walk(line.tree):
        factors = node.args if node.op == "mul" else ()
        for a, b in pairwise(factors):
            if bare_letter(a) == "y" and is_complement(b, a):
                places = [a, b.args[1].args[0]]
                edits = [(n.start, n.end, r"\hat{y}") for n in places]
                return Slip(line, edits, WHY_PREDICTION)
    return None


def _label(line: Line) -> Slip | None:
    """``y log \\hat y + (1 - \\hat y) log(1 - \\hat y)``."""
    for node in walk(line.tree):
        if node.op != "add":
            continue
        for first, second in zip(node.args, node.args[1:], strict=False):
            one, two = (_weighted_log(t) for t in (first, second))
            if one is None or two is None:
                continue
            (weight, inner), (other, complement) = one, two
            if (
                is_complement(complement, inner)
                and is_complement(other, inner)
                and weight.op == "name"
                and weight != inner
            ):
                if weight.value != inner.value:
                    continue
                target = other.args[1].args[0]
                text = source(line, weight).strip()
                stop = target.start + len(source(line, target))
                return Slip(line, [(target.start, stop, text)], said(WHY_LABEL, weight=text))
    return None


def _weighted_log(term: Node) -> tuple[Node, Node] | None:
    """Weight and argument of ``a log b``."""
    product = term.args[0] if term.op == "neg" else term
    if product.op != "mul" or len(product.args) != 2:
        return None
    weight, log = product.args
    is_log = log.op == "app" and str(log.args[0].value) in ("log", "ln") and len(log.args) == 2
    return (weight, log.args[1]) if is_log else None


def _mixed(line: Line) -> Slip | None:
    """``\\lambda f(x) + (1 - \\lambda) g(y)`` where a function is said to be convex, not where two things are mixed."""
    for node in walk(line.tree) if _CONVEX.search(line.context) else ():
        if node.op != "add" or len(node.args) != 2 or any(a.op != "mul" or len(a.args) != 2 for a in node.args):
            continue
        (rate, one), (rest, two) = node.args[0].args, node.args[1].args
        if not is_complement(rest, rate) or any(c.op != "app" or len(c.args) != 2 for c in (one, two)):
            continue
        f, g, x, y = (bare_letter(n) for n in (one.args[0], two.args[0], one.args[1], two.args[1]))
        if f and g and x and y and f != g and x != y:
            edits = edits_for(line, [(two.args[0], f)])
            return Slip(line, edits, said(WHY_MIXED, other=g)) if edits else None
    return None


# ---- times and places


def _moments(line: Line) -> Slip | None:
    """``m_t / (\\sqrt{v_{t+1}} + \\epsilon)``."""
    for node in walk(line.tree):
        if node.op != "frac":
            continue
        above, below = node.args
        tops = [n for n in _values(above) if n.value in MOMENTS and len(n.sub) == 1]
        roots = [n for r in walk(below) if r.op == "root" for n in _values(r) if n.value in MOMENTS and len(n.sub) == 1]
        if len(tops) == len(roots) == 1 and MOMENTS[str(tops[0].value)] == roots[0].value:
            one, two = tops[0].sub[0], roots[0].sub[0]
            letters = {
                x for s in (one, two) for x in [bare_letter(s) or bare_letter(s.args[0] if s.op == "add" else s)]
            }
            if one != two and len(letters) == 1 and "" not in letters:
                text = flat(source(line, two))
                inner = text if line.block.text[one.start - 1] == "{" else f"{{{text}}}"
                return Slip(line, [(one.start, one.end, inner)], WHY_TIMES)
    return None


def _clash(line: Line) -> Slip | None:
    """``out(k) = max_{m = 0, …, k - 1} in(s k + m)``."""
    tree = line.tree
    left = tree.args[0] if tree.op == "rel" else Node("hole")
    declared = {bare_letter(a) for a in left.args[1:]} - {""} if left.op == "app" else set()
    for node in (n for r in tree.args[1:] for n in walk(r) if n.op == "big"):
        ends = [*node.sup, *node.sub[1:]]
        sizes = {
            script_text(e.args[0])
            for e in ends
            if e.op == "add" and len(e.args) == 2 and script_text(e.args[1]) == "-1"
        }
        for size in sizes & declared:
            strided = [
                f
                for a in walk(node.args[0])
                if a.op == "add"
                for t in a.args
                if t.op == "mul" and any(bare_letter(x) in bound(node) for x in a.args)
                for f in t.args
                if bare_letter(f) == size
            ]
            own = [a for a in left.args[1:] if bare_letter(a) == size]
            free = next((c for c in "tpoqr" if not any(bare_letter(n) == c for n in walk(tree))), None)
            if strided and free is not None:
                edits = edits_for(line, [(n, free) for n in own + strided])
                return Slip(line, edits, said(WHY_CLASH, name=size)) if edits else None
    return None
