"""Words that a pattern cannot do without: a search for plain words is quick, and most patterns need not even be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from re import _parser  # type: ignore[attr-defined]  # the stubs leave it out; nothing public parses a pattern
from typing import Any

MOST = 40  # words; a search for more is no quicker than the pattern's own
Words = frozenset[str]


def needed(pattern: str) -> list[Words]:
    """Sets of words: each text in which the pattern is found holds one word of every set. Capitals count."""
    return sorted(set(_sequence(_parser.parse(pattern))), key=lambda words: (len(words), sorted(words)))


def holds(text: str, sets: Iterable[Words]) -> bool:
    """Whether a text holds one word of every set."""
    return all(any(word in text for word in words) for words in sets)


START = 3  # letters by which words are told from one another first
LINES = 512  # lines that are remembered


class Finder:
    """Which of many words a text holds. The texts around the lines of a note have most of their own lines in common: each is
    looked through once, and only for words that begin as it goes on somewhere."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_start: dict[str, list[str]] = {}
        self._others: list[str] = []  # too short, or no part of a line
        self._known: dict[str, frozenset[str]] = {}
        for word in words:
            plain = len(word) >= START and word.splitlines() == [word]
            (self._by_start.setdefault(word[:START], []) if plain else self._others).append(word)

    def found(self, text: str) -> frozenset[str]:
        """The words that stand in the text; capitals count."""
        others = (word for word in self._others if word in text)
        return frozenset(others).union(*map(self._in_line, text.splitlines()))

    def _in_line(self, line: str) -> frozenset[str]:
        found = self._known.get(line)
        if found is None:
            if len(self._known) >= LINES:
                self._known.clear()
            starts = {line[at : at + START] for at in range(len(line) - START + 1)} & self._by_start.keys()
            likely = (word for start in starts for word in self._by_start[start])
            found = self._known[line] = frozenset(word for word in likely if word in line)
        return found


def _sequence(parts: Iterable[tuple[Any, Any]]) -> list[Words]:
    """Of parts that all must fit, the words of each."""
    found: list[Words] = []
    run = ""
    for op, value in parts:
        if str(op) == "LITERAL":
            run += chr(value)
            continue
        found += [frozenset([run])] * bool(run) + _PARTS.get(str(op), _none)(value)
        run = ""
    return found + [frozenset([run])] * bool(run)


def _branch(value: Any) -> list[Words]:
    """Of parts of which one must fit, the words of all; of each those that say most."""
    found: set[str] = set()
    for part in value[1]:
        sets = _sequence(part)
        if not sets:
            return []
        found |= max(sets, key=lambda words: (min(map(len, words)), -len(words)))
    return [frozenset(found)] if len(found) <= MOST else []


def _characters(value: Any) -> list[Words]:
    if any(str(op) != "LITERAL" for op, _ in value) or len(value) > MOST:
        return []
    return [frozenset(chr(c) for _, c in value)]


def _repeated(value: Any) -> list[Words]:
    return _sequence(value[2]) if value[0] else []


def _none(value: Any) -> list[Words]:
    return []


_PARTS: dict[str, Callable[[Any], list[Words]]] = {
    "SUBPATTERN": lambda value: [] if value[1] else _sequence(value[3]),  # flags of its own: a case that does not count
    "BRANCH": _branch,
    "IN": _characters,
    "MAX_REPEAT": _repeated,
    "MIN_REPEAT": _repeated,
}
