"""Attention against PyTorch, between its layouts, at masks and single heads, and how it is written."""

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import formulas
from formulas import evaluate

rng = np.random.default_rng(6)
N, M, D, D_K, D_V, H = 3, 5, 4, 2, 6, 2


def draw(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape)


def value(id: str, values: dict[str, Any], variant: str = "") -> np.ndarray:
    f = formulas.get(id)
    stated = next(v for v in f.variants if v.name == variant) if variant else f
    return np.asarray(evaluate(stated, values)[0])


@pytest.mark.parametrize("masked", [False, True])
def test_scaled_dot_product_is_pytorchs(masked: bool) -> None:
    Q, K, V = draw(N, D_K), draw(M, D_K), draw(M, D_V)
    mask = rng.random((N, M)) < 0.5
    mask[:, 0] = True
    given = {"attn_mask": torch.as_tensor(mask)} if masked else {}
    expected = F.scaled_dot_product_attention(*map(torch.as_tensor, (Q, K, V)), **given)
    values = {"Q": Q, "K": K, "V": V} | ({"mask": mask} if masked else {})
    id = "attention.masked" if masked else "attention.scaled_dot_product"
    np.testing.assert_allclose(value(id, values), expected, atol=1e-12)


def test_multi_head_is_pytorchs() -> None:
    width = D // H
    W = {f"W_{c}": draw(H, D, width) for c in "QKV"}
    values = {"Q": draw(N, D), "K": draw(M, D), "V": draw(M, D), "W_O": draw(D, D)} | W
    theirs = torch.nn.MultiheadAttention(D, H, bias=False, dtype=torch.float64)
    packed = np.concatenate([W[f"W_{c}"].transpose(0, 2, 1).reshape(D, D) for c in "QKV"])
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.as_tensor(packed))
        theirs.out_proj.weight.copy_(torch.as_tensor(values["W_O"].T))
    expected, _ = theirs(*(torch.as_tensor(values[c]) for c in "QKV"))
    np.testing.assert_allclose(value("attention.multi_head", values), expected.detach(), atol=1e-12)


def test_columns_are_the_transposed_rows() -> None:
    Q, K, V = draw(N, D_K), draw(M, D_K), draw(M, D_V)
    rows = value("attention.scaled_dot_product", {"Q": Q, "K": K, "V": V})
    turned = {"Q": Q.T, "K": K.T, "V": V.T}
    np.testing.assert_allclose(value("attention.scaled_dot_product_columns", turned).T, rows, atol=1e-12)
    by_rows = value("attention.scaled_dot_product_columns", turned, "weights_by_rows")
    np.testing.assert_allclose(by_rows.T, rows, atol=1e-12)


def test_a_query_that_may_read_nothing_gets_zero() -> None:
    mask = np.ones((N, M), dtype=bool)
    mask[1] = False
    out = value("attention.masked", {"Q": draw(N, D_K), "K": draw(M, D_K), "V": draw(M, D_V), "mask": mask})
    assert (out[1] == 0).all() and (out[0] != 0).all()


def test_the_first_position_of_causal_attention_reads_itself() -> None:
    values = {"Q": draw(N, D_K), "K": draw(N, D_K), "V": draw(N, D_V)}
    np.testing.assert_allclose(value("attention.causal", values)[0], values["V"][0], atol=1e-14)
    added = value("attention.causal", values, "additive")
    np.testing.assert_allclose(value("attention.causal", values), added, atol=1e-14)


def test_multi_head_is_its_lines() -> None:
    weights = {f"W_{c}": draw(H, D, D_K) for c in "QK"} | {"W_V": draw(H, D, D_V)}
    tensors = {"Q": draw(N, D), "K": draw(M, D), "V": draw(M, D)}
    W_O = draw(H * D_V, D)
    heads = [value("attention.head", tensors | {k: w[i] for k, w in weights.items()}) for i in range(H)]
    joined = value("attention.multi_head_concat", {"heads": np.stack(heads), "W_O": W_O})
    whole = value("attention.multi_head", tensors | weights | {"W_O": W_O})
    np.testing.assert_allclose(joined, whole, atol=1e-12)
    np.testing.assert_allclose(np.concatenate(heads, axis=-1) @ W_O, whole, atol=1e-12)


def test_attention_is_its_lines() -> None:
    X = draw(N, D)
    weights = {"W_Q": draw(D, D_K), "W_K": draw(D, D_K), "W_V": draw(D, D_V)}
    Q, K, V = evaluate(formulas.get("attention.projections"), {"X": X} | weights)
    A = value("attention.weights", {"Q": Q, "K": K})
    np.testing.assert_allclose(
        A, value("attention.weights", {"S": value("attention.scores", {"Q": Q, "K": K})}, "of_scores")
    )
    np.testing.assert_allclose(A.sum(-1), 1)
    lines = value("attention.weighted_sum", {"A": A, "V": V})
    np.testing.assert_allclose(lines, value("attention.self_attention", {"X": X} | weights), atol=1e-12)


def test_encoder_attention_is_its_lines() -> None:
    s, states, W_Q, W_K = draw(D), draw(M, D_V), draw(D_K, D), draw(D_K, D_V)
    q = value("attention.encoder.query", {"s": s, "W_Q": W_Q})
    K = value("attention.encoder.keys", {"H": states, "W_K": W_K})
    scores = value("attention.encoder.scores", {"K": K, "q": q})
    weights = value("attention.encoder.weights", {"scores": scores})
    context = value("attention.encoder.context", {"weights": weights, "H": states})
    whole = value("attention.encoder.attention", {"s": s, "H": states, "W_Q": W_Q, "W_K": W_K})
    np.testing.assert_allclose(context, whole, atol=1e-12)


@pytest.mark.parametrize(
    ("id", "latex"),
    [
        ("attention.encoder.query", r"q_{0} = W_{Q} s_{0}"),
        ("attention.encoder.weights", r"\alpha = \operatorname{softmax}\left(\tilde{\alpha}\right)"),
        ("attention.encoder.context", r"c_{j} = \sum_{i=0}^{m - 1} \alpha_{i} H_{i, j}"),
        ("attention.projections", r"Q = X W^{Q},\quad K = X W^{K},\quad V = X W^{V}"),
        ("attention.scores", r"S = \frac{Q K^{\top}}{\sqrt{d_{k}}}"),
        (
            "attention.multi_head_concat",
            r"\operatorname{MultiHead}\left(Q, K, V\right) = "
            r"\operatorname{Concat}\left(\mathrm{head}_{1}, \ldots, \mathrm{head}_{h}\right) W^{O}",
        ),
    ],
)
def test_equations_are_written_as_in_notes(id: str, latex: str) -> None:
    assert formulas.get(id).equation() == latex


def test_one_score_is_written_with_a_transpose() -> None:
    f = formulas.get("attention.encoder.scores")
    one = next(v for v in f.variants if v.name == "one_score")
    assert one.equation() == r"\tilde{\alpha}_{i} = k_{i}^{\top} q_{0}"


def test_a_head_is_attention_of_projections() -> None:
    lead = r"\mathrm{head}_{i} = \operatorname{Attention}\left(Q W^{Q}_{i}, K W^{K}_{i}, V W^{V}_{i}\right)"
    assert formulas.get("attention.head").equation().startswith(lead)


def test_pitfalls_never_print_like_the_formula() -> None:
    from formulas.lang import ShapeError

    for id in formulas.ids():
        f = formulas.get(id)
        right = f.equation()
        for pitfall in f.pitfalls:
            try:
                assert pitfall.equation() != right, (id, pitfall.name)
            except ShapeError:
                continue
