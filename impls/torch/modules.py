"""The functions of this room as ``nn.Module``: they hold the parameters, in the order in which the function
takes them.

Matrices start Glorot-uniform, gains (gamma) at one, shifts (beta, b) at zero, embeddings (E, P) normal with
deviation 0.02.
"""

import itertools
from math import sqrt
from typing import Any

import torch
from torch import Tensor, nn

from ..plain.scalars import integer
from .attention import multi_head_attention
from .dense import dense, mlp
from .gpt import gpt
from .recurrent import gru, lstm, rnn
from .transformer import decoder, decoder_layer, encoder, encoder_layer, feed_forward, layer_norm

Shapes = dict[str, tuple[int, ...]]


def initialise(name: str, parameter: Tensor) -> None:
    """Starting values by the kind of parameter, which its name tells."""
    kind = name.split("_")[0]
    if kind in ("b", "beta"):
        nn.init.zeros_(parameter)
    elif kind == "gamma":
        nn.init.ones_(parameter)
    elif kind in ("E", "P"):
        nn.init.normal_(parameter, std=0.02)
    else:
        bound = sqrt(6.0 / max(1, parameter.shape[-1] + parameter.shape[-2]))
        nn.init.uniform_(parameter, -bound, bound)


class Parameters(nn.Module):
    """Named parameters of given shapes."""

    def __init__(self, shapes: Shapes, **options: Any) -> None:
        super().__init__()
        for name, shape in shapes.items():
            sizes = [integer(type(self).__name__, f"a size of {name}", size, 1) for size in shape]
            self.register_parameter(name, nn.Parameter(torch.empty(*sizes, **options)))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the starting values again."""
        for name, parameter in self.named_parameters(recurse=False):
            initialise(name, parameter)

    def extra_repr(self) -> str:
        return ", ".join(f"{name}{list(p.shape)}" for name, p in self.named_parameters(recurse=False))


def head_width(function: str, d: int, heads: int, width: int | None) -> int:
    """The given width of one head, or d / heads; ValueError where that does not divide."""
    if width is not None:
        return width
    if d % heads:
        raise ValueError(f"{function}: d = {d} is not divisible by {heads} heads")
    return d // heads


def head_shapes(letter: str, d: int, heads: int, d_k: int, d_v: int) -> Shapes:
    """Weights of multi-head attention."""
    return {
        f"{letter}_Q": (heads, d, d_k),
        f"{letter}_K": (heads, d, d_k),
        f"{letter}_V": (heads, d, d_v),
        f"{letter}_O": (heads * d_v, d),
    }


def norm_shapes(mark: int | str, d: int) -> Shapes:
    """Gain and shift of a layer norm."""
    return {f"gamma_{mark}": (d,), f"beta_{mark}": (d,)}


def feed_shapes(d: int, d_ff: int) -> Shapes:
    """Weights of a feed-forward block."""
    return {"W_1": (d, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d), "b_2": (d,)}


def encoder_shapes(name: str, d: int, heads: int, d_ff: int) -> Shapes:
    """Weights of an encoder layer."""
    width = head_width(name, d, heads, None)
    return head_shapes("W", d, heads, width, width) | norm_shapes(1, d) | feed_shapes(d, d_ff) | norm_shapes(2, d)


def decoder_shapes(name: str, d: int, heads: int, d_ff: int) -> Shapes:
    """Weights of a decoder layer."""
    width = head_width(name, d, heads, None)
    own, cross = head_shapes("W", d, heads, width, width), head_shapes("U", d, heads, width, width)
    return own | norm_shapes(1, d) | cross | norm_shapes(2, d) | feed_shapes(d, d_ff) | norm_shapes(3, d)


def block_shapes(name: str, d: int, heads: int, d_ff: int) -> Shapes:
    """Weights of a GPT block."""
    width = head_width(name, d, heads, None)
    return norm_shapes(1, d) | head_shapes("W", d, heads, width, width) | norm_shapes(2, d) | feed_shapes(d, d_ff)


def stack(layers: int, shapes: Shapes) -> Shapes:
    """The same for a number of layers."""
    return {name: (layers, *shape) for name, shape in shapes.items()}


def gate_shapes(gates: str, d_x: int, d_h: int) -> Shapes:
    """Weights [d_h, d_h + d_x] and biases of recurrent gates."""
    shapes: Shapes = {}
    for gate in gates:
        shapes |= {f"W_{gate}": (d_h, d_h + d_x), f"b_{gate}": (d_h,)}
    return shapes


class Dense(Parameters):
    """``dense``: x[..., d_in] -> [..., d_out]."""

    def __init__(self, d_in: int, d_out: int, activation: str = "identity", **options: Any) -> None:
        super().__init__({"W": (d_out, d_in), "b": (d_out,)}, **options)
        self.activation = activation

    def forward(self, x: Tensor) -> Tensor:
        return dense(x, *self.parameters(), activation=self.activation)


class MLP(Parameters):
    """``mlp`` through the given widths d_0, d_1, …: x[..., d_0] -> [..., d_L]."""

    def __init__(self, *widths: int, activation: str = "relu", **options: Any) -> None:
        if len(widths) < 2:
            raise ValueError(f"MLP: {len(widths)} widths, expected at least 2")
        shapes: Shapes = {}
        for layer, (d_in, d_out) in enumerate(itertools.pairwise(widths), start=1):
            shapes |= {f"W_{layer}": (d_out, d_in), f"b_{layer}": (d_out,)}
        super().__init__(shapes, **options)
        self.activation = activation

    def forward(self, x: Tensor) -> Tensor:
        return mlp(x, *self.parameters(), activation=self.activation)


class Recurrent(Parameters):
    """Recurrent weights, and a zero state where none is given."""

    def __init__(self, gates: str, d_x: int, d_h: int, **options: Any) -> None:
        shapes = gate_shapes(gates, d_x, d_h) if gates else {"W": (d_h, d_h + d_x), "b": (d_h,)}
        super().__init__(shapes, **options)
        self.d_h = d_h

    def zeros(self, x: Tensor) -> Tensor:
        """A zero state [..., d_h] for x[..., T, d_x]."""
        return x.new_zeros(*x.shape[:-2], self.d_h)


class RNN(Recurrent):
    """``rnn``: x[..., T, d_x] and an optional first state -> states [..., T, d_h]."""

    def __init__(self, d_x: int, d_h: int, **options: Any) -> None:
        super().__init__("", d_x, d_h, **options)

    def forward(self, x: Tensor, h_0: Tensor | None = None) -> Tensor:
        return rnn(x, self.zeros(x) if h_0 is None else h_0, *self.parameters())


class LSTM(Recurrent):
    """``lstm``: x[..., T, d_x] and an optional first (h, c) -> hidden and cell states, both [..., T, d_h]."""

    def __init__(self, d_x: int, d_h: int, **options: Any) -> None:
        super().__init__("fioc", d_x, d_h, **options)

    def forward(self, x: Tensor, state: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        h_0, c_0 = (self.zeros(x), self.zeros(x)) if state is None else state
        W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c = self.parameters()
        return lstm(x, h_0, c_0, W_f, b_f, W_i, b_i, W_o, b_o, W_c, b_c)


class GRU(Recurrent):
    """``gru``: x[..., T, d_x] and an optional first state -> states [..., T, d_h]."""

    def __init__(self, d_x: int, d_h: int, **options: Any) -> None:
        super().__init__("zrh", d_x, d_h, **options)

    def forward(self, x: Tensor, h_0: Tensor | None = None) -> Tensor:
        return gru(x, self.zeros(x) if h_0 is None else h_0, *self.parameters())


class MultiHeadAttention(Parameters):
    """``multi_head_attention``: Q[..., n, d], K, V[..., m, d] -> [..., n, d].

    head widths default to d / heads.
    """

    def __init__(self, d: int, heads: int, d_k: int | None = None, d_v: int | None = None, **options: Any) -> None:
        widths = [head_width("MultiHeadAttention", d, heads, width) for width in (d_k, d_v)]
        super().__init__(head_shapes("W", d, heads, *widths), **options)

    def forward(self, Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> Tensor:
        return multi_head_attention(Q, K, V, *self.parameters(), mask=mask)


class Normed(Parameters):
    """Parameters of something that normalises, and its eps."""

    def __init__(self, shapes: Shapes, eps: float, **options: Any) -> None:
        super().__init__(shapes, **options)
        self.eps = eps

    def values(self) -> list[Any]:
        """The parameters in order, then eps."""
        return [*self.parameters(), self.eps]


class LayerNorm(Normed):
    """``layer_norm`` over the last axis of x[..., d]."""

    def __init__(self, d: int, eps: float = 1e-5, **options: Any) -> None:
        super().__init__({"gamma": (d,), "beta": (d,)}, eps, **options)

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, *self.values())


class FeedForward(Parameters):
    """``feed_forward``: x[..., n, d] -> [..., n, d]."""

    def __init__(self, d: int, d_ff: int, **options: Any) -> None:
        super().__init__(feed_shapes(d, d_ff), **options)

    def forward(self, x: Tensor) -> Tensor:
        return feed_forward(x, *self.parameters())


class EncoderLayer(Normed):
    """``encoder_layer``: x[..., n, d] -> [..., n, d]."""

    def __init__(self, d: int, heads: int, d_ff: int, eps: float = 1e-5, **options: Any) -> None:
        super().__init__(encoder_shapes("EncoderLayer", d, heads, d_ff), eps, **options)

    def forward(self, x: Tensor) -> Tensor:
        return encoder_layer(x, *self.values())


class Encoder(Normed):
    """``encoder`` with its layers stacked: x[..., n, d] -> [..., n, d]."""

    def __init__(self, layers: int, d: int, heads: int, d_ff: int, eps: float = 1e-5, **options: Any) -> None:
        super().__init__(stack(layers, encoder_shapes("Encoder", d, heads, d_ff)), eps, **options)

    def forward(self, x: Tensor) -> Tensor:
        return encoder(x, *self.values())


class DecoderLayer(Normed):
    """``decoder_layer``: y[..., n, d], memory[..., m, d] -> [..., n, d]."""

    def __init__(self, d: int, heads: int, d_ff: int, eps: float = 1e-5, **options: Any) -> None:
        super().__init__(decoder_shapes("DecoderLayer", d, heads, d_ff), eps, **options)

    def forward(self, y: Tensor, memory: Tensor) -> Tensor:
        return decoder_layer(y, memory, *self.values())


class Decoder(Normed):
    """``decoder`` with its layers stacked: y[..., n, d], memory[..., m, d] -> [..., n, d]."""

    def __init__(self, layers: int, d: int, heads: int, d_ff: int, eps: float = 1e-5, **options: Any) -> None:
        super().__init__(stack(layers, decoder_shapes("Decoder", d, heads, d_ff)), eps, **options)

    def forward(self, y: Tensor, memory: Tensor) -> Tensor:
        return decoder(y, memory, *self.values())


class GPT(Normed):
    """``gpt`` with vocabulary V and at most n_max positions: tokens[..., n] -> logits [..., n, V]."""

    def __init__(
        self,
        V: int,
        n_max: int,
        layers: int,
        d: int,
        heads: int,
        d_ff: int,
        eps: float = 1e-5,
        **options: Any,
    ) -> None:
        blocks = stack(layers, block_shapes("GPT", d, heads, d_ff))
        super().__init__({"E": (V, d), "P": (n_max, d)} | blocks | norm_shapes("f", d), eps, **options)

    def forward(self, tokens: Tensor) -> Tensor:
        return gpt(tokens, *self.values())
