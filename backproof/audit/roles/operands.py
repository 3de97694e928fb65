"""The operands of a side: names, and whatever else stands for one quantity (``h_\\theta(x)``, ``\\nabla_\\theta J``, ``E[x]``).

A spelling is what the lexicon knows an operand by; a key tells operands of one line apart, its running indices aside.
"""

from __future__ import annotations

from collections.abc import Callable

from ..match.signature import components, offset, script_text
from ..match.values import function_name
from ..memo import by_identity
from ..notation.tree import Node, walk
from ..records import record

KNOWN = {
    "exp", "log", "sin", "cos", "tanh", "sigma", "sqrt", "abs",
    "relu", "erf", "max", "min", "gelu", "silu", "softplus", "sum",
    "mean", "softmax", "sign", "logsoftmax",
}  # fmt: skip
STATISTICS = {"e", "mean", "var", "std", "avg", "variance", "sd"}
CONSTANTS = {"e": 2.718281828459045, "pi": 3.141592653589793}
_ARITHMETIC = {
    "num", "add", "neg", "mul", "frac", "pow", "root", "transpose",
    "group", "abs", "norm", "floor", "ceil", "big", "cases", "rel", "app",
}  # fmt: skip
ACCENTS = {  # what an accent is to the lexicon: a check is a hat upside down
    "hat": "hat", "widehat": "hat", "check": "hat", "tilde": "tilde", "widetilde": "tilde", "bar": "bar", "overline": "bar",
}  # fmt: skip
_FUNCTION_WORDS = {"sumof": "sum", "average": "mean", "logistic": "sigma", "alog": "log"}


@record
class Operand:
    """One quantity of a side, wherever it stands; ``step`` is its place in time, None where it has none."""

    key: str
    spelling: str
    step: int | None
    node: Node


def head(node: Node) -> str:
    """The canonical name of an applied function, small letters."""
    name = function_name(node.args[0]) or ""
    return _FUNCTION_WORDS.get(name.casefold(), name if name in KNOWN else name.casefold())


def is_operand(node: Node) -> bool:
    """Whether the tree below counts as one quantity."""
    if node.op == "name":
        return True
    if node.op == "abs" and (_of_sets(node) or (node.args[0].op == "name" and str(node.args[0].value).isupper())):
        return True  # the size of a set
    if node.op == "pow":
        return _is_variance(node)
    if node.op == "app":
        name = head(node)
        return name not in KNOWN or (name in STATISTICS and len(node.args) == 2 and node.args[1].op == "name")
    if node.op == "big":
        return node.value == "E" and node.args[0].op == "name"
    return node.op not in _ARITHMETIC


def _of_sets(node: Node) -> str:
    """What the size is of: ``both`` sets (their intersection) or ``either`` (their union), else ""."""
    inner = node.args[0]
    gaps = inner.value if inner.op == "mul" else ()
    return "both" if gaps == ("cap",) else "either" if gaps == ("cup",) else ""


def _is_variance(node: Node) -> bool:
    base, exponent = node.args
    return base.op == "name" and base.value == "sigma" and exponent.op == "num" and exponent.value == "2"


def operands(tree: Node, bound: frozenset[str], describe: Callable[[Node], Operand]) -> list[Operand]:
    """The operands in order of their first appearance; constants and the letters of sums are none."""
    found: dict[str, Operand] = {}
    for node in nodes(tree):
        if node.op == "name" and (node.value in CONSTANTS or str(node.value) in bound) and not node.sub:
            continue
        operand = describe(node)
        found.setdefault(operand.key, operand)
    return list(found.values())


@by_identity
def nodes(tree: Node) -> tuple[Node, ...]:
    """The operands of a side, each time they stand there; edits of a side share what they leave."""
    if is_operand(tree):
        return (tree,)
    first = 1 if tree.op == "app" else 0
    return tuple(node for child in tree.args[first:] for node in nodes(child))


def bound_letters(tree: Node) -> frozenset[str]:
    """The letters that sums and products of the tree run over."""
    return frozenset(letter for n in walk(tree) if n.op == "big" for letter in limits(n))


def limits(big: Node) -> list[str]:
    """The letters that one sum runs over."""
    letters = []
    for low in big.sub:
        for part in low.args if low.op == "seq" else (low,):
            first = part.args[0] if part.op == "rel" else part
            for name in first.args if first.op in ("seq", "mul") else (first,):
                if name.op == "group" and name.args:
                    letters += [str(a.value) + a.marks for a in name.args[0].args if a.op == "name"]
                elif name.op == "name":
                    letters.append(str(name.value) + name.marks)
    return letters


def describe(node: Node, index: str | None, bound: frozenset[str]) -> Operand:
    """What the lexicon and the binding need to know of one operand."""
    inner = _core(node)
    step, tags = None, []
    for part in components(inner):
        found = offset(part, index) if index else None
        if found is not None and step is None:
            step = found
        elif not _running(part, bound) and not _which(part, inner):
            tags.append(script_text(part))
    accents = "".join(f"{ACCENTS[a]} " for a in inner.accents if a in ACCENTS)
    base = str(inner.value).strip()
    spelling = f"{accents}{base.casefold()}{'^2' if node.op == 'pow' else ''}"
    tag = "".join(tags).replace("{", "").replace("}", "")
    kind = _kind(node)
    key = f"{kind}{accents}{base}{inner.marks}|{tag}|{step}{'^2' if node.op == 'pow' else ''}"
    return Operand(key + _inside(node, index, bound), kind or spelling, step, node)


def _core(node: Node) -> Node:
    """The name that an operand is called by."""
    while node.op != "name":
        if not node.args:
            return Node("name", value=str(node.value or node.op))
        node = node.args[0]
    return node


def _kind(node: Node) -> str:
    """A spelling for what is no mere name: gradients, applied functions, counts."""
    if node.op == "diff" or (node.op == "app" and head(node) in ("nabla", "grad")):
        return "nabla"
    if node.op == "abs":
        return _of_sets(node) or "count"
    if node.op == "app":
        name = head(node)
        return {"e": "mean"}.get(name, name) if name in STATISTICS else f"{_accent(node.args[0])}{name}("
    return "mean" if node.op == "big" else ""


COUNTS = {"n", "m", "N", "M", "B", "T", "K", "C", "D", "d", "V", "q", "k", "c", "L", "S"}


def is_count(node: Node) -> bool:
    """A number of samples, classes or parts, as far as a letter or the bars of a set tell."""
    if node.op == "abs":
        return not _of_sets(node)
    return node.op == "name" and not (node.accents or node.sub or node.sup) and str(node.value) in COUNTS


def _accent(node: Node) -> str:
    return "hat " if any(ACCENTS.get(a) == "hat" for a in node.accents) else ""


def _inside(node: Node, index: str | None, bound: frozenset[str]) -> str:
    """What an applied function is applied to, indices aside: P(x) is not P(y)."""
    if node.op in ("name", "pow", "abs"):
        return ""
    return "".join(f"({describe(n, index, bound).key})" for n in walk(node) if n.op == "name")


def _running(part: Node, bound: frozenset[str]) -> bool:
    """A script that holds a letter of a sum: it says which one, not what."""
    return any(n.op == "name" and str(n.value) + n.marks in bound for n in walk(part))


def _which(part: Node, name: Node) -> bool:
    """A letter in brackets above a name tells samples, steps or layers apart."""
    inside = [s.args[0] for s in name.sup if s.op == "group" and len(s.args) == 1]
    letter = part.op == "name" and len(str(part.value)) == 1 and str(part.value).islower()
    return letter and any(part is i for i in inside)


@by_identity
def spells(operand: Operand) -> list[str]:
    """All that the lexicon may know the operand by: with its scripts as words first, the letter alone last."""
    inner = _core(operand.node)
    tags = "".join(script_text(p) for p in components(inner)).casefold()
    base = str(inner.value).casefold().strip()
    with_tags = [base + tags, f"{base}_{tags}"] if tags and operand.node.op == "name" else []
    plain = [base] if operand.node.op == "name" and inner.accents else []
    return [*with_tags, operand.spelling, *plain]
