"""From a change of a formula to edits of its file: in the file's own way of writing, or a word why not.

A formula's text is not always what stands in the file: notebooks hold it as JSON, tables escape ``|``, pages write ``&lt;``,
quotes begin each line with ``>``. An edit replaces characters of the file and says what shall stand there, escapes included.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher

from backproof.lazy import pattern

from .findings import Change, Edit, Span
from .sources.document import Block, line_column, line_starts

# Why a change cannot be made, by the word that `place` gives.
REASONS: dict[str, dict[str, str]] = {
    "copied": {
        "en": "the formula stands there several times (text copied from a page, or source beside drawing)",
        "zh": "这条公式在原文中重复出现（从网页复制的文本，或源码旁另有渲染结果）",
    },
    "address": {
        "en": "the formula is part of the address of an image",
        "zh": "这条公式是图片地址的一部分",
    },
    "broken": {
        "en": "the place is written with escapes or line marks that the change would break",
        "zh": "该处的转义或行首标记会被这一改动破坏",
    },
}
_TOKEN = pattern(r"\\[A-Za-z]+|\\.|\s+|.", re.S)
_JSON_ESCAPE = pattern(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.S)
_ENTITY = pattern(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")
_BAR = pattern(r"\\?\|")


class _Cannot(Exception):
    """Carries the word of the reason."""


def place(changes: Iterable[Change], text: str) -> tuple[tuple[Edit, ...], str]:
    """(the edits of the file whose text is given, in order; "") or ((), the word of the reason)."""
    starts = line_starts(text)
    try:
        cuts = sorted(cut for change in changes for cut in _cuts(change, text))
    except _Cannot as reason:
        return (), str(reason)
    return tuple(
        Edit(Span(*line_column(starts, start), *line_column(starts, end)), new) for start, end, new in cuts
    ), ""


def _cuts(change: Change, text: str) -> Iterator[tuple[int, int, str]]:
    """[start, end) of the file and what shall stand there."""
    block: Block = change.block
    for word in ("copied", "address"):
        if word in block.writing:
            raise _Cannot(word)
    old = block.text[change.start : change.end]
    if not change.sparing and (whole := _extent(block, change.start, change.end, text)):
        yield (*whole, _encode(block, change.text, text))
        return
    for start, end, new in _hunks(old, change.text):
        extent = _extent(block, change.start + start, change.start + end, text)
        if extent is None:
            raise _Cannot("broken")
        yield (*extent, _encode(block, new, text))


def _hunks(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """What differs between two texts, in whole commands and characters: [start, end) of the old and the new part."""
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    ends = [0]
    for token in a:
        ends.append(ends[-1] + len(token))
    for what, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if what != "equal":
            yield ends[i], ends[j], "".join(b[k:m])


def _extent(block: Block, start: int, end: int, text: str) -> tuple[int, int] | None:
    """Where the characters [start, end) of a block stand in the file; None unless they stand there in one piece."""
    if start == end:  # an insertion follows what is before it, but not into the marks at the beginning of a line
        if start == 0 or block.text[start - 1] == "\n":
            return (block.offset(start),) * 2
        after = _after(block, start - 1, text)
        return after, after
    places = [block.offset(at) for at in range(start, end)]
    stops = [_after(block, at, text) for at in range(start, end)]
    if places[1:] != stops[:-1] or _decode(block, text[places[0] : stops[-1]]) != block.text[start:end]:
        return None
    return places[0], stops[-1]


def _after(block: Block, at: int, text: str) -> int:
    """The offset in the file just after a character of the block."""
    offset = block.offset(at)
    pattern = _ESCAPES.get(block.writing[-1]) if block.writing else None
    escape = pattern.match(text, offset) if pattern else None
    return escape.end() if escape else offset + 1


# Only the outermost way of writing moves the places of characters; those of Markdown keep the length of the text.
_ESCAPES = {"json": _JSON_ESCAPE, "html": _ENTITY}


def _decode(block: Block, written: str) -> str | None:
    """The text that the characters of the file stand for; None where they are no such text."""
    for way in reversed(block.writing):
        if way == "json":
            try:
                written = json.loads(f'"{written}"')
            except ValueError:
                return None
        elif way == "html":
            from html import unescape  # a table of two thousand names, for few files

            written = unescape(written)
    return written


def _encode(block: Block, plain: str, text: str) -> str:
    for way in block.writing:
        plain = _ENCODERS[way](plain, text)
    return plain


def _table(plain: str, text: str) -> str:
    r"""A bar would end the cell; ``\|`` is a bar there, so a norm is spelled out."""
    return _BAR.sub(lambda m: r"\Vert " if len(m.group()) > 1 else r"\|", plain)


def _entities(plain: str, text: str) -> str:
    return plain.replace("<", "&lt;").replace(">", "&gt;")


def _html(plain: str, text: str) -> str:
    return _entities(plain.replace("&", "&amp;"), text)


def _json(plain: str, text: str) -> str:
    """Letters beyond ASCII are escaped where the whole file escapes them."""
    return json.dumps(plain, ensure_ascii=text.isascii())[1:-1]


_ENCODERS: dict[str, Callable[[str, str], str]] = {
    "table": _table,
    "entities": _entities,
    "html": _html,
    "json": _json,
}
