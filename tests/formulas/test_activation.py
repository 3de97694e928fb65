"""Activations at points where their values are known, and derivatives against difference quotients."""

from typing import Any

import mpmath
import numpy as np
import pytest

import formulas
from formulas.evaluation import READINGS
from formulas.model import Stated

READ = pytest.mark.parametrize("reading", READINGS)
KNOWN = [
    ("sigmoid", 0.0, 0.5),
    ("tanh", 0.0, 0.0),
    ("relu", 0.0, 0.0),
    ("relu_derivative", 0.0, 0.0),
    ("silu", 0.0, 0.0),
    ("silu_derivative", 0.0, 0.5),
    ("softplus", 0.0, float(np.log(2))),
    ("softplus_derivative", 0.0, 0.5),
    ("gelu", 1.0, 0.8413447460685429),  # the share of the normal distribution below 1
    ("gelu_derivative", 0.0, 0.5),
    ("sigmoid_derivative", 0.0, 0.25),
    ("tanh_derivative", 0.0, 1.0),
]
PAIRS = ["sigmoid", "tanh", "relu", "leaky_relu", "gelu", "silu", "softplus"]


def value(statement: Stated, x: Any, reading: str, **other: float) -> np.ndarray:
    (found,) = formulas.evaluate(statement, {"x": np.asarray(x), **other}, reading)
    return np.asarray(found)


def form(id: str, call: dict[str, str]) -> Stated:
    """The formula, or its variant that this option selects."""
    formula = formulas.get(id)
    return next((v for v in formula.variants if call and v.call == call), formula)


@READ
@pytest.mark.parametrize(("name", "x", "expected"), KNOWN)
def test_known_values(name: str, x: float, expected: float, reading: str) -> None:
    assert float(value(formulas.get(f"activation.{name}"), [x], reading)[0]) == pytest.approx(expected, abs=1e-15)


@READ
def test_slope_of_leaky_relu_at_zero(reading: str) -> None:
    assert value(formulas.get("activation.leaky_relu_derivative"), [0.0], reading, alpha=0.25)[0] == 0.25


def quotient(statement: Stated, x: list[float], **other: float) -> np.ndarray:
    """[n, …]: the difference quotient by each entry; in 50 digits a step of 1e-20 is exact enough."""
    context = mpmath.MPContext()
    context.dps = 50
    step, rows = context.mpf(10) ** -20, []
    for k in range(len(x)):
        ends = []
        for sign in (1, -1):
            moved = np.array([context.mpf(v) + (sign * step if i == k else 0) for i, v in enumerate(x)], dtype=object)
            ends.append(value(statement, moved, "oracle", **other))
        rows.append((ends[0] - ends[1]) / (2 * step))
    return np.array(np.array(rows).tolist(), dtype=float)


@pytest.mark.parametrize(("name", "call"), [*((name, {}) for name in PAIRS), ("gelu", {"approximate": "tanh"})])
def test_derivatives_are_those_of_the_functions(name: str, call: dict[str, str]) -> None:
    other = {"alpha": 0.3} if name == "leaky_relu" else {}
    x = [-3.0, -0.7, 0.4, 2.5]
    slope = value(form(f"activation.{name}_derivative", call), x, "numpy", **other)
    assert np.diag(slope) == pytest.approx(quotient(form(f"activation.{name}", call), x, **other), abs=1e-14)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_jacobians_are_those_of_the_functions(name: str) -> None:
    x = [-1.0, 0.5, 2.0]
    jacobian = value(formulas.get(f"activation.{name}_jacobian"), x, "numpy")
    assert pytest.approx(quotient(formulas.get(f"activation.{name}"), x), abs=1e-14) == jacobian.T


@pytest.mark.parametrize("reading", ["numpy", "torch"])
def test_extreme_inputs_stay_finite(reading: str) -> None:
    x = np.array([-1e4, -800.0, 800.0, 1e4])
    with np.errstate(all="ignore"):
        for name in ("sigmoid", "tanh", "relu", "gelu", "silu", "softplus", "softmax", "log_softmax"):
            assert np.isfinite(value(formulas.get(f"activation.{name}"), x, reading)).all(), name


def test_equations_say_what_a_function_is() -> None:
    sums = ("1 + e^{- x}", "e^{- x} + 1")
    assert formulas.get("activation.sigmoid").equation() in [rf"\sigma\left(x\right) = \frac{{1}}{{{s}}}" for s in sums]
    assert r"\frac{e^{x} - e^{- x}}{e^{x} + e^{- x}}" in formulas.get("activation.tanh").equation()
    assert r"\frac{e^{x_{i}}}{\sum_{j=0}^{n - 1} e^{x_{j}}}" in formulas.get("activation.softmax").equation()
    assert r"x & \text{if } x > 0" in formulas.get("activation.leaky_relu").equation()
    assert "0.044715" in next(v for v in formulas.get("activation.gelu").variants if v.name == "tanh").equation()
