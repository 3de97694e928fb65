"""Under a formula's own title a function or factor that is not there has been forgotten; what a convention leaves out has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from backproof.audit.findings import FileReport
from backproof.audit.specs import rows
from backproof.audit.topics import another_kind, titled


def report(tmp_path: Path, heading: str, latex: str) -> FileReport:
    path = tmp_path / "note.md"
    path.write_text(f"{heading}\n\n$$\n{latex}\n$$\n", encoding="utf-8")
    return audit([path], lang="en").files[0]


def raised(found: FileReport) -> list[str]:
    return [d.message for d in found.diagnostics if d.severity != "info"]


FORGOTTEN = [
    ("# Focal loss", r"\operatorname{FL}(p_t) = -\alpha_t (1 - p_t)^{\gamma} \odot (p_t)", r"\log"),
    ("# Focal loss", r"\operatorname{FL}(p_t) = -(1 - p_{t-1})^{\gamma} \odot \log(p_t)", r"(1 - p_t)"),
    ("# Gated linear unit (GLU)", r"\operatorname{GLU}(a, a) = a \odot \sigma(b)", r"(a, b)"),
    ("# Bound of uniform He initialisation", r"a = \frac{\sqrt{6}}{n_{in}}", r"\sqrt{n_{in}}"),
    ("# Variance of Xavier (Glorot) initialisation", r"\operatorname{Var}(W) = \frac{n_{in} + n_{out}}{2}", r"\frac{2}"),
    ("# Leaky rectified linear unit", r"\operatorname{LeakyReLU}(x) = \max(0, x) - \max(0, -x)", r"\alpha"),
    ("# Gaussian error linear unit", r"\operatorname{GELU}(x) = x + \Phi(x)", r"x \odot \Phi"),
    ("# Activation functions", r"\operatorname{LeakyReLU}(x) = \max(0, x) - \max(0, -x)", r"\alpha"),
    ("## 2.3 Gated linear unit (GLU)", r"\operatorname{GLU}(a, b) = a \odot (b)", r"\sigma"),
    ("# GLU", r"\operatorname{GLU}(a, b) = a \odot (b)", r"\sigma"),
    ("# Additive attention", r"e_i = v^\top (W [q, k_i])", r"\tanh"),
    ("# Output projection with softmax", r"p = (W h + b)", r"\operatorname{softmax}"),
    ("# Loss of a reward model", r"L = (1 + e^{-(r_w - r_l)})", r"\log"),
    ("# Sample mean", r"\bar{x} = 2 \frac{\sum_{i=1}^{n} x_i}{n}", r"= \frac{\sum_{i=1}^{n}"),
    ("# Mini-batch mean", r"\mu_B = 2 \frac{1}{m} \sum_{i=1}^{m} x_i", r"\sum_{i=1}"),
    ("# Adam, one step", r"\theta_t = \theta_{t-1} - \frac{\hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}", r"\eta"),
    ("# Gradient descent with weight decay", r"\theta_t = (1 - \eta \lambda) \theta_{t-1} - g_t", r"\eta g"),
    ("# Generalised advantage estimate, backwards", r"A_t = \delta_t + \gamma A_{t+1}", r"\lambda"),
    ("# Gradient of an LSTM's cell state", r"dc_t = dh_t \odot (1 - \tanh(c_t)^2) + dc_{t+1} \odot f_{t+1}", "o_t"),
    ("# Gradient of softmax with cross-entropy", r"dz = (z) - y", r"\hat{y}"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex", "due"), FORGOTTEN)
def test_what_has_been_forgotten_is_named(tmp_path: Path, heading: str, latex: str, due: str) -> None:
    (found,) = [d for d in report(tmp_path, heading, latex).diagnostics if d.severity == "error"]
    assert found.suggestion is not None
    fixed, written = (t.replace(" ", "") for t in (found.suggestion.latex, latex))
    assert due.replace(" ", "") in fixed
    assert fixed != written
    assert raised(report(tmp_path, heading, found.suggestion.latex)) == []


RIGHT = [
    # factors of one
    ("# Exponential linear unit", r"\operatorname{ELU}(x) = \max(0, x) + \min(0, e^{x} - 1)"),
    ("# ELU", r"\mathrm{ELU}(x) = \begin{cases} x & x > 0 \\ e^x - 1 & x \le 0 \end{cases}"),
    ("# Gradient descent", r"\theta_{t+1} = \theta_t - g_t"),
    ("# Gradient descent", r"x_{k+1} = x_k - \nabla f(x_k)"),
    ("# Gradient descent", r"\theta = \theta - \nabla_\theta L(\theta)"),
    ("# Gradient descent with weight decay", r"\theta = (1 - \lambda) \theta - \eta g"),
    ("# Gradient descent with weight decay", r"\theta_{t+1} = (1 - \lambda) \theta_t - \eta g_t"),
    ("# AdamW update", r"\theta_t = \theta_{t-1} - \frac{\eta \hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon} - \lambda \theta_{t-1}"),
    ("# Generalised advantage estimate, backwards\n\nWith $\\lambda = 1$ this is the return less the baseline:", r"A_t = \delta_t + \gamma A_{t+1}"),
    ("# Leaky rectified linear unit\n\nFor $\\alpha = 1$ it is the identity:", r"\operatorname{LeakyReLU}(x) = \max(0, x) - \max(0, -x)"),
    # terms and scales of a layer that may be missing
    ("# Root mean square normalisation", r"\operatorname{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{n} \sum_{i=1}^{n} x_i^2 + \epsilon}}"),
    ("# Root mean square normalisation", r"\operatorname{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{n} \sum_{i=1}^{n} x_i^2}}"),
    ("# Layer normalisation", r"\operatorname{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}"),
    ("# Layer normalisation", r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sigma} + \beta"),
    ("# Adam, one step", r"\theta_t = \theta_{t-1} - \eta \frac{\hat{m}_t}{\sqrt{\hat{v}_t}}"),
    # before the activation
    ("# Recurrent step", r"a_t = W x_t + U h_{t-1} + b"),
    ("# Recurrent step", r"h_t = A h_{t-1} + B x_t"),
    ("# Output projection with softmax", r"z = W h + b"),
    ("# Attention weights", r"e_{ij} = q_i^\top k_j"),
    ("# Scaled scores", r"S = Q K^\top"),
    ("# LSTM step", r"z = W [h_{t-1}, x_t] + b"),
    # numbers of choice
    ("# Variance of He (Kaiming) initialisation", r"\operatorname{Var}(W) = \frac{1}{n_{in}}"),
    ("# Variance of Xavier (Glorot) initialisation", r"\operatorname{Var}(W) = \frac{1}{n_{in}}"),
    ("# Mean squared error", r"L = \frac{1}{2} \sum_{i=1}^{n} (y_i - \hat{y}_i)^2"),
    ("# Mean squared error", r"L = \sum_{i=1}^{n} (y_i - \hat{y}_i)^2"),
    ("# Inverse square root decay", r"\eta_t = 2 \frac{\eta_0}{\sqrt{t}}"),
    ("# Derivative of the cost by one weight, from the predictions", r"\frac{\partial J}{\partial w} = \frac{2}{m} \sum_{i=1}^{m} x_i (\hat{y}_i - y_i)"),
    # other forms
    ("# Correlation", r"\rho_{ij} = \frac{\Sigma_{ij}}{\sqrt{\Sigma_{ii} \Sigma_{jj}}}"),
    ("# Linear regression", r"\hat{y} = \sum_{j=0}^{n} \theta_j x_j"),
    ("# Means", r"L = \frac{1}{\sqrt{N}} \sum_i |y_i - \hat{y}_i|"),
    ("# Value functions with a horizon", r"A^T(s, a) = Q^T(s, a) - V^T(s)"),
    ("# Cross attention", r"\mathrm{head}_i = \operatorname{Attention}(X W^Q_i, C W^K_i, C W^V_i)"),
    ("# Sample variance", r"s^2 = \frac{1}{n} \sum_{i=1}^{n} (x_i - \bar{x})^2"),
    ("# Cosine similarity", r"\operatorname{sim}(a, b) = \frac{1}{2} (1 + \frac{a^\top b}{\|a\| \|b\|})"),
    ("# Sample mean", r"\bar{x} = \frac{1}{n} (x_1 + x_2 + \dots + x_n)"),
    ("# Gated linear unit (GLU)", r"\operatorname{GLU}(x) = (x W + b) \odot \sigma(x V + c)"),
    ("# Momentum", r"v_t = \beta v_{t-1} + (1 - \beta) g_t"),
    ("# Momentum update", r"\theta_t = \theta_{t-1} - v_t"),
    ("# Reparameterisation", r"z = \mu + L \epsilon"),
    ("# Hinge loss", r"L = \max(0, 1 - y f(x))^2"),
    ("# Focal loss", r"\operatorname{FL}(p_t) = -(1 - p_t)^\gamma \log(p_t)"),
    ("# Cross-entropy of a target distribution", r"L = -\log \hat{y}_c"),
    ("# Cosine similarity", r"\cos(a, b) = a^\top b"),
    ("# Bilinear gate", r"\operatorname{Bilinear}(x) = (x W) \odot (x V)"),
    ("# Linear attention", r"\operatorname{Attention}(Q, K, V) = (Q K^\top) V"),
    ("# Linear attention without softmax", r"\operatorname{MaskedAttention}(Q, K, V) = (Q K^\top \odot M) V"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_what_a_convention_leaves_out_is_not_missed(tmp_path: Path, heading: str, latex: str) -> None:
    assert raised(report(tmp_path, heading, latex)) == []


LOOSE = [
    ("# GEGLU", r"\operatorname{GEGLU}(x) = \operatorname{GELU}(x W + b) \odot (x V^T + c)"),
    ("# One head", r"\mathrm{head}_i = \operatorname{Attention}(Q W^Q_i, K W^K_i, V^T W^V_i)"),
    ("# Jacobian of softmax", r"J_{i, j} = p_j (\delta_{i, j} - p_j)"),
    ("# Jacobian of softmax", r"J_{i, j} = p_i (\delta_{j, j} - p_j)"),
    ("# Mean absolute error", r"\mathrm{MAE} = \frac{2}{n} \sum_{i=1}^{n} |y_i - \hat{y}_i|"),
    ("# Cross-entropy of two distributions", r"H(p, q) = - 2 \sum_i p_i \log q_i"),
    ("# Gradient descent", r"\theta_{t+1} = \theta_t - \eta \nabla_\theta J(\theta_{t-1})"),
    ("# Sample variance (unbiased)", r"s^2 = \frac{1}{n - 1} \sum_{i=1}^{n-1} (x_i - \bar{x})^2"),
    ("# Scaled scores", r"s_{ij} = \frac{q_i^\top k_j}{\sqrt{d_v}}"),
    ("# Clipped objective of PPO", r"L^{CLIP} = \min(r \odot A, \max(1 - \epsilon, \max(r, 1 + \epsilon)) \odot A)"),
    ("# Advantage", r"A(s, a) = Q(s, a) - V^T(s)"),
    ("# Next-token loss", r"L = - \frac{\sum_{i=0}^{n - 2} \log p_{i, x_{i}}}{n - 1}"),
    ("# Cost of linear regression", r"J = \frac{\sum_{i=1}^{m} (\hat{y}_i - y_i)^2}{\sqrt{m}}"),
    ("# Longest approximated average of RAdam", r"\rho_\infty = \frac{2}{1 - \beta_1} - 1"),
    ("# AdaGrad update", r"\theta_t = \theta_{t-1} - \frac{\eta}{\sqrt{G_{t-1} + \epsilon}} \odot g_t"),
    ("# Velocity of Nesterov momentum (g at the point ahead)", r"v_t = \mu v_{t-1} + \eta \nabla_\theta J(\theta_{t-1} - v_{t-1})"),
    ("# Velocity of Nesterov momentum (g at the point ahead)", r"v_t = \mu v_{t-1} + \eta \nabla_\theta J(\theta_{t-1} + \mu v_{t-1})"),
    ("# Cross-entropy", r"L = - \frac{1}{n} \sum_{i=1}^{n} \sum_{j=1}^{K} y_{j, j} \log(\hat{y}_{i, j})"),
    ("# Gradient of the input of a dense layer", r"\frac{\partial L}{\partial x} = W \delta"),
    ("# Greedy generation", r"y = (y_{t-1})_{t=1}^{T}"),
    ("# Feed-forward network with a gated linear unit", r"\operatorname{FFN}_{GLU}(x) = ((x W) \odot (x V^T)) W_2"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), LOOSE)
def test_what_only_looks_like_a_formula_is_not_accepted(tmp_path: Path, heading: str, latex: str) -> None:
    verdicts = {e.verdict for e in report(tmp_path, heading, latex).equations}
    assert verdicts <= {"unknown", "refuted"}


ACCEPTED = [
    ("# GEGLU", r"\operatorname{GEGLU}(x) = \operatorname{GELU}(x W + b) \odot (x V + c)"),
    ("# One head", r"\mathrm{head}_i = \operatorname{Attention}(Q W^Q_i, K W^K_i, V W^V_i)"),
    ("# Jacobian of softmax", r"J_{i, j} = p_i (\delta_{i, j} - p_j)"),
    ("# Jacobian of softmax", r"J_{j, k} = p_j (\delta_{j, k} - p_k)"),
    ("# Mean absolute error", r"\mathrm{MAE} = \frac{1}{n} \sum_{i=1}^{n} |y_i - \hat{y}_i|"),
    ("# Mean squared error", r"L = \frac{2}{n} \sum_{i=1}^{n} (y_i - \hat{y}_i)^2"),
    ("# Cross-entropy of two distributions", r"H(p, q) = - \sum_i p_i \log q_i"),
    ("# Gradient descent", r"\theta_{t+1} = \theta_t - \eta \nabla_\theta J(\theta_t)"),
    ("# Sample variance (unbiased)", r"s^2 = \frac{1}{n - 1} \sum_{i=1}^{n} (x_i - \bar{x})^2"),
    ("# Scaled scores", r"s_{ij} = \frac{q_i^\top k_j}{\sqrt{d_k}}"),
    ("# Clipped objective of PPO", r"L^{CLIP} = \min(r \odot A, \max(1 - \epsilon, \min(r, 1 + \epsilon)) \odot A)"),
    ("# Velocity of Nesterov momentum (g at the point ahead)", r"v_t = \mu v_{t-1} + \eta \nabla_\theta J(\theta_{t-1} - \mu v_{t-1})"),
    ("# Velocity of Nesterov momentum (g at the point ahead)", r"v_t = \gamma v_{t-1} + \eta \nabla_\theta J(\theta - \gamma v_{t-1})"),
    ("# AdaGrad update", r"\theta_{t+1} = \theta_t - \frac{\eta}{\sqrt{G_t + \epsilon}} \odot g_t"),
    ("# Cost of linear regression", r"J = \frac{1}{2m} \sum_{i=1}^{m} (\hat{y}_i - y_i)^2"),
    ("# Advantage", r"A(s, a) = Q(s, a) - V(s)"),
    ("# Next-token loss", r"L = - \frac{\sum_{i=0}^{n - 2} \log p_{i, x_{i + 1}}}{n - 1}"),
    ("# Gradient of softmax with cross-entropy", r"dz = \hat{y} - y"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), ACCEPTED)
def test_what_states_a_formula_is_accepted(tmp_path: Path, heading: str, latex: str) -> None:
    verdicts = {e.verdict for e in report(tmp_path, heading, latex).equations}
    assert verdicts <= {"verified", "convention"}


@pytest.mark.parametrize(
    ("heading", "is_title"),
    [
        ("# Leaky rectified linear unit", True),
        ("# 3.2 Leaky rectified linear unit", True),
        ("# b) Leaky rectified linear unit:", True),
        ("# Leaky units", False),
        ("# Parametric and leaky rectified linear unit", False),
        ("text without a heading", False),
    ],
)
def test_a_title_is_known_by_its_words(heading: str, is_title: bool) -> None:
    assert titled(rows(["activation.leaky_relu"])[0], heading) is is_title


def test_a_kind_that_the_title_names_is_no_other_kind() -> None:
    nadam, adam = rows(["optimizer.nadam.update"])[0], rows(["optimizer.adam.update"])[0]
    assert not another_kind("# Nadam", nadam)
    assert another_kind("# Nadam", adam)
    assert another_kind("# Nadam without bias correction", nadam)
    assert not another_kind("# Adam", adam)
