"""Choosing the next token, and decoding with cached keys and values."""

from collections.abc import Callable
from math import inf
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer
from .activation import softmax
from .attention import attend, heads, join, lower_triangle
from .checks import epsilon, tensors, token_ids
from .transformer import DECODER, ffn, normalise, stacked


def causal_mask(n: int, *, device: torch.device | None = None) -> Tensor:
    """Boolean [n, n], True where key j <= query i."""
    return lower_triangle(integer("causal_mask", "n", n, 0), device)


def vocabulary(function: str, logits: Tensor) -> Tensor:
    """Logits [..., V] with V >= 1."""
    (logits,) = tensors(function, "logits*[V]", logits)
    if logits.shape[-1] == 0:
        raise ValueError(f"{function}: logits have V = 0 entries, expected at least 1")
    return logits


def temperature_softmax(logits: Tensor, tau: float) -> Tensor:
    """softmax(logits / tau); logits[..., V] -> [..., V]. ValueError unless 0 < tau < inf."""
    logits = vocabulary("temperature_softmax", logits)
    if not 0 < float(tau) < inf:
        raise ValueError(f"temperature_softmax: tau is {tau}, must be positive and finite")
    # Shifted first, since logits / tau may overflow; the shift changes neither value nor gradient.
    top = logits.detach().amax(dim=-1, keepdim=True)
    return softmax((logits - torch.where(torch.isneginf(top), 0.0, top)) / float(tau))


def top_k(logits: Tensor, k: int) -> Tensor:
    """softmax over the k largest logits, 0 elsewhere; ties with the k-th are kept (Fan et al. 2018).

    Token i stays iff fewer than k logits are strictly larger. logits[..., V] -> [..., V]. ValueError for k <
    1.
    """
    logits = vocabulary("top_k", logits)
    V, k = logits.shape[-1], integer("top_k", "k", k, 1)
    if k >= V:
        return softmax(logits)
    kth = logits.detach().topk(k, dim=-1).values[..., -1:]
    return softmax(logits.masked_fill(logits < kth, -inf))


def top_p(logits: Tensor, p: float) -> Tensor:
    """softmax over the nucleus, 0 elsewhere (Holtzman et al. 2020, section 3.1).

    Token i stays iff the probabilities strictly larger than its own sum to less than p; so the largest always
    stays and ties stay together. logits[..., V] -> [..., V]. ValueError unless 0 < p <= 1.
    """
    logits = vocabulary("top_p", logits)
    if not 0 < float(p) <= 1:
        raise ValueError(f"top_p: p is {p}, must be in (0, 1]")
    wide = torch.float32 if logits.device.type == "mps" else torch.float64
    probabilities = softmax(logits.detach().to(wide))
    ordered = probabilities.sort(dim=-1, descending=True).values
    before = torch.zeros_like(ordered)
    before[..., 1:] = ordered.cumsum(dim=-1)[..., :-1]
    last = ((before < float(p)).sum(dim=-1, keepdim=True) - 1).clamp(min=0)
    return softmax(logits.masked_fill(probabilities < ordered.gather(-1, last), -inf))


def greedy_step(logits: Tensor) -> Tensor:
    """Index of the largest logit, the first one on ties; logits[..., V] -> int [...]."""
    return vocabulary("greedy_step", logits).argmax(dim=-1)


def generate(
    next_logits: Callable[[Tensor], Tensor],
    bos: int,
    eos: int,
    max_steps: int,
    *,
    device: torch.device | None = None,
) -> Tensor:
    """Greedy decoding: token_t = argmax next_logits([bos, token_1, …, token_(t-1)]) -> int64 [max_steps].

    Once eos has come every further entry is eos, and ``next_logits`` is not asked again.
    """
    steps, eos = integer("generate", "max_steps", max_steps, 0), integer("generate", "eos", eos, 0)
    tokens = torch.full((steps + 1,), eos, dtype=torch.int64, device=device)
    tokens[0] = integer("generate", "bos", bos, 0)
    for t in range(steps):
        logits = next_logits(tokens[: t + 1].clone())
        if logits.ndim != 1:
            raise ValueError(f"generate: next_logits gave shape {tuple(logits.shape)}, expected [V]")
        tokens[t + 1] = greedy_step(logits)
        if int(tokens[t + 1]) == eos:
            break
    return tokens[1:]


def generate_from_table(M: Tensor, bos: int, eos: int, T: int) -> Tensor:
    """``generate`` where the next logits are the sum of the rows M[token] of all tokens so far.

    M[V, V] -> int64 [T].
    """
    name = "generate_from_table"
    tensors(name, "M[V,V]", M)
    bos, eos = integer(name, "bos", bos, 0), integer(name, "eos", eos, 0)
    token_ids(name, "bos, eos", torch.tensor([bos, eos]), M.shape[0])
    return generate(lambda tokens: M[tokens].sum(dim=0), bos, eos, T, device=M.device)


def append(rows: Tensor, row: Tensor) -> Tensor:
    """rows[..., t, d] and row[..., d] -> [..., t + 1, d]."""
    batch = torch.broadcast_shapes(row.shape[:-1], rows.shape[:-2])
    return torch.cat([part.expand(*batch, *part.shape[-2:]) for part in (rows, row[..., None, :])], dim=-2)


def kv_cache_step(q: Tensor, k: Tensor, v: Tensor, K: Tensor, V: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Append k, v to the cache, attend with q: (softmax(q K'ᵀ / √d_k) V', K', V').

    q, k[..., d_k], v[..., d_v], K[..., t, d_k], V[..., t, d_v] -> [..., d_v], [..., t + 1, d_k], [..., t + 1,
    d_v].
    """
    q, k, v, K, V = tensors("kv_cache_step", "q*[d_k] k*[d_k] v*[d_v] K*[t,d_k] V*[t,d_v]", q, k, v, K, V)
    K, V = append(K, k), append(V, v)
    return attend(q[..., None, :], K, V)[..., 0, :], K, V


class GrowingRows:
    """Rows [..., t, d] in a buffer that doubles, so that adding one copies no others on average.

    Where gradients are recorded rows are concatenated instead: writing into a buffer would spoil what
    autograd has saved.
    """

    def __init__(self) -> None:
        self.length = 0
        self.buffer: Tensor | None = None

    def append(self, row: Tensor) -> Tensor:
        """Add row[..., 1, d]; all rows so far."""
        if self.buffer is None:
            self.buffer = row.new_empty(*row.shape[:-2], 0 if row.requires_grad else 16, row.shape[-1])
        self.length += 1
        if row.requires_grad or self.buffer.requires_grad:
            self.buffer = torch.cat([self.buffer[..., : self.length - 1, :], row], dim=-2)
            return self.buffer
        if self.length > self.buffer.shape[-2]:
            self.buffer = torch.cat([self.buffer, torch.empty_like(self.buffer)], dim=-2)
        self.buffer[..., self.length - 1 : self.length, :] = row
        return self.buffer[..., : self.length, :]


class CachedLayer:
    """One decoder layer: weights, growing self-attention cache, keys and values of the memory."""

    def __init__(self, memory: Tensor, parameters: list[Tensor], eps: float) -> None:
        self.own, self.norm_1, self.norm_2 = parameters[:4], parameters[4:6], parameters[10:12]
        self.U_Q, U_K, U_V, self.U_O = parameters[6:10]
        self.feed, self.norm_3, self.eps = parameters[12:16], parameters[16:], eps
        self.memory_keys, self.memory_values = heads(memory, U_K), heads(memory, U_V)
        self.keys, self.values = GrowingRows(), GrowingRows()

    def step(self, y: Tensor) -> Tensor:
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

    def __init__(self, memory: Tensor, *parameters: Any) -> None:
        *weights, eps = parameters
        memory, *weights = tensors("DecoderCache", f"memory*[m,d] {stacked(DECODER)}", memory, *weights)
        eps = epsilon("DecoderCache", eps)
        self.d = memory.shape[-1]
        self.batch: tuple[int, ...] | None = None
        self.layers = [
            CachedLayer(memory, list(layer), eps) for layer in zip(*(p.unbind(0) for p in weights), strict=True)
        ]

    def step(self, y_row: Tensor) -> Tensor:
        """Output row [..., d] for the next input row [..., d].

        ValueError for another width or another batch than before.
        """
        (y,) = tensors("DecoderCache.step", "y_row*[d]", y_row)
        if y.shape[-1] != self.d:
            raise ValueError(f"DecoderCache.step: y_row has d = {y.shape[-1]}, memory has d = {self.d}")
        if self.batch not in (None, tuple(y.shape[:-1])):
            raise ValueError(f"DecoderCache.step: y_row has batch {tuple(y.shape[:-1])}, earlier rows had {self.batch}")
        self.batch, y = tuple(y.shape[:-1]), y[..., None, :]
        for layer in self.layers:
            y = layer.step(y)
        return y[..., 0, :]


def cached_decoder(
    y: Tensor,
    memory: Tensor,
    W_Q: Tensor,
    W_K: Tensor,
    W_V: Tensor,
    W_O: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    U_Q: Tensor,
    U_K: Tensor,
    U_V: Tensor,
    U_O: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    gamma_3: Tensor,
    beta_3: Tensor,
    eps: float,
) -> Tensor:
    """The result of ``decoder``, computed token by token with ``DecoderCache``; same inputs, [..., n, d]."""
    y, memory, *parameters = tensors(
        "cached_decoder",
        f"y*[n,d] memory*[m,d] {stacked(DECODER)}",
        *(y, memory, W_Q, W_K, W_V, W_O, gamma_1, beta_1, U_Q, U_K, U_V, U_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_3, beta_3),
    )
    y = y.expand(*torch.broadcast_shapes(y.shape[:-2], memory.shape[:-2]), *y.shape[-2:])
    cache = DecoderCache(memory, *parameters, eps)
    rows = [cache.step(y[..., t, :]) for t in range(y.shape[-2])]
    return torch.stack(rows, dim=-2) if rows else y.clone()


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
