"""Names of notes and specs: signatures, and what may stand for what."""

from __future__ import annotations

import pytest

from backproof.audit import compiled
from backproof.audit.library import Library
from backproof.audit.match.binding import bindings, may_bind, sides, spec_binding, spec_side
from backproof.audit.match.signature import Signature, signature
from backproof.audit.notation.reader import read
from backproof.audit.specs import rows


def name(latex: str) -> Signature:
    return signature(read(latex).statements[0].tree, "t")


@pytest.mark.parametrize("latex", ["c_{t-1}", "c^{<t-1>}", "c_{(t-1)}", "c^{(t-1)}", r"\mathbf{c}_{t-1}", "c_{prev}"])
def test_one_name_in_many_spellings(latex: str) -> None:
    assert name(latex) == Signature("c", (), -1)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\tilde{c}_{t-1}", Signature("c", ("tilde",), -1)),
        (r"\hat{c}_t", Signature("c", ("tilde",), 0)),
        ("h_{t_1}", Signature("h", (), None, ("t1",))),
        ("W_{xf}", Signature("W", (), None, ("x", "f"))),
        ("x_{t+1}", Signature("x", (), 1)),
    ],
)
def test_what_must_not_be_confused(latex: str, expected: Signature) -> None:
    assert name(latex) == expected


def test_offsets_count_from_the_left_side() -> None:
    tree = read("h_{t+1} = x_{t+1} + h_t").statements[0].tree
    _, right = sides(tree.args[0], tree.args[1])
    assert [right.signature(n).step for n in tree.args[1].args] == [0, -1]


def test_symbols_of_a_spec_have_names_of_their_own() -> None:
    """A named subterm and an input of the same letter (the candidate and the state of a GRU) are two things."""
    for spec in rows(["recurrent.gru.step", "transformer.layer_norm"]):
        symbols = list(spec_binding(spec).table.values())
        assert len({s.name for s in symbols}) == len(symbols), spec.name


def test_what_may_not_be_bound_has_no_binding() -> None:
    """Sides and symbols are told apart by counts before a binding is tried; every third spec's side against every seventh."""
    specs = Library(compiled.load()).right
    tried = [(spec_side(a), b) for a in specs[::3] for b in specs[::7]]
    told = [(side, spec) for side, spec in tried if not may_bind(side, spec)]
    assert not [spec.formula for side, spec in told if any(True for _ in bindings(side, spec))]
    assert len(told) > 0.8 * len(tried)
