"""What is worked out of the sources alone is worked out once, and damage only costs time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from backproof.audit import cache
from backproof.audit.match import forms
from backproof.audit.match.terms import as_text, from_text, parsed
from backproof.audit.match.unify import in_turn


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What had to be worked out."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    return []


def kept(made: list[str]) -> list[list[str]]:
    def make() -> list[list[str]]:
        made.append("once")
        return [["σ", "tanh"]]

    return cache.kept("words", make)


def test_it_is_worked_out_once_for_a_state_of_the_sources(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept(made) == kept(made) == [["σ", "tanh"]]
    assert made == ["once"]
    old = cache.compiled("words", "bin")
    monkeypatch.setattr(cache, "fingerprint", lambda: "other")
    assert kept(made) == [["σ", "tanh"]]
    assert made == ["once"] * 2
    assert old.exists()  # another version that is installed may use it


def test_what_has_long_been_left_goes(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    kept(made)
    old = cache.compiled("words", "bin")
    then = old.stat().st_mtime - 2 * cache.DAYS * 86_400
    os.utime(old, (then, then))
    monkeypatch.setattr(cache, "fingerprint", lambda: "other")
    kept(made)
    assert not old.exists()


@pytest.mark.parametrize("damage", [b"", b"x", b"1\n[[]]", b"0\n", b"784033777\n["])
def test_a_damaged_file_is_made_anew(made: list[str], damage: bytes) -> None:
    kept(made)
    path = cache.compiled("words", "bin")
    whole = path.read_bytes()
    path.write_bytes(damage)
    assert kept(made) == [["σ", "tanh"]]
    assert path.read_bytes() == whole
    assert made == ["once"] * 2


def test_a_folder_that_cannot_be_written_only_costs_time(made: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "folder", lambda: tmp_path / "file" / "below")
        assert kept(made) == kept(made) == [["σ", "tanh"]]
    assert made == ["once"] * 2


def test_forms_come_back_as_they_were_parsed() -> None:
    for row in forms.ALL_ROWS:
        for form, right in zip(forms.forms(row), row.rights, strict=True):
            left, whole = parsed(f"{row.left} = {right}")
            assert (form.left, form.right) == (left, in_turn(whole) if row.ordered else whole)
            assert from_text(as_text(form.right)) == form.right
