"""Slips that leave their trace in the line itself, each beside right lines that look like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.test_nearly import codes, report

WRONG = [
    # indices and labels
    ("Group norm", r"\mu_i = \frac{1}{m} \sum_{k \in S_k} x_k", "S_i"),
    ("Weight standardization", r"\mu_i = \frac{1}{n} \sum_{j=1}^n W_{j,j}", "W_{i,j}"),
    ("Weight standardization", r"\hat{W}_{i,j} = \frac{W_{j,j} - \mu_i}{\sigma_i}", "W_{i,j} -"),
    ("Cross entropy", r"L = -\sum_{i=1}^n \sum_{j=1}^k y_{ii} \log p(y_{ij} \mid x_i)", "y_{ij} \\log"),
    ("Batch norm", r"y_i = \gamma \hat{x}_i + \beta \equiv BN_{\beta, \beta}(x_i)", r"BN_{\gamma"),
    ("Gradient descent", r"\theta = \theta - \alpha \frac{\partial \theta}{\partial} J(\theta)", r"\frac{\partial}{\partial \theta}"),
    ("Convolution", r"n^{[l]} = \lfloor \frac{n^{[l-1]} + 2 p^{[l]} - f^{[l]}}{s^{[l-1]}} + 1 \rfloor", "s^{[l]}"),
    ("Deep RNN", r"H_t^{(l)} = \phi(H_t^{(l-1)} W_{xh}^{(l)} + H_{t-1}^{(l-1)} W_{hh}^{(l)} + b_h^{(l)})", "H_{t-1}^{(l)}"),
    # links of a chain
    ("Sigmoid", r"y = (z) = \frac{1}{1 + e^{-z}}", r"\sigma (z)"),
    ("Forward propagation", r"a^l = (z^l) = \sigma(W^l a^{l-1} + b^l)", r"\sigma (z^l)"),
    ("Forward propagation", r"a^l = \sigma(z^{l-1}) = \sigma(W^l a^{l-1} + b^l)", r"\sigma (z^l)"),
    ("Attention", r"f(x) = 2 \sum_i \alpha(x, x_i) y_i = \sum_i \mathrm{softmax}(-(x - x_i)^2) y_i", r"=\sum_i \alpha"),
    ("Cross entropy", r"CE = -2 \sum_i y_i \log p_i", r"-\sum"),
    # layers, steps
    ("RNN", r"o_t = W_{hq} h_{t-1} + b_q", "h_t"),
    ("Layers", r"z_j^l = \sum_k w_{jj}^l a_k^{l-1} + b_j^l", "w_{jk}"),
    ("Layers", r"z^{[l+1]} = W^{[l]} a^{[l]} + b^{[l+1]}", "W^{[l+1]}"),
    ("Layers", r"z_j = w_j * b_j + b_j", "a_{j-1}"),
    ("RNN", r"z_t = u x_t + w w + k", "s_{t-1}"),
    # functions
    ("Forward propagation", r"a^{(1)} = (z^{(1)})", r"\sigma (z"),
    ("GRU", r"z_t = (W_z x_t + U_z h_{t-1})", r"\sigma (W_z"),
    ("Softmax operation", r"\hat{y} = (o)", r"softmax"),
    ("Attention", r"f(x) = \sum_{i=1}^n (x, x_i) y_i", r"\alpha"),
    # losses and averages
    ("Loss", r"L(\hat{y}, y) = -y \log(\hat{y}) - (1 - y) (1 - \hat{y})", r"(1-y) \log(1 - \hat{y}"),
    ("Loss", r"L(a, y) = (y \log(a) + (1 - y) \log(1 - a))", r"=-("),
    ("Adam", r"s_t = \gamma s_{t-1} + \gamma g_t^2", r"1 - \gamma"),
    # numbers in front
    ("Batch norm", r"\mu_B = 2 \frac{1}{m} \sum_{i=1}^m x_i", r"= \frac"),
    ("Attention", r"c_i = 2 \sum_j \alpha_{ij} h_j", r"= \sum"),
    # formulas known by their symbols alone
    ("Rectification", r"r_t = \sqrt{\frac{(\rho_t - 2)(\rho_t - 4) \rho_\infty}{(\rho_\infty - 2)(\rho_\infty + 4) \rho_t}}", r"\rho_\infty-4"),
    ("Hidden state", r"H_t = O_{t-1} \odot \tanh(C_t)", "O_t"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex", "part"), WRONG)
def test_a_slip_is_told_and_put_right(tmp_path: Path, heading: str, latex: str, part: str) -> None:
    found = report(tmp_path, heading, latex)
    raised = [d for d in found.diagnostics if d.severity in ("error", "warning")]
    assert raised
    assert raised[0].suggestion is not None
    assert part.replace(" ", "") in raised[0].suggestion.latex.replace(" ", "")


RIGHT = [
    # indices and labels
    ("Group norm", r"\mu_i = \frac{1}{m} \sum_{k \in S_i} x_k"),
    ("Trace", r"t = \sum_j A_{jj}"),
    ("Normalised kernel", r"\hat{K}_{ij} = \frac{K_{ij}}{\sqrt{K_{ii} K_{jj}}}"),
    ("Normalised Laplacian", r"L_{ij} = -\frac{A_{ij}}{\sqrt{D_{ii} D_{jj}}}"),
    ("Distance matrix", r"D_{ij} = G_{ii} + G_{jj} - 2 G_{ij}"),
    ("Degree", r"D_{ii} = \sum_j A_{ij}"),
    ("Kernels", r"n^{[l]} = n^{[l-1]} + f^{[l-1]}"),
    ("Receptive field", r"r^{[l]} = r^{[l-1]} + (k^{[l]} - 1) \prod_{i=1}^{l-1} s^{[i]}"),
    ("Temporal convolution", r"h_t^{(l)} = f(W_0^{(l)} h_t^{(l-1)} + W_1^{(l)} h_{t-1}^{(l-1)})"),
    ("Partial slope", r"\theta = \theta - \alpha \frac{\partial}{\partial \theta} J(\theta)"),
    # links of a chain
    ("Linear activation", r"a^{[1]} = z^{[1]} = W^{[1]} x + b^{[1]}"),
    ("Positive part of a ReLU network", r"a = \mathrm{ReLU}(z) = W x + b"),
    ("Scaled sigmoid", r"y = 2 \sigma(z) - 1 = \tanh(z / 2)"),
    ("Layers", r"a_j^l = \sigma(z_j^l) = \sigma(\sum_k w_{jk}^l a_k^{l-1} + b_j^l)"),
    # layers, steps
    ("Layers", r"z^{[l]} = W^{[l]} a^{[l]} + b^{[l]}"),
    ("Layers", r"a^{[l+1]} = g(z^{[l]})"),
    ("Skip connection", r"z^{[l+2]} = W^{[l+2]} a^{[l]} + b^{[l+2]}"),
    ("Bias only", r"y = x + b"),
    ("Energy", r"z = w w + b"),
    ("Decoder", r"o_t = V s_{t-1} + c"),
    ("Mixture", r"\hat{y}_t = g(x_t)"),
    # functions
    ("Inner product", r"f(x) = \sum_{i=1}^n \alpha_i y_i (x_i, x)"),
    ("Linear regression", r"\hat{y} = (w^T x + b)"),
    ("Identity", r"f(x) = (x)"),
    ("Product", r"y = (a + b) (c + d)"),
    ("Scores", r"s = (W x + b)"),
    # losses and averages
    ("Log-likelihood", r"\ell(p, y) = y \log p + (1 - y) \log(1 - p)"),
    ("Maximum likelihood", r"L(\theta) = \sum_i y_i \log p_i"),
    ("Loss", r"J = -2 \sum_i y_i \log p_i"),
    ("Returns", r"G_t = \gamma G_{t+1} + \gamma r_t"),
    ("Nesterov momentum", r"v_t = \mu v_{t-1} + \eta g_t"),
    ("Mean cross-entropy of three samples", r"CE = -\frac{1}{3} \sum_{i=1}^3 y_i \log p_i"),
    # numbers in front
    ("Metrics in per cent", r"F_1 = 100 \cdot \frac{2 P R}{P + R}"),
    ("Squeeze and excitation", r"s = 2 \sigma(z)"),
    ("Gradient", r"\frac{\partial L}{\partial w} = 2 \sum_i (y_i - w x_i) x_i"),
    ("Variance of He initialization", r"\sigma^2 = \frac{2}{n}"),
    ("Attention with two heads of values summed", r"o = 2 \sum_i \alpha_i v_i"),
    ("Attention whose output is scaled", r"o_i = 3 \sum_j \alpha_{ij} v_j"),
    # formulas of few symbols
    ("Highway", r"h_t = o_t \odot c_t"),
    ("Cell without an output gate", r"h_t = \tanh(c_t)"),
    ("Peephole LSTM", r"o_t = \sigma(W_o x_t + U_o h_{t-1} + V_o c_t + b_o)"),
    ("Simplified candidate", r"\tilde{h}_t = \tanh(W x_t + U h_{t-1} + b)"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_what_looks_like_one_is_left_alone(tmp_path: Path, heading: str, latex: str) -> None:
    assert codes(report(tmp_path, heading, latex)) == []


LOOSE = [
    ("Tanh", r"\frac{d}{dx} \tanh(x) = 1 - \sigma^2(x)"),
    ("Layer norm", r"\hat{a}^l = \frac{a^l - \mu^{l-1}}{\sqrt{\sigma^2 + \epsilon}}"),
    ("Attention", r"h_i = \sum_j \alpha_{jj} v_j"),
    ("Layers", r"a^l = \sigma(z^l) = \sigma(W^l b^l + b^l)"),
    ("RNN", r"\hat{y}_t = \mathrm{softmax}(W h_{t-1} + b)"),
]


@pytest.mark.parametrize(("heading", "latex"), LOOSE)
def test_what_contradicts_itself_is_not_accepted(tmp_path: Path, heading: str, latex: str) -> None:
    assert {e.verdict for e in report(tmp_path, heading, latex).equations} <= {"unknown", "refuted"}
