"""Equations that hold under a condition that the text names are no identities; without it they are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.checks.told import told

HELD = [
    ("Linear algebra", "A matrix is skew-symmetric if", r"A^T = -A"),
    ("线性代数", "反对称矩阵满足", r"A^T = -A"),
    ("Linear algebra", "The matrix is persymmetric:", r"AJ = JA^T"),
    ("Linear algebra", "They anticommute:", r"AB = -BA"),
    ("Projections", "", r"(I - P)^2 = I - P"),
    ("Inverses", "", r"(I+A)^{-1} = I - A(I+A)^{-1}"),
    ("Pseudo-inverse", "", r"(AA^+)^T = AA^+"),
    ("Linear algebra", "For unitary matrices", r"\|Ux\| = \|x\|"),
    ("线性代数", "若 $A$ 正交，则", r"\|Ax\|_2 = \|x\|_2"),
    ("Norms", "If $x \\perp y$ (Pythagoras):", r"\|x+y\|^2 = \|x\|^2 + \|y\|^2"),
    ("Vectors", "When $x^Ty=0$ we have", r"|u+v|^2 = |u|^2+|v|^2"),
    ("Functions", "The graphs intersect where", r"\sin x = \cos x"),
    ("Roots", "We solve", r"e^x = 2 - x"),
    ("K-FAC", "", r"(A\otimes G)^{-1}\operatorname{vec}(V) = \operatorname{vec}(G^{-1}VA^{-1})"),
    ("Estimators", "", r"\mathbb E[(\hat f-f)^2] = (\mathbb E[\hat f]-f)^2+\mathbb E[(\hat f-\mathbb E[\hat f])^2]"),
]
HELD += [
    ("Determinants", "For a $2 \\times 2$ matrix", r"\det(I+A) = 1+\operatorname{tr}A+\det A"),
    ("Determinants", "", r"\det(\operatorname{adj}A) = \det(A)^{n-1}"),
    ("Probability", "If $A$ and $B$ are disjoint,", r"P(A\cup B) = P(A)+P(B)"),
    ("概率", "若 $A$、$B$ 互斥，", r"P(A\cup B) = P(A)+P(B)"),
    ("Bernoulli variables", "", r"\mathbb E[X^2] = \mathbb E[X]"),
    ("Moments", "Of a centred Gaussian", r"\mathbb E[X^4] = 3\mathbb E[X^2]^2"),
]
HELD += [
    ("Layers", "Each layer below learns more slowly:", r"\eta^{l-1} = \eta^l/2.6"),
    ("Gaussian", "complex", r"p(z) = \frac{1}{\pi\sigma^2}e^{-|z|^2/\sigma^2}"),
]
TRIED = [
    ("Gaussian", "", r"p(z) = \frac{1}{\pi\sigma^2}e^{-z^2/\sigma^2}"),
    ("Determinants", "", r"\det(I+A) = 1+\operatorname{tr}A+\det A"),
    ("Probability", "For two events", r"P(A\cup B) = P(A)+P(B)"),
    ("Moments", "Of any variable", r"\mathbb E[X^4] = 3\mathbb E[X^2]^2"),
    ("Moments", "Of a Gaussian", r"\operatorname{Var}(X) = \mathbb E[X^2]+\mathbb E[X]^2"),
    ("Linear algebra", "For all matrices", r"(AB)^T = A^TB^T"),
    ("Inverses", "", r"(I+A)^{-1} = I + A(I+A)^{-1}"),
    ("Norms", "For all vectors", r"\|x+y\|^2 = \|x\|^2 + \|y\|^2"),
    ("Functions", "The identity", r"\sin x = \cos x"),
    ("Kronecker products", "", r"(A\otimes G)^{-1} = G^{-1}\otimes A^{-1}"),
    ("Estimators", "", r"\mathbb E[(\hat f-f)^2] = (\mathbb E[\hat f]-f)^2-\mathbb E[(\hat f-\mathbb E[\hat f])^2]"),
]


@pytest.mark.parametrize(("heading", "before", "latex"), HELD)
def test_what_holds_under_a_condition(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[2] == []


@pytest.mark.parametrize(("heading", "before", "latex"), TRIED)
def test_what_is_said_of_all(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told(tmp_path, latex, before, heading)[0] == "refuted"
