"""Steps scaled layer by layer, averages of steps, gradients of batches."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data, dims, reduce_sum, scalar, size, sqrt
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total
from .adaptive import AVERAGE_PITFALLS, averaged, rho
from .terms import before, eta, n, now

w, g, slow, fast = data("w", n), data("g", n), data("phi", n, tex=r"\phi"), data("theta", n)
beta = scalar("beta", low=0)


def norm(x: Term) -> Any:
    return sqrt(reduce_sum(x**2))


def of_norms(part: Callable[..., Any]) -> Callable[..., Term]:
    """A number made of ‖w‖, ‖g‖ and others."""
    return lambda w, g, *others: part(norm(w), norm(g), *others)


formula(
    "optimizer.lars.rate",
    "Learning rate of a layer (LARS)",
    "逐层自适应学习率（LARS）",
    inputs=[w, g, eta, beta],
    term=of_norms(lambda w, g, eta, b: eta * w / (g + b * w)),
    result=r"\lambda",
    reference="You, Gitman and Ginsburg 2017, eq. 6 (with weight decay β)",
    variants=[
        variant(
            "no_decay",
            "without weight decay",
            "不带权重衰减",
            of_norms(lambda w, g, eta: eta * w / g),
            inputs=[w, g, eta],
        ),
    ],
    pitfalls=[
        pitfall(
            "upside_down",
            "the norm of the weights stands above",
            "权重的范数在上",
            of_norms(lambda w, g, eta, b: eta * (g + b * w) / w),
        ),
        pitfall(
            "decay_of_gradient",
            "β scales the norm of the weights",
            "β 乘的是权重的范数",
            of_norms(lambda w, g, eta, b: eta * w / (w + b * g)),
        ),
        pitfall(
            "minus",
            "the two norms below are added",
            "分母中两个范数应相加",
            of_norms(lambda w, g, eta, b: eta * w / (g - b * w)),
        ),
    ],
)

u_before, change = before("u", "u", low=0), now("d", r"\Delta\theta")

formula(
    "optimizer.adadelta.gradient_average",
    "Running average of squared gradients (AdaDelta)",
    "AdaDelta 的梯度平方滑动平均",
    inputs=[before("v", "v", low=0), now("g", "g"), rho],
    term=averaged,
    result="v_{t}",
    reference="Zeiler 2012, eq. 8",
    pitfalls=AVERAGE_PITFALLS,
)

formula(
    "optimizer.adadelta.step_average",
    "Running average of squared steps (AdaDelta)",
    "AdaDelta 的步进平方滑动平均",
    inputs=[u_before, change, rho],
    term=averaged,
    result="u_{t}",
    reference="Zeiler 2012, algorithm 1",
    pitfalls=[
        pitfall("not_squared", "the steps are squared", "步进要平方", lambda u, d, rho: rho * u + (1 - rho) * d),
        *AVERAGE_PITFALLS[1:],
    ],
)

alpha = scalar("alpha", low=0, high=1)

formula(
    "optimizer.lookahead",
    "Slow weights of Lookahead",
    "Lookahead 的慢权重",
    inputs=[slow, fast, alpha],
    term=lambda s, f, a: s + a * (f - s),
    result=r"\phi",
    reference="Zhang, Lucas, Hinton and Ba 2019, algorithm 1",
    variants=[
        variant("weighted", "as a weighted mean", "写成加权平均", lambda s, f, a: (1 - a) * s + a * f),
    ],
    pitfalls=[
        pitfall("away", "towards the fast weights", "朝快权重移动", lambda s, f, a: s - a * (f - s)),
        pitfall("sum", "the difference to the slow weights", "应取与慢权重之差", lambda s, f, a: s + a * (f + s)),
        pitfall("start_missing", "from the slow weights", "从慢权重出发", lambda s, f, a: a * (f - s)),
    ],
)

k = size("k")

formula(
    "optimizer.running_mean_of_weights",
    "Mean of weights so far (SWA)",
    "权重的累计平均（SWA）",
    inputs=[data("w_swa", n, tex="w_{SWA}"), w, k],
    term=lambda a, w, k: (k * a + w) / (k + 1),
    result="w_{SWA}",
    reference="Izmailov et al. 2018, algorithm 1",
    pitfalls=[
        pitfall("divisor", "k + 1 weights are averaged", "共 k + 1 个权重求平均", lambda a, w, k: (k * a + w) / k),
        pitfall(
            "count_missing",
            "the mean so far stands for k weights",
            "此前的平均代表 k 个权重",
            lambda a, w, k: (a + w) / (k + 1),
        ),
        pitfall("new_counted", "the new weights count once", "新权重只计一次", lambda a, w, k: (a + k * w) / (k + 1)),
    ],
)

m = dims("m")[0]
each = data("g", m)


def over_batch(part: Callable[[Any], Any], by: Any = m) -> Callable[[Term], Term]:
    return lambda g: number(total(m, lambda i: part(g.at(i))) / by)


formula(
    "optimizer.batch_gradient",
    "Gradient of a batch",
    "小批量的梯度",
    inputs=[each],
    term=over_batch(lambda g: g),
    result=r"\hat{g}",
    reference="Goodfellow et al. 2016, algorithm 8.1",
    pitfalls=[
        pitfall("summed", "the mean over the batch", "要对小批量取平均", over_batch(lambda g: g, 1)),
        pitfall("squared", "the gradients, not their squares", "取梯度本身，而不是平方", over_batch(lambda g: g**2)),
        pitfall("root", "divided by m", "应除以 m", over_batch(lambda g: g, sqrt(m))),
    ],
)
