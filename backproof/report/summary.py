"""Counts over a whole audit, shared by the text and the JSON report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from backproof.audit.findings import AuditResult, FileReport

VERDICTS = ("verified", "convention", "refuted", "unknown", "unread")
SEVERITIES = ("error", "warning", "info")


def read_files(result: AuditResult) -> list[FileReport]:
    """The files that could be read, in the order of the audit."""
    return [file for file in result.files if file.error is None]


def counts(result: AuditResult) -> dict[str, int]:
    """files, equations, one count per verdict and one per severity (errors, warnings, infos); suppressed."""
    return file_counts(read_files(result))


def file_counts(files: Sequence[FileReport]) -> dict[str, int]:
    """The same over some files."""
    verdicts = Counter(equation.verdict for file in files for equation in file.equations)
    severities = Counter(finding.severity for file in files for finding in file.diagnostics)
    return {
        "files": len(files),
        "equations": verdicts.total(),
        **{name: verdicts[name] for name in VERDICTS},
        **{f"{name}s": severities[name] for name in SEVERITIES},
        "suppressed": sum(len(file.suppressed) for file in files),
    }
