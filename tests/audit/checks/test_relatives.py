"""Right formulas that have a relative in the catalog, under headings that fit both: none is called a slip of the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

RIGHT = [
    ("GAN generator loss", r"L_G = -\log D(G(z))"),
    ("Momentum", r"v_{t+1} = \mu v_t - \varepsilon \nabla f(\theta_t)"),
    ("Exponential decay", r"\eta_t = \gamma \eta_{t-1}"),
    ("Learning rate schedules: exponential decay, warmup, cosine", r"\alpha_t = \frac{t}{T} \alpha_0"),
    ("Inverse time decay", r"\eta_t = \frac{\eta_0}{\sqrt{1+kt}}"),
    ("Weight decay", r"w \leftarrow (1 - 2\eta\lambda) w - \eta g"),
    ("Weight decay", r"W := W - \alpha (dW + \frac{\lambda}{m} W)"),
    ("Weight decay", r"w_{t+1} = (1 - \frac{\eta\lambda}{n}) w_t - \eta g_t"),
    ("Discounted return", r"G = \sum_{t=0}^{T-1} \gamma^t r_{t+1}"),
    ("Bias gradient of a batch", r"\frac{\partial L}{\partial b} = \mathbf{1}_N^\top \frac{\partial L}{\partial Y}"),
    ("Label smoothing", r"H(q', p) = (1-\epsilon) H(q, p) + \epsilon H(u, p)"),
    ("Reward model", r"L = -\log\sigma(r_w - r_l - m)"),
    ("Perceptron loss", r"L = \max(0, -y f)"),
    ("Labels in {-1, 1}", r"L = -\frac{1+y}{2} \log p - \frac{1-y}{2} \log(1-p)"),
    ("Contrastive loss", r"L = y d^2 + (1-y) \max(0, m^2 - d^2)"),
    ("L1 noise-prediction loss", r"L = \|\epsilon - \epsilon_\theta(x_t, t)\|_1"),
    ("Reparameterisation trick", r"z = \mu + \Sigma^{1/2} \epsilon"),
    ("Flow matching", r"x_t = t x_1 + (1 - (1 - \sigma_{min}) t) x_0"),
    ("Parameter update", r"\theta_t = \theta_{t-1} + \Delta \theta_t"),
    ("LSTM backward", r"dc_t = dc_t + dh_t \odot o_t \odot (1 - \tanh^2(c_t))"),
    ("Importance sampling", r"\mathbb{E}_p[f] = \int f(x) p(x) dx"),
    ("Monte Carlo", r"\mathbb{E}_p[g] = \sum_i p_i g_i"),
    ("Dropout", r"E[h'] = p \cdot 0 + (1-p) \frac{h}{1-p}"),
]


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_a_relative_is_no_slip(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2] == []


def test_a_mean_below_a_root_is_no_second_moment(tmp_path: Path) -> None:
    step = r"$$\theta_{t+1} = \theta_t - \alpha \frac{g_t}{\sqrt{n_t - m_t^2 + \epsilon}}$$"
    mean = r"m_t = \rho m_{t-1} + (1-\rho) g_t"
    assert told(tmp_path, mean, step, "Centered RMSprop")[2] == []


def test_its_own_slips_are(tmp_path: Path) -> None:
    wrong, right = r"z = \mu + \sigma^2 \odot \epsilon", r"z = \mu + \sigma \odot \epsilon"
    assert told(tmp_path, wrong, heading="Reparameterisation trick")[2] == [right]
