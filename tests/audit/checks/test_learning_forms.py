"""Losses, metrics, schedules, updates and penalties as courses write them: recognised, one slip found, look-alikes left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

RIGHT = [
    ("R squared", r"R^2 = 1 - \frac{\sum_i (y_i - \hat{y}_i)^2}{\sum_i (y_i - \bar{y})^2}", "metrics.r_squared"),
    ("Huber loss", r"L_\delta(a) = \begin{cases} \frac{1}{2}a^2 & \text{for } |a| \le \delta \\ \delta\left(|a| - \frac{1}{2}\delta\right) & \text{otherwise} \end{cases}", "loss.huber"),
    ("Huber loss", r"L = \begin{cases} \frac12 x^2, & |x| \le \delta, \\ \delta |x| - \frac12 \delta^2, & |x| > \delta. \end{cases}", "loss.huber"),
    ("Smooth L1", r"\ell(x) = \begin{cases} |x| - 0.5 & |x| \ge 1 \\ 0.5 x^2 & \text{otherwise} \end{cases}", "loss.smooth_l1"),
    ("Multiclass SVM", r"L_i = \sum_{j \neq y_i} \max(0, s_j - s_{y_i} + 1)", "loss.multiclass_hinge"),
    ("Triplet loss", r"L = \max(\|f(a) - f(p)\|_2^2 - \|f(a) - f(n)\|_2^2 + m, 0)", "loss.triplet"),
    ("JS divergence", r"JS(P \| Q) = \frac{1}{2} KL(P \| M) + \frac{1}{2} KL(Q \| M)", "probability.js_divergence"),
    ("动量法", r"\theta \leftarrow \theta + v", "optimizer.momentum.update"),
    ("Momentum", r"v \leftarrow \alpha v - \epsilon g", "optimizer.momentum.velocity"),
    ("指数加权平均", r"v_t = \beta v_{t-1} + (1 - \beta) \theta_t", "optimizer.weight_average"),
    ("Gradient clipping", r"g \leftarrow \min(1, \frac{\theta}{\|g\|}) g", "optimizer.clip_by_norm"),
    ("SGD with L2", r"w \leftarrow (1 - \frac{\eta\lambda}{n}) w - \eta \frac{\partial C_0}{\partial w}", "optimizer.sgd.weight_decay"),
    ("DDIM", r"x_t = \sqrt{\alpha_t} x_0 + \sqrt{1 - \alpha_t} \epsilon", "diffusion.forward"),
    ("Squared ReLU", r"\mathrm{FFN}(x) = \max(0, x W_1)^2 W_2", "transformer.feed_forward"),
    ("Cosine schedule", r"\eta_t = \eta_T + \frac{\eta_0 - \eta_T}{2} (1 + \cos(\pi t / T))", "schedule.cosine"),
    ("Inverse time decay", r"\alpha = \frac{\alpha_0}{1 + k t}", "schedule.inverse_time"),
    ("Minibatch", r"g_t = \frac{1}{|B_t|} \sum_{i \in B_t} \nabla f(x_{t-1}, i)", "optimizer.batch_gradient"),
    ("L2 regularisation", r"J = J_0 + \frac{\lambda}{2m} \sum_{l} \|W^{[l]}\|_F^2", "regularization.l2"),
    ("高斯核", r"\kappa(x_i, x_j) = \exp(-\frac{\|x_i - x_j\|^2}{2\sigma^2})", "learning.rbf_kernel"),
    ("对数几率回归", r"\ln\frac{y}{1-y} = \mathbf{w}^\mathrm{T}\mathbf{x} + b", "statistics.logit"),
    ("FPR", r"FPR = \frac{FP}{FP + TN}", "agreement.false_positive_rate"),
    ("LMS", r"\theta_j := \theta_j + \alpha (y^{(i)} - h_\theta(x^{(i)})) x_j^{(i)}", "optimizer.sgd.update"),
    ("梯度下降", r"\theta_j := \theta_j - \frac{\alpha}{m} \sum_{i=1}^{m} (h_\theta(x^{(i)}) - y^{(i)}) x^{(i)}_j", "optimizer.sgd.update"),
    ("Perceptron", r"b \leftarrow b + \eta (y - \hat{y})", "optimizer.sgd.update"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex", "formula"), RIGHT)
def test_it_is_recognised(tmp_path: Path, heading: str, latex: str, formula: str) -> None:
    verdict, found, proposed = told(tmp_path, latex, heading=heading)
    assert (verdict in ("verified", "convention"), found, proposed) == (True, formula, [])


WRONG = [
    ("R squared", r"R^2 = 1 - \frac{\sum_i (y_i - \hat{y}_i)^2}{\sum_i (\hat{y}_i - \bar{y})^2}", r"R^2 = 1 - \frac{\sum_i (y_i - \hat{y}_i)^2}{\sum_i (y_i - \bar{y})^2}"),
    ("Smooth L1", r"\ell(x) = \begin{cases} 0.5x^2 & |x| < 1 \\ |x| + 0.5 & \text{otherwise} \end{cases}", r"\ell(x) = \begin{cases} 0.5x^2 & |x| < 1 \\ |x| - 0.5 & \text{otherwise} \end{cases}"),
    ("Multiclass SVM", r"L_i = \sum_{j \neq y_i} \max(0, s_{y_i} - s_j + 1)", r"L_i = \sum_{j \neq y_i} \max(0, s_j - s_{y_i} + 1)"),
    ("Multiclass SVM", r"L_i = \sum_{j \neq y_i} \max(0, s_j - s_{y_i} - \Delta)", r"L_i = \sum_{j \neq y_i} \max(0, s_j - s_{y_i} + \Delta)"),
    ("Triplet loss", r"L = \max(\|f(a) - f(p)\|^2 + \|f(a) - f(n)\|^2 + m, 0)", r"L = \max(\|f(a) - f(p)\|^2 - \|f(a) - f(n)\|^2 + m, 0)"),
    ("Gradient clipping", r"g \leftarrow \min(1, \frac{\|g\|}{\theta}) g", r"g \leftarrow \min(1, \frac{\theta}{\|g\|}) g"),
    ("Cosine schedule", r"\eta_t = \eta_T + \frac{\eta_0 - \eta_T}{2} (1 - \cos(\pi t / T))", r"\eta_t = \eta_T + \frac{\eta_0 - \eta_T}{2} (1 + \cos(\pi t / T))"),
    ("L2 regularisation", r"J = J_0 - \frac{\lambda}{2m} \sum_{l} \|W^{[l]}\|_F^2", r"J = J_0 + \frac{\lambda}{2m} \sum_{l} \|W^{[l]}\|_F^2"),
    ("高斯核", r"\kappa(x_i, x_j) = \exp(\frac{\|x_i - x_j\|^2}{2\sigma^2})", r"\kappa(x_i, x_j) = \exp(-\frac{\|x_i - x_j\|^2}{2\sigma^2})"),
    ("EMA", r"h_t = \beta h_{t+1} + (1 - \beta) x_t", r"h_t = \beta h_{t-1} + (1 - \beta) x_t"),
    ("LMS", r"\theta_j := \theta_j - \alpha (y^{(i)} - h_\theta(x^{(i)})) x_j^{(i)}", r"\theta_j := \theta_j + \alpha (y^{(i)} - h_\theta(x^{(i)})) x_j^{(i)}"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "wrong", "right"), WRONG)
def test_one_slip_is_found_and_undone(tmp_path: Path, heading: str, wrong: str, right: str) -> None:
    verdict, _, proposed = told(tmp_path, wrong, heading=heading)
    assert verdict == "refuted" and proposed == [right]


ALIKE = [
    ("Perceptron, where the target bears the hat", r"w \leftarrow w - \eta (y - \hat{y}) x"),
    ("Gradient ascent", r"w \leftarrow w + \eta \delta x^T"),
    ("EMA of the curvature, every k steps", r"h_t = \beta_2 h_{t-k} + (1 - \beta_2) \hat{h}_t"),
    ("Warm-up", r"\eta_t = \eta_0 \frac{t}{T}"),
    ("Cosine warm restarts", r"\eta_t = \eta_0 \cos(\frac{7 \pi t}{16 T})"),
    ("Trust region", r"x \leftarrow x + p"),
    ("Elastic net", r"J = J_0 + \lambda_1 \|w\|_1 + \lambda_2 \|w\|_2^2"),
    ("Laplacian kernel", r"k(x, z) = \exp(-\gamma \|x - z\|_1)"),
    ("Tukey's biweight", r"\rho(x) = \begin{cases} \frac{c^2}{6} (1 - (1 - (x/c)^2)^3) & |x| \le c \\ \frac{c^2}{6} & \text{otherwise} \end{cases}"),
    ("Adjusted", r"R^2 = 1 - (1 - r^2) \frac{n - 1}{n - p - 1}"),
    ("Policy gradient", r"\theta \leftarrow \theta + \alpha G \nabla \log \pi(a \mid s)"),
    ("TD learning", r"w \leftarrow w + \alpha (r + \gamma v' - v) x"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), ALIKE)
def test_what_looks_alike_is_left_alone(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2] == []
