"""Attention. Rows are tokens unless the name ends in ``_columns``; data take leading axes that broadcast.

Masks are boolean, True where a query may attend. A query that may attend to nothing gets zero weights and a
zero output. What stands at a masked position is never read, not even inf or NaN.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import numpy as np

from .activation import masked_softmax, quiet, softmax
from .checks import Array, arrays
from .dense import linear

HEADS = "W_Q[h,d,d_k] W_K[h,d,d_k] W_V[h,d,d_v] W_O[h*d_v,d]"


def root(function: str, d: int) -> float:
    """√d; ValueError for keys of width 0."""
    if d == 0:
        raise ValueError(f"{function}: the key width is 0, scores cannot be scaled by 1/sqrt(0)")
    return sqrt(d)


def weighted_sum(weights: Array, V: Array, mask: Array | None) -> Array:
    """weights V, where a masked row of V counts for nothing even if it is not finite."""
    finite = np.isfinite(V)
    if mask is None or finite.all():
        return weights @ V
    read = np.broadcast_to(mask, weights.shape).astype(weights.dtype)

    def meets(hit: Array) -> Array:
        return (read @ hit.astype(weights.dtype)) > 0

    up, down, bad = meets(np.isposinf(V)), meets(np.isneginf(V)), meets(np.isnan(V))
    out = weights @ np.where(finite, V, V.dtype.type(0))
    return np.where(bad | (up & down), np.nan, np.where(up, np.inf, np.where(down, -np.inf, out))).astype(out.dtype)


def attend(Q: Array, K: Array, V: Array, mask: Array | None = None) -> Array:
    """softmax(Q Kᵀ / √d_k) V over the positions where the mask is True; inputs already checked."""
    scale = Q.dtype.type(1.0 / root("attention", Q.shape[-1]))
    with quiet():
        weights = masked_softmax((Q * scale) @ K.swapaxes(-1, -2), mask)
        return weighted_sum(weights, V, mask)


def lower_triangle(n: int) -> Array:
    """True where j <= i."""
    return np.tri(n, dtype=bool)


def encoder_query(s: Any, W_Q: Any) -> Array:
    """q = W_Q s; s[..., d_s], W_Q[d, d_s] -> [..., d]."""
    s, W_Q = arrays("encoder_query", "s*[d_s] W_Q[d,d_s]", s, W_Q)
    return linear(s, W_Q.T)


def encoder_keys(H: Any, W_K: Any) -> Array:
    """k_i = W_K h_i; H[..., m, d_h], W_K[d, d_h] -> [..., m, d]."""
    H, W_K = arrays("encoder_keys", "H*[m,d_h] W_K[d,d_h]", H, W_K)
    return linear(H, W_K.T)


def encoder_scores(K: Any, q: Any) -> Array:
    """k_i · q, not scaled; K[..., m, d], q[..., d] -> [..., m]."""
    K, q = arrays("encoder_scores", "K*[m,d] q*[d]", K, q)
    return (K @ q[..., None])[..., 0]


def encoder_weights(scores: Any) -> Array:
    """softmax(scores); [..., m] -> [..., m]; scores that are all -inf give zeros."""
    return softmax(arrays("encoder_weights", "scores*[m]", scores)[0])


def encoder_context(weights: Any, H: Any) -> Array:
    """Σ_i weights_i h_i; weights[..., m], H[..., m, d_h] -> [..., d_h]."""
    weights, H = arrays("encoder_context", "weights*[m] H*[m,d_h]", weights, H)
    return (weights[..., None, :] @ H)[..., 0, :]


def encoder_attention(s: Any, H: Any, W_Q: Any, W_K: Any) -> Array:
    """Σ_i softmax_i(k_i · q) h_i with q = W_Q s, k_i = W_K h_i; s[..., d_s], H[..., m, d_h] -> [..., d_h]."""
    s, H, W_Q, W_K = arrays("encoder_attention", "s*[d_s] H*[m,d_h] W_Q[d,d_s] W_K[d,d_h]", s, H, W_Q, W_K)
    scores = (linear(H, W_K.T) @ linear(s, W_Q.T)[..., None])[..., 0]
    return (softmax(scores)[..., None, :] @ H)[..., 0, :]


def additive_attention(q: Any, K: Any, V: Any, W_q: Any, W_k: Any, v: Any) -> Array:
    """Σ_i softmax_i(v · tanh(W_q q + W_k k_i)) v_i (Bahdanau et al. 2015, appendix A.1.2).

    q[..., d_q], K[..., m, d_k], V[..., m, d_v], W_q[a, d_q], W_k[a, d_k], v[a] -> [..., d_v].
    """
    q, K, V, W_q, W_k, v = arrays(
        "additive_attention", "q*[d_q] K*[m,d_k] V*[m,d_v] W_q[a,d_q] W_k[a,d_k] v[a]", q, K, V, W_q, W_k, v
    )
    scores = np.tanh(linear(q, W_q.T)[..., None, :] + linear(K, W_k.T)) @ v
    return (softmax(scores)[..., None, :] @ V)[..., 0, :]


def scaled_dot_product_attention(Q: Any, K: Any, V: Any) -> Array:
    """softmax(Q Kᵀ / √d_k) V (Vaswani et al. 2017, eq. 1).

    Q[..., n, d_k], K[..., m, d_k], V[..., m, d_v] -> [..., n, d_v].
    """
    return attend(*arrays("scaled_dot_product_attention", "Q*[n,d_k] K*[m,d_k] V*[m,d_v]", Q, K, V))


def columns_core(Q: Array, K: Array, V: Array) -> Array:
    """V softmax(Kᵀ Q / √d_k), the softmax down each column."""
    scale = Q.dtype.type(1.0 / root("attention", Q.shape[-2]))
    with quiet():
        rows = softmax((Q * scale).swapaxes(-1, -2) @ K)
        return V @ rows.swapaxes(-1, -2)


def scaled_dot_product_attention_columns(Q: Any, K: Any, V: Any) -> Array:
    """V softmax_columns(Kᵀ Q / √d_k), tokens in columns.

    Q[..., d_k, n], K[..., d_k, m], V[..., d_v, m] -> [..., d_v, n].
    """
    return columns_core(*arrays("scaled_dot_product_attention_columns", "Q*[d_k,n] K*[d_k,m] V*[d_v,m]", Q, K, V))


def self_attention(X: Any, W_Q: Any, W_K: Any, W_V: Any) -> Array:
    """Attention(X W_Q, X W_K, X W_V); X[..., n, d], W_Q, W_K[d, d_k], W_V[d, d_v] -> [..., n, d_v]."""
    X, W_Q, W_K, W_V = arrays("self_attention", "X*[n,d] W_Q[d,d_k] W_K[d,d_k] W_V[d,d_v]", X, W_Q, W_K, W_V)
    return attend(linear(X, W_Q), linear(X, W_K), linear(X, W_V))


def masked_attention(Q: Any, K: Any, V: Any, mask: Any) -> Array:
    """Attention of each query over the keys that mask[..., n, m] (boolean) lets it see.

    other shapes as the unmasked form.
    """
    Q, K, V, mask = arrays("masked_attention", "Q*[n,d_k] K*[m,d_k] V*[m,d_v] mask:bool*[n,m]", Q, K, V, mask)
    return attend(Q, K, V, mask)


def causal_attention(Q: Any, K: Any, V: Any) -> Array:
    """Attention where query i sees keys j <= i; Q, K[..., n, d_k], V[..., n, d_v] -> [..., n, d_v]."""
    Q, K, V = arrays("causal_attention", "Q*[n,d_k] K*[n,d_k] V*[n,d_v]", Q, K, V)
    return attend(Q, K, V, lower_triangle(Q.shape[-2]))


def cross_attention(X: Any, Z: Any, W_Q: Any, W_K: Any, W_V: Any) -> Array:
    """Attention(X W_Q, Z W_K, Z W_V).

    X[..., n, d], Z[..., m, d_z], W_Q[d, d_k], W_K[d_z, d_k], W_V[d_z, d_v] -> [..., n, d_v].
    """
    X, Z, W_Q, W_K, W_V = arrays(
        "cross_attention", "X*[n,d] Z*[m,d_z] W_Q[d,d_k] W_K[d_z,d_k] W_V[d_z,d_v]", X, Z, W_Q, W_K, W_V
    )
    return attend(linear(X, W_Q), linear(Z, W_K), linear(Z, W_V))


def heads(x: Array, W: Array) -> Array:
    """x[..., n, d] projected for all heads in one product with W[h, d, k] -> [..., h, n, k]."""
    h, d, k = W.shape
    merged = linear(x, W.transpose(1, 0, 2).reshape(d, h * k))
    return merged.reshape(*x.shape[:-1], h, k).swapaxes(-2, -3)


def join(parts: Array, W_O: Array) -> Array:
    """Heads [..., h, n, d_v] side by side, times W_O[h d_v, d] -> [..., n, d]."""
    rows = parts.swapaxes(-2, -3)
    return linear(rows.reshape(*rows.shape[:-2], rows.shape[-2] * rows.shape[-1]), W_O)


def multi_head(Q: Array, K: Array, V: Array, weights: Sequence[Array], mask: Array | None = None) -> Array:
    """``multi_head_attention`` on inputs already checked; the mask is shared by all heads."""
    W_Q, W_K, W_V, W_O = weights
    per_head = None if mask is None else mask[..., None, :, :]
    return join(attend(heads(Q, W_Q), heads(K, W_K), heads(V, W_V), per_head), W_O)


def multi_head_attention(Q: Any, K: Any, V: Any, W_Q: Any, W_K: Any, W_V: Any, W_O: Any, *, mask: Any = None) -> Array:
    """[head_1, …, head_h] W_O with head_i = Attention(Q W_Q^i, K W_K^i, V W_V^i) (Vaswani et al. 2017,
    section 3.2.2).

    Q[..., n, d], K, V[..., m, d], W_Q, W_K[h, d, d_k], W_V[h, d, d_v], W_O[h d_v, d] -> [..., n, d];
    mask[..., n, m] boolean.
    """
    line, inputs = f"Q*[n,d] K*[m,d] V*[m,d] {HEADS}", [Q, K, V, W_Q, W_K, W_V, W_O]
    if mask is not None:
        line, inputs = f"{line} mask:bool*[n,m]", [*inputs, mask]
    Q, K, V, *weights = arrays("multi_head_attention", line, *inputs)
    return multi_head(Q, K, V, weights[:4], *weights[4:])


def multi_head_attention_columns(Q: Any, K: Any, V: Any, W_Q: Any, W_K: Any, W_V: Any, W_O: Any) -> Array:
    """W_O [head_1; …; head_h] with heads of full width d and tokens in columns: head_i = Attention(W_Q^i Q,
    W_K^i K, W_V^i V).

    Scaled by √d. Q[..., d, n], K, V[..., d, m], W_Q, W_K, W_V[h, d, d], W_O[d, h d] -> [..., d, n].
    """
    Q, K, V, W_Q, W_K, W_V, W_O = arrays(
        "multi_head_attention_columns",
        "Q*[d,n] K*[d,m] V*[d,m] W_Q[h,d,d] W_K[h,d,d] W_V[h,d,d] W_O[d,h*d]",
        *(Q, K, V, W_Q, W_K, W_V, W_O),
    )
    h, d, _ = W_Q.shape

    def project(W: Array, x: Array) -> Array:
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
