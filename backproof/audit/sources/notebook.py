"""Jupyter notebooks to blocks: Markdown cells as Markdown, code cells as code, positions in the JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from backproof.audit.notation.faults import Fault
from backproof.audit.sources import markdown
from backproof.audit.sources.document import (
    Block,
    Document,
    Gap,
    Segments,
    SourceError,
    compose,
    line_column,
    line_starts,
)
from backproof.audit.sources.macros import find_macros
from backproof.lazy import pattern

_SPACE = pattern(r"\s*")
_STRING = pattern(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.S)
_SCALAR = pattern(
    r"-?(?:Infinity|\d[\d.eE+-]*)|NaN|true|false|null"
)  # the first and NaN are Python's own, which Jupyter writes
_ESCAPE = pattern(r"\\(?:u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|.)", re.S)
_MAX_DEPTH = 60
_KINDS = ("markdown", "code", "raw")
_NO_CELL = Fault("cell {} is no object", "第 {} 个单元不是对象")
_NO_KIND = Fault("cell {} is of no known kind (cell_type)", "第 {} 个单元的类型（cell_type）未知")
_NO_TEXT = Fault("cell {} has no text (source)", "第 {} 个单元没有文字（source）")
_NOT_ALL_TEXT = Fault("cell {} has something else than text among its lines", "第 {} 个单元的各行中有非文字内容")


class _Broken(ValueError):
    """What is wrong with the JSON, and at which offset."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.at = at


class _Text(str):
    """A JSON string that knows where each part of it stands in the file."""

    segments: tuple[tuple[int, int], ...] = ()


class _List(list[Any]):
    """A JSON list that knows where each of its items stands: [start, end) in the file."""

    places: tuple[tuple[int, int], ...] = ()


def parse(text: str, path: str) -> Document:
    """The document of a notebook; SourceError where the JSON is broken or holds no cells."""
    lines = line_starts(text)
    cells = _cells(text, path, lines)
    blocks: list[Block] = []
    macros: dict[str, str] = {}
    parts: list[tuple[int, Document]] = []
    gaps: list[Gap] = []
    for number, (cell, place) in enumerate(zip(cells, cells.places, strict=True), 1):
        if (fault := _fault(cell)) is not None:
            gaps.append(Gap(*place, fault.of(number)))
        if isinstance(cell, dict):
            source, segments = _source(cell.get("source", ""))
            inner = _inner(str(cell.get("cell_type")), source)
            parts.append((len(blocks), inner))
            blocks.extend(_placed(inner, segments, lines, len(blocks)))
            macros.update(find_macros(source))
    return Document(path, text, tuple(blocks), MappingProxyType(macros), tuple(parts), tuple(gaps))


def _cells(text: str, path: str, lines: tuple[int, ...]) -> _List:
    """The cells of a notebook; SourceError says where the JSON is broken."""
    try:
        data, _ = _value(text, _skip(text, 0), 0)
    except IndexError as error:
        raise _error(path, _Broken("the JSON ends too early", len(text)), lines) from error
    except _Broken as error:
        raise _error(path, error, lines) from error
    cells = data.get("cells") if isinstance(data, dict) else None
    if cells is None and isinstance(data, dict) and "worksheets" in data:
        raise SourceError(
            path, "a notebook of format 3, which is not read: `jupyter nbconvert --to notebook` makes a newer one"
        )
    if not isinstance(cells, _List):
        raise SourceError(path, "not a notebook: no list of cells")
    return cells


def _error(path: str, broken: _Broken, lines: tuple[int, ...]) -> SourceError:
    line, column = line_column(lines, broken.at)
    return SourceError(path, f"not a notebook: {broken} (line {line}, column {column})")


def _fault(cell: Any) -> Fault | None:
    """Why a cell is not read, or not whole; None where it is as notebooks have them."""
    if not isinstance(cell, dict):
        return _NO_CELL
    if cell.get("cell_type") not in _KINDS:
        return _NO_KIND
    source = cell.get("source")
    if not isinstance(source, (str, list)):
        return _NO_TEXT
    return None if all(isinstance(piece, str) for piece in source) else _NOT_ALL_TEXT


def _source(value: Any) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The cell's text and its map to the file; the text is one string or a list of lines."""
    pieces = value if isinstance(value, list) else [value]
    text = ""
    segments: list[tuple[int, int]] = []
    for piece in pieces:
        if isinstance(piece, _Text):
            segments.extend((len(text) + mine, theirs) for mine, theirs in piece.segments)
            text += piece
    return text, tuple(segments) or ((0, 0),)


def _inner(kind: str, source: str) -> Document:
    """A cell read by itself."""
    if kind == "markdown" and source.strip():
        return markdown.parse(source, "cell.md")
    whole = (Block("code", source, 0, False, 0, len(source), ((0, 0),)),) if kind == "code" and source.strip() else ()
    return Document("cell", source, whole)


def _placed(inner: Document, segments: Segments, lines: tuple[int, ...], number: int) -> Iterator[Block]:
    """A cell's blocks at their places in the file."""
    for block in inner.blocks:
        placed = compose(block, segments, lines)
        yield replace(placed, paragraph=number + block.paragraph, writing=(*block.writing, "json"))


# ---- JSON whose strings keep their places
def _skip(text: str, at: int) -> int:
    m = _SPACE.match(text, at)
    return m.end() if m else at


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    if depth > _MAX_DEPTH:
        raise _Broken(f"nested deeper than {_MAX_DEPTH}", at)
    if text[at] == "{":
        return _object(text, at, depth)
    if text[at] == "[":
        return _array(text, at, depth)
    if text[at] == '"':
        return _string(text, at)
    m = _SCALAR.match(text, at)
    if not m:
        raise _Broken(f"unexpected {text[at]!r}", at)
    return None, m.end()  # no number means anything here, and some are too long to be one


def _object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    out: dict[str, Any] = {}
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, at = _string(text, at)
        at = _skip(text, at)
        if text[at] != ":":
            raise _Broken("colon is missing", at)
        out[str(key)], at = _value(text, _skip(text, at + 1), depth + 1)
        at = _comma(text, at, "}")
    return out, at + 1


def _array(text: str, at: int, depth: int) -> tuple[_List, int]:
    out = _List()
    places: list[tuple[int, int]] = []
    at = _skip(text, at + 1)
    while text[at] != "]":
        start = at
        item, at = _value(text, at, depth + 1)
        out.append(item)
        places.append((start, at))
        at = _comma(text, at, "]")
    out.places = tuple(places)
    return out, at + 1


def _comma(text: str, at: int, closing: str) -> int:
    at = _skip(text, at)
    if text[at] == ",":
        return _skip(text, at + 1)
    if text[at] != closing:
        raise _Broken(f"unexpected {text[at]!r}", at)
    return at


def _string(text: str, at: int) -> tuple[_Text, int]:
    m = _STRING.match(text, at)
    if not m:
        raise _Broken("a string is never closed" if text[at] == '"' else "string is missing", at)
    begin, end = m.span(1)
    pieces: list[str] = []
    segments: list[tuple[int, int]] = [(0, begin)]
    size, last = 0, begin
    for escape in _ESCAPE.finditer(text, begin, end):
        plain = text[last : escape.start()] + _unescaped(escape)
        pieces.append(plain)
        size += len(plain)
        last = escape.end()
        segments += [(size - 1, escape.start()), (size, last)]
    out = _Text("".join(pieces) + text[last:end])
    out.segments = tuple(segments)
    return out, m.end()


def _unescaped(escape: re.Match[str]) -> str:
    try:
        return str(json.loads(f'"{escape.group()}"'))
    except ValueError as error:
        written = "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in escape.group())
        raise _Broken(f"no escape is written {written}", escape.start()) from error
