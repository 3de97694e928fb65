"""Recurrent cells. Weights are [d_h, d_h + d_x] and act on [h, x], the hidden state first.

Elman 1990 (RNN); Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al. 2000 (LSTM); Cho et al.
2014, eqs. 5-8 (GRU). All inputs but the parameters take leading batch axes that broadcast; sizes that differ
raise ValueError.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .activation import sigmoid
from .checks import Array, arrays
from .dense import linear

GATE = "W[d_h,d_h+d_x] b[d_h]"
LSTM = " ".join(GATE.replace("W", f"W_{g}").replace("b", f"b_{g}") for g in "fioc")
GRU = " ".join(GATE.replace("W", f"W_{g}").replace("b", f"b_{g}") for g in "zrh")


def mixed(x: Array, h: Array, W: Array, b: Array) -> Array:
    """W [h, x] + b without building [h, x], so that batches of h and x may broadcast."""
    d_h = h.shape[-1]
    return linear(h, W[:, :d_h].T) + linear(x, W[:, d_h:].T) + b


def gate(function: str, x: Any, h: Any, W: Any, b: Any) -> Array:
    """σ(W [h, x] + b)."""
    return sigmoid(mixed(*arrays(function, f"x*[d_x] h*[d_h] {GATE}", x, h, W, b)))


def rnn_step(x: Any, h: Any, W: Any, b: Any) -> Array:
    """tanh(W [h, x] + b); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return np.tanh(mixed(*arrays("rnn_step", f"x*[d_x] h*[d_h] {GATE}", x, h, W, b)))


def prepare(x: Array, W: Array, b: Array, *states: Array) -> tuple[Array, Array, tuple[Array, ...], Array]:
    """x projected for all steps in one product, the recurrent weights, the states broadcast, and room for the
    result.
    """
    d_h = states[0].shape[-1]
    batch = np.broadcast_shapes(x.shape[:-2], *(state.shape[:-1] for state in states))
    projected = linear(x, W[:, d_h:].T) + b
    room = np.empty((*batch, x.shape[-2], d_h), dtype=np.result_type(projected, *states))
    return projected, W[:, :d_h].T, tuple(np.broadcast_to(state, (*batch, d_h)) for state in states), room


def rnn(x: Any, h_0: Any, W: Any, b: Any) -> Array:
    """h_t = tanh(W [h_(t-1), x_t] + b) for every t; x[..., T, d_x], h_0[..., d_h] -> [..., T, d_h]."""
    x, h_0, W, b = arrays("rnn", f"x*[T,d_x] h_0*[d_h] {GATE}", x, h_0, W, b)
    projected, W_h, (h,), out = prepare(x, W, b, h_0)
    for t in range(x.shape[-2]):
        h = np.tanh(projected[..., t, :] + linear(h, W_h))
        out[..., t, :] = h
    return out


def lstm_forget_gate(x: Any, h: Any, W_f: Any, b_f: Any) -> Array:
    """f = σ(W_f [h, x] + b_f); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("lstm_forget_gate", x, h, W_f, b_f)


def lstm_input_gate(x: Any, h: Any, W_i: Any, b_i: Any) -> Array:
    """i = σ(W_i [h, x] + b_i); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("lstm_input_gate", x, h, W_i, b_i)


def lstm_output_gate(x: Any, h: Any, W_o: Any, b_o: Any) -> Array:
    """o = σ(W_o [h, x] + b_o); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("lstm_output_gate", x, h, W_o, b_o)


def lstm_candidate(x: Any, h: Any, W_c: Any, b_c: Any) -> Array:
    """g = tanh(W_c [h, x] + b_c); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return np.tanh(mixed(*arrays("lstm_candidate", f"x*[d_x] h*[d_h] {GATE}", x, h, W_c, b_c)))


def lstm_cell(f: Any, c: Any, i: Any, g: Any) -> Array:
    """c_t = f ⊙ c + i ⊙ g with the previous cell c and the candidate g; all [..., d_h]."""
    f, c, i, g = arrays("lstm_cell", "f*[d_h] c*[d_h] i*[d_h] g*[d_h]", f, c, i, g)
    return f * c + i * g


def lstm_hidden(o: Any, c: Any) -> Array:
    """h_t = o ⊙ tanh(c_t); both [..., d_h]."""
    o, c = arrays("lstm_hidden", "o*[d_h] c*[d_h]", o, c)
    return o * np.tanh(c)


def lstm_update(gates: Array, c: Array) -> tuple[Array, Array]:
    """(h, c) from the four stacked preactivations f, i, o, c of the step."""
    f, i, o = np.split(sigmoid(gates[..., : 3 * c.shape[-1]]), 3, axis=-1)
    c = f * c + i * np.tanh(gates[..., 3 * c.shape[-1] :])
    return o * np.tanh(c), c


def lstm_step(
    x: Any, h: Any, c: Any, W_f: Any, b_f: Any, W_i: Any, b_i: Any, W_o: Any, b_o: Any, W_c: Any, b_c: Any
) -> tuple[Array, Array]:
    """One step: the gates, c_t = f ⊙ c + i ⊙ g, h_t = o ⊙ tanh(c_t) -> (h_t, c_t), both [..., d_h]."""
    x, h, c, *parameters = arrays(
        "lstm_step", f"x*[d_x] h*[d_h] c*[d_h] {LSTM}", x, h, c, W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c
    )
    return lstm_update(mixed(x, h, np.concatenate(parameters[::2]), np.concatenate(parameters[1::2])), c)


def lstm(
    x: Any, h_0: Any, c_0: Any, W_f: Any, b_f: Any, W_i: Any, b_i: Any, W_o: Any, b_o: Any, W_c: Any, b_c: Any
) -> tuple[Array, Array]:
    """``lstm_step`` along x[..., T, d_x] from h_0, c_0[..., d_h] -> (h, c), both [..., T, d_h]."""
    x, h_0, c_0, *parameters = arrays(
        "lstm", f"x*[T,d_x] h_0*[d_h] c_0*[d_h] {LSTM}", x, h_0, c_0, W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c
    )
    W, b = np.concatenate(parameters[::2]), np.concatenate(parameters[1::2])
    projected, W_h, (h, c), hidden = prepare(x, W, b, h_0, c_0)
    cells = np.empty_like(hidden)
    for t in range(x.shape[-2]):
        h, c = lstm_update(projected[..., t, :] + linear(h, W_h), c)
        hidden[..., t, :], cells[..., t, :] = h, c
    return hidden, cells


def gru_update_gate(x: Any, h: Any, W_z: Any, b_z: Any) -> Array:
    """z = σ(W_z [h, x] + b_z); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("gru_update_gate", x, h, W_z, b_z)


def gru_reset_gate(x: Any, h: Any, W_r: Any, b_r: Any) -> Array:
    """r = σ(W_r [h, x] + b_r); x[..., d_x], h[..., d_h] -> [..., d_h]."""
    return gate("gru_reset_gate", x, h, W_r, b_r)


def gru_candidate(x: Any, h: Any, r: Any, W_h: Any, b_h: Any) -> Array:
    """g = tanh(W_h [r ⊙ h, x] + b_h), reset before the product; x[..., d_x], h, r[..., d_h] -> [..., d_h]."""
    x, h, r, W, b = arrays("gru_candidate", f"x*[d_x] h*[d_h] r*[d_h] {GATE}", x, h, r, W_h, b_h)
    return np.tanh(mixed(x, r * h, W, b))


def gru_hidden(z: Any, h: Any, g: Any) -> Array:
    """h_t = (1 - z) ⊙ h + z ⊙ g; all [..., d_h]."""
    z, h, g = arrays("gru_hidden", "z*[d_h] h*[d_h] g*[d_h]", z, h, g)
    return (1.0 - z) * h + z * g


def gru_update(projected: Array, h: Array, W_gates: Array, W_candidate: Array) -> Array:
    """h_t from the projected step (z, r, candidate) and the recurrent weights."""
    d_h = h.shape[-1]
    z, r = np.split(sigmoid(projected[..., : 2 * d_h] + linear(h, W_gates)), 2, axis=-1)
    g = np.tanh(projected[..., 2 * d_h :] + linear(r * h, W_candidate))
    return (1.0 - z) * h + z * g


def gru(x: Any, h_0: Any, W_z: Any, b_z: Any, W_r: Any, b_r: Any, W_h: Any, b_h: Any) -> Array:
    """``gru_step`` along x[..., T, d_x] from h_0[..., d_h] -> [..., T, d_h]."""
    x, h_0, *parameters = arrays("gru", f"x*[T,d_x] h_0*[d_h] {GRU}", x, h_0, W_z, b_z, W_r, b_r, W_h, b_h)
    W, b = np.concatenate(parameters[::2]), np.concatenate(parameters[1::2])
    projected, recurrent, (h,), out = prepare(x, W, b, h_0)
    W_gates, W_candidate = recurrent[:, : 2 * h.shape[-1]], recurrent[:, 2 * h.shape[-1] :]
    for t in range(x.shape[-2]):
        h = gru_update(projected[..., t, :], h, W_gates, W_candidate)
        out[..., t, :] = h
    return out


def gru_step(x: Any, h: Any, W_z: Any, b_z: Any, W_r: Any, b_r: Any, W_h: Any, b_h: Any) -> Array:
    """One step: z, r, g, then (1 - z) ⊙ h + z ⊙ g; x[..., d_x], h[..., d_h] -> [..., d_h]."""
    x, h, *parameters = arrays("gru_step", f"x*[d_x] h*[d_h] {GRU}", x, h, W_z, b_z, W_r, b_r, W_h, b_h)
    d_h = h.shape[-1]
    W, b = np.concatenate(parameters[::2]), np.concatenate(parameters[1::2])
    recurrent = W[:, :d_h].T
    return gru_update(linear(x, W[:, d_h:].T) + b, h, recurrent[:, : 2 * d_h], recurrent[:, 2 * d_h :])


def sequence_loss(losses: Any) -> Array:
    """Σ_t ℓ_t; losses[..., T] -> [...]."""
    (losses,) = arrays("sequence_loss", "losses*[T]", losses)
    return np.asarray(losses.sum(axis=-1))


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
