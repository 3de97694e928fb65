"""The points at which notes and specs are compared must feel every symbol of every spec."""

from __future__ import annotations

import pytest

from backproof.audit import compiled
from backproof.audit.library import Library
from backproof.audit.match.binding import spec_binding, spec_side
from backproof.audit.match.edits import edits
from backproof.audit.match.matcher import match, reference, sensitive
from backproof.audit.match.values import Sample, sample_value, valued
from backproof.audit.notation.reader import read
from backproof.audit.notation.tree import Node
from backproof.audit.roles.lexicon import FIELDS
from backproof.audit.roles.samples import KEPT, numbers

SPECS = Library(compiled.load()).right
# softmax(x − max x) does not depend on one x alone, D(G(z)) has no value for a z alone: such specs accept nothing
BLIND = {
    ("activation.softmax", "shifted"),
    ("activation.log_softmax", "shifted"),
    ("gan.generator_loss", "one_sample"),
    ("measures.cramers_v", ""),  # of two sizes the smaller alone is felt
    ("agreement.jaccard", ""),  # sizes of sets have no value here; the fields of jobs know them
}


def test_every_symbol_moves_the_value() -> None:
    """A symbol that no point feels could be replaced by anything, and the line would still be called right."""
    judged = [s for s in SPECS if reference(s, False, False)]
    assert {(s.formula, s.name) for s in judged if not sensitive(s)} <= BLIND
    assert len(judged) > len(SPECS) // 2


def test_a_blind_spec_accepts_nothing() -> None:
    for spec in SPECS:
        if (spec.formula, spec.name) in BLIND:
            assert match(spec.left, spec.right, spec) is None


def test_every_spec_with_a_value_recognises_itself() -> None:
    """The canonical LaTeX, read as if it stood in a note, is accepted as what it is."""
    able = [s for s in SPECS if reference(s, False, False) and sensitive(s)]
    lost = [f"{s.formula} {s.name}" for s in able if match(s.left, s.right, s) is None]
    assert len(lost) <= len(able) // 10, lost


def test_the_numbers_that_are_kept_of_a_sample_are_bounded() -> None:
    """Whatever symbols and places notes have; a number that was let go of comes out the same again."""
    number = numbers(0, FIELDS[0])
    first = number("x", "data", (0,))
    for place in range(3 * KEPT):
        number("x", "data", (place,))
    assert number.cache_info().currsize <= KEPT
    assert number("x", "data", (0,)) == first


def test_what_has_a_value_may_have_one() -> None:
    """The look at a tree's operations, which saves evaluating it, turns away no spec and no edit of one that has a value."""
    without = 0
    for spec in SPECS[::5]:
        names = spec_binding(spec).names(spec_side(spec))
        for tree in (spec.right, *(c.tree for c in edits(spec.right, lambda leaf: [], []))):
            without += not valued(tree)
            assert valued(tree) or sample_value(tree, names, Sample(0)) is None, tree
    assert without


@pytest.mark.parametrize(
    ("latex", "may"),
    [
        (r"x + \frac{\partial L}{\partial w}", False),
        (r"\begin{cases} x & x > 0 \\ 0 & x \le 0 \end{cases}", False),
        (r"\sum_{i=1}^n (x_i > 0)", False),
        (r"\sum_{i=7}^n (x_i > 0)", True),  # an empty sum is 0, whatever it is of
        (r"\int x", False),
        (r"W^T x + b", True),
        (r"f([h, x])", True),
    ],
)
def test_operations_without_a_value(latex: str, may: bool) -> None:
    assert valued(_tree(latex)) is may


def _tree(latex: str) -> Node:
    return read(f"y = {latex}").statements[0].tree.args[1]
