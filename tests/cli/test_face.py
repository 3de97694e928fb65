"""`from backproof import audit, verify, prove, render`."""

import inspect
import pydoc
import subprocess
import sys

import pytest
from click.testing import CliRunner

import backproof
from backproof.cli.app import app


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_the_public_names_are_listed():
    assert {"audit", "verify", "prove", "render", "__version__"} <= set(dir(backproof))


@pytest.mark.parametrize("name", ["audit", "verify", "prove", "render"])
def test_each_public_name_is_callable(name):
    assert python(f"from backproof import {name}; print(callable({name}))") == "True"


@pytest.mark.parametrize("first", ["import backproof.audit", "from backproof import audit", "import backproof"])
def test_audit_stays_callable_and_a_package_whichever_way_it_is_loaded_first(first):
    code = "import backproof.audit.findings\nfrom backproof import audit\nprint(callable(audit), audit.__name__)"
    assert python(f"{first}\n{code}") == "True backproof.audit"


def test_an_unknown_attribute_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        _ = backproof.nonsense


# ---- audit as a function: what it takes, what it says of paths it cannot use


def said(result):
    return [str(problem) for problem in result.problems]


def test_a_path_that_cannot_be_read_is_a_problem_of_the_result_as_the_command_reports_it(tmp_path, capfd):
    binary, missing, note = tmp_path / "binary.md", tmp_path / "missing.md", tmp_path / "note.md"
    binary.write_bytes(b"a\0b")
    note.write_text("$$y = x$$\n")
    paths = [str(binary), str(missing), str(note)]
    result = backproof.audit(paths)
    assert sorted(said(result)) == [
        f"{binary}: not text: zero byte at offset 1",
        f"{missing}: no such file or folder",
    ]
    assert [file.path for file in result.files] == paths
    assert [file.error is None for file in result.files] == [False, False, True]
    command = CliRunner().invoke(app, ["audit", *paths])
    assert sorted(command.stderr.splitlines()) == [f"Error: {problem}" for problem in sorted(said(result))]
    assert said(backproof.audit(note)) == []


def test_fix_reports_unreadable_files_once_with_their_path_once(tmp_path):
    binary = tmp_path / "binary.md"
    binary.write_bytes(b"a\0b")
    assert CliRunner().invoke(app, ["audit", "--fix", str(binary)]).stderr == (
        f"Error: {binary}: not text: zero byte at offset 1\n"
    )


def test_a_folder_means_its_notes_as_for_the_command(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "empty").mkdir()
    for name in ("b.md", "a.md", "sub/c.md", "sub/d.txt"):
        (tmp_path / name).write_text("$$y = x$$\n")
    result = backproof.audit(tmp_path)
    assert [file.path for file in result.files] == [str(tmp_path / name) for name in ("a.md", "b.md", "sub/c.md")]
    assert said(backproof.audit([tmp_path / "empty"])) == [
        f"{tmp_path / 'empty'}: no *.md, *.markdown, *.tex, *.ipynb, *.rst file in this folder"
    ]


@pytest.mark.parametrize("function", [lambda: backproof.audit, lambda: backproof.audit.audit])
def test_the_options_of_audit_are_in_its_signature_and_its_help(function):
    names = list(inspect.signature(function()).parameters)
    assert names == ["paths", "lang", "configs", "formulas", "jobs", "cached", "timeout", "watch"]
    shown = pydoc.render_doc(backproof.audit)
    for said in (*names, "AuditResult", "problems", "Nothing is raised"):
        assert said in shown
    with pytest.raises(TypeError):
        function()("n.md", nonsense=1)
