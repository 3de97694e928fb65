"""The engine itself: subtle faults are caught, right functions pass, verdicts carry their evidence."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch

import formulas
from formulas.lang import bias, concat, data, dims, mask, masked_softmax, mean, size, softmax, weight
from formulas.model import pitfall, variant
from formulas.registry import forget, formula
from proofs.conformance import verify
from proofs.conformance.gradients import compare_gradient
from proofs.conformance.search import Outcome, search
from proofs.verdicts import Convention, Holds, Refuted, Unknown

n, m, d, e = dims("n m d e")


@pytest.fixture(autouse=True, scope="module")
def own_formulas() -> Iterator[None]:
    """A few small formulas of our own, so that these tests stand whatever the catalog says."""
    common: dict[str, Any] = {"result": "y", "reference": "none"}
    formula(
        "own.affine", "affine", "仿射", inputs=[data("x", d), weight("W", e, d), bias("b", e)],
        term=lambda x, W, b: W @ x + b,
        variants=[variant("no_bias", "no bias", "无偏置", lambda x, W, b: W @ x)],
        pitfalls=[pitfall("minus", "sign", "符号", lambda x, W, b: W @ x - b)], **common,
    )  # fmt: skip
    formula("own.softmax", "softmax", "软最大", inputs=[data("x", n)], term=lambda x: softmax(x), **common)
    formula("own.mean", "mean", "均值", inputs=[data("x", n)], term=lambda x: mean(x), **common)
    formula(
        "own.centred",
        "centred",
        "中心化",
        inputs=[data("x", n)],
        term=lambda x: mean((x - mean(x)) ** 2),
        **common,
    )
    formula(
        "own.masked", "masked", "掩码", inputs=[data("s", n, m), mask("M", n, m)],
        term=lambda s, M: masked_softmax(s, M), **common,
    )  # fmt: skip
    formula(
        "own.steps", "steps", "步数", inputs=[size("W"), size("S")], keywords={"stride": ("S",)},
        term=lambda W, S: (W - 1) // S + 1, **common,
    )  # fmt: skip
    formula(
        "own.joined",
        "joined",
        "拼接",
        inputs=[data("x", n), data("y", m)],
        term=lambda x, y: concat(x, y),
        **common,
    )
    yield
    for id in ("own.joined", "own.affine", "own.softmax", "own.mean", "own.centred", "own.masked", "own.steps"):
        forget(id)


def affine(x: Any, W: Any, b: Any) -> Any:
    return x @ W.T + b


def stable_softmax(x: Any) -> Any:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def masked(s: Any, M: Any) -> Any:
    s = np.where(M, s, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    powers = np.exp(s - np.where(np.isfinite(top), top, 0))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, np.ones_like(total), total)


@pytest.mark.parametrize(
    ("function", "id"),
    [
        (affine, "own.affine"),
        (stable_softmax, "own.softmax"),
        (lambda x: x.mean(axis=-1), "own.mean"),
        (lambda x: x[..., ::-1].mean(axis=-1), "own.mean"),
        (lambda x: x.var(axis=-1), "own.centred"),
        (masked, "own.masked"),
        (lambda W, stride: -(-W // stride), "own.steps"),
    ],
)
def test_right_functions_hold(function: Callable[..., Any], id: str) -> None:
    verdict = verify(function, id, library="numpy")
    assert isinstance(verdict, Holds), verdict
    assert verdict.points > 50


def in_single_precision(x: Any, W: Any, b: Any) -> Any:
    return affine(x.astype(np.float32), W.astype(np.float32), b.astype(np.float32)).astype(x.dtype)


def widened(x: Any, W: Any, b: Any) -> Any:
    return affine(x.astype(np.float64), W, b)


def in_place(x: Any, W: Any, b: Any) -> Any:
    out = affine(x, W, b)
    x *= 2
    return out


def sorts_its_input(x: Any) -> Any:
    out = stable_softmax(x)
    x.sort(axis=-1)
    return out


def over_the_batch(x: Any) -> Any:
    powers = np.exp(x - x.max())
    return powers / powers.sum()


def first_sample_only(x: Any, W: Any, b: Any) -> Any:
    return np.broadcast_to(affine(x.reshape(-1, x.shape[-1])[0], W, b), (*x.shape[:-1], len(b)))


def random_noise(x: Any) -> Any:
    return stable_softmax(x) * (1 + 1e-17 + 1e-16 * np.random.default_rng().integers(0, 3)).astype(x.dtype)


def one_pass_variance(x: Any) -> Any:
    return (x * x).mean(axis=-1) - x.mean(axis=-1) ** 2


def unstable_softmax(x: Any) -> Any:
    powers = np.exp(x)
    return powers / powers.sum(axis=-1, keepdims=True)


def nan_in_dark_rows(s: Any, M: Any) -> Any:
    return stable_softmax(np.where(M, s, -np.inf))


def uniform_in_dark_rows(s: Any, M: Any) -> Any:
    return stable_softmax(np.where(M, s, np.asarray(-1e9, dtype=s.dtype)))


@pytest.mark.parametrize(
    ("function", "id", "kind"),
    [
        (in_single_precision, "own.affine", "value"),
        (widened, "own.affine", "dtype"),
        (in_place, "own.affine", "changes its input"),
        (sorts_its_input, "own.softmax", "changes its input"),
        (over_the_batch, "own.softmax", "value"),
        (first_sample_only, "own.affine", "value"),
        (random_noise, "own.softmax", "answers differently when called again"),
        (one_pass_variance, "own.centred", "value"),
        (unstable_softmax, "own.softmax", "not a number"),
        (nan_in_dark_rows, "own.masked", "not a number"),
        (uniform_in_dark_rows, "own.masked", "value"),
        (lambda x: x.sum(axis=-1, keepdims=True), "own.mean", "shape"),
        (lambda x: (x.mean(axis=-1), x), "own.mean", "number of results"),
        (lambda x: "nothing", "own.mean", "type"),
        (lambda W, stride: W // stride, "own.steps", "value"),
    ],
)
def test_faults_are_caught(function: Callable[..., Any], id: str, kind: str) -> None:
    verdict = verify(function, id, library="numpy")
    assert isinstance(verdict, Refuted), verdict
    assert verdict.evidence["kind"] == kind
    assert verdict.evidence["inputs"]


def test_counterexample_is_small_and_reproduces() -> None:
    verdict = verify(lambda x: x.mean(axis=-1) + (x.shape[-1] > 2), "own.mean", library="numpy")
    assert isinstance(verdict, Refuted)
    x = np.array(verdict.evidence["inputs"]["x"])
    assert x.shape == (3,)
    assert verdict.evidence["got"] - verdict.evidence["expected"] == pytest.approx(1)
    assert x.mean() == pytest.approx(verdict.evidence["expected"])


def test_known_mistake_is_named() -> None:
    verdict = verify(lambda x, W, b: x @ W.T - b, "own.affine", library="numpy")
    assert isinstance(verdict, Refuted)
    assert verdict.evidence["pitfall"] == "minus"


def test_other_mistakes_are_not_given_a_name() -> None:
    verdict = verify(lambda x, W, b: x @ W.T + 2 * b, "own.affine", library="numpy")
    assert isinstance(verdict, Refuted)
    assert verdict.evidence["pitfall"] is None


def test_variant_is_a_convention() -> None:
    assert verify(lambda x, W, b: x @ W.T, "own.affine", library="numpy") == Convention("no_bias")
    assert isinstance(verify(lambda x, W, b: x @ W.T, "own.affine", library="numpy", variant="no_bias"), Holds)


def test_a_function_for_single_samples() -> None:
    def single(x: Any, W: Any, b: Any) -> Any:
        return W @ x + b

    assert isinstance(verify(single, "own.affine", library="numpy", batched=False), Holds)
    assert isinstance(verify(single, "own.affine", library="numpy"), Holds)
    assert verify(lambda x, W, b: W @ x, "own.affine", library="numpy") == Convention("no_bias")
    verdict = verify(lambda x, W, b: W @ x - b, "own.affine", library="numpy")
    assert isinstance(verdict, Refuted)
    assert verdict.evidence["pitfall"] == "minus"


def test_inputs_of_one_batch_need_not_broadcast() -> None:
    def joined(x: Any, y: Any) -> Any:
        return np.concatenate([x, y], axis=-1)

    assert isinstance(verify(joined, "own.joined", library="numpy"), Holds)
    verdict = verify(lambda x, y: joined(y, x), "own.joined", library="numpy")
    assert isinstance(verdict, Refuted)


def test_raising_is_told() -> None:
    always = verify(lambda x: x.nothing(), "own.mean", library="numpy")
    assert isinstance(always, Unknown)
    assert "AttributeError" in always.why

    def seldom(x: Any) -> Any:
        if x.shape[-1] == 3:
            raise KeyError("three")
        return x.mean(axis=-1)

    verdict = verify(seldom, "own.mean", library="numpy")
    assert isinstance(verdict, Refuted)
    assert verdict.evidence["raises"] == "KeyError: 'three'"


def test_endless_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.conformance.calling.PATIENCE", 0.05)

    def endless(x: Any) -> Any:
        time.sleep(1)
        return x.mean(axis=-1)

    verdict = verify(endless, "own.mean", library="numpy")
    assert isinstance(verdict, Unknown)
    assert "no answer" in verdict.why


def torch_affine(x: Any, W: Any, b: Any) -> Any:
    return x @ W.mT + b + torch.zeros_like(b)


def test_torch_functions_are_recognised() -> None:
    assert isinstance(verify(torch_affine, "own.affine"), Holds)
    verdict = verify(lambda x, W, b: torch_affine(x, W, b) - 2 * torch.abs(b), "own.affine")
    assert isinstance(verdict, Refuted)
    assert isinstance(verify(affine, "own.affine"), Holds)


def test_torch_function_that_leaves_its_dtype() -> None:
    verdict = verify(lambda x, W, b: torch_affine(x, W, b).double(), "own.affine", library="torch")
    assert isinstance(verdict, Refuted)
    assert verdict.evidence["kind"] == "dtype"


def gradients(function: Callable[..., Any], id: str) -> Outcome:
    stated = formulas.get(id)
    examine = partial(compare_gradient, function, stated, stated)
    return search(examine, stated, examples=30, formats=("float64",))


def torch_masked(s: Any, M: Any) -> Any:
    top = torch.where(M, s, -math.inf).amax(-1, keepdim=True)
    shifted = torch.where(M, s - torch.where(top.isfinite(), top, 0), 0)
    powers = torch.where(M, torch.exp(shifted), 0)
    total = powers.sum(-1, keepdim=True)
    return powers / torch.where(total == 0, 1, total)


def torch_masked_nan(s: Any, M: Any) -> Any:
    """Right values; the gradient of a dark row is 0 times NaN."""
    return torch.where(M.any(-1, keepdim=True), torch.softmax(s + torch.log(M.to(s.dtype)), -1), 0)


@pytest.mark.parametrize(
    ("function", "id"),
    [
        (torch_affine, "own.affine"),
        (lambda x: torch.softmax(x, -1), "own.softmax"),
        (lambda x: x.var(-1, correction=0), "own.centred"),
        (torch_masked, "own.masked"),
    ],
)
def test_right_gradients_hold(function: Callable[..., Any], id: str) -> None:
    outcome = gradients(function, id)
    assert not outcome.failures, outcome.failures[:1]
    assert outcome.points > 20


@pytest.mark.parametrize(
    ("function", "id", "kind"),
    [
        (lambda x, W, b: torch_affine(x, W.detach(), b), "own.affine", "gradient"),
        (lambda x: torch.softmax(x - 0.5 * x.detach(), -1) * 1, "own.softmax", "gradient"),
        (lambda x: ((x - x.mean(-1, keepdim=True).detach()) * x).mean(-1), "own.centred", "gradient"),
        (torch_masked_nan, "own.masked", "gradient is not a number"),
    ],
)
def test_wrong_gradients_are_caught(function: Callable[..., Any], id: str, kind: str) -> None:
    assert kind in {problem.kind for _, problem in gradients(function, id).failures}


def test_bad_requests() -> None:
    with pytest.raises(formulas.UnknownFormula):
        verify(affine, "own.afine")
    with pytest.raises(ValueError, match="jax"):
        verify(affine, "own.affine", library="jax")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no variant 'x'"):
        verify(affine, "own.affine", variant="x")
