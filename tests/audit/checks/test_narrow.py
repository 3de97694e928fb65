"""What keeps the audit silent keeps it silent of what it is for alone: wrong lines beside the right ones are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.report import FileReport
from tests.audit.notes import reports_of, told_of

VECTORS = "The cross product of vectors"
# heading, text, right line, wrong line
PAIRS = [
    (
        "Vectors",
        "",
        r"\mathbf{a} \times (\mathbf{b} + \mathbf{c}) = \mathbf{a} \times \mathbf{b} + \mathbf{a} \times \mathbf{c}",
        r"\mathbf{a} \times (\mathbf{b} + \mathbf{c}) = \mathbf{a} \times \mathbf{b} - \mathbf{a} \times \mathbf{c}",
    ),
    ("Vectors", VECTORS, r"a \times b = - b \times a", r"a \times b = b \times a"),
    ("Vectors", "", r"\vec{a} × (\vec{b} + \vec{c}) = \vec{a} × \vec{b} + \vec{a} × \vec{c}",
     r"\vec{a} × (\vec{b} + \vec{c}) = \vec{a} × \vec{b} - \vec{a} × \vec{c}"),
    (
        "Vectors",
        "",
        r"\mathbf{a} \times (\mathbf{b} \times \mathbf{c}) = \mathbf{b} (\mathbf{a} \cdot \mathbf{c}) - \mathbf{c} (\mathbf{a} \cdot \mathbf{b})",
        r"\mathbf{a} \times (\mathbf{b} \times \mathbf{c}) = \mathbf{b} (\mathbf{a} \cdot \mathbf{c}) + \mathbf{c} (\mathbf{a} \cdot \mathbf{b})",
    ),
    (
        "Vectors",
        "",
        r"\|\mathbf{a} \times \mathbf{b}\|^2 = \|\mathbf{a}\|^2 \|\mathbf{b}\|^2 - (\mathbf{a} \cdot \mathbf{b})^2",
        r"\|\mathbf{a} \times \mathbf{b}\|^2 = \|\mathbf{a}\|^2 \|\mathbf{b}\|^2 + (\mathbf{a} \cdot \mathbf{b})^2",
    ),
    ("The source", "", r"f = 10 Hz = 0.01 kHz", r"f = 10 Hz = 0.1 kHz"),
    ("The source", "", r"f = 10\,\mathrm{Hz} = 0.01\,\mathrm{kHz}", r"f = 10\,\mathrm{Hz} = 0.1\,\mathrm{kHz}"),
    ("Latency", "", r"t = 1500 \text{ ms} = 1.5 \text{ s}", r"t = 1500 \text{ ms} = 15 \text{ s}"),
    ("Latency", "", r"t = 25 \mu s = 0.025 ms", r"t = 25 \mu s = 0.25 ms"),
    ("Memory", "", r"m = 2 \text{GB} = 2048 \text{MB}", r"m = 2 \text{GB} = 20480 \text{MB}"),
    ("Memory", "", r"r = 100 \text{ Mbit/s} = 12.5 \text{ MB/s}", r"r = 100 \text{ Mbit/s} = 125 \text{ MB/s}"),
    ("Speed", "", r"v = 10 \text{ m/s} = 36 \text{ km/h}", r"v = 10 \text{ m/s} = 3.6 \text{ km/h}"),
    ("Length", "", r"l = 1.5 \times 10^3 \text{ m} = 1.5 \text{ km}", r"l = 1.5 \times 10^3 \text{ m} = 15 \text{ km}"),
    ("Shares", "", r"p = 0.25 = 25\%", r"p = 0.25 = 2.5\%"),
    ("Shares", "", r"p = \frac{1}{3} = 0.333 = 33.3\%", r"p = \frac{1}{3} = 0.333 = 3.33\%"),
    (
        "Laguerre polynomials",
        "",
        r"(n + 1)L_{n+1}(x) = (2n +1 -x)L_n(x) - nL_{n-1}(x)",
        r"(n + 1)L_{n+1}(x) = (2n +1 -x)L_n(x) + nL_{n-1}(x)",
    ),
    (
        "Polynomials",
        "The Legendre polynomials obey",
        r"(n + 1)P_{n+1}(x) = (2n +1)xP_n(x) - nP_{n-1}(x)",
        r"(n + 1)P_{n+1}(x) = (2n +1)xP_n(x) + nP_{n-1}(x)",
    ),
    (
        "ChebNet",
        "Chebyshev polynomials of the Laplacian",
        r"T_k(\tilde{L}) = 2\tilde{L}T_{k-1}(\tilde{L}) - T_{k-2}(\tilde{L})",
        r"T_k(\tilde{L}) = 2\tilde{L}T_{k-1}(\tilde{L}) + T_{k-2}(\tilde{L})",
    ),
    ("切比雪夫多项式", "", r"T_{k} = 2xT_{k-1} - T_{k-2}", r"T_{k} = 2xT_{k-1} + T_{k-2}"),
    ("Chebyshev polynomials", "", r"T_n(x) = \cos(n \arccos x)", r"T_n(x) = \sin(n \arccos x)"),
    ("Hermite polynomials", "", r"H_{n+1}(x) = 2xH_n(x) - 2nH_{n-1}(x)", r"H_{n+1}(x) = 2xH_n(x) + 2nH_{n-1}(x)"),
    ("Hermite polynomials", "of probability", r"H_{n+1}(x) = xH_n(x) - nH_{n-1}(x)", r"H_{n+1}(x) = xH_n(x) + nH_{n-1}(x)"),
    ("Bessel functions", "", r"J_{n-1}(x) + J_{n+1}(x) = \frac{2n}{x} J_n(x)", r"J_{n-1}(x) - J_{n+1}(x) = \frac{2n}{x} J_n(x)"),
    ("Functions", "", r"\Gamma(x+1) = x\Gamma(x)", r"\Gamma(x+1) = (x-1)\Gamma(x)"),
    (
        "Traces",
        "The weights must satisfy a constraint. The trace of a product is",
        r"\mathrm{tr}(AB) = \mathrm{tr}(BA)",
        r"\mathrm{tr}(AB) = \mathrm{tr}(A)\mathrm{tr}(B)",
    ),
    ("迹", "权重必须满足约束。乘积的迹为", r"\mathrm{tr}(AB) = \mathrm{tr}(BA)", r"\mathrm{tr}(AB) = \mathrm{tr}(A)\mathrm{tr}(B)"),
    ("Bayes", "", r"p(x,y) = q(y|x)p(x)", r"p(x,y) = q(y|x)p(y)"),
    ("Bayes", "", r"q(x,y) = p(x|y)q(y)", r"q(x,y) = p(x|y)q(x)"),
    ("Bayes", "", r"p(y) = \sum_x q(y|x) p(x)", r"p(y) = \sum_x q(x|y) p(x)"),
    ("Bayes", "", r"p(x|y) = \frac{q(y|x)p(x)}{p(y)}", r"p(x|y) = \frac{q(y|x)p(y)}{p(x)}"),
    ("Chains", "", r"p(x, y, z) = p(x) q(y|x) p(z|y)", r"p(x, y, z) = p(x) q(y|x) p(y|z)"),
]  # fmt: skip
SILENT = [
    ("Fields", "", r"\nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}"),
    ("Fields", "", r"\mathbf{F} = q (\mathbf{E} + \mathbf{v} \times \mathbf{B})"),
    (
        "Matrices",
        "",
        r"\mathbf{A} \times (\mathbf{B} \times \mathbf{C}) = (\mathbf{A} \times \mathbf{B}) \times \mathbf{C}",
    ),
    ("Entries", "", r"\mathbf{a} \times \mathbf{b} = \mathbf{b} \times \mathbf{a}"),
    ("Units", "", r"t = 100 s = 1.66 min"),
    ("Units", "", r"l = 3 foo = 4 bar"),
    ("States", "", r"y = 2 h = 4 s"),
    ("Shares", "", r"n = 25 = 25\%"),
    ("Polynomials", "", r"(n + 1)L_{n+1}(x) = (2n +1 -x)L_n(x) + nL_{n-1}(x)"),
    ("Polynomials", "normalized Legendre polynomials", r"P_{n+1}(x) = x P_n(x) + P_{n-1}(x)"),
    ("Approximation", "With Chebyshev polynomials", r"f(x) = \sum_{k=0}^{K} c_k T_k(x)"),
    ("Groups", "The cocycle condition", r"\alpha(x, y) \alpha(xy, z) = \alpha(x, yz) \alpha(y, z)"),
    ("Matrices", "The trace must satisfy", r"\mathrm{tr}(AB) = \mathrm{tr}(A)\mathrm{tr}(B)"),
    ("Gaussian transformations", "The matrix must preserve, as in e.g. [3], the form:", r"S\Omega S^T = \Omega"),
    ("Inference", "", r"q(z) = p(z | x)"),
    ("Inference", "", r"q(z) = \frac{p(x, z)}{p(x)}"),
    ("Sampling", "", r"r(x) = \frac{p(x)}{q(x)}"),
    ("Temperature", "", r"q(x) = \frac{p(x)^2}{\sum_k p(k)^2}"),
    ("Label shift", "", r"q(x) = \frac{p(x|y) q(y)}{p(y|x)}"),
    ("Bottleneck", "", r"q(y|t) = (\sum_x p(x, y) * q(t|x)) / q(t)"),
]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], FileReport]:
    lines = [(h, before, latex) for h, before, *both in PAIRS for latex in both]
    return reports_of(tmp_path_factory.mktemp("notes"), [*lines, *SILENT])


@pytest.mark.parametrize(("heading", "before", "right", "wrong"), PAIRS)
def test_the_wrong_line_alone_is_told(
    reports: dict[tuple[str, ...], FileReport], heading: str, before: str, right: str, wrong: str
) -> None:
    assert told_of(reports[heading, before, right]) == []
    assert {d.code for d in told_of(reports[heading, before, wrong])} <= {"BP103", "BP502"}
    assert told_of(reports[heading, before, wrong])


@pytest.mark.parametrize("line", SILENT)
def test_what_may_be_meant_otherwise_is_left_alone(
    reports: dict[tuple[str, ...], FileReport], line: tuple[str, ...]
) -> None:
    assert told_of(reports[line]) == []


def test_a_fix_of_a_quantity_is_in_its_own_unit(tmp_path: Path) -> None:
    (report,) = reports_of(tmp_path, [("Lengths", r"l = 1.5 \times 10^3 \text{ m} = 15 \text{ km}")]).values()
    assert [d.suggestion.latex for d in report.diagnostics if d.suggestion] == [
        r"l = 1.5 \times 10^3 \text{ m} = 1.5 \text{ km}"
    ]


def test_a_function_that_the_note_defines_makes_a_claim(tmp_path: Path) -> None:
    right, wrong = "f(x) + 2x + 1 = f(x+1)", "f(x) + 1 = f(x+1)"
    path = tmp_path / "note.md"
    path.write_text("# Functions\n\n$$f(x) = x^2 + 1$$\n\n" + f"$${right}$$\n\n$${wrong}$$\n", encoding="utf-8")
    assert [d.line for d in audit([path], cached=False).files[0].diagnostics] == [7]


def test_no_fix_adds_nothing(tmp_path: Path) -> None:
    (report,) = reports_of(tmp_path, [("Functions", r"\Gamma(x+1) = (x-1)\Gamma(x)")]).values()
    assert all("-0" not in d.suggestion.latex for d in report.diagnostics if d.suggestion is not None)
