"""Recurrent formulas against PyTorch's cells, their special cases, and how they are written."""

from typing import Any

import numpy as np
import pytest
import torch

import formulas
from formulas import evaluate
from formulas.lang import ShapeError

rng = np.random.default_rng(5)
D_X, D_H, T = 3, 4, 5


def draw(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape)


def gates(letters: str) -> dict[str, np.ndarray]:
    weights = {f"W_{g}": draw(D_H, D_H + D_X) for g in letters}
    return weights | {f"b_{g}": draw(D_H) for g in letters}


def chosen(id: str, name: str) -> Any:
    f = formulas.get(id)
    return next(v for v in (*f.variants, *f.pitfalls) if v.name == name)


def into_torch(cell: torch.nn.Module, values: dict[str, np.ndarray], letters: str) -> None:
    """Our weights on [h, x] as PyTorch's separate ones; its second bias is zero."""
    W = np.concatenate([values[f"W_{g}"] for g in letters])
    b = np.concatenate([values[f"b_{g}"] for g in letters])
    with torch.no_grad():
        cell.weight_hh_l0.copy_(torch.as_tensor(W[:, :D_H]))
        cell.weight_ih_l0.copy_(torch.as_tensor(W[:, D_H:]))
        cell.bias_ih_l0.copy_(torch.as_tensor(b))
        cell.bias_hh_l0.zero_()


def test_lstm_sequence_is_pytorchs() -> None:
    values = gates("fioc") | {"x": draw(T, D_X), "h_0": draw(D_H), "c_0": draw(D_H)}
    cell = torch.nn.LSTM(D_X, D_H, dtype=torch.float64)
    into_torch(cell, values, "ifco")
    start = [torch.as_tensor(values[name])[None] for name in ("h_0", "c_0")]
    expected, (_, last) = cell(torch.as_tensor(values["x"]), tuple(start))
    h, c = evaluate(formulas.get("recurrent.lstm.sequence"), values)
    np.testing.assert_allclose(h, expected.detach(), atol=1e-12)
    np.testing.assert_allclose(c[-1], last[0].detach(), atol=1e-12)


def test_gru_of_pytorch_keeps_by_z_and_resets_after_the_product() -> None:
    values = gates("zrh") | {"x": draw(T, D_X), "h_0": draw(D_H)}
    cell = torch.nn.GRU(D_X, D_H, dtype=torch.float64)
    into_torch(cell, values, "rzh")
    expected, _ = cell(torch.as_tensor(values["x"]), torch.as_tensor(values["h_0"])[None])
    (h,) = evaluate(chosen("recurrent.gru.sequence", "z_keeps_reset_after"), values)
    np.testing.assert_allclose(h, expected.detach(), atol=1e-12)
    (ours,) = evaluate(formulas.get("recurrent.gru.sequence"), values)
    assert np.abs(ours - h).max() > 1e-3


def test_rnn_sequence_is_pytorchs() -> None:
    values = {"x": draw(T, D_X), "h_0": draw(D_H), "W_h": draw(D_H, D_H + D_X), "b_h": draw(D_H)}
    cell = torch.nn.RNN(D_X, D_H, dtype=torch.float64)
    into_torch(cell, values, "h")
    expected, _ = cell(torch.as_tensor(values["x"]), torch.as_tensor(values["h_0"])[None])
    ours = {"x": values["x"], "h_0": values["h_0"], "W": values["W_h"], "b": values["b_h"]}
    (h,) = evaluate(formulas.get("recurrent.rnn.sequence"), ours)
    np.testing.assert_allclose(h, expected.detach(), atol=1e-12)


@pytest.mark.parametrize(("cell", "letters", "states"), [("lstm", "fioc", "hc"), ("gru", "zrh", "h")])
def test_a_sequence_is_its_steps(cell: str, letters: str, states: str) -> None:
    parameters, x = gates(letters), draw(T, D_X)
    now = {s: draw(D_H) for s in states}
    start = {f"{s}_0": v for s, v in now.items()}
    whole = evaluate(formulas.get(f"recurrent.{cell}.sequence"), parameters | start | {"x": x})
    for t in range(T):
        new = evaluate(formulas.get(f"recurrent.{cell}.step"), parameters | now | {"x": x[t]})
        now = dict(zip(states, new, strict=True))
        for path, value in zip(whole, new, strict=True):
            np.testing.assert_allclose(path[t], value, atol=1e-12)


def test_the_two_gru_conventions_exchange_z_and_its_complement() -> None:
    z, h, g = rng.uniform(0, 1, D_H), draw(D_H), draw(D_H)
    (ours,) = evaluate(formulas.get("recurrent.gru.hidden"), {"z": z, "h": h, "g": g})
    (other,) = evaluate(chosen("recurrent.gru.hidden", "z_keeps"), {"z": 1 - z, "h": h, "g": g})
    np.testing.assert_allclose(ours, other, atol=1e-15)


def test_open_forget_gate_and_closed_input_gate_keep_the_cell() -> None:
    c = draw(D_H)
    values = {"f": np.ones(D_H), "c": c, "i": np.zeros(D_H), "g": draw(D_H)}
    np.testing.assert_array_equal(evaluate(formulas.get("recurrent.lstm.cell"), values)[0], c)


def test_split_weights_are_the_blocks_of_the_concatenated_one() -> None:
    W, b, x, h = draw(D_H, D_H + D_X), draw(D_H), draw(D_X), draw(D_H)
    (ours,) = evaluate(formulas.get("recurrent.lstm.forget_gate"), {"x": x, "h": h, "W_f": W, "b_f": b})
    apart = {"x": x, "h": h, "W_f": W[:, D_H:], "U_f": W[:, :D_H], "b_f": b}
    (other,) = evaluate(chosen("recurrent.lstm.forget_gate", "split"), apart)
    np.testing.assert_allclose(ours, other, atol=1e-14)


@pytest.mark.parametrize("id", ["recurrent.gru.candidate", "recurrent.gru.step"])
def test_a_reset_gate_over_the_concatenation_does_not_fit(id: str) -> None:
    with pytest.raises(ShapeError, match=r"d_h against d_h \+ d_x"):
        _ = chosen(id, "reset_over_concatenation").outputs


@pytest.mark.parametrize(
    ("id", "latex"),
    [
        ("recurrent.rnn.step", r"h_{t} = \tanh\left(W \left[h_{t-1}, x_{t}\right] + b\right)"),
        (
            "recurrent.lstm.input_gate",
            r"i_{t} = \sigma\left(W_{i} \left[h_{t-1}, x_{t}\right] + b_{i}\right)",
        ),
        ("recurrent.lstm.cell", r"C_{t} = f_{t} \odot C_{t-1} + i_{t} \odot \tilde{C}_{t}"),
        (
            "recurrent.gru.candidate",
            r"\tilde{h}_{t} = \tanh\left(W_{h} \left[r_{t} \odot h_{t-1}, x_{t}\right] + b_{h}\right)",
        ),
        (
            "recurrent.rnn.sequence",
            r"H = \left(h_{t}\right)_{t=1}^{T} \;\text{ where }\; "
            r"h_{t} = \tanh\left(W \left[h_{t-1}, x_{t}\right] + b\right)",
        ),
    ],
)
def test_equations_are_written_as_in_notes(id: str, latex: str) -> None:
    assert formulas.get(id).equation() == latex


def test_products_of_both_kinds_are_told_apart_by_brackets() -> None:
    before = chosen("recurrent.gru.candidate", "split_rows").equation()
    after = chosen("recurrent.gru.candidate", "reset_after_split").equation()
    assert r"\left(r_{t} \odot h_{t-1}\right) W_{hh}" in before
    assert r"r_{t} \odot \left(U_{h} h_{t-1}\right)" in after


def test_a_step_defines_each_name_once() -> None:
    lines = formulas.get("recurrent.lstm.step").equation().split(r",\quad ")
    names = [line.partition(" = ")[0] for line in lines]
    assert sorted(names) == sorted(["h_{t}", "C_{t}", "f_{t}", "i_{t}", "o_{t}", r"\tilde{C}_{t}"])
