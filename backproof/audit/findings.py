"""What an audit returns: equations with their verdicts, diagnostics with evidence and fixes, file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .records import record

if TYPE_CHECKING:
    from .sources.document import Block

from backproof.problem import Problem

if TYPE_CHECKING:
    from .specs import Spec


@record
class Span:
    """A place in a file: 1-based lines and columns; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@record
class Edit:
    """Replace what stands at a span of the file by ``text``."""

    span: Span
    text: str


@record
class Change:
    """Put ``text`` in the place of the characters [start, end) of a formula; ``sparing``: only where the two differ."""

    block: Block
    start: int
    end: int
    text: str
    sparing: bool = False


@record
class Suggestion:
    """The corrected formula; ``safe`` where it is verified, unique, and nothing but the evident mistake changes.

    Checks say the ``changes`` of the formula; the report has the ``edits`` of the file instead, or in ``refused`` the word
    why there can be none (``placing.REASONS``).
    """

    latex: str
    safe: bool
    edits: tuple[Edit, ...] = ()
    changes: tuple[Change, ...] = field(default=(), repr=False)
    refused: str = ""


@record
class Equation:
    """One statement of a note and what is known of it; ``why`` is the word for why it has no verdict (``unjudged.REASONS``)."""

    line: int
    column: int
    end_line: int
    end_column: int
    latex: str
    verdict: str
    formula: str | None = None
    variant: str | None = None
    why: str = ""


@record
class Diagnostic:
    """A finding: a stable code, where, what it says in the reader's language, and why we may say it.

    ``reason`` is the message for readers who see the written and the corrected line beside it.
    """

    code: str
    name: str
    severity: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    formula: str | None = None
    suggestion: Suggestion | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""


@record
class Finding:
    """What a check says, before it is put into a language.

    ``fields`` fill the message template of ``code``; a field that is a mapping has a text for each language.
    """

    code: str
    span: Span
    fields: Mapping[str, Any]
    evidence: Mapping[str, Any]
    formula: str | None = None
    suggestion: Suggestion | None = None


@dataclass
class FileReport:
    """All that was found in one file, and the macros it defines; ``error`` says why it could not be read."""

    path: str
    text: str = ""
    error: str | None = None
    lang: str = "en"
    equations: list[Equation] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    macros: Mapping[str, str] = field(default_factory=dict)
    suppressed: list[Diagnostic] = field(default_factory=list)


@dataclass
class AuditResult:
    """The reports in the order of the paths; what could not be used: notes, configurations, files of formulas; and the
    formulas that houses added to the catalog."""

    files: list[FileReport] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    own: Sequence[Spec] = ()


def unreadable(files: Iterable[FileReport]) -> Iterator[Problem]:
    """What is wrong with the files that could not be read."""
    for file in files:
        if file.error is not None:
            yield Problem(file.path, file.error.removeprefix(f"{file.path}: "))
