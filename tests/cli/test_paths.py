import json
import os
from collections import Counter
from errno import EACCES

import pytest
from click.testing import CliRunner

from backproof.audit.paths import expand
from backproof.audit.sources import SourceError, load
from backproof.cli.app import app
from backproof.fix.diff import diff


@pytest.fixture
def notes(tmp_path):
    for name in ("b.md", "a.MD", "c.txt", "sub/d.md", ".hidden/e.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    return tmp_path


def names(files, root):
    return [str(path.relative_to(root)).replace(os.sep, "/") for path in files]


def test_a_folder_gives_every_kind_of_note_and_says_what_it_skips(notes):
    for name in (
        "e.tex",
        "f.ipynb",
        "g.rst",
        "h.html",
        "sub/i.HTM",
        "j.png",
        "node_modules/k.md",
        "env/pyvenv.cfg",
        "env/l.md",
    ):
        (notes / name).parent.mkdir(exist_ok=True)
        (notes / name).write_text('{"cells": []}')
    skipped = Counter()
    files, problems = expand([str(notes)], skipped=skipped)
    assert names(files, notes) == ["a.MD", "b.md", "e.tex", "f.ipynb", "g.rst", "sub/d.md"]
    assert (problems, skipped) == ([], {".txt": 1, ".html": 1, ".htm": 1})
    result = CliRunner().invoke(app, ["audit", str(notes)])
    told = "Skipped in folders: 1 *.htm, 1 *.html, 1 *.txt (name a file to have it read, or set `extensions`)\n"
    assert (result.exit_code, result.stderr) == (0, told)
    (notes / "backproof.toml").write_text('extensions = ["md"]')
    assert CliRunner().invoke(app, ["audit", str(notes)]).stderr == ""  # whoever chooses knows


def test_standard_input_is_told_to_be_no_file():
    result = CliRunner().invoke(app, ["audit", "-"], input="$x$")
    assert (result.exit_code, result.stderr) == (2, "Error: -: no such file or folder; standard input is not read\n")


def test_a_folder_gives_its_markdown_sorted_without_hidden_folders(notes):
    files, problems = expand([str(notes)])
    assert (names(files, notes), problems) == (["a.MD", "b.md", "sub/d.md"], [])


def test_a_file_is_taken_whatever_its_name_and_only_once(notes):
    files, problems = expand([str(notes / "c.txt"), str(notes / "sub"), str(notes / "sub/d.md")])
    assert (names(files, notes), problems) == (["c.txt", "sub/d.md"], [])


def test_what_is_missing_or_empty_is_a_problem_and_the_rest_is_kept(notes):
    (notes / "empty").mkdir()
    files, problems = expand([str(notes / "no.md"), str(notes / "empty"), str(notes / "b.md")])
    assert names(files, notes) == ["b.md"]
    assert [problem.why for problem in problems] == [
        "no such file or folder",
        "no *.md, *.markdown, *.tex, *.ipynb, *.rst file in this folder",
    ]


def refuse(monkeypatch, folder):
    """As for a person who may not look into the folder (the tests may run as root, who may)."""
    ask = os.stat

    def stat(path, *arguments, **options):
        if str(path).startswith(f"{folder}{os.sep}"):
            raise PermissionError(EACCES, os.strerror(EACCES), path)
        return ask(path, *arguments, **options)

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(os.path, "isdir", lambda path: not str(path).startswith(f"{folder}{os.sep}"))


def test_what_may_not_be_looked_at_is_not_said_to_be_missing(notes, monkeypatch):
    refuse(monkeypatch, notes / "sub")
    files, problems = expand([str(notes / "sub" / "d.md")])
    assert (files, [problem.why for problem in problems]) == ([], ["Permission denied"])
    with pytest.raises(SourceError, match="Permission denied"):
        load(notes / "sub" / "d.md")


ODD = "a\nb\x1b[31m.md"


@pytest.mark.parametrize("form", ["text", "html"])
def test_a_name_cannot_end_a_line_or_steer_a_terminal(tmp_path, form):
    (tmp_path / ODD).write_text("# Activations\n\n$\\sigma(x) = \\frac{1}{1 + e^{x}}$ and $q = q_0$\n")
    result = CliRunner().invoke(app, ["audit", str(tmp_path), "--format", form])
    assert r"a\nb\x1b[31m.md" in result.stdout
    assert "\x1b" not in result.stdout and "a\nb" not in result.stdout
    said = CliRunner().invoke(app, ["audit", str(tmp_path / "no\nfile")]).stderr
    assert len(said.splitlines()) == 1 and r"no\nfile: no such" in said


def test_json_has_the_name_itself(tmp_path):
    (tmp_path / ODD).write_text("$x$\n")
    result = CliRunner().invoke(app, ["audit", str(tmp_path), "--format", "json"])
    assert json.loads(result.stdout)["files"][0]["path"] == str(tmp_path / ODD)


def test_json_is_text_that_steers_nothing(tmp_path):
    for steering in ("\x9b31m", "\u202e", "\u2028", "\x1b"):
        (tmp_path / f"a{steering}.md").write_text(f"$x{steering}$ $$y{steering}$$")
    (tmp_path / "b.ipynb").write_text(r'{"cells": [{"cell_type": "markdown", "source": "$$z \ud800 \u0000$$"}]}')
    printed = CliRunner().invoke(app, ["audit", str(tmp_path), "--format", "json"]).stdout
    assert not set("\x9b\u202e\u2028\x1b\0") & set(printed)
    printed.encode()
    files = json.loads(printed)["files"]
    assert {file["path"] for file in files} == {str(path) for path in tmp_path.iterdir()}
    assert "\ud800" in files[-1]["equations"][0]["latex"]


def test_a_diff_names_it_as_patch_reads_it():
    first, second, *_ = diff(ODD, "a\n", "b\n")
    assert (first, second) == ('--- "a\\012b\\033[31m.md"\n', '+++ "a\\012b\\033[31m.md"\n')
    assert next(diff("a b.md", "a\n", "b\n")) == "--- a b.md\n"
    assert next(diff(os.fsdecode(b"a\xff\xe9.md"), "a\n", "b\n")) == '--- "a\\377\\351.md"\n'
