"""The modules hold parameters and call the functions; they train, move and save like any other."""

from typing import Any

import pytest
import torch

import impls.torch as functions
from impls.torch import modules
from impls.torch.modules import (
    GPT,
    GRU,
    LSTM,
    MLP,
    RNN,
    Decoder,
    DecoderLayer,
    Dense,
    Encoder,
    EncoderLayer,
    FeedForward,
    LayerNorm,
    MultiHeadAttention,
)

x, memory, tokens = torch.randn(2, 5, 6), torch.randn(2, 7, 6), torch.randint(11, (2, 5))
state = torch.zeros(2, 4)
PAIRS: list[tuple[Any, str, tuple[torch.Tensor, ...], list[float]]] = [
    (Dense(6, 3, "identity"), "affine", (x,), []),
    (MLP(6, 4, 3), "mlp", (x,), []),
    (LayerNorm(6), "layer_norm", (x,), [1e-5]),
    (FeedForward(6, 8), "feed_forward", (x,), []),
    (MultiHeadAttention(6, 3), "multi_head_attention", (x, memory, memory), []),
    (MultiHeadAttention(6, 4, d_k=5, d_v=2), "multi_head_attention", (x, memory, memory), []),
    (EncoderLayer(6, 3, 8), "encoder_layer", (x,), [1e-5]),
    (Encoder(2, 6, 3, 8), "encoder", (x,), [1e-5]),
    (DecoderLayer(6, 3, 8), "decoder_layer", (x, memory), [1e-5]),
    (Decoder(2, 6, 3, 8), "decoder", (x, memory), [1e-5]),
    (GPT(11, 9, 2, 6, 3, 8), "gpt", (tokens,), [1e-5]),
]


@pytest.mark.parametrize(("module", "name", "inputs", "further"), PAIRS, ids=[pair[1] for pair in PAIRS])
def test_a_module_is_its_function(module: Any, name: str, inputs: Any, further: list[float]) -> None:
    torch.testing.assert_close(module(*inputs), getattr(functions, name)(*inputs, *module.parameters(), *further))


@pytest.mark.parametrize("module", [RNN(6, 4), GRU(6, 4), LSTM(6, 4)], ids=["rnn", "gru", "lstm"])
def test_recurrent_modules_start_from_zero(module: Any) -> None:
    name = type(module).__name__.lower()
    first = (state, state) if name == "lstm" else (state,)
    expected = getattr(functions, name)(x, *first, *module.parameters())
    torch.testing.assert_close(module(x), expected)
    torch.testing.assert_close(module(x, first if name == "lstm" else state), expected)


@pytest.mark.parametrize("module", [pair[0] for pair in PAIRS], ids=[pair[1] for pair in PAIRS])
def test_every_parameter_gets_a_gradient_and_state_survives(module: Any) -> None:
    inputs = next(pair[2] for pair in PAIRS if pair[0] is module)
    out = module(*inputs)
    module.zero_grad()
    (out * torch.randn_like(out)).sum().backward()
    assert all(parameter.grad is not None and parameter.grad.any() for parameter in module.parameters())
    saved = {name: value.clone() for name, value in module.state_dict().items()}
    module.reset_parameters()
    module.load_state_dict(saved)
    torch.testing.assert_close(module(*inputs), out)


def test_options_reach_the_parameters() -> None:
    module = Encoder(2, 6, 3, 8, dtype=torch.float64)
    assert {parameter.dtype for parameter in module.parameters()} == {torch.float64}
    assert module(x.double()).dtype == torch.float64
    assert "W_Q[2, 3, 6, 2]" in repr(module)


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="d = 6 is not divisible by 4 heads"):
        EncoderLayer(6, 4, 8)
    with pytest.raises(ValueError, match="1 widths"):
        MLP(3)
    with pytest.raises(ValueError, match="size of W"):
        Dense(0, 3)


def test_a_small_gpt_learns_a_sequence() -> None:
    torch.manual_seed(0)
    model = modules.GPT(5, 8, 1, 8, 2, 16)
    sequence = torch.tensor([0, 1, 2, 3, 4, 3, 2, 1])
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    losses = []
    for _ in range(60):
        loss = functions.next_token_loss(model(sequence), sequence)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < 0.1 < 1.0 < losses[0]
