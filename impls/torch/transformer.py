"""Transformer blocks (Vaswani et al. 2017) in row layout: x[..., n, d], one token a row.

Data take leading batch axes that broadcast; sizes that differ and a negative eps raise ValueError.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from ..plain.scalars import integer
from .activation import log_softmax, relu, sigmoid, softmax
from .attention import HEADS, lower_triangle, multi_head
from .checks import epsilon, tensors, token_ids

NORM = "gamma_{0}[d] beta_{0}[d]"
CROSS = "U_Q[g,d,c_k] U_K[g,d,c_k] U_V[g,d,c_v] U_O[g*c_v,d]"
FFN = "W_1[d,d_ff] b_1[d_ff] W_2[d_ff,d] b_2[d]"
ENCODER = f"{HEADS} {NORM.format(1)} {FFN} {NORM.format(2)}"
DECODER = f"{HEADS} {NORM.format(1)} {CROSS} {NORM.format(2)} {FFN} {NORM.format(3)}"


def stacked(line: str) -> str:
    """The line of the parameters of N layers: each with a leading axis N."""
    return line.replace("[", "[N,")


def positional_encoding(
    n: int, d: int, *, dtype: torch.dtype | None = None, device: torch.device | None = None
) -> Tensor:
    """PE[pos, 2i] = sin(pos / 10000^(2i/d)), PE[pos, 2i+1] = cos of the same; -> [n, d], pos from 0.

    Computed in float64, returned in ``dtype`` (torch's default if None). Vaswani et al. 2017, section 3.5.
    ValueError for a d that is odd or not positive, or a negative n.
    """
    n, d = integer("positional_encoding", "n", n, 0), integer("positional_encoding", "d", d, 1)
    if d % 2:
        raise ValueError(f"positional_encoding: d is {d}, must be even")
    position, even = torch.arange(n, dtype=torch.float64), torch.arange(0, d, 2, dtype=torch.float64)
    angle = position[:, None] / 10000.0 ** (even / d)
    table = torch.stack([torch.sin(angle), torch.cos(angle)], dim=-1).reshape(n, d)
    return table.to(device=device, dtype=dtype or torch.get_default_dtype())


def normalise(x: Tensor, norm: Sequence[Tensor], eps: float) -> Tensor:
    """``layer_norm`` on inputs already checked.

    16-bit types are widened: float16 squares leave its range at 256.
    """
    gamma, beta = norm
    wide = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    centred = wide - wide.mean(dim=-1, keepdim=True)
    scale = torch.sqrt((centred * centred).mean(dim=-1, keepdim=True) + eps)
    return (centred / scale).to(x.dtype) * gamma + beta


def layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """γ (x - mean) / √(var + ε) + β over the last axis, variance biased (Ba et al. 2016, eq. 4).

    x[..., d] -> [..., d].
    """
    x, gamma, beta = tensors("layer_norm", "x*[d] gamma[d] beta[d]", x, gamma, beta)
    return normalise(x, (gamma, beta), epsilon("layer_norm", eps))


def post_norm(x: Tensor, y: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """LN(x + y): residual, then norm; x, y[..., d] -> [..., d]."""
    x, y, gamma, beta = tensors("post_norm", "x*[d] y*[d] gamma[d] beta[d]", x, y, gamma, beta)
    return normalise(x + y, (gamma, beta), epsilon("post_norm", eps))


def ffn(x: Tensor, feed: Sequence[Tensor], activation: Callable[..., Tensor] = relu) -> Tensor:
    """a(x W_1 + b_1) W_2 + b_2 on inputs already checked."""
    W_1, b_1, W_2, b_2 = feed
    return activation(x @ W_1 + b_1) @ W_2 + b_2


def feed_forward(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    """max(0, x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, eq. 2).

    x[..., n, d], W_1[d, d_ff], W_2[d_ff, d] -> [..., n, d].
    """
    x, *feed = tensors("feed_forward", f"x*[n,d] {FFN}", x, W_1, b_1, W_2, b_2)
    return ffn(x, feed)


def post_norm_feed_forward(
    x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor, gamma: Tensor, beta: Tensor, eps: float
) -> Tensor:
    """LN(x + FFN(x)); x[..., n, d] -> [..., n, d]."""
    name = "post_norm_feed_forward"
    x, *weights, gamma, beta = tensors(name, f"x*[n,d] {FFN} gamma[d] beta[d]", x, W_1, b_1, W_2, b_2, gamma, beta)
    return normalise(x + ffn(x, weights), (gamma, beta), epsilon(name, eps))


def pre_norm_feed_forward(
    x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor, gamma: Tensor, beta: Tensor, eps: float
) -> Tensor:
    """x + FFN(LN(x)) (Xiong et al. 2020); x[..., n, d] -> [..., n, d]."""
    name = "pre_norm_feed_forward"
    x, *weights, gamma, beta = tensors(name, f"x*[n,d] {FFN} gamma[d] beta[d]", x, W_1, b_1, W_2, b_2, gamma, beta)
    return x + ffn(normalise(x, (gamma, beta), epsilon(name, eps)), weights)


def encode(x: Tensor, parameters: list[Tensor], eps: float) -> Tensor:
    """``encoder_layer`` on inputs already checked."""
    attention, norm_1, feed, norm_2 = parameters[:4], parameters[4:6], parameters[6:10], parameters[10:]
    x = normalise(x + multi_head(x, x, x, attention), norm_1, eps)
    return normalise(x + ffn(x, feed), norm_2, eps)


def encoder_layer(
    x: Tensor,
    W_Q: Tensor,
    W_K: Tensor,
    W_V: Tensor,
    W_O: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    eps: float,
) -> Tensor:
    """LN_2(a + FFN(a)) with a = LN_1(x + MultiHead(x, x, x)) (Vaswani et al. 2017, section 3.1).

    x[..., n, d] -> [..., n, d] with W_Q, W_K[h, d, d_k], W_V[h, d, d_v], W_O[h d_v, d], W_1[d, d_ff],
    b_1[d_ff], W_2[d_ff, d]; the others [d].
    """
    x, *parameters = tensors(
        "encoder_layer",
        f"x*[n,d] {ENCODER}",
        *(x, W_Q, W_K, W_V, W_O, gamma_1, beta_1, W_1, b_1, W_2, b_2, gamma_2, beta_2),
    )
    return encode(x, parameters, epsilon("encoder_layer", eps))


def encoder(
    x: Tensor,
    W_Q: Tensor,
    W_K: Tensor,
    W_V: Tensor,
    W_O: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    eps: float,
) -> Tensor:
    """N encoder layers in turn; parameters as ``encoder_layer`` with a leading axis N.

    x[..., n, d] -> [..., n, d].
    """
    x, *parameters = tensors(
        "encoder",
        f"x*[n,d] {stacked(ENCODER)}",
        *(x, W_Q, W_K, W_V, W_O, gamma_1, beta_1, W_1, b_1, W_2, b_2, gamma_2, beta_2),
    )
    eps = epsilon("encoder", eps)
    for layer in zip(*(p.unbind(0) for p in parameters), strict=True):
        x = encode(x, list(layer), eps)
    return x


def decode(y: Tensor, memory: Tensor, parameters: list[Tensor], eps: float, mask: Tensor) -> Tensor:
    """``decoder_layer`` on inputs already checked."""
    own, norm_1, cross, norm_2 = parameters[:4], parameters[4:6], parameters[6:10], parameters[10:12]
    y = normalise(y + multi_head(y, y, y, own, mask), norm_1, eps)
    y = normalise(y + multi_head(y, memory, memory, cross), norm_2, eps)
    return normalise(y + ffn(y, parameters[12:16]), parameters[16:], eps)


def decoder_layer(
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
    """a = LN_1(y + Causal MultiHead_W(y)), c = LN_2(a + MultiHead_U(a, memory, memory)), LN_3(c + FFN(c)).

    Vaswani et al. 2017, section 3.1. y[..., n, d], memory[..., m, d] -> [..., n, d]; W_Q, W_K[h, d, d_k],
    W_V[h, d, d_v], W_O[h d_v, d], the U alike with their own head count and widths, W_1[d, d_ff], b_1[d_ff],
    W_2[d_ff, d]; the others [d].
    """
    y, memory, *parameters = tensors(
        "decoder_layer",
        f"y*[n,d] memory*[m,d] {DECODER}",
        *(y, memory, W_Q, W_K, W_V, W_O, gamma_1, beta_1, U_Q, U_K, U_V, U_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_3, beta_3),
    )
    return decode(y, memory, parameters, epsilon("decoder_layer", eps), lower_triangle(y.shape[-2], y.device))


def decoder(
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
    """N decoder layers in turn, all reading the same memory.

    Parameters as ``decoder_layer`` with a leading axis N.
    """
    y, memory, *parameters = tensors(
        "decoder",
        f"y*[n,d] memory*[m,d] {stacked(DECODER)}",
        *(y, memory, W_Q, W_K, W_V, W_O, gamma_1, beta_1, U_Q, U_K, U_V, U_O, gamma_2, beta_2),
        *(W_1, b_1, W_2, b_2, gamma_3, beta_3),
    )
    eps, mask = epsilon("decoder", eps), lower_triangle(y.shape[-2], y.device)
    for layer in zip(*(p.unbind(0) for p in parameters), strict=True):
        y = decode(y, memory, list(layer), eps, mask)
    return y


def output_head(x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """softmax(x W + b), row by row; x[..., n, d], W[d, V], b[V] -> [..., n, V]."""
    x, W, b = tensors("output_head", "x*[n,d] W[d,V] b[V]", x, W, b)
    return softmax(x @ W + b)


def loss_inputs(function: str, logits: Tensor, targets: Tensor, name: str, minimum: int) -> list[Tensor]:
    """The inputs; ValueError for too few rows and for an id outside the vocabulary."""
    logits, targets = tensors(function, f"logits*[n,V] {name}:int*[n]", logits, targets)
    if targets.shape[-1] < minimum:
        raise ValueError(f"{function}: {targets.shape[-1]} positions, expected at least {minimum}")
    return [logits, token_ids(function, name, targets, logits.shape[-1])]


def mean_negative_log_likelihood(logits: Tensor, targets: Tensor) -> Tensor:
    """Mean of -log softmax(logits)[target] over the rows; 16-bit types are widened inside."""
    wide = logits.float() if logits.dtype in (torch.float16, torch.bfloat16) else logits
    batch = torch.broadcast_shapes(targets.shape, logits.shape[:-1])
    logs = log_softmax(wide).expand(*batch, wide.shape[-1])
    picked = logs.gather(-1, targets.expand(batch)[..., None])[..., 0]
    return -picked.mean(dim=-1).to(logits.dtype)


def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """-1/n Σ_i log softmax(logits_i)[targets_i]; logits[..., n, V], targets[..., n] in 0..V-1 -> [...].

    ValueError for n = 0.
    """
    return mean_negative_log_likelihood(*loss_inputs("cross_entropy", logits, targets, "targets", 1))


def cross_entropy_gradient(logits: Tensor, targets: Tensor) -> Tensor:
    """∂ cross_entropy / ∂ logits = (softmax(logits) - onehot(targets)) / n; -> [..., n, V]."""
    logits, targets = loss_inputs("cross_entropy_gradient", logits, targets, "targets", 1)
    hot = targets[..., None] == torch.arange(logits.shape[-1], device=logits.device)
    return (softmax(logits) - hot.to(logits.dtype)) / logits.shape[-2]


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    """-1/(n-1) Σ_(i<n-1) log softmax(logits_i)[tokens_(i+1)]; logits[..., n, V], tokens[..., n] -> [...].

    ValueError for n < 2.
    """
    logits, tokens = loss_inputs("next_token_loss", logits, tokens, "tokens", 2)
    return mean_negative_log_likelihood(logits[..., :-1, :], tokens[..., 1:])


def gated_feed_forward(x: Tensor, W: Tensor, V: Tensor, W_2: Tensor) -> Tensor:
    """(σ(x W) ⊙ x V) W_2 (Shazeer 2020); x[..., n, d], W, V[d, d_ff], W_2[d_ff, d] -> [..., n, d]."""
    x, W, V, W_2 = tensors("gated_feed_forward", "x*[n,d] W[d,d_ff] V[d,d_ff] W_2[d_ff,d]", x, W, V, W_2)
    return (sigmoid(x @ W) * (x @ V)) @ W_2


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
