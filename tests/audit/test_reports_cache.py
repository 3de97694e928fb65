"""Reports kept between runs: the same words warm and cold, never those of other content, and damage only costs time."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit, cache, reports, run
from backproof.report.json import to_object
from backproof.report.text import render, report

ROOT = Path(__file__).resolve().parents[2]
NOTES = sorted((ROOT / "examples").glob("*.md"))


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "folder", lambda: tmp_path / "reports")


@pytest.fixture
def audits(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are really audited."""
    seen: list[Path] = []
    whole = run._file

    def counted(path, library, lang):
        seen.append(path)
        return whole(path, library, lang)

    monkeypatch.setattr(run, "_file", counted)
    return seen


def test_a_kept_report_says_the_same_in_every_form(audits: list[Path]) -> None:
    cold = audit(NOTES, cached=True)
    assert audits == NOTES
    warm = audit(NOTES, cached=True)
    assert audits == NOTES
    assert to_object(warm, 0) == to_object(cold, 0) == to_object(audit(NOTES), 0)
    for lang in ("en", "zh"):
        assert render(report(warm, lang)) == render(report(cold, lang))


def test_other_content_language_kind_or_code_is_another_report(
    audits: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "a.md"
    note.write_text("# GRU\n\n$h = x$\n")
    audit([note], cached=True)
    audit([note], "zh", cached=True)
    other = tmp_path / "a.txt"
    other.write_bytes(note.read_bytes())
    audit([other], cached=True)
    note.write_text("# GRU\n\n$h = y$\n")
    audit([note], cached=True)
    monkeypatch.setattr(cache, "fingerprint", lambda: "other")
    audit([note], cached=True)
    assert len(audits) == 5


def test_the_same_content_elsewhere_is_reported_under_its_own_path(audits: list[Path], tmp_path: Path) -> None:
    copy = tmp_path / "copy.md"
    copy.write_bytes(NOTES[0].read_bytes())
    audit([NOTES[0]], cached=True)
    assert audit([copy], cached=True).files[0].path == str(copy)
    assert len(audits) == 1


@pytest.mark.parametrize("damage", [b"", b"{}", b"00000000\n{}", b"\xff\xfe\x00"])
def test_a_damaged_report_is_made_anew(audits: list[Path], damage: bytes) -> None:
    cold = audit(NOTES[:1], cached=True)
    (kept,) = reports.folder().iterdir()
    kept.write_bytes(damage)
    assert to_object(audit(NOTES[:1], cached=True), 0) == to_object(cold, 0)
    assert len(audits) == 2


def test_one_changed_letter_is_damage(audits: list[Path]) -> None:
    note = ROOT / "examples/attention_en.md"
    audit([note], cached=True)
    (kept,) = reports.folder().iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"verified", b"verifieb", 1))
    audit([note], cached=True)
    assert len(audits) == 2


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(reports, "folder", lambda: tmp_path / "file" / "reports")
    assert to_object(audit(NOTES, cached=True), 0) == to_object(audit(NOTES), 0)


def test_what_was_unused_longest_goes_first(tmp_path: Path) -> None:
    import os

    for n in range(6):
        cache.write(reports.folder() / str(n), b"x" * 100)
        os.utime(reports.folder() / str(n), (n, n))
    reports.prune(most=250)
    assert sorted(p.name for p in reports.folder().iterdir()) == ["4", "5"]
    assert reports.size() == (2, 200)


def test_an_audit_that_failed_in_part_is_not_kept(audits: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(case):
        raise KeyError("lost")

    monkeypatch.setattr("backproof.audit.checks.layout.check", broken)
    audit(NOTES[:1], cached=True)
    assert reports.size() == (0, 0)


def test_nothing_is_kept_unless_asked_for() -> None:
    audit(NOTES)
    assert reports.size() == (0, 0)
