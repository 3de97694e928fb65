"""Notes of one line, and what an audit says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from backproof.audit import audit
from backproof.audit.findings import Diagnostic, FileReport

Said = TypeVar("Said", bound=tuple[str, ...])


def one_line(path: Path, heading: str, latex: str, before: str = "") -> Path:
    """A note that states one formula below a heading, after what is said before it."""
    said = f"{before}\n\n" if before else ""
    path.write_text(f"# {heading}\n\n{said}$$\n{latex}\n$$\n", encoding="utf-8")
    return path


def report_of(folder: Path, heading: str, latex: str, before: str = "") -> FileReport:
    return audit([one_line(folder / "note.md", heading, latex, before)], cached=False).files[0]


def reports_of(folder: Path, lines: Iterable[Said]) -> dict[Said, FileReport]:
    """What the audit says of each line in a note of its own: a heading, perhaps words before the line, and the line.

    All are audited together, so that the catalog is prepared once.
    """
    lines = list(dict.fromkeys(lines))
    paths = []
    for number, (heading, *before, latex) in enumerate(lines):
        paths.append(one_line(folder / f"{number:03}.md", heading, latex, *before))
    return dict(zip(lines, audit(paths, cached=False).files, strict=True))


def told_of(report: FileReport) -> list[Diagnostic]:
    """The errors and warnings."""
    return [d for d in report.diagnostics if d.severity != "info"]


def plain(latex: str | None) -> str:
    """Without what changes nothing: gaps, groups, fonts, sizes of brackets, and which of two commands writes one sign."""
    bare = re.sub(r"\\(?:left|right|mathrm|text|quad|[,;! ])|[\s{}]", "", latex or "")
    return bare.replace("\\leq", "\\le").replace("\\mid", "|")
