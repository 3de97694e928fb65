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

from .. import work
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
    "layout",
    "axis",
    "arithmetic",
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
    convicted: set[Span] = set()
    proposed: set[tuple[Span, str]] = set()
    for name in ALL:
        found = [f for f in _findings(name, case) if _fix(f) not in proposed]
        yield from (f for f in found if f.span not in convicted or code(f.code).severity == "info")
        convicted |= {f.span for f in found if code(f.code).severity == "error"}
        proposed |= {fix for f in found for fix in [_fix(f)] if fix is not None}
        case.flagged.update(f.span for f in found if code(f.code).severity != "info")
    if work.exhausted():
        yield Finding("BP009", Span(1, 1, 1, 1), {"steps": work.LIMIT}, {"kind": "limit", "steps": work.LIMIT})


def _fix(finding: Finding) -> tuple[Span, str] | None:
    """What a finding proposes for its place: another check that proposes the same has nothing to add."""
    return (finding.span, finding.suggestion.latex) if finding.suggestion is not None else None


def _findings(name: str, case: Case) -> list[Finding]:
    """One check's findings. A check that fails on a note says so, and the rest goes on."""
    try:
        return list(load(name).check(case))
    except work.Exhausted:
        return []
    except Exception as error:
        return [failure(name, error)]


@cache
def load(name: str) -> Any:
    """The module of a check."""
    return import_module(f"{__name__}.{name}")


def failure(name: str, error: Exception) -> Finding:
    """BP000: a part of the audit raised on this note."""
    said = f"{type(error).__name__}: {error}"[:200]
    return Finding("BP000", Span(1, 1, 1, 1), {"check": name, "error": said}, {"kind": "failure", "error": said})
