"""Backward passes against automatic differentiation of the catalog's own forward passes; normalisation against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import formulas
from formulas import evaluate

rng = np.random.default_rng(3)


def value(id: str, variant: str = "", **values: Any) -> np.ndarray:
    f = formulas.get(id)
    stated = next(v for v in f.variants if v.name == variant) if variant else f
    return np.asarray(evaluate(stated, values)[0])


def leaf(*shape: int) -> torch.Tensor:
    return torch.tensor(rng.standard_normal(shape), requires_grad=True)


def grads(output: torch.Tensor, upstream: Any, *leaves: torch.Tensor) -> list[np.ndarray]:
    output.backward(torch.as_tensor(upstream))
    return [x.grad.numpy() for x in leaves]


def plain(x: torch.Tensor) -> np.ndarray:
    return x.detach().numpy()


def test_dense_layer() -> None:
    W, x, b, up = leaf(4, 3), leaf(3), leaf(4), rng.standard_normal(4)
    dW, dx, db = grads(W @ x + b, up, W, x, b)
    np.testing.assert_allclose(value("backprop.dense.weight_gradient", delta=up, a=plain(x)), dW)
    np.testing.assert_allclose(value("backprop.dense.input_gradient", W=plain(W), delta=up), dx)
    np.testing.assert_allclose(value("backprop.dense.bias_gradient", D=up[None]), db)


@pytest.mark.parametrize(("variant", "f"), [("", torch.sigmoid), ("tanh", torch.tanh), ("relu", torch.relu)])
def test_error_of_a_hidden_layer(variant: str, f: Any) -> None:
    W, z, up = leaf(4, 3), leaf(3), rng.standard_normal(4)
    (dz,) = grads(W @ f(z), up, z)
    np.testing.assert_allclose(value("backprop.dense.hidden_error", variant, W=plain(W), delta=up, z=plain(z)), dz)


@pytest.mark.parametrize(("name", "f"), [("sigmoid", torch.sigmoid), ("tanh", torch.tanh)])
def test_activations_by_their_value(name: str, f: Any) -> None:
    z, up = leaf(5), rng.standard_normal(5)
    a = f(z)
    np.testing.assert_allclose(value(f"backprop.{name}", da=up, a=plain(a)), grads(a, up, z)[0])


def test_softmax_and_its_cross_entropy() -> None:
    z, up = leaf(5), rng.standard_normal(5)
    p = torch.softmax(z, -1)
    np.testing.assert_allclose(value("backprop.softmax", p=plain(p), dp=up), grads(p, up, z)[0], atol=1e-15)
    z.grad = None
    loss = F.cross_entropy(z[None], torch.tensor([2]))
    (dz,) = grads(loss, 1.0, z)
    np.testing.assert_allclose(value("backprop.softmax_cross_entropy", z=plain(z), y=np.eye(5)[2]), dz, atol=1e-15)


def test_squared_loss_of_a_sigmoid() -> None:
    z, y = leaf(4), rng.standard_normal(4)
    loss = ((torch.sigmoid(z) - torch.as_tensor(y)) ** 2).sum() / 2
    np.testing.assert_allclose(value("backprop.output_error", z=plain(z), y=y), grads(loss, 1.0, z)[0])


def test_batch_normalisation() -> None:
    x, up = leaf(6), rng.standard_normal(6)
    y = F.batch_norm(x[:, None], None, None, torch.tensor([1.3]).double(), None, True, eps=0.01)
    (dx,) = grads(y[:, 0], up, x)
    v = plain(x)
    x_hat = (v - v.mean()) / np.sqrt(v.var() + 0.01)
    ours = value("backprop.batch_norm", dy=up, x_hat=x_hat, gamma=1.3, variance=v.var(), eps=0.01)
    np.testing.assert_allclose(ours, dx, atol=1e-14)


def test_one_step_back_in_time() -> None:
    W, h, up = leaf(3, 3), leaf(3), rng.standard_normal(3)
    after = torch.tanh(W @ h)
    dh, dW = grads(after, up, h, W)
    np.testing.assert_allclose(value("backprop.rnn.hidden_gradient", W_hh=plain(W), dh=up, h=plain(after)), dh)
    delta = up * (1 - plain(after) ** 2)
    np.testing.assert_allclose(value("backprop.rnn.weight_gradient", D=delta[None], H=plain(h)[None]), dW)


def test_cell_of_an_lstm() -> None:
    o, c, f, dc, dh = (rng.standard_normal(3) for _ in range(5))
    cell = torch.tensor(c, requires_grad=True)
    loss = (torch.as_tensor(dh) * torch.as_tensor(o) * torch.tanh(cell) + torch.as_tensor(dc * f) * cell).sum()
    np.testing.assert_allclose(value("backprop.lstm.cell", dh=dh, o=o, c=c, dc=dc, f=f), grads(loss, 1.0, cell)[0])


def test_normalisations_are_torchs() -> None:
    X, image = rng.standard_normal((5, 3)), rng.standard_normal((6, 2, 3))
    g, b, gc, bc = (rng.standard_normal(n) for n in (3, 3, 6, 6))
    t = torch.as_tensor
    expected = F.batch_norm(t(X), None, None, t(g), t(b), True, eps=0.01)
    np.testing.assert_allclose(value("normalization.batch.forward", X=X, gamma=g, beta=b, eps=0.01), expected)
    inputs = {"x": image, "gamma": gc, "beta": bc, "eps": 0.01}
    group = F.group_norm(t(image)[None], 3, t(gc), t(bc), 0.01)[0]
    np.testing.assert_allclose(value("normalization.group", **inputs, G=3), group)
    single = F.instance_norm(t(image)[None], weight=t(gc), bias=t(bc), eps=0.01)[0]
    np.testing.assert_allclose(value("normalization.instance", **inputs), single)
    rms = F.rms_norm(t(X[0]), (3,), t(g), 0.01)
    np.testing.assert_allclose(value("normalization.rms", x=X[0], g=g, eps=0.01), rms)


def test_lines_of_batch_normalisation_make_the_whole() -> None:
    x, gamma, beta = rng.standard_normal(5), np.asarray(1.3), np.asarray(-0.4)
    mu, v = value("normalization.batch.mean", x=x), value("normalization.batch.variance", x=x)
    normed = value("normalization.batch.normalize", x=x, mu=mu, variance=v, eps=0.01)
    lines = value("normalization.batch.scale_shift", x_hat=normed, gamma=gamma, beta=beta)
    whole = value("normalization.batch.forward", X=x[:, None], gamma=gamma[None], beta=beta[None], eps=0.01)
    np.testing.assert_allclose(lines, whole[:, 0])


def test_groups_must_share_the_channels() -> None:
    with pytest.raises(ValueError):
        value("normalization.group", x=np.zeros((5, 2, 2)), gamma=np.ones(5), beta=np.zeros(5), eps=0.1, G=2)
