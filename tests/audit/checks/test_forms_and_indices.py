"""Indices, degenerate forms, brackets, and formulas of any expressions: faults are found, right lines stay silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import FileReport


def report(tmp_path: Path, *formulas: str, heading: str = "Notes") -> FileReport:
    path = tmp_path / "note.md"
    path.write_text(f"# {heading}\n\n" + "\n\n".join(f"$$\n{f}\n$$" for f in formulas) + "\n", encoding="utf-8")
    return audit([path]).files[0]


def codes(found: FileReport) -> list[str]:
    return [d.code for d in found.diagnostics]


FAULTS = [
    ("BP104", r"s_i = \sum_{k=1}^{n} a_i v_j"),
    ("BP104", r"u_i = \frac{\exp(q_i)}{\sum_{j=1}^{n} \exp(q_i)}"),
    ("BP104", r"P = \prod_{i=2}^{T} A_t B_{t-1}"),
    ("BP105", r"m = \rho m + (1 - \rho) m"),
    ("BP105", r"q = \frac{\tau a}{\tau b}"),
    ("BP106", r"a_j = \frac{\exp(s_j)}{\sum_{j=1}^{n} \exp(s_j)}"),
    ("BP106", r"v = \sum_{i=1}^{n} c_i \left(1 + \sum_{i=1}^{n} d_i\right)"),
    ("BP107", r"z_k = \sum_{k=1}^{n} w_k x_k"),
    ("BP108", r"s_t = a_t \odot s_{t-1} + b_t \odot s_t"),
    ("BP109", r"L = \sum_{i=1}^{n} x_i + \sum_{i=1}^{m} x_i"),
    ("BP110", r"q_i = \frac{\exp(u_i)}{\sum_k \exp(u_k)} = \mathrm{softmax}(u_i)"),
    ("BP002", r"y = f(W (x + b)"),
    ("BP002", r"y = [a + b]] c"),
]
RIGHT = [
    r"s_i = \sum_{k=1}^{n} a_{ik} v_k",
    r"L = -\sum_{i=1}^{n} y_i \log p_i + (1 - y_i) \log (1 - p_i)",  # the bracket is left out, the index is there
    r"x = \sum_{c} x_{nchw}",
    r"n = \sum_{i=1}^{n} 1",
    r"\bar{w} = \sum_t \eta_t w_t / \sum_t \eta_t",
    r"Z = \prod_{k=1}^{K} a_k \prod_{k=1}^{K} b_k",
    r"m = \rho m + (1 - \rho) g",
    r"\hat{w} = \frac{w}{\|w\|}",
    r"B = (A^T C A)^{-1} A^T C y",
    r"b = b - \alpha d",
    r"s_t = a_t \odot s_{t-1} + b_t \odot u_t",
    r"h_t \leftarrow h_t + 1",
    r"x \in [0, 1)",
    r"y = \left. f(x) \right|_{x = 0}",
    r"\cos \theta = \frac{a \cdot b}{\|a\| \|b\|}",
]


@pytest.mark.parametrize(("code", "latex"), FAULTS)
def test_faults_are_found(tmp_path: Path, code: str, latex: str) -> None:
    assert code in codes(report(tmp_path, latex))


@pytest.mark.parametrize("latex", RIGHT)
def test_right_lines_are_silent(tmp_path: Path, latex: str) -> None:
    found = report(tmp_path, latex)
    assert [d.message for d in found.diagnostics if d.code.startswith(("BP10", "BP11", "BP002"))] == []


def test_a_bracket_around_an_inline_formula_counts(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("The tokens are [a, $b, c]$ and so on.\n\nBut $f(x$ is cut.\n", encoding="utf-8")
    lines = [d.line for d in audit([path]).files[0].diagnostics if d.code == "BP002"]
    assert lines == [3]


WRONG_FORMS = [
    (r"p_i = \frac{\exp(z_i / \tau)}{\sum_j z_j / \tau}", None),
    (r"p_i = \frac{e^{s_i}}{\exp(\sum_j s_j)}", r"p_i = \frac{e^{s_i}}{\sum_j e^{s_j}}"),
    (r"q_k = \frac{e^{ak}}{\sum_{m} e^{a_m}}", r"q_k = \frac{e^{a_k}}{\sum_{m} e^{a_m}}"),
    (r"J = -[t \log y - (1 - t) \log (1 - y)]", r"J = -[t \log y + (1 - t) \log (1 - y)]"),
    (r"J = -[t \log y + (1 - t) \log y]", None),
    (r"H(p, q) = \sum_{k} p_k \log q_k", r"H(p, q) = -\sum_{k} p_k \log q_k"),
    (r"MSE = \frac{1}{n} \sum_{i=1}^{n} (y_i - t_i)", r"MSE = \frac{1}{n} \sum_{i=1}^{n} (y_i - t_i)^2"),
    (r"MSE = \frac{1}{n} \sum_{i=1}^{n} (y_i + t_i)^2", None),
]


@pytest.mark.parametrize(("latex", "fixed"), WRONG_FORMS)
def test_forms_with_one_mistake_are_put_right(tmp_path: Path, latex: str, fixed: str | None) -> None:
    errors = [d for d in report(tmp_path, latex).diagnostics if d.code == "BP101"]
    assert len(errors) == 1
    suggestion = errors[0].suggestion
    assert suggestion is not None
    if fixed is not None:
        assert "".join(suggestion.latex.split()) == "".join(fixed.split())
    assert "BP101" not in codes(report(tmp_path, suggestion.latex))


ACCEPTED = [
    (r"a_{ij} = \frac{\exp(u_i^T v_j)}{\sum_{k=1}^{n} \exp(u_i^T v_k)}", "activation.softmax"),
    (r"q_l = \frac{e^{s_l / \tau}}{\sum_m e^{s_m / \tau}}", "activation.softmax"),
    (r"loss = -\sum_{i} [t_i \log f_i + (1 - t_i) \log (1 - f_i)]", "loss.binary_cross_entropy"),
    (r"loss = -\sum_{k=1}^{K} t_k \log f_k", "loss.categorical_cross_entropy"),
]


@pytest.mark.parametrize(("latex", "formula"), ACCEPTED)
def test_forms_of_any_expressions_are_recognised(tmp_path: Path, latex: str, formula: str) -> None:
    (equation,) = report(tmp_path, latex).equations
    assert equation.verdict in ("verified", "convention")
    assert equation.formula == formula


def test_a_softmax_over_another_place_is_not_accepted(tmp_path: Path) -> None:
    (equation,) = report(tmp_path, r"p_j = \frac{\exp(z_i)}{\sum_k \exp(z_k)}").equations
    assert equation.verdict not in ("verified", "convention")


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"m_v = \sum_{u\in\mathcal{N}(v)}M(h_v, h_v)", ["BP104"]),
        (r"h_v = \sigma(\sum_{u\in N(v)} W h_v)", ["BP104"]),
        (r"m_v = \sum_{u\in\mathcal{N}(v)}M(h_v, h_u)", []),
        (r"d_v = \sum_{u\in\mathcal{N}(v)}1", []),
        (r"L = \sum_{u\in\mathcal{N}_v}e_{uv}", []),
        (r"p_v = \sum_{u\in U}q_v", []),
    ],
)
def test_a_sum_over_neighbours_is_of_the_neighbours(tmp_path: Path, latex: str, told: list[str]) -> None:
    note = tmp_path / "note.md"
    note.write_text(f"# Message passing\n\n$$\n{latex}\n$$\n", encoding="utf-8")
    found = audit([note], lang="en").files[0].diagnostics
    assert [d.code for d in found if d.severity in ("error", "warning")] == told
