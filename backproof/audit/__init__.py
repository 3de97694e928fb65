"""The audit of notes: sources → notation → checks → findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .findings import AuditResult


def audit(paths: Any, lang: str | None = None, **options: Any) -> AuditResult:
    """Audit notes (one path or several); see `backproof.audit.run.audit`."""
    from .run import audit as run

    return run(paths, lang, **options)
