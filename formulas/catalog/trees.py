"""Decision trees: impurity of a node, of a split, and what a split gains."""

from collections.abc import Callable
from typing import Any

from ..lang import Term, data, dims
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

n, m = dims("n m")
p = data("p", n, low=0, high=1)
BREIMAN = "Breiman, Friedman, Olshen and Stone 1984, section 4.3"


def impurity(part: Callable[[Any], Any], first: Any = 1) -> Callable[[Term], Term]:
    return lambda p: number(first - total(n, lambda k: part(p.at(k)), "k"))


formula(
    "trees.gini",
    "Gini impurity",
    "基尼不纯度（基尼指数）",
    inputs=[p],
    term=impurity(lambda p: p**2),
    result=r"\operatorname{Gini}\left(p\right)",
    reference=BREIMAN,
    variants=[
        variant(
            "products",
            "as Σ p (1 − p)",
            "写成 Σ p (1 − p)",
            lambda p: number(total(n, lambda k: p.at(k) * (1 - p.at(k)), "k")),
        ),
    ],
    pitfalls=[
        pitfall("not_squared", "the probabilities are squared", "概率要平方", impurity(lambda p: p)),
        pitfall("one_missing", "one less the sum of squares", "1 减去平方和：缺少 1", impurity(lambda p: p**2, 0)),
        pitfall("plus", "the sum of squares is taken off", "平方和应减去", impurity(lambda p: -(p**2))),
        pitfall(
            "squares_only",
            "this is the sum of squares: one less it",
            "这是平方和：要用 1 减去",
            lambda p: number(total(n, lambda k: p.at(k) ** 2, "k")),
        ),
    ],
)

share_1, share_2 = data("D_1", tex=r"\left|D_{1}\right|", low=0), data("D_2", tex=r"\left|D_{2}\right|", low=0)
whole = data("D", tex=r"\left|D\right|", low=0)
gini_1, gini_2 = (data(f"G_{i}", tex=rf"\operatorname{{Gini}}\left(D_{{{i}}}\right)", low=0, high=1) for i in (1, 2))

formula(
    "trees.gini_split",
    "Gini impurity of a split",
    "划分的基尼指数",
    inputs=[share_1, share_2, whole, gini_1, gini_2],
    term=lambda a, b, d, g, h: a / d * g + b / d * h,
    result=r"\operatorname{Gini}\left(D, A\right)",
    reference=BREIMAN,
    pitfalls=[
        pitfall(
            "same_part",
            "each part is weighted by its own share",
            "每部分用各自的比例加权",
            lambda a, b, d, g, h: a / d * g + b / d * g,
        ),
        pitfall(
            "same_share",
            "the second part has its own share",
            "第二部分有自己的比例",
            lambda a, b, d, g, h: a / d * g + a / d * h,
        ),
        pitfall("minus", "the parts are added", "两部分应相加", lambda a, b, d, g, h: a / d * g - b / d * h),
        pitfall(
            "exchanged",
            "each part is weighted by its own share",
            "每部分用各自的比例加权：两者互换了",
            lambda a, b, d, g, h: b / d * g + a / d * h,
        ),
    ],
)

before, share, after = (
    data("H", tex=r"H\left(D\right)", low=0),
    data("w", m, low=0, high=1),
    data("H_v", m, tex="h", low=0),
)


def gain(part: Callable[[Any, Any], Any], sign: int = -1) -> Callable[..., Term]:
    return lambda H, w, h: number(H.at() + sign * total(m, lambda v: part(w.at(v), h.at(v)), "v"))


formula(
    "trees.information_gain",
    "Information gain of a split",
    "划分的信息增益",
    inputs=[before, share, after],
    term=gain(lambda w, h: w * h),
    result=r"\operatorname{Gain}\left(D, A\right)",
    reference="Quinlan 1986, section 4",
    pitfalls=[
        pitfall("plus", "the entropy after the split is taken off", "划分后的熵应减去", gain(lambda w, h: w * h, 1)),
        pitfall("not_weighted", "the entropies are weighted by the shares", "熵要以比例加权", gain(lambda w, h: h)),
        pitfall(
            "exchanged",
            "before less after",
            "划分前减去划分后：两者互换了",
            lambda H, w, h: number(total(m, lambda v: w.at(v) * h.at(v), "v") - H.at()),
        ),
    ],
)

gained, split_information = data("Gain", tex=r"\operatorname{Gain}", low=0), data("IV", tex=r"\operatorname{IV}", low=0)

formula(
    "trees.gain_ratio",
    "Gain ratio of a split (C4.5)",
    "划分的增益率（C4.5）",
    inputs=[gained, split_information],
    term=lambda g, v: g / v,
    result=r"\operatorname{Gain\_ratio}",
    reference="Quinlan 1993",
    pitfalls=[
        pitfall("upside_down", "the gain stands above", "增益在分子", lambda g, v: v / g),
        pitfall("multiplied", "divided by the split information", "应除以固有值", lambda g, v: g * v),
    ],
)
