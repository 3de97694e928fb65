"""Rotary embedding: only differences of positions count. Numbers of convolution and diffusion at known values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import formulas
from formulas import evaluate

rng = np.random.default_rng(9)


def values(id: str, variant: str = "", **inputs: Any) -> tuple[np.ndarray, ...]:
    f = formulas.get(id)
    stated = next(v for v in f.variants if v.name == variant) if variant else f
    return tuple(map(np.asarray, evaluate(stated, inputs)))


def value(id: str, variant: str = "", **inputs: Any) -> np.ndarray:
    return values(id, variant, **inputs)[0]


@pytest.mark.parametrize("variant", ["", "halves"])
def test_scores_of_rotated_vectors_depend_on_the_distance_alone(variant: str) -> None:
    q, k = rng.standard_normal(6), rng.standard_normal(6)
    Q, K = (value("position.rope.apply", variant, x=np.tile(v, (8, 1))) for v in (q, k))
    scores = Q @ K.T
    for distance in range(-5, 6):
        np.testing.assert_allclose(np.diag(scores, distance), np.diag(scores, distance)[0])
    np.testing.assert_allclose(scores[0, 0], q @ k)


def test_a_rotated_sequence_is_its_pairs() -> None:
    x = rng.standard_normal((4, 6))
    whole = value("position.rope.apply", x=x)
    for i in range(3):
        theta = float(value("position.rope.angle", i=i, d=6))
        a, b = values("position.rope.pair", x_1=x[3:4, 2 * i], x_2=x[3:4, 2 * i + 1], m=3, theta=theta)
        np.testing.assert_allclose(whole[3, 2 * i : 2 * i + 2], [a[0], b[0]])


def test_relative_distances_are_clipped() -> None:
    np.testing.assert_array_equal(value("position.relative_distance", n=4, k=2)[0], [0, 1, 2, 2])
    np.testing.assert_array_equal(value("position.relative_distance", n=4, k=2)[3], [-2, -2, -1, 0])


@pytest.mark.parametrize(("N", "K", "P", "S", "D", "A"), [(5, 3, 1, 2, 1, 1), (4, 2, 0, 3, 2, 0), (1, 5, 2, 1, 1, 0)])
def test_size_of_a_transposed_convolution_is_torchs(N: int, K: int, P: int, S: int, D: int, A: int) -> None:
    out = F.conv_transpose1d(torch.zeros(1, 1, N), torch.zeros(1, 1, K), None, S, P, A, 1, D)
    assert value("convolution.transposed_output_size", N=N, F=K, P=P, S=S, D=D, A=A) == out.shape[-1]


def test_parameters_of_a_convolution_are_counted() -> None:
    module = torch.nn.Conv2d(3, 8, (5, 2))
    assert value("convolution.parameter_count", K_h=5, K_w=2, C_in=3, C_out=8) == sum(
        p.numel() for p in module.parameters()
    )


def test_receptive_field_is_what_a_gradient_reaches() -> None:
    layers, x = [(3, 2), (5, 1), (2, 3)], torch.zeros(1, 1, 60, requires_grad=True)
    y, field, jump = x, 1, 1
    for kernel, stride in layers:
        y = F.conv1d(y, torch.ones(1, 1, kernel), stride=stride)
        field = int(value("convolution.receptive_field", r=field, k=kernel, j=jump))
        jump = int(value("convolution.jump", j=jump, s=stride))
    y[0, 0, 1].backward()
    assert int((x.grad != 0).sum()) == field
    assert int(x.grad[0, 0].nonzero()[0, 0]) == jump


def test_diffusion_forward_at_once_is_its_steps() -> None:
    alphas, x, signal, spread = rng.uniform(0.5, 0.99, 6), 1.7, 1.7, 0.0
    for a in alphas:
        signal = float(value("diffusion.forward_step", x=np.array([signal]), eps=np.zeros(1), beta=1 - a)[0])
        spread = a * spread + (1 - a)
    bar = float(value("diffusion.alpha_bar", alpha=alphas))
    np.testing.assert_allclose(value("diffusion.forward", x_0=np.array([x]), eps=np.zeros(1), alpha_bar=bar), signal)
    np.testing.assert_allclose(value("diffusion.forward", x_0=np.zeros(1), eps=np.ones(1), alpha_bar=bar) ** 2, spread)


def test_the_way_back_agrees_with_the_posterior() -> None:
    x_0, eps, alpha, before = rng.standard_normal(4), rng.standard_normal(4), 0.8, 0.6
    bar = alpha * before
    x = value("diffusion.forward", x_0=x_0, eps=eps, alpha_bar=bar)
    np.testing.assert_allclose(value("diffusion.predicted_start", x=x, eps=eps, alpha_bar=bar), x_0)
    posterior = value("diffusion.posterior_mean", x_0=x_0, x=x, alpha=alpha, alpha_bar=bar, alpha_bar_before=before)
    np.testing.assert_allclose(value("diffusion.reverse_mean", x=x, eps=eps, alpha=alpha, alpha_bar=bar), posterior)
    ddim = value("diffusion.ddim_step", x=x, eps=eps, alpha_bar=bar, alpha_bar_before=before)
    np.testing.assert_allclose(ddim, value("diffusion.forward", x_0=x_0, eps=eps, alpha_bar=before))


@pytest.mark.parametrize(
    ("id", "latex"),
    [
        ("optimizer.sgd.update", r"\theta_{t} = \theta_{t-1} - \eta g_{t}"),
        ("optimizer.adam.m_hat", r"\hat{m}_{t} = \frac{m_{t}}{1 - \beta_{1}^{t}}"),
        (
            "optimizer.adam.update",
            r"\theta_{t} = \theta_{t-1} - \frac{\eta \hat{m}_{t}}{\sqrt{\hat{v}_{t}} + \epsilon}",
        ),
        ("normalization.batch.normalize", r"\hat{x}_{i} = \frac{x_{i} - \mu_{B}}{\sqrt{\sigma_{B}^{2} + \epsilon}}"),
        (
            "diffusion.forward",
            r"x_{t} = \sqrt{\bar{\alpha}_{t}} x_{0} + \sqrt{1 - \bar{\alpha}_{t}} \epsilon",
        ),
        (
            "loss.mean_squared_error",
            r"\mathrm{MSE} = \frac{\sum_{i=0}^{n - 1} \left(y_{i} - \hat{y}_{i}\right)^{2}}{n}",
        ),
    ],
)
def test_equations_are_written_as_in_notes(id: str, latex: str) -> None:
    assert formulas.get(id).equation() == latex
