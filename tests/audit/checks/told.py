"""What an audit says of one line under a heading."""

from __future__ import annotations

from pathlib import Path

from backproof.audit import audit


def told(tmp_path: Path, latex: str, before: str = "", heading: str = "Backpropagation") -> tuple[str, str, list[str]]:
    """Verdict and formula of the last line, and what is proposed for it."""
    note = tmp_path / "note.md"
    note.write_text(f"# {heading}\n\n{before}\n\n$${latex}$$\n", encoding="utf-8")
    (report,) = audit([note], cached=False).files
    last = report.equations[-1]
    serious = [d for d in report.diagnostics if d.severity in ("error", "warning") and d.line == last.line]
    return last.verdict, last.formula or "", [d.suggestion.latex if d.suggestion else "" for d in serious]
