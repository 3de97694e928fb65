"""Regularisation: dropout, penalties on weights, mixup."""

from collections.abc import Callable
from typing import Any

from ..lang import Rational, Term, absolute, data, dims, let, mask, maximum, scalar
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

n = dims("n")[0]
x, kept = data("x", n), mask("M", n)
p = scalar("p", low=0, high=1)


def dropout(x: Term, M: Term, p: Term) -> Term:
    return M * x / (1 - p)


formula(
    "regularization.dropout",
    "Inverted dropout (p is the share dropped)",
    "反向随机失活（p 为丢弃概率）",
    inputs=[x, kept, p],
    term=dropout,
    result="y",
    reference="Srivastava et al. 2014, section 10; inverted scaling",
    variants=[
        variant("share_kept", "p is the share kept", "p 为保留概率", lambda x, M, p: M * x / p),
        variant(
            "unscaled",
            "without scaling (scaled at inference)",
            "不缩放（推断时再缩放）",
            lambda x, M: M * x,
            inputs=[x, kept],
        ),
    ],
    pitfalls=[
        pitfall("shrunk", "divided by the share kept", "应除以保留概率", lambda x, M, p: M * x * (1 - p)),
        pitfall(
            "inverted_mask",
            "the mask marks what is kept",
            "掩码标记的是保留的元素",
            lambda x, M, p: (1 - M) * x / (1 - p),
        ),
        pitfall("plus", "1 − p, not 1 + p", "应为 1 − p，而不是 1 + p", lambda x, M, p: M * x / (1 + p)),
    ],
)

w = data("w", n)
strength = scalar("lambda_", tex=r"\lambda", low=0)


def squares(w: Term) -> Any:
    return total(n, lambda i: w.at(i) ** 2)


formula(
    "regularization.l2",
    "L2 penalty",
    "L2 正则项",
    inputs=[w, strength],
    term=lambda w, lam: number(Rational(1, 2) * lam.at() * squares(w)),
    result=r"\Omega",
    reference="Goodfellow et al. 2016, eq. 7.1",
    variants=[
        variant("no_half", "without the half", "不带 1/2", lambda w, lam: number(lam.at() * squares(w))),
    ],
    pitfalls=[
        pitfall(
            "not_squared",
            "the weights are squared",
            "权重要平方",
            lambda w, lam: number(lam.at() / 2 * total(n, lambda i: w.at(i))),
        ),
        pitfall(
            "sum_squared",
            "each weight is squared, not their sum",
            "逐项平方，而不是和的平方",
            lambda w, lam: number(lam.at() / 2 * total(n, lambda i: w.at(i)) ** 2),
        ),
        pitfall(
            "root",
            "the squared norm, not the norm",
            "是范数的平方，而不是范数",
            lambda w, lam: number(lam.at() / 2 * squares(w) ** Rational(1, 2)),
        ),
        pitfall("strength_missing", "the strength λ is missing", "缺少系数 λ", lambda w, lam: number(squares(w) / 2)),
    ],
)

formula(
    "regularization.l1",
    "L1 penalty",
    "L1 正则项",
    inputs=[w, strength],
    term=lambda w, lam: number(lam.at() * total(n, lambda i: absolute(w.at(i)))),
    result=r"\Omega",
    reference="Goodfellow et al. 2016, eq. 7.18",
    pitfalls=[
        pitfall(
            "bars_missing",
            "absolute values",
            "缺少绝对值",
            lambda w, lam: number(lam.at() * total(n, lambda i: w.at(i))),
        ),
        pitfall(
            "squared",
            "absolute values, not squares",
            "取绝对值，而不是平方",
            lambda w, lam: number(lam.at() * squares(w)),
        ),
        pitfall(
            "bars_outside",
            "of each weight, not of the sum",
            "逐项取绝对值，而不是对和取绝对值",
            lambda w, lam: number(lam.at() * absolute(total(n, lambda i: w.at(i)))),
        ),
    ],
)

first, second = data("x_i", n, tex="x_{i}"), data("x_j", n, tex="x_{j}")
share = scalar("lambda_", tex=r"\lambda", low=0, high=1)

formula(
    "regularization.mixup",
    "Mixup",
    "Mixup 数据混合",
    inputs=[first, second, share],
    term=lambda a, b, lam: lam * a + (1 - lam) * b,
    result=r"\tilde{x}",
    reference="Zhang et al. 2018, eq. 1",
    pitfalls=[
        pitfall("same_share", "the shares sum to one", "两个系数之和应为 1", lambda a, b, lam: lam * a + lam * b),
        pitfall("minus", "the two are added", "两部分应相加", lambda a, b, lam: lam * a - (1 - lam) * b),
        pitfall(
            "second_whole", "the second has the share 1 − λ", "第二项的系数是 1 − λ", lambda a, b, lam: lam * a + b
        ),
    ],
)


def elastic(sign: int) -> Callable[[Term, Term, Term], Term]:
    """λ₁ Σ |w| + sign λ₂ Σ w²."""
    return lambda w, a, b: number(
        a.at() * total(n, lambda i: absolute(w.at(i))) + sign * b.at() * total(n, lambda i: w.at(i) ** 2)
    )


formula(
    "regularization.elastic_net",
    "Penalty of the elastic net",
    "弹性网络的惩罚项",
    inputs=[w, scalar("lambda_1", tex=r"\lambda_{1}", low=0), scalar("lambda_2", tex=r"\lambda_{2}", low=0)],
    term=elastic(1),
    result=r"\Omega",
    reference="Zou and Hastie 2005, eq. 3",
    pitfalls=[
        pitfall("taken_off", "both penalties are added", "两个惩罚项都应相加", elastic(-1)),
    ],
)

z = data("z", n)
formula(
    "regularization.soft_threshold",
    "Soft threshold (proximal map of the L1 penalty)",
    "软阈值（L1 惩罚的近端映射）",
    inputs=[z, strength],
    term=lambda z, s: let(r"\operatorname{sign}\left(z\right)", z / absolute(z)) * maximum(absolute(z) - s, 0),
    result=r"S_{\lambda}",
    reference="Hastie, Tibshirani and Friedman 2009, section 3.4",
    pitfalls=[
        pitfall("grown", "shrunk by λ", "应减去 λ", lambda z, s: z / absolute(z) * maximum(absolute(z) + s, 0)),
        pitfall("sign_missing", "the sign stays", "应保留符号", lambda z, s: maximum(absolute(z) - s, 0)),
    ],
)
