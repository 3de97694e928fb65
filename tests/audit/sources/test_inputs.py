"""What a LaTeX file takes from the files beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.sources import load

STATEMENT = r"\[ c_t = f_t \odot \old + i_t \odot \tilde{c}_t \]"
RIGHT, WRONG = r"\newcommand{\old}{c_{t-1}}", r"\newcommand{\old}{\tilde{c}_{t-1}}"


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(f"{path.name}.sty" if path.name == "house" else f"{path.name}.tex").write_text(text)
    return folder / "main.tex"


@pytest.mark.parametrize(
    "files",
    [
        {"main": "\\input{macros}\n", "macros": RIGHT},
        {"main": "\\include{ parts/macros.tex }\n", "parts__macros": RIGHT},
        {"main": "\\input{first}\n", "first": "\\input{second}", "second": RIGHT},
        {"main": "\\usepackage[a]{amsmath, house}\n", "house": RIGHT},
        {"main": "\\input{macros}\n", "macros": RIGHT + "\\input{main}\\input{macros}"},
        {"main": RIGHT + "\\input{macros}\n", "macros": WRONG},  # its own definition counts
    ],
)
def test_macros_come_from_files_that_are_named(tmp_path: Path, files: dict[str, str]) -> None:
    note = write(tmp_path, **{**files, "main": files["main"] + "\\section{LSTM}\n" + STATEMENT})
    (report,) = audit(note).files
    assert ([e.verdict for e in report.equations], report.diagnostics) == (["verified"], [])


@pytest.mark.parametrize(
    "mark", ["% !TEX root = ../main.tex", "%!TeX root=../main", r"\documentclass[../main]{subfiles}"]
)
def test_a_part_has_the_macros_of_the_whole(tmp_path: Path, mark: str) -> None:
    write(tmp_path, main=WRONG, parts__one=f"{mark}\n\\section{{LSTM}}\n{STATEMENT}")
    (report,) = audit(tmp_path / "parts" / "one.tex").files
    assert [e.verdict for e in report.equations] == ["refuted"]


def test_a_file_that_is_not_there_is_told_at_its_place(tmp_path: Path) -> None:
    note = write(tmp_path, main="Text.\n\\input{ nowhere } and \\include{a/b}\n", full="x" * 2_000_000)
    (report,) = audit(note).files
    assert [(d.code, d.severity, d.line, d.column, d.end_column, d.message) for d in report.diagnostics] == [
        ("BP003", "info", 2, 1, 18, "passed over: there is no file “nowhere” beside this one"),
        ("BP003", "info", 2, 23, 36, "passed over: there is no file “a/b” beside this one"),
    ]
    note.write_text("\\input{full}")
    assert [d.message for d in audit(note).files[0].diagnostics] == ["passed over: the file “full” cannot be read"]


def test_what_names_no_file_is_passed_by(tmp_path: Path) -> None:
    note = write(
        tmp_path,
        main="% \\input{a}\n\\verb|\\input{b}| \\\\input{c} \\begin{verbatim}\\input{d}\\end{verbatim}\n"
        "\\newcommand{\\chap}[1]{\\input{#1}} \\input{\\jobname} \\usepackage{amsmath} % !TEX root = none\n\\input{e",
    )
    assert load(note).gaps == ()


def test_a_kept_report_is_of_what_the_file_takes_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    note = write(tmp_path / "notes", main="\\input{macros}\n\\section{LSTM}\n" + STATEMENT, macros=RIGHT)

    def verdicts() -> list[str]:
        return [e.verdict for e in audit(note, cached=True).files[0].equations]

    assert (verdicts(), verdicts()) == (["verified"], ["verified"])
    write(tmp_path / "notes", macros=WRONG)
    assert verdicts() == ["refuted"]
