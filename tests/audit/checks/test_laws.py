"""Laws that an expression must obey: bounds, masses, counts, weights, units, signs, gradients. Each with its right twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import report
from backproof.audit.checks import Case, laws
from backproof.audit.document import build
from backproof.audit.findings import Diagnostic
from backproof.audit.library import Library
from backproof.audit.sources import load
from tests.audit.notes import one_line


def found(tmp_path: Path, latex: str, heading: str = "Notes") -> list[Diagnostic]:
    note = build(load(one_line(tmp_path / "note.md", heading, latex)))
    return report.write(note, [], list(laws.check(Case(note, Library([]), []))), "en").diagnostics


GAUSS = r"\exp\left(-\frac{(x-\mu)^T\Sigma^{-1}(x-\mu)}{2} \right)"
PAIRS = [
    ("BP122", "", r"\tanh'(x) < 1", r"\tanh'(x) \le 1"),
    (
        "BP122",
        "",
        r"\frac{\sum_i x_i y_i}{\sqrt{\sum_i x_i^2} \sqrt{\sum_i y_i^2}} \in [0, 1]",
        r"\frac{\sum_i x_i y_i}{\sqrt{\sum_i x_i^2} \sqrt{\sum_i y_i^2}} \in [-1, 1]",
    ),
    (
        "BP123",
        "",
        r"f(x) = \frac{1}{(2\pi)^k\det\Sigma}" + GAUSS,
        r"f(x) = \frac{1}{\sqrt{(2\pi)^k\det\Sigma}}" + GAUSS,
    ),
    ("BP123", "", r"p(k) = \binom{n}{k} p^k (1-p)^k", r"p(k) = \binom{n}{k} p^k (1-p)^{n-k}"),
    ("BP124", "", r"m = \frac{1}{N}\sum_{k=0}^{N} x_k", r"m = \frac{1}{N}\sum_{k=1}^{N} x_k"),
    ("BP124", "", r"m = \frac{1}{N_b}\sum_{k=0}^{N_b} x_k", r"m = \frac{1}{N_b}\sum_{k=1}^{N_b} x_k"),
    ("BP124", "", r"y = \frac{sum(x[a:b])}{a - b}", r"y = \frac{sum(x[a:b])}{b - a}"),
    ("BP125", "Gates", r"s \gets g \odot x + (1 + g) \odot s", r"s \gets g \odot x + (1 - g) \odot s"),
    ("BP126", "", r"x + \log \sum_i e^{x_i}", r"x - \log \sum_i e^{x_i}"),
    ("BP129", "", r"-e^{\ell(\Theta)} = \prod_{i=1}^n \hat{y}_i", r"e^{\ell(\Theta)} = \prod_{i=1}^n \hat{y}_i"),
    ("BP130", "", r"\hat{Y} = \text{softmax}(H W) + b", r"\hat{Y} = \text{softmax}(H W + b)"),
    (
        "BP128",
        "",
        r"\frac{\partial J}{\partial w_j} = \frac{1}{n}\sum_{x}(x_j\sigma(z)-y)",
        r"\frac{\partial J}{\partial w_j} = \frac{1}{n}\sum_{x}x_j(\sigma(z)-y)",
    ),
    (
        "BP128",
        "",
        r"\frac{\partial J}{\partial w_j} = \frac{1}{n}\sum_{x}(\sigma(z)-y)",
        r"\frac{\partial J}{\partial w_j} = \frac{1}{n}\sum_{x}x_j(\sigma(z)-y)",
    ),
    (
        "BP127",
        "Batch normalization",
        r"y = \frac{x - \mu}{\sigma^2 + \epsilon}",
        r"y = \frac{x - \mu}{\sigma + \epsilon}",
    ),
]


@pytest.mark.parametrize(("code", "heading", "wrong", "right"), PAIRS)
def test_a_law_is_broken_by_one_twin_only(tmp_path: Path, code: str, heading: str, wrong: str, right: str) -> None:
    assert [d.code for d in found(tmp_path, wrong, heading or "Notes")] == [code]
    assert found(tmp_path, right, heading or "Notes") == []


@pytest.mark.parametrize(("code", "heading", "wrong", "right"), [p for p in PAIRS if p[0] not in ("BP129", "BP127")])
def test_the_right_twin_is_suggested(tmp_path: Path, code: str, heading: str, wrong: str, right: str) -> None:
    (finding,) = found(tmp_path, wrong, heading or "Notes")
    if r"\binom" in wrong:
        return  # several exponents would do
    assert finding.suggestion is not None
    assert finding.suggestion.latex.replace(" ", "") == right.replace(" ", "")


SILENT = [
    r"p(x) = \frac{1}{\sqrt{2\pi}\sigma} e^{-\frac{(x-\mu)^2}{2\sigma^2}}",
    r"\mathcal{N}(x|\mu,\Sigma) = \frac{1}{(2\pi)^{D/2}|\Sigma|^{1/2}} \exp\{-\frac{1}{2}(x-\mu)^T\Sigma^{-1}(x-\mu)\}",
    r"\log p(x) = -\frac{1}{2}\log(2\pi\sigma^2) - \frac{(x-\mu)^2}{2\sigma^2}",
    r"K(x, y) = \exp(-\frac{(x-y)^2}{2\sigma^2})",
    r"P(X=k) = \frac{\lambda^k e^{-\lambda}}{k!}",
    r"\sigma(x) > 0.5",
    r"\frac{\partial J}{\partial b} = \frac{1}{n}\sum_{x}(\sigma(z)-y)",
    r"-x_y + \log \sum_i e^{x_i}",
    r"s = \sum_{k=0}^{N} a_k x^k",
    r"-\log p = L",
]


@pytest.mark.parametrize("latex", SILENT)
def test_right_formulas_that_look_alike_are_left_alone(tmp_path: Path, latex: str) -> None:
    assert found(tmp_path, latex) == []


def test_the_exponential_density_needs_its_name(tmp_path: Path) -> None:
    latex = r"\frac{1}{\alpha} e^{-\alpha x}"
    assert found(tmp_path, latex) == []
    assert [d.code for d in found(tmp_path, latex, "The exponential distribution")] == ["BP123"]
    assert found(tmp_path, r"\alpha e^{-\alpha x}", "The exponential distribution") == []
    assert found(tmp_path, r"\lambda I_{x\geq 0} e^{-\lambda x}", "The exponential distribution") == []
