"""--fix changes the bytes of wrong formulas, and no other byte, in every format; a second run changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backproof.audit import compiled
from backproof.audit.findings import Edit, FileReport, Span, Suggestion
from backproof.audit.library import Library
from backproof.audit.own.house import House
from backproof.audit.run import examine
from backproof.audit.sources import Document, parse
from backproof.config import Config
from backproof.fix.bytes import FileBytes
from backproof.fix.rounds import Result, settle

WRONG = r"c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t"
RIGHT = r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t"


@cache
def library() -> House:
    return House(Config(), Library(compiled.load()))


def look(document: Document) -> FileReport:
    return examine(document, library(), "en")


def run(data: bytes, suffix: str, unsafe: bool = False, judge: Callable[[Document], FileReport] = look) -> Result:
    name = "note" + suffix
    return settle(FileBytes(data, name), lambda text: parse(text, name), judge, unsafe)


def fixed(text: str, suffix: str = ".md", unsafe: bool = False) -> str:
    return run(text.encode(), suffix, unsafe).state.file.data.decode()


# ---- every format, every encoding: the oracle is the same note written with the right formula
def markdown(pieces: list[str], latex: str) -> str:
    forms = {
        "display": f"$${latex}$$\n\n",
        "inline": f"so ${latex}$, then\n\n",
        "quote": f"> said $$\n> {latex}\n> $$\n\n",
        "list": f"- one\n- ${latex}$\n\n",
        "table": f"| a | b |\n|---|---|\n| ${latex}$ | \\| |\n\n",
        "rows": "$$\n\\begin{aligned}\n" + latex.replace(" = ", " &= ") + " \\\\\n\\end{aligned}\n$$\n\n",
        "code": f"```\n{WRONG}\n```\n`$x$`\n\n",
    }
    return "# LSTM 门\n\n" + "".join(forms[p] for p in pieces)


def latex_file(pieces: list[str], latex: str) -> str:
    forms = {
        "display": f"\\begin{{equation}}\n  {latex}\n\\end{{equation}}\n\n",
        "inline": f"so ${latex}$. % {WRONG}\n\n",
        "rows": "\\begin{align}\n" + latex.replace(" = ", " &= ") + " \\\\\n\\end{align}\n\n",
    }
    return "\\section{LSTM 门}\n\n" + "".join(forms.get(p, "Text.\n\n") for p in pieces)


def rst(pieces: list[str], latex: str) -> str:
    forms = {
        "display": f".. math::\n\n   {latex}\n\n",
        "inline": f"so :math:`{latex}` and\n\n",
        "rows": f".. math:: {latex}\n\n",
    }
    return "LSTM 门\n=======\n\n" + "".join(forms.get(p, "Text.\n\n") for p in pieces)


def html_page(pieces: list[str], latex: str) -> str:
    forms = {
        "display": f"<p>\\[{latex}\\]</p>\n",
        "inline": f"<p>a &lt; b: \\({latex}\\) &amp; so</p>\n",
        "rows": f'<script type="math/tex; mode=display">{latex}</script>\n',
    }
    return (
        "<html><body><h1>LSTM 门</h1>\n" + "".join(forms.get(p, "<p>Text &eacute;.</p>\n") for p in pieces) + "</body>"
    )


def notebook(pieces: list[str], latex: str, **how: Any) -> str:
    source = markdown(pieces, latex)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)},
        {"cell_type": "markdown", "source": source},
        {"cell_type": "code", "source": ["print('é')\n"], "outputs": [], "x": 1.50},
    ]
    return json.dumps({"cells": cells, "nbformat": 4}, indent=1, **how) + "\n"


WRITERS: dict[str, tuple[str, Callable[..., str]]] = {
    "markdown": (".md", markdown),
    "text": (".txt", markdown),
    "latex": (".tex", latex_file),
    "rst": (".rst", rst),
    "html": (".html", html_page),
    "notebook": (".ipynb", notebook),
    "raw notebook": (".ipynb", lambda pieces, latex: notebook(pieces, latex, ensure_ascii=False)),
}
ENCODINGS = ("utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-32")


@pytest.mark.parametrize("kind", WRITERS)
@settings(max_examples=6, deadline=None)  # the first example of a process reads the catalog
@given(data=st.data())
def test_only_the_bytes_of_the_formula_change_and_only_once(kind: str, data: st.DataObject) -> None:
    suffix, write = WRITERS[kind]
    pieces = data.draw(
        st.lists(
            st.sampled_from(["display", "inline", "rows", "quote", "list", "table", "code"]), min_size=1, max_size=3
        )
    )
    encoding = data.draw(st.sampled_from(ENCODINGS))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    tail = data.draw(st.sampled_from(["", "\n", "\n\n", " "]))

    def content(latex: str) -> bytes:
        return (write(pieces, latex).rstrip("\n") + tail).replace("\n", end).encode(encoding)

    first = run(content(WRONG), suffix)
    assert first.state.file.data == content(RIGHT)
    assert first.refused == []
    assert bool(first.applied) == (content(WRONG) != content(RIGHT))
    again = run(first.state.file.data, suffix)
    assert (again.applied, again.state.file.data) == ([], first.state.file.data)


# ---- escapes
ATTENTION = r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}(\frac{QK^T}{d_k})V"


def test_what_is_inserted_is_escaped_as_the_file_escapes() -> None:
    """In JSON a backslash is two, and letters beyond ASCII stay escaped."""
    source = f"# Attention 门\n\n$${ATTENTION}$$\n"
    right = source.replace("{d_k}", r"{\sqrt{d_k}}")
    before, after = (json.dumps({"cells": [{"cell_type": "markdown", "source": t}]}) for t in (source, right))
    assert fixed(before, ".ipynb", unsafe=True) == after
    assert "\\u95e8" in after


def test_unsafe_suggestions_are_applied_only_when_asked() -> None:
    note = f"# Attention\n\n$${ATTENTION}$$\n"
    assert fixed(note) == note
    assert fixed(note, unsafe=True) == note.replace("{d_k}", r"{\sqrt{d_k}}")


def test_all_projections_of_a_layout_clash_turn_at_once() -> None:
    note = (
        "# Attention\n\n$Q = W^Q X$, $K = W^K X$, $V = W^V X$\n\n"
        + f"$${ATTENTION.replace('{d_k}', '{' + chr(92) + 'sqrt{d_k}}')}$$\n"
    )
    new = fixed(note, unsafe=True)
    assert new == note.replace("W^Q X", "X W^Q").replace("W^K X", "X W^K").replace("W^V X", "X W^V")


# ---- what cannot be done is said
def test_a_formula_that_stands_three_times_is_left() -> None:
    copied = r"c t = f t ⊙ c ~ t − 1 + i t ⊙ c ~ t c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t c t = f t ⊙ c ~ t − 1 + i t ⊙ c ~ t"
    text = f"LSTM\n\n{copied}\n"
    result = run(text.encode(), ".txt")
    assert [word for _, word in result.refused] == ["copied"]
    assert result.state.file.data == text.encode()


def test_a_drawn_formula_of_a_page_is_left() -> None:
    page = f'<h1>LSTM</h1><span class="katex"><math><annotation encoding="application/x-tex">{WRONG}</annotation></math></span>'
    result = run(page.encode(), ".html")
    assert [word for _, word in result.refused] == ["copied"]


# ---- a fix that makes nothing better is rolled back
NOTE = f"# LSTM\n\n$${WRONG}$$\n\n$${WRONG}$$\n"


def changed(edit: Callable[[str], str]) -> Callable[[Document], FileReport]:
    """An auditor whose first suggestion of a note replaces something else."""

    def judge(document: Document) -> FileReport:
        report = look(document)
        for place, found in enumerate(report.diagnostics[:1]):
            assert found.suggestion is not None
            edits = tuple(Edit(e.span, edit(e.text)) for e in found.suggestion.edits)
            report.diagnostics[place] = replace(found, suggestion=replace(found.suggestion, edits=edits))
        return report

    return judge


@pytest.mark.parametrize("text", ["c_{t-1", "$$ $$", r"\tilde{c}_{t-1}", "x", "c_{t-1}$$\n\n$$y"])
def test_a_bad_fix_is_rolled_back_and_the_others_are_made(text: str) -> None:
    result = run(NOTE.encode(), ".md", judge=changed(lambda _: text))
    (refused,) = result.refused
    assert refused[1] == "structure"
    assert result.state.file.data == f"# LSTM\n\n$${WRONG}$$\n\n$${RIGHT}$$\n".encode()


def test_a_fix_that_brings_an_error_elsewhere_is_rolled_back() -> None:
    def judge(document: Document) -> FileReport:
        report = look(document)
        if WRONG not in document.text:  # an auditor that finds the corrected note worse
            report.diagnostics.append(
                replace(look(parse(NOTE, "note.md")).diagnostics[0], code="BP103", suggestion=None)
            )
        return report

    one = f"# LSTM\n\n$${WRONG}$$\n"
    result = run(one.encode(), ".md", judge=judge)
    assert [word for _, word in result.refused] == ["worse"]
    assert result.state.file.data == one.encode()


def test_overlapping_fixes_come_one_after_the_other() -> None:
    """The first by position is made; the one that overlaps it is made in the next round, as it reads then."""

    def judge(document: Document) -> FileReport:
        template = look(parse(NOTE, "note.md")).diagnostics[0]
        report = FileReport("note.md", document.text)
        for sign, code, new in (("b", "BP101", "d"), ("c", "BP103", "e")):
            start, end = document.text.index("= ") + 2, document.text.index("$", 1)
            old = document.text[start:end]
            if sign in old:
                stop = start + 1 if sign == "b" else end
                edit = Edit(Span(1, start + 1, 1, stop + 1), old[: stop - start].replace(sign, new))
                fix = Suggestion("a = " + old.replace(sign, new), True, (edit,))
                report.diagnostics.append(replace(template, line=1, column=2, code=code, suggestion=fix))
        return report

    result = run(b"$a = b + c$", ".md", judge=judge)
    assert [d.code for d in result.applied] == ["BP101", "BP103"]
    assert result.state.file.data == b"$a = d + e$"


def test_a_file_of_mixed_line_ends_keeps_them() -> None:
    data = f"# LSTM\r\n\n$${WRONG}$$\r\rtext\r\n".encode()
    assert run(data, ".md").state.file.data == data.replace(WRONG.encode(), RIGHT.encode())


# ---- which suggestions are safe
def suggestion(heading: str, latex: str) -> Suggestion:
    found = look(parse(f"# {heading}\n\n$${latex}$$\n", "note.md")).diagnostics[0].suggestion
    assert found is not None
    return found


def test_safe_is_what_has_one_repair() -> None:
    assert suggestion("LSTM", WRONG).safe
    either = suggestion("GRU", r"h_t = (1 - z_t) \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t")
    assert not either.safe  # either weight may be the wrong one


@pytest.mark.parametrize("suffix", [".md", ".tex"])
@pytest.mark.parametrize(
    ("written", "right"),
    [
        (
            r"y = \tanh(\sqrt(\frac{2}{\pi}) x)",
            r"y = \tanh(\sqrt{\frac{2}{\pi}} x)",
        ),  # the same tree, written otherwise
        (
            r"y = x - \log(\exp(x) + \exp(z)",
            r"y = x - \log(\exp(x) + \exp(z))",
        ),  # no statement until the bracket closes
    ],
)
def test_what_the_reader_takes_for_the_same_or_cannot_take_is_put_right(written: str, right: str, suffix: str) -> None:
    text = "Softmax\n\n$${}$$\n\n$$a = b + c$$\n"
    assert fixed(text.format(written), suffix) == text.format(written)  # neither is safe
    assert fixed(text.format(written), suffix, unsafe=True) == text.format(right)
