"""What grew from Adam: decoupled weight decay, AMSGrad; and the average of weights."""

from ...lang import Term, data, maximum, minimum, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .adam import m_hat, v, v_hat
from .descent import ASCENT
from .terms import THETA, before, counted, decay, eps, eta, n, now, theta

LOSHCHILOV = "Loshchilov and Hutter 2019, algorithm 2"


def decoupled(w: Term, m: Term, v: Term, eta: Term, eps: Term, lam: Term) -> Term:
    return w - eta * (m / (sqrt(v) + eps) + lam * w)


def decayed_apart(w: Term, m: Term, v: Term, eta: Term, eps: Term, lam: Term) -> Term:
    return w - eta * m / (sqrt(v) + eps) - lam * w


INPUTS = [theta, m_hat, v_hat, eta, eps, decay]

formula(
    "optimizer.adamw.update",
    "AdamW update",
    "AdamW 的参数更新",
    inputs=INPUTS,
    term=decoupled,
    result=THETA,
    reference=LOSHCHILOV,
    variants=[
        *counted(decoupled, INPUTS, THETA),
        variant(
            "decay_first",
            "the weights decay first: (1 − ηλ) θ − …",
            "先衰减权重：(1 − ηλ) θ − …",
            lambda w, m, v, eta, eps, lam: (1 - eta * lam) * w - eta * m / (sqrt(v) + eps),
        ),
        variant(
            "two_terms",
            "two terms: θ − η … − η λ θ",
            "写成两项：θ − η … − η λ θ",
            lambda w, m, v, eta, eps, lam: w - eta * m / (sqrt(v) + eps) - eta * lam * w,
        ),
        variant(
            "rate_apart",
            "decay not scaled by the learning rate: the schedule's multiplier is one",
            "衰减不乘学习率：调度系数为 1",
            decayed_apart,
        ),
        *counted(decayed_apart, INPUTS, THETA, of="rate_apart"),
        variant(
            "schedule_apart",
            "a multiplier of the schedule beside the step size α",
            "调度系数 η_t 与步长 α 分开",
            lambda w, m, v, eta, alpha, eps, lam: w - eta * (alpha * m / (sqrt(v) + eps) + lam * w),
            inputs=[
                theta,
                m_hat,
                v_hat,
                scalar("eta", tex=r"\eta_{t}", low=0),
                scalar("alpha", low=0),
                eps,
                decay,
            ],
        ),
    ],
    pitfalls=[
        pitfall(
            "decay_scaled",
            "decay is not divided by the root of the second moment: it is decoupled",
            "衰减项不除以二阶矩的平方根：它是解耦的",
            lambda w, m, v, eta, eps, lam: w - eta * (m + lam * w) / (sqrt(v) + eps),
        ),
        pitfall(
            "growth",
            "decay is taken off, not added",
            "衰减应减去，而不是加上",
            lambda w, m, v, eta, eps, lam: w - eta * (m / (sqrt(v) + eps) - lam * w),
        ),
        pitfall(
            "decay_missing",
            "the decay is missing: this is Adam",
            "缺少权重衰减：这是 Adam",
            lambda w, m, v, eta, eps, lam: w - eta * m / (sqrt(v) + eps),
        ),
        pitfall("ascent", *ASCENT, lambda w, m, v, eta, eps, lam: w + eta * (m / (sqrt(v) + eps) + lam * w)),
    ],
)

v_max = data("v_max", n, tex=r"\hat{v}_{t-1}", low=0)

formula(
    "optimizer.amsgrad.maximum",
    "Largest second moment of AMSGrad",
    "AMSGrad 的最大二阶矩",
    inputs=[v_max, v],
    term=maximum,
    result=r"\hat{v}_{t}",
    reference="Reddi, Kale and Kumar 2018, algorithm 2",
    pitfalls=[
        pitfall("smallest", "the larger one is kept", "应保留较大者", minimum),
        pitfall("sum", "the larger one is kept, not the sum", "应取较大者，而不是和", lambda a, b: a + b),
        pitfall("latest", "the old maximum counts too", "还要与旧的最大值比较", lambda a, b: b),
    ],
)

average, tau = before("average", r"\bar{\theta}"), scalar("tau", low=0, high=1)


def moving(average: Term, w: Term, tau: Term) -> Term:
    return tau * average + (1 - tau) * w


formula(
    "optimizer.weight_average",
    "Exponential moving average of weights",
    "权重的指数滑动平均",
    inputs=[average, now("theta", r"\theta"), tau],
    term=moving,
    result=r"\bar{\theta}_{t}",
    reference="Polyak and Juditsky 1992; Tarvainen and Valpola 2017, eq. 1",
    variants=[
        variant(
            "small_rate",
            "a small τ for the new weights: (1 − τ) average + τ θ",
            "τ 为新权重的系数：(1 − τ) 平均 + τ θ",
            lambda a, w, tau: (1 - tau) * a + tau * w,
        ),
    ],
    pitfalls=[
        pitfall(
            "weight_missing",
            "the new weights are scaled by 1 − τ",
            "新权重要乘以 1 − τ",
            lambda a, w, tau: tau * a + w,
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda a, w, tau: tau * a - (1 - tau) * w),
        pitfall(
            "same_weight",
            "the weights sum to one: τ and 1 − τ",
            "两个系数之和应为 1：τ 与 1 − τ",
            lambda a, w, tau: tau * a + tau * w,
        ),
    ],
)
