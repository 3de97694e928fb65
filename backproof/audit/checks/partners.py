"""Things that come in pairs and have to fit: weight and bias of one layer, a direction and its time, the links of a chain
rule.

``W_2 f(W_1 x + b_1) + b_1``, a backward state made from the state before it, ``∂L/∂a · ∂z/∂w``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..match.signature import script_text
from ..match.values import function_name
from ..notation.tree import Node, walk
from . import Case
from .pieces import shifted
from .slips import Slip, edits_for, flat, said, source

WEIGHTS = {"W", "w", "U", "V", "Theta", "theta"}
BIASES = {"b", "B"}
GATES, STATES = set("rRzZfFiIoOgG"), set("hHsScC")
ACTIVATIONS = {"sigma", "sigmoid", "tanh", "relu", "softmax", "phi", "varphi", "ReLU"}
BACKWARD, FORWARD = "overleftarrow", "overrightarrow"
WHY_BIAS = {
    "en": "weight and bias of one layer have one label, and the weight's is “{label}”",
    "zh": "同一层的权重与偏置标记应相同，而权重的标记是“{label}”",
}
WHY_OUTSIDE = {
    "en": "the bias belongs to what the activation is applied to",
    "zh": "偏置应加在激活函数的自变量里",
}
WHY_GATED = {
    "en": "the gate acts on the state before the matrix does; without brackets the product may be read the other way",
    "zh": "门应先作用于状态再乘矩阵；不加括号会被读成另一种次序",
}
WHY_VALUES = {
    "en": "the weights are normalised first; the values are averaged with them outside the softmax",
    "zh": "先对分数归一化，值在 softmax 之外按权重相加",
}
WHY_ORDER = {
    "en": "with quadratic convergence the new error is bounded by the square of the old one",
    "zh": "二次收敛是指新误差不超过旧误差平方的常数倍",
}
WHY_DIRECTION = {
    "en": "the arrow says that the sequence is read from the {side} end: the state it goes on from is the one {where}",
    "zh": "箭头表示从序列{side}端读起，应由{where}一时刻的状态递推",
}
WHY_LINK = {
    "en": "in a chain rule each denominator is the next numerator; “{below}” meets “{above}”",
    "zh": "链式法则中每个分母应是下一个分子，而这里“{below}”接着“{above}”",
}

_CONVERGENCE = pattern(r"converge|newton|optimi[sz]|收敛|牛顿|优化", re.IGNORECASE)


def check(case: Case) -> Iterator[Finding]:
    """BP318 for each pair that does not fit."""
    for line in case.note.statements:
        for rule in (_bias, _outside, _gated, _values, _direction, _links, _order):
            slip = rule(line)
            if slip is not None:
                yield slip.finding("BP318", "pair")
                break


# ---- weight and bias


def _bias(line: Line) -> Slip | None:
    """``W_2 a + b_1``; ``f = \\sigma(W_f x + b_i)``."""
    left = line.tree.args[0] if line.tree.op == "rel" else Node("hole")
    for node in walk(line.tree):
        if node.op != "add" or len(node.args) != 2 or node.args[0].op != "mul" or node.args[1].op != "name":
            continue
        product, bias = node.args
        weights = [f for f in product.args if f.op == "name" and f.value in WEIGHTS]
        if len(weights) != 1 or bias.value not in BIASES:
            continue
        weight = weights[0]
        own, other = _label(weight), _label(bias)
        layers = own.isdigit() and other.isdigit()
        gates = own.isalpha() and other.isalpha() and left.op == "name" and own == str(left.value)
        if own and other and own != other and (layers or gates) and len(own) == len(other) == 1:
            script = next(n for s in bias.sub + bias.sup for n in walk(s) if n.op in ("name", "num"))
            edits = edits_for(line, [(script, own)])
            return Slip(line, edits, said(WHY_BIAS, label=own)) if edits else None
    return None


def _outside(line: Line) -> Slip | None:
    """``H = \\phi(X W) + b``: the bias added to what the activation gives."""
    for right in line.tree.args[1:] if line.tree.op == "rel" else ():
        call, bias = right.args if right.op == "add" and len(right.args) == 2 else (Node("hole"), Node("hole"))
        if call.op != "app" or len(call.args) != 2 or bias.op != "name" or bias.value not in BIASES:
            continue
        inner, name = call.args[1], function_name(call.args[0])
        affine = (
            inner.op == "mul"
            and len(inner.args) == 2
            and any(f.op == "name" and f.value in WEIGHTS for f in inner.args)
        )
        if affine and name in ACTIVATIONS:
            stop = inner.start + len(source(line, inner).rstrip())
            end = bias.start + len(source(line, bias).rstrip())
            after = call.start + len(source(line, call).rstrip())
            text = source(line, bias).strip()
            return Slip(line, [(stop, stop, f" + {text}"), (after, end, "")], WHY_OUTSIDE)
    return None


def _gated(line: Line) -> Slip | None:
    """``R \\odot H W``: what the gate lets through is multiplied, not the gate with the product."""
    for node in walk(line.tree):
        if node.op != "mul" or node.value != ("odot", "") or any(f.op != "name" for f in node.args):
            continue
        gate, state, weight = node.args
        if weight.value in WEIGHTS and str(gate.value) in GATES and str(state.value) in STATES:
            stop = state.start + len(source(line, state).rstrip())
            return Slip(line, [(gate.start, gate.start, "("), (stop, stop, ")")], WHY_GATED)
    return None


def _values(line: Line) -> Slip | None:
    """``softmax(Q K^T / \\sqrt{d} V)``: the values stand inside."""
    for node in walk(line.tree):
        if node.op != "app" or len(node.args) != 2 or function_name(node.args[0]) != "softmax":
            continue
        score = node.args[1]
        if score.op != "mul" or score.args[-1].op != "name" or score.args[-1].value not in ("V", "v"):
            continue
        value, rest = score.args[-1], score.args[:-1]
        names = [str(n.value).upper() for r in rest for n in walk(r) if n.op == "name"]
        columns = any(
            n.op == "transpose" and n.args[0].value in ("K", "k") and f.args and f.args[0] is n
            for f in walk(score)
            for n in f.args
        )
        if {"Q", "K"} <= set(names):
            text = source(line, value).strip()
            first = rest[-1].start + len(source(line, rest[-1]).rstrip())
            stop = value.start + len(source(line, value).rstrip())
            end = node.start + len(source(line, node).rstrip())
            put = (node.start, node.start, f"{text} ") if columns else (end, end, f" {text}")
            return Slip(line, [(first, stop, ""), put], WHY_VALUES)
    return None


def _order(line: Line) -> Slip | None:
    """``e_{k+1}^2 \\leq c e_k``: the next error squared against the last one."""
    tree = line.tree
    if not _CONVERGENCE.search(line.context) or tree.op != "rel" or len(tree.args) != 2:
        return None
    if tree.value[0] not in ("leq", "<", "le") or tree.args[0].op != "pow":
        return None
    (name, power), right = tree.args[0].args, tree.args[1]
    last = right.args[-1] if right.op == "mul" else right
    if (
        not all(n.op == "name" and len(n.sub) == 1 for n in (name, last))
        or name.value != last.value
        or power.value != "2"
    ):
        return None
    (letter, step), (other, before) = shifted(name.sub[0]), shifted(last.sub[0])
    if letter and letter == other and step == before + 1:
        first = name.start + len(source(line, name).rstrip())
        whole = tree.args[0].start + len(source(line, tree.args[0]).rstrip())
        stop = last.start + len(source(line, last).rstrip())
        return Slip(line, [(first, whole, ""), (stop, stop, "^2")], WHY_ORDER)
    return None


def _label(name: Node) -> str:
    """The one script of a name, a bracketed one too."""
    scripts = name.sub + name.sup
    return script_text(scripts[0]) if len(scripts) == 1 else ""


# ---- directions


def _direction(line: Line) -> Slip | None:
    """``\\overleftarrow{h}_t = f(x_t, \\overleftarrow{h}_{t-1})``."""
    left = line.tree.args[0] if line.tree.op == "rel" else Node("hole")
    if left.op != "name" or len(left.sub) != 1 or not {BACKWARD, FORWARD} & set(left.accents):
        return None
    step = 1 if BACKWARD in left.accents else -1
    letter, here = shifted(left.sub[0])
    for name in (n for r in line.tree.args[1:] for n in walk(r) if n.op == "name" and len(n.sub) == 1):
        if (name.value, name.accents) == (left.value, left.accents) and shifted(name.sub[0]) == (letter, here - step):
            place = name.sub[0]
            text = flat(source(line, left.sub[0])) if here else letter
            new = f"{text}{'+' if step > 0 else '-'}1" if not here else text
            why = {
                lang: t.format(**{k: v[lang] for k, v in (_LAST if step > 0 else _FIRST).items()})
                for lang, t in WHY_DIRECTION.items()
            }
            return Slip(line, [(place.start, place.end, new)], why) if not here else None
    return None


_LAST = {"side": {"en": "last", "zh": "末"}, "where": {"en": "after it", "zh": "后"}}
_FIRST = {"side": {"en": "first", "zh": "首"}, "where": {"en": "before it", "zh": "前"}}


# ---- chain rules


def _links(line: Line) -> Slip | None:
    """``∂L/∂w = ∂L/∂a · ∂z/∂w``, where one link in three or more is open."""
    if line.tree.op != "rel" or set(line.tree.value) - {"=", "approx"}:
        return None
    lefts = [m for m in line.tree.args if m.op == "diff"]
    for member in line.tree.args:
        factors = [f for f in member.args if f.op == "diff"] if member.op == "mul" else []
        if len(factors) < 2 or len(factors) != len(member.args):
            continue
        slip = _open_link(line, factors, lefts[0] if lefts else None)
        if slip is not None:
            return slip
    return None


def _open_link(line: Line, factors: Sequence[Node], left: Node | None) -> Slip | None:
    joints = [(a.args[1], b.args[0]) for a, b in pairwise(factors)]
    if left is not None:
        joints.append((factors[-1].args[1], left.args[1]))
    open_ = [(a, b) for a, b in joints if a != b]
    plain = all(n.op == "name" for pair in joints for n in pair)
    if len(open_) != 1 or len(joints) < 3 or not plain:
        return None
    below, above = open_[0]
    why = said(WHY_LINK, below=source(line, below).strip(), above=source(line, above).strip())
    stop = below.start + len(source(line, below).rstrip())
    return Slip(line, [(below.start, stop, source(line, above).strip())], why)
