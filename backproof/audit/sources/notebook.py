"""Jupyter notebooks to blocks: Markdown cells as Markdown, code cells as code, positions in the JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from backproof.audit.sources import markdown
from backproof.audit.sources.document import Block, Document, Segments, SourceError, compose, line_starts
from backproof.audit.sources.macros import find_macros
from backproof.lazy import pattern

_SPACE = pattern(r"\s*")
_STRING = pattern(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.S)
_SCALAR = pattern(
    r"-?Infinity|NaN|-?[\d.eE+-]+|true|false|null"
)  # the first two are Python's own, which Jupyter writes
_ESCAPE = pattern(r"\\(?:u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|.)", re.S)
_MAX_DEPTH = 60


class _Text(str):
    """A JSON string that knows where each part of it stands in the file."""

    segments: tuple[tuple[int, int], ...] = ()


def parse(text: str, path: str) -> Document:
    """The document of a notebook; SourceError where the JSON is broken or holds no cells."""
    try:
        data, _ = _value(text, _skip(text, 0), 0)
    except IndexError as error:
        raise SourceError(path, "not a notebook: the JSON ends too early") from error
    except ValueError as error:
        raise SourceError(path, f"not a notebook: {error}") from error
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(cells, list):
        raise SourceError(path, "not a notebook: no list of cells")
    lines = line_starts(text)
    blocks: list[Block] = []
    macros: dict[str, str] = {}
    parts: list[tuple[int, Document]] = []
    for cell in cells:
        if isinstance(cell, dict):
            source, segments = _source(cell.get("source", ""))
            inner = _inner(str(cell.get("cell_type")), source)
            parts.append((len(blocks), inner))
            blocks.extend(_placed(inner, segments, lines, len(blocks)))
            macros.update(find_macros(source))
    return Document(path, text, tuple(blocks), MappingProxyType(macros), tuple(parts))


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
        raise ValueError(f"nested deeper than {_MAX_DEPTH}")
    if at >= len(text):
        raise ValueError("ends too early")
    if text[at] == "{":
        return _object(text, at, depth)
    if text[at] == "[":
        return _array(text, at, depth)
    if text[at] == '"':
        return _string(text, at)
    m = _SCALAR.match(text, at)
    if not m:
        raise ValueError(f"unexpected {text[at]!r} at offset {at}")
    return json.loads(m.group()), m.end()


def _object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    out: dict[str, Any] = {}
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, at = _string(text, at)
        at = _skip(text, at)
        if text[at] != ":":
            raise ValueError(f"colon is missing at offset {at}")
        out[str(key)], at = _value(text, _skip(text, at + 1), depth + 1)
        at = _comma(text, at, "}")
    return out, at + 1


def _array(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    out: list[Any] = []
    at = _skip(text, at + 1)
    while text[at] != "]":
        item, at = _value(text, at, depth + 1)
        out.append(item)
        at = _comma(text, at, "]")
    return out, at + 1


def _comma(text: str, at: int, closing: str) -> int:
    at = _skip(text, at)
    if text[at] == ",":
        return _skip(text, at + 1)
    if text[at] != closing:
        raise ValueError(f"unexpected {text[at]!r} at offset {at}")
    return at


def _string(text: str, at: int) -> tuple[_Text, int]:
    m = _STRING.match(text, at)
    if not m:
        raise ValueError(f"string is missing at offset {at}")
    begin, end = m.span(1)
    pieces: list[str] = []
    segments: list[tuple[int, int]] = [(0, begin)]
    size, last = 0, begin
    for escape in _ESCAPE.finditer(text, begin, end):
        plain = text[last : escape.start()] + str(json.loads(f'"{escape.group()}"'))
        pieces.append(plain)
        size += len(plain)
        last = escape.end()
        segments += [(size - 1, escape.start()), (size, last)]
    out = _Text("".join(pieces) + text[last:end])
    out.segments = tuple(segments)
    return out, m.end()
