"""Attention. Rows are tokens unless the name ends in ``_columns``; data take leading axes that broadcast.

Masks are boolean, True where a query may attend. A query that may attend to nothing gets zero weights and a
zero output. What stands at a masked position is never read, not even inf or NaN; and a query that sees
nothing, or a key that no query sees, gets zero gradients.
"""

from collections.abc import Callable, Sequence
from math import inf, nan, sqrt
from typing import Any

import torch
from torch import Tensor

from .activation import softmax
from .checks import tensors

HEADS = "W_Q[h,d,d_k] W_K[h,d,d_k] W_V[h,d,d_v] W_O[h*d_v,d]"


def root(function: str, d: int) -> float:
    """√d; ValueError for keys of width 0."""
    if d == 0:
        raise ValueError(f"{function}: the key width is 0, scores cannot be scaled by 1/sqrt(0)")
    return sqrt(d)


def weighted_sum(weights: Tensor, V: Tensor, mask: Tensor | None) -> Tensor:
    """weights V, where a masked row of V counts for nothing even if it is not finite."""
    finite = torch.isfinite(V)
    if mask is None or bool(finite.all()):
        return weights @ V
    read = mask.expand(weights.shape).to(weights.dtype)

    def meets(hit: Tensor) -> Tensor:
        return (read @ hit.to(weights.dtype)) > 0

    up, down, bad = meets(torch.isposinf(V)), meets(torch.isneginf(V)), meets(torch.isnan(V))
    out = weights @ V.masked_fill(~finite, 0.0)
    return out.masked_fill(up, inf).masked_fill(down, -inf).masked_fill(bad | (up & down), nan)


def attend(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> Tensor:
    """softmax(Q Kᵀ / √d_k) V over the positions where the mask is True; inputs already checked."""
    scale = 1.0 / root("attention", Q.shape[-1])
    if mask is None:
        return torch.softmax((Q * scale) @ K.mT, dim=-1) @ V
    # Queries that see nothing and keys that nobody sees become 0: left alone they could make NaN gradients.
    sees, seen = mask.any(dim=-1).unsqueeze(-1), mask.any(dim=-2).unsqueeze(-1)
    Q, K = torch.where(sees, Q, 0.0), torch.where(seen, K, 0.0)
    fill = torch.zeros_like(sees, dtype=Q.dtype).masked_fill(sees, -inf)
    weights = torch.softmax(torch.where(mask, (Q * scale) @ K.mT, fill), dim=-1)
    return weighted_sum(weights, V, mask).masked_fill(~sees, 0.0)


def lower_triangle(n: int, device: torch.device | None = None) -> Tensor:
    """True where j <= i."""
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def encoder_query(s: Tensor, W_Q: Tensor) -> Tensor:
    """q = W_Q s; s[..., d_s], W_Q[d, d_s] -> [..., d]."""
    s, W_Q = tensors("encoder_query", "s*[d_s] W_Q[d,d_s]", s, W_Q)
    return s @ W_Q.T


def encoder_keys(H: Tensor, W_K: Tensor) -> Tensor:
    """k_i = W_K h_i; H[..., m, d_h], W_K[d, d_h] -> [..., m, d]."""
    H, W_K = tensors("encoder_keys", "H*[m,d_h] W_K[d,d_h]", H, W_K)
    return H @ W_K.T


def encoder_scores(K: Tensor, q: Tensor) -> Tensor:
    """k_i · q, not scaled; K[..., m, d], q[..., d] -> [..., m]."""
    K, q = tensors("encoder_scores", "K*[m,d] q*[d]", K, q)
    return (K @ q[..., None])[..., 0]


def encoder_weights(scores: Tensor) -> Tensor:
    """softmax(scores); [..., m] -> [..., m]; scores that are all -inf give zeros."""
    return softmax(tensors("encoder_weights", "scores*[m]", scores)[0])


def encoder_context(weights: Tensor, H: Tensor) -> Tensor:
    """Σ_i weights_i h_i; weights[..., m], H[..., m, d_h] -> [..., d_h]."""
    weights, H = tensors("encoder_context", "weights*[m] H*[m,d_h]", weights, H)
    return (weights[..., None, :] @ H)[..., 0, :]


def encoder_attention(s: Tensor, H: Tensor, W_Q: Tensor, W_K: Tensor) -> Tensor:
    """Σ_i softmax_i(k_i · q) h_i with q = W_Q s, k_i = W_K h_i; s[..., d_s], H[..., m, d_h] -> [..., d_h]."""
    s, H, W_Q, W_K = tensors("encoder_attention", "s*[d_s] H*[m,d_h] W_Q[d,d_s] W_K[d,d_h]", s, H, W_Q, W_K)
    scores = ((H @ W_K.T) @ (s @ W_Q.T)[..., None])[..., 0]
    return (softmax(scores)[..., None, :] @ H)[..., 0, :]


def additive_attention(q: Tensor, K: Tensor, V: Tensor, W_q: Tensor, W_k: Tensor, v: Tensor) -> Tensor:
    """Σ_i softmax_i(v · tanh(W_q q + W_k k_i)) v_i (Bahdanau et al. 2015, appendix A.1.2).

    q[..., d_q], K[..., m, d_k], V[..., m, d_v], W_q[a, d_q], W_k[a, d_k], v[a] -> [..., d_v].
    """
    q, K, V, W_q, W_k, v = tensors(
        "additive_attention", "q*[d_q] K*[m,d_k] V*[m,d_v] W_q[a,d_q] W_k[a,d_k] v[a]", q, K, V, W_q, W_k, v
    )
    scores = torch.tanh((q @ W_q.T)[..., None, :] + (K @ W_k.T)) @ v
    return (softmax(scores)[..., None, :] @ V)[..., 0, :]


def scaled_dot_product_attention(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    """softmax(Q Kᵀ / √d_k) V (Vaswani et al. 2017, eq. 1).

    Q[..., n, d_k], K[..., m, d_k], V[..., m, d_v] -> [..., n, d_v].
    """
    return attend(*tensors("scaled_dot_product_attention", "Q*[n,d_k] K*[m,d_k] V*[m,d_v]", Q, K, V))


def columns_core(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    """V softmax(Kᵀ Q / √d_k), the softmax down each column."""
    scores = K.mT @ (Q * (1.0 / root("attention", Q.shape[-2])))
    return V @ torch.softmax(scores, dim=-2)


def scaled_dot_product_attention_columns(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    """V softmax_columns(Kᵀ Q / √d_k), tokens in columns.

    Q[..., d_k, n], K[..., d_k, m], V[..., d_v, m] -> [..., d_v, n].
    """
    return columns_core(*tensors("scaled_dot_product_attention_columns", "Q*[d_k,n] K*[d_k,m] V*[d_v,m]", Q, K, V))


def self_attention(X: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor) -> Tensor:
    """Attention(X W_Q, X W_K, X W_V); X[..., n, d], W_Q, W_K[d, d_k], W_V[d, d_v] -> [..., n, d_v]."""
    X, W_Q, W_K, W_V = tensors("self_attention", "X*[n,d] W_Q[d,d_k] W_K[d,d_k] W_V[d,d_v]", X, W_Q, W_K, W_V)
    return attend(X @ W_Q, X @ W_K, X @ W_V)


def masked_attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor) -> Tensor:
    """Attention of each query over the keys that mask[..., n, m] (boolean) lets it see.

    other shapes as the unmasked form.
    """
    Q, K, V, mask = tensors("masked_attention", "Q*[n,d_k] K*[m,d_k] V*[m,d_v] mask:bool*[n,m]", Q, K, V, mask)
    return attend(Q, K, V, mask)


def causal_attention(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    """Attention where query i sees keys j <= i; Q, K[..., n, d_k], V[..., n, d_v] -> [..., n, d_v]."""
    Q, K, V = tensors("causal_attention", "Q*[n,d_k] K*[n,d_k] V*[n,d_v]", Q, K, V)
    return attend(Q, K, V, lower_triangle(Q.shape[-2], Q.device))


def cross_attention(X: Tensor, Z: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor) -> Tensor:
    """Attention(X W_Q, Z W_K, Z W_V).

    X[..., n, d], Z[..., m, d_z], W_Q[d, d_k], W_K[d_z, d_k], W_V[d_z, d_v] -> [..., n, d_v].
    """
    X, Z, W_Q, W_K, W_V = tensors(
        "cross_attention", "X*[n,d] Z*[m,d_z] W_Q[d,d_k] W_K[d_z,d_k] W_V[d_z,d_v]", X, Z, W_Q, W_K, W_V
    )
    return attend(X @ W_Q, Z @ W_K, Z @ W_V)


def heads(x: Tensor, W: Tensor) -> Tensor:
    """x[..., n, d] projected for all heads in one product with W[h, d, k] -> [..., h, n, k]."""
    h, d, k = W.shape
    merged = x @ W.transpose(0, 1).reshape(d, h * k)
    return merged.unflatten(-1, (h, k)).transpose(-2, -3)


def join(parts: Tensor, W_O: Tensor) -> Tensor:
    """Heads [..., h, n, d_v] side by side, times W_O[h d_v, d] -> [..., n, d]."""
    return parts.transpose(-2, -3).flatten(-2) @ W_O


def multi_head(Q: Tensor, K: Tensor, V: Tensor, weights: Sequence[Tensor], mask: Tensor | None = None) -> Tensor:
    """``multi_head_attention`` on inputs already checked; the mask is shared by all heads."""
    W_Q, W_K, W_V, W_O = weights
    per_head = None if mask is None else mask[..., None, :, :]
    return join(attend(heads(Q, W_Q), heads(K, W_K), heads(V, W_V), per_head), W_O)


def multi_head_attention(
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    W_Q: Tensor,
    W_K: Tensor,
    W_V: Tensor,
    W_O: Tensor,
    *,
    mask: Tensor | None = None,
) -> Tensor:
    """[head_1, …, head_h] W_O with head_i = Attention(Q W_Q^i, K W_K^i, V W_V^i) (Vaswani et al. 2017,
    section 3.2.2).

    Q[..., n, d], K, V[..., m, d], W_Q, W_K[h, d, d_k], W_V[h, d, d_v], W_O[h d_v, d] -> [..., n, d];
    mask[..., n, m] boolean.
    """
    line, inputs = f"Q*[n,d] K*[m,d] V*[m,d] {HEADS}", [Q, K, V, W_Q, W_K, W_V, W_O]
    if mask is not None:
        line, inputs = f"{line} mask:bool*[n,m]", [*inputs, mask]
    Q, K, V, *weights = tensors("multi_head_attention", line, *inputs)
    return multi_head(Q, K, V, weights[:4], *weights[4:])


def multi_head_attention_columns(
    Q: Tensor, K: Tensor, V: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor
) -> Tensor:
    """W_O [head_1; …; head_h] with heads of full width d and tokens in columns: head_i = Attention(W_Q^i Q,
    W_K^i K, W_V^i V).

    Scaled by √d. Q[..., d, n], K, V[..., d, m], W_Q, W_K, W_V[h, d, d], W_O[d, h d] -> [..., d, n].
    """
    Q, K, V, W_Q, W_K, W_V, W_O = tensors(
        "multi_head_attention_columns",
        "Q*[d,n] K*[d,m] V*[d,m] W_Q[h,d,d] W_K[h,d,d] W_V[h,d,d] W_O[d,h*d]",
        *(Q, K, V, W_Q, W_K, W_V, W_O),
    )
    h, d, _ = W_Q.shape

    def project(W: Tensor, x: Tensor) -> Tensor:
        return (W.reshape(h * d, d) @ x).reshape(*x.shape[:-2], h, d, x.shape[-1])

    out = columns_core(project(W_Q, Q), project(W_K, K), project(W_V, V))
    return W_O @ out.reshape(*out.shape[:-3], h * d, out.shape[-1])


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    "attention.encoder.query": encoder_query,
    "attention.encoder.keys": encoder_keys,
    "attention.encoder.scores": encoder_scores,
    "attention.encoder.weights": encoder_weights,
    "attention.encoder.context": encoder_context,
    "attention.encoder.attention": encoder_attention,
    "attention.additive": additive_attention,
    "attention.scaled_dot_product": scaled_dot_product_attention,
    "attention.scaled_dot_product_columns": scaled_dot_product_attention_columns,
    "attention.self_attention": self_attention,
    "attention.masked": masked_attention,
    "attention.causal": causal_attention,
    "attention.cross": cross_attention,
    "attention.multi_head": multi_head_attention,
    "attention.multi_head_columns": multi_head_attention_columns,
}
