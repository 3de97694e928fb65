"""Decoding token by token gives what the decoder gives at once, and no step copies the cache."""

import importlib
from typing import Any

import numpy as np
import pytest
import torch

import impls.numpy as in_numpy
import impls.torch as in_torch
from impls.torch.modules import Decoder


@pytest.fixture
def model() -> Decoder:
    torch.manual_seed(5)
    return Decoder(2, 6, 3, 8, dtype=torch.float64)


def inputs(length: int) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(2, length, 6, dtype=torch.float64), torch.randn(2, 7, 6, dtype=torch.float64)


@pytest.mark.parametrize("length", [1, 16, 17, 40])
@pytest.mark.parametrize("grad", [False, True])
def test_steps_give_the_rows_of_the_decoder(model: Decoder, length: int, grad: bool) -> None:
    y, memory = inputs(length)
    with torch.set_grad_enabled(grad):
        cache = in_torch.DecoderCache(memory, *model.values())
        rows = torch.stack([cache.step(y[:, t]) for t in range(length)], dim=1)
        torch.testing.assert_close(rows, model(y, memory))
    plain = [p.detach().numpy() for p in model.parameters()]
    ours = in_numpy.DecoderCache(memory.numpy(), *plain, model.eps)
    steps = np.stack([ours.step(y[:, t].numpy()) for t in range(length)], axis=1)
    np.testing.assert_allclose(steps, rows.detach().numpy(), rtol=1e-10, atol=1e-12)


def test_gradients_through_the_cache(model: Decoder) -> None:
    y, memory = inputs(20)
    weights = torch.randn_like(y)
    parameters = list(model.parameters())
    whole = torch.autograd.grad((model(y, memory) * weights).sum(), parameters)
    cached = in_torch.cached_decoder(y, memory, *model.values())
    stepped = torch.autograd.grad((cached * weights).sum(), parameters)
    for a, b in zip(whole, stepped, strict=True):
        torch.testing.assert_close(a, b)


def test_rows_recorded_and_not_recorded_mix(model: Decoder) -> None:
    y, memory = inputs(6)
    cache = in_torch.DecoderCache(memory, *model.values())
    rows = []
    for t in range(6):
        with torch.set_grad_enabled(t % 3 == 1):
            rows.append(cache.step(y[:, t]))
    torch.testing.assert_close(torch.stack(rows, dim=1), model(y, memory))


@pytest.mark.parametrize("room", [in_numpy, in_torch], ids=["numpy", "torch"])
def test_the_buffer_moves_only_when_it_doubles(room: Any) -> None:
    rows = importlib.import_module(f"{room.__name__}.decoding").GrowingRows()
    row = np.ones((1, 3)) if room is in_numpy else torch.ones(1, 3)
    buffers: list[Any] = []
    for t in range(70):
        assert rows.append(row * t)[..., 0].tolist() == list(range(t + 1))
        if not buffers or buffers[-1] is not rows.buffer:
            buffers.append(rows.buffer)
    assert [buffer.shape[-2] for buffer in buffers] == [16, 32, 64, 128]


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_rows_that_do_not_fit_are_refused(model: Decoder, framework: str) -> None:
    y, memory = inputs(2)
    values = [v.detach() if isinstance(v, torch.Tensor) else v for v in model.values()]
    room: Any = in_torch
    if framework == "numpy":
        room, y, memory = in_numpy, y.numpy(), memory.numpy()
        values = [np.asarray(v) for v in values]
    cache = room.DecoderCache(memory, *values)
    cache.step(y[:, 0])
    with pytest.raises(ValueError, match=r"d = 5.*d = 6"):
        cache.step(y[:, 1, :5])
    with pytest.raises(ValueError, match=r"\(1,\).*\(2,\)"):
        cache.step(y[:1, 1])


@pytest.mark.parametrize("length", [0, 3])
def test_one_step_of_the_cache(length: int) -> None:
    q, k, v = torch.randn(2, 4), torch.randn(2, 4), torch.randn(2, 3)
    K, V = torch.randn(2, length, 4), torch.randn(2, length, 3)
    out, K_next, V_next = in_torch.kv_cache_step(q, k, v, K, V)
    assert torch.equal(K_next, torch.cat([K, k[:, None]], 1))
    assert torch.equal(V_next, torch.cat([V, v[:, None]], 1))
    torch.testing.assert_close(out, in_torch.scaled_dot_product_attention(q[:, None], K_next, V_next)[:, 0])
