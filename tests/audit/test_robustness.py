"""One bad line or one failing check never takes the rest of an audit with it, and no number is worth a hang."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from backproof.audit import audit, checks, work
from backproof.audit.checks import catalog

LSTM = "# LSTM\n\n$$c_t = f_t \\odot \\tilde{c}_{t-1} + i_t \\odot \\tilde{c}_t$$\n\n"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "bad",
    [
        "$$10^{400} = 10^{401}$$",
        "$$((9^{4096})^{4096})^{4096} = 2$$",
        "$$\\mathrm{softmax}(1, 10^{400}) = (0, 1)$$",
        "x = y. " + "1 " * 4000,
        "$$" + "{" * 500 + "x" + "}" * 500 + "$$",
        "$$x = \\frac{1}{0}$$",
        "$$(-1)^{0.5} = i$$",
        "$$E[x^2] = " + "\\mathrm{Var}[" * 3 + "x" + "]" * 3 + " + E[x]^2$$",
        "$$y = f(" + "x + " * 3000 + "x$$",
    ],
)
def test_the_rest_is_still_audited(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "note.md"
    path.write_text(LSTM + bad + "\n", encoding="utf-8")
    (file,) = audit([path]).files
    assert file.error is None
    assert "BP101" in [d.code for d in file.diagnostics]


def test_a_failing_check_is_reported_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(case: Any) -> Any:
        raise KeyError("lost")

    monkeypatch.setattr("backproof.audit.checks.layout.check", broken)
    path = tmp_path / "note.md"
    path.write_text(LSTM, encoding="utf-8")
    codes = {d.code: d for d in audit([path]).files[0].diagnostics}
    assert "lost" in codes["BP000"].message and "layout" in codes["BP000"].message
    assert "BP101" in codes
    json.dumps(dict(codes["BP000"].evidence))


def test_a_check_that_fails_keeps_what_it_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(case: Any) -> Any:
        yield from before(case)
        raise KeyError("lost")

    before = checks.load("differences").check
    monkeypatch.setattr("backproof.audit.checks.differences.check", half)
    assert {"BP000", "BP101"} <= {d.code for d in one(tmp_path, LSTM).diagnostics}


def test_a_line_that_fails_leaves_the_others_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(line: Any, library: Any) -> Any:
        if "q" in line.latex:
            raise TypeError("lost")
        return recognised(line, library)

    recognised = catalog.recognised
    monkeypatch.setattr(catalog, "recognised", broken)
    file = one(tmp_path, LSTM + "\n$$y = q + 2$$\n")
    assert {e.verdict for e in file.equations} >= {"refuted", "unknown"}
    (told,) = (d for d in file.diagnostics if d.code == "BP000")
    assert (told.line, "lost" in told.message) == (LSTM.count("\n") + 2, True)


def test_powers_of_what_is_negative_stop_nothing(tmp_path: Path) -> None:
    file = one(tmp_path, "# Spiral simulation\n\n" + r"$$y = x \cos^d(x)$$" + "\n")
    assert ([e.verdict for e in file.equations], file.diagnostics) == (["unknown"], [])


def test_a_matrix_of_nothing_stops_nothing(tmp_path: Path) -> None:
    file = one(tmp_path, "# Matrices\n\n" + r"$$x = \begin{pmatrix}\end{pmatrix}$$" + "\n")
    assert [d.code for d in file.diagnostics] == []


def test_every_listed_check_exists() -> None:
    from importlib import import_module

    for name in checks.ALL:
        assert callable(import_module(f"backproof.audit.checks.{name}").check)


def one(tmp_path: Path, text: str | bytes, name: str = "note.md") -> Any:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    (file,) = audit([path]).files
    return file


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["note.md", "note.tex", "note.html", "note.rst"])
@pytest.mark.parametrize(
    "piece",
    [
        "\\$5 ",
        "[a](",
        "$$",
        "\\[",
        "\\begin{align}\n",
        "---\n",
        "<code ",
        "<!--",
        "x_",
        "a=",
        "> ",
        "\\text{",
        "\\newcommand{\\a}{",
    ],
)
def test_marks_in_thousands_are_no_burden(tmp_path: Path, piece: str, name: str) -> None:
    """Forty thousand characters in one paragraph: a search that begins anew at each mark would take minutes."""
    assert one(tmp_path, piece * (40_000 // len(piece)), name).error is None


@pytest.mark.timeout(60)
def test_a_formula_said_a_thousand_times_is_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    accept = checks.catalog._accept
    monkeypatch.setattr(
        checks.catalog, "_accept", lambda line, library: seen.append(line.latex) or accept(line, library)
    )
    file = one(tmp_path, "# LSTM\n\n" + "$$h_t = o_t \\odot \\tanh(c_t)$$\n\n" * 1000)
    assert [e.verdict for e in file.equations] == ["verified"] * 1000
    assert len({e.line for e in file.equations}) == 1000
    assert len(seen) == 1


def test_past_its_steps_a_file_is_left_unjudged_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"# GRU\n\n$$h_{{{n}}} = x_{n} + y$$\n\n" for n in range(50)) + LSTM
    whole = one(tmp_path, text)
    assert "BP101" in [d.code for d in whole.diagnostics]
    monkeypatch.setattr(work, "LIMIT", 2000)
    cut, again = one(tmp_path, text), one(tmp_path, text)
    assert cut == again  # steps are counted, so the same is left out each time
    assert "BP009" in [d.code for d in cut.diagnostics]
    assert len(cut.equations) == len(whole.equations)
    assert "BP000" not in [d.code for d in cut.diagnostics]


def test_a_long_name_is_not_echoed_whole(tmp_path: Path) -> None:
    file = one(tmp_path, LSTM.replace("i_t", "i_{" + "q" * 3000 + "}"))
    assert all(len(d.message) < 5000 for d in file.diagnostics)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.timeout(20)
def test_a_pipe_or_device_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "note.md")
    for file in audit([tmp_path / "note.md", "/dev/zero"]).files:
        assert "not a regular file" in str(file.error)


@pytest.mark.parametrize("content", ["{", '{"cells": [', '{"cells": "', "[", ""])
def test_half_a_notebook_is_named(tmp_path: Path, content: str) -> None:
    file = one(tmp_path, content, "half.ipynb")
    assert "half.ipynb: not a notebook: " in str(file.error) and "index out of range" not in str(file.error)


def test_what_fuzzing_found(tmp_path: Path) -> None:
    assert one(tmp_path, "$\\frac{d}{dx}$ $$\\frac{d}{d}$$ <![!--1\n").error is None
    assert one(tmp_path, "<![!--1e400\nx", "a.html").error is None
    file = one(tmp_path, "$$\\hat{ﵺ} = \\partial㌮ + a㏒b$$\n")
    assert all(e.end_column <= 40 for e in file.equations)
