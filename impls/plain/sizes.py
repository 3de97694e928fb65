"""Numbers of parameters, operations and bytes: integers from integers from 1. ValueError otherwise."""

from collections.abc import Callable
from typing import Any

from .scalars import integer


def _all(function: str, **given: Any) -> list[int]:
    """The numbers, each at least 1."""
    return [integer(function, name, value, 1) for name, value in given.items()]


def dense_parameters(d_in: Any, d_out: Any) -> int:
    """d_in d_out + d_out."""
    d_in, d_out = _all("dense_parameters", d_in=d_in, d_out=d_out)
    return (d_in + 1) * d_out


def embedding_parameters(V: Any, d: Any) -> int:
    """V d."""
    V, d = _all("embedding_parameters", V=V, d=d)
    return V * d


def attention_parameters(d: Any) -> int:
    """4 d²: queries, keys, values, output."""
    (d,) = _all("attention_parameters", d=d)
    return 4 * d * d


def feed_forward_parameters(d: Any, d_ff: Any) -> int:
    """2 d d_ff + d_ff + d."""
    d, d_ff = _all("feed_forward_parameters", d=d, d_ff=d_ff)
    return 2 * d * d_ff + d_ff + d


def transformer_parameters(L: Any, d: Any) -> int:
    """12 L d²: attention 4 d², feed-forward 8 d² (Kaplan et al. 2020)."""
    L, d = _all("transformer_parameters", L=L, d=d)
    return L * (attention_parameters(d) + 8 * d * d)


def rnn_parameters(d: Any, h: Any) -> int:
    """h (d + h) + h."""
    d, h = _all("rnn_parameters", d=d, h=h)
    return h * (d + h + 1)


def lstm_parameters(d: Any, h: Any) -> int:
    """4 (h (d + h) + h)."""
    return 4 * rnn_parameters(*_all("lstm_parameters", d=d, h=h))


def gru_parameters(d: Any, h: Any) -> int:
    """3 (h (d + h) + h)."""
    return 3 * rnn_parameters(*_all("gru_parameters", d=d, h=h))


def convolution_multiplications(K: Any, C_in: Any, C_out: Any, H: Any, W: Any) -> int:
    """K² C_in C_out H W (Howard et al. 2017, eq. 2)."""
    K, C_in, C_out, H, W = _all("convolution_multiplications", K=K, C_in=C_in, C_out=C_out, H=H, W=W)
    return K * K * C_in * C_out * H * W


def separable_multiplications(K: Any, C_in: Any, C_out: Any, H: Any, W: Any) -> int:
    """K² C_in H W + C_in C_out H W (Howard et al. 2017, eq. 5)."""
    K, C_in, C_out, H, W = _all("separable_multiplications", K=K, C_in=C_in, C_out=C_out, H=H, W=W)
    return C_in * H * W * (K * K + C_out)


def training_operations(N: Any, D: Any) -> int:
    """6 N D for N parameters and D tokens (Kaplan et al. 2020)."""
    N, D = _all("training_operations", N=N, D=D)
    return 6 * N * D


def kv_cache_bytes(L: Any, H_kv: Any, d_h: Any, T: Any, b: Any) -> int:
    """2 L H_kv d_h T b: keys and values of L layers, b bytes a number."""
    L, H_kv, d_h, T, b = _all("kv_cache_bytes", L=L, H_kv=H_kv, d_h=d_h, T=T, b=b)
    return 2 * L * H_kv * d_h * T * b


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"counts.{f.__name__}": f
    for f in (
        dense_parameters,
        embedding_parameters,
        attention_parameters,
        feed_forward_parameters,
        transformer_parameters,
        convolution_multiplications,
        separable_multiplications,
        training_operations,
        kv_cache_bytes,
    )
} | {
    "counts.rnn.parameters": rnn_parameters,
    "counts.lstm.parameters": lstm_parameters,
    "counts.gru.parameters": gru_parameters,
}
