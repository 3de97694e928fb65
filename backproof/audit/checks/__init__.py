"""The checks: one file each, independent of one another.

Each has ``check(case) -> Iterable[Finding]``; a new one is a file here and its name in ``ALL``. ``catalog`` runs first and
alone: its judgements (which formula a line states) are what the others start from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from ..document import Note
from ..findings import Finding
from ..library import Library
from .catalog import Judgement

ALL = ("differences", "freeform", "brackets", "index", "degenerate", "identity", "layout", "axis", "arithmetic", "consistency", "claims", "tables", "notation_notes")


@dataclass(frozen=True, eq=False)
class Case:
    """A note with what is known of its lines."""

    note: Note
    library: Library
    judgements: list[Judgement]


def run(case: Case) -> Iterator[Finding]:
    """The findings of all checks, check by check."""
    for name in ALL:
        yield from import_module(f"{__name__}.{name}").check(case)
