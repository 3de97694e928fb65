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


LEFT_OUT = [  # kind, formula, original, what is exchanged, by what, why
    ("factor dropped", "activation.elu", r"\operatorname{ELU}(x) = \max(0, x) + \min(0, \alpha (e^x - 1))", r"\alpha ", "", "a free constant of one"),
    ("factor dropped", "decoding.temperature", r"p = \operatorname{softmax}(\beta z)", r"\beta ", "", ""),
    ("one dropped", "convolution.parameter_count", r"N = C_{out} (C_{in} K_h K_w + 1)", " + 1", "", "a layer without a bias"),
    ("transpose dropped", "gpt.model", r"\mathrm{logits} = s E^{\top}", r"^{\top}", "", "layout of a parameter"),
    ("transpose dropped", "attention.scores", r"S = Q K^{\top}", r"^{\top}", "", ""),
    ("transpose dropped", "attention.additive", r"e_{ij} = \mathbf{a}^\top f(x) = b", r"^\top", "", "layout of a parameter"),
    ("transpose dropped", "attention.additive", r"e_{ij} = \mathbf{a}_1^\top f(x) = \mathbf{a}_2^\top g(x)", r"_1^\top", "_1", ""),
    ("tanh and sigma", "recurrent.rnn.step", r"s_t = \tanh (Ux_t+Ws_{t-1})", r"\tanh", r"\sigma", "a choice of activation"),
    ("gates swapped", "recurrent.rnn.step", r"z_t = u*x_t + w*s_{t-1}", "u*x_t + w", "w*x_t + u", "free parameters by each other's letters"),
    ("gates swapped", "recurrent.lstm.cell", r"c_t = f*c_{t-1} + i*g", "f*c_{t-1} + i", "i*c_{t-1} + f", ""),
    ("function dropped", "recurrent.lstm.hidden", r"h_t = \sigma(o_t) \odot \tanh(\mathrm{LN}(c_t))", r"\sigma", "", "a gate of its own"),
    ("function dropped", "recurrent.lstm.cell", r"c_t = \sigma(f_t) \odot c_{t-1} + \sigma(i_t) \odot g_t", r"\sigma", "", ""),
    ("factor dropped", "recurrent.lstm.cell", r"c_t = f_t \odot c_{t-1} + i_t \odot g_t", r"f_t \odot ", "", "a cell that forgets nothing"),
    ("factor dropped", "recurrent.lstm.cell", r"c_t = f_t \odot c_{t-1} + i_t \odot g_t", r"i_t \odot ", "", ""),
    ("time index", "normalization.batch.mean", r"u^l = \frac{1}{H} \sum_{i=1}^H a_i^l", r"^l", r"^{l-1}", "a norm counted as a layer"),
    ("time index", "normalization.batch.scale_shift", r"y^l = \gamma^l \hat a^l + \beta^l", r"\beta^l", r"\beta^{l-1}", ""),
    ("tanh and sigma", "activation.softmax", r"y = \text{softmax}\left(f\left(\sum_v \sigma(h_v)\right)\right)", r"\sigma", r"\tanh", "inside of any softmax"),
    ("sign", "dense.affine", r"o_t = V h_t + c", "+", "-", "absorbed by a free parameter"),
    ("time index", "dense.residual", r"a^{l+2} = g(z^{l+2} + a^l)", "a^l)", "a^{l-1})", "the layers that a shortcut skips"),
    ("factor 2", "regularization.l2", r"J(w) = \frac{\alpha}{2} w^T w + J_0", r"\frac{\alpha}", r"2 \frac{\alpha}", "the scale of a loss"),
    ("one dropped", "metrics.euclidean_distance", r"d(a, b) = \sqrt{\sum_{i=0}^{d - 1} (a_i - b_i)^2}", " - 1}", "}", "where a sum counts from"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "formula", "original", "old", "new", "reason"), LEFT_OUT)
def test_the_literature_has_it_both_ways(
    kind: str, formula: str, original: str, old: str, new: str, reason: str
) -> None:
    place = (
        original.rindex(old) if kind == "time index" else original.index(old, original.index("=") if old != "=" else 0)
    )
    text = original[:place] + new + original[place + len(old) :]
    assert discarded(Mutant(kind, "", original, text, place, old, new, formula)) == reason


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
