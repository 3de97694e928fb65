"""Update rules and schedules against torch.optim, step by step from the same gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import formulas
from formulas import evaluate

rng = np.random.default_rng(11)
STEPS = 5
GRADIENTS = rng.standard_normal((STEPS, 4))
START = rng.standard_normal(4)


def value(id: str, variant: str = "", **values: Any) -> Any:
    f = formulas.get(id)
    stated = next(v for v in f.variants if v.name == variant) if variant else f
    found = evaluate(stated, values)
    return found if len(found) > 1 else np.asarray(found[0])


def theirs(make: Callable[..., torch.optim.Optimizer], **options: Any) -> np.ndarray:
    """Parameters after each step of a torch optimiser on the given gradients."""
    p = torch.nn.Parameter(torch.tensor(START))
    optimizer, out = make([p], **options), []
    for g in GRADIENTS:
        p.grad = torch.tensor(g)
        optimizer.step()
        out.append(p.detach().numpy().copy())
    return np.array(out)


def run(step: Callable[..., tuple[Any, ...]], *state: Any) -> np.ndarray:
    """Parameters after each step of a rule ``step(theta, g, t, *state) -> (theta, *state)``."""
    theta, out = START, []
    for t, g in enumerate(GRADIENTS, start=1):
        theta, *state = step(theta, g, t, *state)  # type: ignore[assignment]
        out.append(theta)
    return np.array(out)


ZERO = np.zeros(4)


def momentum(theta: Any, g: Any, t: int, v: Any) -> tuple[Any, ...]:
    v = value("optimizer.momentum.velocity", v=v, g=g, mu=0.9) if t > 1 else g
    return value("optimizer.momentum.update", theta=theta, v=v, eta=0.1), v


def nesterov(theta: Any, g: Any, t: int, v: Any) -> tuple[Any, ...]:
    v = value("optimizer.momentum.velocity", v=v, g=g, mu=0.9) if t > 1 else g
    return value("optimizer.nesterov.update", theta=theta, g=g, v=v, eta=0.1, mu=0.9), v


def adagrad(theta: Any, g: Any, t: int, G: Any) -> tuple[Any, ...]:
    G = value("optimizer.adagrad.accumulator", G=G, g=g)
    return value("optimizer.adagrad.update", theta=theta, g=g, G=G, eta=0.1, eps=1e-8), G


def rmsprop(theta: Any, g: Any, t: int, v: Any) -> tuple[Any, ...]:
    v = value("optimizer.rmsprop.average", v=v, g=g, rho=0.9)
    return value("optimizer.rmsprop.update", theta=theta, g=g, v=v, eta=0.1, eps=1e-8), v


def adadelta(theta: Any, g: Any, t: int, v: Any, u: Any) -> tuple[Any, ...]:
    v = value("optimizer.rmsprop.average", v=v, g=g, rho=0.9)
    step = value("optimizer.adadelta.step", g=g, v=v, u=u, eps=1e-6)
    return theta + step, v, value("optimizer.rmsprop.average", v=u, g=step, rho=0.9)


def adam(theta: Any, g: Any, t: int, m: Any, v: Any) -> tuple[Any, ...]:
    return value("optimizer.adam.step", theta=theta, g=g, m=m, v=v, eta=0.1, beta_1=0.9, beta_2=0.99, eps=1e-8, t=t)


def adamw(theta: Any, g: Any, t: int, m: Any, v: Any) -> tuple[Any, ...]:
    m, v = value("optimizer.adam.m", m=m, g=g, beta_1=0.9), value("optimizer.adam.v", v=v, g=g, beta_2=0.99)
    fair = {
        "m_hat": value("optimizer.adam.m_hat", m=m, beta_1=0.9, t=t),
        "v_hat": value("optimizer.adam.v_hat", v=v, beta_2=0.99, t=t),
    }
    return value("optimizer.adamw.update", theta=theta, **fair, eta=0.1, eps=1e-8, lambda_=0.2), m, v


def decayed(theta: Any, g: Any, t: int) -> tuple[Any, ...]:
    return (value("optimizer.sgd.weight_decay", theta=theta, g=g, eta=0.1, lambda_=0.3),)


OPTIM = torch.optim
RULES: list[tuple[Any, tuple[Any, ...], Any, dict[str, Any]]] = [
    (momentum, (ZERO,), OPTIM.SGD, {"lr": 0.1, "momentum": 0.9}),
    (nesterov, (ZERO,), OPTIM.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    (decayed, (), OPTIM.SGD, {"lr": 0.1, "weight_decay": 0.3}),
    (adagrad, (ZERO,), OPTIM.Adagrad, {"lr": 0.1, "eps": 1e-8}),
    (rmsprop, (ZERO,), OPTIM.RMSprop, {"lr": 0.1, "alpha": 0.9, "eps": 1e-8}),
    (adadelta, (ZERO, ZERO), OPTIM.Adadelta, {"lr": 1.0, "rho": 0.9, "eps": 1e-6}),
    (adam, (ZERO, ZERO), OPTIM.Adam, {"lr": 0.1, "betas": (0.9, 0.99), "eps": 1e-8}),
    (adamw, (ZERO, ZERO), OPTIM.AdamW, {"lr": 0.1, "betas": (0.9, 0.99), "eps": 1e-8, "weight_decay": 0.2}),
]


@pytest.mark.parametrize(("rule", "state", "make", "options"), RULES, ids=lambda x: getattr(x, "__name__", ""))
def test_rules_are_torchs(rule: Any, state: Any, make: Any, options: Any) -> None:
    np.testing.assert_allclose(run(rule, *state), theirs(make, **options), rtol=1e-9)


def test_both_ways_to_count_steps_are_one_rule() -> None:
    values = {"theta": START, "g": GRADIENTS[0], "eta": 0.1}
    for variant in ("from_t_to_next", "without_step", "gradient_of_J", "gradient_of_L_at_t"):
        np.testing.assert_array_equal(
            value("optimizer.sgd.update", variant, **values), value("optimizer.sgd.update", **values)
        )


def test_clipping_is_torchs() -> None:
    for c in (0.5, 100.0):
        p = torch.nn.Parameter(torch.tensor(START))
        p.grad = torch.tensor(GRADIENTS[0])
        torch.nn.utils.clip_grad_norm_([p], c)
        np.testing.assert_allclose(value("optimizer.clip_by_norm", g=GRADIENTS[0], c=c), p.grad, rtol=1e-5)


def rates(make: Callable[..., Any], count: int, **options: Any) -> list[float]:
    optimizer = OPTIM.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.5)
    scheduler, out = make(optimizer, **options), []
    for _ in range(count):
        out.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return out


@pytest.mark.parametrize(
    ("id", "values", "make", "options"),
    [
        (
            "schedule.cosine",
            {"eta_min": 0.1, "eta_max": 0.5, "T": 7},
            "CosineAnnealingLR",
            {"T_max": 7, "eta_min": 0.1},
        ),
        ("schedule.exponential", {"eta_0": 0.5, "gamma": 0.8}, "ExponentialLR", {"gamma": 0.8}),
        ("schedule.step", {"eta_0": 0.5, "gamma": 0.1, "s": 3}, "StepLR", {"gamma": 0.1, "step_size": 3}),
    ],
)
def test_schedules_are_torchs(id: str, values: dict[str, Any], make: str, options: dict[str, Any]) -> None:
    ours = [float(value(id, **values, t=t)) for t in range(8)]
    np.testing.assert_allclose(ours, rates(getattr(OPTIM.lr_scheduler, make), 8, **options), rtol=1e-12)


def test_restarts_are_torchs_and_the_catalog_says_what_they_add_to_the_cosine() -> None:
    """As the note of the formula says: the count begins at 0 again, and the period may grow."""
    ours, done, period = [], 0, 3
    for _ in range(20):
        ours.append(float(value("annealing.cosine_restarts", eta_min=0.1, eta_max=0.5, T_cur=done, T_i=period)))
        done += 1
        if done == period:
            done, period = 0, 2 * period
    wanted = rates(OPTIM.lr_scheduler.CosineAnnealingWarmRestarts, 20, T_0=3, T_mult=2, eta_min=0.1)
    np.testing.assert_allclose(ours, wanted, rtol=1e-12)
    notes = formulas.get("annealing.cosine_restarts").notes
    assert all("schedule.cosine" in notes[lang] for lang in ("en", "zh"))


def test_warm_up_peaks_where_it_ends() -> None:
    rate = [float(value("schedule.warmup_inverse_sqrt", d_model=16, step=t, warmup=5)) for t in range(1, 12)]
    assert rate.index(max(rate)) == 4
    np.testing.assert_allclose(rate[4], 1 / np.sqrt(16 * 5))
