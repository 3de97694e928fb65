"""The catalog of codes: each in the file of its hundred, in order, told and explained in both languages from the same fields."""

from __future__ import annotations

from importlib import import_module
from string import Formatter

import pytest

from backproof.audit import codes
from backproof.audit.codes import CODES, HUNDREDS, Code, code, code_of


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize(("hundred", "name"), HUNDREDS.items())
def test_a_code_stands_in_the_file_of_its_hundred(hundred: str, name: str) -> None:
    ids = [row.code for row in import_module(f"{codes.__name__}.{name}").ROWS]
    assert name.startswith(f"{hundred.lower()}_")
    assert all(id.startswith(hundred) and len(id) == 5 for id in ids)
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("row", CODES.values(), ids=lambda row: row.code)
def test_a_code_is_told_and_explained_in_both_languages(row: Code) -> None:
    for texts in (row.message, row.explanation, row.reason):
        assert texts is None or set(texts) == {"en", "zh"}
    for texts in (row.message, row.reason):
        assert texts is None or fields(texts["en"]) == fields(texts["zh"])
    assert row.severity in ("error", "warning", "info")


def test_a_name_is_of_one_code() -> None:
    assert len({row.name for row in CODES.values()}) == len(CODES)


def test_codes_are_found_by_themselves_and_by_their_names() -> None:
    assert code("bp101") is CODES["BP101"]
    assert [code_of(word) for word in ("BP101", "bp101", "differs-from-formula", "no-such")] == [
        "BP101",
        "BP101",
        "BP101",
        "NO-SUCH",
    ]


@pytest.mark.parametrize("word", ["", "BP", "BP1", "BP199", "BP700", "101", "differs-from-formula"])
def test_what_is_no_code_is_none(word: str) -> None:
    assert word not in CODES
    with pytest.raises(KeyError):
        code(word)
