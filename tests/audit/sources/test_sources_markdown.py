"""Formulas found in Markdown, and where they stand."""

from __future__ import annotations

import pytest

from backproof.audit.sources import Block, Document, parse


def document(text: str, name: str = "note.md") -> Document:
    return parse(text, name)


def formulas(text: str, name: str = "note.md") -> list[str]:
    return [b.text for b in document(text, name).formulas()]


def check_places(found: Document) -> None:
    """Every character of every block stands in the file where the block says."""
    lines = found.text.split("\n")
    for block in found.blocks:
        for at, character in enumerate(block.text):
            line, column = block.position(at)
            there = lines[line - 1][column - 1] if column <= len(lines[line - 1]) else "\n"
            assert there == character or character == " " or there in "&\\", (block, at)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a $x_t$ b", ["x_t"]),
        ("其中$x_t$是输入，$h$是状态", ["x_t", "h"]),
        ("其中 $ x_t $ 是", ["x_t"]),
        ("a $$x = 1$$ b", ["x = 1"]),
        ("$$\nx = 1\n$$", ["x = 1"]),
        ("$$\na = b\n\nc = d\n$$", ["a = b\n\nc = d"]),
        (r"by \(x^2\) and \[y = 1\]", ["x^2", "y = 1"]),
        ("\\[\nx = 1\n\\]", ["x = 1"]),
        (r"\\(x^2\\)", ["x^2"]),
        ("```math\nx = 1\n```", ["x = 1"]),
        ("$`x_t`$", ["x_t"]),
        ("\\begin{align}\na &= b\n\\end{align}", ["\\begin{align}\na &= b\n\\end{align}"]),
        ("- item $$x$$\n- $y$", ["x", "y"]),
        ("| a | b |\n|---|---|\n| $x$ | $P(a \\| b)$ |", ["x", "P(a  | b)"]),
        ("# Gate $f_t$", ["f_t"]),
        ("**LSTM** $$f_t$$：遗忘门", ["f_t"]),
        (r"$\left\\{ a \right\\}$", [r"\left \{ a \right \}"]),
        ("$a &lt; b$", ["a <    b"]),
    ],
)
def test_found(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected
    check_places(document(text))


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10.",
        "from $5 to $10, or \\$3",
        "`$x$` and ``a $y$ b``",
        "```python\nprice = '$x$'\n```",
        "~~~\n$x$\n~~~",
        "<!-- $x$ -->",
        "<!--\n$x$\n$$y$$\n-->",
        "---\ntitle: $x$\n---\n",
        "see [here](http://a.b/$x$y) and https://a.b/?q=$x$",
        "<code>$x$</code>",
        "escaped \\$x\\$",
        "$HOME/bin:$PATH",
        "a $ alone",
        "$$ never closed",
        "\\[1\\] and \\(a remark\\)",
        "x == y",
    ],
)
def test_left_alone(text: str) -> None:
    assert formulas(text) == []


def test_money_beside_a_formula() -> None:
    assert formulas("It costs $5, and $x_t$ is the input") == ["x_t"]


def test_places_of_a_display_in_a_quote_in_a_list() -> None:
    text = "前言\n\n> 说明：\n> $$\n> a = b \\\\\n> c = d\n> $$\n\n1. x\n   $$\n   y\n   $$\n"
    found = document(text)
    first, second = found.formulas()
    assert first.text == "a = b \\\\\nc = d"
    assert first.display and second.display
    assert first.position(0) == (5, 3)
    assert first.position(first.text.index("c")) == (6, 3)
    assert first.end_position(len(first.text)) == (6, 8)
    assert second.position(0) == (11, 4)
    check_places(found)


def test_columns_count_characters() -> None:
    (formula,) = document("状态𝑥 $h$").formulas()
    assert formula.position(0) == (1, 6)


def test_order_levels_and_paragraphs() -> None:
    found = document("# One\ntext $a$ more\n\nTwo\n---\n```\ncode\n```\n### Three #\n")
    assert [(b.kind, b.level) for b in found.blocks] == [
        ("heading", 1), ("prose", 0), ("formula", 0), ("prose", 0), ("heading", 2), ("code", 0),
        ("heading", 3),
    ]  # fmt: skip
    assert [b.text for b in found.blocks if b.kind == "heading"] == ["One", "Two", "Three"]
    prose, formula, more = found.blocks[1:4]
    assert prose.paragraph == formula.paragraph == more.paragraph != found.blocks[4].paragraph
    check_places(found)


def test_titles_without_marks() -> None:
    heads = [
        b.text
        for b in document("RNN\n\n普通RNN\n\n一段话，说明。\n\n遗忘门：\n", "note.txt").blocks
        if b.kind == "heading"
    ]
    assert heads == ["RNN", "普通RNN"]
    assert [b.level for b in document("**GRU**\n\ntext\n").blocks] == [6, 0]


def test_macros_of_the_document() -> None:
    found = document("$\\newcommand{\\vx}{\\mathbf{x}}$ $\\def\\R{\\mathbb{R}}$ $\\DeclareMathOperator{\\sm}{softmax}$")
    assert found.macros == {"vx": "\\mathbf{x}", "R": "\\mathbb{R}", "sm": "\\operatorname{softmax}"}


def test_offsets_outside_a_block() -> None:
    block = Block("formula", "ab", start=3)
    assert block.offset(1) == 4
    with pytest.raises(ValueError, match="outside a block of 2 characters"):
        block.offset(3)


def test_plain_formulas() -> None:
    text = "归一化 LN(x) = (x - mean) / std * gamma + beta，使其均值为0"
    (formula,) = document(text, "note.txt").formulas()
    assert formula.text == "LN(x) = (x - mean) / std * gamma + beta"
    assert text[formula.start : formula.end] == formula.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y = Wx + b where W is a matrix", ["y = Wx + b"]),
        ("score = softmax(QK^T / sqrt(d_k))", ["score = softmax(QK^T / sqrt(d_k))"]),
        ("h_t = f(h_{t-1}, x_t)", ["h_t = f(h_{t-1}, x_t)"]),
        ("d = 512", []),
        ("set lr = 0.1 and go", []),
        ("x = foo(1); y = 2;", []),
        ("call f(x=1) here", []),
        ("a = b", []),
        ("https://a.b/c?d=e+f", []),
        ("name = 'a' + 'b'", []),
    ],
)
def test_plain_formulas_and_programs(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected


COPIED = r"h t = W ⋅ x t + b h_{t}=W \cdot x_{t}+b h t = W ⋅ x t + b"


def test_copied_formula_is_read_once() -> None:
    (formula,) = document(COPIED, "note.txt").formulas()
    assert formula.text == r"h_{t}=W \cdot x_{t}+b"
    assert formula.position(0) == (1, COPIED.index("h_{t}") + 1)


def test_copied_formulas_in_a_row() -> None:
    second = r"C ~ t = tanh ( x ) \tilde{C}_{t}=\tanh \left(x\right) C ~ t = tanh ( x )"
    third = r"y = a b d y=\frac{a b}{\sqrt{d}} y = d a b"
    assert formulas(COPIED + " " + second + " 又 " + third, "note.txt") == [
        r"h_{t}=W \cdot x_{t}+b",
        r"\tilde{C}_{t}=\tanh \left(x\right)",
        r"y=\frac{a b}{\sqrt{d}}",
    ]


def test_prose_around_copies_stays() -> None:
    prose = [b.text for b in document("公式： " + COPIED + " 如上", "note.txt").blocks if b.kind == "prose"]
    assert prose == ["公式：", "如上"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- $$\n  a\n  + b\n  $$\n- c $x$", ["a\n  + b", "x"]),
        ("> 1. $$\n>    a\n>    - b\n>    $$", ["a\n   - b"]),
        ("* \\[\n  a\n      + b\n  \\] so", ["a\n      + b"]),
        ("- $$ a\n- b\n- $$ c $$", ["c"]),  # an item that was never closed takes nothing from the next
        ("  - $$ a\n  + b\n\n$$ c $$", ["c"]),
    ],
)
def test_a_line_of_a_display_in_a_list_is_no_item_of_it(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected
