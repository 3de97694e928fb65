"""Attention: weights, permutations, masks, causality, heads, the KV cache, the size of scores."""

from collections.abc import Callable

import sympy as sp

from formulas.lang import (
    If,
    Le,
    Lt,
    Sym,
    Term,
    concat,
    dims,
    permute,
    reduce_sum,
    row,
    split,
    sqrt,
    tab,
    take,
)
from formulas.lang.nodes import MaskedSoftmax, MatMul, Softmax

from ...tactics.bounds import between
from ...tactics.equality import same
from ...tactics.moments import variance_is
from ...tactics.prefix import prefix_invariant
from ...tactics.signs import Interval
from ...verdicts import Verdict
from ..model import theorem
from ..spec import built, constant, every, node, pitfall, shuffled, spec, symbols, variant

DOT, CAUSAL, HEADS, CACHE = (
    "attention.scaled_dot_product", "attention.causal", "attention.multi_head", "decoding.kv_cache_step",
)  # fmt: skip
n, m, d, d_k, d_v, t = dims("n m d d_k d_v t")
Q, K, V = Sym("Q", (n, d_k)), Sym("K", (m, d_k)), Sym("V", (m, d_v))
K_n, V_n = Sym("K", (n, d_k)), Sym("V", (n, d_v))
POSITIVE = Interval(sp.S.Zero)


def rows_sum_to_one(weights: Term) -> Verdict:
    return same(reduce_sum(weights), constant(1, *weights.shape[:-1]))


theorem(
    "attention.weights_distribution",
    "attention weights are positive and sum to one for each query",
    "注意力权重为正，且对每个查询之和为一",
    formulas=[DOT],
    prove=lambda: every(
        [between(node(spec(DOT).term, Softmax), POSITIVE), rows_sum_to_one(node(spec(DOT).term, Softmax))]
    ),
    control=lambda: rows_sum_to_one(node(pitfall(DOT, "softmax_over_queries"), Softmax)),
    control_en="so they do if the softmax runs over the queries",
    control_zh="softmax 沿查询方向时也成立",
)

theorem(
    "attention.keys_permuted",
    "permuting keys and values together leaves attention unchanged",
    "同时置换键与值，注意力输出不变",
    formulas=[DOT],
    prove=lambda: same(built(DOT, Q, shuffled(K), shuffled(V)), built(DOT, Q, K, V)),
    control=lambda: same(built(DOT, Q, shuffled(K), V), built(DOT, Q, K, V)),
    control_en="permuting the keys alone leaves attention unchanged",
    control_zh="只置换键，注意力输出不变",
)

theorem(
    "attention.queries_permuted",
    "permuting the queries permutes the output; so self-attention knows no order",
    "置换查询则输出随之置换；因此自注意力不含位置信息",
    formulas=[DOT, "attention.self_attention"],
    prove=lambda: every([same(built(DOT, shuffled(Q), K, V), shuffled(built(DOT, Q, K, V))), _self_permuted()]),
    control=lambda: same(
        built(CAUSAL, shuffled(Q), shuffled(K_n), shuffled(V_n)), shuffled(built(CAUSAL, Q, K_n, V_n))
    ),
    control_en="the same of causal attention",
    control_zh="因果注意力也是如此",
)


def _self_permuted() -> Verdict:
    X, *weights = symbols("attention.self_attention").values()
    whole = built("attention.self_attention", X, *weights)
    return same(built("attention.self_attention", shuffled(X), *weights), shuffled(whole))


theorem(
    "attention.columns",
    "the column layout is the row layout transposed",
    "列排布是行排布的转置",
    formulas=["attention.scaled_dot_product_columns", DOT],
    prove=lambda: same(
        _columns(spec("attention.scaled_dot_product_columns").build(Q.T, K.T, V.T)), built(DOT, Q, K, V)
    ),
    control=lambda: same(
        _columns(pitfall("attention.scaled_dot_product_columns", "softmax_over_queries")),
        built(DOT, *(s.T for s in symbols("attention.scaled_dot_product_columns").values())),
    ),
    control_en="so it is with the softmax over the other axis",
    control_zh="softmax 换另一个方向时也成立",
)


def _columns(term: Term) -> Term:
    return term.T


def blocked(mask: Term) -> Term:
    """1 where the mask hides the entry."""
    return tab(n, n, body=lambda i, j: If(sp.Eq(mask.at(i, j), 0), 1, 0))


def triangle(strict: bool) -> Term:
    above = Lt if strict else Le
    return tab(n, n, body=lambda i, j: If(above(i, j), 1, 0))


theorem(
    "attention.causal_mask_blocks",
    "the causal mask blocks exactly the strictly upper triangle",
    "因果掩码恰好屏蔽严格上三角",
    formulas=["decoding.causal_mask", CAUSAL],
    prove=lambda: every(
        [same(blocked(mask), triangle(strict=True)) for mask in (_mask(), built("decoding.causal_mask", n))]
    ),
    control=lambda: same(blocked(_mask()), triangle(strict=False)),
    control_en="the causal mask blocks the upper triangle with the diagonal",
    control_zh="因果掩码屏蔽包含对角线的上三角",
)


def _weights() -> Term:
    return node(spec(CAUSAL).term, MaskedSoftmax)


def _mask() -> Term:
    return _weights().operands[1]


theorem(
    "attention.causal_weights",
    "causal weights are lower triangular and each row sums to one",
    "因果注意力权重为下三角，且每行之和为一",
    formulas=[CAUSAL],
    prove=lambda: every([_upper_part_zero(_weights()), rows_sum_to_one(_weights())]),
    control=lambda: rows_sum_to_one(node(pitfall(CAUSAL, "diagonal_excluded"), MaskedSoftmax)),
    control_en="each row sums to one if the diagonal is blocked too",
    control_zh="对角线也屏蔽时每行之和仍为一",
)


def _upper_part_zero(weights: Term) -> Verdict:
    upper = tab(n, n, body=lambda i, j: If(Lt(i, j), weights.at(i, j), 0))
    return same(upper, constant(0, n, n))


theorem(
    "attention.causal_reads",
    "row i of causal attention reads no query, key or value of a later position",
    "因果注意力第 i 行不读取任何后续位置的查询、键和值",
    formulas=[CAUSAL],
    prove=lambda: prefix_invariant(spec(CAUSAL).term, n),
    control=lambda: prefix_invariant(pitfall(CAUSAL, "one_ahead"), n),
    control_en="nor does it with a mask that lets one position ahead through",
    control_zh="掩码多放行一个位置时也成立",
)

theorem(
    "attention.kv_cache",
    "the cached step is the last row of causal attention over the extended keys and values",
    "缓存步等于在扩展后的键与值上做因果注意力的最后一行",
    formulas=[CACHE, CAUSAL],
    prove=lambda: _cached_is_last_row(concat),
    control=lambda: _cached_is_last_row(lambda old, new, axis: concat(new, old, axis=axis)),
    control_en="also if causal attention has the new key and value first",
    control_zh="把新的键与值放在最前面时也成立",
)


def _cached_is_last_row(extend: Callable[..., Term]) -> Verdict:
    q, k, v, K_t, V_t = symbols(CACHE).values()
    length = K_t.shape[0]
    past = Sym("past", (length, *q.shape))
    joined = [extend(old, row(new), axis=0) for old, new in ((past, q), (K_t, k), (V_t, v))]
    whole = _causal_of_length(length + 1).xreplace(dict(zip(_causal_inputs(length + 1), joined, strict=True)))
    last = take(whole, length, 1)[0]
    step, *caches = spec(CACHE).build(q, k, v, K_t, V_t)
    return every([same(step, last), *(same(c, j) for c, j in zip(caches, joined[1:], strict=True))])


def _causal_inputs(length: sp.Expr) -> list[Sym]:
    return [Sym(s.name, (length, s.shape[1]), s.tex) for s in symbols(CAUSAL).values()]


def _causal_of_length(length: sp.Expr) -> Term:
    """The causal formula with its n set to another length."""
    return spec(CAUSAL).term.xreplace({n: length})


theorem(
    "attention.heads_sum",
    "multi-head attention is the sum over heads of head_i times its block of W_O",
    "多头注意力等于各头 head_i 乘以 W_O 对应行块之和",
    formulas=[HEADS, "attention.head"],
    prove=lambda: same(spec(HEADS).term, _sum_of_heads(lambda W_O, h, d_v: split(W_O, 0, h, d_v))),
    control=lambda: same(spec(HEADS).term, _sum_of_heads(lambda W_O, h, d_v: permute(split(W_O, 0, d_v, h), 1, 0, 2))),
    control_en="so it is with the rows of W_O interleaved between the heads",
    control_zh="W_O 的行在各头之间交错排列时也成立",
)


def _sum_of_heads(blocks: Callable[[Term, sp.Expr, sp.Expr], Term]) -> Term:
    """Σ_i head_i · (block i of W_O), head_i by the formula of one head, over all heads at once."""
    *inputs, W_O = symbols(HEADS).values()
    heads, width = inputs[-1].shape[0], inputs[-1].shape[-1]
    return reduce_sum(built("attention.head", *inputs) @ blocks(W_O, heads, width), axis=0)


theorem(
    "attention.one_head",
    "with one head and W_O the identity, multi-head attention is attention of the projections",
    "只有一个头且 W_O 为单位阵时，多头注意力即投影后的注意力",
    formulas=[HEADS, DOT],
    prove=lambda: _one_head(DOT),
    control=lambda: _one_head("attention.scaled_dot_product/unscaled"),
    control_en="it is attention of the projections without the factor 1/√d_k",
    control_zh="它等于投影后不带 1/√d_k 的注意力",
)


def _one_head(other: str) -> Verdict:
    id, _, name = other.partition("/")
    single = spec(HEADS).term.xreplace({_heads(): sp.S.One})
    inputs = {s.name: s for s in _single_inputs()}
    identity = tab(_width(), _width(), body=lambda i, j: If(sp.Eq(i, j), 1, 0))
    projected = [inputs[a] @ inputs[w][0] for a, w in (("Q", "W_Q"), ("K", "W_K"), ("V", "W_V"))]
    build = variant(id, name).build if name else spec(id).build
    return same(single.xreplace({inputs["W_O"]: identity}), build(*projected))


def _heads() -> sp.Symbol:
    return symbols(HEADS)["W_Q"].shape[0]


def _width() -> sp.Symbol:
    return symbols(HEADS)["W_V"].shape[-1]


def _single_inputs() -> list[Sym]:
    return [s.xreplace({_heads(): sp.S.One}) for s in symbols(HEADS).values()]


q, k = Sym("q", (d_k,)), Sym("k", (d_k,))


def _score(q_in: Term, k_in: Term) -> Term:
    """The spec's score of one query and one key, before scaling: the product inside its softmax."""
    product = node(built(DOT, row(q_in), row(k_in), Sym("V", (1, d_v))), Softmax)
    return node(product, MatMul)[0][0]


theorem(
    "attention.score_variance",
    "the dot product of vectors with independent standardised entries has variance d_k; divided by √d_k, one",
    "各分量独立且标准化时，点积的方差为 d_k；除以 √d_k 后为一",
    formulas=[DOT],
    prove=lambda: every(
        [variance_is(_score(q, k), (q, k), d_k), variance_is(_score(q, k) / sqrt(d_k), (q, k), sp.S.One)]
    ),
    control=lambda: variance_is(_score(q, k) / d_k, (q, k), sp.S.One),
    control_en="divided by d_k it has variance one",
    control_zh="除以 d_k 后方差为一",
)
