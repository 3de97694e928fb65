"""reStructuredText to blocks: `:math:` roles, `.. math::` directives, headings, literal blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType

from backproof.audit.sources.document import ADDRESSED, Block, Document, Segments, line_starts
from backproof.audit.sources.macros import find_macros
from backproof.lazy import pattern

_ROLE = pattern(r":math:`([^`]+)`|``[^`]*``")
_DIRECTIVE = pattern(r"^(\s*)\.\.\s+([\w:-]+)::[ \t]*(.*)$")
_COMMENT = pattern(rf"^\s*\.\.\s+{ADDRESSED.pattern}")
_OPTION = pattern(r"^\s*:[\w-]+:.*$")
_UNDERLINE = pattern(r"^([=\-~^\"'#*+.:_`])\1{2,}\s*$")
_CODE = frozenset(
    (
        "code",
        "code-block",
        "sourcecode",
        "literalinclude",
        "highlight",
        "testcode",
        "ipython",
        "parsed-literal",
    )
)


@dataclass(slots=True)
class _Scan:
    text: str
    starts: tuple[int, ...]
    rows: list[str]
    blocks: list[Block] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    number: int = 0


def parse(text: str, path: str) -> Document:
    """The document of a reStructuredText file; also of docstrings, whose indentation does not matter."""
    scan = _Scan(text, line_starts(text), text.split("\n"))
    i = 0
    while i < len(scan.rows):
        i = _row(scan, i)
    return Document(path, text, tuple(scan.blocks), MappingProxyType(find_macros(text)))


def _row(scan: _Scan, i: int) -> int:
    """Reads what begins at row i; returns the row after it."""
    row = scan.rows[i]
    if not row.strip():
        scan.number += 1
        return i + 1
    if _COMMENT.match(row):
        _add(scan, "comment", row.strip(), ((0, scan.starts[i] + len(row) - len(row.lstrip())),))
        return i + 1
    directive = _DIRECTIVE.match(row)
    if directive and (directive.group(2) == "math" or directive.group(2) in _CODE):
        return _block_of(scan, i, directive)
    following = scan.rows[i + 1] if i + 1 < len(scan.rows) else ""
    if _UNDERLINE.match(following) and not _UNDERLINE.match(row) and len(following.rstrip()) >= len(row.strip()) > 0:
        mark = following.strip()[0]
        if mark not in scan.marks:
            scan.marks.append(mark)
        start = scan.starts[i] + len(row) - len(row.lstrip())
        _add(scan, "heading", row.strip(), ((0, start),), level=scan.marks.index(mark) + 1)
        return i + 2
    if _UNDERLINE.match(row):
        return i + 1
    _prose(scan, row, scan.starts[i])
    return _literal(scan, i) if row.rstrip().endswith("::") and not directive else i + 1


def _indented(scan: _Scan, i: int, indent: int) -> int:
    """The row after the block that is indented more than `indent`, beginning at i."""
    end = i
    while i < len(scan.rows) and (not scan.rows[i].strip() or len(scan.rows[i]) - len(scan.rows[i].lstrip()) > indent):
        i += 1
        if scan.rows[i - 1].strip():
            end = i
    return end


def _block_of(scan: _Scan, i: int, directive: re.Match[str]) -> int:
    end = max(_indented(scan, i + 1, len(directive.group(1))), i + 1)
    kind = "formula" if directive.group(2) == "math" else "code"
    rows: list[tuple[str, int]] = []
    if directive.group(3).strip() and kind == "formula":  # which goes on in the rows below it
        rows = [(directive.group(3), scan.starts[i] + directive.start(3))]
    options = True  # stand before the first blank row
    for k in range(i + 1, end):
        row = scan.rows[k]
        if options and _OPTION.match(row):
            continue
        options = options and bool(row.strip())
        if not row.strip() and rows and kind == "formula":  # a blank row separates formulas of one directive
            _piece(scan, kind, rows)
            rows = []
        elif row.strip():
            rows.append((row.lstrip(), scan.starts[k] + len(row) - len(row.lstrip())))
    _piece(scan, kind, rows)
    scan.number += 1
    return end


def _literal(scan: _Scan, i: int) -> int:
    indent = len(scan.rows[i]) - len(scan.rows[i].lstrip())
    end = _indented(scan, i + 1, indent)
    rows = [(scan.rows[k], scan.starts[k]) for k in range(i + 1, end) if scan.rows[k].strip()]
    _piece(scan, "code", rows)
    return max(end, i + 1)


def _piece(scan: _Scan, kind: str, rows: list[tuple[str, int]]) -> None:
    text = ""
    segments: list[tuple[int, int]] = []
    for row, start in rows:
        segments.append((len(text), start))
        text += row + "\n"
    if text.strip():
        _add(scan, kind, text.rstrip(), tuple(segments), display=kind == "formula")


def _prose(scan: _Scan, row: str, start: int) -> None:
    last = 0
    for m in _ROLE.finditer(row):
        _words(scan, row[last : m.start()], start + last)
        if m.group(1):
            _add(scan, "formula", m.group(1), ((0, start + m.start(1)),))
        else:
            _add(scan, "code", m.group()[2:-2], ((0, start + m.start() + 2),))
        last = m.end()
    _words(scan, row[last:], start + last)


def _words(scan: _Scan, text: str, start: int) -> None:
    if text.strip():
        _add(scan, "prose", text.strip(), ((0, start + len(text) - len(text.lstrip())),))


def _add(scan: _Scan, kind: str, text: str, segments: Segments, level: int = 0, display: bool = False) -> None:
    mine, theirs = segments[-1]
    end = theirs + len(text) - mine
    scan.blocks.append(Block(kind, text, level, display, segments[0][1], end, segments, scan.number, (), scan.starts))
