"""Lines that one edit makes a form of a formula, and lines that contradict themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import FileReport


def report(folder: Path, heading: str, *formulas: str) -> FileReport:
    note = folder / "note.md"
    note.write_text(f"# {heading}\n" + "".join(f"\n$$\n{latex}\n$$\n" for latex in formulas), encoding="utf-8")
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
    # a number in a chain of slopes, a break in one
    (
        "Backpropagation",
        r"\frac{\partial u}{\partial w} = \frac{\partial u}{\partial a} 2 \frac{\partial a}{\partial w}",
        r"\partial a} \frac{\partial a}",
    ),
    (
        "Backpropagation",
        r"\frac{\partial E}{\partial z_l} = \frac{\partial E}{\partial y_l} \frac{\partial y_{l-1}}{\partial z_l}",
        r"\partial y_l}{\partial z_l",
    ),
    # layers and units
    ("Hidden layers", r"a^l = \sigma(z^l) = \sigma(W^l a^l + b^l)", "a^{l - 1}"),
    ("Hidden layers", r"a_j^{[l]} = g(z_j^{[l]}) = g(\sum_k w_{jk}^{[l]} a_k^{[l-1]} + b_k^{[l]})", "b_j"),
    ("Hidden layers", r"a^l = \sigma(z^l) = (W^l a^{l-1} + b^l)", r"= \sigma (W"),
    # gates
    ("LSTM forget gate", r"f_t = W_f [h_{t-1}, x_t] + b_f", r"\sigma (W_f"),
    ("GRU", r"\tilde{h}_t = W_h x_t + U_h (r_t \odot h_{t-1}) + b_h", r"\tanh (W_h"),
    # what has no scale
    ("Logistic regression", r"P(y=1 \mid x) = 2 \frac{1}{1 + e^{-\theta^T x}}", r"= \frac{1}"),
    ("Batch normalization", r"\hat{x} = 2 \frac{x - E[x]}{\sqrt{Var[x]}}", r"= \frac{x"),
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
    ("Bilinear form", r"\frac{\partial f}{\partial x} = 2 A x"),
    ("Scaled sigmoid", r"g(z) = 2 \frac{1}{1 + e^{-z}}"),
    # conventions of layers, maps inside of one, layers that are skipped
    ("Deep network", r"z^{[l]} = W^{[l]} a^{[l]} + b^{[l]}"),
    ("Deep network", r"a^{[l+1]} = g(z^{[l]})"),
    ("Skip connection", r"z^{[l+2]} = W^{[l+2]} a^{[l]} + b^{[l+2]}"),
    ("Deep equilibrium model, a fixed point", r"a^{l} = \sigma(W^l a^l + b^l)"),
    (
        "Network whose two branches share a weight",
        r"\frac{\partial L}{\partial w} = 2 \frac{\partial L}{\partial a} \frac{\partial a}{\partial w}",
    ),
    ("Rating", r"\hat{r} = 5 \frac{1}{1 + e^{-x}}"),
    ("Logistic growth", r"P(t) = 10 \frac{1}{1 + e^{-t}}"),
    ("ReLU where it is positive", r"a = \mathrm{ReLU}(z) = W x + b"),
    ("t-SNE", r"p_{ij} = \frac{\exp(-\|x_i - x_j\|^2)}{\sum_{k \neq l} \exp(-\|x_k - x_l\|^2)}"),
    ("In-batch softmax", r"p_i = \frac{\exp(s_{ii} / \tau)}{\sum_j \exp(s_{ij} / \tau)}"),
    ("Coupon collector", r"S_n = \frac{n}{1} \sum_{k=1}^n \frac{1}{k}"),
    ("LSTM, net inputs", r"f_t = W_f x_t + U_f h_{t-1} + b_f"),
    ("LSTM", r"f_t^{raw} = W_f x_t + U_f h_{t-1} + b_f"),
    ("动量法与 RMSProp 的比较", r"v_t = \gamma v_{t-1} + (1 - \gamma) g_t"),
    ("Linear recurrent network", r"h_t = W x_t + U h_{t-1} + b"),
    ("LSTM, pre-activations of the gates", r"f_t = W_f x_t + U_f h_{t-1} + b_f"),
    ("Deep network", r"z^{(l+1)} = W^{(l)} a^{(l)} + b^{(l)}"),
    ("Gradient descent", r"\theta = \theta - \frac{2}{m} X^T (X \theta - Y)"),
    ("Contrastive loss", r"L = -\log \frac{\exp(q \cdot k_+ / \tau)}{\sum_{i=0}^K \exp(q \cdot k_i / \tau)}"),
    ("Softmax", r"p_i = \frac{e^{z_i / T}}{\sum_j e^{z_j / T}}"),
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


LATER = [
    r"c_t = \sigma(f_t) \odot c_{t-1} + \sigma(i_t) \odot \tanh(g_t)",
    r"F_t = \frac{1}{1 + e^{-f_t}}",
    r"c_t = \exp(f_t) \odot c_{t-1} + i_t \odot g_t",
    r"F_t, I_t = \sigma((f_t, i_t))",
]


@pytest.mark.parametrize("later", LATER)
def test_a_gate_whose_function_comes_later_is_left_alone(tmp_path: Path, later: str) -> None:
    assert codes(report(tmp_path, "LSTM", r"f_t = W_f x_t + U_f h_{t-1} + b_f", later)) == []


QUOTIENTS = [
    (r"p_j = \frac{\exp(-o_j)}{\sum_k \exp o_k}", r"\exp (-o_k)"),
    (r"p_j = \frac{e^{2 o_j}}{\sum_k e^{o_k}}", r"\frac{e^{o_j}}"),
    (r"p_j = \frac{e^{o_j / \tau}}{\sum_k e^{o_k}}", r"e^{o_k / \tau }"),
    (r"q_{ij} = \frac{\exp(u_j^\top v_i)}{\sum_k \exp(u_k v_i)}", r"u_k^{\top}"),
    (r"\beta_i = \sum_{j=1}^n \frac{\exp(e_{ij})}{\sum_{k=1}^n \exp(e_{kk})} b_j", r"e_{i,k}"),
    (r"y_i = \operatorname{softmax}(o)_i = \frac{o_i}{\sum_j \exp(o_j)}", r"\frac{\exp (o_i)}"),
    (r"J = \frac{m}{1} \sum_{i=1}^m (h_i - y_i)^2", r"\frac{1}{m}"),
]


@pytest.mark.parametrize(("latex", "part"), QUOTIENTS)
def test_a_part_above_is_one_of_those_below(tmp_path: Path, latex: str, part: str) -> None:
    found = report(tmp_path, "Softmax", latex)
    assert codes(found) == ["BP101"]
    suggestion = found.diagnostics[0].suggestion
    assert suggestion is not None
    assert part in suggestion.latex


BESIDE = [
    ["f_t = W_f x_t + b_f", r"f_t = \sigma(f_t)"],
    [
        r"\tilde{h}_t = W_h x_t + U_h (r_t \odot h_{t-1}) + b_h",
        r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tanh(\tilde{h}_t)",
    ],
    [r"\delta^{(l)} = f'(z^{(l)}) \odot (W^{(l+1)})^T \delta^{(l+1)}"],
    [r"F_1 = 100 \cdot \frac{2PR}{P+R}"],
    [r"\hat{h} = 2 \sigma(w^T x)"],
    [r"p(x) = \frac{2}{\sqrt{2\pi}\sigma} \exp\left(-\frac{x^2}{2\sigma^2}\right), x \ge 0"],
    [r"p(x | y=0) p(y=0) = \frac{1}{2} \frac{1}{\sqrt{2\pi\sigma^2}} e^{-\frac{(x - \mu_0)^2}{2\sigma^2}}"],
    [r"P(y = 1, s = 1 | x) = \frac{1}{2} \frac{1}{1 + e^{-w^T x}}"],
    [r"L = -\log \frac{\exp(z_i \cdot z_j / \tau)}{\sum_{k \ne i, j} \exp(z_i \cdot z_k / \tau)}"],
    [r"L = -\log \frac{e^{s \cos \theta_i}}{e^{s \cos \theta_i} + \sum_{j=1, j \neq i}^n e^{s \cos \theta_j}}"],
]


@pytest.mark.parametrize("lines", BESIDE, ids=lambda lines: lines[-1])
def test_what_is_common_and_right_is_left_alone(tmp_path: Path, lines: list[str]) -> None:
    heading = "GRU, LSTM, backpropagation, F1 score, the normal distribution, logistic regression, softmax"
    assert codes(report(tmp_path, heading, *lines)) == []
