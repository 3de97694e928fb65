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
    ("Hinge loss", r"L = \max(0, -y f)"),
    ("SGD of PyTorch", r"g_t = g_t + \mu b_t"),
    ("SGD of PyTorch", r"g_t = g_t + \lambda \theta_{t-1}"),
]
CONVENTIONS = [
    ("LoRA", r"h = W_0 x + \frac{\alpha}{\sqrt r} B A x", "finetuning.lora_forward"),
    ("LoRA", r"W = W_0 + \frac{\alpha}{\sqrt r} B A", "finetuning.lora_weight"),
    (
        "Mean squared error",
        r"RMSE = \sqrt{\frac{1}{N-1} \sum_i (y_i - \hat y_i)^2}",
        "loss.root_mean_squared_error",
    ),
    ("Standard deviation", r"\sigma = \sqrt{\frac{1}{N-1} \sum_i (x_i - \mu)^2}", "statistics.standard_deviation"),
    ("Initialisation", r"\operatorname{Var}(w) = \frac{2}{(1+a^2) n}", "initialization.he_variance"),
    (
        "Binary cross-entropy",
        r"L = -\frac{1+y}{2} \log p - \frac{1-y}{2} \log(1-p)",
        "loss.binary_cross_entropy",
    ),
    ("Contrastive loss", r"L = y d^2 + (1-y) \max(0, m^2 - d^2)", "loss.contrastive"),
    ("Flow matching", r"x_t = t x_1 + (1 - (1 - \sigma_{min}) t) x_0", "generative.flow_path"),
    ("Gated linear unit", r"\mathrm{GLU}(a, b) = \sigma(a) \odot b", "activation.glu"),
]
SLIPS = [  # their neighbours
    ("LoRA", r"h = W_0 x + \frac{r}{\alpha} B A x"),
    ("Root mean squared error", r"RMSE = \frac{1}{N} \sum_i (y_i - \hat y_i)^2"),
    ("Hinge loss", r"L = \max(0, 1 + y f)"),
    ("Adam", r"m_t = \beta_1 g_t + (1 - \beta_1) m_{t-1}"),
    ("LSTM", r"c_t = c_t + i_t \odot \tilde c_t"),
]


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_a_relative_is_no_slip(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2] == []


@pytest.mark.parametrize(("heading", "latex", "formula"), CONVENTIONS)
def test_another_convention_is_known_as_one(tmp_path: Path, heading: str, latex: str, formula: str) -> None:
    assert told(tmp_path, latex, heading=heading) == ("convention", formula, [])


@pytest.mark.parametrize(("heading", "latex"), SLIPS)
def test_a_slip_beside_a_convention_is_one(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2]


@pytest.mark.parametrize(
    "said",
    [
        "Here $\\beta_1$ weighs the new gradient.",
        "Here $\\beta_1$ is the weight of the new gradient.",
        "其中 $\\beta_1$ 是新梯度的权重。",
    ],
)
def test_a_weight_said_to_be_of_the_new_gradient_is_of_it(tmp_path: Path, said: str) -> None:
    assert told(tmp_path, r"m_t = \beta_1 g_t + (1 - \beta_1) m_{t-1}", said, "Adam")[2] == []


def test_a_variance_of_a_sample_does_not_deny_the_deviation_of_all(tmp_path: Path) -> None:
    all_of_them = r"$$\sigma = \sqrt{\frac{1}{H} \sum_{i=1}^H (a_i - \mu)^2}$$"
    sample, wrong = (rf"\sigma^2 = \frac{{1}}{{{d}}} \sum_i (a_i - \mu)^2" for d in ("H-1", "2H"))
    assert told(tmp_path, sample, all_of_them, "Layer normalisation")[2] == []
    assert told(tmp_path, wrong, all_of_them, "Layer normalisation")[2]


def test_a_mean_below_a_root_is_no_second_moment(tmp_path: Path) -> None:
    step = r"$$\theta_{t+1} = \theta_t - \alpha \frac{g_t}{\sqrt{n_t - m_t^2 + \epsilon}}$$"
    mean = r"m_t = \rho m_{t-1} + (1-\rho) g_t"
    assert told(tmp_path, mean, step, "Centered RMSprop")[2] == []


def test_a_low_rank_update_by_other_letters_is_verified(tmp_path: Path) -> None:
    for latex, formula in (
        (r"W = W_0 + \frac{\alpha}{r} BA", "weight"),
        (r"h = W_0 x + \frac{\alpha}{r} B A x", "forward"),
    ):
        assert told(tmp_path, latex, heading="LoRA") == ("verified", f"finetuning.lora_{formula}", [])


def test_its_own_slips_are(tmp_path: Path) -> None:
    wrong, right = r"z = \mu + \sigma^2 \odot \epsilon", r"z = \mu + \sigma \odot \epsilon"
    assert told(tmp_path, wrong, heading="Reparameterisation trick")[2] == [right]
