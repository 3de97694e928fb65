"""Batch normalisation: its statistics, its lines, the whole, running averages, inference.

As in the paper the lines speak of one activation over a mini-batch x_1 … x_m.
"""

from collections.abc import Callable

from ...lang import Ge, Term, bias, data, dims, let, mean, reduce_sum, scalar, sqrt, weight
from ...model import pitfall, variant
from ...registry import formula
from ...terms import named, number, total

m, d = dims("m d")
x, X = data("x", m), data("X", m, d, tex="x")
x_i, normed = data("x", m, tex="x_{i}"), data("x_hat", m, tex=r"\hat{x}_{i}")
mu, variance = data("mu", tex=r"\mu_{B}"), data("variance", tex=r"\sigma_{B}^{2}", low=0)
gamma, beta = weight("gamma"), bias("beta")
gains, shifts = weight("gamma", d), bias("beta", d)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)
alpha = scalar("alpha", low=0, high=1)
IOFFE = "Ioffe and Szegedy 2015, algorithm 1"

formula(
    "normalization.batch.mean",
    "Mini-batch mean",
    "批归一化的均值",
    inputs=[x],
    term=lambda x: number(total(m, lambda i: x.at(i)) / m),
    result=r"\mu_{B}",
    reference=IOFFE,
    pitfalls=[
        pitfall(
            "not_divided",
            "the sum is divided by m",
            "总和还要除以 m",
            lambda x: number(total(m, lambda i: x.at(i))),
        ),
        pitfall(
            "one_too_few",
            "a mean divides by m, not by m + 1",
            "均值除以 m，而不是 m + 1",
            lambda x: number(total(m, lambda i: x.at(i)) / (m + 1)),
        ),
        pitfall(
            "of_squares",
            "the mean is of the values",
            "是数值的均值，而不是平方",
            lambda x: number(total(m, lambda i: x.at(i) ** 2) / m),
        ),
    ],
)


def spread(x: Term, centre: bool = True, power: int = 2) -> Callable[[object], object]:
    """(x_i − μ_B)²."""
    mean_of = let(r"\mu_{B}", mean(x))
    return lambda i: (x.at(i) - mean_of.at() if centre else x.at(i)) ** power


formula(
    "normalization.batch.variance",
    "Mini-batch variance",
    "批归一化的方差",
    inputs=[x],
    term=lambda x: number(total(m, spread(x)) / m),
    result=r"\sigma_{B}^{2}",
    reference=IOFFE,
    variants=[
        variant(
            "unbiased",
            "divided by m − 1 (for inference)",
            "除以 m − 1（用于推断）",
            lambda x: number(total(m, spread(x)) / (m - 1)),
            requires=[Ge(m, 2)],
        ),
    ],
    pitfalls=[
        pitfall(
            "not_centred",
            "the mean is taken off before squaring",
            "平方之前要先减去均值",
            lambda x: number(total(m, spread(x, False)) / m),
        ),
        pitfall(
            "not_divided",
            "the sum of squares is divided by m",
            "平方和还要除以 m",
            lambda x: number(total(m, spread(x))),
        ),
        pitfall(
            "not_squared",
            "the deviations are squared",
            "偏差要平方",
            lambda x: number(total(m, spread(x, power=1)) / m),
        ),
        pitfall(
            "root",
            "the variance, not its root",
            "是方差，而不是标准差",
            lambda x: number(sqrt(total(m, spread(x)) / m)),
        ),
    ],
)

formula(
    "normalization.batch.normalize",
    "Normalised activation",
    "归一化后的激活值",
    inputs=[x_i, mu, variance, eps],
    term=lambda x, mu, v, e: (x - mu) / sqrt(v + e),
    result=r"\hat{x}_{i}",
    reference=IOFFE,
    variants=[
        variant(
            "epsilon_outside",
            "ε beside the root",
            "ε 在根号之外",
            lambda x, mu, v, e: (x - mu) / (sqrt(v) + e),
        ),
        variant(
            "deviation_given",
            "from the standard deviation",
            "由标准差计算",
            lambda x, mu, s: (x - mu) / s,
            inputs=[x_i, mu, data("sigma", tex=r"\sigma_{B}", low=0)],
        ),
    ],
    pitfalls=[
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x, mu, v, e: (x - mu) / (v + e),
        ),
        pitfall("plus", "the mean is taken off", "应减去均值", lambda x, mu, v, e: (x + mu) / sqrt(v + e)),
        pitfall("not_centred", "the mean is taken off", "还要减去均值", lambda x, mu, v, e: x / sqrt(v + e)),
        pitfall("epsilon_subtracted", "ε is added", "ε 应相加", lambda x, mu, v, e: (x - mu) / sqrt(v) - e),
    ],
)

formula(
    "normalization.batch.scale_shift",
    "Scale and shift",
    "缩放与平移",
    inputs=[normed, gamma, beta],
    term=lambda x, g, b: g * x + b,
    result="y_{i}",
    reference=IOFFE,
    pitfalls=[
        pitfall(
            "exchanged",
            "γ multiplies and β is added",
            "γ 是乘数，β 是加数：两者互换了",
            lambda x, g, b: b * x + g,
        ),
        pitfall("shift_scaled", "β is added after scaling", "β 应在缩放之后再加", lambda x, g, b: g * (x + b)),
        pitfall("minus", "β is added", "β 应相加", lambda x, g, b: g * x - b),
    ],
)


def batch_norm(
    x: Term,
    g: Term,
    b: Term,
    e: Term,
    axis: int = -2,
    divide: Callable[[Term, Term], Term] = lambda v, e: sqrt(v + e),
) -> Term:
    mu = let(r"\mu_{B}", mean(x, axis=axis, keepdims=True))
    v = let(r"\sigma_{B}^{2}", mean((x - mu) ** 2, axis=axis, keepdims=True))
    return g * ((x - mu) / divide(v, e)) + b


def unbiased(x: Term, g: Term, b: Term, e: Term) -> Term:
    mu = let(r"\mu_{B}", mean(x, axis=-2, keepdims=True))
    v = let(r"\sigma_{B}^{2}", reduce_sum((x - mu) ** 2, axis=-2, keepdims=True) / (m - 1))
    return g * ((x - mu) / sqrt(v + e)) + b


formula(
    "normalization.batch.forward",
    "Batch normalisation of a mini-batch",
    "小批量的批归一化",
    inputs=[X, gains, shifts, eps],
    term=batch_norm,
    result=named("BN", X.symbol),
    reference=IOFFE,
    variants=[
        variant("unbiased_variance", "variance divided by m − 1", "方差除以 m − 1", unbiased, requires=[Ge(m, 2)]),
    ],
    pitfalls=[
        pitfall(
            "over_features",
            "the statistics run over the batch; over features it is layer norm",
            "统计量沿批次方向；沿特征方向则是层归一化",
            lambda x, g, b, e: batch_norm(x, g, b, e, axis=-1),
        ),
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x, g, b, e: batch_norm(x, g, b, e, divide=lambda v, e: v + e),
        ),
        pitfall(
            "exchanged",
            "γ multiplies and β is added",
            "γ 是乘数，β 是加数：两者互换了",
            lambda x, g, b, e: batch_norm(x, b, g, e),
        ),
    ],
)

running = data("running", d, tex=r"\mu_{run}")
batch_mean = data("mu", d, tex=r"\mu_{B}")

formula(
    "normalization.batch.running_mean",
    "Running average of the mean",
    "均值的滑动平均",
    inputs=[running, batch_mean, alpha],
    term=lambda r, mu, a: (1 - a) * r + a * mu,
    result=r"\mu_{run}",
    reference="Ioffe and Szegedy 2015, section 3.1; momentum as in torch.nn.BatchNorm1d",
    variants=[
        variant(
            "weight_of_the_old",
            "α for the old average",
            "α 为旧平均的系数",
            lambda r, mu, a: a * r + (1 - a) * mu,
        ),
    ],
    pitfalls=[
        pitfall("same_weight", "the weights sum to one", "两个系数之和应为 1", lambda r, mu, a: a * r + a * mu),
        pitfall("old_whole", "the old average gives up α", "旧平均要让出 α", lambda r, mu, a: r + a * mu),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda r, mu, a: (1 - a) * r - a * mu),
    ],
)

mean_run = data("mean", d, tex=r"\operatorname{E}\left[x\right]")
var_run = data("variance", d, tex=r"\operatorname{Var}\left[x\right]", low=0)
one = data("x", d)


def folded(x: Term, mu: Term, v: Term, g: Term, b: Term, e: Term) -> Term:
    return g / sqrt(v + e) * x + (b - g * mu / sqrt(v + e))


formula(
    "normalization.batch.inference",
    "Batch normalisation at inference",
    "推断时的批归一化",
    inputs=[one, mean_run, var_run, gains, shifts, eps],
    term=lambda x, mu, v, g, b, e: g * ((x - mu) / sqrt(v + e)) + b,
    result="y",
    reference="Ioffe and Szegedy 2015, algorithm 2, line 11",
    variants=[
        variant("folded", "as one linear map of x", "合并为 x 的一个线性变换", folded),
    ],
    pitfalls=[
        pitfall(
            "mean_not_scaled",
            "the mean is scaled like x before it is taken off",
            "减去的均值也要同样缩放",
            lambda x, mu, v, g, b, e: g / sqrt(v + e) * x + (b - mu),
        ),
        pitfall(
            "sign",
            "the scaled mean is taken off",
            "缩放后的均值应减去",
            lambda x, mu, v, g, b, e: g / sqrt(v + e) * x + (b + g * mu / sqrt(v + e)),
        ),
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda x, mu, v, g, b, e: g / (v + e) * x + (b - g * mu / (v + e)),
        ),
    ],
)
