"""Lines that say ≈ are judged where the catalog has the approximation, and listed where it has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

KNOWN = [
    ("GELU", r"\mathrm{GELU}(x) \approx x \sigma(1.702 x)", "activation.gelu"),
    ("Gradient checking", r"f'(x) \approx \frac{f(x+h) - f(x-h)}{2h}", "backprop.central_difference"),
    ("Training compute", r"C \approx 6 N D", "counts.training_operations"),
]


@pytest.mark.parametrize(("heading", "latex", "formula"), KNOWN)
def test_a_known_approximation_is_recognised(tmp_path: Path, heading: str, latex: str, formula: str) -> None:
    verdict, found, proposed = told(tmp_path, latex, heading=heading)
    assert (verdict in ("verified", "convention"), found, proposed) == (True, formula, [])


def test_a_wrong_number_in_one_is_found(tmp_path: Path) -> None:
    wrong, right = r"\mathrm{GELU}(x) \approx x \sigma(1.207 x)", r"\mathrm{GELU}(x) \approx x \sigma(1.702 x)"
    assert told(tmp_path, wrong, heading="GELU")[2] == [right]


@pytest.mark.parametrize(
    ("heading", "latex"),
    [
        ("Small angles", r"\sin x \approx x"),
        ("Softplus", r"\log(1+e^x) \approx \max(0,x)"),
        ("LSTM", r"c_t \approx f_t \odot c_{t-1}"),
        ("LSTM", r"h_t \approx o_t \odot c_t"),
        ("Linear attention", r"\mathrm{Attention}(Q,K,V) \approx \phi(Q) (\phi(K)^T V)"),
        ("Adam", r"m_t \approx (1-\beta_1) g_t"),
    ],
)
def test_what_is_only_about_equal_is_no_mistake(tmp_path: Path, heading: str, latex: str) -> None:
    verdict, _, proposed = told(tmp_path, latex, heading=heading)
    assert (verdict, proposed) == ("unknown", [])
