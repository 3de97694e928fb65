"""Bounds of convex functions; each wrong line with the right one, and lines that bound nothing in general."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_classical_forms import flaws_of

BOUNDS = [
    (
        "Convexity",
        r"f(\theta x + (1-\theta) y) \le \theta f(x) + (1-\theta) f(y)",
        r"f(\theta x + (1-\theta) y) \ge \theta f(x) + (1-\theta) f(y)",
    ),
    ("Convexity", r"f(y) \ge f(x) + \nabla f(x)^\top (y - x)", r"f(y) \le f(x) + \nabla f(x)^\top (y - x)"),
    ("Jensen's inequality", r"f(\mathbb{E}[X]) \le \mathbb{E}[f(X)]", r"f(\mathbb{E}[X]) \ge \mathbb{E}[f(X)]"),
    (
        "Strong convexity",
        r"f(y) \ge f(x) + \nabla f(x)^\top (y - x) + \frac{\mu}{2}\|y - x\|^2",
        r"f(y) \ge f(x) + \nabla f(x)^\top (y - x) + \frac{\mu}{2}\|y - x\|",
    ),
    (
        "Smooth functions",
        r"f(y) \le f(x) + \nabla f(x)^\top (y - x) + \frac{L}{2}\|y - x\|^2",
        r"f(y) \le f(x) + \nabla f(x)^\top (y - x) - \frac{L}{2}\|y - x\|^2",
    ),
    (
        "凸函数",
        r"f\left(\sum_{i=1}^n \lambda_i x_i\right) \le \sum_{i=1}^n \lambda_i f(x_i)",
        r"f\left(\sum_{i=1}^n \lambda_i x_i\right) \ge \sum_{i=1}^n \lambda_i f(x_i)",
    ),
]


@pytest.mark.parametrize(("heading", "right", "wrong"), BOUNDS, ids=[b[2][:40] for b in BOUNDS])
def test_bounds_of_convex_functions(tmp_path: Path, heading: str, right: str, wrong: str) -> None:
    assert flaws_of(tmp_path, right, heading) == []
    assert flaws_of(tmp_path, wrong, heading) == [right]


@pytest.mark.parametrize(
    ("heading", "latex"),
    [
        ("Jensen for concave functions", r"f(\mathbb{E}[X]) \ge \mathbb{E}[f(X)]"),
        ("Convex optimisation", r"f(x) \le 0"),
        ("Convex optimisation", r"f(x) \le f(y)"),
        ("Convex optimisation", r"f(x^*) \le f(x)"),
        ("Descent of smooth functions", r"f(x_{k+1}) \le f(x_k)"),
        ("Functions", r"f(\mathbb{E}[X]) \ge \mathbb{E}[f(X)]"),
    ],
)
def test_conditions_and_concave_functions_stay(tmp_path: Path, heading: str, latex: str) -> None:
    assert flaws_of(tmp_path, latex, heading) == []
