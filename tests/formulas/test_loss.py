"""Losses, regression and information measures against PyTorch and at known values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import formulas
from formulas import evaluate

rng = np.random.default_rng(5)
Y, P = rng.standard_normal(5), rng.standard_normal(5)
SHARES, LABELS = rng.uniform(0.05, 0.95, 5), np.array([0.0, 1.0, 1.0, 0.0, 1.0])


def value(id: str, variant: str = "", **values: Any) -> np.ndarray:
    f = formulas.get(id)
    stated = next(v for v in f.variants if v.name == variant) if variant else f
    return np.asarray(evaluate(stated, values)[0])


def t(x: Any) -> torch.Tensor:
    return torch.as_tensor(x)


@pytest.mark.parametrize(
    ("id", "values", "expected"),
    [
        ("loss.mean_squared_error", {"y": Y, "y_hat": P}, F.mse_loss(t(P), t(Y))),
        ("loss.mean_absolute_error", {"y": Y, "y_hat": P}, F.l1_loss(t(P), t(Y))),
        ("loss.huber", {"y": Y, "y_hat": P, "delta": 0.7}, F.huber_loss(t(P), t(Y), reduction="none", delta=0.7)),
        ("loss.binary_cross_entropy", {"y": LABELS, "y_hat": SHARES}, F.binary_cross_entropy(t(SHARES), t(LABELS))),
        (
            "loss.binary_cross_entropy_with_logits",
            {"y": LABELS, "z": P},
            F.binary_cross_entropy_with_logits(t(P), t(LABELS)),
        ),
        (
            "loss.label_smoothing",
            {"y": np.eye(5)[2], "epsilon": 0.1},
            torch.autograd.functional.jacobian(
                lambda z: F.cross_entropy(z, t(2), label_smoothing=0.1), torch.zeros(5).double()
            )
            .mul(-1)
            .add(1 / 5),
        ),
        (
            "loss.triplet",
            {"a": Y, "p": P, "n": SHARES, "alpha": 9.0},
            F.relu(((t(Y) - t(P)) ** 2).sum() - ((t(Y) - t(SHARES)) ** 2).sum() + 9),
        ),
        (
            "probability.kl_divergence",
            {"p": SHARES, "q": LABELS / 2 + 0.2},
            F.kl_div(t(LABELS / 2 + 0.2).log(), t(SHARES), reduction="sum"),
        ),
        ("probability.entropy", {"p": np.full(4, 0.25)}, t(np.log(4))),
        (
            "probability.gaussian_density",
            {"x": Y, "mu": 0.3, "sigma": 1.7},
            torch.distributions.Normal(0.3, 1.7).log_prob(t(Y)).exp(),
        ),
        ("probability.perplexity", {"p": np.full(7, 0.2)}, t(5.0)),
        ("metrics.cosine_similarity", {"a": Y, "b": P}, F.cosine_similarity(t(Y), t(P), dim=0)),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_losses_are_torchs(id: str, values: dict[str, Any], expected: Any) -> None:
    np.testing.assert_allclose(value(id, **values), np.asarray(expected), rtol=1e-6)


def test_info_nce_is_cross_entropy_with_the_positive_first() -> None:
    q, k, K = (rng.standard_normal(s) for s in ((3,), (3,), (4, 3)))
    logits = torch.tensor([[q @ k, *(K @ q)]]) / 0.2
    np.testing.assert_allclose(value("loss.info_nce", q=q, k=k, K=K, tau=0.2), F.cross_entropy(logits, t([0])))


def test_focal_loss_without_focus_is_cross_entropy() -> None:
    np.testing.assert_allclose(value("loss.focal", "unbalanced", p_t=SHARES, gamma=1e-12), -np.log(SHARES), rtol=1e-9)


@pytest.mark.parametrize("kind", ["linear", "logistic"])
def test_gradients_of_regression_are_those_of_its_cost(kind: str) -> None:
    X, y, w, b = rng.standard_normal((5, 3)), LABELS, rng.standard_normal(3), np.asarray(0.4)
    leaf, z = t(w).requires_grad_(), None
    z = t(X) @ leaf + float(b)
    cost = ((z - t(y)) ** 2).mean() / 2 if kind == "linear" else F.binary_cross_entropy_with_logits(z, t(y))
    cost.backward()
    inputs = {"X": X, "y": y, "w": w, "b": b}
    np.testing.assert_allclose(value(f"regression.{kind}.cost", **inputs), cost.item())
    np.testing.assert_allclose(value(f"regression.{kind}.weight_gradient", **inputs), leaf.grad)


def test_divergence_of_gaussians_is_torchs_and_agrees_with_its_special_case() -> None:
    normal = torch.distributions.Normal
    expected = torch.distributions.kl_divergence(normal(t(0.3), t(0.5)), normal(t(-1.0), t(2.0)))
    general = value("vae.kl_of_gaussians", mu_1=0.3, sigma_1=0.5, mu_2=-1.0, sigma_2=2.0)
    np.testing.assert_allclose(general, expected)
    special = value("vae.kl_of_gaussians", mu_1=0.3, sigma_1=0.5, mu_2=0.0, sigma_2=1.0)
    np.testing.assert_allclose(value("vae.kl", mu=np.array([0.3]), sigma=np.array([0.5])), special)


def test_perplexity_is_two_to_the_bits() -> None:
    bits = value("probability.bits", H=np.array([-np.log(SHARES).mean()]))
    np.testing.assert_allclose(value("probability.perplexity", p=SHARES), 2 ** bits[0])


def test_mutual_information_vanishes_for_independent_variables() -> None:
    np.testing.assert_allclose(
        value("probability.mutual_information", P=np.outer([0.2, 0.8], [0.1, 0.6, 0.3])), 0, atol=1e-15
    )


@pytest.mark.parametrize(
    ("id", "counts", "expected"),
    [
        ("metrics.accuracy", {"TP": 3, "TN": 4, "FP": 2, "FN": 1}, 0.7),
        ("metrics.precision", {"TP": 3, "FP": 2}, 0.6),
        ("metrics.recall", {"TP": 3, "FN": 1}, 0.75),
        ("metrics.iou", {"TP": 3, "FP": 2, "FN": 1}, 0.5),
        ("metrics.dice", {"TP": 3, "FP": 2, "FN": 1}, 2 / 3),
        ("metrics.f1", {"P": 0.6, "R": 0.75}, 2 / 3),
        ("metrics.brevity_penalty", {"c": 9, "r": 7}, 1.0),
        ("metrics.brevity_penalty", {"c": 7, "r": 14}, np.exp(-1)),
    ],
)
def test_metrics_at_known_values(id: str, counts: dict[str, Any], expected: float) -> None:
    np.testing.assert_allclose(value(id, **counts), expected)


def test_counts_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="does not hold"):
        value("metrics.precision", TP=0, FP=0)
