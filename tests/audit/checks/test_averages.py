"""Running averages whose weights do not add to one, squares that are none, steps without a rate; and other conventions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

STEP = r"\theta_t = \theta_{t-1} - %s\frac{\hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}"
WRONG = [
    ("The algorithm", r"s_t = \gamma s_{t-1} - (1 - \gamma) g_t^2", r"s_t = \gamma s_{t-1} + (1 - \gamma) g_t^2"),
    ("The algorithm", r"m_t = \beta_1 m_{t-1} - (1 - \beta_1) g_t", r"m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t"),
    ("Yogi", r"s_t = s_{t-1} + (1 - \beta_2) (g_t^2 + s_{t-1})", r"s_t = s_{t-1} + (1 - \beta_2) (g_t^2 - s_{t-1})"),
    ("Yogi", r"s_t = s_{t-1} - (1 - \beta_2) (g_t^2 - s_{t-1})", r"s_t = s_{t-1} + (1 - \beta_2) (g_t^2 - s_{t-1})"),
    ("Yogi", r"s_t = s_{t-1} + (1 + \beta_2) (g_t^2 - s_{t-1})", r"s_t = s_{t-1} + (1 - \beta_2) (g_t^2 - s_{t-1})"),
    ("RMSprop", r"S_{dW} = \beta S_{dW} + (1 - \beta) dW", r"S_{dW} = \beta S_{dW} + (1 - \beta) dW^2"),
    ("The algorithm", r"s_t = \beta_2 s_{t-1} + (1 - \beta_2) g_t", r"s_t = \beta_2 s_{t-1} + (1 - \beta_2) g_t^2"),
    ("RMSProp", r"s_t = s_{t-1} + g_t", r"s_t = s_{t-1} + g_t^2"),
    ("Adagrad", r"s_t = s_{t-1} - g_t^2", r"s_t = s_{t-1} + g_t^2"),
    ("指数加权平均", r"v_t = \beta v_{t-1} + \beta \theta_t", r"v_t = \beta v_{t-1} + (1 - \beta) \theta_t"),
    ("Adam", STEP % "", STEP % r"\eta \, "),
    ("Yogi", r"s_t = s_{t-1} + (1 - \beta_1) (g_t^2 - s_{t-1})", r"s_t = s_{t-1} + (1 - \beta_2) (g_t^2 - s_{t-1})"),
    ("Yogi", r"s_t = s_{t-1} + (1 - \beta_2) (g_t - s_{t-1})", r"s_t = s_{t-1} + (1 - \beta_2) (g_t^2 - s_{t-1})"),
    ("Momentum", r"v_{dW} = v_{dW} + dW", r"v_{dW} = \beta v_{dW} + dW"),
    ("Nesterov", r"v_t = \gamma v_{t-1} + \eta \nabla J(\theta + \gamma v_{t-1})", r"v_t = \gamma v_{t-1} + \eta \nabla J(\theta - \gamma v_{t-1})"),
    ("Bias correction", r"\hat{s}_t = \frac{s_{t-1}}{1 - \beta^t}", r"\hat{s}_t = \frac{s_{t}}{1 - \beta^t}"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "wrong", "right"), WRONG)
def test_what_is_no_average(tmp_path: Path, heading: str, wrong: str, right: str) -> None:
    verdict, _, proposed = told(tmp_path, wrong, heading=heading)
    assert verdict not in ("verified", "convention") and proposed == [right]


def test_a_second_guard_is_a_slip(tmp_path: Path) -> None:
    step = r"\theta_{t+1} = \theta_t - \frac{\eta}{\sqrt{G_t} + \epsilon} \odot "
    verdict, _, proposed = told(tmp_path, step + r"\epsilon", heading="AdaGrad update")
    assert verdict == "refuted" and proposed == [step + "g_t"]


@pytest.mark.parametrize(
    ("heading", "latex"),
    [
        ("The algorithm", r"v_t = \beta v_{t-1} - (1 - \beta) g_t"),  # a velocity may go against its gradients
        ("Momentum", r"v_t = \mu v_{t-1} - \eta g_t"),
        ("Lion", r"m_t = \beta_2 m_{t-1} + (1 - \beta_2) g_t"),
        ("Yogi", r"v_t = v_{t-1} - (1 - \beta_2) \operatorname{sign}(v_{t-1} - g_t^2) g_t^2"),
        ("Q-learning", r"Q = Q + \alpha (r + \gamma \max Q' - Q)"),
        ("RMSProp with momentum", r"s_t = \gamma s_{t-1} + (1 - \gamma) g_t"),  # which of both is s
        ("Centered RMSProp", r"s_t = \gamma s_{t-1} + (1 - \gamma) g_t"),
        ("Adam", STEP % r"\eta "),
        ("Nesterov", r"v_t = \mu v_{t-1} - \eta \nabla J(\theta + \mu v_{t-1})"),
        ("Nesterov", r"v_t = \gamma v_{t-1} + \eta \nabla J(\theta - \gamma v_{t-1})"),
        ("Adagrad", r"v_t = v_{t-1} + g_t^2"),
        ("Bias correction", r"\hat{m}_{t+1} = \frac{m_{t+1}}{1 - \beta^{t+1}}"),
        ("Bias correction", r"\hat{m}_t = \frac{m_t}{1 - \beta^{t+1}}"),  # steps counted from 0
        ("Adadelta", r"\theta_t = \theta_{t-1} - \frac{\sqrt{\Delta_{t-1} + \epsilon}}{\sqrt{s_t + \epsilon}} g_t"),
        ("Adaptive steps", r"\theta_t = \theta_{t-1} - u_t"),
        ("Newton", r"\theta_t = \theta_{t-1} - \frac{g_t}{\sqrt{v_t} + \epsilon}"),
    ],
)
def test_other_conventions_are_left_alone(tmp_path: Path, heading: str, latex: str) -> None:
    assert told(tmp_path, latex, heading=heading)[2] == []
