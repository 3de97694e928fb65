"""Which rows of forms a text speaks of: by words that are looked for as they are, before any pattern is tried."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TypeVar

from backproof.lazy import pattern

from .. import cache
from ..literals import Finder, Words, needed
from ..patterns import compiled
from .all_rows import ALL_ROWS
from .called import CONTEXT
from .form_rows import Row

T = TypeVar("T")
PLAIN = {"dense.layer", "dense.affine"}
SYSTEMS = pattern(r"lstm|long short|长短|\bgru|gated recurrent|门控循环", re.IGNORECASE)


def in_context(context: str, names: frozenset[str]) -> list[Row]:
    """The rows that a text allows and speaks of, or has only to allow where they have one of the names."""
    return _text(context).rows(names)


WORD = 3  # letters of a name on the left that speaks for itself
EXCLUDES = "(?!"  # what a text must not say is not known from a name


def named_rows(names: frozenset[str], context: str) -> list[Row]:
    """The rows that the text is silent about, and that the words on a left side speak of."""
    words = " ".join(sorted(name for name in names if len(name) >= WORD and not name.startswith("\\")))
    if not words:
        return []
    text = _text(context)
    wanted = (place for p in _worded(words) if not text.says(p) for place in _wanting()[p])
    return [ALL_ROWS[place] for place in sorted(wanted) if text.fits(ALL_ROWS[place])]


@lru_cache(maxsize=256)
def _worded(words: str) -> tuple[str, ...]:
    """What some rows want said that these words say."""
    name = _Text(words)
    return tuple(p for p in _likely(words) if p in _wanting() and EXCLUDES not in p and name.says(p))


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
        self._whole = self._heading = (context, _likely(context))
        if self.of_a_cell:
            self._heading = (heading, _likely(heading))
        self._said: dict[str, bool] = {}

    def rows(self, names: frozenset[str]) -> list[Row]:
        named = {place for name in names for place in _named().get(name, ()) if place in self._allowed}
        return [ALL_ROWS[place] for place in (sorted(named.union(self._spoken_of)) if named else self._spoken_of)]

    @cached_property
    def _allowed(self) -> frozenset[int]:
        """The places of the rows that it allows: looked for by what they want said, as most of it is not."""
        said = filter(self.says, self._whole[1] | self._heading[1])
        found = [place for words in ("", *said) for place in _wanting().get(words, ())]
        return frozenset(place for place in found if self.fits(ALL_ROWS[place]))

    @cached_property
    def _spoken_of(self) -> list[int]:
        """Those that it speaks of, in their order."""
        rows = ((place, ALL_ROWS[place]) for place in sorted(self._allowed))
        return [place for place, row in rows if not row.about or self.says(row.about)]

    def allows(self, row: Row) -> bool:
        return (not row.only or self.says(row.only)) and self.fits(row)

    def fits(self, row: Row) -> bool:
        """In a cell, a line without the state or the gate lacks something."""
        return not (self.of_a_cell and (row.formula in PLAIN or row.apart))

    def says(self, words: str) -> bool:
        known = self._said.get(words)
        if known is None:
            known = self._said[words] = self._holds(words)
        return known

    def _holds(self, words: str) -> bool:
        text, likely = self._heading if self.of_a_cell and _of_cells(words) else self._whole
        return words in likely and _compiled(words).search(text) is not None


@lru_cache(maxsize=64)
def _text(context: str) -> _Text:
    return _Text(context)


@lru_cache(maxsize=4096)
def _of_cells(words: str) -> bool:
    return SYSTEMS.search(words.replace("\\b", " ")) is not None


@lru_cache(maxsize=4096)
def _compiled(words: str) -> re.Pattern[str]:
    return compiled(words, re.IGNORECASE)


def _index(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """What belongs to each word, in order."""
    found: dict[str, list[T]] = {}
    for word, item in pairs:
        found.setdefault(word, []).append(item)
    return found


@lru_cache(maxsize=1)
def _wanting() -> dict[str, list[int]]:
    """The places of the rows by what must be said for them in any case."""
    return _index((row.only, place) for place, row in enumerate(ALL_ROWS))


@lru_cache(maxsize=1)
def _named() -> dict[str, list[int]]:
    """The places of the rows by the names of their left sides."""
    return _index((name, place) for place, row in enumerate(ALL_ROWS) for name in row.names)


def _likely(text: str) -> frozenset[str]:
    """The patterns that may be found in a text: it has one word of each set that they need."""
    present = _finder().found(text.lower())
    first = {words for word in present for words in _needing().get(word, ())}
    return frozenset(p for p in first.union(_needing().get("", ())) if not any(map(present.isdisjoint, _needs()[p])))


@lru_cache(maxsize=1)
def _needing() -> dict[str, list[str]]:
    """The patterns by each word of the first set that they need; under "" those that need none."""
    return _index((word, words) for words, sets in _needs().items() for word in (sets[0] if sets else ("",)))


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
