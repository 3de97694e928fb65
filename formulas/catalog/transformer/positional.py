"""Sinusoidal positional encoding."""

from typing import Any

from sympy import Expr, Integer

from ...lang import Const, Eq, If, Lt, Mod, Term, cos, floor, sin, size, tab
from ...model import pitfall, variant
from ...registry import formula

REFERENCE = "Vaswani et al. 2017, section 3.5"
pos, i, d_model = size("pos", minimum=0), size("i", minimum=0), size("d_model")
n, d = size("n"), size("d")


def angle(pos: Expr, exponent: Expr, base: int = 10000) -> Term:
    """pos / 10000^exponent, kept as it is written."""
    return Const(pos) / Const(Integer(base)) ** Const(exponent)


ODD_EXPONENT_EN = "sine and cosine of a pair share the exponent 2i/d"
ODD_EXPONENT_ZH = "同一对正弦、余弦的指数都是 2i/d"
BASE = ("the base is 10000, not 1000", "底数是 10000，而不是 1000")

formula(
    "transformer.positional_encoding_sin",
    "Positional encoding, even entries",
    "位置编码（偶数维）",
    inputs=[pos, i, d_model],
    term=lambda pos, i, d: sin(angle(pos, 2 * i / d)),
    result=r"PE_{\left(pos, 2 i\right)}",
    reference=REFERENCE,
    requires=[Lt(2 * i.symbol, d_model.symbol)],
    pitfalls=[
        pitfall(
            "exponent_i",
            "the exponent is 2i/d, not i/d",
            "指数是 2i/d，而不是 i/d",
            lambda pos, i, d: sin(angle(pos, i / d)),
        ),
        pitfall("base", *BASE, lambda pos, i, d: sin(angle(pos, 2 * i / d, 1000))),
        pitfall("cosine", "even entries are sines", "偶数维应为正弦", lambda pos, i, d: cos(angle(pos, 2 * i / d))),
        pitfall(
            "multiplied",
            "the position is divided by the power, not multiplied",
            "位置应除以该幂，而不是相乘",
            lambda pos, i, d: sin(Const(Integer(10000)) ** Const(2 * i / d) * Const(pos)),
        ),
    ],
)

formula(
    "transformer.positional_encoding_cos",
    "Positional encoding, odd entries",
    "位置编码（奇数维）",
    inputs=[pos, i, d_model],
    term=lambda pos, i, d: cos(angle(pos, 2 * i / d)),
    result=r"PE_{\left(pos, 2 i + 1\right)}",
    reference=REFERENCE,
    requires=[Lt(2 * i.symbol + 1, d_model.symbol)],
    pitfalls=[
        pitfall(
            "exponent_odd",
            ODD_EXPONENT_EN,
            ODD_EXPONENT_ZH,
            lambda pos, i, d: cos(angle(pos, (2 * i + 1) / d)),
        ),
        pitfall(
            "exponent_next",
            ODD_EXPONENT_EN,
            ODD_EXPONENT_ZH,
            lambda pos, i, d: cos(angle(pos, 2 * (i + 1) / d)),
        ),
        pitfall("base", *BASE, lambda pos, i, d: cos(angle(pos, 2 * i / d, 1000))),
        pitfall("sine", "odd entries are cosines", "奇数维应为余弦", lambda pos, i, d: sin(angle(pos, 2 * i / d))),
    ],
)


def table(n: Any, d: Any, body: Any) -> Term:
    return tab(n, d, body=lambda pos, j: body(pos, j, d))


def alternating(even: Any, odd: Any) -> Any:
    """``even`` in even columns, ``odd`` in odd ones."""
    return lambda n, d: table(n, d, lambda pos, j, d: If(Eq(Mod(j, 2), 0), even(pos, j, d), odd(pos, j, d)))


def rate(pos: Any, j: Any, d: Any, base: int = 10000) -> Expr:
    """pos / base^(2 ⌊j/2⌋ / d): one rate for each pair of columns."""
    return pos / base ** (2 * floor(j / 2) / d)


def halves(n: Any, d: Any) -> Term:
    """All sines, then all cosines."""

    def body(pos: Any, j: Any, d: Any) -> Any:
        return If(Lt(j, d / 2), sin(pos / 10000 ** (2 * j / d)), cos(pos / 10000 ** ((2 * j - d) / d)))

    return table(n, d, body)


encoding = alternating(lambda pos, j, d: sin(rate(pos, j, d)), lambda pos, j, d: cos(rate(pos, j, d)))

formula(
    "transformer.positional_encoding",
    "Sinusoidal positional encoding",
    "正弦位置编码",
    inputs=[n, d],
    term=encoding,
    result=r"\mathrm{PE}",
    reference=REFERENCE,
    requires=[Eq(Mod(d.symbol, 2), 0)],
    variants=[
        variant(
            "halves",
            "all sines, then all cosines (tensor2tensor)",
            "先全部正弦、后全部余弦（tensor2tensor）",
            halves,
        ),
        variant(
            "positions_from_one",
            "positions counted from 1",
            "位置从 1 开始计",
            alternating(lambda pos, j, d: sin(rate(pos + 1, j, d)), lambda pos, j, d: cos(rate(pos + 1, j, d))),
        ),
    ],
    pitfalls=[
        pitfall(
            "rate_for_each_column",
            ODD_EXPONENT_EN + ": not 2j/d for every column j",
            ODD_EXPONENT_ZH + "：而不是每一列各用 2j/d",
            alternating(
                lambda pos, j, d: sin(pos / 10000 ** (2 * j / d)),
                lambda pos, j, d: cos(pos / 10000 ** (2 * j / d)),
            ),
        ),
        pitfall(
            "exponent_odd",
            ODD_EXPONENT_EN,
            ODD_EXPONENT_ZH,
            alternating(lambda pos, j, d: sin(rate(pos, j, d)), lambda pos, j, d: cos(pos / 10000 ** (j / d))),
        ),
        pitfall(
            "exchanged",
            "even columns are sines, odd ones cosines",
            "偶数列为正弦，奇数列为余弦",
            alternating(lambda pos, j, d: cos(rate(pos, j, d)), lambda pos, j, d: sin(rate(pos, j, d))),
        ),
        pitfall(
            "base",
            *BASE,
            alternating(lambda pos, j, d: sin(rate(pos, j, d, 1000)), lambda pos, j, d: cos(rate(pos, j, d, 1000))),
        ),
    ],
)
