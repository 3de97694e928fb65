"""Rates that leave their range, variances of weights that do not fall with the inputs, and schedules that are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

COSINE = r"\eta_t = \eta_{min} %s \frac{1}{2} (\eta_{max} %s \eta_{min}) (%s + 1)"
TURN = r"\cos(\frac{\pi T_{cur}}{T_i})"
WRONG = [
    ("Cosine annealing with warm restarts", COSINE % ("-", "-", TURN)),
    ("Cosine annealing with warm restarts", COSINE % ("+", "+", TURN)),
    ("Cosine annealing with warm restarts", COSINE % ("+", "-", r"\sin(\frac{\pi T_{cur}}{T_i})")),
    ("Cosine annealing with warm restarts", COSINE % ("+", "-", r"\cos(\frac{T_i}{\pi T_{cur}})")),
    ("Cosine annealing with warm restarts", COSINE % ("+ 2", "-", TURN)),
    ("Cyclical learning rates", r"\eta_t = \eta_{min} + (\eta_{max} - \eta_{min}) (1 + |\frac{t}{s} - 2 \lfloor \frac{t}{2 s} \rfloor - 1|)"),
    ("Cosine scheduler", r"\eta_t = \eta_T + (\eta_0 + \eta_T) \frac{1}{2} (1 + \cos(\pi t / T))"),
    ("Linear decay", r"\eta_t = \eta_0 (1 + \frac{t}{T})"),
    ("Exponential decay", r"\eta_t = \eta_0 e^{k t}"),
    ("Inverse time decay", r"\eta_t = \frac{\eta_0}{1 - k t}"),
    ("Inverse square root decay", r"\eta_t = \frac{\sqrt{t}}{\eta_0}"),
    ("Linear scaling rule", r"\eta = \eta_0 \frac{B_0}{B}"),
    ("Linear scaling rule", r"\eta = 2 \eta_0 \frac{B}{B_0}"),
    ("LeCun initialisation", r"\sigma^2 = \frac{n_{in}}{1}"),
    ("Xavier initialisation", r"\sigma^2 = \frac{n_{in} + n_{out}}{2}"),
    ("He initialisation", r"\operatorname{Var}(W) = \frac{2}{\sqrt{n_{in}}}"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), WRONG)
def test_a_law_is_broken(tmp_path: Path, heading: str, latex: str) -> None:
    verdict, _, proposed = told(tmp_path, latex, heading=heading)
    assert verdict == "refuted" and proposed


RIGHT = [
    ("Cosine annealing with warm restarts", COSINE % ("+", "-", TURN)),
    ("Cosine annealing", r"\eta_t = \eta_{max} + \frac{1}{2} (\eta_{max} - \eta_{min}) (\cos(\frac{\pi t}{T}) - 1)"),
    ("Cyclical learning rates", r"\eta_t = \eta_{min} + (\eta_{max} - \eta_{min}) \max(0, 1 - |\frac{t}{s} - 2 \lfloor \frac{t}{2 s} \rfloor - 1|)"),
    ("Cosine scheduler", r"\eta_t = \eta_T + \frac{\eta_0 - \eta_T}{2} (1 + \cos(\pi t / T))"),
    ("Linear warmup", r"\eta_t = \eta_{min} + \frac{t}{T} (\eta_{max} - \eta_{min})"),
    ("Learning rate range test", r"\eta_t = \eta_{min} (\frac{\eta_{max}}{\eta_{min}})^{t / T}"),
    ("Warmup before the decay", r"\eta_t = \eta_0 (1 + \frac{t}{T})"),
    ("Linear decay", r"\eta_t = \eta_0 (1 - \frac{t}{T})"),
    ("Exponential decay and annealing", r"\alpha_t = \frac{t}{T'} \alpha_0"),
    ("Cosine annealing", r"\eta_t = \eta_{min} + \frac{t}{T} (\eta_{max} - \eta_{min})"),
    ("Inverse square root decay", r"\eta_t = 2 \frac{\eta_0}{\sqrt{t}}"),
    ("Polynomial decay", r"\eta_t = \eta_0 (1 - \frac{t}{T})^p"),
    ("Exponential decay", r"\eta_t = \eta_0 e^{-k t}"),
    ("Exponential decay", r"\eta_t = \max(\eta_{min}, \eta_{max} \gamma^t)"),
    ("Learning rate decay", r"\eta_t = \frac{\eta_0}{\sqrt{t + k}}"),
    ("Learning rate decay", r"\eta_t = \frac{\eta_0}{t}"),
    ("Step decay", r"\eta_t = \eta_0 \gamma^{\lfloor t / s \rfloor}"),
    ("Adam with a decaying rate", r"\alpha_t = \alpha_0 \frac{\sqrt{1 - \beta_2^t}}{1 - \beta_1^t}"),
    ("Linear scaling rule", r"\eta = \eta_0 \sqrt{\frac{B}{B_0}}"),
    ("Linear scaling rule", r"\eta = \eta_0 \frac{B}{B_0}"),
    ("Xavier initialisation", r"\sigma^2 = \frac{2}{n_{in} + n_{out}}"),
    ("He initialisation", r"\operatorname{Var}(W) = \frac{2}{(1 + a^2) n_{in}}"),
    ("Initialisation", r"\sigma = \frac{1}{\sqrt{n_{in}}}"),
    ("Initialisation", r"\sigma^2 = \frac{1}{3 n_{in}}"),
    ("GPT-2 initialisation", r"\sigma^2 = \frac{1}{\sqrt{n_{layer}}}"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "latex"), RIGHT)
def test_other_schedules_and_draws_are_left_alone(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2] == []
