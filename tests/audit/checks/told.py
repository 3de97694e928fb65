"""What an audit says of one line under a heading."""

from __future__ import annotations

from pathlib import Path

from tests.audit.notes import report_of, told_of


def told(tmp_path: Path, latex: str, before: str = "", heading: str = "Backpropagation") -> tuple[str, str, list[str]]:
    """Verdict and formula of the last line, and what is proposed for it."""
    report = report_of(tmp_path, heading, latex, before)
    last = report.equations[-1]
    flaws = [d for d in told_of(report) if d.line == last.line]
    return last.verdict, last.formula or "", [d.suggestion.latex if d.suggestion else "" for d in flaws]
