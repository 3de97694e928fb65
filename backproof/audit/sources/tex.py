"""LaTeX files to blocks."""

from __future__ import annotations

import re
from types import MappingProxyType

from backproof.audit.sources.document import ADDRESSED, Block, Document, line_starts
from backproof.audit.sources.inputs import gathered
from backproof.audit.sources.macros import find_macros
from backproof.audit.sources.markdown import ENVIRONMENTS, LONGEST
from backproof.lazy import pattern

_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_VERBATIM = "verbatim|lstlisting|minted|tikzpicture|comment|algorithmic|figure"
_TOKEN = pattern(
    rf"""
    (?P<escape>\\[$%\\])
  | (?P<comment>%[^\n]*)
  | (?P<verb>\\verb\*?(?P<bar>[^A-Za-z\s*])[^\n]*?(?P=bar))
  | (?P<code>\\begin\{{(?P<codename>(?:{_VERBATIM})\*?)\}})
  | (?P<heading>\\(?P<level>{"|".join(_LEVELS)})\*?\s*(?:\[[^\]]*\])?\{{)
  | (?P<environment>\\begin\s*\{{(?P<name>(?:{ENVIRONMENTS})\*?)\}})
  | (?P<display>\$\$|\\\[)
  | (?P<inline>\$|\\\()
""",
    re.X,
)
_CLOSING = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}


def parse(text: str, path: str) -> Document:
    """The document of a LaTeX text: its body, or all of it where there is no `document` environment.

    Macros are those of the text and of the files beside `path` that it names.
    """
    begin = text.find("\\begin{document}")
    end = text.rfind("\\end{document}")
    start = begin + len("\\begin{document}") if begin >= 0 else 0
    blocks = _blocks(text, start, end if end > start else len(text))
    others, gaps = gathered(text, path)
    return Document(path, text, tuple(blocks), MappingProxyType({**others, **find_macros(text)}), gaps=gaps)


def _blocks(text: str, start: int, stop: int) -> list[Block]:
    lines = line_starts(text)
    out: list[Block] = []
    at = last = start
    while True:
        m = _TOKEN.search(text, at, stop)
        if not m:
            break
        found = _found(text, m, stop)
        if found is None:
            at = m.end()
            continue
        kind, (first, after), outer_end = found
        _prose(out, text, last, m.start(), lines)
        if kind == "drop" and ADDRESSED.search(m.group()):
            out.append(_block("comment", text, m.start(), outer_end, lines, 0, False, len(out)))
        elif kind != "drop":
            level = _LEVELS[m["level"]] if kind == "heading" else 0
            display = m.lastgroup in ("display", "name", "environment")
            out.append(_block(kind, text, first, after, lines, level, display, len(out)))
        at = last = outer_end
    _prose(out, text, last, stop, lines)
    return out


def _found(text: str, m: re.Match[str], stop: int) -> tuple[str, tuple[int, int], int] | None:
    """(kind, inner span, end) of what a token begins; None for a plain escape."""
    if m["escape"]:
        return None
    if m["comment"] or m["verb"]:
        return "drop" if m["comment"] else "code", m.span(), m.end()
    if m["heading"]:
        close = _brace(text, m.end())
        return ("heading", (m.end(), close), close + 1) if close >= 0 else None
    name = m["codename"] or m["name"]
    if not m["codename"]:
        stop = min(stop, m.end() + LONGEST)
    if name:
        closing = f"\\end{{{name}}}"
        close = text.find(closing, m.end(), stop)
        end = close + len(closing)
        return None if close < 0 else ("code" if m["codename"] else "formula", (m.start(), end), end)
    closing = _CLOSING[m.group()]
    close = m.end()
    while (close := text.find(closing, close, stop)) >= 0 and text[close - 1] == "\\" and closing[0] == "$":
        close += 1
    if close < 0 or "\n\n" in text[m.end() : close]:
        return None
    return "formula", (m.end(), close), close + len(closing)


def _brace(text: str, at: int) -> int:
    depth = 1
    for i in range(at, min(len(text), at + 500)):
        if text[i] in "{}" and text[i - 1] != "\\":
            depth += 1 if text[i] == "{" else -1
            if depth == 0:
                return i
    return -1


def _block(
    kind: str, text: str, start: int, end: int, lines: tuple[int, ...], level: int, display: bool, number: int
) -> Block:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Block(kind, text[start:end], level, display, start, end, ((0, start),), number, (), lines)


def _prose(out: list[Block], text: str, start: int, end: int, lines: tuple[int, ...]) -> None:
    if text[start:end].strip():
        out.append(_block("prose", text, start, end, lines, 0, False, len(out)))
