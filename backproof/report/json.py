"""The audit as one JSON object; its fields are fixed (schema 1)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from backproof import __version__
from backproof.audit.findings import AuditResult, Diagnostic, Equation, Span, Suggestion
from backproof.lazy import pattern
from backproof.problem import TURNING
from backproof.report.summary import counts, read_files

_ESCAPED = pattern(rf"[\x7f-\x9f\u2028\u2029\ud800-\udfff{''.join(map(chr, TURNING))}]")
_SPAN = ("line", "column", "end_line", "end_column")


def plain(value: Any) -> Any:
    """`value` in JSON's own types; numbers that JSON lacks (nan, inf) and anything else as text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    return plain(value.tolist()) if hasattr(value, "tolist") else str(value)


def _span(item: Span | Equation | Diagnostic) -> dict[str, int]:
    return {name: getattr(item, name) for name in _SPAN}


def _equation(item: Equation) -> dict[str, Any]:
    return {**_span(item), "latex": item.latex, "verdict": item.verdict, "formula": item.formula}


def _suggestion(item: Suggestion | None) -> dict[str, Any] | None:
    if item is None:
        return None
    edits = [{**_span(edit.span), "text": edit.text} for edit in item.edits]
    return {"latex": item.latex, "safe": item.safe, "edits": edits}


def _diagnostic(item: Diagnostic) -> dict[str, Any]:
    return {
        "code": item.code,
        "name": item.name,
        "severity": item.severity,
        **_span(item),
        "message": item.message,
        "formula": item.formula,
        "suggestion": _suggestion(item.suggestion),
        "evidence": plain(item.evidence),
    }


def to_object(result: AuditResult, seconds: float) -> dict[str, Any]:
    """The report of an audit as plain dicts and lists; unreadable files are left out (stderr names them)."""
    return {
        "schema": 1,
        "tool": "backproof",
        "version": __version__,
        "summary": {**counts(result), "seconds": round(seconds, 3)},
        "files": [
            {
                "path": file.path,
                "equations": [_equation(item) for item in file.equations],
                "diagnostics": [_diagnostic(item) for item in file.diagnostics],
            }
            for file in read_files(result)
        ],
    }


def dumps(result: AuditResult, seconds: float) -> str:
    """`to_object` as text: letters unescaped but for those that steer a terminal or that UTF-8 lacks, two spaces of
    indentation, valid JSON always."""
    text = json.dumps(to_object(result, seconds), ensure_ascii=False, indent=2, allow_nan=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
