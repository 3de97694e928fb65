"""When two different values are no contradiction: reasons to leave a pair unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...match.values import function_name
from ...notation.tree import Node, script_nodes, walk
from .evaluator import KNOWN, OPAQUE, Evaluator, is_euler, is_inverse
from .letters import bound, indices
from .points import Key
from .special import SPECIAL


def unfit(sides: Iterable[Node]) -> str:
    """Why these trees cannot be judged as scalars whatever their values, or ""."""
    sides = list(sides)
    for side in sides:
        for node in walk(side):
            why = _unfit(node)
            if why:
                return why
    return _vectors(sides) or _sets(sides) or _directions(sides) or _operators(sides)


def _unfit(node: Node) -> str:
    if node.op in ("dots", "text", "cond", "hole", "cases", "matrix", "interval", "seq", "rel", "idx"):
        return "" if node.op == "rel" else f"a {node.op}"  # a relation stands only in limits
    if node.op == "app" and not is_inverse(node):
        head = node.args[0].args[0] if node.args[0].op == "pow" else node.args[0]
        if head.op != "name":
            return "a function that is no name"
        if function_name(head) in OPAQUE and (function_name(head), len(node.args) - 1) not in SPECIAL:
            return "a function of a distribution, a set or a vector"
    if node.op == "big" and node.value not in ("sum", "prod", "int"):
        return f"the operator {node.value}"
    if node.op == "name" and "†" in node.marks:
        return "an adjoint"
    if node.op == "group" and node.marks:
        return "a mark on a bracket"
    if node.op == "pow" and is_euler(node) and _imaginary(node.args[1]):
        return "the imaginary unit"
    if node.op == "pow" and node.args[1].op == "name" and node.args[1].value in ("dagger", "ast", "H"):
        return "an adjoint"
    return ""


def _imaginary(exponent: Node) -> bool:
    return any(
        n.op == "name" and n.value in ("i", "j", "mathrm{i}") and not (n.sub or n.sup) for n in walk(exponent)
    ) and not ({"i", "j"} & (indices(exponent) | bound(exponent)))


def asks(sides: Iterable[Node], defined: Callable[[str, int], object]) -> str:
    """``(n + 1) L_{n+1}(x) = … L_n(x) …``, ``α(x, y) α(xy, z) = …``: what is asked of a function at other places than one,
    unless it is ``defined`` elsewhere."""
    sides = list(sides)
    if any(n.op == "diff" or (n.op == "big" and n.value == "int") or "'" in n.marks for s in sides for n in walk(s)):
        return ""
    first, *others = [{n for n in walk(side) if _of_no_known(n, defined)} for side in sides]
    bases = [{str(n.args[0].value) for n in found} for found in (first, *others)]
    differ = any(first != found for found in others)
    return "a property of a function" if differ and bases[0] and all(b == bases[0] for b in bases) else ""


def _of_no_known(node: Node, defined: Callable[[str, int], object]) -> bool:
    """A function that has neither a definition that all share nor one of its own."""
    if node.op != "app" or node.args[0].op != "name":
        return False
    name, arity = function_name(node.args[0]) or "", len(node.args) - 1
    return name not in KNOWN and (name, arity) not in SPECIAL and not defined(name, arity)


def _directions(sides: list[Node]) -> str:
    """``M'(x)(y)``: a derivative at x in the direction y."""
    for node in (n for side in sides for n in walk(side) if n.op == "mul"):
        for a, b in zip(node.args, node.args[1:], strict=False):
            if a.op == "app" and "'" in a.args[0].marks and b.op == "name" and b.start > a.end:
                return "a derivative in a direction"
    return ""


def _operators(sides: list[Node]) -> str:
    """``\\mathrm{sym} A``: an operator by a word, written before what it is applied to."""
    for node in (n for side in sides for n in walk(side) if n.op == "mul" and n.value[0] == ""):
        word = node.args[0]
        if word.op == "name" and str(word.value) in OPERATORS:
            return "an operator by a word"
    return ""


OPERATORS = {"sym", "skew", "dev", "sgn", "curl", "rot", "grad", "div", "adj", "ad", "Ad", "vec", "Alt", "Sym"}


def _vectors(sides: list[Node]) -> str:
    """The same letter with and without an index: a vector and its components."""
    scripted: set[str] = set()
    bare: set[str] = set()
    skip = {id(n) for side in sides for n in script_nodes(side)}
    heads = {id(n.args[0]) for side in sides for n in walk(side) if n.op == "app"}
    runs = {letter for side in sides for letter in bound(side) | indices(side)}
    for side in sides:
        for node in walk(side):
            if node.op == "name" and id(node) not in skip and id(node) not in heads:
                label = f"{node.value}{node.accents}{node.marks}"
                if node.sub or node.sup:
                    scripted.add(label)
                elif str(node.value) not in runs:
                    bare.add(label)
    return "a vector beside its components" if scripted & bare else ""


def _sets(sides: list[Node]) -> str:
    """``\\pi(I) = \\sum_{h \\in I} \\pi(h)``: what a sum runs over is no number, but for its size in bars."""
    lows = [low for side in sides for n in walk(side) if n.op == "big" for low in n.sub]
    sets = {low.args[1] for low in lows if low.op == "rel" and low.value == ("in",)}
    skip = {id(n) for side in sides for n in script_nodes(side)}
    skip |= {id(n.args[0]) for side in sides for n in walk(side) if n.op == "abs"}
    valued = (n for side in sides for n in walk(side) if n in sets and id(n) not in skip)
    return "a set beside its members" if any(valued) else ""


def incomparable(left: Evaluator, right: Evaluator, derivative: bool) -> str:
    """Why values that differ need not contradict each other, given what each side was computed from."""
    a, b = _names(left.touched), _names(right.touched)
    if (b - a) or (a - b and not derivative):
        return "the sides speak of different things"
    if not derivative and any(_indices(left.touched, n) != _indices(right.touched, n) for n in a & b):
        return "the sides use other components"
    arities: dict[str, set[int]] = {}
    for name, arity in left.applied | right.applied:
        arities.setdefault(name, set()).add(arity)
    if any(len(found) > 1 for found in arities.values()):
        return "a function with several numbers of arguments"
    if {n for n, _ in left.applied} != {n for n, _ in right.applied}:
        return "a function on one side only"
    return ""


def _names(keys: set[Key]) -> set[tuple[str, ...]]:
    return {(k[0], str(k[1]), k[2]) for k in keys}


def _indices(keys: set[Key], name: tuple[str, ...]) -> set[tuple[object, object]]:
    return {(k[3], k[4]) for k in keys if (k[0], str(k[1]), k[2]) == name}
