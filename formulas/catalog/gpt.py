"""GPT: pre-norm decoder blocks with GELU, and the language model made of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..lang import Input, Le, Term, causal_mask, dims, gather, gelu, let, relu, take, tokens, weight
from ..model import pitfall, variant
from ..registry import formula
from ..terms import Elementwise, feed_forward_with, layer_norm, multi_head_with, norm_with, stack, tanh_gelu
from .transformer.feed_forward import X, ffn_inputs
from .transformer.norm import d, eps, norm_inputs
from .transformer.stacks import Layer, Mistake, N, attention_inputs, mistakes

n, n_max, V = dims("n n_max V")
RADFORD = "Radford et al. 2019, section 2.3 (GPT-2, without biases in the attention)"


def block_inputs(*lead: Any) -> list[Input]:
    return [
        *norm_inputs("1", *lead),
        *attention_inputs("W", *lead),
        *norm_inputs("2", *lead),
        *ffn_inputs(*lead),
    ]


class Parts(NamedTuple):
    """The functions that a block is made of."""

    norm_1: Elementwise
    attend: Callable[..., Term]
    norm_2: Elementwise
    feed: Elementwise


def parts(p: tuple[Term, ...], activation: Elementwise = gelu) -> Parts:
    """A block's functions from its parameters, in the order of ``block_inputs``, and ε."""
    eps = p[12]
    return Parts(
        norm_with(p[:2], eps, "1"),
        multi_head_with(p[2:6]),
        norm_with(p[6:8], eps, "2"),
        feed_forward_with(p[8:12], activation),
    )


def block(x: Term, *p: Term, activation: Elementwise = gelu) -> Term:
    """a = x + Causal MultiHead(LN_1(x)); a + FFN(LN_2(a))."""
    norm_1, attend, norm_2, feed = parts(p, activation)
    a = let("a", x + attend(let("u", norm_1(x)), mask=causal_mask(n)))
    return a + feed(let("v", norm_2(a)))


def post_norm(x: Term, *p: Term) -> Term:
    norm_1, attend, norm_2, feed = parts(p)
    a = let("a", norm_1(x + attend(x, mask=causal_mask(n))))
    return norm_2(a + feed(a))


def unmasked(x: Term, *p: Term) -> Term:
    norm_1, attend, norm_2, feed = parts(p)
    a = let("a", x + attend(let("u", norm_1(x))))
    return a + feed(let("v", norm_2(a)))


def normed_residual(x: Term, *p: Term) -> Term:
    norm_1, attend, norm_2, feed = parts(p)
    u = let("u", norm_1(x))
    a = let("a", u + attend(u, mask=causal_mask(n)))
    return a + feed(let("v", norm_2(a)))


def no_residual(x: Term, *p: Term) -> Term:
    norm_1, attend, norm_2, feed = parts(p)
    a = let("a", attend(let("u", norm_1(x)), mask=causal_mask(n)))
    return a + feed(let("v", norm_2(a)))


def with_relu(x: Term, *p: Term) -> Term:
    return block(x, *p, activation=relu)


def with_tanh_gelu(x: Term, *p: Term) -> Term:
    return block(x, *p, activation=tanh_gelu)


TANH_GELU = ("gelu_tanh", "GELU by tanh, as in the released code", "以 tanh 近似的 GELU（与发布的代码一致）")
POST_NORM = (
    "post_norm",
    "norms after the sums (GPT, Radford et al. 2018)",
    "后归一化（GPT，Radford 等 2018）",
)
MISTAKES: list[Mistake] = [
    (
        "unmasked",
        "a position reads what comes after it: the causal mask is missing",
        "缺少因果掩码：位置会看到后面的内容",
        unmasked,
    ),
    ("relu", "the feed-forward network uses GELU, not ReLU", "前馈网络用 GELU，而不是 ReLU", with_relu),
    (
        "normed_residual",
        "the residual is x itself, not its norm",
        "残差是 x 本身，而不是归一化之后的 x",
        normed_residual,
    ),
    ("residual_missing", "the residual around the attention is missing", "注意力子层缺少残差", no_residual),
]

formula(
    "gpt.block",
    "GPT block",
    "GPT 块",
    inputs=[X, *block_inputs(), eps],
    term=block,
    result="z",
    reference=RADFORD,
    variants=[variant(*TANH_GELU, with_tanh_gelu), variant(*POST_NORM, post_norm)],
    pitfalls=mistakes(MISTAKES),
)

ids = tokens("tokens", n, below=V, tex="t")
E, P = weight("E", V, d), weight("P", n_max, d)
model_inputs = [ids, E, P, *block_inputs(N), *norm_inputs("f"), eps]


def embedded(tokens: Term, E: Term, P: Term) -> Term:
    """E[tokens] + P at positions 0 … n − 1."""
    return gather(E, tokens) + take(P, 0, n)


def blocks(x: Term, p: tuple[Term, ...], layer: Layer = block) -> Term:
    """The states after the last block, under the name h."""
    start = let("x^{(0)}", x)
    return let("h", stack(lambda x, *own: layer(x, *own, p[-1]), start, p[:-3]))


def last_norm(h: Term, p: tuple[Term, ...]) -> Term:
    gamma_f, beta_f, eps = p[-3:]
    return let("s", layer_norm(h, gamma_f, beta_f, eps, place="f"))


def states(tokens: Term, E: Term, P: Term, p: tuple[Term, ...], layer: Layer = block) -> Term:
    """The normalised states after the last block."""
    return last_norm(blocks(embedded(tokens, E, P), p, layer), p)


def model(tokens: Term, E: Term, P: Term, *p: Term, layer: Layer = block) -> Term:
    return states(tokens, E, P, p, layer) @ E.T


def with_layer(layer: Layer) -> Layer:
    return lambda *a: model(*a, layer=layer)


def without_positions(tokens: Term, E: Term, P: Term, *p: Term) -> Term:
    return last_norm(blocks(gather(E, tokens), p), p) @ E.T


def without_last_norm(tokens: Term, E: Term, P: Term, *p: Term) -> Term:
    return blocks(embedded(tokens, E, P), p) @ E.T


def shared_blocks(tokens: Term, E: Term, P: Term, *p: Term) -> Term:
    def first(x: Term, *_: Term) -> Term:
        return block(x, *(q[0] for q in p[:-3]), p[-1])

    return states(tokens, E, P, p, first) @ E.T


formula(
    "gpt.model",
    "GPT language model",
    "GPT 语言模型",
    inputs=model_inputs,
    term=model,
    result=r"\mathrm{logits}",
    reference=RADFORD,
    requires=[Le(n, n_max)],
    variants=[
        variant(*TANH_GELU, with_layer(with_tanh_gelu)),
        variant(
            "untied",
            "an output weight of its own instead of E^T",
            "输出层另用权重，不与 E 共享",
            lambda tokens, E, P, W, *p: states(tokens, E, P, p) @ W,
            inputs=[*model_inputs[:3], weight("W", d, V), *model_inputs[3:]],
            requires=[Le(n, n_max)],
        ),
    ],
    pitfalls=[
        pitfall(
            "positions_missing",
            "the positions are added to the embeddings",
            "词嵌入还要加上位置嵌入",
            without_positions,
        ),
        pitfall(
            "last_norm_missing",
            "a layer norm stands between the last block and the output",
            "最后一个块与输出之间还有层归一化",
            without_last_norm,
        ),
        pitfall("shared_layers", "each block has parameters of its own", "每个块各有自己的参数", shared_blocks),
        *mistakes(MISTAKES[:2], with_layer),
    ],
)
