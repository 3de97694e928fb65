"""Positions in attention: rotary embedding, clipped distances, linear biases."""

from collections.abc import Callable
from typing import Any

from ..lang import (
    Const,
    Lt,
    Term,
    column,
    concat,
    cos,
    data,
    dims,
    let,
    maximum,
    merge,
    minimum,
    scalar,
    select,
    sin,
    size,
    split,
    tab,
    take,
)
from ..model import pitfall, variant
from ..registry import formula

n, c = dims("n c")
i, d, m, k = size("i", 0), size("d"), size("m", 0), size("k")
SU = "Su et al. 2021 (RoFormer)"


def frequency(i: Any, d: Any) -> Term:
    return Const(10000 ** (-2 * i / d))


formula(
    "position.rope.angle",
    "Frequency of a rotary embedding (i from 0)",
    "旋转位置编码的频率（i 从 0 开始）",
    inputs=[i, d],
    term=frequency,
    result=r"\theta_{i}",
    reference=f"{SU}, section 3.2.2",
    requires=[Lt(2 * i.symbol, d.symbol)],
    variants=[
        variant(
            "from_one",
            "i from 1",
            "i 从 1 开始",
            lambda i, d: Const(10000 ** (-2 * (i - 1) / d)),
            inputs=[size("i", 1), d],
            requires=[Lt(2 * size("i", 1).symbol, d.symbol + 2)],
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "frequencies fall: the exponent is negative",
            "频率递减：指数为负",
            lambda i, d: Const(10000 ** (2 * i / d)),
        ),
        pitfall(
            "two_missing", "the exponent is 2i / d", "指数是 2i / d：缺少 2", lambda i, d: Const(10000 ** (-i / d))
        ),
        pitfall("base", "the base is 10000", "底数是 10000", lambda i, d: Const(1000 ** (-2 * i / d))),
    ],
)

first, second = data("x_1", n, tex="x_{1}"), data("x_2", n, tex="x_{2}")
theta = scalar("theta")


def rotated(a: Term, b: Term, m: Any, theta: Term) -> tuple[Term, Term]:
    angle = m * theta
    return a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle)


def backwards(a: Term, b: Term, m: Any, theta: Term) -> tuple[Term, Term]:
    angle = m * theta
    return a * cos(angle) + b * sin(angle), b * cos(angle) - a * sin(angle)


formula(
    "position.rope.pair",
    "Rotation of a pair by its position",
    "按位置旋转一对分量",
    inputs=[first, second, m, theta],
    term=rotated,
    result="x'_{1}; x'_{2}",
    reference=f"{SU}, eq. 13",
    pitfalls=[
        pitfall("backwards", "a rotation by +mθ, not by −mθ", "旋转角是 +mθ，而不是 −mθ", backwards),
        pitfall(
            "both_minus",
            "one sign differs: a rotation keeps lengths",
            "两式符号不同：旋转保持长度",
            lambda a, b, m, t: (a * cos(m * t) - b * sin(m * t), a * sin(m * t) - b * cos(m * t)),
        ),
        pitfall(
            "sine_and_cosine_exchanged",
            "the cosine keeps, the sine mixes in",
            "余弦乘自身，正弦乘另一分量：两者互换了",
            lambda a, b, m, t: (a * sin(m * t) - b * cos(m * t), a * cos(m * t) + b * sin(m * t)),
        ),
        pitfall(
            "position_missing",
            "the angle grows with the position",
            "角度随位置增大：缺少位置 m",
            lambda a, b, m, t: (a * cos(t) - b * sin(t), a * sin(t) + b * cos(t)),
        ),
    ],
)

x = data("x", n, 2 * c)


def angles(base: int = 10000, start: int = 0) -> Term:
    """The angle of pair j at position i."""
    return let(r"\phi", tab(n, c, body=lambda i, j: (i + start) * base ** (-j / c)))


def interleaved(x: Term, phi: Term) -> Term:
    pairs = split(x, -1, c, 2)
    a, b = let("a", select(pairs, 0, axis=-1)), let("b", select(pairs, 1, axis=-1))
    turned = a * cos(phi) - b * sin(phi), a * sin(phi) + b * cos(phi)
    return merge(concat(*map(column, turned)), -2)


def halves(x: Term, phi: Term) -> Term:
    a, b = let("a", take(x, 0, c, axis=-1)), let("b", take(x, c, c, axis=-1))
    return concat(a * cos(phi) - b * sin(phi), a * sin(phi) + b * cos(phi))


formula(
    "position.rope.apply",
    "Rotary embedding of a sequence (pairs side by side)",
    "序列的旋转位置编码（相邻分量成对）",
    inputs=[x],
    term=lambda x: interleaved(x, angles()),
    result="y",
    reference=f"{SU}, eq. 34",
    variants=[
        variant(
            "halves",
            "the pair of entry j is entry j + d/2 (GPT-NeoX, LLaMA)",
            "第 j 与第 j + d/2 个分量成对（GPT-NeoX、LLaMA）",
            lambda x: halves(x, angles()),
            call={"layout": "halves"},
        ),
    ],
    pitfalls=[
        pitfall("from_one", "positions count from 0", "位置从 0 开始", lambda x: interleaved(x, angles(start=1))),
        pitfall("base", "the base is 10000", "底数是 10000", lambda x: interleaved(x, angles(base=1000))),
        pitfall(
            "backwards",
            "a rotation by +mθ, not by −mθ",
            "旋转角是 +mθ，而不是 −mθ",
            lambda x: interleaved(x, -angles()),
        ),
    ],
)

length = size("n")


def distances(n: Any, sign: int = 1) -> Term:
    return let(r"\Delta", tab(n, n, body=lambda i, j: sign * (j - i)))


def clipped(low: Callable[[Any], Any], high: Callable[[Any], Any], sign: int = 1) -> Callable[..., Term]:
    return lambda n, k: maximum(low(k), minimum(high(k), distances(n, sign)))


formula(
    "position.relative_distance",
    "Clipped relative distance",
    "截断的相对位置",
    inputs=[length, k],
    term=clipped(lambda k: -k, lambda k: k),
    result=r"\mathrm{clip}\left(j - i, k\right)",
    reference="Shaw, Uszkoreit and Vaswani 2018, eq. 4",
    pitfalls=[
        pitfall("other_way", "the distance is j − i", "相对位置是 j − i", clipped(lambda k: -k, lambda k: k, -1)),
        pitfall("from_zero", "the lower end is −k", "下界是 −k", clipped(lambda k: 0, lambda k: k)),
        pitfall("one_too_few", "the ends are ±k", "两端是 ±k", clipped(lambda k: 1 - k, lambda k: k - 1)),
    ],
)

slope = scalar("slope", tex="m", low=0)

formula(
    "position.alibi",
    "Linear biases (ALiBi)",
    "线性偏置（ALiBi）",
    inputs=[length, slope],
    term=lambda n, m: m * distances(n),
    result="B",
    reference="Press, Smith and Lewis 2022, section 3",
    pitfalls=[
        pitfall(
            "rewards_distance",
            "what lies further back is lowered: m (j − i)",
            "越远的位置偏置越低：m (j − i)",
            lambda n, m: m * distances(n, -1),
        ),
        pitfall("slope_missing", "the slope of the head is missing", "缺少该头的斜率", lambda n, m: distances(n)),
        pitfall("divided", "multiplied by the slope", "应乘以斜率", lambda n, m: distances(n) / m),
    ],
)
