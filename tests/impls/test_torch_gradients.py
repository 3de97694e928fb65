"""Gradients where they are easily lost: at kinks, at infinite and masked entries, through caches."""

import pytest
import torch

from impls import torch as room

INF = float("inf")


def leaf(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64, requires_grad=True)


@pytest.mark.parametrize(
    ("name", "further", "slope"),
    [
        ("relu", (), 0.0),
        ("leaky_relu", (0.25,), 0.25),
        ("softplus", (), 0.5),
        ("sigmoid", (), 0.25),
        ("silu", (), 0.5),
        ("gelu", (), 0.5),
        ("tanh", (), 1.0),
    ],
)
def test_slope_at_zero(name: str, further: tuple[float, ...], slope: float) -> None:
    x = leaf(0.0)
    (gradient,) = torch.autograd.grad(getattr(room, name)(x, *further).sum(), x)
    assert gradient.item() == pytest.approx(slope, abs=1e-15)
    assert getattr(room, f"{name}_derivative")(leaf(0.0), *further).item() == pytest.approx(slope, abs=1e-15)


@pytest.mark.parametrize("name", ["relu", "silu", "gelu", "softplus", "sigmoid", "tanh"])
def test_slopes_far_out_are_finite(name: str) -> None:
    x = leaf(-1e300, -1e4, 1e4, 1e300)
    (gradient,) = torch.autograd.grad(getattr(room, name)(x).sum(), x)
    assert gradient.isfinite().all()


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_rows_without_mass_have_zero_gradient(name: str) -> None:
    x = torch.tensor([[-INF, -INF, -INF], [0.0, 1.0, -INF]], dtype=torch.float64, requires_grad=True)
    out = getattr(room, name)(x)
    weights = torch.arange(6.0, dtype=torch.float64).reshape(2, 3)
    (gradient,) = torch.autograd.grad((out.masked_fill(out.isneginf(), 0) * weights).sum(), x)
    assert gradient.isfinite().all()
    assert not gradient[0].any()
    assert gradient[1].any()


@pytest.mark.parametrize("junk", [0.0, INF, float("nan")])
def test_masked_rows_and_padding_have_zero_gradient(junk: float) -> None:
    torch.manual_seed(0)
    Q, K, V = (torch.randn(4, 3, dtype=torch.float64) for _ in range(3))
    Q[1], K[3], V[3] = junk, junk, junk
    Q, K, V = (x.requires_grad_() for x in (Q, K, V))
    mask = torch.tensor([[1, 1, 0, 0], [0, 0, 0, 0], [0, 1, 1, 0], [1, 1, 1, 0]], dtype=torch.bool)
    out = room.masked_attention(Q, K, V, mask)
    gradients = torch.autograd.grad((out * torch.randn(4, 3, dtype=torch.float64)).sum(), (Q, K, V))
    assert not out[1].any()
    assert out.isfinite().all()
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert not gradients[0][1].any()
    assert not gradients[1][3].any()
    assert not gradients[2][3].any()
    assert all(gradient[2].any() for gradient in gradients)


def test_masked_attention_gradcheck() -> None:
    torch.manual_seed(1)
    Q, K, V = (torch.randn(2, 4, 3, dtype=torch.float64, requires_grad=True) for _ in range(3))
    mask = torch.rand(2, 4, 4) > 0.5
    mask[0, 1] = False
    assert torch.autograd.gradcheck(lambda *x: room.masked_attention(*x, mask), (Q, K, V))


def test_slope_of_leaky_relu_is_differentiable() -> None:
    x, alpha = leaf(-2.0, 3.0), torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(room.leaky_relu, (x, alpha))


@pytest.mark.parametrize(("name", "choice"), [("top_k", 2), ("top_p", 0.8)])
def test_gradient_flows_to_the_kept_tokens_only(name: str, choice: float) -> None:
    x = leaf(0.0, 3.0, 2.0, -5.0)
    function = getattr(room, name)
    (gradient,) = torch.autograd.grad(function(x, choice)[1], x)
    p = torch.softmax(x.detach()[1:3], 0)
    torch.testing.assert_close(gradient[1:3], torch.stack([p[0] * p[1], -p[0] * p[1]]))
    assert not gradient[[0, 3]].any()


def test_losses_gradcheck() -> None:
    torch.manual_seed(2)
    logits = torch.randn(2, 5, 7, dtype=torch.float64, requires_grad=True)
    tokens = torch.randint(7, (2, 5))
    assert torch.autograd.gradcheck(lambda x: room.cross_entropy(x, tokens), logits)
    assert torch.autograd.gradcheck(lambda x: room.next_token_loss(x, tokens), logits)
    (gradient,) = torch.autograd.grad(room.cross_entropy(logits, tokens).sum(), logits)
    torch.testing.assert_close(gradient, room.cross_entropy_gradient(logits, tokens))


def test_cross_entropy_gradient_beside_minus_infinity() -> None:
    logits = leaf(0.0, -INF, 1.0)
    (gradient,) = torch.autograd.grad(room.cross_entropy(logits[None], torch.tensor([2])), logits)
    p = torch.softmax(logits.detach(), 0)
    torch.testing.assert_close(gradient, p - torch.tensor([0.0, 0.0, 1.0], dtype=torch.float64))


def test_max_pooling_passes_nan_on_and_gives_a_tie_to_its_first_entry() -> None:
    x = torch.tensor([[[1.0, 1.0, float("nan"), 2.0]]], requires_grad=True)
    out = room.max_pool2d(x, kernel=(1, 2))
    assert out[0, 0, 0] == 1.0
    assert out[0, 0, 1].isnan()
    (gradient,) = torch.autograd.grad(out[0, 0, 0], x)
    assert gradient.tolist() == [[[1.0, 0.0, 0.0, 0.0]]]
