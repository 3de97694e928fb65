"""Prose as sentences that a pattern can search: formulas and code words in their place, every character traced to the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from itertools import pairwise

from backproof.lazy import pattern

from ...document import Note
from ...findings import Span
from ...records import draft, entity
from ...sources.chinese import cjk
from ...sources.document import Block

# one character for one character, so that places survive
WIDTH = {0xFF01 + i: 0x21 + i for i in range(94)} | {
    ord("，"): ",",
    ord("："): ":",
    ord("；"): ";",
    ord("　"): " ",
    ord("−"): "-",
}
_FONTS = pattern(
    r"\\(?:mathbf|mathrm|mathit|mathsf|mathcal|boldsymbol|bm|text|textbf|operatorname\*?|displaystyle|left|right)(?![a-zA-Z])\s*(?:(\{)[^{}]*(\}))?"
)
_MARKS = pattern(r"\*\*|`")
_END = pattern(
    r"[。！？!?;；\n]|(?<!\be\.g)(?<!\bi\.e)(?<!\beq)(?<!\bfig)(?<!\bvs)(?<!\bal)(?<!\bresp)\.(?=\s|$|[\u3400-\u9fff])"
)
_CLAUSE = pattern(r"[,:、()]|\bbut\b|\bwhile\b|而是")
_DRAWN = pattern(r"^\s*(?:[│├└┌┬┤┘┐─→|↓>\-*•]|\d+[.)、])|\t|[✓✗✔✘]")
_TITLE = 40
LONGEST = 800  # characters of a sentence; no one writes longer ones, and searching them takes the square


@draft
class Passage:
    """A paragraph: its text in small letters, and for each character the block and the offset that it comes from."""

    text: str
    origin: list[tuple[Block, int]]
    section: int
    titles: str
    formulas: list[tuple[int, Block]] = field(default_factory=list)
    before: Passage | None = None
    after: Passage | None = None

    def span(self, start: int, end: int) -> Span:
        """The place in the file of a part of the text."""
        first, last = self.origin[start], self.origin[max(end - 1, start)]
        return Span(*first[0].position(first[1]), *last[0].end_position(last[1] + 1))

    def source(self, start: int, end: int) -> str:
        """A part of the text as it was written, without marks and fonts."""
        return "".join(block.text[at] for block, at in self.origin[start:end]).strip()

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        cuts = [0, *(m.end() for m in _END.finditer(self.text)), len(self.text)]
        pieces = [(at, min(at + LONGEST, b)) for a, b in pairwise(cuts) for at in range(a, b, LONGEST)]
        return tuple(Sentence(self, a, b) for a, b in pieces if self.text[a:b].strip())

    @property
    def surroundings(self) -> str:
        """The titles above, the paragraph before, and this one."""
        return "\n".join((self.titles, self.before.text if self.before else "", self.text))


@entity
class Sentence:
    """A sentence of a passage at ``[start, end)``."""

    passage: Passage
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]

    @property
    def previous(self) -> str:
        """The sentence before, in this passage."""
        rest = [s.text for s in self.passage.sentences if s.end <= self.start]
        return rest[-1] if rest else ""

    def clause(self, start: int, end: int) -> str:
        """What stands between the commas around a part of the sentence."""
        text = self.text
        begin = max((m.end() for m in _CLAUSE.finditer(text, 0, start)), default=0)
        after = _CLAUSE.search(text, end)
        return text[begin : after.start() if after else len(text)]

    def last_clause(self, start: int, end: int) -> str:
        """The clause in which a part ends: that is where a claim of several clauses says its point."""
        inside = [m.end() for m in _CLAUSE.finditer(self.text, start, end)]
        return self.clause(inside[-1] if inside else start, end)

    def span(self, start: int, end: int) -> Span:
        return self.passage.span(self.start + start, self.start + end)

    def quote(self, start: int, end: int) -> str:
        return self.passage.source(self.start + start, self.start + end)


def passages(note: Note) -> list[Passage]:
    """The paragraphs of a note in order; a line that is short and no sentence counts as a title of what follows."""
    out: list[Passage] = []
    section, titles = 0, [""]
    for group in _groups(note):
        if group[0].kind == "heading":
            section += 1
            titles = [*titles[-2:], group[0].text.casefold()]
            continue
        passage = _passage(group, section, "\n".join(titles[-3:]))
        if passage.text and len(passage.text) < _TITLE and not re.search(r"[,。;!?=\[\]→✓✗]|\.\s", passage.text):
            titles = [*titles[-2:], passage.text]
        if out:
            passage.before, out[-1].after = out[-1], passage
        out.append(passage)
    return out


def _groups(note: Note) -> Iterator[list[Block]]:
    """Blocks of one paragraph together; headings alone, code of several lines not at all."""
    group: list[Block] = []
    for block in note.document.blocks:
        if block.kind == "comment" or (block.kind == "code" and "\n" in block.text.strip()):
            continue
        apart = block.kind == "heading"
        if group and (apart or block.paragraph != group[0].paragraph or group[0].kind == "heading"):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _passage(group: list[Block], section: int, titles: str) -> Passage:
    text: list[str] = []
    origin: list[tuple[Block, int]] = []
    formulas: list[tuple[int, Block]] = []

    def put(char: str, block: Block, at: int) -> None:
        if char == " " and (not text or text[-1] == " " or cjk(text[-1])):
            return
        if text and text[-1] == " " and cjk(char):
            text.pop(), origin.pop()
        text.append(char)
        origin.append((block, at))

    for block in group:
        if text and block.text:
            put("\n" if _parted(text, block) else " ", block, 0)
        if block.kind == "formula":
            formulas.append((len(text), block))
        if not block.display:
            for char, at in _characters(block):
                put(char, block, at)
    return Passage("".join(text), origin, section, titles, formulas)


def _parted(text: list[str], block: Block) -> bool:
    """Whether a block begins a line of its own: rows of tables and drawings do, lines that were only wrapped do not."""
    line = "".join(text[-200:]).rpartition("\n")[2]
    begins = block.map and block.position(0)[1] <= 12 and block.kind == "prose" and block.position(0)[0] > 1
    return bool(begins and (_DRAWN.search(block.text) or _DRAWN.search(line)))


def _around(m: re.Match[str]) -> Iterator[int]:
    """The places of a match, without what stands in its braces."""
    if m.re.groups and m.start(1) >= 0:
        yield from (*range(m.start(), m.end(1)), m.start(2))
    else:
        yield from range(*m.span())


def _characters(block: Block) -> Iterator[tuple[str, int]]:
    """The characters of a block, small and of one width, without marks of emphasis and fonts."""
    skip = _FONTS if block.kind == "formula" else _MARKS
    dropped = {at for m in skip.finditer(block.text) for at in _around(m)}
    for at, char in enumerate(block.text):
        if at in dropped:
            continue
        if not char.isascii():
            char = char.translate(WIDTH)
        if char == "\n":
            end = block.text.find("\n", at + 1)  # no more than a line is looked at: a paragraph may have thousands
            after = block.text[at + 1 : end if end >= 0 else None]
            blank = (end >= 0 and not after.strip(" \t")) or _DRAWN.match(after)
            yield ("\n" if blank else " "), at
        elif char.isspace():
            yield " ", at
        else:
            lowered = char.lower()
            yield (lowered if len(lowered) == 1 else char), at
