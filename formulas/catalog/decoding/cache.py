"""Caching: keys and values of earlier tokens are kept, so that a step costs one query."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, column, concat, data, dims, let, row, softmax, sqrt, take
from ...model import pitfall, variant
from ...registry import formula

t, d_k, d_v = dims("t d_k d_v")
QUERY = data("q", d_k, tex="q_{t+1}")
KEY, VALUE = data("k", d_k, tex="k_{t+1}"), data("v", d_v, tex="v_{t+1}")
KEYS, VALUES = data("K", t, d_k, tex="K_{1:t}"), data("V", t, d_v, tex="V_{1:t}")

Steps = tuple[Term, Term, Term]


def grown(k: Term, v: Term, K: Term, V: Term) -> tuple[Term, Term]:
    """Both caches with the new row at the end."""
    return let("K_{1:t+1}", concat(K, row(k), axis=-2)), let("V_{1:t+1}", concat(V, row(v), axis=-2))


def attend(q: Term, K: Term, V: Term, scale: Any) -> Term:
    """softmax(q Kᵀ / scale) V, or without a scale if there is none."""
    return softmax(q @ K.T / scale if scale else q @ K.T) @ V


def kv_cache_step(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
    K, V = grown(k, v, K, V)
    return attend(q, K, V, sqrt(d_k)), K, V


def scaled(scale: Any) -> Callable[..., Steps]:
    def step(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
        K, V = grown(k, v, K, V)
        return attend(q, K, V, scale), K, V

    return step


def own_key_missing(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
    return attend(q, K, V, sqrt(d_k)), *grown(k, v, K, V)


def prepended(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
    K, V = let("K_{1:t+1}", concat(row(k), K, axis=-2)), let("V_{1:t+1}", concat(row(v), V, axis=-2))
    return attend(q, K, V, sqrt(d_k)), K, V


def window_slides(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
    """The oldest entry is not read."""
    K, V = grown(k, v, K, V)
    return attend(q, take(K, 1, t, axis=-2), take(V, 1, t, axis=-2), sqrt(d_k)), K, V


def keys_only(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
    """The values' cache keeps its length."""
    return attend(q, let("K_{1:t+1}", concat(K, row(k), axis=-2)), V, sqrt(d_k)), *grown(k, v, K, V)


def column_step(q: Term, k: Term, v: Term, K: Term, V: Term) -> Steps:
    K, V = let("K_{1:t+1}", concat(K, column(k))), let("V_{1:t+1}", concat(V, column(v)))
    return V @ softmax(K.T @ q / sqrt(d_k)), K, V


formula(
    "decoding.kv_cache_step",
    "One step of attention with cached keys and values",
    "带键值缓存（KV cache）的一步注意力",
    inputs=[QUERY, KEY, VALUE, KEYS, VALUES],
    term=kv_cache_step,
    result="o_{t+1}; K_{1:t+1}; V_{1:t+1}",
    reference="Shazeer 2019, section 2.4; Pope et al. 2023, section 2",
    variants=[
        variant("unscaled", "scores without the factor 1/sqrt(d_k)", "不除以 sqrt(d_k)", scaled(None)),
        variant(
            "columns",
            "keys and values in columns",
            "键和值按列存放",
            column_step,
            inputs=[
                QUERY,
                KEY,
                VALUE,
                data("K", d_k, t, tex="K_{1:t}"),
                data("V", d_v, t, tex="V_{1:t}"),
            ],
        ),
    ],
    pitfalls=[
        pitfall(
            "own_key_missing",
            "the query reads the old cache only: its own token belongs to what it may read",
            "查询只看旧缓存：也应看到当前词自己",
            own_key_missing,
        ),
        pitfall(
            "prepended",
            "the new row comes first: the cache loses its order",
            "新的一行放到了最前：缓存次序错乱",
            prepended,
        ),
        pitfall(
            "scaled_by_d_k",
            "scores divided by d_k instead of its square root",
            "除以 d_k 而不是 d_k 的平方根",
            scaled(d_k),
        ),
        pitfall("oldest_dropped", "the first token is no longer read", "最早的词不再被读取", window_slides),
        pitfall("values_not_appended", "the new value is not appended", "新的值没有加入缓存", keys_only),
    ],
)
