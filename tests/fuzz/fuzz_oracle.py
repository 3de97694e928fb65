"""What must hold of the audit of any bytes whatever: no exception, the fixed JSON, places inside the file, bounded work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from backproof.audit import compiled
from backproof.audit.document import build
from backproof.audit.findings import AuditResult
from backproof.audit.library import Library
from backproof.audit.notation.reader import MAX_LENGTH, read
from backproof.audit.notation.tree import walk
from backproof.audit.sources import Document, SourceError, decode, parse
from backproof.report.json import dumps

VERDICTS = {"verified", "convention", "refuted", "unknown", "unread"}
SEVERITIES = {"error", "warning", "info"}


def check_formula(latex: str) -> None:
    """Every part of a reading stands inside the formula, and bounds hold."""
    reading = read(latex)
    for s in reading.statements:
        assert 0 <= s.start <= s.end <= len(latex), (s.start, s.end, len(latex))
        assert all(0 <= n.start <= n.end <= len(latex) for n in walk(s.tree))
    assert all(0 <= u.offset <= len(latex) and u.why for u in reading.unread)
    assert len(latex) <= MAX_LENGTH or reading.unread


def source(name: str, data: bytes) -> Document | None:
    """The document of the bytes with every block in place; None where they are refused with a reason."""
    try:
        text = decode(data, name)
        document = parse(text, name)
    except SourceError as error:
        assert str(error).startswith(name) and "\n" not in str(error)
        return None
    lines = text.split("\n")
    for block in document.blocks:
        assert 0 <= block.start <= block.end <= len(text), (block.kind, block.start, block.end, len(text))
        for at in {0, len(block.text) // 2, max(len(block.text) - 1, 0)}:
            _inside(*block.position(at), lines)
    return document


def check_reading(name: str, data: bytes) -> None:
    """Source and reader: the cheap part, on every input."""
    document = source(name, data)
    if document is not None:
        note, lines = build(document), document.text.split("\n")
        for line in note.statements:
            span = line.span()
            _inside(span.line, span.column, lines)
            _inside(span.end_line, span.end_column, lines)


def check_audit(folder: Path, name: str, data: bytes) -> None:
    """The whole audit of a file with this content."""
    from backproof.audit import audit

    path = folder / name
    path.write_bytes(data)
    result = audit([path])
    (file,) = result.files
    assert not [d.message for d in file.diagnostics if d.code == "BP000"], [d.message for d in file.diagnostics]
    check_contract(result, file.text)


def check_contract(result: AuditResult, text: str) -> None:
    """The JSON of the report holds what is promised, with places inside the text."""
    report = json.loads(dumps(result, 0.0))
    assert report["schema"] == 1
    verdicts = [e["verdict"] for f in report["files"] for e in f["equations"]]
    assert set(verdicts) <= VERDICTS
    assert {k: report["summary"][k] for k in VERDICTS} == {k: verdicts.count(k) for k in VERDICTS}
    lines = text.split("\n")
    for file in report["files"]:
        for item in (*file["equations"], *file["diagnostics"]):
            _ordered(item, lines)
        for found in file["diagnostics"]:
            assert found["severity"] in SEVERITIES and found["message"].strip() and len(found["message"]) < 20_000
            for edit in (found["suggestion"] or {}).get("edits", ()):
                _ordered(edit, lines)


def _ordered(item: dict[str, Any], lines: list[str]) -> None:
    start, end = (item["line"], item["column"]), (item["end_line"], item["end_column"])
    assert start <= end, (start, end)
    _inside(*start, lines)
    _inside(*end, lines)


def _inside(line: int, column: int, lines: list[str]) -> None:
    assert 1 <= line <= len(lines), (line, len(lines))
    assert 1 <= column <= len(lines[line - 1]) + 2, (line, column, len(lines[line - 1]))


def warm() -> None:
    """What the first audit of a process loads, loaded before anything is timed."""
    Library(compiled.load())
