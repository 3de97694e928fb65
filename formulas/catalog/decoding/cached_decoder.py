"""The decoder computed token by token: what the caches hold is what the causal mask lets through."""

from collections.abc import Callable
from typing import Any

from ...lang import Eq, If, Lt, Term, let, tab
from ...model import pitfall
from ...registry import formula, get
from ..transformer.decoder import MISTAKES, over_memory, parts
from ..transformer.feed_forward import n
from ..transformer.stacks import Layer, mistakes, stacked

DECODER = get("transformer.decoder")


def reading(allowed: Callable[[Any, Any], Any]) -> Layer:
    """A decoder whose query i reads the cached keys j for which ``allowed(i, j)`` holds."""

    def layer(y: Term, memory: Term, *p: Term) -> Term:
        attend, norm_1, look, norm_2, feed, norm_3 = parts(p)
        mask = let("M", tab(n, n, body=lambda i, j: If(allowed(i, j), 1, 0)))
        a = let("a", norm_1(y + attend(y, mask=mask)))
        c = let("c", norm_2(a + look(a, memory)))
        return norm_3(c + feed(c))

    return over_memory(stacked, layer)


formula(
    "decoding.cached_decoder",
    "Decoder with cached keys and values",
    "带键值缓存的解码器",
    inputs=DECODER.inputs,
    term=lambda *inputs: DECODER.build(*inputs),
    result=DECODER.result,
    reference="Vaswani et al. 2017, section 3.1; Shazeer 2019, section 2.4",
    pitfalls=[
        pitfall(
            "own_key_missing",
            "a token is cached after it has been read: it does not see itself",
            "先读取缓存、后写入：当前词看不到自己",
            reading(lambda i, j: Lt(j, i)),
        ),
        pitfall(
            "cache_overwritten",
            "the cache holds the last token only",
            "缓存被覆盖，只剩最后一个词",
            reading(lambda i, j: Eq(i, j)),
        ),
        *mistakes(MISTAKES[:3], lambda layer: over_memory(stacked, layer)),
    ],
)
