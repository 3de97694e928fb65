"""A function that the words right before a formula name is the one that should stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

SIGMOID, TANH = r"f(x) = \frac{1}{1+e^{-x}}", r"f(x) = \frac{e^x - e^{-x}}{e^x + e^{-x}}"
WRONG = [
    ("Activation functions", "The hyperbolic tangent is", SIGMOID, TANH),
    ("Activation functions", "- **Tanh**:", SIGMOID, TANH),
    ("激活函数", "双曲正切函数定义为：", SIGMOID, TANH),
    ("Activation functions", "The sigmoid:", r"\sigma(x) = \max(0, x)", r"\sigma(x) = \frac{1}{e^{-x} + 1}"),
    ("Activation functions", "ReLU:", r"f(z) = \ln(1 + e^z)", r"f(z) = \max (0, z)"),
]
RIGHT = [
    ("Tanh function", "", r"g(z) = \\max(0, z)"),  # under a heading others may follow
    ("Activation functions", "The sigmoid is", SIGMOID),
    ("Activation functions", "The logistic function:", SIGMOID),
    ("Activation functions", "The hyperbolic tangent is", TANH),
    ("Tanh", "", r"\sigma(x) = \frac{1}{1+e^{-x}}"),  # what it is made of, by its own letter
    ("Tanh", "The tanh is a rescaled sigmoid:", SIGMOID),
    ("Tanh", "We begin with the logistic function.", SIGMOID),
    ("Tanh and sigmoid", "", SIGMOID),
    ("Activation functions", "The derivative of softplus is", SIGMOID),
    ("Activation functions", "Unlike the hyperbolic tangent,", SIGMOID),
    ("Activation functions", "A sigmoid function is", TANH),
    ("Activation functions", f"The hyperbolic tangent: $${TANH}$$", SIGMOID),
    ("Activation functions", r"The hyperbolic tangent: $$\text{unread} \frac{$$", SIGMOID),
    ("Activation functions", f"The hyperbolic tangent: ${TANH}$, the other one:", SIGMOID),
    ("Activation functions", "Hard sigmoid:", r"f(x) = \max(0, x)"),
    ("Losses", "The logistic function:", r"\\ell(z) = \\log(1 + e^{-z})"),
    ("Losses and activations", "- Logistic:", r"\ell(z) = \log(1 + e^{-z})"),  # a loss
    ("Leaky ReLU", "", r"f(x) = \log(1 + e^x)"),
]


@pytest.mark.parametrize(("heading", "before", "latex", "fixed"), WRONG)
def test_another_function_than_the_words_say(tmp_path: Path, heading: str, before: str, latex: str, fixed: str) -> None:
    assert told(tmp_path, latex, before, heading)[2] == [fixed]


@pytest.mark.parametrize(("heading", "before", "latex"), RIGHT)
def test_words_that_say_more_or_the_same(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[2] == []
