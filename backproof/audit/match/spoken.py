"""Which rows of forms a text speaks of: by words that are looked for as they are, before any pattern is tried."""

from __future__ import annotations

import re
from functools import lru_cache

from backproof.lazy import pattern

from .. import cache
from ..literals import Finder, Words, needed
from .all_rows import ALL_ROWS
from .called import CONTEXT
from .form_rows import Row

PLAIN = {"dense.layer", "dense.affine"}
SYSTEMS = pattern(r"lstm|long short|长短|\bgru|gated recurrent|门控循环", re.IGNORECASE)


def in_context(context: str) -> list[tuple[Row, bool]]:
    """The rows that a text allows, with whether it speaks of them; for others the line's own names must."""
    return _text(context).rows()


def says(words: str, context: str) -> bool:
    """Whether the text has one of the words; where the heading names a recurrent cell, the heading decides on cells."""
    return _text(context).says(words)


def allowed(row: Row, context: str) -> bool:
    """Whether the text says what must be said in any case."""
    return _text(context).allows(row)


class _Text:
    """A text with what is known of the words in it."""

    def __init__(self, context: str) -> None:
        heading = next((line for line in reversed(context.splitlines()) if line.startswith("# ")), "")
        self.of_a_cell = SYSTEMS.search(heading) is not None
        self._whole, self._heading = (context, _words_in(context)), (heading, _words_in(heading))
        self._said: dict[str, bool] = {}
        self._rows: list[tuple[Row, bool]] | None = None

    def rows(self) -> list[tuple[Row, bool]]:
        if self._rows is None:
            self._rows = [(row, not row.about or self.says(row.about)) for row in ALL_ROWS if self.allows(row)]
        return self._rows

    def allows(self, row: Row) -> bool:
        if row.only and not self.says(row.only):
            return False
        # in a cell, a line without the state or the gate lacks something
        return not (self.of_a_cell and (row.formula in PLAIN or row.apart))

    def says(self, words: str) -> bool:
        known = self._said.get(words)
        if known is None:
            known = self._said[words] = self._holds(words)
        return known

    def _holds(self, words: str) -> bool:
        text, present = self._heading if self.of_a_cell and _of_cells(words) else self._whole
        needed = all(not present.isdisjoint(some) for some in _needs()[words])
        return needed and _compiled(words).search(text) is not None


@lru_cache(maxsize=64)
def _text(context: str) -> _Text:
    return _Text(context)


@lru_cache(maxsize=4096)
def _of_cells(words: str) -> bool:
    return SYSTEMS.search(words.replace("\\b", " ")) is not None


@lru_cache(maxsize=4096)
def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


def _words_in(text: str) -> frozenset[str]:
    return _finder().found(text.lower())


@lru_cache(maxsize=1)
def _finder() -> Finder:
    return Finder({word for sets in _needs().values() for words in sets for word in words})


@lru_cache(maxsize=1)
def _needs() -> dict[str, list[Words]]:
    """What each pattern of the rows cannot do without, in small letters."""
    found: dict[str, list[list[str]]] = cache.kept("spoken", _made)
    return {words: [*map(frozenset, sets)] for words, sets in found.items()}


def _made() -> dict[str, list[list[str]]]:
    patterns = {words for row in ALL_ROWS for words in (row.about, row.only) if words} | {CONTEXT}
    return {p: [sorted(map(str.lower, words)) for words in needed(p)] for p in sorted(patterns)}
