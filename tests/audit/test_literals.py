"""Words that patterns need."""

import re

import pytest

from backproof.audit.checks.claims import CLAIMS
from backproof.audit.literals import Finder, holds, needed


@pytest.mark.parametrize(
    ("pattern", "sets"),
    [
        ("gate", [{"gate"}]),
        ("gates?", [{"gate"}]),
        ("(?:gate|door) of", [{" of"}, {"gate", "door"}]),
        (r"\bmask(?:s|ed)?\s(?:the )?lower[- ]tri", [{"lower"}, {"mask"}, {"tri"}, {"-", " "}]),
        ("(?:a|b)?", []),
        ("(?:gate|[a-z])", []),
        ("(?:ab){2,}c", [{"ab"}, {"c"}]),
        ("(?:ab){0,2}c", [{"c"}]),
        ("(?!not)x", [{"x"}]),
        ("(?:cell state|[fio]) is", [{" is"}, {"cell state", "f", "i", "o"}]),
        ("[^a]b", [{"b"}]),
        ("", []),
    ],
)
def test_what_a_pattern_needs(pattern, sets):
    found = needed(pattern)
    assert sorted(map(sorted, found)) == sorted(map(sorted, sets))


def test_one_word_of_every_set():
    sets = needed("(?:gate|door) of")
    assert holds("a door of wood", sets)
    assert not holds("a door", sets)
    assert not holds("of wood", sets)
    assert holds("", [])


@pytest.mark.parametrize("says", [p for claim in CLAIMS for p in claim.says], ids=lambda p: p.pattern[:40])
def test_every_wording_of_a_claim_has_words_and_looks_at_no_case(says):
    assert needed(says.pattern)
    assert not says.flags & re.IGNORECASE


def test_words_are_found_wherever_they_stand_in_a_line():
    finder = Finder(["gate", "ga", "forget gate", "门", "a\nb", "state"])
    assert finder.found("The forget gate\nand 门") == {"gate", "ga", "forget gate", "门"}
    assert finder.found("for\nget gat\nea\nb") == {"ga", "a\nb"}
    assert finder.found("States") == set()
    assert finder.found("") == frozenset()


def test_what_the_rows_of_forms_need_is_in_every_text_that_they_are_spoken_of_in():
    for words in ("lstm|long short|长短", r"\bEMA\b|average"):
        text = "An EMA of the long short average, LSTM"
        present = Finder({w.lower() for some in needed(words) for w in some}).found(text.lower())
        assert all(not present.isdisjoint(map(str.lower, some)) for some in needed(words))
