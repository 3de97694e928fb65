"""Decoder-only transformer: pre-norm blocks with GELU (Radford et al. 2019), no biases in the attention."""

from collections.abc import Callable
from typing import Any

from torch import Tensor

from .activation import gelu
from .attention import HEADS, lower_triangle, multi_head
from .checks import epsilon, tensors, token_ids
from .transformer import FFN, NORM, ffn, normalise, stacked

BLOCK = f"{NORM.format(1)} {HEADS} {NORM.format(2)} {FFN}"


def block(x: Tensor, parameters: list[Tensor], eps: float, mask: Tensor) -> Tensor:
    """``gpt_block`` on inputs already checked."""
    norm_1, attention, norm_2, feed = parameters[:2], parameters[2:6], parameters[6:8], parameters[8:]
    a = normalise(x, norm_1, eps)
    x = x + multi_head(a, a, a, attention, mask)
    return x + ffn(normalise(x, norm_2, eps), feed, activation=gelu)


def gpt_block(
    x: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    W_Q: Tensor,
    W_K: Tensor,
    W_V: Tensor,
    W_O: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    eps: float,
) -> Tensor:
    """a = x + Causal MultiHead(LN_1(x)), a + GELU(LN_2(a) W_1 + b_1) W_2 + b_2; x[..., n, d] -> [..., n, d].

    W_Q, W_K[h, d, d_k], W_V[h, d, d_v], W_O[h d_v, d], W_1[d, d_ff], b_1[d_ff], W_2[d_ff, d]; the others [d].
    ValueError where sizes differ or eps is negative.
    """
    x, *parameters = tensors(
        "gpt_block",
        f"x*[n,d] {BLOCK}",
        *(x, gamma_1, beta_1, W_Q, W_K, W_V, W_O, gamma_2, beta_2, W_1, b_1, W_2, b_2),
    )
    return block(x, parameters, epsilon("gpt_block", eps), lower_triangle(x.shape[-2], x.device))


def gpt(
    tokens: Tensor,
    E: Tensor,
    P: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    W_Q: Tensor,
    W_K: Tensor,
    W_V: Tensor,
    W_O: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    gamma_f: Tensor,
    beta_f: Tensor,
    eps: float,
) -> Tensor:
    """x = E[tokens] + P[positions], N blocks, LN_f(x) Eᵀ; tokens[..., n] in 0..V-1 -> logits [..., n, V].

    E[V, d], P[n_max, d]; block parameters as ``gpt_block`` with a leading axis N; gamma_f, beta_f[d].
    ValueError where n > n_max, an id is outside the vocabulary or sizes differ.
    """
    tokens, E, P, *parameters, gamma_f, beta_f = tensors(
        "gpt",
        f"tokens:int*[n] E[V,d] P[n_max,d] {stacked(BLOCK)} gamma_f[d] beta_f[d]",
        *(tokens, E, P, gamma_1, beta_1, W_Q, W_K, W_V, W_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_f, beta_f),
    )
    n, eps = tokens.shape[-1], epsilon("gpt", eps)
    if n > P.shape[0]:
        raise ValueError(f"gpt: {n} tokens, but P has only n_max = {P.shape[0]} positions")
    x = E[token_ids("gpt", "tokens", tokens, E.shape[0])] + P[:n]
    mask = lower_triangle(n, x.device)
    for layer in zip(*(p.unbind(0) for p in parameters), strict=True):
        x = block(x, list(layer), eps, mask)
    return normalise(x, (gamma_f, beta_f), eps) @ E.T


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {"gpt.block": gpt_block, "gpt.model": gpt}
