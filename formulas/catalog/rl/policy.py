"""Policy gradients: the surrogate loss, probability ratios, PPO's clipped objective."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data, dims, exp, log, maximum, minimum, scalar
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

(n,) = dims("n")
pi, A = data("pi", n, tex=r"\pi", low=0, high=1), data("A", n)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)
SCHULMAN = "Schulman et al. 2017 (PPO), eq. 7"


def averaged(part: Callable[[Any, Any], Any], sign: int = -1, by: Any = n) -> Callable[[Term, Term], Term]:
    return lambda p, A: number(sign * total(n, lambda t: part(p.at(t), A.at(t)), "t") / by)


formula(
    "rl.policy_gradient_loss",
    "Loss of the policy gradient (REINFORCE)",
    "策略梯度损失（REINFORCE）",
    inputs=[pi, A],
    term=averaged(lambda p, A: log(p) * A),
    result="L",
    reference="Williams 1992; Sutton and Barto 2018, eq. 13.8",
    variants=[
        variant("sum", "summed over the steps", "对各步求和", averaged(lambda p, A: log(p) * A, by=1)),
        variant(
            "objective",
            "as an objective (maximised)",
            "写成最大化的目标",
            averaged(lambda p, A: log(p) * A, 1),
            result="J",
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "a loss is minimised: the minus is missing",
            "损失要最小化：缺少负号",
            averaged(lambda p, A: log(p) * A, 1),
        ),
        pitfall("logarithm_missing", "the logarithm of the policy", "取策略的对数", averaged(lambda p, A: p * A)),
        pitfall("advantage_missing", "weighted by the advantage", "以优势加权", averaged(lambda p, A: log(p))),
        pitfall("added", "the advantage multiplies", "优势应相乘", averaged(lambda p, A: log(p) + A)),
    ],
)

now, old = data("log_pi", n, tex=r"\log \pi", low=-5, high=0), data("log_old", n, tex=r"\log \pi_{old}", low=-5, high=0)
after, before = data("pi", n, tex=r"\pi", low=0, high=1), data("pi_old", n, tex=r"\pi_{old}", low=0, high=1)

formula(
    "rl.probability_ratio",
    "Probability ratio of the new policy to the old one",
    "新旧策略的概率比",
    inputs=[after, before],
    term=lambda p, q: p / q,
    result="r_{t}",
    reference="Schulman et al. 2017 (PPO), section 3",
    variants=[
        variant("logarithms", "by logarithms", "用对数表示", lambda p, q: exp(log(p) - log(q))),
    ],
    pitfalls=[
        pitfall("upside_down", "the new policy stands above the old one", "新策略在上，旧策略在下", lambda p, q: q / p),
        pitfall("difference", "a ratio, not a difference", "是比值，而不是差", lambda p, q: p - q),
        pitfall("exponential_missing", "the exponential is missing", "缺少指数", lambda p, q: log(p) - log(q)),
    ],
)

r = data("r", n, low=0)


def clip(r: Term, low: Any, high: Any) -> Term:
    return maximum(low, minimum(r, high))


def ppo(r: Term, A: Term, e: Term) -> Term:
    return minimum(r * A, clip(r, 1 - e, 1 + e) * A)


formula(
    "rl.ppo_clip",
    "Clipped objective of PPO",
    "PPO 的截断目标",
    inputs=[r, A, eps],
    term=ppo,
    result=r"L^{CLIP}",
    reference=SCHULMAN,
    pitfalls=[
        pitfall(
            "larger",
            "the smaller of the two: min, not max",
            "取两者中较小者：应为 min",
            lambda r, A, e: maximum(r * A, clip(r, 1 - e, 1 + e) * A),
        ),
        pitfall(
            "advantage_missing",
            "the clipped ratio is multiplied by the advantage",
            "截断后的比值也要乘以优势",
            lambda r, A, e: minimum(r * A, clip(r, 1 - e, 1 + e)),
        ),
        pitfall(
            "around_zero",
            "the ratio is clipped around 1",
            "比值在 1 附近截断",
            lambda r, A, e: minimum(r * A, clip(r, -e, e) * A),
        ),
        pitfall(
            "unclipped_missing",
            "the smaller of clipped and unclipped",
            "应取截断与未截断中较小者",
            lambda r, A, e: clip(r, 1 - e, 1 + e) * A,
        ),
    ],
)

(d,) = dims("d")
slopes = data("score", n, d, tex=r"\nabla \log \pi")
theta, slope, G = data("theta", d, tex=r"\theta"), data("score", d, tex=r"\nabla \log \pi"), scalar("G", low=-4, high=4)
alpha = scalar("alpha", low=0, high=1)

formula(
    "rl.policy_gradient",
    "Policy gradient",
    "策略梯度",
    inputs=[slopes, A],
    term=lambda g, A: (A @ g) / n,
    result=r"\nabla J",
    reference="Sutton and Barto 2018, eq. 13.6; Schulman et al. 2016, eq. 1",
    variants=[variant("sum", "summed over the steps", "对各步求和", lambda g, A: A @ g)],
    pitfalls=[
        pitfall("sign", "the gradient of the objective: plus", "目标函数的梯度：应为正号", lambda g, A: -(A @ g) / n),
    ],
)

formula(
    "rl.reinforce_update",
    "REINFORCE update",
    "REINFORCE 的更新",
    inputs=[theta, slope, G, alpha],
    term=lambda w, g, G, a: w + a * G * g,
    result=r"\theta",
    reference="Sutton and Barto 2018, eq. 13.8",
    pitfalls=[
        pitfall("sign", "the objective is maximised: plus", "目标要最大化：应为加号", lambda w, g, G, a: w - a * G * g),
        pitfall("return_missing", "weighted by the return", "以回报加权", lambda w, g, G, a: w + a * g),
        pitfall("rate_missing", "the learning rate is missing", "缺少学习率", lambda w, g, G, a: w + G * g),
    ],
)

formula(
    "rl.surrogate",
    "Surrogate objective (TRPO)",
    "替代目标（TRPO）",
    inputs=[pi, data("pi_old", n, tex=r"\pi_{old}", low=0, high=1), A],
    term=lambda p, o, A: p / o * A,
    result="L",
    reference="Schulman et al. 2015 (TRPO), eq. 14",
    pitfalls=[
        pitfall("upside_down", "the new policy stands above", "新策略在分子上", lambda p, o, A: o / p * A),
        pitfall("old_missing", "divided by the old policy", "还要除以旧策略", lambda p, o, A: p * A),
    ],
)
