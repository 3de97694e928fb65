"""Audit files: read, judge, report. One file that fails leaves the others untouched."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from . import checks, compiled, report, work
from .checks import catalog
from .document import build
from .findings import AuditResult, FileReport, Finding
from .library import Library
from .sources import Document, SourceError, load


def audit(paths: Iterable[str | os.PathLike[str]], lang: str | None = None) -> AuditResult:
    """Audit notes. ``lang`` ("en" or "zh") is the language of messages; by default that of each note.

    A file that cannot be read gets ``error`` in its report; nothing is raised for it.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    library = Library(compiled.load())
    return AuditResult([_file(Path(p), library, lang) for p in paths])


@work.bounded
def _file(path: Path, library: Library, lang: str | None) -> FileReport:
    try:
        document = load(path)
    except SourceError as error:
        return FileReport(str(path), error=str(error))
    return examine(document, library, lang)


def examine(document: Document, library: Library, lang: str | None = None) -> FileReport:
    """The report of a document that has been read."""
    note = build(document)
    findings: list[Finding] = []
    try:
        judgements = catalog.judge(note, library)
    except Exception as error:
        judgements, findings = [], [checks.failure("catalog", error)]
    findings += checks.run(checks.Case(note, library, judgements))
    return report.write(note, judgements, findings, lang or language(document.text))


def language(text: str) -> str:
    """ "zh" where a tenth of the letters or more are Chinese, else "en"."""
    chinese = sum("\u4e00" <= c <= "\u9fff" for c in text)
    letters = sum(c.isalpha() for c in text)
    return "zh" if letters and chinese * 10 >= letters else "en"
