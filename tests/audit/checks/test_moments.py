"""The rates of Adam's moments: each moment has its letter and its rate, unless the note says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

HAT = r"\hat v_t = \frac{v_t}{1-\beta_1^t}"
WRONG = [
    ("Adam", "The second moment is corrected:", HAT, r"\hat v_t = \frac{v_t}{1-\beta_2^t}"),
    (
        "Adam",
        r"$$\theta_t = \theta_{t-1} - \eta \frac{\hat m_t}{\sqrt{\hat v_t} + \epsilon}$$",
        HAT,
        r"\hat v_t = \frac{v_t}{1-\beta_2^t}",
    ),
    ("Adam", r"$$v_t = \beta_2 v_{t-1} + (1-\beta_2) g_t^2$$", HAT, r"\hat v_t = \frac{v_t}{1-\beta_2^t}"),
    ("NAdam", r"$$m_t = \beta_1 m_{t-1} + (1-\beta_1) g_t$$", HAT, r"\hat v_t = \frac{v_t}{1-\beta_2^t}"),
    (
        "Adam",
        r"$$m_t = \beta_1 m_{t-1} + (1-\beta_1) g_t$$",
        r"v_t = \beta_1 v_{t-1} + (1-\beta_1) g_t^2",
        r"v_t = \beta_2 v_{t-1} + (1-\beta_2) g_t^2",
    ),
    ("Adam", "", r"m_t = \beta_2 m_{t-1} + (1-\beta_2) g_t", r"m_t = \beta_1 m_{t-1} + (1-\beta_1) g_t"),
]
RIGHT = [
    ("Adam", "", HAT),  # from a book that calls the first moment v
    ("Adam", "The velocity is corrected:", HAT),
    ("Adam", r"$$v_t = \beta_1 v_{t-1} + (1-\beta_1) g_t$$ and $$s_t = \beta_2 s_{t-1} + (1-\beta_2) g_t^2$$", HAT),
    ("Adam", r"$$v_t = \beta_1 v_{t-1} + (1-\beta_1) g_t^2$$", HAT),  # one rate for both; it is said of the line above
    ("Adam", "", r"\hat v_t = \frac{v_t}{1-\beta^t}"),
    ("Adam", "", r"\hat v_t = \frac{v_t}{1-\beta_2^t}"),
    ("NAdam", "", r"\hat v_t = \frac{v_t}{1-\beta_2^t}"),
    ("NAdam", "", r"\hat m_t = \frac{m_t}{1-\beta_1^{t+1}}"),
    ("AdaBelief", "", r"s_t = \beta_2 s_{t-1} + (1-\beta_2) (g_t - m_t)^2 + \epsilon"),
    ("AdaBelief", "", r"\hat s_t = \frac{s_t}{1-\beta_2^t}"),
    ("Momentum", "", HAT),
    ("Lion", "", r"m_t = \beta_2 m_{t-1} + (1-\beta_2) g_t"),
    ("RMSProp", "", r"v_t = \beta_1 v_{t-1} + (1-\beta_1) g_t^2"),
]


@pytest.mark.parametrize(("heading", "before", "latex", "fixed"), WRONG)
def test_the_rate_of_the_other_moment_is_put_right(
    tmp_path: Path, heading: str, before: str, latex: str, fixed: str
) -> None:
    assert told(tmp_path, latex, before, heading)[2] == [fixed]


@pytest.mark.parametrize(("heading", "before", "latex"), RIGHT)
def test_a_rate_that_fits_what_the_note_says_is_left(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[2] == []
