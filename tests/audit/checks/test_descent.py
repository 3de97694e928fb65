"""A step that climbs: its sign against that of the velocity before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

CLIMBS = [
    (r"v_t = \gamma v_{t-1} + \eta \nabla_\theta J(\theta)", r"\theta = \theta + v_t", r"\theta = \theta - v_t"),
    (r"v \leftarrow \alpha v - \epsilon g", r"\theta \leftarrow \theta - v", r"\theta \leftarrow \theta + v"),
    (r"v_t = \mu v_{t-1} - \eta g_t", r"\theta_t = \theta_{t-1} - v_t", r"\theta_t = \theta_{t-1} + v_t"),
]


@pytest.mark.parametrize(("velocity", "wrong", "right"), CLIMBS)
def test_it_is_told_and_turned(tmp_path: Path, velocity: str, wrong: str, right: str) -> None:
    assert told(tmp_path, wrong, f"$${velocity}$$", "Momentum")[2] == [right]


@pytest.mark.parametrize(("velocity", "wrong", "right"), CLIMBS)
def test_downhill_is_right(tmp_path: Path, velocity: str, wrong: str, right: str) -> None:
    assert told(tmp_path, right, f"$${velocity}$$", "Momentum")[2] == []


def test_an_average_of_gradients_is_taken_off(tmp_path: Path) -> None:
    assert told(tmp_path, r"W = W - \alpha v_{dW}", r"$$v_{dW} = \beta v_{dW} + (1-\beta) dW$$", "Momentum")[2] == []


def test_where_a_reward_is_sought_one_climbs(tmp_path: Path) -> None:
    velocity = r"$$v_t = \gamma v_{t-1} + \eta \nabla_\theta J(\theta)$$"
    assert told(tmp_path, r"\theta = \theta + v_t", f"We maximise the reward. {velocity}", "Momentum")[2] == []


def test_the_velocity_of_another_section_says_nothing(tmp_path: Path) -> None:
    before = "$$v \\leftarrow \\alpha v - \\epsilon g$$\n\n# Momentum, the other way"
    assert told(tmp_path, r"\theta \leftarrow \theta - v", before, "Momentum")[2] == []
