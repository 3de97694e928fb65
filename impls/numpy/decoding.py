"""Choosing the next token, and decoding with cached keys and values."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..plain.scalars import integer
from .activation import masked_softmax, quiet, shifted, softmax
from .attention import attend, heads, join, lower_triangle
from .checks import Array, arrays, epsilon, token_ids
from .transformer import DECODER, ffn, normalise, stacked


def causal_mask(n: Any) -> Array:
    """Boolean [n, n], True where key j <= query i."""
    return lower_triangle(integer("causal_mask", "n", n, 0))


def vocabulary(function: str, logits: Any) -> Array:
    """Logits [..., V] with V >= 1."""
    (logits,) = arrays(function, "logits*[V]", logits)
    if logits.shape[-1] == 0:
        raise ValueError(f"{function}: logits have V = 0 entries, expected at least 1")
    return logits


def temperature_softmax(logits: Any, tau: Any) -> Array:
    """softmax(logits / tau); logits[..., V] -> [..., V]. ValueError unless 0 < tau < inf."""
    logits = vocabulary("temperature_softmax", logits)
    if not 0 < float(tau) < float("inf"):
        raise ValueError(f"temperature_softmax: tau is {tau}, must be positive and finite")
    with quiet():
        return softmax(shifted(logits) / float(tau))


def top_k(logits: Any, k: Any) -> Array:
    """softmax over the k largest logits, 0 elsewhere; ties with the k-th are kept (Fan et al. 2018).

    Token i stays iff fewer than k logits are strictly larger. logits[..., V] -> [..., V]. ValueError for k <
    1.
    """
    logits = vocabulary("top_k", logits)
    V, k = logits.shape[-1], integer("top_k", "k", k, 1)
    if k >= V:
        return softmax(logits)
    kth = np.partition(logits, V - k, axis=-1)[..., V - k, None]
    return masked_softmax(logits, logits >= kth)


def top_p(logits: Any, p: Any) -> Array:
    """softmax over the nucleus, 0 elsewhere (Holtzman et al. 2020, section 3.1).

    Token i stays iff the probabilities strictly larger than its own sum to less than p; so the largest always
    stays and ties stay together. logits[..., V] -> [..., V]. ValueError unless 0 < p <= 1.
    """
    logits = vocabulary("top_p", logits)
    if not 0 < float(p) <= 1:
        raise ValueError(f"top_p: p is {p}, must be in (0, 1]")
    probabilities = softmax(logits.astype(np.float64))
    ordered = -np.sort(-probabilities, axis=-1)
    before = np.zeros_like(ordered)
    before[..., 1:] = np.cumsum(ordered, axis=-1)[..., :-1]
    last = np.maximum((before < float(p)).sum(axis=-1, keepdims=True) - 1, 0)
    return masked_softmax(logits, probabilities >= np.take_along_axis(ordered, last, axis=-1))


def greedy_step(logits: Any) -> Array:
    """Index of the largest logit, the first one on ties; logits[..., V] -> int [...]."""
    return np.asarray(np.argmax(vocabulary("greedy_step", logits), axis=-1))


def generate(next_logits: Callable[[Array], Any], bos: Any, eos: Any, max_steps: Any) -> Array:
    """Greedy decoding: token_t = argmax next_logits([bos, token_1, …, token_(t-1)]) -> int [max_steps].

    Once eos has come every further entry is eos, and ``next_logits`` is not asked again.
    """
    steps, eos = integer("generate", "max_steps", max_steps, 0), integer("generate", "eos", eos, 0)
    tokens = np.full(steps + 1, eos, dtype=np.int64)
    tokens[0] = integer("generate", "bos", bos, 0)
    for t in range(steps):
        logits = np.asarray(next_logits(tokens[: t + 1].copy()))
        if logits.ndim != 1:
            raise ValueError(f"generate: next_logits gave shape {logits.shape}, expected [V]")
        tokens[t + 1] = greedy_step(logits)
        if tokens[t + 1] == eos:
            break
    return tokens[1:]


def generate_from_table(M: Any, bos: Any, eos: Any, T: Any) -> Array:
    """``generate`` where the next logits are the sum of the rows M[token] of all tokens so far.

    M[V, V] -> int [T].
    """
    name = "generate_from_table"
    (M,) = arrays(name, "M[V,V]", M)
    bos, eos = integer(name, "bos", bos, 0), integer(name, "eos", eos, 0)
    token_ids(name, "bos, eos", np.asarray([bos, eos]), M.shape[0])
    return generate(lambda tokens: M[tokens].sum(axis=0), bos, eos, T)


def append(rows: Array, row: Array) -> Array:
    """rows[..., t, d] and row[..., d] -> [..., t + 1, d]."""
    batch = np.broadcast_shapes(row.shape[:-1], rows.shape[:-2])
    parts = [np.broadcast_to(part, (*batch, *part.shape[-2:])) for part in (rows, row[..., None, :])]
    return np.concatenate(parts, axis=-2)


def kv_cache_step(q: Any, k: Any, v: Any, K: Any, V: Any) -> tuple[Array, Array, Array]:
    """Append k, v to the cache, attend with q: (softmax(q K'ᵀ / √d_k) V', K', V').

    q, k[..., d_k], v[..., d_v], K[..., t, d_k], V[..., t, d_v] -> [..., d_v], [..., t + 1, d_k], [..., t + 1,
    d_v].
    """
    q, k, v, K, V = arrays("kv_cache_step", "q*[d_k] k*[d_k] v*[d_v] K*[t,d_k] V*[t,d_v]", q, k, v, K, V)
    K, V = append(K, k), append(V, v)
    return attend(q[..., None, :], K, V)[..., 0, :], K, V


class GrowingRows:
    """Rows [..., t, d] in a buffer that doubles, so that adding one copies no others on average."""

    def __init__(self) -> None:
        self.length = 0
        self.buffer: Array | None = None

    def append(self, row: Array) -> Array:
        """Add row[..., 1, d]; all rows so far as a view."""
        if self.buffer is None:
            self.buffer = np.empty((*row.shape[:-2], 16, row.shape[-1]), dtype=row.dtype)
        if self.length == self.buffer.shape[-2]:
            self.buffer = np.concatenate([self.buffer, np.empty_like(self.buffer)], axis=-2)
        self.buffer[..., self.length : self.length + 1, :] = row
        self.length += 1
        return self.buffer[..., : self.length, :]


class CachedLayer:
    """One decoder layer: weights, growing self-attention cache, keys and values of the memory."""

    def __init__(self, memory: Array, parameters: list[Array], eps: float) -> None:
        self.own, self.norm_1, self.norm_2 = parameters[:4], parameters[4:6], parameters[10:12]
        self.U_Q, U_K, U_V, self.U_O = parameters[6:10]
        self.feed, self.norm_3, self.eps = parameters[12:16], parameters[16:], eps
        self.memory_keys, self.memory_values = heads(memory, U_K), heads(memory, U_V)
        self.keys, self.values = GrowingRows(), GrowingRows()

    def step(self, y: Array) -> Array:
        """The next output row [..., 1, d] for the next input row [..., 1, d]."""
        W_Q, W_K, W_V, W_O = self.own
        keys, values = self.keys.append(heads(y, W_K)), self.values.append(heads(y, W_V))
        y = normalise(y + join(attend(heads(y, W_Q), keys, values), W_O), self.norm_1, self.eps)
        crossed = attend(heads(y, self.U_Q), self.memory_keys, self.memory_values)
        y = normalise(y + join(crossed, self.U_O), self.norm_2, self.eps)
        return normalise(y + ffn(y, self.feed), self.norm_3, self.eps)


class DecoderCache:
    """The decoder one token at a time: ``DecoderCache(memory, W_Q, …, beta_3, eps).step(y_row)``.

    Self-attention keys and values are kept; those of the memory are computed once per layer.
    """

    def __init__(self, memory: Any, *parameters: Any) -> None:
        *weights, eps = parameters
        memory, *weights = arrays("DecoderCache", f"memory*[m,d] {stacked(DECODER)}", memory, *weights)
        eps = epsilon("DecoderCache", eps)
        self.d = memory.shape[-1]
        self.batch: tuple[int, ...] | None = None
        self.layers = [CachedLayer(memory, list(layer), eps) for layer in zip(*weights, strict=True)]

    def step(self, y_row: Any) -> Array:
        """Output row [..., d] for the next input row [..., d].

        ValueError for another width or another batch than before.
        """
        (y,) = arrays("DecoderCache.step", "y_row*[d]", y_row)
        if y.shape[-1] != self.d:
            raise ValueError(f"DecoderCache.step: y_row has d = {y.shape[-1]}, memory has d = {self.d}")
        if self.batch not in (None, y.shape[:-1]):
            raise ValueError(f"DecoderCache.step: y_row has batch {y.shape[:-1]}, earlier rows had {self.batch}")
        self.batch, y = y.shape[:-1], y[..., None, :]
        for layer in self.layers:
            y = layer.step(y)
        return y[..., 0, :]


def cached_decoder(
    y: Any,
    memory: Any,
    W_Q: Any,
    W_K: Any,
    W_V: Any,
    W_O: Any,
    gamma_1: Any,
    beta_1: Any,
    U_Q: Any,
    U_K: Any,
    U_V: Any,
    U_O: Any,
    gamma_2: Any,
    beta_2: Any,
    W_1: Any,
    b_1: Any,
    W_2: Any,
    b_2: Any,
    gamma_3: Any,
    beta_3: Any,
    eps: Any,
) -> Array:
    """The result of ``decoder``, computed token by token with ``DecoderCache``; same inputs, [..., n, d]."""
    y, memory, *parameters = arrays(
        "cached_decoder",
        f"y*[n,d] memory*[m,d] {stacked(DECODER)}",
        *(y, memory, W_Q, W_K, W_V, W_O, gamma_1, beta_1, U_Q, U_K, U_V, U_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_3, beta_3),
    )
    y = np.broadcast_to(y, (*np.broadcast_shapes(y.shape[:-2], memory.shape[:-2]), *y.shape[-2:]))
    cache = DecoderCache(memory, *parameters, eps)
    rows = [cache.step(y[..., t, :]) for t in range(y.shape[-2])]
    return np.stack(rows, axis=-2) if rows else y.copy()


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "decoding.causal_mask": causal_mask,
    "decoding.temperature": temperature_softmax,
    "decoding.top_k": top_k,
    "decoding.top_p": top_p,
    "decoding.greedy_step": greedy_step,
    "decoding.generate": generate_from_table,
    "decoding.kv_cache_step": kv_cache_step,
    "decoding.cached_decoder": cached_decoder,
}
