"""What is lost, moved or turned in gated cells, layers, scores, values of states, norms and losses; and right lines that look alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.audit.checks.told import told

WRONG = [
    # the brackets that a forgotten function leaves behind
    ("Long Short-Term Memory Cell", r"c_t = \sigma(f_t) \odot c_{t-1} + (i_t) \odot \tanh(g_t)", r"\sigma (i_t) \odot \tanh(g_t)"),
    ("Hidden state", r"H_t = O_t \odot (C_t)", r"O_t \odot \tanh (C_t)"),
    ("Attending", r"\beta_i = \sum_{j=1}^{n} \frac{(e_{ij})}{\sum_{k=1}^{n} \exp(e_{ik})} b_j", r"\exp"),
    ("Attention scoring", r"\alpha(q, k_i) = (a(q, k_i)) = \frac{\exp(a(q, k_i))}{\sum_{j=1}^m \exp(a(q, k_j))}", "softmax"),
    # gates
    ("LSTM", r"c_t = f_t \odot c_{t-1} + g_t", r"i_t \odot g_t"),
    ("LSTM", r"h_t = \tanh(c_t)", r"o_t \odot \tanh"),
    ("Hidden state", r"H_t = \tanh(C_t)", r"O_t \odot \tanh"),
    ("Hidden state", r"H_t = (1 - O_t) \odot \tanh(C_t)", r"H_t = O_t \odot \tanh(C_t)"),
    ("Hidden state", r"H_t = O_t \odot \sigma(C_t)", r"\tanh (C_t)"),
    ("LSTM cell state", r"C^{(t)} = C^{(t-1)} \odot i^{(t)} + i^{(t)} \odot a^{(t)}", r"C^{(t-1)} \odot f^{(t)}"),
    ("LSTM", r"c^{<t>} = \Gamma_f * \tilde{c}^{<t>} + \Gamma_u * c^{<t-1>}", r"\Gamma_{u} * \tilde{c}"),
    ("GRU", r"c^{<t>} = \Gamma_u * \tilde{c}^{<t>} - (1 - \Gamma_u) * c^{<t-1>}", "+ (1"),
    ("GRU candidate", r"\tilde{h}_t = \tanh(x_t W_{xh} + (r_t \odot W_{hh}) W_{hh} + b_h)", r"r_t \odot h_{t-1}"),
    ("HyperLSTM cell", r"c_t = \sigma(f_t) \odot c_{t-1} + \sigma(i_{t-1}) \odot \tanh(g_t)", r"\sigma(i_t)"),
    # functions and numbers have no transpose, and one map is not laid out otherwise than its fellow
    ("Temporal-difference error", r"\delta_t = r_t + \gamma V(s_{t+1}) - V^T(s_t)", "V(s_t)"),
    ("Q-learning update", r"Q(s, a) = Q(s, a) + \alpha (r + \gamma \max_{a'} Q(s', a') - Q^T(s, a))", "- Q"),
    ("Width of a dilated kernel", r"K' = D (K^T - 1) + 1", "K - 1"),
    ("Scaled dot-product attention", r"Z = \operatorname{softmax}(\frac{Q K^T}{\sqrt{d_v}}) V", "d_k"),
    # times, layers, places
    ("Temporal-difference error", r"\delta_t = r_{t-1} + \gamma V(s_{t+1}) - V(s_t)", "r_t"),
    ("Classifier-free guidance", r"\tilde\epsilon = (1 + w) \epsilon_\theta(x_t, c) - w \epsilon_\theta(x_{t-1})", "x_t)"),
    ("Backpropagation through time", r"L = \frac{1}{T} \sum_{t=1}^T l(o_t, y_{t-1})", "y_t"),
    ("Backpropagation through time", r"L^{<t>}(\hat y^{<t>}, y^{<t>}) = -y^{<t-1>} \log\hat y^{<t>} - (1-y^{<t>}) \log(1-\hat y^{<t>})", "-y^{<t>}"),
    ("Batch norm", r"\tilde z^{[l]} = \gamma^{[l-1]} z^{[l]} + \beta^{[l]}", r"\gamma^{[l]}"),
    ("Weight standardization norm", r"\sigma_i = \sqrt{\frac{1}{m} \sum_{k \in S_i} (x_k - \mu_k)^2 + \epsilon}", r"\mu_i"),
    ("Decoder softmax", r"p_k = \operatorname{softmax}(z)_j = \frac{\exp(z_k)}{\sum_{j=1}^3 \exp(z_j)}", ")_{k}"),
    ("Autoregressive model", r"P(x_1, \ldots, x_T) = \prod_{t=1}^{T-1} P(x_t \mid x_{t-1}, \ldots, x_1)", "^{T}"),
    ("Jacobian of softmax", r"J_{i, j} = p_{j} (\delta_{i, j} - p_{j})", "p_i(\\delta_{i,j} - p_{j})"),
    ("Residual networks", r"z^{[l+2]} = W^{[l+2]} a^{[l]} + b^{[l+2]}", "a^{[l+1]}"),
    ("Residual networks", r"a^{[l+2]} = g(z^{[l+2]} - a^{[l]})", "+ a"),
    ("Neurons", r"z_j^l = \sum_k w_{jk}^l a_k^{l-1} + b_k^l", "b_{j}"),
    ("Neurons", r"z_1 = (1 - w_1) * a_0 + b_1", "w_1"),
    ("Neurons", r"z_1 = a_0 + b_1", "w_1"),
    # numbers, powers, fractions
    ("L2 loss", r"l(y, f) = \frac{2}{1} (y - f)^2", r"\frac{1}{2}"),
    ("L2 loss", r"l(y, f) = \frac{1}{2} (y - f)", r"(y - f)^2"),
    ("Huber loss", r"L_\delta = \begin{cases} 2 \frac{(y - \hat y)^2}{2} & |y - \hat y| < \delta \\ \delta (|y - \hat y| - \frac{\delta}{2}) & \text{otherwise} \end{cases}", r"\begin{cases}"),
    ("Contrastive loss (Y = 0 for similar pairs)", r"L = (1 - Y) D^2 + Y \max(0, m - D)", "^2"),
    ("Triplet loss", r"L = \max(0, \|a - p\|_2^2 - \|a - n\|_2 + \alpha)", r"\|a - n\|_2^2"),
    ("Reparameterisation", r"z = \mu + \sigma \odot \mu", r"\epsilon"),
    ("Training deep networks", r"\mathrm{BN}(x) = (1 - \gamma) \odot \frac{x - \hat\mu}{\hat\sigma} + \beta", r"\gamma \odot"),
    ("Normalization", r"x^{\prime} = 2 \frac{x-\mu}{\sigma}", r"\frac{x-\mu}{\sigma}"),
    ("Gaussian kernel", r"K(u) = \frac{1}{\sqrt{2\pi}} (-\frac{u^2}{2})", r"\exp"),
    ("Evaluation", r"F1 = 2 \frac{2 \times precision \times recall}{precision + recall}", "F1"),
    ("FFN", r"FFN(x, W_1, W_2, b_1, x) = \max(0, x W_1 + b_1) W_2 + b_2", "b_2"),
]  # fmt: skip


def bare(latex: str) -> str:
    """Without what spelling may vary."""
    return re.sub(r"[\s{}]", "", latex)


@pytest.mark.parametrize(("heading", "latex", "part"), WRONG)
def test_it_is_told_and_put_right(tmp_path: Path, heading: str, latex: str, part: str) -> None:
    """``part`` stands in the correction."""
    fixes = told(tmp_path, latex, heading=heading)[2]
    assert len(fixes) == 1
    fixed, written, wanted = map(bare, (fixes[0], latex, part))
    assert wanted in fixed and fixed != written


RIGHT = [
    ("LSTM without an output gate", r"h_t = \tanh(c_t)"),
    ("A layer", r"h_t = \tanh(c_t)"),
    ("QRNN", r"h_t = o_t \odot c_t"),
    ("Minimal gated unit", r"h_t = (1-f_t) \odot h_{t-1} + f_t \odot \tilde{h}_t"),
    ("JANET, an LSTM with a forget gate only", r"c_t = f_t \odot c_{t-1} + (1-f_t) \odot \tilde{c}_t"),
    ("Coupled gates in an LSTM", r"c_t = f_t \odot c_{t-1} + (1-f_t) \odot \tilde{c}_t"),
    ("The original LSTM (1997)", r"c_t = c_{t-1} + i_t \odot g_t"),
    ("Peephole LSTM", r"c_t = \sigma(f_t) \odot c_{t-1} + \sigma(i_t) \odot g_t"),
    ("Peephole LSTM", r"f_t = \sigma(W_f [h_{t-1}, x_t] + p_f \odot c_{t-1} + b_f)"),
    ("xLSTM", r"h_t = o_t \odot (c_t / n_t)"),
    ("LSTM", r"g_t = i_t \odot \tilde{c}_t"),
    ("LSTM", r"c^{<t>} = \Gamma_i * \tilde{c}^{<t>} + \Gamma_f * c^{<t-1>}"),
    ("GRU", r"c^{<t>} = \Gamma_u * \tilde{c}^{<t>} + (1 - \Gamma_u) * c^{<t-1>}"),
    ("Linear value functions", r"V(s) = w^T \phi(s)"),
    ("Target network", r"y = r + \gamma \max_{a'} Q^T(s', a')"),
    ("A projection", r"y = W^T (h, x)"),
    ("Language models", r"L = \sum_{t=1}^{T-1} l(o_t, y_{t+1})"),
    ("Autoregressive model", r"P(x_1, \ldots, x_T) = P(x_1) \prod_{t=2}^{T} P(x_t \mid x_{t-1}, \ldots, x_1)"),
    ("Denoising", r"x = y - R(y)"),
    ("Equilibrium networks", r"h_n = \phi(W_n h_n + b_n)"),
    ("Scaled sigmoid", r"p(t) = 2 \frac{1}{1 + e^{-t}}"),
    ("Half-normal density", r"p(x) = \frac{2}{\sqrt{2\pi}} e^{-\frac{x^2}{2}}"),
    ("Laplacian kernel", r"k(x, x') = \exp(-\frac{\|x - x'\|}{\sigma})"),
    ("Contrastive loss", r"L = y d + (1-y) \max(0, m - d)"),
    ("Contrastive loss", r"L = y d^2 + (1-y) \max(0, m^2 - d^2)"),
    ("Triplet loss", r"L = \max(0, \|a - p\| - \|a - n\| + \alpha)"),
    ("Cost", r"J(\theta_0, \theta_1) = \frac{1}{2m} \sum_{i=1}^m (h(x_i) - y_i)^2"),
    ("Mean absolute difference", r"c = \frac{1}{2} (a - b)"),
    ("Score by the width of the model", r"s = \frac{q k^T}{\sqrt{d}}"),
    ("RMSNorm with a shifted gain", r"y = (1 + \gamma) \odot \frac{x}{\sigma}"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_what_looks_alike_is_left_alone(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2] == []


def test_a_gate_may_have_been_put_on_before(tmp_path: Path) -> None:
    before = r"$$g_t = i_t \odot \tilde{c}_t$$"
    assert told(tmp_path, r"c_t = f_t \odot c_{t-1} + g_t", before, "LSTM")[2] == []


ACCEPTED_NO_MORE = [
    ("LSTM", r"c^{<t>} = \Gamma_f * \tilde{c}^{<t>} + \Gamma_u * c^{<t-1>}"),
    ("AdaBoost", r"w_{t+1,i} = w_{t,i} e^{-\alpha_t y_i h_{t-1}(x_i)}"),
    ("Learning language models", r"P(x_1, x_2, \ldots, x_T) = \prod_{t=0}^T P(x_t \mid x_1, \ldots, x_{t-1})"),
    ("Logistic regression", r"\hat{y} = \tanh(\theta^T x)"),
    ("Logistic regression", r"\hat{y} = (\theta^T x)"),
]


@pytest.mark.parametrize(("heading", "latex"), ACCEPTED_NO_MORE)
def test_what_contradicts_itself_is_not_accepted(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[0] not in ("verified", "convention")
