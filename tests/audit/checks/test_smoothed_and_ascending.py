"""Averages whose letter weighs the new value by custom, and steps that are to climb."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

RIGHT = [
    ("Exponential moving average", "", r"s_t = \alpha x_t+(1-\alpha)s_{t-1}"),
    ("Exponential moving average", "", r"\bar x_t = (1-\alpha)\bar x_{t-1}+\alpha x_t"),
    ("Gradient methods", "Here $g$ denotes the negative gradient:", r"\theta \leftarrow \theta+\eta g"),
    ("Minimax", "The discriminator ascends:", r"\theta_d \leftarrow \theta_d+\eta\nabla_{\theta_d}V"),
    ("SiLU", "", r"\operatorname{SiLU}'(x) = \operatorname{SiLU}(x)+\sigma(x)(1-\operatorname{SiLU}(x))"),
    ("EWMA, an exponential moving average", "", r"z_t = \lambda x_t+(1-\lambda)z_{t-1}"),
    ("Gradient descent", "With the residual $r = b - Ax$:", r"x \leftarrow x+\alpha r"),
    ("Logistic regression", "The log-likelihood has", r"\nabla\ell(w) = \sum_i(y_i-p_i)x_i"),
    ("逻辑回归", "", r"\frac{\partial\ell}{\partial w} = X^T(y-p)"),
    ("Sigmoid", "", r"\sigma(-x) = \frac{1}{1+e^x}"),
    ("Sigmoid", "Fermi and Dirac:", r"f(E) = \frac{1}{1+e^{(E-\mu)/kT}}"),
    ("GRU", "", r"\tilde h_t = \tanh(Wx_t+r_t\odot(Uh_{t-1}+b))"),
]
RIGHT += [
    ("One cycle", "The rising part:", r"\eta_t = \eta_{min}+(\eta_{max}-\eta_{min})\frac{1-\cos(\pi t/T)}{2}"),
    ("RNN", "IRNN starts from the identity matrix:", r"h_t = \operatorname{ReLU}(h_{t-1}+Ux_t)"),
]
WRONG = [
    ("Cosine annealing", "", r"\eta_t = \eta_{min}+(\eta_{max}-\eta_{min})\frac{1-\cos(\pi t/T)}{2}"),
    ("RNN", "", r"h_t = \operatorname{ReLU}(h_{t-1}+Ux_t)"),
    ("Gradient descent", "With the gradient $g$:", r"x \leftarrow x+\alpha g"),
    ("Logistic regression", "The loss has", r"\nabla L(w) = \sum_i(y_i-p_i)x_i"),
    ("Sigmoid", "", r"\sigma(x) = \frac{1}{1+e^x}"),
    ("Sigmoid", "", r"\sigma(-x) = \frac{1}{1+e^{-x}}"),
    ("Exponential moving average", "", r"s_t = \alpha x_t+(1+\alpha)s_{t-1}"),
    ("Gradient descent", "Each step goes down:", r"\theta \leftarrow \theta+\eta g"),
    ("SiLU", "", r"\operatorname{SiLU}'(x) = \operatorname{SiLU}(x)+\sigma(x)(1+\operatorname{SiLU}(x))"),
]


@pytest.mark.parametrize(("heading", "before", "latex"), RIGHT)
def test_right(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[2] == []


@pytest.mark.parametrize(("heading", "before", "latex"), WRONG)
def test_wrong_relatives(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[0] == "refuted"
