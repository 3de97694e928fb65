"""--output: the whole report or nothing, and never over a note."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from backproof.cli import output
from backproof.cli.app import app
from backproof.cli.errors import Failure

NOTE = Path(__file__).parents[2] / "examples" / "attention_en.md"


def audit(*arguments):
    return CliRunner().invoke(app, ["audit", str(NOTE), *map(str, arguments)])


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_every_format_is_written_to_the_file_as_it_is_printed(form, tmp_path):
    target = tmp_path / "report"
    result = audit("--format", form, "--output", target)
    assert (result.exit_code, result.stdout) == (1, "")
    written, printed = target.read_text(encoding="utf-8"), audit("--format", form).stdout
    if form == "json":
        written, printed = ({**json.loads(text), "summary": None} for text in (written, printed))
    assert written == printed
    assert os.listdir(tmp_path) == ["report"]


@pytest.mark.parametrize("command", [["audit", str(NOTE)], ["render", "activation.tanh", "--to", "latex"]])
def test_a_dash_means_standard_output(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said, plain = (CliRunner().invoke(app, [*command, *more]).stdout for more in (["-o", "-"], []))
    assert said == plain and said
    assert os.listdir(tmp_path) == []


def test_an_audited_note_is_never_overwritten(tmp_path):
    note = tmp_path / "note.md"
    note.write_text("$x = 1$\n")
    (tmp_path / "link").symlink_to(note)
    for target in (note, tmp_path / "link"):
        result = CliRunner().invoke(app, ["audit", str(note), "-o", str(target)])
        assert result.exit_code == 2
        assert "it is one of the files to read" in result.stderr
    assert note.read_text() == "$x = 1$\n"


def test_a_folder_that_is_missing_is_told_before_the_audit(tmp_path, monkeypatch):
    monkeypatch.setattr("backproof.audit.audit", lambda *_, **__: pytest.fail("audited for nothing"))
    result = audit("-o", tmp_path / "no" / "report")
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


@pytest.mark.parametrize("stop", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_stood_there_stays_where_writing_fails(stop, tmp_path, monkeypatch):
    target = tmp_path / "report"
    target.write_text("old")

    def fail(*_):
        raise stop

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(Failure if isinstance(stop, OSError) else KeyboardInterrupt):
        output.write(str(target), "new")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["report"]


def test_permissions_links_and_pipes_are_kept(tmp_path):
    target, link = tmp_path / "report", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    output.write(str(link), "new")
    assert link.is_symlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("new\n", 0o640)
    fresh = tmp_path / "fresh"
    output.write(str(fresh), "a\udcff")
    mask = os.umask(0)
    os.umask(mask)
    assert (fresh.read_bytes(), fresh.stat().st_mode & 0o777) == (b"a\\udcff\n", 0o666 & ~mask)
    output.write(os.devnull, "x")
    assert not Path(os.devnull).is_file()
