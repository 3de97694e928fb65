"""Right sides that are one bracket: ``a = (z)`` is what is left when the name of a function is forgotten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from backproof.lazy import pattern

from ..notation.tree import Node
from .forms import ACTIVATED
from .signature import script_text

if TYPE_CHECKING:
    from ..document import Line

_NOISE = pattern(r"\s+|&|\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])|[.,;]+$")
STATES = {"h", "H", "c", "C"}
GATES = {"f", "i", "o", "z", "r", "u", "Gamma"}
PREDICTED = {"y", "Y"}
LOGISTIC = pattern(r"logistic|逻辑回归|逻辑斯蒂", re.IGNORECASE)
_PLAIN = ("dense.", "recurrent.")


def in_brackets(line: Line, link: int) -> bool:
    """Whether one pair of round brackets stands around the whole of a right side."""
    sides = re.split(r":?=|\\leftarrow|\\gets", _IN_BRACES.sub("", _NOISE.sub("", line.latex)))[1:]
    if len(sides) != len(line.rights):
        return False
    side = sides[link]
    depth = 0
    for k, c in enumerate(side):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if depth == 0:
            return k > 0 and k == len(side) - 1 and side[0] == "("
    return False


_BEFORE = pattern(
    r"(?:^|[{=&+*⊙∘-]|\\sum(?:\\limits)?_\{[^{}]*\}(?:\^\{?\w+\}?)?|\\(?:odot|circ|otimes|cdot|times)(?![A-Za-z]))\s*(?:\\[bB]igg?l?|\\left)?\s*[(\[]\s*$"
)
_AFTER = pattern(r"\s*(?:\\[bB]igg?r?|\\right)?\s*[)\]]")
_IN_BRACES = pattern(r"_\{[^{}]*=[^{}]*\}")  # below a sum
_LONE = {"name", "pow", "app", "mul", "frac", "idx"}


def bracketed_alone(text: str, part: Node) -> bool:
    """Whether brackets that nothing asks for stand around one name or product: what is left when the name of a function before
    them is forgotten (``o \\odot (c)``)."""
    inner = part.args[0] if part.op == "neg" else part
    if inner.op not in _LONE or part.end <= part.start:
        return False
    stop = part.start + len(text[part.start : part.end].rstrip())
    return _BEFORE.search(text[: part.start]) is not None and _AFTER.match(text, stop) is not None


def lacks_its_function(line: Line, formula: str) -> bool:
    """Whether a sum that is accepted as one stands in brackets for what bears the letter of a value: ``h = (W x + b)``."""
    if len(line.rights) != 1 or not formula.startswith(_PLAIN) or not in_brackets(line, 0):
        return False
    return line.rights[0].op in ("name", "pow", "add", "mul") and of_a_function(line.left, line.heading)


def no_probability(left: Node, right: Node, heading: str) -> bool:
    """``\\hat y = \\tanh(θ^T x)`` under a heading of logistic regression: the probability of a class is no such thing."""
    predicted = left.op == "name" and left.value in PREDICTED and "hat" in left.accents
    return (
        predicted
        and LOGISTIC.search(heading) is not None
        and right.op == "app"
        and right.args[0].op == "name"
        and right.args[0].value == "tanh"
    )


def of_a_function(left: Node, heading: str) -> bool:
    """Whether a left side is by its letter the value of a function: an activation, a gate, the probability of a class."""
    head = left.args[0] if left.op == "pow" else left
    if head.op != "name":
        return False
    candidate = head.value in STATES and "tilde" in head.accents
    gate = candidate or (head.value in GATES and any(script_text(s) for s in head.sub))
    predicted = head.value in PREDICTED and "hat" in head.accents and LOGISTIC.search(heading) is not None
    return head.value in ACTIVATED or gate or predicted
