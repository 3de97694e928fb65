"""The torch room, and through it the NumPy room, against torch.nn with the parameters carried over."""

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import impls.numpy as in_numpy
import impls.torch as in_torch

EPS = 1e-5


@pytest.fixture(autouse=True)
def double() -> Any:
    """Everything in float64, the same numbers each time."""
    torch.manual_seed(3)
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(before)


def same(a: Any, b: Tensor) -> None:
    np.testing.assert_allclose(torch.as_tensor(a).detach(), b.detach(), rtol=1e-10, atol=1e-12)


def both(name: str, expected: Any, *inputs: Any, **options: Any) -> None:
    """Both rooms give what the library gives."""
    plain = [x.detach().numpy() if isinstance(x, Tensor) else x for x in inputs]
    same(getattr(in_torch, name)(*inputs, **options), expected)
    same(getattr(in_numpy, name)(*plain, **options), expected)


@pytest.mark.parametrize(
    ("name", "expected", "options"),
    [
        ("sigmoid", torch.sigmoid, {}),
        ("tanh", torch.tanh, {}),
        ("relu", F.relu, {}),
        ("silu", F.silu, {}),
        ("gelu", F.gelu, {}),
        ("gelu", lambda x: F.gelu(x, approximate="tanh"), {"approximate": "tanh"}),
        ("softplus", lambda x: F.softplus(x, threshold=1e9), {}),
        ("softmax", lambda x: F.softmax(x, -1), {}),
        ("log_softmax", lambda x: F.log_softmax(x, -1), {}),
    ],
)
def test_activations_and_their_derivatives(name: str, expected: Any, options: dict[str, str]) -> None:
    x = torch.randn(4, 7) * 3
    both(name, expected(x), x, **options)
    if name.endswith("softmax"):
        rows = [torch.autograd.functional.jacobian(expected, row) for row in x]
        both(f"{name}_jacobian", torch.stack(rows), x)
    else:
        y = x.clone().requires_grad_()
        both(f"{name}_derivative", torch.autograd.grad(expected(y).sum(), y)[0], x, **options)


def test_leaky_relu() -> None:
    x = torch.randn(9)
    both("leaky_relu", F.leaky_relu(x, 0.3), x, 0.3)


@pytest.mark.parametrize("stride", [1, (2, 3)])
@pytest.mark.parametrize("padding", [0, (2, 1)])
@pytest.mark.parametrize("dilation", [1, (1, 2)])
@pytest.mark.parametrize("name", ["conv2d", "conv2d_as_matrix_product"])
def test_conv2d(name: str, stride: Any, padding: Any, dilation: Any) -> None:
    x, w, b = torch.randn(2, 3, 9, 10), torch.randn(4, 3, 3, 2), torch.randn(4)
    options = {"stride": stride, "padding": padding, "dilation": dilation}
    both(name, F.conv2d(x, w, b, **options), x, w, b, **options)


@pytest.mark.parametrize("padding", [0, (1, 0)])
@pytest.mark.parametrize("stride", [None, (1, 2)])
def test_pooling(stride: Any, padding: Any) -> None:
    x = torch.randn(2, 3, 9, 10)
    for dilation in (1, (3, 2)):
        expected = F.max_pool2d(x, (2, 3), stride, padding, dilation)
        both("max_pool2d", expected, x, kernel=(2, 3), stride=stride, padding=padding, dilation=dilation)
    for count in (True, False):
        expected = F.avg_pool2d(x, (2, 3), stride, padding, count_include_pad=count)
        both("avg_pool2d", expected, x, kernel=(2, 3), stride=stride, padding=padding, count_include_pad=count)


def test_max_pooling_gives_ties_the_same_gradient() -> None:
    x = torch.zeros(1, 1, 4, 4, requires_grad=True)
    (a,) = torch.autograd.grad(in_torch.max_pool2d(x, kernel=2).sum(), x)
    (b,) = torch.autograd.grad(F.max_pool2d(x, 2).sum(), x)
    same(a, b)


def test_rnn() -> None:
    theirs = nn.RNN(3, 4, batch_first=True)
    x, h_0 = torch.randn(2, 6, 3), torch.randn(2, 4)
    W = torch.cat([theirs.weight_hh_l0, theirs.weight_ih_l0], 1)
    both("rnn", theirs(x, h_0[None])[0], x, h_0, W, theirs.bias_ih_l0 + theirs.bias_hh_l0)


def gates(theirs: Any, count: int) -> list[tuple[Tensor, Tensor]]:
    """The library's weights as (W on [h, x], b), gate by gate; it keeps one bias for h and one for x."""
    W = torch.cat([theirs.weight_hh_l0, theirs.weight_ih_l0], 1)
    return list(zip(W.chunk(count), (theirs.bias_ih_l0 + theirs.bias_hh_l0).chunk(count), strict=True))


def test_lstm() -> None:
    theirs = nn.LSTM(3, 4, batch_first=True)
    i, f, c, o = gates(theirs, 4)  # the library's order
    x, h_0, c_0 = torch.randn(2, 6, 3), torch.randn(2, 4), torch.randn(2, 4)
    hidden, (_, last_cell) = theirs(x, (h_0[None], c_0[None]))
    for room, wrap in ((in_torch, lambda t: t), (in_numpy, lambda t: t.detach().numpy())):
        h, cells = room.lstm(*map(wrap, (x, h_0, c_0, *f, *i, *o, *c)))
        same(h, hidden)
        same(cells[:, -1], last_cell[0])


def test_gru() -> None:
    """The library resets after the product, g = tanh(W x + b + r ⊙ (U h + c)), and takes (1 - z) g + z h.

    With U diagonal and c = 0 both places of the reset agree; z becomes 1 - z when its weights change sign.
    """
    theirs = nn.GRU(3, 4, batch_first=True)
    with torch.no_grad():
        theirs.weight_hh_l0[8:] = torch.diag(torch.randn(4))
        theirs.bias_hh_l0[8:] = 0
    r, z, g = gates(theirs, 3)
    x, h_0 = torch.randn(2, 6, 3), torch.randn(2, 4)
    both("gru", theirs(x, h_0[None])[0], x, h_0, -z[0], -z[1], *r, *g)


def test_scaled_dot_product_attention() -> None:
    Q, K, V = torch.randn(2, 3, 5, 4), torch.randn(2, 3, 7, 4), torch.randn(2, 3, 7, 6)
    both("scaled_dot_product_attention", F.scaled_dot_product_attention(Q, K, V), Q, K, V)
    mask = torch.rand(2, 1, 5, 7) > 0.4
    mask[..., 0] = True
    both("masked_attention", F.scaled_dot_product_attention(Q, K, V, attn_mask=mask), Q, K, V, mask)
    square = F.scaled_dot_product_attention(Q, K[..., :5, :], V[..., :5, :], is_causal=True)
    both("causal_attention", square, Q, K[..., :5, :], V[..., :5, :])
    columns = [x.mT for x in (Q, K, V)]
    both("scaled_dot_product_attention_columns", F.scaled_dot_product_attention(Q, K, V).mT, *columns)


def head_weights(theirs: nn.MultiheadAttention) -> list[Tensor]:
    """The library's stacked [3d, d] projections as W_Q, W_K, W_V[h, d, d/h] and W_O[d, d]."""
    d, h = theirs.embed_dim, theirs.num_heads
    split = [W.T.reshape(d, h, d // h).transpose(0, 1) for W in theirs.in_proj_weight.chunk(3)]
    return [*split, theirs.out_proj.weight.T]


def without_biases(module: nn.Module) -> nn.Module:
    """Set the biases of every attention inside to zero: the formula has none."""
    for part in module.modules():
        if isinstance(part, nn.MultiheadAttention):
            nn.init.zeros_(part.in_proj_bias)
            nn.init.zeros_(part.out_proj.bias)
        if isinstance(part, nn.LayerNorm):
            nn.init.normal_(part.weight)
            nn.init.normal_(part.bias)
    return module.eval()


def test_multi_head_attention() -> None:
    theirs: Any = without_biases(nn.MultiheadAttention(6, 3, batch_first=True))
    Q, K, V = torch.randn(2, 5, 6), torch.randn(2, 7, 6), torch.randn(2, 7, 6)
    both("multi_head_attention", theirs(Q, K, V)[0], Q, K, V, *head_weights(theirs))
    mask = torch.rand(5, 7) > 0.4
    mask[:, 0] = True
    expected = theirs(Q, K, V, attn_mask=~mask)[0]
    same(in_torch.multi_head_attention(Q, K, V, *head_weights(theirs), mask=mask), expected)


def feed_weights(layer: Any) -> list[Tensor]:
    return [layer.linear1.weight.T, layer.linear1.bias, layer.linear2.weight.T, layer.linear2.bias]


def norm_weights(*norms: Any) -> list[list[Tensor]]:
    return [[norm.weight, norm.bias] for norm in norms]


def encoder_weights(layer: Any) -> list[Tensor]:
    first, second = norm_weights(layer.norm1, layer.norm2)
    return [*head_weights(layer.self_attn), *first, *feed_weights(layer), *second]


def decoder_weights(layer: Any) -> list[Tensor]:
    first, second, third = norm_weights(layer.norm1, layer.norm2, layer.norm3)
    own, cross = head_weights(layer.self_attn), head_weights(layer.multihead_attn)
    return [*own, *first, *cross, *second, *feed_weights(layer), *third]


def stacked(layers: Any, weights: Any) -> list[Tensor]:
    return [torch.stack(parts) for parts in zip(*map(weights, layers), strict=True)]


def test_encoder() -> None:
    layer = nn.TransformerEncoderLayer(6, 3, 10, dropout=0.0, batch_first=True)
    theirs: Any = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
    nn.init.normal_(theirs.layers[0].linear1.weight)  # the layers start as copies
    without_biases(theirs)
    x = torch.randn(2, 5, 6)
    both("encoder_layer", theirs.layers[0](x), x, *encoder_weights(theirs.layers[0]), EPS)
    both("encoder", theirs(x), x, *stacked(theirs.layers, encoder_weights), EPS)


def test_decoder_and_cached_decoder() -> None:
    theirs: Any = nn.TransformerDecoder(nn.TransformerDecoderLayer(6, 3, 10, dropout=0.0, batch_first=True), 2)
    nn.init.normal_(theirs.layers[0].linear1.weight)
    without_biases(theirs)
    y, memory = torch.randn(2, 5, 6), torch.randn(2, 7, 6)
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    one = theirs.layers[0](y, memory, tgt_mask=mask)
    both("decoder_layer", one, y, memory, *decoder_weights(theirs.layers[0]), EPS)
    parameters = stacked(theirs.layers, decoder_weights)
    for name in ("decoder", "cached_decoder"):
        both(name, theirs(y, memory, tgt_mask=mask), y, memory, *parameters, EPS)


def test_pre_norm_gelu_block() -> None:
    """A GPT block is the library's pre-norm encoder layer with a causal mask."""
    layer: Any = nn.TransformerEncoderLayer(6, 3, 10, 0.0, "gelu", batch_first=True, norm_first=True)
    without_biases(layer)
    x = torch.randn(2, 5, 6)
    expected = layer(x, src_mask=nn.Transformer.generate_square_subsequent_mask(5))
    first, second = norm_weights(layer.norm1, layer.norm2)
    weights = [*first, *head_weights(layer.self_attn), *second, *feed_weights(layer)]
    both("gpt_block", expected, x, *weights, EPS)


def test_gpt() -> None:
    """The whole model from library parts: embeddings, two pre-norm layers, final norm, tied head."""
    layer = nn.TransformerEncoderLayer(6, 3, 10, 0.0, "gelu", batch_first=True, norm_first=True)
    theirs: Any = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(6), enable_nested_tensor=False)
    without_biases(theirs)
    tokens, E, P = torch.randint(11, (2, 5)), torch.randn(11, 6), torch.randn(8, 6)
    x = F.embedding(tokens, E) + P[:5]
    expected = theirs(x, mask=nn.Transformer.generate_square_subsequent_mask(5)) @ E.T

    def weights(layer: Any) -> list[Tensor]:
        first, second = norm_weights(layer.norm1, layer.norm2)
        return [*first, *head_weights(layer.self_attn), *second, *feed_weights(layer)]

    both(
        "gpt",
        expected,
        tokens,
        E,
        P,
        *stacked(theirs.layers, weights),
        theirs.norm.weight,
        theirs.norm.bias,
        EPS,
    )
    with pytest.raises(ValueError, match=r"5 tokens.*n_max = 4"):
        in_torch.gpt(tokens, E, P[:4], *stacked(theirs.layers, weights), E[0], E[0], EPS)


def test_layer_norm() -> None:
    x, gamma, beta = torch.randn(2, 5, 6) * 3 + 100, torch.randn(6), torch.randn(6)
    both("layer_norm", F.layer_norm(x, (6,), gamma, beta, 0.1), x, gamma, beta, 0.1)


def test_cross_entropy_and_its_gradient() -> None:
    logits, targets = torch.randn(5, 7, requires_grad=True), torch.randint(7, (5,))
    loss = F.cross_entropy(logits, targets)
    both("cross_entropy", loss, logits, targets)
    both("cross_entropy_gradient", torch.autograd.grad(loss, logits)[0], logits, targets)
    both("next_token_loss", F.cross_entropy(logits[:-1], targets[1:]), logits, targets)
    batch = torch.randn(3, 5, 7), torch.randint(7, (3, 5))
    each = [F.cross_entropy(a, b) for a, b in zip(*batch, strict=True)]
    both("cross_entropy", torch.stack(each), *batch)


def test_positional_encoding() -> None:
    expected = [[f(pos / 10000 ** (2 * i / 6)) for i in range(3) for f in (np.sin, np.cos)] for pos in range(5)]
    both("positional_encoding", torch.tensor(expected), 5, 6)
    assert in_torch.positional_encoding(5, 6, dtype=torch.float32).dtype == torch.float32
