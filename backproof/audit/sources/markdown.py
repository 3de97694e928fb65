r"""Markdown to blocks: math in all its delimiters, environments, copied KaTeX, plain formulas."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import field
from types import MappingProxyType
from urllib.parse import unquote

from backproof.audit.sources.document import ADDRESSED, Block, Document, Segments, line_starts
from backproof.audit.sources.katex import copied_formulas
from backproof.audit.sources.macros import find_macros
from backproof.audit.sources.plain import plain_formulas
from backproof.lazy import pattern

from ..records import draft

ENVIRONMENTS = (
    "equation|align|aligned|alignat|gather|gathered|multline|eqnarray|flalign|split|array|cases|matrix|bmatrix|pmatrix|math|"
    "displaymath|IEEEeqnarray"
)
LONGEST = 50_000  # characters of a display formula; the reader takes fewer
_FENCE = pattern(r"^(\s*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}|~{3,})\s*\{?\s*([\w-]*)")
_QUOTE = pattern(r"^(?: {0,3}>[ \t]?)+")
_ATX = pattern(r"^ {0,3}(#{1,6})(?:[ \t]+|$|(?=[^#\s\d!]))(.*?)(?:[ \t]+#+)?[ \t]*$")
_NOTE_TO_US = pattern(rf"^\s*(?:#|%|//)\s*{ADDRESSED.pattern}")
_SETEXT = pattern(r"^ {0,3}(=+|-{2,})[ \t]*$")
_INLINE = pattern(
    rf"""
    (?P<escape>\\[`*_{{}}#+\-.!$>~|])
  | (?P<ticks>`+)
  | (?P<comment><!--)
  | (?P<raw><(?:code|pre|script|style|kbd)\b[^>]{{0,2000}}>)
  | (?P<url>\]\(\s*<?(?:(?:[^()\s]|\([^()\s]*+\))*+[^)]{{0,2000}}\)|[^)]{{0,2000}}\))|<?https?://[^\s<>，。）\u4e00-\u9fff]+)
  | (?P<display>\$\$)
  | (?P<tick_math>\$`)
  | (?P<dollar>\$)
  | (?P<square>\\\\?\[)
  | (?P<round>\\\\?\()
  | (?P<environment>\\begin\s*\{{(?P<name>(?:{ENVIRONMENTS})\*?)\}})
""",
    re.X,
)
_DRAWN = pattern(
    r"(?:codecogs\.com/[\w.]*(?:latex|gif|png|svg)\?|zhihu\.com/equation\?tex=|[?&](?:chl|math|tex|latex|from)=)(?P<tex>.+?)\)?$"
)
_URL = pattern(r"\]\([^)\s]*\)|https?://\S+")
_TAGS = {"code": "</code>", "pre": "</pre>", "script": "</script>", "style": "</style>", "kbd": "</kbd>"}
_MATH = pattern(r"[\\_^={}+*/<>]|^\s*\S\s*$")
_WORDS = pattern(r"[A-Za-z]{3,}\s+[A-Za-z]{2,}")
_MARKER = pattern(r"^\s*(?:[-*+]|\d+[.)、])\s+")
_DELIMITED = pattern(r"(\\(?:left|right|bigl?|bigr?|Bigl?|Bigr?)\s*)\\\\([{}|])")
_CHAPTER = pattern(r"(?:[一二三四五六七八九十]+[.、．]|第.{1,3}[章节部])")
_FRONT = pattern(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|$)")
_BOLD = pattern(r"\*\*[^*]+\*\*")
_LETTER = pattern(r"[A-Za-z\u4e00-\u9fff]")
_UNTITLED = pattern(r"[=$\\|<>{}。，；！？、…,;!?:：]|\w{3}\.$|[│├─┌└→]|[为了是的]$")
_OPENING = pattern(rf"\s*(\$\$|\\\\?\[|\\begin\s*\{{((?:{ENVIRONMENTS})\*?)\}})")
_TEXT = pattern(r"\\(?:text|mbox|textbf|intertext|label)\s*\{[^}]*\}")
_HEADED = pattern(r"^[ \t>]*(?:#{1,6} |[-*] .*[\u4e00-\u9fff])", re.M)
_SENTENCE = pattern(r"[\u4e00-\u9fff][^\n]{0,40}。|[A-Za-z\u4e00-\u9fff ,]{60}")
_CHINESE = pattern(r"[\u4e00-\u9fff]{4}")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}


@draft
class _Part:
    """A run of lines without quote marks: `text` and its map to the document."""

    text: str
    map: list[tuple[int, int]]
    number: int
    table: bool = False

    def between(self, start: int, end: int) -> list[tuple[int, int]]:
        """The entries of the map that lie inside (start, end)."""
        first = bisect_right(self.map, start, key=lambda segment: segment[0])
        last = bisect_left(self.map, end, key=lambda segment: segment[0])
        return self.map[first:last]

    def offset(self, at: int) -> int:
        index = bisect_right(self.map, at, key=lambda segment: segment[0]) - 1
        mine, theirs = self.map[max(index, 0)]
        return theirs + at - mine


@draft
class _Scan:
    """What is known while the lines are read."""

    text: str
    lines: tuple[int, ...]
    blocks: list[Block] = field(default_factory=list)
    plain: bool = False
    parts: list[tuple[str, int]] = field(default_factory=list)  # lines of the open paragraph: (text, offset)
    marks: int = 0  # how often `$$` stands in them
    number: int = 0


def parse(text: str, path: str) -> Document:
    """The document of a Markdown (or plain) text."""
    scan = _Scan(text, line_starts(text), plain=path.lower().endswith(".txt"))
    start = _front_matter(scan)
    _read_lines(scan, start)
    return Document(path, text, tuple(scan.blocks), MappingProxyType(find_macros(text)))


def inline_blocks(text: str, segments: Segments, document: str, lines: tuple[int, ...], number: int) -> list[Block]:
    """Formulas and prose of one paragraph whose text `segments` map to the document."""
    scan = _Scan(document, lines, number=number)
    _inline(scan, _Part(text, list(segments), number))
    return scan.blocks


# ---- lines
def _front_matter(scan: _Scan) -> int:
    m = _FRONT.match(scan.text)
    if not m or ":" not in m.group():
        return 0
    _add(scan, "code", m.group(), [(0, 0)])
    return m.end()


def _read_lines(scan: _Scan, start: int) -> None:
    text = scan.text
    at = start
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        quote = _QUOTE.match(line)
        skip = quote.end() if quote else 0
        at = _read_line(scan, line[skip:], at + skip, end)
    _flush(scan)


def _read_line(scan: _Scan, line: str, at: int, end: int) -> int:
    """One line; returns where the next begins."""
    fence = _FENCE.match(line)
    if fence and not line[fence.end(2) :].strip().endswith(fence.group(2)[0] * 3):
        return _fenced(scan, fence, at, end)
    marker = _MARKER.match(line)
    item = marker.end() if marker else 0
    opener = _open_display(scan, line[item:], at + item, line[:item] if marker else None)
    if opener:
        return opener
    if not line.strip():
        _flush(scan)
        return end + 1
    if scan.plain and _NOTE_TO_US.match(line):
        _flush(scan)
        _add(scan, "comment", line.strip(), [(0, at + len(line) - len(line.lstrip()))])
        return end + 1
    heading = _ATX.match(line)
    if heading and _plain_heading(heading):
        _flush(scan)
        _heading(scan, heading.group(2), at + heading.start(2), len(heading.group(1)))
    elif _SETEXT.match(line) and len(scan.parts) == 1 and "|" not in scan.parts[0][0]:
        title, where = scan.parts.pop()
        scan.marks = 0
        _heading(scan, title.strip(), where + len(title) - len(title.lstrip()), 1 if "=" in line else 2)
    else:
        if marker or line.lstrip().startswith("|"):
            _flush(scan)
        scan.parts.append((line, at))
        scan.marks += line.count("$$")
        if line.lstrip().startswith("|"):
            _flush(scan)
    return end + 1


def _is_title(scan: _Scan, line: str) -> bool:
    """A line of its own that is a title: bold in Markdown, short and without punctuation in plain text."""
    if _BOLD.fullmatch(line):
        return len(line) < 60
    if not scan.plain or len(line) > 40 or not _LETTER.search(line):
        return False
    return not _UNTITLED.search(line)


def _plain_heading(heading: re.Match[str]) -> bool:
    """`#include` and hashtags with digits are no headings; `#标题` without a blank is one."""
    tight = heading.start(2) == heading.end(1)
    return not (tight and heading.group(2)[:1].isascii())


def _fenced(scan: _Scan, fence: re.Match[str], at: int, end: int) -> int:
    """A code fence; ```math is a formula."""
    _flush(scan)
    mark = fence.group(2)
    close = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$", re.M).search(scan.text, end)
    inner_start, inner_end = min(end + 1, len(scan.text)), close.start() if close else len(scan.text)
    after = scan.text.find("\n", close.end()) if close else len(scan.text)
    if fence.group(3) in ("math", "latex-math"):
        part = _unquoted(scan, inner_start, inner_end)
        _formula(scan, part, 0, len(part.text), display=True)
    else:
        _add(scan, "code", scan.text[inner_start:inner_end], [(0, inner_start)])
    return len(scan.text) if after < 0 else after + 1


def _open_display(scan: _Scan, line: str, at: int, item: str | None) -> int:
    """A line that opens `$$`, `\\[` or an environment which ends on a later line: read as one piece. `item` is the mark of a
    list's item before it."""
    m = _OPENING.match(line)
    if not m:
        return 0
    close = {"$$": "$$", "\\[": "\\]", "\\\\[": "\\\\]"}.get(m.group(1), f"\\end{{{m.group(2)}}}")
    if m.group(1) == "$$" and scan.marks % 2:
        return 0  # it closes what a line of the open paragraph has opened
    begin = at + m.end(1)
    found = scan.text.find(close, begin, begin + LONGEST)
    if found < 0 or "\n" not in scan.text[begin:found] or scan.text.count("\n", begin, found) > 200:
        return 0
    if "```" in scan.text[begin:found] or (close == "$$" and not scan.text[begin:found].strip()):
        return 0
    if _is_prose(scan.text[begin:found]) or _between(scan.text[begin:found]):
        return 0
    if item is not None and _next_item(scan.text[begin:found], item):
        return 0
    _flush(scan)
    environment = m.group(2) is not None
    stop = found + len(close)
    part = _unquoted(scan, at + m.start(1) if environment else begin, stop if environment else found)
    _formula(scan, part, 0, len(part.text), display=True)
    line_end = scan.text.find("\n", stop)
    line_end = len(scan.text) if line_end < 0 else line_end
    if scan.text[stop:line_end].strip():
        return _read_line(scan, scan.text[stop:line_end], stop, line_end)
    return line_end + 1


def _between(content: str) -> bool:
    """Words and an empty line between the mark that closes one display and the one that opens the next."""
    bare = re.sub(r"^[ \t>]+", "", content, flags=re.M)
    return "\n\n" in bare.replace("\r", "") and not re.search(r"[\\^_=+\d]", bare)


def _next_item(content: str, item: str) -> bool:
    """Whether a further item of the list begins: a line with a mark that stands no deeper than this one."""
    bare = (_QUOTE.sub("", line) for line in content.split("\n")[1:])
    marks = (m.group() for line in bare if (m := _MARKER.match(line)))
    return any(len(m) - len(m.lstrip()) <= len(item) - len(item.lstrip()) for m in marks)


def _is_prose(content: str) -> bool:
    """Text between two formulas whose marks were paired wrongly: headings, sentences, inline formulas."""
    bare = _TEXT.sub("", content)
    if _HEADED.search(bare):
        return True
    sentence = _SENTENCE.search(bare)
    return bool(sentence) or (bare.count("$") > 1 and bool(_CHINESE.search(bare)))


def _unquoted(scan: _Scan, start: int, end: int) -> _Part:
    """The text of [start, end) without quote marks at line starts."""
    pieces: list[str] = []
    segments: list[tuple[int, int]] = []
    size, at = 0, start
    while at < end:
        stop = scan.text.find("\n", at, end)
        stop = end if stop < 0 else stop + 1
        first = scan.text[at - 1 : at] in ("", "\n")
        quote = _QUOTE.match(scan.text[at:stop]) if first else None
        begin = at + (quote.end() if quote else 0)
        segments.append((size, begin))
        pieces.append(scan.text[begin:stop])
        size += stop - begin
        at = stop
    return _Part("".join(pieces), segments or [(0, start)], scan.number)


# ---- paragraphs
def _flush(scan: _Scan) -> None:
    """The open paragraph becomes blocks."""
    if not scan.parts:
        return
    if len(scan.parts) == 1 and _is_title(scan, scan.parts[0][0].strip()):
        line, at = scan.parts.pop()
        scan.marks = 0
        title = line.strip().strip("*").strip()
        _heading(scan, title, at + line.index(title), 1 if _CHAPTER.match(title) else 2 if scan.plain else 6)
        return
    text, segments = "", []
    for line, at in scan.parts:
        segments.append((len(text), at))
        text += line + "\n"
    table = scan.parts[0][0].lstrip().startswith("|")
    scan.parts.clear()
    scan.marks = 0
    part = _Part(text[:-1], segments, scan.number, table)
    _inline(scan, part)
    scan.number += 1


def _heading(scan: _Scan, title: str, at: int, level: int) -> None:
    _add(scan, "heading", title.strip(), [(0, at)], level=level)
    if "$" in title or "\\(" in title:
        _inline(scan, _Part(title, [(0, at)], scan.number), prose=False)
    scan.number += 1


def _inline(scan: _Scan, part: _Part, prose: bool = True) -> None:
    """Formulas, code and the prose between them."""
    text, at, last = part.text, 0, 0
    while True:
        m = _INLINE.search(text, at)
        if not m:
            break
        kind = m.lastgroup if m.lastgroup != "name" else "environment"
        span = _FINDERS[str(kind)](text, m)
        if span is None:
            at = m.end()
            continue
        outer, inner, found = span
        if kind == "url" and "?" in m.group():
            last = _image(scan, part, m, last)
        if found != "skip":
            if prose:
                _prose(scan, part, last, outer[0])
            if found in ("code", "comment"):
                _add_part(scan, found, part, *inner)
            else:
                _formula(scan, part, *inner, display=found == "display")
            last = outer[1]
        at = outer[1]
    if prose:
        _prose(scan, part, last, len(text))


def _image(scan: _Scan, part: _Part, m: re.Match[str], last: int) -> int:
    """`![](https://…/svg.latex?y=x)`: the formula in an address; returns where prose goes on."""
    image = _DRAWN.search(m.group())
    if not image:
        return last
    start = m.start() + image.start("tex")
    pieces: list[str] = []
    segments: list[tuple[int, int]] = []
    size = 0
    # where blanks or signs are written in code, a bare + is the other one of the two
    plus = "+" if "&space;" in image["tex"] or not re.search(r"%2B|tex=", m.group(), re.IGNORECASE) else " "
    for piece in re.finditer(r"(?:%[89A-Fa-f][0-9A-Fa-f])+|%[0-7][0-9A-Fa-f]|&space;|[^%&]+|[%&]", image["tex"]):
        plain = " " if piece.group() == "&space;" else unquote(piece.group().replace("+", plus))
        segments.append((size, part.offset(start + piece.start())))
        pieces.append(plain)
        size += len(plain)
    opening = part.text.rfind("![", last, m.start())
    _prose(scan, part, last, opening if opening >= 0 else m.start())
    text = "".join(pieces).rstrip()
    if text:
        _add(scan, "formula", text, segments, display=True, paragraph=part.number, writing=("address",))
    return m.end()


_Span = tuple[tuple[int, int], tuple[int, int], str]


def _skip(text: str, m: re.Match[str]) -> _Span | None:
    return (m.span(), m.span(), "skip")


def _ticks(text: str, m: re.Match[str]) -> _Span | None:
    close = re.compile(rf"(?<!`){m.group()}(?!`)").search(text, m.end())
    return ((m.start(), close.end()), (m.end(), close.start()), "code") if close else None


def _comment(text: str, m: re.Match[str]) -> _Span | None:
    close = text.find("-->", m.end())
    end = close + 3 if close >= 0 else len(text)
    kind = "comment" if ADDRESSED.search(text, m.end(), end) else "code"
    return ((m.start(), end), (m.start(), end), kind)


def _raw(text: str, m: re.Match[str]) -> _Span | None:
    tag = re.match(r"<(\w+)", m.group())
    closing = _TAGS[tag.group(1).lower()] if tag else ""
    close = text.find(closing, m.end())
    return ((m.start(), close + len(closing)), (m.end(), close), "code") if close >= 0 else None


def _display(text: str, m: re.Match[str]) -> _Span | None:
    close = _unescaped(text, "$$", m.end())
    if close < 0 or not text[m.end() : close].strip() or _is_prose(text[m.end() : close]):
        return None
    return ((m.start(), close + 2), (m.end(), close), "display")


def _tick_math(text: str, m: re.Match[str]) -> _Span | None:
    close = text.find("`$", m.end())
    return ((m.start(), close + 2), (m.end(), close), "inline") if close > m.end() else None


def _dollar(text: str, m: re.Match[str]) -> _Span | None:
    close = _unescaped(text, "$", m.end())
    if close < 0 or not _is_math(text, m.end(), close):
        return None
    return ((m.start(), close + 1), (m.end(), close), "inline")


def _is_math(text: str, start: int, end: int) -> bool:
    """As against money and shell variables: `$5 and $10`, `$HOME/bin:$PATH`."""
    content, after = text[start:end], text[end + 1 : end + 2]
    if not content.strip() or content.count("\n") > 6 or len(content) > 3000:
        return False
    spaced = content[0].isspace() or content[-1].isspace()
    mathy = bool(_MATH.search(content)) or not content.isascii()
    if "\\" in content or re.search(r"[_^]\{?\w", content):
        return not (spaced and _WORDS.search(re.sub(r"\\\w+\s*\{[^}]*\}|\\\w+", "", content)) and content[0].isdigit())
    if after.isdigit() or (after.isascii() and after.isalpha() and not spaced):
        return False
    if _CHINESE.search(content) or _WORDS.search(content):
        return False
    return mathy if spaced else mathy or len(content) < 60


def _bracketed(text: str, m: re.Match[str]) -> _Span | None:
    closing = {"[": "]", "(": ")"}[m.group()[-1]]
    close = text.find(m.group()[:-1] + closing, m.end(), m.end() + LONGEST)
    if close < 0 or not re.search(r"[\\_^=]", text[m.end() : close]):
        return None
    kind = "display" if closing == "]" else "inline"
    return ((m.start(), close + len(m.group())), (m.end(), close), kind)


def _environment(text: str, m: re.Match[str]) -> _Span | None:
    closing = f"\\end{{{m.group('name')}}}"
    close = text.find(closing, m.end(), m.end() + LONGEST)
    if close < 0:
        return None
    span = (m.start(), close + len(closing))
    return (span, span, "display")


_FINDERS = {
    "escape": _skip,
    "url": _skip,
    "ticks": _ticks,
    "comment": _comment,
    "raw": _raw,
    "display": _display,
    "tick_math": _tick_math,
    "dollar": _dollar,
    "square": _bracketed,
    "round": _bracketed,
    "environment": _environment,
}


def _unescaped(text: str, mark: str, at: int) -> int:
    """The next `mark` that no backslash escapes."""
    while True:
        at = text.find(mark, at)
        if at < 0:
            return -1
        before = at
        while before and text[before - 1] == "\\":
            before -= 1
        if (at - before) % 2 == 0:
            return at
        at += 1


# ---- blocks
def _prose(scan: _Scan, part: _Part, start: int, end: int) -> None:
    """Prose, in it copied KaTeX and plain formulas."""
    at = start
    while at < end:
        stop = part.text.find("\n", at, end)
        stop = end if stop < 0 else stop + 1
        at = _prose_line(scan, part, at, stop)


def _prose_line(scan: _Scan, part: _Part, start: int, end: int) -> int:
    line = part.text[start:end]
    found = [(c.first, c.last, c.start, c.end) for c in copied_formulas(line)]
    if not found and "=" in line:
        found = [(a, b, a, b) for a, b in plain_formulas(_URL.sub(lambda m: " " * len(m.group()), line))]
    last = 0
    for first, after, begin, stop in found:
        _add_prose(scan, part, start + last, start + first)
        _formula(scan, part, start + begin, start + stop, display=False, copied=(first, after) != (begin, stop))
        last = after
    _add_prose(scan, part, start + last, end)
    return end


def _add_prose(scan: _Scan, part: _Part, start: int, end: int) -> None:
    text = part.text[start:end]
    if text.strip():
        start += len(text) - len(text.lstrip())
        end -= len(text) - len(text.rstrip())
        _add_part(scan, "prose", part, start, end)


def _formula(scan: _Scan, part: _Part, start: int, end: int, display: bool, copied: bool = False) -> None:
    text = part.text[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    if start < end:
        _add_part(scan, "formula", part, start, end, display, ("copied",) if copied else ())


def _add_part(
    scan: _Scan,
    kind: str,
    part: _Part,
    start: int,
    end: int,
    display: bool = False,
    writing: tuple[str, ...] = (),
) -> None:
    text = part.text[start:end]
    inside = [(mine - start, theirs) for mine, theirs in part.between(start, end)]
    if kind == "formula":
        writing = (
            *writing,
            *(("entities",) if any(e in text for e in _ENTITIES) else ()),
            *(("table",) if part.table else ()),
        )
        text = _plain_escapes(text, part.table)
    places = [(0, part.offset(start)), *inside]
    _add(scan, kind, text, places, display=display, paragraph=part.number, writing=writing)


def _plain_escapes(text: str, table: bool) -> str:
    """Escapes that Markdown and HTML demand, replaced by text of the same length."""
    if "\\\\" in text:
        text = _DELIMITED.sub(lambda m: m.group(1) + " \\" + m.group(2), text)
    if table and "\\|" in text:
        text = text.replace("\\|", " |")
    for entity, plain in _ENTITIES.items():
        if entity in text:
            text = text.replace(entity, plain + " " * (len(entity) - 1))
    return text


def _add(
    scan: _Scan,
    kind: str,
    text: str,
    segments: list[tuple[int, int]],
    level: int = 0,
    display: bool = False,
    paragraph: int = -1,
    writing: tuple[str, ...] = (),
) -> None:
    mapped: Segments = tuple(segments)
    mine, theirs = mapped[-1]
    end = theirs + len(text) - mine
    number = scan.number if paragraph < 0 else paragraph
    scan.blocks.append(Block(kind, text, level, display, mapped[0][1], end, mapped, number, writing, scan.lines))
