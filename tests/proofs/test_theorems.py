"""Theorems: all pass, every control is refuted, and the whole run is quick."""

import time

import pytest

import proofs
from formulas import registry
from proofs import theorems
from proofs.theorems import model
from proofs.verdicts import Holds, Proved, Refuted, Unknown

SAMPLED = {"decoding.top_k_keeps", "decoding.top_p_keeps"}
"""Statements about counts of kept tokens: no tactic argues about them for all sizes, so they are sampled."""

ALL = theorems.all()


@pytest.mark.parametrize("id", [t.id for t in ALL])
def test_theorem(id):
    (result,) = theorems.run([id])
    expected = Holds if id in SAMPLED else Proved
    assert isinstance(result.verdict, expected), result.verdict
    assert isinstance(result.control_verdict, Refuted), result.control_verdict
    assert result.seconds < 20


def test_every_theorem_is_told_in_both_languages_and_about_real_formulas():
    known = set(registry.ids())
    for t in ALL:
        assert set(t.title) == set(t.control_title) == {"en", "zh"}
        assert all(t.title.values()) and all(t.control_title.values())
        assert t.formulas and set(t.formulas) <= known, (t.id, set(t.formulas) - known)


def test_no_theorem_is_called_like_a_formula():
    """An id names theorems by their own id or by a formula's: it must be clear which."""
    assert not {t.id for t in ALL} & set(registry.ids())


def test_the_list_covers_every_topic():
    assert {t.id.split(".")[0] for t in ALL} >= {
        "softmax",
        "attention",
        "activations",
        "convolution",
        "recurrent",
        "transformer",
        "decoding",
        "gpt",
        "indices",
    }
    assert len(ALL) >= 45


def test_run_takes_formula_ids():
    found = [t.id for t in model.chosen(["recurrent.gru.hidden"])]
    assert "recurrent.gru_conventions" in found
    assert "softmax.jacobian" not in found


def test_run_through_the_package():
    start = time.perf_counter()
    (result,) = proofs.run(["recurrent.lstm_keeps"])
    assert result.theorem.id == "recurrent.lstm_keeps"
    assert 0 < result.seconds <= time.perf_counter() - start


@pytest.mark.parametrize("call", [theorems.get, lambda id: list(theorems.run([id]))])
def test_an_unknown_id_names_close_ones(call):
    with pytest.raises(KeyError, match=r"softmax\.jacobian") as caught:
        call("softmax.jacobean")
    assert "softmax.jacobian" in caught.value.close


def test_a_tactic_that_fails_leaves_the_statement_open():
    def broken():
        raise ZeroDivisionError("by accident")

    assert model.attempt(broken) == Unknown("ZeroDivisionError: by accident")


TRIVIAL = {"formulas": [], "prove": lambda: Proved(""), "control": lambda: Proved("")}


def test_ids_are_unique():
    with pytest.raises(ValueError, match=r"softmax\.jacobian"):
        model.theorem("softmax.jacobian", "", "", control_en="", control_zh="", **TRIVIAL)


def test_theorems_are_about_the_catalogs_own_terms():
    """Exchange a formula's term for a pitfall's and its theorem falls."""
    formula = registry.get("recurrent.lstm.cell")
    right = formula.build
    try:
        formula.build = next(p for p in formula.pitfalls if p.name == "gates_swapped").build
        assert isinstance(theorems.get("recurrent.lstm_keeps").prove(), Refuted)
    finally:
        formula.build = right
