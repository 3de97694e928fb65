"""`audit --fix`, `--unsafe-fixes`, `--diff`: what is written, what is said, how it ends."""

import importlib
import json
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from backproof.cli.app import app

WRONG = r"c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t"
RIGHT = r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t"
UNSAFE = r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}(\frac{QK^T}{d_k})V"
NOTE = f"# LSTM\r\n\r\n$${WRONG}$$\r\n"


def audit(*arguments):
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.md"
    path.write_bytes(NOTE.encode())
    return path


def test_fix_writes_reports_what_is_left_and_ends_well(note):
    result = audit(note, "--fix", "--format", "json")
    assert note.read_bytes() == NOTE.replace(WRONG, RIGHT).encode()
    assert result.exit_code == 0
    assert json.loads(result.stdout)["summary"]["verified"] == 1
    assert result.stderr == f"fixed: {note}:3:3: BP101 differs-from-formula\n"
    before = note.stat().st_mtime_ns
    assert audit(note, "--fix").stderr == ""
    assert note.stat().st_mtime_ns == before


def test_what_is_not_safe_is_left_and_ends_with_findings(note):
    note.write_text(f"# Attention\n\n$${UNSAFE}$$\n")
    assert audit(note, "--fix").exit_code == 1
    assert UNSAFE in note.read_text()
    assert audit(note, "--fix", "--unsafe-fixes").exit_code == 0
    assert r"\sqrt{d_k}" in note.read_text()


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_what_is_not_safe_is_named_with_the_reason_and_how_to_have_it(note, option):
    note.write_text(f"# LSTM\n\n$${WRONG}$$\n\n# Attention\n\n$${UNSAFE}$$\n")
    said = audit(note, option).stderr.splitlines()
    assert said == [
        f"{'fixed' if option == '--fix' else 'would fix'}: {note}:3:3: BP101 differs-from-formula",
        f"not applied: {note}:7:3: BP101 differs-from-formula: it is not safe (not verified, or not the only repair)",
        "1 suggestion is not safe; --unsafe-fixes applies such suggestions too",
    ]
    assert "not applied" not in audit(note, "--diff", "--unsafe-fixes").stderr


def test_what_is_not_safe_is_counted_over_all_files_and_named_in_the_language_of_messages(note, tmp_path):
    other = tmp_path / "other.md"
    for path in (note, other):
        path.write_text(f"# Attention\n\n$${UNSAFE}$$\n")
    said = audit(note, other, "--diff", "--lang", "zh").stderr.splitlines()
    assert [line.rpartition("：")[2] for line in said[:2]] == ["不属安全改动（未经验证，或并非唯一改法）"] * 2
    assert all(line.startswith("未改：") for line in said[:2])
    assert said[2] == "2 条建议不属安全改动；加 --unsafe-fixes 可一并改动"


def test_what_is_done_is_said_in_the_language_of_messages(note):
    assert audit(note, "--diff", "--lang", "zh").stderr == f"将改：{note}:3:3: BP101 differs-from-formula\n"
    assert audit(note, "--fix", "--lang", "zh").stderr == f"已改：{note}:3:3: BP101 differs-from-formula\n"


def test_diff_writes_nothing_and_patch_makes_of_it_what_fix_does(note):
    note.write_text(f"# LSTM\n\n$${WRONG}$$")  # no line end at the end
    result = audit(note, "--diff")
    assert note.read_text() == f"# LSTM\n\n$${WRONG}$$"
    assert result.exit_code == 1
    assert result.stderr.startswith("would fix: ")
    if shutil.which("patch"):
        subprocess.run(["patch", str(note)], input=result.stdout, text=True, check=True, capture_output=True)
        assert note.read_text() == f"# LSTM\n\n$${RIGHT}$$"


def test_a_file_that_cannot_be_written_is_an_error_and_the_others_are_fixed(note, tmp_path):
    note.chmod(0o444)
    other = tmp_path / "other.md"
    other.write_bytes(NOTE.encode())
    result = audit(note, other, "--fix")
    assert result.exit_code == 2
    assert f"Error: {note}: not written: the file is read-only" in result.stderr
    assert (note.read_bytes(), other.read_bytes()) == (NOTE.encode(), NOTE.replace(WRONG, RIGHT).encode())
    assert WRONG in result.stdout  # the report is of what stands


def test_a_suggestion_that_cannot_be_applied_is_named(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(f'<h1>LSTM</h1><math><annotation encoding="application/x-tex">{WRONG}</annotation></math>')
    result = audit(page, "--fix")
    assert f"not applied: {page}:1:" in result.stderr and "several times" in result.stderr


def test_unsafe_fixes_alone_is_bad_usage(note):
    result = audit(note, "--unsafe-fixes")
    assert result.exit_code == 2
    assert "needs --fix or --diff" in result.stderr


def test_a_suppressed_finding_is_counted_not_fixed(note):
    note.write_text(f"# LSTM\n\n<!-- backproof: ignore[BP101] as printed -->\n$${WRONG}$$\n")
    result = audit(note, "--fix")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.rstrip().endswith("0 infos; 1 suppressed")
    assert WRONG in note.read_text()
    assert json.loads(audit(note, "--format", "json").stdout)["summary"]["suppressed"] == 1


def test_what_was_written_before_an_interruption_is_told(note, tmp_path, monkeypatch):
    files, done = importlib.import_module("backproof.fix.files"), []
    settle = files.settle

    def once(*arguments):
        if done:
            raise KeyboardInterrupt
        done.append(arguments)
        return settle(*arguments)

    monkeypatch.setattr(files, "settle", once)
    shutil.copy(note, tmp_path / "other.md")
    result = audit(note, tmp_path / "other.md", "--fix")
    assert (RIGHT in note.read_text(), RIGHT in (tmp_path / "other.md").read_text()) == (True, False)
    assert result.stderr.startswith(f"fixed: {note}:3:3: BP101")
