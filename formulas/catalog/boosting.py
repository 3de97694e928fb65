"""Boosting: AdaBoost's weights, the leaves and splits of gradient-boosted trees."""

from collections.abc import Callable
from typing import Any

from ..lang import Rational, Term, data, dims, exp, log, scalar
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

T = dims("T")[0]
half = Rational(1, 2)
FREUND = "Freund and Schapire 1997"
CHEN = "Chen and Guestrin 2016, XGBoost"
error = data("e", tex=r"\epsilon_{t}", low=0, high=1)

formula(
    "boosting.vote",
    "Weight of a weak learner's vote (AdaBoost)",
    "基学习器的权重（AdaBoost）",
    inputs=[error],
    term=lambda e: half * log((1 - e) / e),
    result=r"\alpha_{t}",
    reference=f"{FREUND}; Hastie, Tibshirani and Friedman 2009, section 10.1",
    variants=[
        variant("whole", "without the half (AdaBoost.M1)", "不带 1/2（AdaBoost.M1）", lambda e: log((1 - e) / e)),
    ],
    pitfalls=[
        pitfall(
            "upside_down",
            "few errors, a great weight: (1 − ε) above",
            "错误率小则权重大：1 − ε 在分子",
            lambda e: half * log(e / (1 - e)),
        ),
        pitfall("plus", "1 − ε above, not 1 + ε", "分子是 1 − ε，而不是 1 + ε", lambda e: half * log((1 + e) / e)),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda e: half * ((1 - e) / e)),
    ],
)

w, alpha = data("w", tex="w_{t,i}", low=0, high=1), data("alpha", tex=r"\alpha_{t}", low=0, high=3)
label, vote = data("y", tex="y_{i}", low=-1, high=1), data("h", tex=r"h_{t}\left(x_{i}\right)", low=-1, high=1)
norm = data("Z", tex="Z_{t}", low=1)

formula(
    "boosting.sample_weight",
    "Weight of a sample in the next round (AdaBoost)",
    "样本在下一轮的权重（AdaBoost）",
    inputs=[w, norm, alpha, label, vote],
    term=lambda w, Z, a, y, h: w / Z * exp(-a * y * h),
    result="w_{t+1,i}",
    reference=FREUND,
    variants=[
        variant(
            "not_normalised",
            "before it is normalised",
            "归一化之前",
            lambda w, a, y, h: w * exp(-a * y * h),
            inputs=[w, alpha, label, vote],
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "what is classified rightly counts less: minus",
            "分对的样本权重减小：指数应为负",
            lambda w, Z, a, y, h: w / Z * exp(a * y * h),
        ),
        pitfall("multiplied", "divided by Z", "应除以规范化因子 Z", lambda w, Z, a, y, h: w * Z * exp(-a * y * h)),
    ],
)

slope, bend = data("G", tex="G_{j}"), data("H", tex="H_{j}", low=0)
lam, gamma = scalar("lambda_", tex=r"\lambda", low=0), scalar("gamma", low=0)

formula(
    "boosting.leaf_weight",
    "Best weight of a leaf (XGBoost)",
    "叶子结点的最优权重（XGBoost）",
    inputs=[slope, bend, lam],
    term=lambda G, H, lam: -G / (H + lam),
    result="w_{j}^{*}",
    reference=f"{CHEN}, eq. 5",
    variants=[
        variant("plain", "without regularisation", "不带正则化", lambda G, H: -G / H, inputs=[slope, bend]),
    ],
    pitfalls=[
        pitfall("sign", "against the gradient: minus", "沿负梯度方向：应为负号", lambda G, H, lam: G / (H + lam)),
        pitfall("minus", "λ is added below", "分母中 λ 应相加", lambda G, H, lam: -G / (H - lam)),
        pitfall("upside_down", "the gradient stands above", "梯度在分子", lambda G, H, lam: -H / (G + lam)),
    ],
)

slopes, bends = data("G", T), data("H", T, low=0)


def structure(part: Callable[[Any, Any], Any], scale: Any = -half, leaves: Any = 1) -> Callable[..., Term]:
    def build(G: Term, H: Term, lam: Term, gamma: Term) -> Term:
        return number(scale * total(T, lambda j: part(G.at(j), H.at(j) + lam.at()), "j") + leaves * gamma.at() * T)

    return build


formula(
    "boosting.structure_score",
    "Score of a tree's structure (XGBoost)",
    "树结构的评分（XGBoost）",
    inputs=[slopes, bends, lam, gamma],
    term=structure(lambda g, h: g**2 / h),
    result=r"\mathrm{Obj}",
    reference=f"{CHEN}, eq. 6",
    pitfalls=[
        pitfall(
            "sign",
            "the best weights lower the loss: minus",
            "最优权重使损失下降：应为负号",
            structure(lambda g, h: g**2 / h, half),
        ),
        pitfall("not_squared", "the gradients are squared", "梯度要平方", structure(lambda g, h: g / h)),
        pitfall("half_missing", "half of the sum", "缺少 1/2", structure(lambda g, h: g**2 / h, -1)),
        pitfall("leaves_bonus", "each leaf costs γ", "每个叶子都要加 γ", structure(lambda g, h: g**2 / h, -half, -1)),
    ],
)

G_L, G_R = data("G_L", tex="G_{L}"), data("G_R", tex="G_{R}")
H_L, H_R = data("H_L", tex="H_{L}", low=0), data("H_R", tex="H_{R}", low=0)
SIDES = [G_L, H_L, G_R, H_R, lam, gamma]


def split(right: int = 1, both: int = -1, scale: Any = half, cost: int = -1, power: int = 2) -> Callable[..., Term]:
    def build(a: Term, h: Term, b: Term, k: Term, lam: Term, gamma: Term) -> Term:
        parts = a**power / (h + lam) + right * b**power / (k + lam) + both * (a + b) ** power / (h + k + lam)
        return scale * parts + cost * gamma

    return build


formula(
    "boosting.split_gain",
    "Gain of a split (XGBoost)",
    "划分的增益（XGBoost）",
    inputs=SIDES,
    term=split(),
    result=r"\mathrm{Gain}",
    reference=f"{CHEN}, eq. 7",
    pitfalls=[
        pitfall("whole_added", "the leaf before the split is taken off", "划分前的叶子应减去", split(both=1)),
        pitfall("right_taken_off", "both new leaves count", "左右叶子都要加", split(right=-1)),
        pitfall("cost_added", "the new leaf costs γ", "新叶子的代价 γ 应减去", split(cost=1)),
        pitfall("half_missing", "half of the difference", "缺少 1/2", split(scale=1)),
        pitfall("not_squared", "the gradients are squared", "梯度要平方", split(power=1)),
    ],
)

leaf = data("w", T)


def complexity(leaves: int = 1, power: int = 2, scale: Any = half) -> Callable[..., Term]:
    def build(w: Term, gamma: Term, lam: Term) -> Term:
        shrink = scale * lam.at() * total(T, lambda j: w.at(j) ** power, "j")
        return number(leaves * gamma.at() * T + shrink)

    return build


formula(
    "boosting.complexity",
    "Complexity of a tree (XGBoost)",
    "树的复杂度（XGBoost）",
    inputs=[leaf, gamma, lam],
    term=complexity(),
    result=r"\Omega",
    reference=f"{CHEN}, eq. 2",
    variants=[variant("whole", "without the half", "不带 1/2", complexity(scale=1))],
    pitfalls=[
        pitfall("bonus", "great weights cost: plus", "权重大要受罚：应为加号", complexity(scale=-half)),
        pitfall("not_squared", "the weights are squared", "权重要平方", complexity(power=1)),
    ],
)
