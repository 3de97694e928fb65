"""Discounted returns and advantages."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data, dims, mean, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

(n,) = dims("n")
r = data("r", n)
gamma = scalar("gamma", low=0, high=1)
lam = scalar("lambda_", tex=r"\lambda", low=0, high=1)
SUTTON = "Sutton and Barto 2018, eq. 3.8"
SCHULMAN = "Schulman et al. 2016 (GAE), eq. 16"
NOT_DISCOUNTED = ("later rewards are discounted by γ^k", "之后的奖励要按 γ^k 折扣")


def discounted(weight: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Term]:
    return lambda r, g: number(total(n, lambda k: weight(g.at(), k) * r.at(k), "k"))


formula(
    "rl.discounted_return",
    "Discounted return",
    "折扣回报",
    inputs=[r, gamma],
    term=discounted(lambda g, k: g**k),
    result="G",
    reference=SUTTON,
    variants=[
        variant("return_r", "called R", "记作 R", discounted(lambda g, k: g**k), result="R"),
    ],
    pitfalls=[
        pitfall("not_discounted", *NOT_DISCOUNTED, discounted(lambda g, k: 1)),
        pitfall(
            "factor", "γ to the power k, not times k", "是 γ 的 k 次幂，而不是乘以 k", discounted(lambda g, k: g * k)
        ),
        pitfall(
            "one_late",
            "the first reward is not discounted",
            "第一个奖励不打折扣",
            discounted(lambda g, k: g ** (k + 1)),
        ),
        pitfall("complement", "γ itself, not 1 − γ", "是 γ 本身，而不是 1 − γ", discounted(lambda g, k: (1 - g) ** k)),
    ],
)

r_t, G_next = data("r", tex="r_{t+1}"), data("G_next", tex="G_{t+1}")

formula(
    "rl.recursive_return",
    "Return from the next return",
    "回报的递推",
    inputs=[r_t, G_next, gamma],
    term=lambda r, G, g: r + g * G,
    result="G_{t}",
    reference="Sutton and Barto 2018, eq. 3.9",
    variants=[
        variant(
            "reward_at_t",
            "the reward counted at t",
            "奖励记在 t 时刻",
            lambda r, G, g: r + g * G,
            inputs=[data("r", tex="r_{t}"), G_next, gamma],
        ),
    ],
    pitfalls=[
        pitfall("not_discounted", "the next return is discounted", "下一步的回报要打折扣", lambda r, G, g: r + G),
        pitfall(
            "both_discounted", "the reward itself is not discounted", "当前奖励不打折扣", lambda r, G, g: g * (r + G)
        ),
        pitfall("minus", "the next return is added", "下一步的回报应相加", lambda r, G, g: r - g * G),
        pitfall(
            "reward_discounted",
            "γ scales the next return, not the reward",
            "γ 乘的是下一步的回报，而不是奖励",
            lambda r, G, g: g * r + G,
        ),
    ],
)

delta = data("delta", n, tex=r"\delta")


def generalised(weight: Callable[[Any, Any, Any], Any]) -> Callable[[Term, Term, Term], Term]:
    return lambda d, g, lam: number(total(n, lambda k: weight(g.at(), lam.at(), k) * d.at(k), "l"))


formula(
    "rl.gae",
    "Generalised advantage estimate (GAE)",
    "广义优势估计（GAE）",
    inputs=[delta, gamma, lam],
    term=generalised(lambda g, lam, k: (g * lam) ** k),
    result=r"\hat{A}",
    reference=SCHULMAN,
    pitfalls=[
        pitfall(
            "lambda_missing",
            "weighted by (γλ)^l: λ is missing",
            "权重是 (γλ)^l：缺少 λ",
            generalised(lambda g, lam, k: g**k),
        ),
        pitfall(
            "gamma_missing",
            "weighted by (γλ)^l: γ is missing",
            "权重是 (γλ)^l：缺少 γ",
            generalised(lambda g, lam, k: lam**k),
        ),
        pitfall(
            "power_of_one",
            "both γ and λ have the power l",
            "γ 与 λ 都取 l 次幂",
            generalised(lambda g, lam, k: g * lam**k),
        ),
    ],
)

delta_t, A_next = data("delta", tex=r"\delta_{t}"), data("A_next", tex=r"\hat{A}_{t+1}")

formula(
    "rl.gae_recursion",
    "Generalised advantage estimate, backwards",
    "广义优势估计的反向递推",
    inputs=[delta_t, A_next, gamma, lam],
    term=lambda d, A, g, lam: d + g * lam * A,
    result=r"\hat{A}_{t}",
    reference=SCHULMAN,
    variants=[
        variant(
            "plain",
            "A without a hat",
            "A 不带帽",
            lambda d, A, g, lam: d + g * lam * A,
            inputs=[delta_t, data("A_next", tex="A_{t+1}"), gamma, lam],
            result="A_{t}",
        ),
    ],
    pitfalls=[
        pitfall(
            "lambda_missing",
            "the next advantage is scaled by γλ: λ is missing",
            "下一步的优势乘以 γλ：缺少 λ",
            lambda d, A, g, lam: d + g * A,
        ),
        pitfall(
            "gamma_missing",
            "the next advantage is scaled by γλ: γ is missing",
            "下一步的优势乘以 γλ：缺少 γ",
            lambda d, A, g, lam: d + lam * A,
        ),
        pitfall("minus", "the next advantage is added", "下一步的优势应相加", lambda d, A, g, lam: d - g * lam * A),
        pitfall(
            "average",
            "a sum, not an average",
            "是求和，而不是加权平均",
            lambda d, A, g, lam: (1 - g * lam) * d + g * lam * A,
        ),
    ],
)

A = data("A", n)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)


def centred(A: Term) -> Term:
    return A - mean(A, keepdims=True)


def spread(A: Term) -> Term:
    return mean(centred(A) ** 2, keepdims=True)


formula(
    "rl.normalized_advantage",
    "Normalised advantage",
    "优势归一化",
    inputs=[A, eps],
    term=lambda A, e: centred(A) / (sqrt(spread(A)) + e),
    result=r"\tilde{A}",
    reference="Engstrom et al. 2020, Implementation matters in deep policy gradients, section 3",
    pitfalls=[
        pitfall(
            "root_missing",
            "divided by the deviation, not by the variance",
            "应除以标准差，而不是方差",
            lambda A, e: centred(A) / (spread(A) + e),
        ),
        pitfall("not_centred", "the mean is taken off", "要先减去均值", lambda A, e: A / (sqrt(spread(A)) + e)),
        pitfall("not_scaled", "divided by the deviation", "还要除以标准差", lambda A, e: centred(A) + 0 * e),
    ],
)

Q, V = data("Q", tex=r"Q\left(s, a\right)"), data("V", tex=r"V\left(s\right)")

formula(
    "rl.advantage",
    "Advantage",
    "优势函数",
    inputs=[Q, V],
    term=lambda q, v: q - v,
    result=r"A\left(s, a\right)",
    reference="Sutton, McAllester, Singh and Mansour 2000; Baird 1993",
    pitfalls=[
        pitfall(
            "exchanged",
            "the value of the state is taken off that of the action",
            "动作价值减去状态价值：两者互换了",
            lambda q, v: v - q,
        ),
        pitfall("sum", "the value of the state is taken off", "状态价值应减去", lambda q, v: q + v),
    ],
)

returns = data("G", n)


def weighted(first: Callable[[Any], Any], shift: int = 0) -> Callable[[Term, Term], Term]:
    """first(λ) Σ_k λ^{k + shift} G_k, from the return of one step on."""
    return lambda g, f: number(first(f.at()) * total(n, lambda k: f.at() ** (k + shift) * g.at(k), "k"))


formula(
    "rl.lambda_return",
    "λ-return",
    "λ-回报",
    inputs=[returns, lam],
    term=weighted(lambda f: 1 - f),
    result=r"G_{t}^{\lambda}",
    reference="Sutton and Barto 2018, eq. 12.2",
    pitfalls=[
        pitfall("weights", "the weights sum to one: 1 − λ", "权重之和为一：应为 1 − λ", weighted(lambda f: f)),
        pitfall(
            "shifted",
            "the return of one step has the weight 1 − λ",
            "一步回报的权重为 1 − λ",
            weighted(lambda f: 1 - f, 1),
        ),
    ],
)

paid, ahead = data("r", n), data("V", tex=r"V\left(s_{t+n}\right)")


def bootstrapped(power: Any) -> Callable[[Term, Term, Term], Term]:
    """Σ_k γ^k r_k + γ^power V."""
    return lambda r, v, g: number(total(n, lambda k: g.at() ** k * r.at(k), "k") + g.at() ** power * v.at())


formula(
    "rl.n_step_return",
    "Return of n steps",
    "n 步回报",
    inputs=[paid, ahead, gamma],
    term=bootstrapped(n),
    result=r"G_{t:t+n}",
    reference="Sutton and Barto 2018, eq. 7.1",
    pitfalls=[
        pitfall("power_missing", "the value is discounted over n steps", "价值要打 n 步的折扣", bootstrapped(1)),
        pitfall("one_less", "γ to the power n", "γ 的 n 次幂", bootstrapped(n - 1)),
    ],
)
