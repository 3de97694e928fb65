"""Lines that deny themselves or one another, with what would make them agree."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from . import Case
from .doubts import within
from .slips import Slip

CODES = {"contradiction": "BP317", "pair": "BP318", "weights": "BP313"}


def check(case: Case) -> Iterator[Finding]:
    """BP317 for a line whose parts deny one another, BP318 for two lines that do or slopes that do not go on,
    BP313 for weights of no average."""
    alone = [d for line in case.note.statements for d in [within.doubt(line)] if d is not None]
    told = set(case.flagged)
    for found in (*alone, *(d for j in case.judgements for d in j.doubts)):
        if found.edits and found.line.span() not in told:
            told.add(found.line.span())  # what is denied twice is said once
            yield Slip(found.line, found.edits, found.why).finding(CODES[found.kind], found.kind)
