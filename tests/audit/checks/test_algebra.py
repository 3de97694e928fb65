"""Identities of matrices with random matrices in the place of letters; each wrong line with the right one it stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from .told import told

IDENTITIES = [  # what is said before, the right line, a wrong one
    ("", r"\nabla_x (x^\top A x) = (A + A^\top) x", r"\nabla_x (x^\top A x) = (A - A^\top) x"),
    ("for symmetric $A$", r"\nabla_x (x^\top A x) = 2Ax", r"\nabla_x (x^\top A x) = Ax"),
    ("", r"\nabla_w \|Xw - y\|_2^2 = 2 X^\top (Xw - y)", r"\nabla_w \|Xw - y\|_2^2 = X^\top (Xw - y)"),
    (
        "",
        r"\frac{\partial\, \mathrm{tr}(AB)}{\partial A} = B^\top",
        r"\frac{\partial\, \mathrm{tr}(AB)}{\partial A} = A^\top",
    ),
    ("", r"\nabla_A \log\det A = A^{-\top}", r"\nabla_A \log\det A = A^{\top}"),
    ("", r"\mathrm{tr}(ABC) = \mathrm{tr}(CAB)", r"\mathrm{tr}(ABC) = \mathrm{tr}(ACB)"),
    ("", r"(AB)^{-1} = B^{-1} A^{-1}", r"(AB)^{-1} = A^{-1} B^{-1}"),
    ("", r"\det(cA) = c^n \det(A)", r"\det(cA) = c \det(A)"),
    ("", r"\|A\|_F = \sqrt{\mathrm{tr}(A^\top A)}", r"\|A\|_F = \mathrm{tr}(A^\top A)"),
    (
        "",
        r"\mathrm{vec}(AXB) = (B^\top \otimes A)\,\mathrm{vec}(X)",
        r"\mathrm{vec}(AXB) = (A \otimes B^\top)\,\mathrm{vec}(X)",
    ),
    (
        "",
        r"(A + UCV)^{-1} = A^{-1} - A^{-1}U(C^{-1} + VA^{-1}U)^{-1}VA^{-1}",
        r"(A + UCV)^{-1} = A^{-1} + A^{-1}U(C^{-1} + VA^{-1}U)^{-1}VA^{-1}",
    ),
    (
        "",
        r"\frac{\partial A^{-1}}{\partial t} = -A^{-1}\frac{\partial A}{\partial t}A^{-1}",
        r"\frac{\partial A^{-1}}{\partial t} = A^{-1}\frac{\partial A}{\partial t}A^{-1}",
    ),
    ("", r"\mathrm{tr}(A^\top B) = \sum_{i,j}A_{ij}B_{ij}", r"\mathrm{tr}(AB) = \sum_{i,j}A_{ij}B_{ij}"),
    (
        r"Of $J(w)=\|Xw-y\|_2^2+\lambda\|w\|_2^2$ the gradient is",
        r"\nabla J(w) = 2X^\top(Xw-y) + 2\lambda w",
        r"\nabla J(w) = 2X^\top(Xw-y) + \lambda w",
    ),
    (
        r"By the SVD $A = U\Sigma V^\top$",
        r"A^\top A = V \Sigma^\top\Sigma V^\top",
        r"A^\top A = U \Sigma^\top\Sigma U^\top",
    ),
]


@pytest.mark.parametrize(("before", "right", "wrong"), IDENTITIES, ids=[x[2][:40] for x in IDENTITIES])
def test_identities_of_matrices(tmp_path: Path, before: str, right: str, wrong: str) -> None:
    assert told(tmp_path, right, before, "Matrix calculus") == ("unknown", "", [])
    verdict, _, fixes = told(tmp_path, wrong, before, "Matrix calculus")
    assert verdict == "refuted"
    assert set(fixes) <= {"", right} or len(fixes) == 1


@pytest.mark.parametrize(
    ("before", "latex"),
    [
        ("", r"A^\top A = I"),  # conditions, which hold for some matrices alone
        ("", r"A^\top = A"),
        ("", r"A^\top = -A"),
        ("The matrices commute:", r"\mathrm{tr}(ABC) = \mathrm{tr}(ACB)"),
        ("All are symmetric.", r"\mathrm{tr}(ABC) = \mathrm{tr}(ACB)"),
        ("", r"\frac{\partial a^\top X b}{\partial X} = ba^\top"),  # laid out the other way
        ("", r"\nabla_x (x^\top A x) = 2Ax"),  # of a quadratic form, symmetric without a word
        ("", r"A^\top A = U D U^\top"),  # speaks of what is not defined here
        ("The implicit gradient", r"\nabla_w L(w) = X^\top r + \lambda w"),
    ],
)
def test_conditions_and_layouts_stay(tmp_path: Path, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, "Matrix calculus")[2] == []
