"""Rows for ``forms``: language models, positions, residual blocks, masks and experts. Data only."""

from __future__ import annotations

from itertools import product

from .form_rows import Row, row

LANGUAGE = r"perplex|困惑度|language model|语言模型|\bppl\b"
ROTARY = r"rope|rotary|旋转位置|旋转编码"
BLOCK = r"pre-?ln|post-?ln|pre-?norm|post-?norm|sub-?layer|子层|resid|残差|transformer|add ?& ?norm|\bblock"
POST = r"post-?ln|post-?norm|sub-?layer|子层|transformer|add ?& ?norm"
MASK = (  # of scores that stand as usual: a row for each query, which sees what comes before it
    r"(?s)^(?!.*(?:transpos|anti-?causal|backward|反向|转置|upper)).*(?:causal|因果|look-?ahead|subsequent|autoregress|自回归|decoder|解码)"
)
EXPERTS = r"\bmoe\b|mixture[- ]of[- ]experts|experts?\b|专家|switch transformer"

_LOGS = (r"\log(P(x_i \mid Y))", r"\log(P(x_i))")
PERPLEXITY = [
    row(
        "probability.perplexity",
        *(rf"e^{{-\frac{{1}}{{n}}\sum_i {log}}}" for log in _LOGS),
        *(rf"2^{{-\frac{{1}}{{n}}\sum_i {log}}}" for log in (*_LOGS, r"\log_2(P(x_i \mid Y))", r"\log_2(P(x_i))")),
        r"P(X)^{-\frac{1}{n}}",
        r"P(x_1, x_2, \ldots, x_k)^{-\frac{1}{n}}",
        r"P(x_1, \ldots, x_k)^{-\frac{1}{n}}",
        *(rf"(\prod_i P({x}))^{{-\frac{{1}}{{n}}}}" for x in (r"x_i \mid Y", "x_i")),
        *(rf"(\prod_i \frac{{1}}{{P({x})}})^{{\frac{{1}}{{n}}}}" for x in (r"x_i \mid Y", "x_i")),
        left=r"\mathrm{perplexity}",
        only=LANGUAGE,
        of="",
        how=("of a sequence",),
    ),
    row(
        "probability.perplexity",
        r"e^{\mathrm{loss}}",
        r"e^{\mathrm{uncertainty}}",
        r"2^{\mathrm{uncertainty}}",
        left=r"\mathrm{perplexity}",
        only=LANGUAGE,
        of="",
        how=("entropy given",),
    ),
    row(
        "loss.label_smoothing",
        r"(1-\mathrm{slope}) x + \frac{\mathrm{slope}}{n}",
        r"(1-\mathrm{slope}) x + \mathrm{slope} \mathrm{uniform}",
        only=r"label smooth|标签平滑|smoothed label|平滑标签",
        of="",
        how=("the targets",),
    ),
]


def _rotation(vector: str, sign: str = "") -> str:
    other = "" if sign else "-"
    return rf"\begin{{pmatrix}} \cos(X) & {other}\sin(X) \\ {sign}\sin(X) & \cos(X) \end{{pmatrix}}{vector}"


_DOTS = (
    r"\mathrm{asked}_i^{\top} \mathrm{keyed}_j",
    r"\mathrm{asked}_i \mathrm{keyed}_j^{\top}",
    r"\mathrm{asked}_i \mathrm{keyed}_j",
)
_SCORES = (*_DOTS, *(rf"\frac{{{dot}}}{{\sqrt{{d}}}}" for dot in _DOTS))
POSITIONS = [
    *(
        row("position.rope.pair", _rotation(v), _rotation(v, "-"), left="Z", only=ROTARY, of="", how=("as a matrix",))
        for v in ("", r"\begin{pmatrix} x \\ z \end{pmatrix}", "z")
    ),
    row(
        "position.relative_distance",
        r"q^{\top} R_{j-i} k",
        r"q R_{j-i} k^{\top}",
        left=r"(R_i q)^{\top} (R_j k)",
        only=ROTARY,
        of="",
    ),
    row("position.relative_distance", r"R_{j-i}", left=r"R_i^{\top} R_j", only=ROTARY, of="", how=("of rotations",)),
    *(
        row(
            "position.alibi",
            rf"{score} - s (i - j)",
            rf"{score} + s (j - i)",
            rf"{score} - s |i - j|",
            only="alibi",
            of="",
            how=("one score",),
        )
        for score in _SCORES
    ),
    row("position.alibi", r"2^{-\frac{8k}{n}}", r"2^{-8k/n}", left="y_k", only="alibi", of="", how=("its slopes",)),
]

_NORMED = r"\mathrm{normed}"
BLOCKS = [
    row(
        "transformer.post_norm",
        rf"{_NORMED}(x + \mathrm{{map}}(x))",
        rf"{_NORMED}(x + \mathrm{{map}}(x, x, x))",
        only=POST,
        of="",
        updates=True,
        how=("any sublayer",),
    ),
    row(
        "dense.residual",
        rf"x + \mathrm{{map}}({_NORMED}(x))",
        rf"x + {_NORMED}(\mathrm{{map}}(x))",
        r"x + \mathrm{map}(x)",
        r"x + \mathrm{map}(x, X)",
        only=BLOCK,
        of="",
        updates=True,
        how=("any sublayer",),
    ),
]

ALLOWED, DENIED = (r"j \le i", r"i \ge j"), (r"j > i", r"i < j")
OTHERWISE = r"\text{otherwise}"


def _branches() -> list[str]:
    """The mask that is added to the scores of a decoder, in any order of its branches."""
    out = []
    for allowed, denied in product(ALLOWED, DENIED):
        for a, d in ((allowed, denied), (allowed, OTHERWISE), (OTHERWISE, denied)):
            pairs = [f"0 & {a}", rf"-\infty & {d}"]
            pairs = pairs[::-1] if a == OTHERWISE else pairs
            out.append(r"\begin{cases} " + r" \\ ".join(pairs) + r" \end{cases}")
            if OTHERWISE not in (a, d):
                out.append(r"\begin{cases} " + r" \\ ".join(pairs[::-1]) + r" \end{cases}")
    return list(dict.fromkeys(out))


MASKS = [
    row("decoding.causal_mask", *_branches(), left=r"\mathrm{cell}_{ij}", only=MASK, of="", how=("entry by entry",))
]

MIXED = [
    row("moe.output", r"\sum_i u_i \mathrm{expert}(x)", only=EXPERTS, of=""),
    row("moe.load_balance", r"\mathrm{scale} n \sum_i u_i w_i", only=EXPERTS, of=""),
]

ROWS: tuple[Row, ...] = tuple(PERPLEXITY + POSITIONS + BLOCKS + MASKS + MIXED)
