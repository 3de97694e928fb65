"""Statements about probabilities and moments: true ones hold on every random distribution, false ones have a counterexample."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit import report
from backproof.audit.checks import Case, chance
from backproof.audit.checks.chance import moments, verdict
from backproof.audit.document import build
from backproof.audit.findings import Diagnostic
from backproof.audit.library import Library
from backproof.audit.notation.reader import read
from backproof.audit.sources import load
from tests.audit.notes import one_line

TRUE = [
    r"P(A|B) = \frac{P(B|A) P(A)}{\sum_a P(B|A=a) P(A=a)}",
    r"P(A \cup B) = P(A) + P(B) - P(A \cap B)",
    r"P(B_i|A) = \frac{P(A|B_i)P(B_i)}{\sum_{j=1}^n P(A|B_j)P(B_j)}",
    r"p(x_{1:T}) = \prod_{t=1}^T p(x_t | x_{<t})",
    r"P(w_1, \ldots, w_n) = \prod_{i=1}^n P(w_i | w_1, \ldots, w_{i-1})",
    r"P(x_1, \ldots, x_T) = \prod_{t=1}^T P(x_t \mid x_{t-1}, \ldots, x_1)",
    r"p(z|x) = \frac{p(x|z)p(z)}{\int p(x|z)p(z)dz}",
    r"D_{KL}(p\|q) = \sum_x p(x)\log\frac{p(x)}{q(x)}",
    r"D_{KL}(p\|q) = \mathbb{E}_{x\sim p}[\log p(x) - \log q(x)]",
    r"KL(p||q) = H(p,q) - H(p)",
    r"I(X;Y) = H(X) - H(X|Y)",
    r"H(Y|X) = -\sum_{x,y} p(x,y)\log p(y|x)",
    r"H(p) = -\sum_i p_i\log_2 p_i",
    r"H(X) = -\sum_{i=1}^n p_i\log_2 p_i",
    r"H(X,Y) = H(X) + H(Y|X)",
    r"\mathbb{E}_{x\sim p}[f(x)] = \mathbb{E}_{x\sim q}[ \frac{p(x)}{q(x)} f(x)]",
]
MODELS = [  # false in general, but a model that may be meant
    r"P(w_1, \ldots, w_n) = \prod_{i=1}^n P(w_i | w_{i-1})",
    r"p(x_{1:T},h_{1:T}) = p(h_1) p(x_1|h_1) \prod_{t=2}^T p(h_t|h_{t-1}) p(x_t|h_t)",
    r"P(x_{1:T},z_{1:T}) = p(z_1) \prod_{t=2}^T p(z_t|z_{t-1}) \prod_{t=1}^T p(x_t|z_t)",
    r"P(A \cap B) = P(A) P(B)",
    r"P(y|x_1,x_2) = \frac{P(y)P(x_1|y)P(x_2|y)}{P(x_1,x_2)}",
    r"P(\mathbf{Y} \mid \mathbf{X}) = \prod_{i=1}^n P(y_i \mid x_i)",
]
FALSE = [
    r"P(A|B) = \frac{P(B|A) P(A)}{\sum_b P(B=b|A) P(A)}",
    r"P(A \cup B) = P(A) + P(B) + P(A \cap B)",
    r"P(A, B) = P(A|B) P(B|A)",
    r"p(y | x) = \frac{p(x | y)}{\sum_{y'} p(x | y')}",
    r"P(B_i|A) = \frac{P(A|B_i)P(B_i)}{\sum_{j=1}^n P(B_j|A)P(B_j)}",
    r"P(w_1, \ldots, w_n) = \prod_{i=1}^n P(w_i | w_1, \ldots, w_{i})",
    r"P(w_1, \ldots, w_n) = \prod_{i=2}^{n} P(w_i | w_{i-1})",
    r"P(y_1,\dots,y_T) = \prod_{t=1}^{T} P(y_t | y_{1:t-1}, X)",
    r"p(x) = \int p(x|z)p(x)dz",
    r"\int p(x) f(x) dx = \int p(x) f(x) \frac{q(x)}{p(x)} dx",
    r"D_{KL}(p\|q) = \sum_x q(x)\log\frac{p(x)}{q(x)}",
    r"H(Y|X) = -\sum_{x,y} p(x,y)\log p(x,y)",
    r"I(X;Y) = H(X) + H(X|Y)",
    r"H(X) = -\sum_{i=1}^n p_i^2\log_2 p_i",
    r"\mathbb{E}_{x\sim p}[f(x)] = \mathbb{E}_{x\sim q}[ \frac{q(x)}{p(x)} f(x)]",
]
UNKNOWN = [
    r"P(s) = P(x_{mask} | context)",
    r"P(D|\theta) = \prod_{i=1}^{n} p(x_i | \theta)",
    r"p(z=1|x) = \frac{p(x)}{p(x)+q(x)}",
    r"P(X = x_i) = p_i",
]


def sides(latex: str) -> tuple:  # type: ignore[type-arg]
    (statement,) = read(latex).statements
    return statement.tree.args


@pytest.mark.parametrize("latex", TRUE)
def test_true_statements_hold_for_every_distribution(latex: str) -> None:
    assert verdict.judge(*sides(latex), "") is None
    assert verdict.holds(*sides(latex))


@pytest.mark.parametrize("latex", MODELS + UNKNOWN)
def test_models_and_abbreviations_are_no_mistakes(latex: str) -> None:
    assert verdict.judge(*sides(latex), "") is None
    assert not verdict.holds(*sides(latex))


@pytest.mark.parametrize("latex", FALSE)
def test_false_statements_are_refuted(latex: str) -> None:
    outcome = verdict.judge(*sides(latex), "")
    assert outcome is not None and abs(outcome.left - outcome.right) > 1e-6
    assert outcome.at


def test_equal_priors_may_be_left_out_where_the_text_says_so() -> None:
    (left, right) = sides(r"p(y | x) = \frac{p(x | y)}{\sum_{y'} p(x | y')}")
    assert verdict.judge(left, right, "with a uniform prior over classes") is None


MOMENTS_TRUE = [
    r"Var(ax+by) = a^2 Var(x) + b^2 Var(y)",
    r"Var(X+Y) = Var(X) + Var(Y) + 2 Cov(X,Y)",
    r"Var(X) = E[X^2] - E[X]^2",
    r"Var(X) = E[X^2]",
    r"E[XY] = E[X] E[Y]",
    r"E\left[(X-\mu_X)^2\right] = E[X^2] - \mu_X^2",
    r"Var(\sum_{i=1}^n w_i x_i) = n Var(w_i) Var(x_i)",
    r"Var[z^i] = Var[x] \prod_{j=0}^{i-1} n_j Var[W^j]",
]
MOMENTS_FALSE = [
    r"Var(ax+by) = Var(x) + Var(y)",
    r"Var(X-Y) = Var(X) - Var(Y)",
    r"Var(X+Y) = Var(X) + Var(Y) + Cov(X,Y)",
    r"Var(X) = E[X^2] - E[X]",
    r"E(f(x)) = f(E(x))",
    r"Cov(X,Y) = E[XY] + E[X]E[Y]",
    r"E(\sum_{k=1}^{n} a_k x_k) = \sum_{k=1}^{n} a_k E(x_k) x_k",
]


@pytest.mark.parametrize("latex", MOMENTS_TRUE)
def test_true_moments_and_usual_assumptions(latex: str) -> None:
    assert moments.judge(*sides(latex), "") is None


@pytest.mark.parametrize("latex", MOMENTS_FALSE)
def test_false_moments(latex: str) -> None:
    assert moments.judge(*sides(latex), "") is not None


def test_a_linear_function_passes_through_the_expectation() -> None:
    assert moments.judge(*sides(r"E(f(x)) = f(E(x))"), "for a linear function f") is None


def diagnostics(tmp_path: Path, latex: str) -> list[Diagnostic]:
    note = build(load(one_line(tmp_path / "note.md", "Notes", latex)))
    return report.write(note, [], list(chance.check(Case(note, Library([]), []))), "en").diagnostics


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (r"\text{PPL}(W) = P(w_1, w_2, \ldots, w_N)^{1/N}", r"\text{PPL}(W) = P(w_1, w_2, \ldots, w_N)^{-1/N}"),
        (
            r"I(X;Y) = -\sum_{x,y} p(x,y)\log\frac{p(x,y)}{p(x)p(y)}",
            r"I(X;Y) = \sum_{x,y} p(x,y)\log\frac{p(x,y)}{p(x)p(y)}",
        ),
        (
            r"\log P(y_1, \ldots, y_{L}) = \sum_{t=1}^L \log P(y_t \mid y_1, \ldots, y_{t-1}, \mathbf{c})",
            r"\log P(y_1, \ldots, y_{L} \mid \mathbf{c}) = \sum_{t=1}^L \log P(y_t \mid y_1, \ldots, y_{t-1}, \mathbf{c})",
        ),
        (
            r"\hat{p}(v|u,w) = \frac{n(w,u,v) + \epsilon \hat{p}(u,v)}{n(w,u) + \epsilon}",
            r"\hat{p}(v|u,w) = \frac{n(w,u,v) + \epsilon \hat{p}(v | u)}{n(w,u) + \epsilon}",
        ),
    ],
)
def test_signs_conditions_and_counts_are_put_right(tmp_path: Path, wrong: str, right: str) -> None:
    (error,) = diagnostics(tmp_path, wrong)
    assert error.suggestion is not None and error.suggestion.latex == right
    assert diagnostics(tmp_path, right) == []


@pytest.mark.parametrize(
    "latex",
    [
        r"P(w_i|w_{i-1}) = \frac{C(w_{i-1},w_i)}{C(w_{i-1})}",
        r"P(w_i|w_{i-1}) = \frac{C(w_{i-1},w_i)+1}{C(w_{i-1})+V}",
    ],
)
def test_relative_frequencies_sum_to_one(tmp_path: Path, latex: str) -> None:
    assert diagnostics(tmp_path, latex) == []
    assert diagnostics(tmp_path, latex.replace("{C(w_{i-1})", "{C(w_i)")) != []
