"""Transformer blocks (Vaswani et al. 2017) in row layout: x[..., n, d], one token a row.

Data take leading batch axes that broadcast; sizes that differ and a negative eps raise ValueError.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..plain.scalars import integer
from .activation import quiet, relu, shifted, sigmoid, softmax, total
from .attention import HEADS, lower_triangle, multi_head
from .checks import Array, arrays, epsilon, token_ids
from .dense import linear

NORM = "gamma_{0}[d] beta_{0}[d]"
CROSS = "U_Q[g,d,c_k] U_K[g,d,c_k] U_V[g,d,c_v] U_O[g*c_v,d]"
FFN = "W_1[d,d_ff] b_1[d_ff] W_2[d_ff,d] b_2[d]"
ENCODER = f"{HEADS} {NORM.format(1)} {FFN} {NORM.format(2)}"
DECODER = f"{HEADS} {NORM.format(1)} {CROSS} {NORM.format(2)} {FFN} {NORM.format(3)}"


def stacked(line: str) -> str:
    """The line of the parameters of N layers: each with a leading axis N."""
    return line.replace("[", "[N,")


def positional_encoding(n: Any, d: Any) -> Array:
    """PE[pos, 2i] = sin(pos / 10000^(2i/d)), PE[pos, 2i+1] = cos of the same; -> float64 [n, d], pos from 0.

    Vaswani et al. 2017, section 3.5. ValueError for a d that is odd or not positive, or a negative n.
    """
    n, d = integer("positional_encoding", "n", n, 0), integer("positional_encoding", "d", d, 1)
    if d % 2:
        raise ValueError(f"positional_encoding: d is {d}, must be even")
    angle = np.arange(n)[:, None] / 10000.0 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)


def normalise(x: Array, norm: Sequence[Array], eps: float) -> Array:
    """``layer_norm`` on inputs already checked; float16 is widened, since squares leave its range at 256."""
    gamma, beta = norm
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    centred = wide - wide.mean(axis=-1, keepdims=True)
    scale = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps)
    return (centred / scale).astype(x.dtype, copy=False) * gamma + beta


def layer_norm(x: Any, gamma: Any, beta: Any, eps: Any) -> Array:
    """γ (x - mean) / √(var + ε) + β over the last axis, variance biased (Ba et al. 2016, eq. 4).

    x[..., d] -> [..., d].
    """
    x, gamma, beta = arrays("layer_norm", "x*[d] gamma[d] beta[d]", x, gamma, beta)
    return normalise(x, (gamma, beta), epsilon("layer_norm", eps))


def post_norm(x: Any, y: Any, gamma: Any, beta: Any, eps: Any) -> Array:
    """LN(x + y): residual, then norm; x, y[..., d] -> [..., d]."""
    x, y, gamma, beta = arrays("post_norm", "x*[d] y*[d] gamma[d] beta[d]", x, y, gamma, beta)
    return normalise(x + y, (gamma, beta), epsilon("post_norm", eps))


def ffn(x: Array, feed: Sequence[Array], activation: Callable[..., Array] = relu) -> Array:
    """a(x W_1 + b_1) W_2 + b_2 on inputs already checked."""
    W_1, b_1, W_2, b_2 = feed
    return linear(activation(linear(x, W_1) + b_1), W_2) + b_2


def feed_forward(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Array:
    """max(0, x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, eq. 2).

    x[..., n, d], W_1[d, d_ff], W_2[d_ff, d] -> [..., n, d].
    """
    x, *feed = arrays("feed_forward", f"x*[n,d] {FFN}", x, W_1, b_1, W_2, b_2)
    return ffn(x, feed)


def post_norm_feed_forward(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any, gamma: Any, beta: Any, eps: Any) -> Array:
    """LN(x + FFN(x)); x[..., n, d] -> [..., n, d]."""
    name = "post_norm_feed_forward"
    x, *weights, gamma, beta = arrays(name, f"x*[n,d] {FFN} gamma[d] beta[d]", x, W_1, b_1, W_2, b_2, gamma, beta)
    return normalise(x + ffn(x, weights), (gamma, beta), epsilon(name, eps))


def pre_norm_feed_forward(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any, gamma: Any, beta: Any, eps: Any) -> Array:
    """x + FFN(LN(x)) (Xiong et al. 2020); x[..., n, d] -> [..., n, d]."""
    name = "pre_norm_feed_forward"
    x, *weights, gamma, beta = arrays(name, f"x*[n,d] {FFN} gamma[d] beta[d]", x, W_1, b_1, W_2, b_2, gamma, beta)
    return x + ffn(normalise(x, (gamma, beta), epsilon(name, eps)), weights)


def encode(x: Array, parameters: list[Array], eps: float) -> Array:
    """``encoder_layer`` on inputs already checked."""
    attention, norm_1, feed, norm_2 = parameters[:4], parameters[4:6], parameters[6:10], parameters[10:]
    x = normalise(x + multi_head(x, x, x, attention), norm_1, eps)
    return normalise(x + ffn(x, feed), norm_2, eps)


def encoder_layer(
    x: Any,
    W_Q: Any,
    W_K: Any,
    W_V: Any,
    W_O: Any,
    gamma_1: Any,
    beta_1: Any,
    W_1: Any,
    b_1: Any,
    W_2: Any,
    b_2: Any,
    gamma_2: Any,
    beta_2: Any,
    eps: Any,
) -> Array:
    """LN_2(a + FFN(a)) with a = LN_1(x + MultiHead(x, x, x)) (Vaswani et al. 2017, section 3.1).

    x[..., n, d] -> [..., n, d] with W_Q, W_K[h, d, d_k], W_V[h, d, d_v], W_O[h d_v, d], W_1[d, d_ff],
    b_1[d_ff], W_2[d_ff, d]; the others [d].
    """
    x, *parameters = arrays(
        "encoder_layer",
        f"x*[n,d] {ENCODER}",
        *(x, W_Q, W_K, W_V, W_O, gamma_1, beta_1, W_1, b_1, W_2, b_2, gamma_2, beta_2),
    )
    return encode(x, parameters, epsilon("encoder_layer", eps))


def encoder(
    x: Any,
    W_Q: Any,
    W_K: Any,
    W_V: Any,
    W_O: Any,
    gamma_1: Any,
    beta_1: Any,
    W_1: Any,
    b_1: Any,
    W_2: Any,
    b_2: Any,
    gamma_2: Any,
    beta_2: Any,
    eps: Any,
) -> Array:
    """N encoder layers in turn; parameters as ``encoder_layer`` with a leading axis N.

    x[..., n, d] -> [..., n, d].
    """
    x, *parameters = arrays(
        "encoder",
        f"x*[n,d] {stacked(ENCODER)}",
        *(x, W_Q, W_K, W_V, W_O, gamma_1, beta_1, W_1, b_1, W_2, b_2, gamma_2, beta_2),
    )
    eps = epsilon("encoder", eps)
    for layer in zip(*parameters, strict=True):
        x = encode(x, list(layer), eps)
    return x


def decode(y: Array, memory: Array, parameters: list[Array], eps: float, mask: Array) -> Array:
    """``decoder_layer`` on inputs already checked."""
    own, norm_1, cross, norm_2 = parameters[:4], parameters[4:6], parameters[6:10], parameters[10:12]
    y = normalise(y + multi_head(y, y, y, own, mask), norm_1, eps)
    y = normalise(y + multi_head(y, memory, memory, cross), norm_2, eps)
    return normalise(y + ffn(y, parameters[12:16]), parameters[16:], eps)


def decoder_layer(
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
    """a = LN_1(y + Causal MultiHead_W(y)), c = LN_2(a + MultiHead_U(a, memory, memory)), LN_3(c + FFN(c)).

    Vaswani et al. 2017, section 3.1. y[..., n, d], memory[..., m, d] -> [..., n, d]; W_Q, W_K[h, d, d_k],
    W_V[h, d, d_v], W_O[h d_v, d], the U alike with their own head count and widths, W_1[d, d_ff], b_1[d_ff],
    W_2[d_ff, d]; the others [d].
    """
    y, memory, *parameters = arrays(
        "decoder_layer",
        f"y*[n,d] memory*[m,d] {DECODER}",
        *(y, memory, W_Q, W_K, W_V, W_O, gamma_1, beta_1, U_Q, U_K, U_V, U_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_3, beta_3),
    )
    return decode(y, memory, parameters, epsilon("decoder_layer", eps), lower_triangle(y.shape[-2]))


def decoder(
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
    """N decoder layers in turn, all reading the same memory.

    Parameters as ``decoder_layer`` with a leading axis N.
    """
    y, memory, *parameters = arrays(
        "decoder",
        f"y*[n,d] memory*[m,d] {stacked(DECODER)}",
        *(y, memory, W_Q, W_K, W_V, W_O, gamma_1, beta_1, U_Q, U_K, U_V, U_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_3, beta_3),
    )
    eps, mask = epsilon("decoder", eps), lower_triangle(y.shape[-2])
    for layer in zip(*parameters, strict=True):
        y = decode(y, memory, list(layer), eps, mask)
    return y


def output_head(x: Any, W: Any, b: Any) -> Array:
    """softmax(x W + b), row by row; x[..., n, d], W[d, V], b[V] -> [..., n, V]."""
    x, W, b = arrays("output_head", "x*[n,d] W[d,V] b[V]", x, W, b)
    return softmax(linear(x, W) + b)


def loss_inputs(function: str, logits: Any, targets: Any, name: str, minimum: int) -> list[Array]:
    """The inputs; ValueError for too few rows and for an id outside the vocabulary."""
    logits, targets = arrays(function, f"logits*[n,V] {name}:int*[n]", logits, targets)
    if targets.shape[-1] < minimum:
        raise ValueError(f"{function}: {targets.shape[-1]} positions, expected at least {minimum}")
    return [logits, token_ids(function, name, targets, logits.shape[-1])]


def mean_negative_log_likelihood(logits: Array, targets: Array) -> Array:
    """Mean of log Σ_j exp(logits_j - top) - (logits_target - top) over the rows."""
    with quiet():
        s = shifted(logits)
        batch = np.broadcast_shapes(targets.shape, s.shape[:-1])
        index = np.broadcast_to(targets, batch)[..., None]
        picked = np.take_along_axis(np.broadcast_to(s, (*batch, s.shape[-1])), index, axis=-1)
        losses = np.log(total(np.exp(s))) - picked
        return np.asarray(losses[..., 0].mean(axis=-1))


def cross_entropy(logits: Any, targets: Any) -> Array:
    """-1/n Σ_i log softmax(logits_i)[targets_i]; logits[..., n, V], targets[..., n] in 0..V-1 -> [...].

    ValueError for n = 0.
    """
    return mean_negative_log_likelihood(*loss_inputs("cross_entropy", logits, targets, "targets", 1))


def cross_entropy_gradient(logits: Any, targets: Any) -> Array:
    """∂ cross_entropy / ∂ logits = (softmax(logits) - onehot(targets)) / n; -> [..., n, V]."""
    logits, targets = loss_inputs("cross_entropy_gradient", logits, targets, "targets", 1)
    hot = targets[..., None] == np.arange(logits.shape[-1])
    return (softmax(logits) - hot.astype(logits.dtype)) / logits.dtype.type(logits.shape[-2])


def next_token_loss(logits: Any, tokens: Any) -> Array:
    """-1/(n-1) Σ_(i<n-1) log softmax(logits_i)[tokens_(i+1)]; logits[..., n, V], tokens[..., n] -> [...].

    ValueError for n < 2.
    """
    logits, tokens = loss_inputs("next_token_loss", logits, tokens, "tokens", 2)
    return mean_negative_log_likelihood(logits[..., :-1, :], tokens[..., 1:])


def gated_feed_forward(x: Any, W: Any, V: Any, W_2: Any) -> Array:
    """(σ(x W) ⊙ x V) W_2 (Shazeer 2020); x[..., n, d], W, V[d, d_ff], W_2[d_ff, d] -> [..., n, d]."""
    x, W, V, W_2 = arrays("gated_feed_forward", "x*[n,d] W[d,d_ff] V[d,d_ff] W_2[d_ff,d]", x, W, V, W_2)
    return linear(sigmoid(linear(x, W)) * linear(x, V), W_2)


IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {
    f"transformer.{f.__name__}": f
    for f in (
        positional_encoding,
        layer_norm,
        post_norm,
        feed_forward,
        gated_feed_forward,
        post_norm_feed_forward,
        pre_norm_feed_forward,
        encoder_layer,
        encoder,
        decoder_layer,
        decoder,
        output_head,
        cross_entropy,
        cross_entropy_gradient,
        next_token_loss,
    )
}
