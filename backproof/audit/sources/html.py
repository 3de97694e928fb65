r"""HTML to blocks: the LaTeX that KaTeX and MathJax keep, and `$…$`, `\(…\)` in the text."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from types import MappingProxyType

from backproof.audit.sources.document import ADDRESSED, Block, Document, line_starts
from backproof.audit.sources.macros import find_macros
from backproof.audit.sources.markdown import inline_blocks

_BLOCKS = frozenset(
    [
        "p",
        "div",
        "li",
        "td",
        "th",
        "tr",
        "table",
        "ul",
        "ol",
        "section",
        "article",
        "blockquote",
        "br",
        "hr",
        "dd",
        "dt",
        "figure",
        "figcaption",
        "body",
        "main",
    ]
)
_HIDDEN = frozenset(("style", "noscript", "template", "svg", "title", "textarea", "button", "nav"))
_VOID = frozenset(
    ["br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr"]
)
_RENDERED = ("katex-html", "MathJax", "mjx-", "MathJax_SVG", "MathJax_Preview")


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.source, self.starts = text, line_starts(text)
        self.blocks: list[Block] = []
        self.stack: list[tuple[str, str]] = []  # open elements and what their text is
        self.text, self.segments = "", list[tuple[int, int]]()
        self.number = 0
        self.drawn = False  # whether MathJax has drawn formulas into the page

    # ---- elements
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS or _heading(tag):
            self.flush()
        if tag not in _VOID:
            self.stack.append((tag, self.role(tag, values)))

    def role(self, tag: str, values: dict[str, str]) -> str:
        """What the text of an element is: text, hidden, code, formula, display."""
        above = self.stack[-1][1] if self.stack else "text"
        if tag == "script":
            kind = values.get("type", "")
            return "hidden" if "math/tex" not in kind else "display" if "mode=display" in kind else "formula"
        if tag == "annotation" and "tex" in values.get("encoding", ""):
            return "display" if any("katex-display" in t for t, _ in self.stack) else "formula"
        self.drawn |= "MathJax" in values.get("class", "")
        if tag in _HIDDEN or tag == "math" or any(mark in values.get("class", "") for mark in _RENDERED):
            return "hidden"
        if tag in ("code", "pre", "kbd") and above == "text":
            return "code"
        return above

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _ in self.stack]
        if tag in names:
            while self.stack:
                name, role = self.stack[-1]
                if role in ("code", "formula", "display") or _heading(name):
                    self.flush()
                self.stack.pop()
                if name == tag:
                    break
        if tag in _BLOCKS:
            self.flush()

    def handle_comment(self, data: str) -> None:
        if ADDRESSED.search(data):
            start = self.here()
            end = start + len(f"<!--{data}-->")
            text = self.source[start:end]
            self.blocks.append(
                Block("comment", text, 0, False, start, end, ((0, start),), self.number, (), self.starts)
            )

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """`<![if …]>`; what is none (`<![!--`) is text, where the library would raise."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return -1

    def here(self) -> int:
        """Where in the page the library stands."""
        line, column = self.getpos()
        return self.starts[line - 1] + column

    # ---- text
    def handle_data(self, data: str) -> None:
        self.add(data, data)

    def handle_entityref(self, name: str) -> None:
        self.add_entity(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self.add_entity(f"&#{name}")

    def add_entity(self, written: str) -> None:
        """With its semicolon, where the page has one."""
        end = self.here() + len(written)
        written += ";" * (self.source[end : end + 1] == ";")
        self.add(unescape(written), written)

    def add(self, plain: str, written: str) -> None:
        role = self.stack[-1][1] if self.stack else "text"
        if role == "hidden":
            return
        if self.text and role != self.current:
            self.flush()
        self.current = role
        start = self.here()
        if self.segments:  # after declarations that never end the library loses its place
            mine, theirs = self.segments[-1]
            start = max(start, theirs + len(self.text) - mine)
        start = min(start, len(self.source) - len(written))
        self.segments.append((len(self.text), start))
        self.text += plain
        if plain != written:  # what follows stands after the whole entity
            self.segments.append((len(self.text), start + len(written)))

    current = "text"

    def flush(self) -> None:
        """The text gathered so far becomes blocks."""
        text, segments, role = self.text, tuple(self.segments), self.current
        self.text, self.segments = "", []
        if not text.strip():
            return
        heading = next((name for name, _ in reversed(self.stack) if _heading(name)), "")
        if role == "text" and not heading:
            found = inline_blocks(text, segments, self.source, self.starts, self.number)
            self.blocks += (replace(block, writing=(*block.writing, "html")) for block in found)
            self.number += 1
        else:
            kind = {"text": "heading", "display": "formula"}.get(role, role)
            level = int(heading[1]) if kind == "heading" else 0
            self.blocks.append(self.block(kind, text, segments, level, role == "display"))

    def block(self, kind: str, text: str, segments: tuple[tuple[int, int], ...], level: int, display: bool) -> Block:
        lead = len(text) - len(text.lstrip())
        inner = text.strip()
        first = max(i for i, (mine, _) in enumerate(segments) if mine <= lead)
        mine, theirs = segments[first]
        moved = (
            (0, theirs + lead - mine),
            *((m - lead, t) for m, t in segments[first + 1 :] if m - lead < len(inner)),
        )
        end = moved[-1][1] + len(inner) - moved[-1][0]
        writing = () if self.raw() else ("html", "copied") if kind == "formula" else ("html",)
        return Block(kind, inner, level, display, moved[0][1], end, moved, self.number, writing, self.starts)

    def raw(self) -> bool:
        """Within a script, whose text knows no entities, of a page that does not hold the formula drawn as well."""
        return bool(self.stack) and self.stack[-1][0] == "script" and not self.drawn


def _heading(tag: str) -> bool:
    return len(tag) == 2 and tag[0] == "h" and tag[1] in "123456"


def _whole(text: str) -> tuple[str, str]:
    """The text up to its last tag, and what follows. A comment that never ends hides the rest, as in browsers."""
    comment = text.find("<!--", max(text.rfind("-->"), 0))
    text = text if comment < 0 else text[:comment]
    last = text.rfind(">") + 1
    return text[:last], text[last:]


def parse(text: str, path: str) -> Document:
    """The document of an HTML page; what is only a rendering of a formula is passed over."""
    reader = _Reader(text)
    whole, rest = _whole(text)
    reader.feed(whole)
    reader.close()
    if rest:
        reader.handle_data(rest)
    reader.flush()
    return Document(path, text, tuple(reader.blocks), MappingProxyType(find_macros(text)))
