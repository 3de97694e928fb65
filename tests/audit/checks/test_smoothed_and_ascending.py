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
]
WRONG = [
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
