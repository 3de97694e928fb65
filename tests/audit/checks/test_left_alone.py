"""Right lines that checks of identities, of idle parts and of steps took for wrong ones; beside them what stays wrong."""

from __future__ import annotations

import pytest

from backproof.audit.findings import FileReport
from tests.audit.notes import reports_of, told_of

Note = tuple[str, str, str]  # heading, words before the formula, formula

RIGHT: list[Note] = [
    ("Chebyshev polynomials", "Of the second kind.", r"U_2(x) = 4x^2-1"),
    ("Chebyshev polynomials", "Of the second kind.", r"U_3\left(x\right) = 8x^3-4x"),
    ("Chebyshev's inequality", "Let $T_n$ be the estimate.", r"T_n(x) = x+\frac1n"),
    ("Chebyshev networks", "The signals are", r"T_0 = x"),
    ("Legendre transform", "The momentum is", r"P_1(x) = x^2"),
    ("Legendre polynomials", "For comparison the Taylor polynomial is", r"P_2(x) = 1+x+\frac12x^2"),
    ("Hermite interpolation", "The basis is", r"H_1(x) = (1-x)^2(1+2x)"),
    ("Hermite curves", "The basis is", r"H_1(x) = (1-x)^2(1+2x)"),
    ("Gauss-Legendre quadrature", "The interpolant is", r"P_2(x) = x^2"),
    ("埃尔米特插值", "基函数：", r"H_1(x) = (1-x)^2(1+2x)"),
    ("Vectors", "What is orthogonal to the other one is", r"w = a-\frac{a\cdot b}{b\cdot b}b"),
    ("Gradient surgery", "The conflict is projected out.", r"g_i \leftarrow g_i-\frac{g_i\cdot g_j}{g_j\cdot g_j}g_j"),
    ("Implicit gradient descent", "Backward Euler.", r"\theta_{t+1} = \theta_t-\eta\nabla L(\theta_{t+1})"),
    ("梯度流", "隐式欧拉：", r"\theta_{t+1} = \theta_t-\eta\nabla L(\theta_{t+1})"),
    ("Values", "Of the cosine.", r"\cos\frac12\pi = 0"),
    ("Values", "Of the cosine.", r"\cos\pi\frac13 = \frac12"),
    ("Cosine annealing", "The rate is", r"\eta_t = \frac12\eta_0\left(1+\cos\frac{t}{T}\pi\right)"),
    ("Cosine annealing", "The rate is", r"\eta_t = \frac12\eta_0\left(1+\cos\pi\frac{t}{T}\right)"),
    (
        "Cosine annealing",
        "The rate is",
        r"\eta_t = \eta_{min}+\frac12(\eta_{max}-\eta_{min})\left(1+\cos\frac{T_{cur}}{T_i}\pi\right)",
    ),
]
WRONG: list[Note] = [
    ("Chebyshev polynomials", "Of the first kind.", r"T_2(x) = 2x^2+1"),
    ("Chebyshev polynomials", "Of the second kind.", r"U_{n+1} = 2xU_n+U_{n-1}"),
    ("Legendre polynomials", "The second one.", r"P_2 = \frac12(3x^2-2)"),
    ("Gradient descent", "A step.", r"\theta_{t+1} = \theta_t-\eta\nabla L(\theta_{t+1})"),
    ("Values", "Of the cosine.", r"\cos\frac12\pi = 1"),
    ("Cosine annealing", "The rate is", r"\eta_t = \frac12\eta_0\left(1+\cos\frac{2t}{T}\pi\right)"),
    ("Means", "The mean is", r"w = a-\frac{a b}{b^2}b"),
]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[Note, FileReport]:
    return reports_of(tmp_path_factory.mktemp("notes"), [*RIGHT, *WRONG])


@pytest.mark.parametrize("note", RIGHT)
def test_what_is_right_is_left_alone(reports: dict[Note, FileReport], note: Note) -> None:
    assert told_of(reports[note]) == []


@pytest.mark.parametrize("note", WRONG)
def test_what_is_wrong_is_still_found(reports: dict[Note, FileReport], note: Note) -> None:
    assert told_of(reports[note])
