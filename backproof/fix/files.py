"""Fix files: each one is read, fixed in memory, and replaced only when all of it is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from backproof.audit.findings import Diagnostic, FileReport
from backproof.audit.own.house import House, Houses, gather
from backproof.audit.run import examine
from backproof.audit.sources import Document, SourceError, parse
from backproof.audit.sources.decode import read_bytes
from backproof.config import Configs
from backproof.fix.bytes import FileBytes
from backproof.fix.reasons import UNSAFE, reason
from backproof.fix.rounds import settle
from backproof.fix.write import CannotWrite, replace_content


@dataclass
class Outcome:
    """One file: the report of what it holds in the end, what was (or would be) changed, and what was not.

    ``before`` and ``after`` are the texts with the line ends of the file. ``unsafe`` of those refused would have been tried
    had suggestions that are not safe been asked for. ``error`` says why it could not be written.
    """

    report: FileReport
    before: str = ""
    after: str = ""
    applied: list[Diagnostic] = field(default_factory=list)
    refused: list[tuple[Diagnostic, str]] = field(default_factory=list)
    unsafe: int = 0
    error: str | None = None


def fix(
    paths: Iterable[Path],
    lang: str | None = None,
    *,
    unsafe: bool = False,
    write: bool = True,
    houses: Houses | None = None,
) -> list[Outcome]:
    """Applies the safe suggestions (``unsafe``: all) to files; without ``write`` only says what would be done. ``houses``
    are what the configurations make of the audit (by default those found above the files).

    Nothing is raised for a file that cannot be read or written: its report has ``error``, or the outcome has.
    """
    houses = houses or gather(Configs())
    return [_file(path, houses.of(path), lang, unsafe, write) for path in paths]


def _file(path: Path, house: House, lang: str | None, unsafe: bool, write: bool) -> Outcome:
    def read(text: str) -> Document:
        return parse(text, str(path))

    def look(document: Document) -> FileReport:
        return examine(document, house, lang)

    try:
        old = FileBytes(read_bytes(path), str(path))
        result = settle(old, read, look, unsafe)
    except SourceError as error:
        return Outcome(FileReport(str(path), error=str(error)))
    new = result.state.file
    speech = lang or result.state.report.lang
    refused = [(finding, reason(word, speech)) for finding, word in result.refused]
    held = sum(word == UNSAFE for _, word in result.refused)
    fault = _replace(path, old, new) if write else None
    report = result.state.report if write and fault is None else result.first.report
    applied = result.applied if fault is None else []
    return Outcome(report, old.written, new.written, applied, refused, held, fault)


def _replace(path: Path, old: FileBytes, new: FileBytes) -> str | None:
    """Writes the file where it has changed; why it could not be, or None."""
    try:
        if new.data != old.data:
            replace_content(path, old.data, new.data)
    except CannotWrite as error:
        return f"not written: {error}"
    return None
