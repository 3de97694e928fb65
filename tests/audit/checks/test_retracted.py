"""What the text itself calls wrong, or supposes in order to deny it, is not told again; said without such words it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import audit
from tests.audit.checks.told import told
from tests.audit.notes import report_of, told_of

ATTENTION = r"\operatorname{Attention}(Q,K,V) = \operatorname{softmax}\left(\frac{QK^T}{d_k}\right)V"
BENT = r"f(\theta x + (1-\theta)y) \ge \theta f(x) + (1-\theta)f(y)"
CALLED_WRONG = [
    ("Gradients", "A common mistake is to write", r"\nabla_x (x^TAx) = Ax"),
    ("Derivatives", "The following is wrong:", r"\frac{d}{dx}\sin x = -\cos x"),
    ("Derivatives", "Suppose for contradiction that", r"\sigma'(x) = \sigma(x)^2"),
    ("Derivatives", "下面是错误的写法：", r"\tanh'(x) = 1 - \tanh(x)"),
    ("Attention", "The following implementation is wrong because it forgets the square root:", ATTENTION),
    ("Attention", "常见错误：", ATTENTION),
    ("Common mistakes", "With the full dimension:", ATTENTION),
    ("Convex functions", "A frequent error for convex $f$:", BENT),
    ("Convex functions", "Suppose that for the convex $f$ the inequality fails, i.e.", BENT),
    ("Matrices", "It is not true that", r"\det(A+B) = \det A+\det B"),
]
STATED = [
    ("Attention", "Fixing the common mistake of a missing root:", ATTENTION),
    ("Loss", "The mean squared error is the typical error measure:", r"MSE = \frac1n\sum_i(y_i-\hat y_i)"),
    ("Metrics", "False positive rate:", r"FPR = \frac{FP}{FP+TP}"),
    ("The perceptron's mistake bound", "", r"\nabla_x (x^TAx) = Ax"),
    ("Gradients", "A common mistake is a sign. The gradient is", r"\nabla_x (x^TAx) = Ax"),
    ("Derivatives", "Instead of the wrong one, the correct derivative is", r"\frac{d}{dx}\sin x = -\cos x"),
    ("Derivatives", "常见错误是漏掉平方，正确的是：", r"\tanh'(x) = 1 - \tanh(x)"),
    ("Attention", "Scores are scaled:", ATTENTION),
    ("Convex functions", "For a convex $f$, suppose $x \\ne y$; then", BENT),
]


@pytest.mark.parametrize(("heading", "before", "latex"), CALLED_WRONG)
def test_what_the_text_calls_wrong_is_not_told(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert told_of(report_of(tmp_path, heading, latex, before)) == []


@pytest.mark.parametrize(("heading", "before", "latex"), STATED)
def test_what_the_text_states_is_told(tmp_path: Path, heading: str, before: str, latex: str) -> None:
    assert [d for d in told_of(report_of(tmp_path, heading, latex, before)) if d.severity == "error"]


@pytest.mark.parametrize("after", ["which is false.", "but this is wrong in general.", "显然不成立。"])
def test_what_is_called_wrong_right_after_it(tmp_path: Path, after: str) -> None:
    note = tmp_path / "note.md"
    note.write_text(f"# Matrices\n\nOne may think\n\n$$\\det(A+B) = \\det A + \\det B$$\n\n{after}\n", encoding="utf-8")
    (report,) = audit([note], cached=False).files
    assert told_of(report) == []


def test_what_is_true_resembles_no_formula(tmp_path: Path) -> None:
    said = told(tmp_path, r"\sigma'(x) = e^{-x}\sigma(x)^2", heading="Sigmoid derivative")
    assert said[0] != "refuted" and said[2] == []
    said = told(tmp_path, r"\sigma'(x) = e^{x}\sigma(x)^2", heading="Sigmoid derivative")
    assert said[0] == "refuted"
