"""One thing under two names: the token that starts a sequence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from backproof.lazy import pattern

from ..findings import Finding
from . import Case
from .grids import TextLine, text_lines

_START = pattern(r"<(?:sos|bos|go|start)>|\[(?:sos|bos|go|start)\]|⟨(?:sos|bos|go|start)⟩", re.IGNORECASE)
_PROGRAM = pattern(r"\b(?:def|import|return|class|assert|print)\b|[=;{]\s*$|\w\(.*\)\s*$|\]\s*=|=\s*[\[\w]")
NEAR = 80  # lines within which two names must be for one model


def check(case: Case) -> Iterator[Finding]:
    """BP301 where two names for the start token are used side by side and nowhere said to be one."""
    found = _uses(case)
    names = sorted(found, key=lambda n: -len(found[n]))
    for other in names[1:]:
        usual = names[0]
        pairs = list(product(found[usual], found[other]))
        if not any(a.text == b.text for a, b in pairs) and min(_distance(a, b) for a, b in pairs) <= NEAR:
            first = min(found[other], key=lambda t: t.span.line)
            yield _finding(usual, other, first, min(found[usual], key=lambda t: _distance(t, first)))


def _uses(case: Case) -> dict[str, list[TextLine]]:
    """The lines where each name stands; programs apart. A line that holds two names explains them."""
    found: dict[str, list[TextLine]] = {}
    for line in text_lines(case.note):
        if line.code and _PROGRAM.search(line.text):
            continue
        for m in _START.finditer(line.text):
            found.setdefault(m.group().casefold(), []).append(line)
    return found


def _distance(a: TextLine, b: TextLine) -> int:
    return abs(a.span.line - b.span.line)


def _finding(usual: str, other: str, line: TextLine, elsewhere: TextLine) -> Finding:
    fields = {"written": other, "usual": usual, "line": elsewhere.span.line}
    evidence = {"kind": "names", "written": other, "elsewhere": usual, "related": [{"line": elsewhere.span.line}]}
    return Finding("BP301", line.span, fields, evidence)
