"""The checks: one file each, independent of one another.

Each has ``check(case) -> Iterable[Finding]``; a new one is a file here and its name in ``ALL``. ``catalog`` runs first and
alone: its judgements (which formula a line states) are what the others start from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cache
from importlib import import_module
from typing import Any

from .. import retracted, work
from ..codes import code
from ..document import Note
from ..findings import Finding, Span
from ..library import Library
from ..records import entity
from .catalog import Judgement

ALL = (
    "differences",
    "jobs",
    "freeform",
    "brackets",
    "index",
    "degenerate",
    "algebra",
    "identity",
    "chance",
    "convexity",
    "laws",
    "marginals",
    "discounts",
    "layout",
    "axis",
    "arithmetic",
    "units",
    "consistency",
    "parallel",
    "progressions",
    "recurrence",
    "states",
    "written",
    "entries",
    "arguments",
    "siblings",
    "places",
    "updates",
    "declared",
    "partners",
    "sides",
    "doubted",
    "claims",
    "tables",
    "backward",
    "descent",
    "schedules",
    "nearly",
    "notation_notes",
)


WHOLE = Span(1, 1, 1, 1)  # where a finding stands that is of the whole note
PROVING = ("algebra", "identity")  # which tell what is true whatever formula it resembles


@entity
class Case:
    """A note with what is known of its lines."""

    note: Note
    library: Library
    judgements: list[Judgement]
    flagged: set[Span] = field(default_factory=set)  # places with an error or a warning of the checks so far
    meant: set[Span] = field(default_factory=set)  # lines that differ from a formula as the text announces
    agreed: set[Span] = field(default_factory=set)  # statements whose sides are equal wherever they were tried


def run(case: Case) -> Iterator[Finding]:
    """The findings of all checks, check by check. A place that one check has convicted is not convicted again, and what one
    proposes is not proposed again."""
    yield from (failure("catalog", j.error, j.line.span()) for j in case.judgements if j.error is not None)
    convicted: set[Span] = set()
    proposed: set[tuple[Span, str]] = set()
    denied = retracted.retracted(case.note)
    first = {name: _findings(name, case) for name in PROVING}
    for name in ALL:
        told = first[name] if name in first else _findings(name, case)
        open_ = [f for f in told if not _denied(f, denied) and not _proven(f, case)]
        found = [f for f in open_ if _fix(f) not in proposed]
        yield from (f for f in found if f.span not in convicted or code(f.code).severity == "info")
        convicted |= {f.span for f in found if code(f.code).severity == "error"}
        proposed |= {fix for f in found for fix in [_fix(f)] if fix is not None}
        case.flagged.update(f.span for f in found if code(f.code).severity != "info")
    if work.exhausted():
        yield Finding("BP009", WHOLE, {"steps": work.LIMIT}, {"kind": "limit", "steps": work.LIMIT})


def _proven(finding: Finding, case: Case) -> bool:
    """Whether a statement that differs from the catalog's formula is true as it stands."""
    return finding.code == "BP101" and finding.span in case.agreed


def _denied(finding: Finding, places: list[Any]) -> bool:
    """Whether a finding says of a formula what the text says itself: that it is wrong."""
    return bool(places) and code(finding.code).severity != "info" and retracted.inside(finding.span, places)


def _fix(finding: Finding) -> tuple[Span, str] | None:
    """What a finding proposes for its place: another check that proposes the same has nothing to add."""
    return (finding.span, finding.suggestion.latex) if finding.suggestion is not None else None


def _findings(name: str, case: Case) -> list[Finding]:
    """One check's findings. A check that fails on a note says so after what it found, and the rest goes on."""
    found: list[Finding] = []
    try:
        found.extend(load(name).check(case))
    except work.Exhausted:
        return []
    except Exception as error:
        found.append(failure(name, error))
    return found


@cache
def load(name: str) -> Any:
    """The module of a check."""
    return import_module(f"{__name__}.{name}")


def failure(name: str, error: Exception, span: Span = WHOLE) -> Finding:
    """BP000: a part of the audit raised on this note, or on one place of it."""
    said = f"{type(error).__name__}: {error}"[:200]
    return Finding("BP000", span, {"check": name, "error": said}, {"kind": "failure", "error": said})
