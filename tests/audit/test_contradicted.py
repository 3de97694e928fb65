"""What is asked for among its own conditions, and the condition without it."""

from __future__ import annotations

import pytest

from backproof.audit.match.contradicted import conditionals, freed, given_itself
from backproof.audit.notation.reader import read
from backproof.audit.notation.tree import Node
from backproof.audit.notation.write import to_latex


def condition(latex: str) -> Node:
    (found,) = conditionals(read(latex).statements[0].tree)
    return found


@pytest.mark.parametrize(
    ("latex", "due"),
    [
        (r"p(x_t | x_{\le t})", r"x_{t} \mid x_{ < t}"),
        (r"p(x_t | x_{\leqslant t})", r"x_{t} \mid x_{ < t}"),
        (r"p(x_t | x_{1:t})", r"x_{t} \mid x_{1:t - 1}"),
        (r"p(x_t | x_t)", r"x_{t} \mid x_{t - 1}"),
    ],
)
def test_what_is_asked_for_is_among_what_is_given(latex: str, due: str) -> None:
    assert given_itself(condition(latex))
    assert to_latex(freed(condition(latex))) == due


@pytest.mark.parametrize(
    "latex",
    [r"p(x_t | x_{< t})", r"p(x_t | x_{1:t-1})", r"p(z_t | x_{1:t})", r"p(x_t | x_{\le s})", r"p(x_t | y_{\le t})"],
)
def test_what_is_asked_for_is_not(latex: str) -> None:
    assert not given_itself(condition(latex))
