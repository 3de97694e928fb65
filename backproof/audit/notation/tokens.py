"""Raw tokens of a formula, with character offsets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from backproof.audit.notation.tables import COMBINING, SUBSCRIPTS, SUPERSCRIPTS, UNICODE
from backproof.lazy import pattern


class Token:
    """One token; `space` says whether blanks stand before it."""

    __slots__ = ("end", "kind", "space", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int, space: bool = False) -> None:
        self.kind, self.text, self.start, self.end, self.space = kind, text, start, end, space

    def __repr__(self) -> str:
        return f"{self.kind}:{self.text}@{self.start}"


_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RAW = pattern(
    rf"""
    (?P<begin>\\begin\s*\{{\s*[A-Za-z]+\*?\s*\}})
  | (?P<end>\\end\s*\{{\s*[A-Za-z]+\*?\s*\}})
  | (?P<esc>\\\\_)
  | (?P<row>\\\\(?:\*(?=\s*[\[\n]))?(?:\s*\[\s*-?[\d.]+\s*[a-z]{{2}}\s*\])?)
  | (?P<cmd>\\(?:operatorname|label|tag|hspace|vspace)\*|\\[A-Za-z]+)
  | (?P<sym>\\.)
  | (?P<percent>(?<=\d)%)
  | (?P<comment>%[^\n]*)
  | (?P<dots>\.\.+)
  | (?P<num>\d+(?:\.\d+)?(?:[eE][-+]?\d+(?![A-Za-z]))?|\.\d+)
  | (?P<run>[A-Za-z]+)
  | (?P<prime>'+)
  | (?P<op>:=|<=|>=|==|!=|=:|-->|->|=>|\|\|)
  | (?P<cjk>[{_CJK}]+(?:[，、]?[{_CJK}]+)*)
  | (?P<char>\S)
""",
    re.X | re.S,
)


def tokenize(latex: str) -> list[Token]:
    """Every non-blank character of the formula in exactly one token."""
    out: list[Token] = []
    last = 0
    for m in _RAW.finditer(latex):
        start, end = m.span()
        kind = m.lastgroup or "char"
        text = m.group()
        space = start > last
        last = end
        if kind == "cmd":
            out.append(Token(kind, text[1:], start, end, space))
        elif kind in ("begin", "end"):
            out.append(Token(kind, text[text.index("{") + 1 : -1].strip(), start, end, space))
        elif kind == "char" and text > "\x7f":
            out.extend(_unicode(text, start, end, space, out))
        elif kind == "sym":
            out.append(Token(kind, text[1:], start, end, space))
        else:
            out.append(Token("char" if kind == "op" else kind, text, start, end, space))
    return out


def _unicode(text: str, start: int, end: int, space: bool, before: list[Token]) -> Iterator[Token]:
    """The tokens a character outside ASCII stands for; a combining accent is put before its letter."""
    if text in SUBSCRIPTS or text in SUPERSCRIPTS:
        yield from _small(text, start, end, before)
    elif text in COMBINING and before and before[-1].kind in ("run", "cmd"):
        yield from _combining(text, end, before)
    elif text in "\u200b\u200c\u200d\u2060\ufeff\u2061\u2062\u2063\u2064":
        yield Token("invisible", text, start, end, space)
    else:
        plain = text if text in UNICODE else unicodedata.normalize("NFKC", text)
        if plain not in UNICODE and plain.isalpha():
            split = unicodedata.normalize("NFD", plain)
            if len(split) == 2 and split[1] in COMBINING and split[0].isascii():
                yield Token("cmd", COMBINING[split[1]], start, end, space)
                plain = split[0]
        yield _plain(UNICODE.get(plain, plain), start, end, space)


def _plain(name: str, start: int, end: int, space: bool) -> Token:
    if name == "''" or name == "'":
        return Token("prime", name, start, end, space)
    if len(name) > 1 and name.isascii() and name.isalpha():
        return Token("cmd", name, start, end, space)
    if name.isdigit() and name.isascii():
        return Token("num", name, start, end, space)
    return Token("run" if name.isalpha() else "char", name, start, end, space)


def _small(text: str, start: int, end: int, before: list[Token]) -> Iterator[Token]:
    """`x₁₂` reads as `x_{12}`: a run of small characters is one braced script."""
    table, sign = (SUBSCRIPTS, "_") if text in SUBSCRIPTS else (SUPERSCRIPTS, "^")
    plain = table[text]
    kind = "num" if plain.isdigit() else "run" if plain.isalpha() else "char"
    if before and before[-1].kind == "char" and before[-1].text == "}" and before[-1].start == start:
        before.pop()
        if kind == "num" and before[-1].kind == "num":
            plain, start = before[-1].text + plain, before.pop().start
        yield Token(kind, plain, start, end)
    else:
        yield Token("char", sign, start, start)
        yield Token("char", "{", start, start)
        yield Token(kind, plain, start, end)
    yield Token("char", "}", end, end)


def _combining(text: str, end: int, before: list[Token]) -> Iterator[Token]:
    last = before.pop()
    if last.kind == "run" and len(last.text) > 1:
        yield Token("run", last.text[:-1], last.start, last.end - 1, last.space)
        last = Token("run", last.text[-1], last.end - 1, last.end)
    yield Token("cmd", COMBINING[text], last.start, end, last.space)
    yield Token(last.kind, last.text, last.start, last.end)
