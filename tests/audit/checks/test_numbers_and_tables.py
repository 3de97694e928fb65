"""Numbers that a note prints: sums of weights, equalities, tables of what is seen; and names of tokens."""

from __future__ import annotations

import pytest

from backproof.audit.checks import Case, arithmetic, consistency, tables
from backproof.audit.checks.grids import grids
from backproof.audit.document import build
from backproof.audit.findings import Finding
from backproof.audit.library import Library
from backproof.audit.sources import parse


def case(text: str) -> Case:
    return Case(build(parse(text, "note.md")), Library([]), [])


def codes(findings: object) -> list[str]:
    return [f.code for f in findings]  # type: ignore[attr-defined]


TRUE_NUMBERS = [
    r"$\lfloor (5 - 3 + 0)/2 \rfloor + 1 = 2$",
    r"$(224 - 7 + 2 \times 3)/2 + 1 = 112$ (rounded down)",
    r"$\frac{512}{8} = 64$",
    r"$d_k = d_{model}/h = 768/12 = 64$",
    r"$1/3 = 0.33$ and $2/3 = 0.67$ and $2/3 = 0.66$",
    r"$\sqrt{2} \approx 1.41$",
    r"$2^{10} = 1024 \approx 1000$",
    r"$2 \cdot 10^9 \cdot 16 \cdot 32 = 10^{12}$",
    r"$1,000 \times 3 = 3,000$",
    r"$10^{400} \cdot 10^{-400} = 1$",
    r"$\exp((-7)^{0.5}) = 3$",  # complex
    r"$10^{300} \cdot e^{600} = 2^{900}$",  # beyond what a float holds
    r"$e^{0} + 1 = 2$, $\exp(1) \approx 2.718$",
    r"$\mathrm{softmax}([1, 2, 3]) = [0.09, 0.24, 0.67]$",
    "共有 3×224×224 = 150528 个数，512/8=64。",
    "The layer has (3*3*64 + 1) * 128 = 73,856 parameters.",
    "4 * 1024 = 4K, 3 * 50% = 1.5, x1 + 2 = 5, a[2] * 3 = 7, 2021-03-01 = Monday, 7 - 2 = 5x",
    "0.1 + 0.3 + 0.6 = 1",
    r"$101_2 = 5$ and $10 \bmod 3 = 1$",
    r"$4 \times 1024 = 4\text{KB}$",
    "```python\nassert 1 + 1 == 3\nx = 1 + 1 = 3\n```",
]


@pytest.mark.parametrize("text", TRUE_NUMBERS)
def test_right_equalities_stay_silent(text: str) -> None:
    assert [f.fields for f in arithmetic.check(case(text))] == []


FALSE_NUMBERS = [
    (r"$\lfloor (5 - 3 + 0)/2 \rfloor + 1 = 3$", "2", "3"),
    (r"$\frac{512}{8} = 62$", "64", "62"),
    (r"$N = (224 - 7 + 2\times 3)/2 + 1 = 111$", "112.5", "111"),
    (r"$d_k = d_{model}/h = 768/12 = 60$", "64", "60"),
    (r"$1/3 = 0.43$", "0.333333", "0.43"),
    (r"$\mathrm{softmax}([1, 2, 3]) = [0.09, 0.34, 0.67]$", "[0.0900306, 0.244728, 0.665241]", "[0.09, 0.34, 0.67]"),
    (r"$\frac{10^{400}}{10^{399}} = 11$", "10", "11"),
    (r"$\exp(10^{-8}) = 10^{400}$", "1", "1e+400"),
    ("参数量是 (3×3×3+1)×64 = 1728 个", "1792", "1728"),
    ("With 512 / 8 = 60 features per head.", "64", "60"),
]


@pytest.mark.parametrize(("text", "left", "right"), FALSE_NUMBERS)
def test_wrong_equalities_are_found_with_both_values(text: str, left: str, right: str) -> None:
    (finding,) = arithmetic.check(case(text))
    assert (finding.code, finding.evidence["left"], finding.evidence["right"]) == ("BP502", left, right)


def rows(*lines: str) -> str:
    return "注意力权重：\n\n" + "\n".join(lines) + "\n"


WEIGHTS = [
    (rows("a  [ 0.1  0.3  0.6 ]", "b  [ 0.2  0.5  0.4 ]"), ["BP501"]),
    (rows("a  [ 0.1  0.3  0.6 ]", "b  [ 0.2  0.5  0.3 ]"), []),
    (rows("| | x | y |", "|---|---|---|", "| a | 0.25 | 0.75 |", "| b | 0.5 | 0.6 |"), ["BP501"]),
    (rows("a  [ 0.33  0.33  0.33 ]", "b  [ 0.67  0.17  0.17 ]"), []),
    (rows("每一列的和为 1", "a  [ 0.1  0.5 ]", "b  [ 0.9  0.4 ]", "c  [ 0.0  0.1 ]"), []),
    (rows("a  [ 0.2  0.7  0.4 ]", "b  [ 0.8  0.3  0.6 ]"), []),
    (rows("a  [ 0.2  0.7 ]", "b  [ 0.9  0.9 ]", "c  [ 0.4  0.4 ]"), []),
    ("The scores before softmax (attention):\n\na [ 0.5 0.5 ]\nb [ 0.5 0.9 ]\n", []),
    ("Loss by epoch:\n\n| 1 | 0.5 | 0.5 |\n| 2 | 0.4 | 0.5 |\n", []),
    ("注意力权重 $$A = \\begin{pmatrix} 0.9 & 0.1 \\\\ 0.4 & 0.5 \\end{pmatrix}$$", ["BP501"]),
]


@pytest.mark.parametrize(("text", "wanted"), WEIGHTS)
def test_weights_sum_to_one(text: str, wanted: list[str]) -> None:
    assert codes(tables.check(case(text))) == wanted


def test_the_row_that_is_off_is_pointed_at() -> None:
    text = rows("a  [ 0.1  0.3  0.6 ]", "b  [ 0.2  0.5  0.4 ]")
    (finding,) = tables.check(case(text))
    assert (finding.span.line, finding.fields["total"]) == (4, "1.1")


def seen(*lines: str) -> str:
    return "位置\t能看到\t预测目标\n" + "\n".join(f"{i}\t{line}" for i, line in enumerate(lines, 1)) + "\n"


TABLES = [
    (seen("t1\tt2", "t1, t2\tt3", "t1, t2, t3\tt4"), []),
    (seen("t1\tt1", "t1, t2\tt2", "t1, t2, t3\tt3"), ["BP504"] * 3),
    (seen("t1\tt2", "t1, t2\tt4", "t1, t2, t3\tt4"), ["BP504"]),
    (seen("t1\tt2", "t1, t2\tt3", "t1, t3, t3\tt4"), ["BP504"]),
    (seen("<bos>\t我", "<bos>, 我\t爱", "<bos>, 我, 爱\t你"), []),
    (seen("<bos>\t我", "<bos>, 我\t我", "<bos>, 我, 爱\t你"), ["BP504"]),
    (seen("w1, w2\tw3", "w2, w3\tw4", "w3, w4\tw5"), []),
    (
        "| position | sees | predicts |\n|---|---|---|\n| 1 | x1 | x2 |\n| 2 | x1, x2 | x2 |\n| 3 | x1, x2, x3 | x4 |\n",
        ["BP504"],
    ),
    (
        "| position | sees | predicts |\n|---|---|---|\n| 1 | x1 | x2 |\n| 2 | x1, x2 | x3 |\n| 3 | x1, x2, x3 | x4 |\n",
        [],
    ),
    ("| input | size | output |\n|---|---|---|\n| a | 1 | b |\n| b | 2 | c |\n| c | 3 | d |\n", []),
]


@pytest.mark.parametrize(("text", "wanted"), TABLES)
def test_targets_are_one_step_ahead(text: str, wanted: list[str]) -> None:
    assert codes(tables.check(case(text))) == wanted


def test_grids_are_read_from_drawings_tables_and_matrices() -> None:
    drawn = "a [ ✓ ✗ ✗ ]\nb [ ✓ ✓ ✗ ]\nc [ ✓ ✓ ✓ ]\n\n"
    matrix = r"$$\begin{bmatrix} 1 & 1 & 1 \\ 0 & 1 & 1 \\ 0 & 0 & 1 \end{bmatrix}$$" + "\n"
    found = grids(build(parse(drawn + matrix, "note.md")))
    assert [(g.triangle, g.marks, g.span.line) for g in found] == [("lower", True, 1), ("upper", True, 5)]


RANGES = [
    ("| function | range |\n|---|---|\n| sigmoid | (0, 1) |\n| tanh | (0, 1) |\n| ReLU | [0, ∞) |\n", [4]),
    ("| 函数 | 公式 | 值域 |\n|---|---|---|\n| Sigmoid | a | $(-1, 1)$ |\n| Tanh | b | $(-1, 1)$ |\n| ReLU | c | $[0, +\\infty)$ |\n", [3]),
    ("| function | input range | derivative range |\n|---|---|---|\n| tanh | (-∞, ∞) | (0, 1) |\n| relu | (-∞, ∞) | (0, 1) |\n", []),
    ("| model | range |\n|---|---|\n| leaky relu | (-∞, ∞) |\n| hard tanh | [-1, 1] |\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "lines"), RANGES)
def test_tables_of_ranges(text: str, lines: list[int]) -> None:
    said = [*tables.check(case(text))]
    assert [(f.code, f.span.line) for f in said] == [("BP410", line) for line in lines]


TOKENS = [
    ("解码从 <sos> 开始。\n\n第一步输入 [<bos>]，第二步输入 [<bos>, 我]。\n", [(1, "<sos>")]),
    ("It starts with `<bos>`.\n\nThen `<bos> we`.\n\nInput: <SOS> we go\n", [(5, "<sos>")]),
    ("解码从 <sos>（也写作 <bos>）开始。\n\n第一步输入 [<bos>]。\n", []),
    ("解码从 <bos> 开始，到 <eos> 结束。\n", []),
    ("It starts with <sos>.\n" + "\n\nMore text.\n" * 60 + "\n\nAnother model starts with <bos>.\n", []),
    ("It starts with <sos>.\n\n```python\nvocab['<bos>'] = 1\n```\n", []),
]


@pytest.mark.parametrize(("text", "wanted"), TOKENS)
def test_one_start_token_has_one_name(text: str, wanted: list[tuple[int, str]]) -> None:
    said: list[Finding] = list(consistency.check(case(text)))
    assert [(f.span.line, f.fields["written"]) for f in said] == wanted
