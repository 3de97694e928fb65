"""Backward passes: gradients in every notation are recognised, one slip is found and undone, conventions are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

G = r"\frac{\partial L}{\partial %s}"


RIGHT = [
    (r"\frac{\partial L}{\partial W} = \frac{\partial L}{\partial z} x^T", "weight_gradient"),
    (r"\nabla_{W} J(W,b) = \delta x^{\top}", "weight_gradient"),
    (r"\frac{\partial L}{\partial W} = X^T \frac{\partial L}{\partial Y}", "weight_gradient"),
    (r"dW^{[l]} = \frac{1}{m} dZ^{[l]} A^{[l-1]T}", "weight_gradient"),
    (r"\frac{\partial C}{\partial w^l_{jk}} = a^{l-1}_k \delta^l_j", "weight_gradient"),
    (r"\frac{\partial J}{\partial \Theta_{ij}^{(l)}} = a_j^{(l)} \delta_i^{(l+1)}", "weight_gradient"),
    (r"\frac{\partial L}{\partial W^{(l)}} = \delta^{(l+1)} (a^{(l)})^T", "weight_gradient"),
    (r"\frac{\partial L}{\partial W_{hh}} = \sum_t \delta_t h_{t-1}^T", "weight_gradient"),
    (r"\frac{\partial L}{\partial W} = \delta a^T + \lambda W", "weight_gradient"),
    (r"\frac{\partial L}{\partial w_{ij}} = \delta_i^{(n)} x_j^{(n)}", "weight_gradient"),
    (r"\frac{\partial E}{\partial w_{ij}} = (y_j - t_j) y_j (1-y_j) x_i", "weight_gradient"),
    (r"\frac{\partial L}{\partial W} = \frac{\partial L}{\partial z} \frac{\partial z}{\partial W} = \delta x^T", "weight_gradient"),
    (r"\frac{\partial L}{\partial b} = \frac{\partial L}{\partial z}", "bias_gradient"),
    (r"\frac{\partial L}{\partial \mathbf{b}} = \sum_{i=1}^{N} \frac{\partial L}{\partial \mathbf{z}_i}", "bias_gradient"),
    (r"db = \frac{1}{m} \sum_{i=1}^m dz^{(i)}", "bias_gradient"),
    (r"\frac{\partial L}{\partial x} = W^T \frac{\partial L}{\partial z}", "input_gradient"),
    (r"\frac{\partial L}{\partial X} = \frac{\partial L}{\partial Y} W^T", "input_gradient"),
    (r"dA^{[l-1]} = W^{[l]T} dZ^{[l]}", "input_gradient"),
    (r"\frac{\partial L}{\partial h} = W_2^\top \delta_2", "input_gradient"),
    (r"\delta^{l} = ((W^{l+1})^T \delta^{l+1}) \odot \sigma'(z^l)", "hidden_error"),
    (r"\delta^{(l)} = \left((W^{(l)})^T \delta^{(l+1)}\right) \bullet f'(z^{(l)})", "hidden_error"),
    (r"\delta_j = h'(a_j) \sum_k w_{kj} \delta_k", "hidden_error"),
    (r"\delta_j = o_j (1 - o_j) \sum_k \delta_k w_{kj}", "hidden_error"),
    (r"dZ^{[1]} = W^{[2]T} dZ^{[2]} * (1 - \tanh^2(Z^{[1]}))", "hidden_error"),
    (r"\frac{\partial L}{\partial z} = \frac{\partial L}{\partial a} \odot \sigma'(z)", "chain_rule"),
    (r"\frac{\partial L}{\partial z} = \frac{\partial L}{\partial a} a (1-a)", "chain_rule"),
    (r"\delta^{L} = \nabla_a C \odot \sigma'(z^L)", "chain_rule"),
    (r"\delta^{(3)} = a^{(3)} - y", "output_error"),
    (r"\frac{\partial L}{\partial z_i} = p_i - y_i", "output_error"),
    (r"\delta^{(n_l)} = - (y - a^{(n_l)}) \odot f'(z^{(n_l)})", "output_error"),
]  # fmt: skip


@pytest.mark.parametrize(("latex", "formula"), RIGHT)
def test_a_right_gradient_is_recognised(tmp_path: Path, latex: str, formula: str) -> None:
    verdict, found, proposed = told(tmp_path, latex)
    assert verdict in ("verified", "convention") and found.endswith(formula) and not proposed


WRONG = [
    (G % "z" + r" = \frac{\partial L}{\partial a} \odot \sigma(z)", G % "z" + r" = \frac{\partial L}{\partial a} \odot \sigma'(z)"),
    (G % "z" + r" = \frac{\partial L}{\partial a} \odot \sigma'(a)", G % "z" + r" = \frac{\partial L}{\partial a} \odot \sigma'(z)"),
    (G % "z" + r" = \frac{\partial L}{\partial a} a (1+a)", G % "z" + r" = \frac{\partial L}{\partial a} a (1-a)"),
    (G % "W^{l}" + r" = \delta^{l} (a^{l})^T", G % "W^{l}" + r" = \delta^{l} (a^{l-1})^T"),
    (r"dW^{[l]} = \frac{1}{m} dZ^{[l]} A^{[l]T}", r"dW^{[l]} = \frac{1}{m} dZ^{[l]} A^{[l-1]T}"),
    (r"dA^{[l]} = W^{[l]T} dZ^{[l]}", r"dA^{[l-1]} = W^{[l]T} dZ^{[l]}"),
    (r"\delta^{l} = ((W^{l+1})^T \delta^{l}) \odot \sigma'(z^l)", r"\delta^{l} = ((W^{l+1})^T \delta^{l+1}) \odot \sigma'(z^l)"),
    (r"\delta^{l} = ((W^{l+1})^T \delta^{l+1}) \odot \sigma'(z^{l+1})", r"\delta^{l} = ((W^{l+1})^T \delta^{l+1}) \odot \sigma'(z^l)"),
    (r"\delta^{l} = (W^{l+1})^T \delta^{l+1} + \sigma'(z^{l})", r"\delta^{l} = ((W^{l+1})^T \delta^{l+1}) \odot \sigma'(z^{l})"),
    (r"\delta_j = f'(z_j) \sum_k w_{kj} \delta_j", r"\delta_j = f'(z_j) \sum_k w_{kj} \delta_k"),
    (r"\delta_j = f'(z_k) \sum_k w_{kj} \delta_k", r"\delta_j = f'(z_j) \sum_k w_{kj} \delta_k"),
    (G % "w_{ij}" + r" = \frac{\partial L}{\partial z_i} x_i", G % "w_{ij}" + r" = \frac{\partial L}{\partial z_i} x_j"),
    (r"\frac{\partial C}{\partial b^l_j} = \delta^l_k", r"\frac{\partial C}{\partial b^l_j} = \delta^l_j"),
    (G % "b" + r" = \frac{\partial L}{\partial z} x", G % "b" + r" = \frac{\partial L}{\partial z}"),
]  # fmt: skip


L_Z, Z_B = G % "z", r"\frac{\partial z}{\partial b}"
IN_CHAINS = [
    (G % "b" + f" = {L_Z} " + r"\frac{\partial b}{\partial z} = a - y", G % "b" + f" = {L_Z} {Z_B} = a - y"),
    (G % "b" + f" = {L_Z} {Z_B} = " + r"\frac{\partial z}{\partial L}", G % "b" + f" = {L_Z} {Z_B} = {L_Z}"),
    (G % "b" + f" = 2 {L_Z} {Z_B} = a - y", G % "b" + f" = {L_Z} {Z_B} = a - y"),
    (G % "b" + f" = {L_Z} {Z_B} = (a + y) " + r"\odot \sigma'(z)", G % "b" + f" = {L_Z} {Z_B} = (a - y) " + r"\odot \sigma'(z)"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), IN_CHAINS)
def test_the_one_link_that_breaks_is_found(tmp_path: Path, wrong: str, right: str) -> None:
    verdict, _, proposed = told(tmp_path, wrong)
    assert verdict == "refuted" and proposed == [right]


NUMBERS = [
    (r"\frac{\partial J}{\partial b} = (a + y) \sigma'(z)", r"\frac{\partial J}{\partial b} = (a - y) \sigma'(z)"),
    (r"dZ^{[2]} = A^{[2]} + Y", r"dZ^{[2]} = A^{[2]} - Y"),
    (r"dW^{[1]} = dz^{[1]} x", r"dW^{[1]} = dz^{[1]} x^T"),
    (r"dW^{[1]} = \frac{m}{1} dZ^{[1]} X^T", r"dW^{[1]} = \frac{1}{m} dZ^{[1]} X^T"),
    (r"dW^{[1]} = 2 \frac{1}{m} dZ^{[1]} X^T", r"dW^{[1]} = \frac{1}{m} dZ^{[1]} X^T"),
    (
        r"\theta_j := \theta_j - \alpha \frac{1}{m} \sum_{i=1}^{m} (h_\theta(x^{(i)}) + y^{(i)}) x_j^{(i)}",
        r"\theta_j := \theta_j - \alpha \frac{1}{m} \sum_{i=1}^{m} (h_\theta(x^{(i)}) - y^{(i)}) x_j^{(i)}",
    ),
    (
        r"\theta_j := \theta_j - \alpha \frac{1}{m} \sum_{i=1}^{m-1} (h_\theta(x^{(i)}) - y^{(i)}) x_j^{(i)}",
        r"\theta_j := \theta_j - \alpha \frac{1}{m} \sum_{i=1}^m (h_\theta(x^{(i)}) - y^{(i)}) x_j^{(i)}",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right"), NUMBERS)
def test_signs_of_errors_and_numbers_that_no_loss_brings_in(tmp_path: Path, wrong: str, right: str) -> None:
    verdict, _, proposed = told(tmp_path, wrong, heading="Back propagation")
    assert verdict == "refuted" and proposed == [right]


@pytest.mark.parametrize(("wrong", "right"), WRONG)
def test_one_slip_is_found_and_undone(tmp_path: Path, wrong: str, right: str) -> None:
    verdict, _, proposed = told(tmp_path, wrong)
    assert verdict == "refuted" and proposed == [right]


CHOICES = [
    r"\delta_k = (t_k - o_k) o_k (1-o_k)",  # Mitchell's δ has the other sign
    r"\delta = y - \hat{y}",
    r"\frac{\partial L}{\partial z} = y - \hat{y}",  # where ŷ is the target
    r"\frac{\partial L}{\partial z} = \frac{\partial L}{\partial a} \odot H(z)",
    r"\frac{\partial L}{\partial z} = \frac{\partial L}{\partial a} a",  # of an exponential
    r"\frac{\partial L}{\partial W} = X * \frac{\partial L}{\partial Y}",
    r"\frac{\partial L}{\partial x} = W \frac{\partial L}{\partial y}",  # of y = Wᵀ x
    r"\frac{\partial L}{\partial W} = x \left(\frac{\partial L}{\partial y}\right)^T",
    r"\frac{\partial C}{\partial a} = 2(a - y)",
    r"\frac{\partial \ell}{\partial w} = (y - p) x",
    r"\frac{\partial L}{\partial h_{t-1}} = W^T \frac{\partial L}{\partial z_t}",
    r"\frac{\partial L}{\partial b} = \frac{1}{m} \frac{\partial L}{\partial z}",
    r"\frac{\partial L}{\partial b^{l}} = \sum_{u,v} (\delta^l)_{u,v}",
    r"\frac{\partial L}{\partial z^L} = (a^L - y) \odot \sigma'(z)",
    r"\frac{\partial L}{\partial \gamma} = \sum_i \frac{\partial L}{\partial y_i} \hat{x}_i",
    r"\frac{\partial C}{\partial b_j} = -\delta_j",
    r"dz = x dy + y dx",
    r"dw = dz x",
    r"\frac{\partial L}{\partial W} = \frac{\partial L}{\partial z} x",  # one weight and one input
    r"dw = \frac{dw}{m}",  # as code does: what is summed is divided
    G % "w"
    + r" = \frac{\partial L}{\partial a} \frac{\partial a}{\partial z} \frac{\partial z}{\partial w} = 2 (a - y) \sigma'(z) x",
    G % "w" + r" = 2 (\sigma(z) - y) \sigma'(z) x",  # of a squared error without its half
    G % "w_j" + r" = \frac{2}{m} \sum_{i=1}^{m} (h(x^{(i)}) - y^{(i)}) x_j^{(i)}",
    r"\theta_j := \theta_j - \alpha \sum_{i=1}^{m} (h_\theta(x^{(i)}) - y^{(i)}) x_j^{(i)}",
    r"\theta_j := \theta_j + \alpha \sum_{i=1}^{m} (y^{(i)} - h_\theta(x^{(i)})) x_j^{(i)}",
    G % "z" + r" = \frac{\partial L}{\partial a} \frac{\partial a}{\partial z} = -(y - a) a (1 - a)",
    r"\frac{dy}{dx} = \frac{1}{\frac{dx}{dy}}",
    r"dQ = dS K",
    r"dK = dS^T Q",
]


@pytest.mark.parametrize("latex", CHOICES)
def test_what_authors_choose_is_left_alone(tmp_path: Path, latex: str) -> None:
    assert told(tmp_path, latex)[2] == []


def test_the_forward_lines_decide_on_the_layout(tmp_path: Path) -> None:
    backward = G % "x" + r" = W \frac{\partial L}{\partial z}"
    columns, by_input = "$$z = W x + b$$", "$$z = W^T x + b$$"
    assert told(tmp_path, backward, columns)[2] == [G % "x" + r" = W^T \frac{\partial L}{\partial z}"]
    assert told(tmp_path, backward, by_input)[0] == "verified"
    assert told(tmp_path, backward)[::2] == ("unknown", [])


def test_layers_written_like_exponents_have_a_layout(tmp_path: Path) -> None:
    backward, forward = r"\delta^{l} = (w^{l+1} \delta^{l+1}) \odot \sigma'(z^l)", "$z^{l} = w^{l} a^{l-1} + b^{l}$"
    proposed = told(tmp_path, backward, forward)[2]
    assert proposed == [r"\delta^{l} = ((w^{l+1})^T \delta^{l+1}) \odot \sigma'(z^l)"]


def test_the_forward_lines_decide_on_the_numbering(tmp_path: Path) -> None:
    backward = r"\delta^{(l)} = (W^{(l)})^T \delta^{(l+1)} \odot f'(z^{(l)})"
    leads_to, leads_from = r"$$z^{(l)} = W^{(l)} a^{(l-1)}$$", r"$$z^{(l+1)} = W^{(l)} a^{(l)}$$"
    assert told(tmp_path, backward, leads_from)[0] == "convention"
    assert told(tmp_path, backward, leads_to)[2] == [r"\delta^{(l)} = (W^{(l+1)})^T \delta^{(l+1)} \odot f'(z^{(l)})"]


def test_the_sign_of_an_error_needs_a_loss_and_a_prediction(tmp_path: Path) -> None:
    line, forward = r"\frac{\partial L}{\partial z} = y - \hat{y}", r"$$\hat{y} = \sigma(w^T x + b)$$"
    assert told(tmp_path, line, forward)[2] == [r"\frac{\partial L}{\partial z} = \hat{y} - y"]
    assert told(tmp_path, line, "We maximise the likelihood. " + forward)[2] == []


def test_a_convolution_is_no_product_of_matrices(tmp_path: Path) -> None:
    line, forward = r"\frac{\partial L}{\partial X} = W * \frac{\partial L}{\partial Y}", "$$z = W x + b$$"
    assert told(tmp_path, line, forward)[2] == []


def test_differentials_are_no_gradients(tmp_path: Path) -> None:
    assert told(tmp_path, r"dx = \sigma(x) dz", heading="Stochastic differential equations")[2] == []
