"""Formulas under other names than the catalog's: recognised by what their operands do, convicted by one edit, else left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit.roles.lexicon import FIELDS
from tests.audit.notes import report_of, told_of

RIGHT = [
    ("Loss functions", r"L = -\sum_{k} t_k \ln a_k", "loss.categorical_cross_entropy"),
    ("Cost function", r"J = -\frac{1}{n}\sum_{x} [y \ln a + (1-y) \ln (1-a)]", "loss.binary_cross_entropy"),
    ("Loss functions", r"loss = \sum_i (target_i - pred_i)^2", "loss.mean_squared_error"),
    ("Loss functions", r"L = \frac{1}{2} \| y - h_\theta(x) \|^2", "loss.mean_squared_error"),
    ("Loss functions", r"L = \sum_i |t_i - o_i|", "loss.mean_absolute_error"),
    ("Gradient descent", r"w := w - \alpha \frac{\partial J}{\partial w}", "optimizer.sgd.update"),
    ("RMSprop", r"S_{dW} = \beta S_{dW} + (1-\beta) dW^2", "optimizer.rmsprop.average"),
    ("Convolution", r"H_{out} = \frac{H_{in} + 2 padding - dilation (kernel\_size - 1) - 1}{stride} + 1", "convolution.output_size"),
    ("Batch normalization", r"y = \frac{x - mean[x]}{\sqrt{Var[x] + eps}} * gamma + beta", "normalization.batch.inference"),
    ("Evaluation metrics", r"F_1 = 2 \frac{precision \cdot recall}{precision + recall}", "metrics.f1"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "formula", "id"), RIGHT)
def test_right_under_other_names(tmp_path: Path, heading: str, formula: str, id: str) -> None:
    found = report_of(tmp_path, heading, formula)
    assert [(e.verdict in ("verified", "convention"), e.formula) for e in found.equations] == [(True, id)]
    assert told_of(found) == []


WRONG = [
    ("Loss functions", r"L = \sum_{k} t_k \ln a_k", r"L = -\sum_{k} t_k \ln a_k"),
    ("Cost function", r"J = \frac{1}{n}\sum_{x} [y \ln a + (1-y) \ln (1-a)]", r"J = -\frac{1}{n}\sum_{x} [y \ln a + (1-y) \ln (1-a)]"),
    ("Cost function", r"L = -y \log \hat y - (1 - \hat y) \log (1 - \hat y)", r"L = -y \log \hat y - (1 - y) \log (1 - \hat y)"),
    ("KL divergence", r"L = \sum_i t_i (\log t_i - q_i)", r"L = \sum_i t_i (\log t_i - \log(q_i))"),
    ("Gradient descent", r"w = w + \alpha \frac{\partial J}{\partial w}", r"w = w - \alpha \frac{\partial J}{\partial w}"),
    ("Adam", r"m_{t+1} = \beta v_t + (1-\beta) \nabla f(w_t)", r"m_{t+1} = \beta m_t + (1-\beta) \nabla f(w_t)"),
    ("Batch normalization", r"\hat x_i = \frac{x_i + \mu_B}{\sqrt{\sigma_B^2 + \epsilon}}", r"\hat x_i = \frac{x_i - \mu_B}{\sqrt{\sigma_B^2 + \epsilon}}"),
    ("Convolution", r"W_{out} = \frac{H_{in} + 2 padding[1] - kernel[1]}{stride[1]} + 1", r"W_{out} = \frac{W_{in} + 2 padding[1] - kernel[1]}{stride[1]} + 1"),
    ("Rotary position embedding", r"\theta_i = 10000^{2(i-1)/d}", r"\theta_i = 10000^{-2(i-1)/d}"),
]  # fmt: skip


WRONG += [
    ("Activation functions", r"\text{sigmoid}(x) = \frac{1 - e^{-2x}}{1 + e^{-2x}}", r"\text{tanh}(x) = \frac{1 - e^{-2x}}{1 + e^{-2x}}"),
    ("Activation functions", r"\mathrm{softplus}(x) = \log(1 - e^x)", r"\mathrm{softplus}(x) = \log(1 + e^x)"),
    ("Activation functions", r"\mathrm{LeakyReLU}(x) = \max(0, x) - \alpha x", r"\mathrm{LeakyReLU}(x) = \max (\alpha x, x)"),
    ("Gradient descent", r"\theta_t = \eta \nabla L(\theta_{t-1})", r"\theta_t = \theta_{t-1} - \eta \nabla L(\theta_{t-1})"),
    ("Convolution", r"YH = \lfloor (H + 2 P - FH (DILATEY-1) - 1)/STRIDEY \rfloor + 1", r"YH = \lfloor (H + 2 P - DILATEY (FH-1) - 1)/STRIDEY \rfloor + 1"),
    ("Convolution", r"(W-F+2P)/(S+1)", r"(W-F+2P) / S + 1"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "formula", "fixed"), WRONG)
def test_one_slip_is_found_and_put_right(tmp_path: Path, heading: str, formula: str, fixed: str) -> None:
    found = told_of(report_of(tmp_path, heading, formula))
    assert [d.suggestion.latex for d in found if d.suggestion] == [fixed]


LEFT_ALONE = [
    ("Convolution", r"\lfloor (n_h - k_h + p_h + s_h) / s_h \rfloor"),  # the padding of both sides
    ("Entropy", r"H[P] = \sum_j - P(j) \log P(j)"),
    ("Activation functions", r"\mathrm{GELU}(x) = 0.5x(1+\tanh(0.79788(x+0.0447x^3)))"),  # rounded constants
    ("Activation functions", r"\sigma(x) = \max(0, x)"),  # a symbol that may be any activation
    ("Momentum, optimization", r"v = \eta \nabla L"),
    ("Log-likelihood", r"L = \sum_{k} t_k \ln a_k"),  # to be maximised
    ("RMSprop", r"W = W - \alpha \frac{dW}{\sqrt{S_{dW}}}"),  # no epsilon: another method than plain descent
    ("AdamW", r"\theta_t \leftarrow \theta_t - \gamma \hat m_t / (\sqrt{\hat v_t} + \epsilon)"),  # a line above set it
    ("Cost function", r"J = \frac{1}{2} \| a^{[l][C]} - a^{[l][G]} \|^2"),  # of two activations, no target
    ("Lion", r"w_{t+1} = w_t - \eta (sign(c_t) + \lambda w_t)"),
    ("Gradient descent", r"w' = w - H^{-1} \nabla C"),  # Newton's method
    ("Exponentially weighted averages, optimization", r"v_t = \beta v_{t-1} + (1-\beta) \theta_t"),
    ("Activation functions", r"\tanh(-z) = -\tanh(z)"),
    ("Cosine schedule, learning rate", r"\eta_t = \eta_T + \frac{\eta_0 - \eta_T}{2} (1 + \cos(\pi t / T))"),
]


@pytest.mark.parametrize(("heading", "formula"), LEFT_ALONE)
def test_look_alikes_are_left_alone(tmp_path: Path, heading: str, formula: str) -> None:
    assert told_of(report_of(tmp_path, heading, formula)) == []


def test_a_function_is_of_its_argument(tmp_path: Path) -> None:
    assert (
        report_of(tmp_path, "Activation functions", r"\mathrm{ReLU}(z) = \max(0, x)").equations[0].verdict == "unknown"
    )


def test_an_output_size_of_two_axes_is_not_accepted(tmp_path: Path) -> None:
    wrong = r"W_{out} = \frac{H_{in} + 2 * p[1] - (d[1] * (W_f - 1) + 1)}{s[1]} + 1"
    assert [e.verdict for e in report_of(tmp_path, "Convolution", wrong).equations] == ["refuted"]
    right = wrong.replace("H_", "W_")
    assert [e.verdict for e in report_of(tmp_path, "Convolution", right).equations] == ["convention"]


def test_the_size_of_one_side_is_not_accepted_for_another(tmp_path: Path) -> None:
    found = report_of(tmp_path, "Convolution", r"W_{out} = \frac{H_{in} + 2 P - K}{S} + 1")
    assert found.equations[0].verdict != "verified"


def test_the_evidence_is_a_point_at_which_both_differ(tmp_path: Path) -> None:
    found = report_of(tmp_path, "Loss functions", r"L = \sum_{k} t_k \ln a_k").diagnostics[0].evidence
    assert found["kind"] == "counterexample"
    assert found["written"] == pytest.approx(-found["right"])


def test_every_job_is_an_input_of_a_formula_of_its_field() -> None:
    """A misspelled job would never be found."""
    import formulas

    for field in FIELDS:
        stated = [s for id in formulas.ids() if id.startswith(field.prefixes) for s in _stated(formulas.get(id))]
        names = {i.name for s in stated for i in s.inputs}
        assert set(field.jobs) <= names, field.name


def _stated(formula):  # type: ignore[no-untyped-def]
    return [formula, *formula.variants]
