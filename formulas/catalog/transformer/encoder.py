"""The encoder: one layer, and N of them whose parameters have a leading axis N."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...lang import Input, Term, causal_mask, let
from ...model import pitfall, variant
from ...registry import formula
from ...terms import Elementwise, feed_forward_with, multi_head_with, norm_with
from .feed_forward import X, ffn_inputs, n
from .norm import eps, norm_inputs
from .stacks import (
    PARALLEL,
    PRE_NORM,
    SHARED,
    VASWANI,
    Mistake,
    N,
    attention_inputs,
    first_layer_only,
    mistakes,
    not_passed_on,
    stacked,
)


def encoder_inputs(*lead: Any) -> list[Input]:
    return [
        *attention_inputs("W", *lead),
        *norm_inputs("1", *lead),
        *ffn_inputs(*lead),
        *norm_inputs("2", *lead),
    ]


class Parts(NamedTuple):
    """The functions that a layer is made of."""

    attend: Callable[..., Term]
    norm_1: Elementwise
    feed: Elementwise
    norm_2: Elementwise


def parts(p: tuple[Term, ...]) -> Parts:
    """A layer's functions from its parameters, in the order of ``encoder_inputs``, and ε."""
    eps = p[12]
    return Parts(
        multi_head_with(p[:4]),
        norm_with(p[4:6], eps, "1"),
        feed_forward_with(p[6:10]),
        norm_with(p[10:12], eps, "2"),
    )


def encoder_layer(x: Term, *p: Term) -> Term:
    """a = LN_1(x + MultiHead(x, x, x)); LN_2(a + FFN(a))."""
    attend, norm_1, feed, norm_2 = parts(p)
    a = let("a", norm_1(x + attend(x)))
    return norm_2(a + feed(a))


def pre_norm(x: Term, *p: Term) -> Term:
    attend, norm_1, feed, norm_2 = parts(p)
    a = let("a", x + attend(let("u", norm_1(x))))
    return a + feed(let("v", norm_2(a)))


def no_residual(x: Term, *p: Term) -> Term:
    attend, norm_1, feed, norm_2 = parts(p)
    a = let("a", norm_1(attend(x)))
    return norm_2(a + feed(a))


def wrong_residual(x: Term, *p: Term) -> Term:
    attend, norm_1, feed, norm_2 = parts(p)
    a = let("a", norm_1(x + attend(x)))
    return norm_2(x + feed(a))


def one_norm(x: Term, *p: Term) -> Term:
    return encoder_layer(x, *p[:10], *p[4:6], p[12])


def masked(x: Term, *p: Term) -> Term:
    attend, norm_1, feed, norm_2 = parts(p)
    a = let("a", norm_1(x + attend(x, mask=causal_mask(n))))
    return norm_2(a + feed(a))


MISTAKES: list[Mistake] = [
    ("residual_missing", "the residual around the attention is missing", "注意力子层缺少残差", no_residual),
    (
        "wrong_residual",
        "the residual of the feed-forward sublayer is the attention sublayer's output",
        "前馈子层的残差应为注意力子层的输出",
        wrong_residual,
    ),
    ("shared_norm", "the two norms have parameters of their own", "两个归一化各有自己的参数", one_norm),
    (
        "masked",
        "the encoder reads in both directions: it has no causal mask",
        "编码器是双向的，没有因果掩码",
        masked,
    ),
]

formula(
    "transformer.encoder_layer",
    "Encoder layer",
    "编码器层",
    inputs=[X, *encoder_inputs(), eps],
    term=encoder_layer,
    result="z",
    reference=VASWANI,
    variants=[variant(*PRE_NORM, pre_norm)],
    pitfalls=mistakes(MISTAKES),
)

formula(
    "transformer.encoder",
    "Encoder",
    "编码器",
    inputs=[X, *encoder_inputs(N), eps],
    term=stacked(encoder_layer),
    result="Z",
    reference=VASWANI,
    variants=[variant(*PRE_NORM, stacked(pre_norm))],
    pitfalls=[
        pitfall(*SHARED, first_layer_only(encoder_layer)),
        pitfall(*PARALLEL, not_passed_on(encoder_layer)),
        *mistakes(MISTAKES[:2], stacked),
    ],
)
