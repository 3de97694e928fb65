"""The decoder: one layer, and N of them that all read the same memory."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...lang import If, Input, Le, Term, causal_mask, data, dims, let, tab
from ...model import pitfall, variant
from ...registry import formula
from ...terms import Elementwise, feed_forward_with, multi_head_with, norm_with
from .feed_forward import ffn_inputs, n
from .norm import d, eps, norm_inputs
from .stacks import (
    PARALLEL,
    PRE_NORM,
    SHARED,
    VASWANI,
    Layer,
    Mistake,
    N,
    attention_inputs,
    first_layer_only,
    mistakes,
    not_passed_on,
    stacked,
)

(m,) = dims("m")
Y, memory = data("y", n, d), data("memory", m, d, tex="Z")


def decoder_inputs(*lead: Any) -> list[Input]:
    return [
        *attention_inputs("W", *lead),
        *norm_inputs("1", *lead),
        *attention_inputs("U", *lead),
        *norm_inputs("2", *lead),
        *ffn_inputs(*lead),
        *norm_inputs("3", *lead),
    ]


class Parts(NamedTuple):
    """The functions that a layer is made of: over itself, over the memory, and through the network."""

    attend: Callable[..., Term]
    norm_1: Elementwise
    look: Callable[..., Term]
    norm_2: Elementwise
    feed: Elementwise
    norm_3: Elementwise


def parts(p: tuple[Term, ...]) -> Parts:
    """A layer's functions from its parameters, in the order of ``decoder_inputs``, and ε."""
    eps = p[18]
    return Parts(
        multi_head_with(p[:4]),
        norm_with(p[4:6], eps, "1"),
        multi_head_with(p[6:10], r"\mathrm{head}'"),
        norm_with(p[10:12], eps, "2"),
        feed_forward_with(p[12:16]),
        norm_with(p[16:18], eps, "3"),
    )


def decoder_layer(y: Term, memory: Term, *p: Term) -> Term:
    """a = LN_1(y + Causal MultiHead(y)), c = LN_2(a + MultiHead(a, memory, memory)), LN_3(c + FFN(c))."""
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", norm_1(y + attend(y, mask=causal_mask(n))))
    c = let("c", norm_2(a + look(a, memory)))
    return norm_3(c + feed(c))


def pre_norm(y: Term, memory: Term, *p: Term) -> Term:
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", y + attend(let("u", norm_1(y)), mask=causal_mask(n)))
    c = let("c", a + look(let("v", norm_2(a)), memory))
    return c + feed(let("w", norm_3(c)))


def unmasked(y: Term, memory: Term, *p: Term) -> Term:
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", norm_1(y + attend(y)))
    c = let("c", norm_2(a + look(a, memory)))
    return norm_3(c + feed(c))


def memory_ignored(y: Term, memory: Term, *p: Term) -> Term:
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", norm_1(y + attend(y, mask=causal_mask(n))))
    c = let("c", norm_2(a + look(a)))
    return norm_3(c + feed(c))


def memory_masked(y: Term, memory: Term, *p: Term) -> Term:
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", norm_1(y + attend(y, mask=causal_mask(n))))
    c = let("c", norm_2(a + look(a, memory, let("M'", tab(n, m, body=lambda i, j: If(Le(j, i), 1, 0))))))
    return norm_3(c + feed(c))


def memory_as_query(y: Term, memory: Term, *p: Term) -> Term:
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", norm_1(y + attend(y, mask=causal_mask(n))))
    c = let("c", norm_2(a + look(memory, a)))
    return norm_3(c + feed(c))


def no_residual(y: Term, memory: Term, *p: Term) -> Term:
    attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
    a = let("a", norm_1(y + attend(y, mask=causal_mask(n))))
    c = let("c", norm_2(look(a, memory)))
    return norm_3(c + feed(c))


MISTAKES: list[Mistake] = [
    (
        "unmasked",
        "the decoder's self-attention is causal: the mask is missing",
        "解码器的自注意力是因果的：缺少掩码",
        unmasked,
    ),
    (
        "memory_ignored",
        "keys and values of the second attention come from the encoder",
        "第二个注意力的键和值来自编码器",
        memory_ignored,
    ),
    (
        "memory_masked",
        "the whole source may be read: cross-attention has no causal mask",
        "整个源序列都可以看到：交叉注意力没有因果掩码",
        memory_masked,
    ),
    (
        "residual_missing",
        "the residual around the cross-attention is missing",
        "交叉注意力子层缺少残差",
        no_residual,
    ),
    (
        "memory_as_query",
        "the decoder asks and the encoder answers: queries come from the decoder",
        "解码器提问、编码器作答：查询来自解码器",
        memory_as_query,
    ),
]

formula(
    "transformer.decoder_layer",
    "Decoder layer",
    "解码器层",
    inputs=[Y, memory, *decoder_inputs(), eps],
    term=decoder_layer,
    result="z",
    reference=VASWANI,
    variants=[variant(*PRE_NORM, pre_norm)],
    pitfalls=mistakes(MISTAKES),
)


def over_memory(build: Callable[..., Layer], layer: Layer) -> Layer:
    """A stack of decoder layers, all reading the same memory."""
    return lambda y, memory, *p: build(lambda y, *own: layer(y, memory, *own), "y")(y, *p)


formula(
    "transformer.decoder",
    "Decoder",
    "解码器",
    inputs=[Y, memory, *decoder_inputs(N), eps],
    term=over_memory(stacked, decoder_layer),
    result="z",
    reference=VASWANI,
    variants=[variant(*PRE_NORM, over_memory(stacked, pre_norm))],
    pitfalls=[
        pitfall(*SHARED, over_memory(first_layer_only, decoder_layer)),
        pitfall(*PARALLEL, over_memory(not_passed_on, decoder_layer)),
        *mistakes(MISTAKES[:3], lambda layer: over_memory(stacked, layer)),
    ],
)
