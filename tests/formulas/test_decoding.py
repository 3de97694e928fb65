"""Choosing and generating tokens, caching: ties, extremes, and the end of a sequence."""

from typing import Any

import numpy as np
import pytest

import formulas
from formulas.evaluation import READINGS
from formulas.model import Stated

READ = pytest.mark.parametrize("reading", READINGS)


def results(statement: Stated, reading: str, **values: Any) -> list[np.ndarray]:
    return [np.array(np.asarray(r).tolist(), dtype=float) for r in formulas.evaluate(statement, values, reading)]


def result(id: str, reading: str, **values: Any) -> np.ndarray:
    return results(formulas.get(id), reading, **values)[0]


def pitfall(id: str, name: str) -> Stated:
    return next(p for p in formulas.get(id).pitfalls if p.name == name)


@READ
def test_causal_mask_is_the_lower_triangle(reading: str) -> None:
    for n in (1, 2, 5):
        assert (result("decoding.causal_mask", reading, n=n) == np.tril(np.ones((n, n)))).all()


@READ
def test_top_k_keeps_all_that_tie_with_the_last(reading: str) -> None:
    logits = np.log([1.0, 4.0, 2.0, 2.0, 1.0])
    assert result("decoding.top_k", reading, logits=logits, k=2) == pytest.approx([0, 0.5, 0.25, 0.25, 0])
    assert result("decoding.top_k", reading, logits=logits, k=1) == pytest.approx([0, 1, 0, 0, 0])
    assert result("decoding.top_k", reading, logits=logits, k=9) == pytest.approx(np.exp(logits) / 10)


@READ
def test_top_p_keeps_the_token_that_reaches_p(reading: str) -> None:
    logits = np.log([0.5, 0.3, 0.15, 0.05])
    for p, kept in ((0.4, 1), (0.6, 2), (0.9, 3), (0.99, 4)):
        shares = np.array([0.5, 0.3, 0.15, 0.05][:kept] + [0] * (4 - kept))
        assert result("decoding.top_p", reading, logits=logits, p=p) == pytest.approx(shares / shares.sum())


def test_top_p_that_drops_the_last_token_may_keep_none() -> None:
    wrong = pitfall("decoding.top_p", "last_one_dropped")
    assert not results(wrong, "numpy", logits=np.log([0.7, 0.3]), p=0.5)[0].any()


@READ
def test_temperature_one_is_softmax_and_a_small_one_is_greedy(reading: str) -> None:
    logits = np.array([0.3, 1.1, -0.4])
    softmax = result("activation.softmax", reading, x=logits)
    assert result("decoding.temperature", reading, logits=logits, tau=1.0) == pytest.approx(softmax)
    assert result("decoding.temperature", reading, logits=logits, tau=0.01) == pytest.approx([0, 1, 0])


@READ
def test_greedy_takes_the_first_of_equal_logits(reading: str) -> None:
    assert result("decoding.greedy_step", reading, logits=np.array([1.0, 3.0, 3.0])) == 1


TABLE = np.array([[0, 9, 0, 0], [0, 0, 99, 0], [0, 0, 0, 999], [9999, 0, 0, 0]], dtype=float)  # 0 → 1 → 2 → 3 → 0


@READ
def test_generation_follows_the_table_and_stops(reading: str) -> None:
    generate = "decoding.generate"
    assert result(generate, reading, M=TABLE, bos=0, eos=3, T=5).tolist() == [1, 2, 3, 3, 3]
    assert result(generate, reading, M=TABLE, bos=0, eos=1, T=3).tolist() == [1, 1, 1]


@READ
def test_a_start_token_that_is_the_end_token_does_not_stop(reading: str) -> None:
    assert result("decoding.generate", reading, M=TABLE, bos=0, eos=0, T=4).tolist() == [1, 2, 3, 0]


def test_generation_refuses_a_token_that_the_table_lacks() -> None:
    with pytest.raises(ValueError, match="eos"):
        result("decoding.generate", "numpy", M=TABLE, bos=0, eos=4, T=1)


@READ
def test_steps_with_a_cache_are_the_rows_of_causal_attention(reading: str) -> None:
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(5, 3)), rng.normal(size=(5, 3)), rng.normal(size=(5, 2))
    whole = result("attention.causal", reading, Q=Q, K=K, V=V)
    keys, values = K[:1], V[:1]
    for t in range(1, 5):
        step = {"q": Q[t], "k": K[t], "v": V[t], "K": keys, "V": values}
        out, keys, values = results(formulas.get("decoding.kv_cache_step"), reading, **step)
        assert out == pytest.approx(whole[t])
    assert (keys == K).all()
    assert (values == V).all()
