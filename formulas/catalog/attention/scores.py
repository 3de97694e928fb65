"""Scores of one query and one key: dot product, scaled, bilinear; scores with relative positions."""

from ...lang import data, dims, dot, exp, sqrt, weight
from ...model import pitfall, variant
from ...registry import formula

d, d_s, d_h = dims("d d_s d_h")
q, k, a = data("q", d, tex="q_{i}"), data("k", d, tex="k_{j}"), data("a", d, tex="a_{ij}")
LUONG = "Luong, Pham and Manning 2015, eq. 8"
SCALE_MISSING = ("divided by the root of d", "要除以 d 的平方根")
ROOT_MISSING = ("divided by the root of d, not by d", "应除以 d 的平方根，而不是 d")

formula(
    "attention.score.scaled",
    "Scaled score of one query and one key",
    "单个查询与单个键的缩放得分",
    inputs=[q, k],
    term=lambda q, k: dot(q, k) / sqrt(d),
    result="s_{ij}",
    reference="Vaswani et al. 2017, eq. 1, entry by entry",
    variants=[
        variant("called_e", "called e", "记作 e", lambda q, k: dot(q, k) / sqrt(d), result="e_{ij}"),
    ],
    pitfalls=[
        pitfall("scale_missing", *SCALE_MISSING, lambda q, k: dot(q, k)),
        pitfall("root_missing", *ROOT_MISSING, lambda q, k: dot(q, k) / d),
        pitfall(
            "query_twice",
            "the query meets the key, not itself",
            "查询与键相乘，而不是与自身相乘",
            lambda q, k: dot(q, q) / sqrt(d),
        ),
        pitfall(
            "multiplied", "divided by the root of d", "应除以而不是乘以 d 的平方根", lambda q, k: dot(q, k) * sqrt(d)
        ),
    ],
)

formula(
    "attention.score.relative",
    "Score with a relative position",
    "带相对位置的得分",
    inputs=[q, k, a],
    term=lambda q, k, a: dot(q, k + a) / sqrt(d),
    result="e_{ij}",
    reference="Shaw, Uszkoreit and Vaswani 2018, eq. 4",
    variants=[
        variant("two_terms", "in two terms", "写成两项", lambda q, k, a: (dot(q, k) + dot(q, a)) / sqrt(d)),
    ],
    pitfalls=[
        pitfall("scale_missing", *SCALE_MISSING, lambda q, k, a: dot(q, k + a)),
        pitfall("minus", "the relative position is added", "相对位置应相加", lambda q, k, a: dot(q, k - a) / sqrt(d)),
        pitfall(
            "position_unscaled",
            "both terms are divided by the root of d",
            "两项都要除以 d 的平方根",
            lambda q, k, a: dot(q, k) / sqrt(d) + dot(q, a),
        ),
    ],
)

s, h, W_a = data("s", d_s, tex="s_{t}"), data("h", d_h, tex="h_{i}"), weight("W_a", d_s, d_h, tex="W_{a}")

formula(
    "attention.score.general",
    "Bilinear score (general)",
    "双线性得分（general）",
    inputs=[s, W_a, h],
    term=lambda s, W, h: dot(s, W @ h),
    result=r"\operatorname{score}\left(s_{t}, h_{i}\right)",
    reference=LUONG,
    pitfalls=[
        pitfall(
            "state_missing",
            "the state meets the projected annotation",
            "状态要与投影后的表示相乘",
            lambda s, W, h: dot(W @ h, W @ h),
        ),
        pitfall(
            "exponential",
            "the score itself, not its exponential",
            "得分本身，而不是指数",
            lambda s, W, h: exp(-(dot(s, W @ h) ** 2)),
        ),
    ],
)
