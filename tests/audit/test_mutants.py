"""Single mistakes in the catalog's own equations are flagged, and what is no mistake is left out for a reason."""

from __future__ import annotations

import random

import pytest

from tests.audit.mutants.kinds import KINDS
from tests.audit.mutants.run import Seed, counted, mutants, of_catalog, outcomes, verified
from tests.audit.mutants.same import Mutant, discarded
from tests.audit.mutants.value import same_value

SEEDS, SIZE = 60, 120
FLOOR, ACCEPTED = 0.8, 0.05  # measured on all of them: see ``python -m tests.audit.mutants``


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_most_single_mistakes_are_flagged() -> None:
    seeds = verified(random.Random(3).sample(of_catalog(), SEEDS))
    kept, _ = counted(tuple(seeds))
    done = outcomes(random.Random(3).sample(kept, min(SIZE, len(kept))))
    fates = [o.fate for o in done]
    assert fates.count("flagged") >= FLOOR * len(done)
    assert fates.count("accepted") <= ACCEPTED * len(done)


def test_every_kind_of_mistake_occurs() -> None:
    """A row whose pattern matches nothing would count for nothing."""
    made = {m.kind for seed in of_catalog() for m in mutants(seed)}
    assert set(KINDS) - made == set()


@pytest.mark.parametrize(
    ("heading", "original", "text", "kind", "left_out"),
    [
        ("LSTM", r"h_t = o_t \odot c_t", r"h_t = c_t \odot o_t", "gates swapped", True),
        ("LSTM", r"c_t = f_t \odot c + i_t \odot g", r"c_t = i_t \odot c + f_t \odot g", "gates swapped", False),
        ("Dense", r"y = W x + b", r"y = W x - b", "sign", True),
        ("SGD", r"w = w - \eta g", r"w = w + \eta g", "sign", False),
        ("Attention", r"A = Q K^T", r"A = Q K", "transpose dropped", False),
        ("RNN", r"h_t = \tanh(W x + b)", r"h_t = \sigma(W x + b)", "tanh and sigma", True),
        ("LSTM", r"f_t = \sigma(W x + b)", r"f_t = \tanh(W x + b)", "tanh and sigma", False),
    ],
)
def test_what_is_no_mistake_is_left_out(heading: str, original: str, text: str, kind: str, left_out: bool) -> None:
    place = next((k for k, (a, b) in enumerate(zip(original, text, strict=False)) if a != b), len(text))
    old = original[place : place + 1]
    assert bool(discarded(Mutant(kind, heading, original, text, place, old, "", ""))) == left_out


@pytest.mark.parametrize(
    ("kind", "formula", "original", "text", "reason"),
    [
        ("time index", "optimizer.momentum.update", r"\theta_{t} = \theta_{t-1} - \eta v_{t}", r"\theta_{t} = \theta_{t-1} - \eta v_{t-1}", "another formula of the catalog"),
        ("time index", "optimizer.momentum.update", r"\theta_{t} = \theta_{t-1} - \eta v_{t}", r"\theta_{t-1} = \theta_{t-1} - \eta v_{t}", ""),
        ("time index", "decoding.generate", r"y = \left(y_{t}\right)_{t=1}^{T}", r"y = \left(y_{t-1}\right)_{t=1}^{T}", ""),
        ("one dropped", "decoding.kv_cache_step", r"K_{1:t+1} = \left[K_{1:t}, k_{t+1}\right]", r"K_{1:t+1} = \left[K_{1:t}, k_{t}\right]", ""),
        ("factor 2", "learning.squared_error_gradient", r"\frac{\partial L}{\partial \hat{y}} = \frac{2 \left(\hat{y} - y\right)}{m}", r"\frac{\partial L}{\partial \hat{y}} = 2 \frac{2 \left(\hat{y} - y\right)}{m}", ""),
        ("one dropped", "counts.dense_parameters", r"N = d_{out} \left(d_{in} + 1\right)", r"N = d_{out} \left(d_{in}\right)", "another formula of the catalog"),
        ("one dropped", "counts.rnn.parameters", r"N = d_{out} \left(d_{in} + 1\right)", r"N = d_{out} \left(d_{in}\right)", ""),
        ("factor 2", "learning.one_weight_gradient", r"\frac{\partial J}{\partial w} = \frac{\sum_{i=0}^{m - 1} x_{i} \left(\hat{y}_{i} - y_{i}\right)}{m}", r"\frac{\partial J}{\partial w} = 2 \frac{\sum_{i=0}^{m - 1} x_{i} \left(\hat{y}_{i} - y_{i}\right)}{m}", "the slope of a loss of another scale"),
        ("factor 2", "statistics.mean", r"\mu = \frac{\sum_{i=0}^{n - 1} x_{i}}{n}", r"\mu = 2 \frac{\sum_{i=0}^{n - 1} x_{i}}{n}", ""),
    ],
)  # fmt: skip
def test_what_the_catalog_states_otherwise_is_left_out(
    kind: str, formula: str, original: str, text: str, reason: str
) -> None:
    place = next(k for k, (a, b) in enumerate(zip(original, text, strict=False)) if a != b)
    assert discarded(Mutant(kind, "", original, text, place, "", "", formula)) == reason


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (r"a b + c", r"c + b a", True),
        (r"A B", r"B A", False),
        (r"\frac{a}{b} c", r"\frac{a c}{b}", True),
        (r"\sqrt{a}", r"a", False),
        (r"(A B)^T", r"B^T A^T", True),
        (r"A \odot B", r"A B", False),
    ],
)
def test_values_tell_functions_apart(a: str, b: str, same: bool) -> None:
    assert same_value(a, b) is same


def test_a_mutant_says_where_and_what() -> None:
    for m in mutants(Seed("LSTM", r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t")):
        assert m.original[m.start : m.start + len(m.old)] == m.old
        assert m.text == m.original[: m.start] + m.new + m.original[m.start + len(m.old) :]
