"""Decoding: what truncation keeps, and that caching changes nothing."""

from itertools import product
from typing import Any

from formulas.lang import dims
from formulas.lang.term import Term

from ...tactics.equality import same
from ...tactics.prefix import prefix_invariant
from ...tactics.refute import violation
from ...verdicts import Verdict
from ..model import get, theorem
from ..spec import every, inputs_of, pitfall, spec, symbols

TOP_K, TOP_P, CACHED, DECODER = (
    "decoding.top_k",
    "decoding.top_p",
    "decoding.cached_decoder",
    "transformer.decoder",
)
SAMPLES = 150
(n,) = dims("n")


def keeps_k(term: Term) -> Verdict:
    """At least k of V entries are positive (all, if there are fewer), and every entry kept is at least every
    one dropped.
    """
    logits, k = symbols(TOP_K)["logits"], symbols(TOP_K)["k"]

    def holds(point: Any, kept: Any) -> bool:
        z = point.values[logits]
        enough = sum(p > 0 for p in kept) >= min(point.sizes[k], len(kept))
        return enough and all(z[i] >= z[j] for i, j in product(range(len(z)), repeat=2) if kept[i] > 0 and kept[j] == 0)

    return violation((term,), holds, inputs_of(TOP_K), (), SAMPLES)


theorem(
    "decoding.top_k_keeps",
    "top-k keeps at least k tokens, and none below one that it drops",
    "top-k 至少保留 k 个词元，且保留的都不低于舍去的",
    formulas=[TOP_K],
    prove=lambda: keeps_k(spec(TOP_K).term),
    control=lambda: keeps_k(pitfall(TOP_K, "smallest_kept")),
    control_en="so does keeping the smallest",
    control_zh="保留最小者时也成立",
)


def keeps_p(term: Term) -> Verdict:
    """The softmax mass of the entries kept is at least p."""
    probabilities = spec("activation.softmax").build(symbols(TOP_P)["logits"])
    p = symbols(TOP_P)["p"]

    def holds(point: Any, kept: Any, mass: Any) -> bool:
        return bool(sum(m for m, q in zip(mass, kept, strict=True) if q > 0) >= point.values[p][()])

    return violation((term, probabilities), holds, inputs_of(TOP_P), (), SAMPLES)


theorem(
    "decoding.top_p_keeps",
    "top-p keeps tokens of mass at least p",
    "top-p 保留的词元概率之和至少为 p",
    formulas=[TOP_P],
    prove=lambda: keeps_p(spec(TOP_P).term),
    control=lambda: keeps_p(pitfall(TOP_P, "last_one_dropped")),
    control_en="so it does if the token that reaches p is dropped",
    control_zh="舍去使概率和达到 p 的那个词元时也成立",
)

theorem(
    "decoding.cache_changes_nothing",
    "the cached decoder is the decoder: one term, its rows need no later row, a cached step is the last row",
    "带缓存的解码器即解码器：同一个项，其各行不依赖后续行，且缓存步即其注意力的最后一行",
    formulas=[CACHED, DECODER, "decoding.kv_cache_step"],
    prove=lambda: every(
        [
            _is(DECODER),
            prefix_invariant(spec(CACHED).term, n, inputs_of(CACHED)),
            get("attention.kv_cache").prove(),
        ]
    ),
    control=lambda: same(spec(CACHED).term, pitfall(DECODER, "unmasked"), inputs_of(CACHED)),
    control_en="it is the decoder without the causal mask",
    control_zh="它是去掉因果掩码的解码器",
)


def _is(id: str) -> Verdict:
    return same(spec(CACHED).term, spec(id).term, inputs_of(CACHED))
