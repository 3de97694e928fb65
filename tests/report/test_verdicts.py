from dataclasses import FrozenInstanceError

import pytest

from backproof.verdicts import PASSES, Convention, Holds, Proved, Refuted, Unknown, Unread

VERDICTS = [
    (Proved("z3"), "proved"),
    (Holds(200, 1e-12), "holds"),
    (Convention("rows"), "convention"),
    (Refuted({"at": {"x": 1.0}}), "refuted"),
    (Unknown("no template"), "unknown"),
    (Unread(12), "unread"),
]


@pytest.mark.parametrize(("verdict", "name"), VERDICTS)
def test_verdicts_have_a_name_and_no_truth_value(verdict, name):
    assert verdict.name == name
    with pytest.raises(TypeError, match=name):
        bool(verdict)


@pytest.mark.parametrize(("verdict", "name"), VERDICTS)
def test_verdicts_are_frozen_hashable_values(verdict, name):
    with pytest.raises((FrozenInstanceError, TypeError)):
        verdict.why = "changed"
    assert {verdict: name}[verdict] == name


def test_only_positive_verdicts_pass():
    assert {name for _, name in VERDICTS} - PASSES == {"refuted", "unknown", "unread"}


def test_a_refutation_without_evidence_is_refused():
    with pytest.raises(ValueError, match="evidence"):
        Refuted({})
