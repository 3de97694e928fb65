"""A discount that does not grow: ``Σ_{k=0}^∞ γ R_{t+k+1}`` for ``Σ_{k=0}^∞ γ^k R_{t+k+1}``.

A factor that is the same for all terms of a sum without end stands in front of it, and does not make it converge: a series
of bounded rewards is finite only with powers of the discount. Source: Sutton and Barto 2018, eq. 3.8.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line
from ..findings import Finding
from ..match.rendering import closing
from ..match.signature import script_text
from ..notation.tree import Node, walk
from . import Case
from .identity.evaluator import INFINITY
from .identity.letters import letter_of
from .slips import Slip

RATES = {"gamma", "lambda"}
REWARDS = {"R", "r", "delta", "c"}
WHY = {
    "en": "without the exponent all terms of this endless sum have the same weight; a discount is raised to the number of the step",
    "zh": "没有指数时，无穷和的各项权重相同；折扣因子应取步数次幂",
}


def check(case: Case) -> Iterator[Finding]:
    """BP314 for each sum without end whose discount has no exponent."""
    for line in case.note.statements:
        if line.span() not in case.flagged:
            slip = next(filter(None, (_constant(line, big) for big in _sums(line.tree))), None)
            if slip is not None:
                yield slip.finding("BP314", "sign")


def _sums(tree: Node) -> Iterator[Node]:
    return (n for n in walk(tree) if n.op == "big" and n.value == "sum" and n.sup == (INFINITY,) and len(n.sub) == 1)


def _constant(line: Line, big: Node) -> Slip | None:
    """The discount of a product, where the letter of the sum is in the place of a step and in no exponent."""
    low, body = big.sub[0], big.args[0]
    letter = letter_of(low.args[0]) if low.op == "rel" and low.value == ("=",) else None
    if letter is None or body.op != "mul" or len(body.args) != 2:
        return None
    rate, term = body.args
    raised = any(n.op == "pow" and _speaks(n.args[1], letter) for n in walk(body))
    head = term.args[0] if term.op == "app" else term
    stepped = head.op == "name" and head.value in REWARDS and any(_speaks(s, letter) for n in walk(term) for s in n.sub)
    if raised or not stepped or not _discounts(rate):
        return None
    text, end = line.block.text, closing(line.block.text, rate.start, rate.end)
    if rate.op != "mul":
        edits = [(end, end, f"^{letter}")]
    elif text[: rate.start].rstrip().endswith("("):
        shut = text.index(")", rate.end - 1) + 1
        edits = [(shut, shut, f"^{letter}")]
    else:
        edits = [(rate.start, rate.start, "("), (end, end, f")^{letter}")]
    return Slip(line, edits, WHY)


def _discounts(node: Node) -> bool:
    """γ, or γλ in brackets or not."""
    inner = node.args[0] if node.op == "group" and len(node.args) == 1 else node
    parts = inner.args if inner.op == "mul" else (inner,)
    plain = all(p.op == "name" and p.value in RATES and not (p.sub or p.sup) for p in parts)
    return plain and any(p.value == "gamma" for p in parts)


def _speaks(script: Node, letter: str) -> bool:
    return letter in script_text(script)
