"""Terms that several formulas share: attention, layer norm, feed-forward, stacks of layers.

Plain functions from terms to terms. Each gives the whole a name (``let``), so that a layer is written as
people write it, ``LayerNorm(x + MultiHead(x, x, x))``, with what the names mean beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .lang import (
    Rational,
    Term,
    cos,
    erf,
    let,
    masked_softmax,
    mean,
    merge,
    permute,
    pi,
    relu,
    scan,
    softmax,
    sqrt,
    sum_over,
    tab,
    tanh,
    tex,
)

Elementwise = Callable[[Term], Term]


def named(name: str, *arguments: Term) -> str:
    """``\\operatorname{name}\\left(a, b\\right)``; a script may follow the name after ``_``."""
    base, _, script = name.partition("_")
    index = f"_{{{script}}}" if script else ""
    return rf"\operatorname{{{base}}}{index}\left({', '.join(map(tex, arguments))}\right)"


def number(entry: Any) -> Term:
    """A scalar by its expression in entries: ``number(total(n, lambda i: x.at(i)) / n)``."""
    return tab(body=lambda: entry)


def scalars(part: Callable[..., Any]) -> Callable[..., Term]:
    """A number made of numbers."""
    return lambda *given: number(part(*(g.at() for g in given)))


def total(count: Any, body: Callable[[Any], Any], index: str = "i") -> Any:
    """Σ body(i), the index written by its letter."""
    return sum_over(count, body, index)


def scores(Q: Term, K: Term) -> Term:
    """Q Kᵀ / √d_k, tokens in rows."""
    return Q @ K.T / sqrt(Q.shape[-1])


def scores_columns(Q: Term, K: Term) -> Term:
    """Kᵀ Q / √d_k, tokens in columns: a column for each query."""
    return K.T @ Q / sqrt(Q.shape[-2])


def attention(Q: Term, K: Term, V: Term, mask: Term | None = None) -> Term:
    """softmax(Q Kᵀ / √d_k) V over what the mask lets through."""
    S = scores(Q, K)
    return (softmax(S) if mask is None else masked_softmax(S, mask)) @ V


def attention_columns(Q: Term, K: Term, V: Term, mask: Term | None = None) -> Term:
    """V softmax(Kᵀ Q / √d_k), each column of weights summing to one; the mask is [queries, keys]."""
    if mask is None:
        return V @ softmax(scores_columns(Q, K), axis=-2)
    return V @ masked_softmax(Q.T @ K / sqrt(Q.shape[-2]), mask).T


def join_heads(heads: Term) -> Term:
    """[…, h, n, d_v] side by side: [n, h·d_v], head by head."""
    return merge(permute(heads, -2, -3, -1), -2)


def multi_head(
    Q: Term,
    K: Term,
    V: Term,
    W_Q: Term,
    W_K: Term,
    W_V: Term,
    W_O: Term,
    mask: Term | None = None,
    head: str = r"\mathrm{head}",
) -> Term:
    """[head_1, …, head_h] W_O with head_i = Attention(Q W_Q^i, K W_K^i, V W_V^i), tokens in rows."""
    heads = let(f"{head}_{{i}}", attention(Q @ W_Q, K @ W_K, V @ W_V, mask))
    return join_heads(heads) @ W_O


def layer_norm(x: Term, gamma: Term, beta: Term, eps: Term, *, place: str = "", axis: int = -1) -> Term:
    """γ ⊙ (x − μ) / √(σ² + ε) + β over the last axis, variance biased."""
    index = f"_{{{place}}}" if place else ""
    mu = let(rf"\mu{index}", mean(x, axis=axis, keepdims=True))
    variance = let(rf"\sigma{index}^{{2}}", mean((x - mu) ** 2, axis=axis, keepdims=True))
    normed = gamma * ((x - mu) / sqrt(variance + eps)) + beta
    return let(named(f"LayerNorm_{place}" if place else "LayerNorm", x), normed)


def feed_forward(x: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, *, activation: Elementwise = relu) -> Term:
    """a(x W_1 + b_1) W_2 + b_2, tokens in rows."""
    return let(named("FFN", x), activation(x @ W_1 + b_1) @ W_2 + b_2)


def norm_with(parameters: Sequence[Term], eps: Term, place: str) -> Elementwise:
    """The layer norm with these γ and β; ``place`` tells it from others beside it."""
    gamma, beta = parameters
    return lambda x: layer_norm(x, gamma, beta, eps, place=place)


def feed_forward_with(parameters: Sequence[Term], activation: Elementwise = relu) -> Elementwise:
    """The feed-forward network with these W_1, b_1, W_2, b_2."""
    W_1, b_1, W_2, b_2 = parameters
    return lambda x: feed_forward(x, W_1, b_1, W_2, b_2, activation=activation)


def multi_head_with(parameters: Sequence[Term], head: str = r"\mathrm{head}") -> Callable[..., Term]:
    """Multi-head attention with these four weights: ``attend(x)`` over x itself, ``attend(x, z)`` over z."""
    W_Q, W_K, W_V, W_O = parameters

    def attend(x: Term, z: Term | None = None, mask: Term | None = None) -> Term:
        z = x if z is None else z
        name = named("MultiHead" if mask is None else "MaskedMultiHead", x, z, z)
        return let(name, multi_head(x, z, z, W_Q, W_K, W_V, W_O, mask, head))

    return attend


def normal_below(x: Term) -> Term:
    """Φ(x) = (1 + erf(x/√2)) / 2, the share of the normal distribution below x."""
    return let(rf"\Phi\left({tex(x)}\right)", (1 + erf(x / sqrt(2))) / 2)


def tanh_gelu(x: Term) -> Term:
    """x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))."""
    return Rational(1, 2) * x * (1 + tanh(sqrt(2 / pi) * (x + Rational(44715, 1000000) * x**3)))


def half_turn(low: Term, high: Term, t: Any, T: Any) -> Term:
    """From the highest rate to the lowest along half a turn of a cosine: η_min + (η_max − η_min) (1 + cos(π t / T)) / 2."""
    return low + Rational(1, 2) * (high - low) * (1 + cos(pi * t / T))


def stack(layer: Callable[..., Term], x: Term, parameters: Sequence[Term], state: str = "x") -> Term:
    """x through N layers: ``layer(x, *parameters of this layer)``; each parameter has a leading axis N."""
    over = {_of_layer(tex(p)): p for p in parameters}
    (out,) = scan(layer, init={f"{state}^{{(l-1)}}": x}, over=over, collect=False)
    return out


def _of_layer(name: str) -> str:
    """``W^{Q}_{i}`` becomes ``W^{Q,(l)}_{i}``, ``\\gamma_{1}`` becomes ``\\gamma_{1}^{(l)}``."""
    marked = re.sub(r"\^\{([^}]*)\}", r"^{\1,(l)}", name)
    return marked if marked != name else name + "^{(l)}"
