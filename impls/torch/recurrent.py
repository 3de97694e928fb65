"""Recurrent cells. Weights are [d_h, d_h + d_x] and act on [h, x], the hidden state first.

Elman 1990 (RNN); Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al. 2000 (LSTM); Cho et al.
2014, eqs. 5-8 (GRU). All inputs but the parameters take leading batch axes that broadcast; sizes that differ
raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import tensors

GATE = "W[d_h,d_h+d_x] b[d_h]"
LSTM = " ".join(GATE.replace("W", f"W_{g}").replace("b", f"b_{g}") for g in "fioc")
GRU = " ".join(GATE.replace("W", f"W_{g}").replace("b", f"b_{g}") for g in "zrh")


def mixed(x: Tensor, h: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """W [h, x] + b without building [h, x], so that batches of h and x may broadcast."""
    d_h = h.shape[-1]
    return h @ W[:, :d_h].T + x @ W[:, d_h:].T + b


def gate(function: str, x: Tensor, h: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """σ(W [h, x] + b)."""
    return torch.sigmoid(mixed(*tensors(function, f"x*[d_x] h*[d_h] {GATE}", x, h, W, b)))


def rnn_step(x: Tensor, h: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """tanh(W [h, x] + b); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return torch.tanh(mixed(*tensors("rnn_step", f"x*[d_x] h*[d_h] {GATE}", x, h, W, b)))


def prepare(x: Tensor, W: Tensor, b: Tensor, *states: Tensor) -> tuple[Tensor, Tensor, tuple[Tensor, ...]]:
    """x projected for all steps in one product, the recurrent weights, the states broadcast to one batch."""
    d_h = states[0].shape[-1]
    batch = torch.broadcast_shapes(x.shape[:-2], *(state.shape[:-1] for state in states))
    projected = x @ W[:, d_h:].T + b
    return projected, W[:, :d_h].T, tuple(state.expand(*batch, d_h) for state in states)


def steps(rows: list[Tensor], state: Tensor) -> Tensor:
    """The states of all steps along a new axis before the last; empty for a sequence of length 0."""
    if rows:
        return torch.stack(rows, dim=-2)
    return state.new_zeros(*state.shape[:-1], 0, state.shape[-1])


def rnn(x: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """h_t = tanh(W [h_(t-1), x_t] + b) for every t; x[..., T, d_x], h_0[..., d_h] -> [..., T, d_h]."""
    x, h_0, W, b = tensors("rnn", f"x*[T,d_x] h_0*[d_h] {GATE}", x, h_0, W, b)
    projected, W_h, (h,) = prepare(x, W, b, h_0)
    rows = []
    for step in projected.unbind(-2):
        h = torch.tanh(step + h @ W_h)
        rows.append(h)
    return steps(rows, h)


def lstm_forget_gate(x: Tensor, h: Tensor, W_f: Tensor, b_f: Tensor) -> Tensor:
    """f = σ(W_f [h, x] + b_f); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("lstm_forget_gate", x, h, W_f, b_f)


def lstm_input_gate(x: Tensor, h: Tensor, W_i: Tensor, b_i: Tensor) -> Tensor:
    """i = σ(W_i [h, x] + b_i); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("lstm_input_gate", x, h, W_i, b_i)


def lstm_output_gate(x: Tensor, h: Tensor, W_o: Tensor, b_o: Tensor) -> Tensor:
    """o = σ(W_o [h, x] + b_o); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("lstm_output_gate", x, h, W_o, b_o)


def lstm_candidate(x: Tensor, h: Tensor, W_c: Tensor, b_c: Tensor) -> Tensor:
    """g = tanh(W_c [h, x] + b_c); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return torch.tanh(mixed(*tensors("lstm_candidate", f"x*[d_x] h*[d_h] {GATE}", x, h, W_c, b_c)))


def lstm_cell(f: Tensor, c: Tensor, i: Tensor, g: Tensor) -> Tensor:
    """c_t = f ⊙ c + i ⊙ g with the previous cell c and the candidate g; all [..., d_h]."""
    f, c, i, g = tensors("lstm_cell", "f*[d_h] c*[d_h] i*[d_h] g*[d_h]", f, c, i, g)
    return f * c + i * g


def lstm_hidden(o: Tensor, c: Tensor) -> Tensor:
    """h_t = o ⊙ tanh(c_t); both [..., d_h]."""
    o, c = tensors("lstm_hidden", "o*[d_h] c*[d_h]", o, c)
    return o * torch.tanh(c)


def lstm_update(gates: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
    """(h, c) from the four stacked preactivations f, i, o, c of the step."""
    f, i, o = torch.sigmoid(gates[..., : 3 * c.shape[-1]]).chunk(3, dim=-1)
    c = f * c + i * torch.tanh(gates[..., 3 * c.shape[-1] :])
    return o * torch.tanh(c), c


def lstm_step(
    x: Tensor,
    h: Tensor,
    c: Tensor,
    W_f: Tensor,
    b_f: Tensor,
    W_i: Tensor,
    b_i: Tensor,
    W_o: Tensor,
    b_o: Tensor,
    W_c: Tensor,
    b_c: Tensor,
) -> tuple[Tensor, Tensor]:
    """One step: the gates, c_t = f ⊙ c + i ⊙ g, h_t = o ⊙ tanh(c_t) -> (h_t, c_t), both [..., d_h]."""
    x, h, c, *parameters = tensors(
        "lstm_step", f"x*[d_x] h*[d_h] c*[d_h] {LSTM}", x, h, c, W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c
    )
    return lstm_update(mixed(x, h, torch.cat(parameters[::2]), torch.cat(parameters[1::2])), c)


def lstm(
    x: Tensor,
    h_0: Tensor,
    c_0: Tensor,
    W_f: Tensor,
    b_f: Tensor,
    W_i: Tensor,
    b_i: Tensor,
    W_o: Tensor,
    b_o: Tensor,
    W_c: Tensor,
    b_c: Tensor,
) -> tuple[Tensor, Tensor]:
    """``lstm_step`` along x[..., T, d_x] from h_0, c_0[..., d_h] -> (h, c), both [..., T, d_h]."""
    x, h_0, c_0, *parameters = tensors(
        "lstm", f"x*[T,d_x] h_0*[d_h] c_0*[d_h] {LSTM}", x, h_0, c_0, W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c
    )
    W, b = torch.cat(parameters[::2]), torch.cat(parameters[1::2])
    projected, W_h, (h, c) = prepare(x, W, b, h_0, c_0)
    hidden, cells = [], []
    for step in projected.unbind(-2):
        h, c = lstm_update(step + h @ W_h, c)
        hidden.append(h)
        cells.append(c)
    return steps(hidden, h), steps(cells, c)


def gru_update_gate(x: Tensor, h: Tensor, W_z: Tensor, b_z: Tensor) -> Tensor:
    """z = σ(W_z [h, x] + b_z); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("gru_update_gate", x, h, W_z, b_z)


def gru_reset_gate(x: Tensor, h: Tensor, W_r: Tensor, b_r: Tensor) -> Tensor:
    """r = σ(W_r [h, x] + b_r); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("gru_reset_gate", x, h, W_r, b_r)


def gru_candidate(x: Tensor, h: Tensor, r: Tensor, W_h: Tensor, b_h: Tensor) -> Tensor:
    """g = tanh(W_h [r ⊙ h, x] + b_h), reset before the product; x[..., d_x], h, r[..., d_h] -> [..., d_h]."""
    x, h, r, W, b = tensors("gru_candidate", f"x*[d_x] h*[d_h] r*[d_h] {GATE}", x, h, r, W_h, b_h)
    return torch.tanh(mixed(x, r * h, W, b))


def gru_hidden(z: Tensor, h: Tensor, g: Tensor) -> Tensor:
    """h_t = (1 - z) ⊙ h + z ⊙ g; all [..., d_h]."""
    z, h, g = tensors("gru_hidden", "z*[d_h] h*[d_h] g*[d_h]", z, h, g)
    return (1.0 - z) * h + z * g


def gru_update(projected: Tensor, h: Tensor, W_gates: Tensor, W_candidate: Tensor) -> Tensor:
    """h_t from the projected step (z, r, candidate) and the recurrent weights."""
    d_h = h.shape[-1]
    z, r = torch.sigmoid(projected[..., : 2 * d_h] + h @ W_gates).chunk(2, dim=-1)
    g = torch.tanh(projected[..., 2 * d_h :] + r * h @ W_candidate)
    return (1.0 - z) * h + z * g


def gru(x: Tensor, h_0: Tensor, W_z: Tensor, b_z: Tensor, W_r: Tensor, b_r: Tensor, W_h: Tensor, b_h: Tensor) -> Tensor:
    """``gru_step`` along x[..., T, d_x] from h_0[..., d_h] -> [..., T, d_h]."""
    x, h_0, *parameters = tensors("gru", f"x*[T,d_x] h_0*[d_h] {GRU}", x, h_0, W_z, b_z, W_r, b_r, W_h, b_h)
    W, b = torch.cat(parameters[::2]), torch.cat(parameters[1::2])
    projected, recurrent, (h,) = prepare(x, W, b, h_0)
    W_gates, W_candidate = recurrent[:, : 2 * h.shape[-1]], recurrent[:, 2 * h.shape[-1] :]
    rows = []
    for step in projected.unbind(-2):
        h = gru_update(step, h, W_gates, W_candidate)
        rows.append(h)
    return steps(rows, h)


def gru_step(
    x: Tensor, h: Tensor, W_z: Tensor, b_z: Tensor, W_r: Tensor, b_r: Tensor, W_h: Tensor, b_h: Tensor
) -> Tensor:
    """One step: z, r, g, then (1 - z) ⊙ h + z ⊙ g; x[..., d_x], h[..., d_h] -> [..., d_h]."""
    x, h, *parameters = tensors("gru_step", f"x*[d_x] h*[d_h] {GRU}", x, h, W_z, b_z, W_r, b_r, W_h, b_h)
    d_h = h.shape[-1]
    W, b = torch.cat(parameters[::2]), torch.cat(parameters[1::2])
    recurrent = W[:, :d_h].T
    return gru_update(x @ W[:, d_h:].T + b, h, recurrent[:, : 2 * d_h], recurrent[:, 2 * d_h :])


def sequence_loss(losses: Tensor) -> Tensor:
    """Σ_t ℓ_t; losses[..., T] -> [...]."""
    (losses,) = tensors("sequence_loss", "losses*[T]", losses)
    return losses.sum(dim=-1)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "recurrent.rnn.step": rnn_step,
    "recurrent.rnn.sequence": rnn,
    "recurrent.lstm.forget_gate": lstm_forget_gate,
    "recurrent.lstm.input_gate": lstm_input_gate,
    "recurrent.lstm.output_gate": lstm_output_gate,
    "recurrent.lstm.candidate": lstm_candidate,
    "recurrent.lstm.cell": lstm_cell,
    "recurrent.lstm.hidden": lstm_hidden,
    "recurrent.lstm.step": lstm_step,
    "recurrent.lstm.sequence": lstm,
    "recurrent.gru.update_gate": gru_update_gate,
    "recurrent.gru.reset_gate": gru_reset_gate,
    "recurrent.gru.candidate": gru_candidate,
    "recurrent.gru.hidden": gru_hidden,
    "recurrent.gru.step": gru_step,
    "recurrent.gru.sequence": gru,
    "recurrent.sequence_loss": sequence_loss,
}
