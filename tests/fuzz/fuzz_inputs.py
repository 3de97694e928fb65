"""Inputs that look like notes and are not quite: real notes and formula pieces, cut, joined, repeated, wrapped and re-encoded.

All choices come from one ``random.Random``, so that a seed names an input, Hypothesis can shrink one and atheris can steer one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = (".md", ".tex", ".html", ".ipynb", ".rst", ".txt")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "gb18030", "latin-1", "utf-32")
LONGEST = 6_000  # characters of an input before it is wrapped and encoded

SEEDS = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "examples").glob("*.md"))]
FORMULAS = [
    line.strip()
    for line in (ROOT / "tests/audit/notation/formulas.txt").read_text(encoding="utf-8").splitlines()
    if line.strip()
]
# what delimits, escapes, nests or counts somewhere in the readers
PIECES = [
    "$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\\\(",
    "\\\\[",
    "`",
    "``",
    "```",
    "~~~",
    "---",
    "...",
    "===",
    ">",
    "#",
    "##",
    "|",
    "|-",
    "*",
    "-",
    "+",
    "1.",
    "<!--",
    "-->",
    "<code>",
    "</code>",
    "<pre>",
    "<script",
    "</script>",
    "<div>",
    "</div>",
    "<math>",
    "&amp;",
    "&lt;",
    "&#955;",
    "&#x110000;",
    "&nbsp",
    "{",
    "}",
    "{{",
    "}}",
    "[",
    "]",
    "(",
    ")",
    "](",
    "![",
    "https://a.b/?tex=x=y%5C",
    "..",
    "\\begin{align}",
    "\\end{align}",
    "\\begin{cases}",
    "\\end{cases}",
    "\\begin{pmatrix}",
    "\\end{equation}",
    "\\begin",
    "\\end",
    "\\left(",
    "\\right)",
    "\\left.",
    "\\right|",
    "\\frac",
    "\\sqrt",
    "\\sum_{i=1}^{n}",
    "\\prod",
    "\\int",
    "\\lim_{",
    "\\underbrace{",
    "\\overset",
    "\\substack{",
    "\\operatorname{",
    "\\mathbb{E}",
    "\\text{",
    "\\newcommand{\\a}{\\a\\b}",
    "\\def\\b{\\c\\c}",
    "\\newcommand{\\c}[1]{#1#1}",
    "\\a",
    "\\c{x}",
    "\\tag{1}",
    "\\label{",
    "^",
    "_",
    "^{",
    "_{",
    "'",
    "''",
    "!",
    "&",
    "\\\\",
    "\\\\[2pt]",
    "=",
    ":=",
    "\\leftarrow",
    "\\in",
    ",",
    ";",
    ":",
    "/",
    "*",
    "@",
    "0",
    "1",
    "10000",
    "1e400",
    "9^{9^{9}}",
    "0.5e-3",
    "..",
    "\\cdots",
    "x_t",
    "h_{t-1}",
    "W_f",
    "\\tilde{c}",
    "\\sigma(",
    "\\tanh",
    "\\operatorname{softmax}",
    "\\max(0,x)",
    ":math:`",
    "..",
    "math::",
    "::",
    "\\verb|x|",
    "%",
    "é",
    "₁²",
    "×",
    "⊙",
    "∑",
    "√",
    "𝔼",
    "ℝ",
    "头",
    "维度",
    "512",
    "8",
    "=",
    "64",
    "上三角",
    "√d_k",
    "归一化",
    "mean",
    "std",
    "LN(x)",
    "✓",
    "✗",
    "│",
    "└",
    "\u200b",
    "\u202e",
    "\ufeff",
    "́",
    "\u2028",
    "\x0c",
    "\x1b",
    "�",
]


def note(rng: Random) -> tuple[str, bytes]:
    """(suffix, content) of one input."""
    text = rng.choice((_real, _formulas, _soup))(rng)
    for _ in range(rng.randint(0, 6)):
        text = rng.choice(CHANGES)(rng, text)[:LONGEST]
    suffix = rng.choice(SUFFIXES)
    if suffix != ".md" and rng.random() < 0.7:
        text = WRAPPERS.get(suffix, lambda r, t: t)(rng, text)
    return suffix, _encoded(rng, text)


def formula(rng: Random) -> str:
    """One formula, changed a little or a lot."""
    text = rng.choice(FORMULAS)
    for _ in range(rng.randint(0, 5)):
        text = rng.choice(CHANGES)(rng, text)[:LONGEST]
    return text


def _real(rng: Random) -> str:
    text = rng.choice(SEEDS)
    start = rng.randrange(len(text))
    return text[start : start + rng.randint(1, 900)]


def _formulas(rng: Random) -> str:
    marks = rng.choice((("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)"), ("```math\n", "\n```"), ("", "")))
    lines = [f"{marks[0]}{formula(rng)}{marks[1]}" for _ in range(rng.randint(1, 4))]
    return f"# {rng.choice(('LSTM', '注意力', 'Adam', 'Convolution', ''))}\n\n" + "\n\n".join(lines)


def _soup(rng: Random) -> str:
    return "".join(rng.choice(PIECES) + rng.choice(("", "", " ", "\n")) for _ in range(rng.randint(1, 40)))


def _span(rng: Random, text: str) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.randint(0, 40))


def _cut(rng: Random, text: str) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _insert(rng: Random, text: str) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(PIECES) + text[at:]


def _repeat(rng: Random, text: str) -> str:
    """A short piece many times over: what a quadratic search or a deep nesting shows itself on."""
    start, end = _span(rng, text)
    piece = text[start : start + rng.randint(1, 6)] if rng.random() < 0.5 else rng.choice(PIECES)
    return text[:start] + piece * rng.choice((2, 3, 30, 90, 1000)) + text[end:]


def _swap(rng: Random, text: str) -> str:
    (a, b), (c, d) = sorted((_span(rng, text), _span(rng, text)))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:] if b <= c else text


def _move(rng: Random, text: str) -> str:
    start, end = _span(rng, text)
    at = rng.randint(0, len(text))
    return text[:at] + text[start:end] + text[at:]


def _braces(rng: Random, text: str) -> str:
    start, end = _span(rng, text)
    pair = rng.choice(
        (("{", "}"), ("(", ")"), ("\\left(", "\\right)"), ("\\frac{1}{", "}"), ("\\text{", "}"), ("|", "|"))
    )
    depth = rng.choice((1, 1, 2, 12, 79, 81, 300))
    return text[:start] + pair[0] * depth + text[start:end] + pair[1] * depth + text[end:]


def _letter(rng: Random, text: str) -> str:
    at = rng.randint(0, max(len(text) - 1, 0))
    return (
        text[:at] + chr(rng.choice((rng.randint(32, 126), rng.randint(0, 0xFFFF), rng.randint(0, 31)))) + text[at + 1 :]
    )


def _formula(rng: Random, text: str) -> str:
    at = rng.randint(0, len(text))
    return f"{text[:at]}\n$${rng.choice(FORMULAS)}$$\n{text[at:]}"


CHANGES: tuple[Callable[[Random, str], str], ...] = (
    _cut, _cut, _insert, _insert, _repeat, _swap, _move, _braces, _letter, _formula,
)  # fmt: skip


def _tex(rng: Random, text: str) -> str:
    return "\\documentclass{article}\n\\begin{document}\n\\section{" + text[:20] + "}\n" + text + "\n\\end{document}\n"


def _html(rng: Random, text: str) -> str:
    role = rng.choice(
        ("p", "h2", 'script type="math/tex; mode=display"', 'annotation encoding="application/x-tex"', "pre")
    )
    return f"<html><body><p>{text[: len(text) // 2]}</p><{role}>{text}</{role.split()[0]}>"


def _notebook(rng: Random, text: str) -> str:
    """A notebook that is whole, or cut anywhere."""
    half = len(text) // 2
    cells = [
        {"cell_type": "markdown", "source": text[:half].splitlines(keepends=True)},
        {
            "cell_type": rng.choice(("markdown", "code", "raw", "")),
            "source": text[half:],
            "metadata": {},
            "outputs": [],
        },
    ]
    whole = json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1)))
    return whole if rng.random() < 0.7 else whole[: rng.randint(0, len(whole))]


def _rst(rng: Random, text: str) -> str:
    indented = "\n".join("   " + line for line in text.splitlines())
    return f"Title\n=====\n\n:math:`{text[:30]}` and\n\n.. math::\n   :label: x\n\n{indented}\n\n{text}"


WRAPPERS: dict[str, Callable[[Random, str], str]] = {".tex": _tex, ".html": _html, ".ipynb": _notebook, ".rst": _rst}


def _encoded(rng: Random, text: str) -> bytes:
    encoding = "utf-8" if rng.random() < 0.8 else rng.choice(ENCODINGS)
    data = text.encode(encoding, errors=rng.choice(("surrogatepass", "replace")) if "utf" in encoding else "replace")
    if rng.random() < 0.05 and data:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randint(0, 255)]) + data[at + 1 :]
    return data.replace(b"\n", b"\r\n") if rng.random() < 0.05 else data
