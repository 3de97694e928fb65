"""The input of a recurrent state is of the state's own time: ``h_t = f(x_t, h_{t-1})``.

Only an abstract step is looked at, a function of a letter with a list of arguments, where the text speaks of recurrent networks;
models that predict ``x_t`` from a summary of what came before it are another matter and are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ..document import Line
from ..findings import Finding
from ..match.signature import components, offset, running_index
from ..notation.tree import Node
from . import Case
from .slips import Slip, said, source

STATES, INPUTS = {"h", "s", "H", "S"}, {"x", "X"}
_RECURRENT = pattern(r"\brnn|recurrent|循环神经|\blstm|\bgru\b", re.IGNORECASE)
_SUMMARY = pattern(r"autoregressi|自回归|markov|马尔可夫|filter|滤波|latent variable|隐变量", re.IGNORECASE)
WHY = {
    "en": "the state at {time} takes in the input at {time}; “{written}” was taken in by the state before",
    "zh": "{time} 时刻的状态读入 {time} 时刻的输入；“{written}”已由前一状态读入",
}


def check(case: Case) -> Iterator[Finding]:
    """BP318 for a state that is fed the input of the step before."""
    for line in case.note.lines:
        if _RECURRENT.search(line.context) and not _SUMMARY.search(line.context):
            slip = _late_input(line)
            if slip is not None:
                yield slip.finding("BP318", "time")


def _late_input(line: Line) -> Slip | None:
    left, right, index = line.left, line.rights[0], running_index(line.left)
    if left.op != "name" or left.value not in STATES or index is None or _step(left, index) != 0 or right.op != "app":
        return None
    arguments = [a for part in right.args[1:] for a in (part.args if part.op == "seq" else (part,))]
    if right.args[0].op != "name" or len(arguments) != 2 or any(a.op != "name" for a in arguments):
        return None
    state = next((a for a in arguments if a.value == left.value and _step(a, index) == -1), None)
    late = next((a for a in arguments if a.value in INPUTS and _step(a, index) == -1), None)
    if state is None or late is None:
        return None
    written = source(line, late)
    start, end = _script(line, late)
    edits = [(start, end, index)] if start >= 0 else []
    return Slip(line, edits, said(WHY, time=index, written=written)) if edits else None


def _step(node: Node, index: str) -> int | None:
    return next((o for part in components(node) for o in [offset(part, index)] if o is not None), None)


def _script(line: Line, node: Node) -> tuple[int, int]:
    """Where ``t - 1`` stands in the name."""
    part = next(p for p in components(node) if p.op == "add")
    return (part.start, part.end) if line.start <= part.start < part.end <= line.end else (-1, -1)
