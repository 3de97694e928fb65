"""Documents as ordered blocks whose offsets lead back to lines and columns of the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType

from backproof.lazy import pattern

from ..notation.faults import Fault
from ..records import record

Segments = tuple[tuple[int, int], ...]


class SourceError(Exception):
    """A file that cannot be read as text, and why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path, self.why = path, why


@record
class Block:
    """A heading, a piece of prose, a formula, code, or a comment that speaks to this program.

    `start` and `end` are character offsets into the document's text; `map` holds pairs (offset in this text,
    offset in the document) from which on both run in step; blocks of one paragraph share `paragraph`. `writing` names
    the ways of writing, the innermost first, by which the file's characters differ from `text` (see `placing`).
    """

    kind: str
    text: str
    level: int = 0
    display: bool = False
    start: int = 0
    end: int = 0
    map: Segments = ()
    paragraph: int = 0
    writing: tuple[str, ...] = ()
    lines: tuple[int, ...] = field(default=(0,), repr=False, compare=False)

    def offset(self, at: int) -> int:
        """Offset in the document of the character at `at` of this block; ValueError outside the block."""
        if not 0 <= at <= len(self.text):
            raise ValueError(f"offset {at} lies outside a block of {len(self.text)} characters")
        index = bisect_right(self.map, at, key=lambda segment: segment[0]) - 1
        if index < 0:
            return self.start + at
        mine, theirs = self.map[index]
        return theirs + at - mine

    def position(self, at: int) -> tuple[int, int]:
        """1-based line and column (in characters) of the file for the character at `at` of this block."""
        return line_column(self.lines, self.offset(at))

    def end_position(self, at: int) -> tuple[int, int]:
        """Line and column just after the character before `at`: the end of a span that may end a line."""
        if at <= 0:
            return self.position(0)
        line, column = self.position(at - 1)
        return line, column + 1


@record
class Gap:
    """A part [start, end) of the file, in characters, that was passed over, and why."""

    start: int
    end: int
    why: Fault


@record
class Document:
    """A file's text (line ends as `\\n`), its blocks in order, the macros it defines, and the gaps in what was read of it.

    Where a file holds texts of their own (the cells of a notebook), `parts` has each of them as read by itself, with the
    number of its first block among `blocks`.
    """

    path: str
    text: str
    blocks: tuple[Block, ...]
    macros: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    parts: tuple[tuple[int, Document], ...] = ()
    gaps: tuple[Gap, ...] = ()

    def formulas(self) -> tuple[Block, ...]:
        """The formula blocks in order."""
        return tuple(block for block in self.blocks if block.kind == "formula")


# A comment that speaks to this program, in whatever marks the file's format has for comments.
ADDRESSED = pattern(r"backproof\s*:")


def line_starts(text: str) -> tuple[int, ...]:
    """Offset of the first character of each line."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return tuple(starts)


def line_column(starts: tuple[int, ...], offset: int) -> tuple[int, int]:
    """1-based line and column of an offset."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def compose(block: Block, segments: Segments, lines: tuple[int, ...]) -> Block:
    """A block of an inner text (a notebook cell) placed into the file, to which `segments` map that text."""

    def outer(at: int) -> int:
        index = bisect_right(segments, at, key=lambda segment: segment[0]) - 1
        mine, theirs = segments[max(index, 0)]
        return theirs + at - mine

    out: list[tuple[int, int]] = []
    for i, (mine, inner) in enumerate(block.map or ((0, block.start),)):
        stop = block.map[i + 1][0] if i + 1 < len(block.map) else len(block.text)
        out.append((mine, outer(inner)))
        first = bisect_right(segments, inner, key=lambda segment: segment[0])
        for index in range(first, len(segments)):
            at, theirs = segments[index]
            if at >= inner + stop - mine:
                break
            out.append((mine + at - inner, theirs))
    last = max(block.start, block.end - 1)
    return replace(block, map=tuple(out), start=outer(block.start), end=outer(last) + 1, lines=lines)


def shift(segments: Iterable[tuple[int, int]], by: int) -> Segments:
    """The segments of a text that begins `by` characters later."""
    return tuple((mine, theirs + by) for mine, theirs in segments)
