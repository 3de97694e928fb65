"""Large, infinite, empty and masked inputs, in both frameworks and without a warning."""

import importlib
from typing import Any

import numpy as np
import pytest
import torch

pytestmark = pytest.mark.filterwarnings("error")
INF = float("inf")


class Room:
    """One framework: its functions, and arrays of its kind."""

    def __init__(self, name: str) -> None:
        self.name, self.functions = name, importlib.import_module(f"impls.{name}")

    def array(self, values: Any, dtype: str = "float64") -> Any:
        array = np.asarray(values, dtype=dtype)
        return torch.tensor(array) if self.name == "torch" else array

    def __getattr__(self, name: str) -> Any:
        return getattr(self.functions, name)


@pytest.fixture(params=["numpy", "torch"])
def room(request: pytest.FixtureRequest) -> Room:
    return Room(request.param)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("sigmoid", 0, 1),
        ("tanh", -1, 1),
        ("relu", 0, INF),
        ("silu", 0, INF),
        ("gelu", 0, INF),
        ("softplus", 0, INF),
        ("sigmoid_derivative", 0, 0),
        ("tanh_derivative", 0, 0),
        ("relu_derivative", 0, 1),
        ("silu_derivative", 0, 1),
        ("gelu_derivative", 0, 1),
        ("softplus_derivative", 0, 1),
    ],
)
def test_limits(room: Room, name: str, low: float, high: float, dtype: str) -> None:
    far = 6e4 if dtype == "float16" else 1e30
    out = np.asarray(getattr(room, name)(room.array([-INF, -far, far, INF], dtype)))
    assert out.dtype == dtype
    expected = np.array([low, low, far if high == INF else high, high], dtype=dtype)
    np.testing.assert_allclose(out, expected, atol=0, rtol=1e-3)


def test_tanh_form_of_gelu_at_its_limits(room: Room) -> None:
    x = room.array([-INF, -1e30, -30.0, 30.0, 1e30, INF], "float32")
    np.testing.assert_array_equal(np.asarray(room.gelu(x, approximate="tanh")), np.float32([0, 0, 0, 30, 1e30, INF]))
    np.testing.assert_array_equal(np.asarray(room.gelu_derivative(x, approximate="tanh")), [0, 0, 0, 1, 1, 1])
    with pytest.raises(ValueError, match="approximate"):
        room.gelu(x, approximate="fast")


def test_softplus_has_no_threshold(room: Room) -> None:
    x = np.array([15.0, 21.0, 30.0])
    out = np.asarray(room.softplus(room.array(x)))
    np.testing.assert_array_equal(out, x + np.log1p(np.exp(-x)))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_softmax_of_large_logits(room: Room, dtype: str) -> None:
    x = np.array([[1e4, -1e4, 1e4], [6e4, -6e4, -INF], [-6e4, -6e4, -6e4]])
    p = [[0.5, 0, 0.5], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3]]
    out = room.softmax(room.array(x, dtype))
    np.testing.assert_allclose(np.asarray(out), np.asarray(p, dtype), rtol=2e-3 if dtype == "float16" else 1e-6)
    logs = np.asarray(room.log_softmax(room.array(x, "float32")))
    np.testing.assert_allclose(logs[0], [-np.log(2), -2e4 - np.log(2), -np.log(2)], rtol=1e-6)
    assert logs[1, 2] == -INF


def test_a_row_of_minus_infinity(room: Room) -> None:
    x = room.array([[-INF, -INF], [0.0, 0.0]])
    np.testing.assert_array_equal(np.asarray(room.softmax(x)), [[0, 0], [0.5, 0.5]])
    np.testing.assert_allclose(np.asarray(room.log_softmax(x)), [[-INF, -INF], [-np.log(2)] * 2])
    assert room.softmax(room.array(np.zeros((3, 0)))).shape == (3, 0)


def test_small_temperature_does_not_overflow(room: Room) -> None:
    out = room.temperature_softmax(room.array([1e4, 9e3, -INF]), 1e-306)
    np.testing.assert_array_equal(np.asarray(out), [1, 0, 0])


def test_layer_norm_in_half_precision(room: Room) -> None:
    x, one, zero = np.array([-3e4, 1e4, 2e4]), np.ones(3), np.zeros(3)
    out = room.layer_norm(*(room.array(a, "float16") for a in (x, one, zero)), 1e-5)
    np.testing.assert_allclose(np.asarray(out), x / x.std(), rtol=2e-3)


def inputs(room: Room, *shapes: tuple[int, ...]) -> list[Any]:
    rng = np.random.default_rng(7)
    return [room.array(rng.normal(size=shape)) for shape in shapes]


def test_masked_attention_is_attention_over_what_is_allowed(room: Room) -> None:
    Q, K, V = inputs(room, (3, 4), (5, 4), (5, 2))
    mask = np.array([[1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]], dtype=bool)
    out = room.masked_attention(Q, K, V, room.array(mask, "bool"))
    np.testing.assert_array_equal(np.asarray(out[1]), [0, 0])
    for row in (0, 2):
        keep = np.flatnonzero(mask[row])
        alone = room.scaled_dot_product_attention(Q[row : row + 1], K[keep], V[keep])
        np.testing.assert_allclose(np.asarray(out[row]), np.asarray(alone[0]), rtol=1e-13)


@pytest.mark.parametrize("junk", [INF, -INF, float("nan")])
def test_what_is_masked_is_never_read(room: Room, junk: float) -> None:
    Q, K, V = inputs(room, (4, 3), (4, 3), (4, 2))
    clean = np.asarray(room.causal_attention(Q, K, V)).copy()
    K[3], V[3, 0] = junk, junk
    out = np.asarray(room.causal_attention(Q, K, V))
    np.testing.assert_allclose(out[:3], clean[:3], rtol=1e-13)
    V[1, 1] = junk
    out = np.asarray(room.causal_attention(Q[:3], K[:3], V[:3]))
    assert np.isfinite(out[0]).all()
    np.testing.assert_array_equal(out[1:, 1], [junk, junk])


def test_a_mask_must_be_boolean(room: Room) -> None:
    Q, K, V = inputs(room, (3, 4), (5, 4), (5, 2))
    with pytest.raises(ValueError, match="mask must be bool"):
        room.masked_attention(Q, K, V, room.array(np.zeros((3, 5))))
    with pytest.raises(ValueError, match=r"\bm is 5\b.*\b6\b"):
        room.masked_attention(Q, K, V, room.array(np.ones((3, 6)), "bool"))


def test_attention_over_nothing_is_zero(room: Room) -> None:
    Q, K, V = inputs(room, (3, 4), (0, 4), (0, 2))
    np.testing.assert_array_equal(np.asarray(room.scaled_dot_product_attention(Q, K, V)), np.zeros((3, 2)))
    W = inputs(room, (2, 4, 3), (2, 4, 3), (2, 4, 3), (6, 4))
    assert room.multi_head_attention(Q, Q, Q, *W, mask=room.array([[True, False, True]], "bool")).shape == (
        3,
        4,
    )


def test_empty_sequences(room: Room) -> None:
    x, h, c = inputs(room, (2, 0, 3), (2, 4), (2, 4))
    gates = inputs(room, *[(4, 7), (4,)] * 4)
    assert room.rnn(x, h, *gates[:2]).shape == (2, 0, 4)
    assert room.gru(x, h, *gates[:6]).shape == (2, 0, 4)
    assert [part.shape for part in room.lstm(x, h, c, *gates)] == [(2, 0, 4)] * 2


def test_empty_batches(room: Room) -> None:
    x, w, b = inputs(room, (0, 3, 6, 6), (4, 3, 2, 2), (4,))
    assert room.conv2d(x, w, b).shape == (0, 4, 5, 5)
    assert room.max_pool2d(x, kernel=2).shape == (0, 3, 3, 3)
    assert room.dense(*inputs(room, (0, 3), (4, 3), (4,))).shape == (0, 4)


def test_cross_entropy_of_extreme_logits(room: Room) -> None:
    logits = room.array([[1e4, -1e4, 0.0], [-INF, 0.0, 0.0]])
    assert float(room.cross_entropy(logits, room.array([1, 2], "int64"))) == pytest.approx((2e4 + np.log(2)) / 2)
    assert float(room.cross_entropy(logits, room.array([0, 0], "int64"))) == INF


def test_ties_stay_together(room: Room) -> None:
    x = room.array([0.0, 1.0, 1.0, 1.0, 2.0])
    assert np.flatnonzero(np.asarray(room.top_k(x, 2))).tolist() == [1, 2, 3, 4]
    assert np.flatnonzero(np.asarray(room.top_k(x, 9))).tolist() == [0, 1, 2, 3, 4]
    p = np.exp([0, 1, 1, 1, 2]) / np.exp([0, 1, 1, 1, 2]).sum()
    for limit in (1e-9, p[4] - 1e-9, p[4] + 1e-9, 1 - p[0] - 1e-9, 1 - p[0] + 1e-9, 1.0):
        kept = [i for i in range(5) if p[p > p[i]].sum() < limit]
        out = np.asarray(room.top_p(x, limit))
        np.testing.assert_allclose(out, np.where(np.isin(range(5), kept), p, 0) / p[kept].sum(), rtol=1e-13)


def test_greedy_takes_the_first_maximum(room: Room) -> None:
    assert np.asarray(room.greedy_step(room.array([[0, 3, 3, 1], [5, 0, 5, 5]]))).tolist() == [1, 0]


def test_generation_stops_at_eos(room: Room) -> None:
    M = np.zeros((4, 4))
    M[0, 2], M[2, 3], M[3, 1] = 1, 2, 4
    assert np.asarray(room.generate_from_table(room.array(M), 0, 1, 6)).tolist() == [2, 3, 1, 1, 1, 1]
    asked = []

    def next_logits(tokens: Any) -> Any:
        asked.append(np.asarray(tokens).tolist())
        return room.array([0.0, 0.0, 1.0])

    assert np.asarray(room.generate(next_logits, 0, 2, 3)).tolist() == [2, 2, 2]
    assert asked == [[0]]
    assert room.generate(next_logits, 0, 2, 0).shape == (0,)


def test_lookup_and_gpt_refuse_unknown_tokens(room: Room) -> None:
    E = inputs(room, (5, 2))[0]
    np.testing.assert_array_equal(np.asarray(room.embedding(room.array([[4, 0]], "int32"), E)), np.asarray(E)[[[4, 0]]])
    for bad in (5, -1):
        with pytest.raises(ValueError, match=rf"id {bad}\b.*V = 5"):
            room.embedding(room.array([0, bad], "int64"), E)
        with pytest.raises(ValueError, match=rf"id {bad}\b.*V = 5"):
            room.cross_entropy(inputs(room, (2, 5))[0], room.array([0, bad], "int64"))
    with pytest.raises(ValueError, match="must be int"):
        room.embedding(room.array([0.0, 1.0]), E)


def test_causal_mask(room: Room) -> None:
    np.testing.assert_array_equal(np.asarray(room.causal_mask(3)), [[1, 0, 0], [1, 1, 0], [1, 1, 1]])
    assert room.causal_mask(0).shape == (0, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda r: r.conv_output_size(7, 5, 0, 1, 2), r"kernel 5 \(dilated 9\) larger than padded input 7"),
        (lambda r: r.conv_output_size(7, 3, 0, 1.5), "S must be an integer, got 1.5"),
        (lambda r: r.conv_output_size(7, 3, -1), "P is -1"),
        (lambda r: r.pool_output_size(7, 3, 0, 0), "S is 0"),
        (lambda r: r.conv2d(*inputs(r, (3, 5, 5), (2, 4, 3, 3), (2,))), "x has 3 channels, w expects 4"),
        (lambda r: r.conv2d(*inputs(r, (3, 5, 5), (2, 3, 6, 3), (2,))), "kernel 6 .* padded input 5"),
        (
            lambda r: r.conv2d(*inputs(r, (3, 5, 5), (2, 3, 3, 3), (2,)), stride=0.5),
            "stride must be an integer",
        ),
        (lambda r: r.conv2d(*inputs(r, (3, 5, 5), (2, 3, 3, 3), (2,)), padding=(1, 2, 3)), "3 entries"),
        (
            lambda r: r.max_pool2d(*inputs(r, (3, 5, 5)), kernel=3, padding=2),
            r"padding \(2, 2\).*half.*\(3, 3\)",
        ),
        (lambda r: r.avg_pool2d(*inputs(r, (3, 5, 5)), kernel=(2, 9)), "kernel 9 .* padded input 5"),
        (lambda r: r.dense(*inputs(r, (3,), (4, 3), (4,)), activation="sine"), "'sine'.*sigmoid, tanh"),
        (lambda r: r.mlp(*inputs(r, (3,), (4, 3))), "1 parameters"),
        (lambda r: r.mlp(*inputs(r, (3,), (4, 3), (4,), (2, 5), (2,))), "layer 2.*4.*5"),
        (lambda r: r.layer_norm(*inputs(r, (3,), (3,), (3,)), -1e-5), "eps"),
        (lambda r: r.positional_encoding(3, 5), "d is 5, must be even"),
        (lambda r: r.positional_encoding(-1, 4), "n is -1"),
        (lambda r: r.next_token_loss(*inputs(r, (1, 3)), r.array([0], "int64")), "1 positions"),
        (lambda r: r.cross_entropy(*inputs(r, (0, 3)), r.array([], "int64")), "0 positions"),
        (lambda r: r.temperature_softmax(*inputs(r, (3,)), 0.0), "tau is 0.0"),
        (lambda r: r.top_k(*inputs(r, (3,)), 0), "k is 0"),
        (lambda r: r.top_p(*inputs(r, (3,)), 1.5), "p is 1.5"),
        (lambda r: r.top_p(*inputs(r, (3,)), float("nan")), "p is nan"),
        (lambda r: r.greedy_step(*inputs(r, (0,))), "V = 0"),
        (lambda r: r.generate_from_table(*inputs(r, (3, 3)), 3, 0, 2), "id 3.*V = 3"),
        (lambda r: r.scaled_dot_product_attention(*inputs(r, (3, 0), (4, 0), (4, 2))), "width is 0"),
    ],
)
def test_bad_input_is_named(room: Room, call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call(room)


def test_output_sizes(room: Room) -> None:
    assert room.conv_output_size(7, 3) == 5
    assert room.conv_output_size(np.int64(8), 3, 1, 2, 3) == 2
    sizes = [room.pool_output_size(W, 3, 1, 2, ceil_mode=True) for W in range(2, 9)]
    pooled = [torch.nn.functional.max_pool1d(torch.zeros(1, W), 3, 2, 1, ceil_mode=True).shape[-1] for W in range(2, 9)]
    assert sizes == pooled
