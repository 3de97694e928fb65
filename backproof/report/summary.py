"""Counts over a whole audit, shared by the text and the JSON report."""

from __future__ import annotations

from collections import Counter

from backproof.audit.findings import AuditResult, FileReport

VERDICTS = ("verified", "convention", "refuted", "unknown", "unread")
SEVERITIES = ("error", "warning", "info")


def read_files(result: AuditResult) -> list[FileReport]:
    """The files that could be read, in the order of the audit."""
    return [file for file in result.files if file.error is None]


def counts(result: AuditResult) -> dict[str, int]:
    """files, equations, one count per verdict and one per severity (errors, warnings, infos)."""
    files = read_files(result)
    verdicts = Counter(equation.verdict for file in files for equation in file.equations)
    severities = Counter(finding.severity for file in files for finding in file.diagnostics)
    return {
        "files": len(files),
        "equations": verdicts.total(),
        **{name: verdicts[name] for name in VERDICTS},
        **{f"{name}s": severities[name] for name in SEVERITIES},
    }
