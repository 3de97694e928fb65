"""Patterns come back from the store as `re` compiles them, and what `re` does not take is compiled anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backproof.audit import cache, patterns

TEXT = "Ab 12 σ[t-1] 循环\nword words"
SOME = [
    (r"(?P<word>[a-z]+)\s(?P<number>\d+)?", re.IGNORECASE),
    (r"^(\w+) # a word \n| (?P<sign>[[\]])", re.X | re.M),
    (r"循环|[\u4e00-\u9fff]{2}|(?<=\[)t(?=-)", 0),
    (r"(?:wo)(?:rd)s?$", re.S),
]


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(patterns, "_fresh", [])
    patterns._known.cache_clear()
    yield
    patterns._known.cache_clear()


def again() -> None:
    """As in the next run."""
    patterns.keep()
    patterns._known.cache_clear()


def shown(found: re.Pattern[str]) -> object:
    matches = [(m.span(), m.groups()) for m in found.finditer(TEXT)]
    return found.pattern, found.flags, found.groups, dict(found.groupindex), matches


@pytest.mark.parametrize(("text", "flags"), SOME)
def test_a_pattern_is_the_same_from_the_store(text: str, flags: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(patterns.compiled(text, flags)) == shown(re.compile(text, flags))
    again()
    monkeypatch.setattr(patterns, "_made", pytest.fail)
    assert shown(patterns.compiled(text, flags)) == shown(re.compile(text, flags))
    assert patterns.compiled(text, flags) == re.compile(text, flags)


def test_steps_that_are_none_are_made_anew() -> None:
    text, flags = SOME[0]
    patterns.compiled(text, flags)
    flags_kept, steps, *groups = patterns._known()[text, int(flags)]
    patterns._known()[text, int(flags)] = (flags_kept, bytes(len(steps)), *groups)  # type: ignore[assignment]
    again()
    assert shown(patterns.compiled(text, flags)) == shown(re.compile(text, flags))


def test_nothing_is_written_where_nothing_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns.compiled("a+")
    again()
    monkeypatch.setattr(cache, "keep", pytest.fail)
    patterns.compiled("a+")
    patterns.keep()


def test_what_is_no_pattern_is_told() -> None:
    with pytest.raises(re.error):
        patterns.compiled("(")
