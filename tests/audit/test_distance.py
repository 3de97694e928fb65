"""Lower bounds of slips between patterns and terms: none too high, and not idle."""

from __future__ import annotations

import pytest

from backproof.audit.checks.nearly_accepts import OF_FUNCTIONS
from backproof.audit.checks.nearly_convicts import UNFAIR, kept
from backproof.audit.match.distance import FAR, Distance
from backproof.audit.match.edits import Candidate
from backproof.audit.match.forms import ALL_ROWS, forms, possible
from backproof.audit.match.letters_of_roles import CALLED
from backproof.audit.match.slipped import slips
from backproof.audit.match.terms import LINEAR, Term, parsed, subterms, term
from backproof.audit.notation.reader import read
from backproof.audit.notation.tree import Node
from backproof.audit.notation.write import to_latex


def _side(latex: str) -> Term:
    return parsed(f"y = {latex}")[1]


def test_every_form_is_no_way_from_itself() -> None:
    for form in (form for row in ALL_ROWS for form in forms(row)):
        if not {*LINEAR, *CALLED} & {
            str(t[1][1]) for t in subterms(form.right) if t[0] == "app"
        }:  # no term but a pattern
            assert Distance().of(form.right, form.right) == 0, form.right
            assert Distance(far=1).of(form.right, form.right) == 0, form.right


@pytest.mark.parametrize(
    ("pattern", "slipped"),
    [
        (r"\frac{1}{1+e^{-X}}", r"\frac{1}{1-e^{-x}}"),
        (r"\frac{1}{1+e^{-X}}", r"1+e^{-x}"),
        (r"\frac{1}{1+e^{-X}}", r"\frac{1}{e^{-x}}"),
        (r"\sigma(\mathrm{aff}(h_{t-1}, x_t))", r"\tanh(W x_t + U h_{t-1} + b)"),
        (r"\sigma(\mathrm{aff}(h_{t-1}, x_t))", r"W x_t + U h_{t-1} + b"),
        (r"(1-z_t) \odot h_{t-1} + z_t \odot g", r"z_t \odot h_{t-1} + z_t \odot g"),
        (r"\frac{1}{\sqrt{2\pi}} e^{-\frac{x^2}{2}}", r"\frac{1}{2\pi} e^{-\frac{x^2}{2}}"),
        (r"\frac{1}{\sqrt{2\pi}} e^{-\frac{x^2}{2}}", r"\frac{1}{\sqrt{2\pi}} e^{-\frac{2}{x^2}}"),
        (r"\sqrt{\frac{1}{m}\sum_i x_i^2 + \epsilon}", r"\sqrt{\frac{1}{m}\sum_i x_i^2} + \epsilon"),
        (r"-x \log y - (1-x) \log(1-y)", r"x \log y + (1-x) \log(1-y)"),
    ],
)
def test_one_slip_is_near(pattern: str, slipped: str) -> None:
    p, t = _side(pattern), _side(slipped)
    assert Distance().of(p, t) == 1
    assert Distance(far=1).of(p, t) == 1


@pytest.mark.parametrize(
    ("pattern", "other"),
    [
        (r"\frac{1}{1+e^{-X}}", r"W x + b"),
        (r"\sigma(\mathrm{aff}(h_{t-1}, x_t))", r"\frac{1}{n} \sum_i x_i"),
        (r"\mathrm{softmax}(\frac{q k^\top}{\sqrt{d}}) v", r"x + f(x)"),
        (r"\frac{x-\mu}{\sqrt{v+\epsilon}}", r"\max(0, x)"),
    ],
)
def test_another_formula_is_far(pattern: str, other: str) -> None:
    assert Distance().of(_side(pattern), _side(other)) == FAR


@pytest.mark.parametrize(
    ("heading", "latex"),
    [
        ("Sigmoid", r"\sigma(x) = \frac{1}{1+e^{-x}}"),
        ("Batch normalization", r"\sigma^2 = \frac{1}{m} \sum_{i=1}^m (x_i - \mu)^2"),
        ("Batch normalization", r"\hat x_i = \frac{x_i-\mu}{\sqrt{\sigma^2+\epsilon}}"),
        ("Recurrent network", r"h_t = \tanh(W x_t + U h_{t-1} + b)"),
        ("GRU", r"h_t = (1-z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t"),
        ("GRU", r"\tilde{h}_t = \tanh(W x_t + U (r_t \odot h_{t-1}) + b)"),
        ("Attention", r"e_{ij} = v^\top \tanh(W s_{i-1} + U h_j)"),
    ],
)
def test_no_slip_that_an_edit_undoes_puts_the_form_out_of_reach(heading: str, latex: str) -> None:
    (statement,) = read(latex).statements
    left, right = statement.tree.args
    context = f"# {heading}\n"
    meant = [f for f in possible(left, (right,), context) if Distance(far=1).of(f.right, term(right)) == 0]
    wrong = [c.tree for c in slips(left, right) if any(_undone(back, right) for back in slips(left, c.tree))]
    assert meant
    assert len(wrong) >= 10
    for tree in wrong:
        assert any(f in possible(left, (tree,), context) for f in meant), to_latex(tree)


def _undone(back: Candidate, right: Node) -> bool:
    """An edit that leads back and may convict; what weights exchange, and what a bias is the complement of, is free."""
    return back.tree == right and kept(back) and back.kind not in UNFAIR | OF_FUNCTIONS | {"exchanged", "complement"}
