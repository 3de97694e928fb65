"""A file's bytes and the text that is audited, kept in step: a cut of the text is made in the bytes, all others stay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from backproof.audit.findings import Span
from backproof.audit.sources.decode import as_written, normal
from backproof.audit.sources.document import line_starts


class CannotCut(Exception):
    """The bytes outside the cuts could not be kept, or the new text has no bytes in the file's encoding."""


@dataclass(frozen=True, order=True)
class Cut:
    """Put ``new`` in the place of the characters [start, end) of the text."""

    start: int
    end: int
    new: str


@dataclass(frozen=True)
class FileBytes:
    """The bytes of a file that holds text; SourceError where it does not."""

    data: bytes
    name: str

    @cached_property
    def _written(self) -> tuple[str, str, bytes]:
        return as_written(self.data, self.name)

    @property
    def written(self) -> str:
        """The text with the line ends of the file."""
        return self._written[0]

    @cached_property
    def text(self) -> str:
        """The text with line ends as ``\\n``: what is audited, and what cuts speak of."""
        return normal(self.written)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the lines of the text begin."""
        return line_starts(self.text)

    @cached_property
    def _pairs(self) -> list[int]:
        """Offsets in the text of the line ends that are two characters in the file."""
        found: list[int] = []
        at = self.written.find("\r\n")
        while at >= 0:
            found.append(at - len(found))
            at = self.written.find("\r\n", at + 2)
        return found

    def offset(self, line: int, column: int) -> int:
        """The offset in the text of a 1-based line and column."""
        return self.starts[line - 1] + column - 1

    def cut_of(self, span: Span, new: str) -> Cut:
        """The cut that an edit of the report means."""
        return Cut(self.offset(span.line, span.column), self.offset(span.end_line, span.end_column), new)

    def cut(self, cuts: Iterable[Cut]) -> FileBytes:
        """The file after the cuts, which must not overlap. Raises CannotCut."""
        written, encoding, mark = self._written
        if mark + written.encode(encoding) != self.data:
            raise CannotCut
        pieces, last = [mark], 0
        for one in sorted(cuts):
            start, end = self._place(one.start), self._place(one.end)
            pieces += [written[last:start].encode(encoding), self._new(one.new, encoding)]
            last = end
        pieces.append(written[last:].encode(encoding))
        return FileBytes(b"".join(pieces), self.name)

    def _place(self, offset: int) -> int:
        """The offset in the text as written."""
        return offset + bisect_right(self._pairs, offset - 1)

    def _new(self, text: str, encoding: str) -> bytes:
        try:
            return text.replace("\n", "\r\n" if self._pairs else "\n").encode(encoding)
        except UnicodeEncodeError as error:
            raise CannotCut from error
