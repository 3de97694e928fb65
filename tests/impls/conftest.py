"""Inputs for every implementation: sizes pairwise distinct, nothing zero, one or equal by accident."""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

Shape = tuple[int, ...]
N, n, m, d, h, d_k, d_v, g, c_k, c_v, d_ff, V, n_max = 2, 5, 7, 6, 3, 4, 8, 2, 3, 5, 9, 11, 13

HEADS: list[Shape] = [(h, d, d_k), (h, d, d_k), (h, d, d_v), (h * d_v, d)]
CROSS: list[Shape] = [(g, d, c_k), (g, d, c_k), (g, d, c_v), (g * c_v, d)]
NORM: list[Shape] = [(d,), (d,)]
FEED: list[Shape] = [(d, d_ff), (d_ff,), (d_ff, d), (d,)]
ENCODER = HEADS + NORM + FEED + NORM
DECODER = HEADS + NORM + CROSS + NORM + FEED + NORM
BLOCK = NORM + HEADS + NORM + FEED


def gates(count: int, d_h: int = 4, d_x: int = 3) -> list[Shape]:
    """Weights and biases of recurrent gates."""
    return [(d_h, d_h + d_x), (d_h,)] * count


def stacked(shapes: list[Shape]) -> list[Shape]:
    """The same for N layers."""
    return [(N, *shape) for shape in shapes]


# id: data shapes, parameter shapes, further positional arguments, keyword arguments
Case = tuple[list[Shape], list[Shape], list[Any], dict[str, Any]]
ELEMENTWISE = ("sigmoid", "tanh", "relu", "silu", "softplus", "gelu")
CONV: Case = (
    [(3, 9, 8)],
    [(4, 3, 3, 2), (4,)],
    [],
    {"stride": (2, 1), "padding": (1, 2), "dilation": (2, 3)},
)
CASES: dict[str, Case] = {
    "dense.affine": ([(3,)], [(4, 3), (4,)], [], {}),
    "dense.layer": ([(3,)], [(4, 3), (4,)], [], {"activation": "gelu"}),
    "dense.mlp": ([(3,)], [(4, 3), (4,), (5, 4), (5,), (2, 5), (2,)], [], {"activation": "silu"}),
    "dense.output_projection": ([(3,)], [(V, 3), (V,)], [], {}),
    **{f"activation.{name}": ([(5,)], [], [], {}) for name in ELEMENTWISE},
    **{f"activation.{name}_derivative": ([(5,)], [], [], {}) for name in ELEMENTWISE},
    "activation.leaky_relu": ([(5,)], [], [0.1], {}),
    "activation.leaky_relu_derivative": ([(5,)], [], [0.1], {}),
    "activation.softmax": ([(5,)], [], [], {}),
    "activation.log_softmax": ([(5,)], [], [], {}),
    "activation.softmax_jacobian": ([(5,)], [], [], {}),
    "activation.log_softmax_jacobian": ([(5,)], [], [], {}),
    "convolution.conv2d": CONV,
    "convolution.conv2d_as_matrix_product": CONV,
    "convolution.max_pool2d": ([(3, 9, 8)], [], [], {"kernel": (2, 3), "stride": (1, 2), "padding": 1}),
    "convolution.avg_pool2d": ([(3, 9, 8)], [], [], {"kernel": 3, "padding": 1, "count_include_pad": False}),
    "recurrent.rnn.step": ([(3,), (4,)], gates(1), [], {}),
    "recurrent.rnn.sequence": ([(5, 3), (4,)], gates(1), [], {}),
    **{f"recurrent.lstm.{gate}_gate": ([(3,), (4,)], gates(1), [], {}) for gate in ("forget", "input", "output")},
    "recurrent.lstm.candidate": ([(3,), (4,)], gates(1), [], {}),
    "recurrent.lstm.cell": ([(4,)] * 4, [], [], {}),
    "recurrent.lstm.hidden": ([(4,)] * 2, [], [], {}),
    "recurrent.lstm.step": ([(3,), (4,), (4,)], gates(4), [], {}),
    "recurrent.lstm.sequence": ([(5, 3), (4,), (4,)], gates(4), [], {}),
    **{f"recurrent.gru.{gate}_gate": ([(3,), (4,)], gates(1), [], {}) for gate in ("update", "reset")},
    "recurrent.gru.candidate": ([(3,), (4,), (4,)], gates(1), [], {}),
    "recurrent.gru.hidden": ([(4,)] * 3, [], [], {}),
    "recurrent.gru.step": ([(3,), (4,)], gates(3), [], {}),
    "recurrent.gru.sequence": ([(5, 3), (4,)], gates(3), [], {}),
    "attention.encoder.query": ([(3,)], [(d, 3)], [], {}),
    "attention.encoder.keys": ([(m, 4)], [(d, 4)], [], {}),
    "attention.encoder.scores": ([(m, d), (d,)], [], [], {}),
    "attention.encoder.weights": ([(m,)], [], [], {}),
    "attention.encoder.context": ([(m,), (m, 4)], [], [], {}),
    "attention.encoder.attention": ([(3,), (m, 4)], [(d, 3), (d, 4)], [], {}),
    "attention.additive": ([(3,), (m, 4), (m, 5)], [(6, 3), (6, 4), (6,)], [], {}),
    "attention.scaled_dot_product": ([(n, d_k), (m, d_k), (m, d_v)], [], [], {}),
    "attention.scaled_dot_product_columns": ([(d_k, n), (d_k, m), (d_v, m)], [], [], {}),
    "attention.self_attention": ([(n, d)], [(d, d_k), (d, d_k), (d, d_v)], [], {}),
    "attention.causal": ([(n, d_k), (n, d_k), (n, d_v)], [], [], {}),
    "attention.cross": ([(n, d), (m, 3)], [(d, d_k), (3, d_k), (3, d_v)], [], {}),
    "attention.multi_head": ([(n, d), (m, d), (m, d)], HEADS, [], {}),
    "attention.multi_head_columns": ([(d, n), (d, m), (d, m)], [(h, d, d)] * 3 + [(d, h * d)], [], {}),
    "transformer.layer_norm": ([(d,)], NORM, [1e-5], {}),
    "transformer.post_norm": ([(d,), (d,)], NORM, [1e-5], {}),
    "transformer.feed_forward": ([(n, d)], FEED, [], {}),
    "transformer.post_norm_feed_forward": ([(n, d)], FEED + NORM, [1e-5], {}),
    "transformer.pre_norm_feed_forward": ([(n, d)], FEED + NORM, [1e-5], {}),
    "transformer.encoder_layer": ([(n, d)], ENCODER, [1e-5], {}),
    "transformer.encoder": ([(n, d)], stacked(ENCODER), [1e-5], {}),
    "transformer.decoder_layer": ([(n, d), (m, d)], DECODER, [1e-5], {}),
    "transformer.decoder": ([(n, d), (m, d)], stacked(DECODER), [1e-5], {}),
    "transformer.output_head": ([(n, d)], [(d, V), (V,)], [], {}),
    "decoding.temperature": ([(V,)], [], [0.7], {}),
    "decoding.top_k": ([(V,)], [], [3], {}),
    "decoding.top_p": ([(V,)], [], [0.6], {}),
    "decoding.kv_cache_step": ([(d_k,), (d_k,), (d_v,), (n, d_k), (n, d_v)], [], [], {}),
    "decoding.cached_decoder": ([(n, d), (m, d)], stacked(DECODER), [1e-5], {}),
    "gpt.block": ([(n, d)], BLOCK, [1e-5], {}),
}
# Inputs that are not floating, written out where they are tested.
OTHERS = {
    "dense.embedding",
    "convolution.output_size",
    "convolution.pool_output_size",
    "attention.masked",
    "transformer.positional_encoding",
    "transformer.cross_entropy",
    "transformer.cross_entropy_gradient",
    "transformer.next_token_loss",
    "decoding.causal_mask",
    "decoding.greedy_step",
    "decoding.generate",
    "gpt.model",
}


class Sample:
    """One formula: its two implementations and random inputs for them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data_shapes, self.parameter_shapes, self.further, self.keywords = CASES[name]

    def draw(self, batch: Shape = (), seed: int = 0) -> tuple[list[Any], list[Any]]:
        """Random data with leading axes ``batch``, and random parameters."""
        rng = np.random.default_rng([seed, *self.name.encode()])
        data = [rng.normal(size=(*batch, *shape)) for shape in self.data_shapes]
        return data, [rng.normal(size=shape) / 2 for shape in self.parameter_shapes]

    def call(self, framework: str, data: list[Any], parameters: list[Any]) -> tuple[Any, ...]:
        """What that framework's implementation gives, always as a tuple."""
        function = importlib.import_module(f"impls.{framework}").IMPLEMENTATIONS[self.name]
        out = function(*data, *parameters, *self.further, **self.keywords)
        return out if isinstance(out, tuple) else (out,)


JUMPS = ("relu_derivative", "top_k", "top_p")
SELECTIONS: dict[str, Callable[[Sample], bool]] = {
    "sample": lambda sample: True,
    "smooth": lambda sample: not sample.name.endswith(JUMPS),
    "steady": lambda sample: not sample.name.endswith((*JUMPS, "max_pool2d")),
    "joint": lambda sample: len(sample.data_shapes) > 1,
    "fitted": lambda sample: len(sample.data_shapes) > 1 or bool(sample.parameter_shapes),
    "learned": lambda sample: bool(sample.parameter_shapes),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with such an argument runs for every formula of that selection."""
    for name, chosen in SELECTIONS.items():
        if name in metafunc.fixturenames:
            samples = [sample for sample in map(Sample, CASES) if chosen(sample)]
            metafunc.parametrize(name, samples, ids=[sample.name for sample in samples])


@pytest.fixture
def formula_ids() -> set[str]:
    """Every formula that must have an implementation."""
    return set(CASES) | OTHERS
