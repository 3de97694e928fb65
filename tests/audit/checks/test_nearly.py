"""Lines that one edit makes a form of a formula, and lines that contradict themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import FileReport


def report(folder: Path, heading: str, latex: str) -> FileReport:
    note = folder / "note.md"
    note.write_text(f"# {heading}\n\n$$\n{latex}\n$$\n", encoding="utf-8")
    return audit([note], lang="en").files[0]


def codes(found: FileReport) -> list[str]:
    return [d.code for d in found.diagnostics if d.severity in ("error", "warning")]


WRONG = [
    ("Backpropagation", r"g(z) = \frac{1}{1 + e^{z}}", r"e^{-z}"),
    ("Logistic regression", r"a = g(z) = \frac{1}{1 - e^{-z}}", r"1 + e"),
    ("Normalization", r"x' = \frac{x + \mu}{\sigma}", r"x-\mu"),
    ("LSTM", r"c_t = f_t \odot i_t + i_t \odot g_t", r"c_{t-1}"),
    (
        "Chain rule",
        r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial a} \frac{\partial z}{\partial a} \frac{\partial z}{\partial w}",
        r"\partial a}{\partial z",
    ),
    ("Attention", r"\operatorname{Attention}(Q, K, Q) = \operatorname{softmax}(Q K^{\top}) V", "V"),
    ("Scaled dot-product attention", r"A = \operatorname{softmax}\left(\frac{Q K^{\top}}{\sqrt{d_v}}\right)", "d_k"),
]


@pytest.mark.parametrize(("heading", "latex", "part"), WRONG)
def test_one_edit_away_is_convicted(tmp_path: Path, heading: str, latex: str, part: str) -> None:
    found = report(tmp_path, heading, latex)
    assert codes(found) == ["BP101"]
    suggestion = found.diagnostics[0].suggestion
    assert suggestion is not None
    assert part.replace(" ", "") in suggestion.latex.replace(" ", "")


RIGHT = [
    ("Xavier", r"Var[h_i] = E[h_i^2] - (E[h_i])^2 = \sum_{j=1}^{n} E[W^2_{ij} x^2_j] - 0"),
    ("Adam", r"\hat{v}_t = \frac{v_t}{1 - \beta_1^t}"),
    ("Factor scheduler", r"\eta_{t+1} = \max(\eta_{\mathrm{min}}, \eta_t \cdot \alpha)"),
    ("Vectorised logistic regression", r"dw = \frac{1}{m} X dz^T"),
    ("Definition", r"H(X) = - \sum_i p_i \log p_i"),
    ("Linear self-attention", r"z_i = \sum_{j=1}^i \phi(k_j)"),
    ("Squared ReLU", r"y = \max(x, 0)^2"),
    ("AdaBelief", r"s_t = \beta_2 s_{t-1} + (1 - \beta_2) (g_t - m_t)^2"),
    ("Gradient descent", r"\theta = \theta - \alpha X^T (X \theta - Y)"),
    (
        "Multivariate chain rule",
        r"\frac{\partial f}{\partial y} = \frac{\partial f}{\partial u} \frac{\partial u}{\partial y}"
        r" + \frac{\partial f}{\partial v} \frac{\partial v}{\partial y} + \cdots",
    ),
    ("Convolution", r"\lfloor (n-k+p+s)/s \rfloor"),
    ("Softmax", r"dS_{ij} = P_{ij} (dP_{ij} - D_i)"),
    ("AdamW", r"\theta_t \leftarrow \theta_t - \gamma \hat m_t / (\sqrt{\hat v_t} + \epsilon)"),
    ("Self-attention", r"A = \overline{S} \cdot Q^T"),
]


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_another_formula_is_left_alone(tmp_path: Path, heading: str, latex: str) -> None:
    assert codes(report(tmp_path, heading, latex)) == []


CONTRADICTED = [
    (
        "Convolution as a matrix product (im2col)",
        r"y = \operatorname{reshape}_{\left\lfloor{\frac{H + P_{h} - D_{h} \left(K_{h} - 1\right) - 1}{S_{h}}}\right\rfloor + 1 \times"
        r" \left\lfloor{\frac{W + 2 P_{w} - D_{w} \left(K_{w} - 1\right) - 1}{S_{w}}}\right\rfloor + 1}"
        r"\left(\bar{w} \operatorname{im2col}\left(x\right) + b\right)",
    ),
    ("Attention", r"a(q, q) = q^\top k / \sqrt{d}"),
    ("Cross entropy", r"L = -\frac{1}{n} \sum_{i=1}^{n-1} (y_i \log p_i + (1 - y_i) \log(1 - p_i))"),
    ("Softmax", r"\log p_j = \log \frac{e^{z_j}}{\sum_{i=1}^{n} e^{z_i}} = z_j - \log \sum_{i=1}^{n-1} e^{z_i}"),
    ("Deep network", r"z^{[l]} = W^{[l]} a^{[l]} + b^{[l]}"),
    ("RNN", r"o_t = V h_{t-1} + c"),
    ("Cross entropy", r"L = -\sum_i y_i \log p_j"),
]


@pytest.mark.parametrize(("heading", "latex"), CONTRADICTED)
def test_what_contradicts_itself_is_no_formula(tmp_path: Path, heading: str, latex: str) -> None:
    assert {e.verdict for e in report(tmp_path, heading, latex).equations} <= {"unknown", "refuted"}
