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
GATES = {"f", "i", "o", "z", "r", "u", "Gamma"}
PREDICTED = {"y", "Y"}
LOGISTIC = pattern(r"logistic|逻辑回归|逻辑斯蒂", re.IGNORECASE)
_PLAIN = ("dense.", "recurrent.")


def in_brackets(line: Line, link: int) -> bool:
    """Whether one pair of round brackets stands around the whole of a right side."""
    sides = re.split(r":?=|\\leftarrow|\\gets", _NOISE.sub("", line.latex))[1:]
    if len(sides) != len(line.rights):
        return False
    side = sides[link]
    depth = 0
    for k, c in enumerate(side):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if depth == 0:
            return k > 0 and k == len(side) - 1 and side[0] == "("
    return False


def lacks_its_function(line: Line, formula: str) -> bool:
    """Whether a sum that is accepted as one stands in brackets for what bears the letter of a value: ``h = (W x + b)``."""
    if len(line.rights) != 1 or not formula.startswith(_PLAIN) or not in_brackets(line, 0):
        return False
    return line.rights[0].op in ("name", "pow", "add") and of_a_function(line.left, line.heading)


def of_a_function(left: Node, heading: str) -> bool:
    """Whether a left side is by its letter the value of a function: an activation, a gate, the probability of a class."""
    head = left.args[0] if left.op == "pow" else left
    if head.op != "name":
        return False
    gate = head.value in GATES and any(script_text(s) for s in head.sub)
    predicted = head.value in PREDICTED and "hat" in head.accents and LOGISTIC.search(heading) is not None
    return head.value in ACTIVATED or gate or predicted
