"""Files of several kinds and encodings."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from backproof.audit.sources import SourceError, load, parse, suffixes

TEXT = "# 门\n\n状态 $h_t$ 和\n$$\nc_t = f_t\n$$\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.encode("gb18030"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-32"),
        codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"),
    ],
)
def test_encodings_give_the_same_document(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(data)
    found = load(path)
    assert found.text == TEXT
    assert [(b.text, b.position(0)) for b in found.formulas()] == [("h_t", (3, 5)), ("c_t = f_t", (5, 1))]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"a\x00b", "zero byte at offset 1"),
        (b"ab\xff\xff\xff", "byte 2"),
        (b"\xff\xfea", "UTF-16"),
        (b"\xff\xfe\x00\x00a", "UTF-32"),
    ],
)
def test_what_is_not_text(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=why) as error:
        load(path)
    assert error.value.path == str(path)


def test_missing_files_and_unknown_kinds(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file or folder"):
        load(tmp_path / "none.md")
    with pytest.raises(SourceError, match="Is a directory"):
        load(tmp_path)
    with pytest.raises(SourceError, match=r"kind \.pdf"):
        parse("", "a.pdf")
    assert {".md", ".tex", ".ipynb", ".txt"} <= set(suffixes())


def test_empty_files() -> None:
    for name in ("a.md", "a.txt", "a.tex"):
        assert parse("", name).blocks == ()


def test_latex() -> None:
    text = (
        "\\documentclass{article}\n\\newcommand{\\vx}{\\mathbf{x}}\n\\begin{document}\n\\section{Gates}\n"
        "With $h_t$ % and not $this$\n\\begin{align}\n a &= b\n\\end{align}\n\\[ x = 1 \\] costs \\$5\n"
        "\\begin{verbatim}\n$y$\n\\end{verbatim}\n\\verb|$z$|\n\\end{document}\n$after$\n"
    )
    found = parse(text, "a.tex")
    assert [b.text for b in found.formulas()] == ["h_t", "\\begin{align}\n a &= b\n\\end{align}", "x = 1"]
    assert [b.position(0) for b in found.formulas()] == [(5, 7), (6, 1), (9, 4)]
    assert [b.display for b in found.formulas()] == [False, True, True]
    assert [(b.text, b.level) for b in found.blocks if b.kind == "heading"] == [("Gates", 2)]
    assert found.macros == {"vx": "\\mathbf{x}"}


def _notebook(**more: object) -> str:
    cells = [
        {"cell_type": "markdown", "source": ["# 门\n", '状态 $\\sigma(x)$ "q"\n', "$$a\n", "= b$$"]},
        {"cell_type": "code", "source": "x = '$y$'\nz"},
    ]
    return json.dumps({"cells": cells, "nbformat": 4}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", [{"indent": 1, "ensure_ascii": False}, {"indent": None}, {"indent": 2}])
def test_notebook_positions_lie_in_the_json(layout: dict[str, object]) -> None:
    text = _notebook(**layout)
    found = parse(text, "a.ipynb")
    first, second = found.formulas()
    assert first.text == "\\sigma(x)"
    assert second.text == "a\n= b"
    assert [b.kind for b in found.blocks] == ["heading", "prose", "formula", "prose", "formula", "code"]
    lines = text.split("\n")
    line, column = first.position(1)  # the letter after the backslash
    assert lines[line - 1][column - 1 :].startswith("sigma(x)")
    line, column = second.position(second.text.index("="))
    assert lines[line - 1][column - 1 :].startswith("= b")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"cells": 1}', '{"cells": [}', '{"cells": ["a" "b"]}', "[" * 200, '{"a']
)
def test_broken_notebooks(text: str) -> None:
    with pytest.raises(SourceError, match="not a notebook"):
        parse(text, "a.ipynb")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the JSON ends too early (line 1, column 1)"),
        ("{", "the JSON ends too early (line 1, column 2)"),
        ('{\n "cells": [\n<<<<<<< HEAD', "unexpected '<' (line 3, column 1)"),
        ('{"cells": ["a\\q"]}', "no escape is written \\q (line 1, column 14)"),
        ('{"cells": ["a\\\n"]}', "no escape is written \\<U+000A> (line 1, column 14)"),
        ('{"cells":\n ["a', "a string is never closed (line 2, column 3)"),
        ('{"a": -- }', "unexpected '-' (line 1, column 7)"),
        ('{"cells"\n 1}', "colon is missing (line 2, column 2)"),
    ],
)
def test_a_broken_notebook_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(SourceError) as error:
        parse(text, "a.ipynb")
    assert error.value.why == f"not a notebook: {why}"


def test_an_old_notebook_is_refused_with_what_helps() -> None:
    with pytest.raises(SourceError, match="format 3, which is not read: `jupyter nbconvert"):
        parse('{"worksheets": [{"cells": []}], "nbformat": 3}', "a.ipynb")


def test_a_cell_that_is_not_as_notebooks_have_them_is_told_and_the_rest_is_read() -> None:
    good = {"cell_type": "markdown", "source": "$a = b$"}
    odd = [5, {"source": "x"}, {"cell_type": "markdown"}, {"cell_type": "code", "source": ["a", 1]}]
    sound = [{"cell_type": kind, "source": []} for kind in ("markdown", "code", "raw")]
    text = json.dumps({"cells": [good, *odd, *sound, good]})
    found = parse(text, "a.ipynb")
    assert [b.text for b in found.formulas()] == ["a = b", "a = b"]
    assert [json.loads(text[gap.start : gap.end]) for gap in found.gaps] == odd
    assert [str(gap.why) for gap in found.gaps] == [
        "cell 2 is no object",
        "cell 3 is of no known kind (cell_type)",
        "cell 4 has no text (source)",
        "cell 5 has something else than text among its lines",
    ]


def test_formulas_in_addresses_of_images() -> None:
    text = "前 ![](https://latex.codecogs.com/gif.latex?a=\\frac{1}{b}) 后\n\n![y](https://z.b/equation?tex=y%3D%5Csigma%28x%29+%2B+b)"
    first, second = parse(text, "a.md").formulas()
    assert first.text == "a=\\frac{1}{b}"
    assert first.position(0) == (1, text.index("a=") + 1)
    assert second.text == "y=\\sigma(x) + b"
    assert text.split("\n")[2][second.position(2)[1] - 1 :].startswith("%5Csigma")


def test_a_plus_in_an_address_is_a_plus_unless_signs_are_coded() -> None:
    text = "![](https://latex.codecogs.com/gif.latex?a=b+c)\n\n![](https://z.b/equation?tex=a+%3D+b+%2B+c)"
    assert [f.text for f in parse(text, "a.md").formulas()] == ["a=b+c", "a = b + c"]


def test_restructured_text() -> None:
    text = (
        "Layer\n=====\n\nWith :math:`h_t` and ``$x$``:\n\n"
        ".. math::\n   :label: a\n\n   a = b \\\\\n   c = d\n"
        "\n   x = 1\n\nSub\n---\n\n.. math:: y = 2\n\n.. code-block:: python\n\n   z = '$q$'\n\nend::\n\n"
        "   :math:`no`\n\nlast\n"
    )
    found = parse(text, "a.rst")
    assert [b.text for b in found.formulas()] == ["h_t", "a = b \\\\\nc = d", "x = 1", "y = 2"]
    assert [b.position(0) for b in found.formulas()] == [(4, 13), (9, 4), (12, 4), (17, 11)]
    assert [(b.text, b.level) for b in found.blocks if b.kind == "heading"] == [("Layer", 1), ("Sub", 2)]
    assert [b.text for b in found.blocks if b.kind == "code"] == ["$x$", "z = '$q$'", "   :math:`no`"]


def test_html() -> None:
    text = (
        "<html><style>$s$</style><h2>Gates</h2>\n<p>with $h_t &lt; 1$ and <code>$c$</code>"
        '<span class="katex"><span class="katex-mathml"><math><mi>x</mi>'
        '<annotation encoding="application/x-tex">x_t &amp; y'
        '</annotation></math></span><span class="katex-html">x t</span></span> end</p>\n'
        '<script type="math/tex; mode=display">a = b</script><script>var $q$ = 1</script></html>'
    )
    found = parse(text, "a.html")
    assert [b.text for b in found.formulas()] == ["h_t < 1", "x_t & y", "a = b"]
    assert [b.display for b in found.formulas()] == [False, False, True]
    assert [(b.text, b.level) for b in found.blocks if b.kind == "heading"] == [("Gates", 2)]
    lines = text.split("\n")
    for block, at, there in zip(found.formulas(), (6, 6, 0), ("1$", "y<", "a = b"), strict=True):
        line, column = block.position(at)
        assert lines[line - 1][column - 1 :].startswith(there)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "9" * 5000, "-1.5e+999999"])
def test_a_notebook_with_numbers_that_only_python_writes_or_that_it_refuses_is_read_whole(number: str) -> None:
    cells = json.dumps([{"cell_type": "markdown", "source": "$a = b$"}])
    found = parse(f'{{"metadata": {{"score": {number}}}, "cells": {cells}}}', "note.ipynb")
    assert [b.text for b in found.formulas()] == ["a = b"]


def test_declarations_that_never_end_leave_every_block_in_the_page() -> None:
    text = "<html><body>" + ("<p>\\text{ <" + "![" * 18 + "</p>") * 2 + "<p>\\text{ <" + "![" * 60 + "</p<p>"
    blocks = parse(text, "page.html").blocks
    assert blocks
    assert all(0 <= b.start <= b.end <= len(text) for b in blocks)


@pytest.mark.parametrize("entity", ["&heta", "&amp", "&heta;", "&amp;", "&#945", "&#945;"])
def test_entities_with_and_without_a_semicolon_leave_what_follows_in_its_place(entity: str) -> None:
    text = f"<p>{entity} " * 60 + "and $x = y$</p>"
    (block,) = parse(text, "page.html").formulas()
    assert text[block.start : block.end] == block.text == "x = y"
