"""Bellman equations for one state or one action, and what is learned towards them."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data, dims, reduce_max, scalar
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

n, m = dims("n m")
chosen = data("pi", n, tex=r"\pi", low=0, high=1)
paid = data("r", n)
moves = data("P", n, m, low=0, high=1)
after = data("V_next", m, tex="V'")
gamma, alpha = scalar("gamma", low=0, high=1), scalar("alpha", low=0, high=1)
SUTTON = "Sutton and Barto 2018, eq. "
NOT_DISCOUNTED = ("the next value is discounted by γ", "下一状态的价值要乘以 γ")
REWARD_MISSING = ("the reward is missing", "缺少奖励")
MINUS = ("the next value is added", "下一状态的价值应相加")

formula(
    "rl.state_value",
    "Value of a state from the values of its actions",
    "由动作价值求状态价值",
    inputs=[chosen, data("Q", n)],
    term=lambda p, q: number(total(n, lambda a: p.at(a) * q.at(a), "a")),
    result="V",
    reference=SUTTON + "3.18 (exercise)",
    pitfalls=[
        pitfall(
            "policy_missing",
            "each action counts with its probability",
            "每个动作要乘以其概率",
            lambda p, q: number(total(n, lambda a: q.at(a), "a")),
        ),
        pitfall(
            "mean",
            "probabilities add up to one already",
            "概率之和已为 1",
            lambda p, q: number(total(n, lambda a: p.at(a) * q.at(a), "a") / n),
        ),
    ],
)

arrive = data("P", m, low=0, high=1)
reward = data("r")


def action(weight: Callable[[Any, Any, Any], Any]) -> Callable[..., Term]:
    """Over the next states: what each adds to the value of the action."""
    return lambda p, r, v, g: number(r.at() + total(m, lambda s: weight(p.at(s), v.at(s), g.at()), "s"))


formula(
    "rl.action_value",
    "Value of an action from the values of the next states",
    "由下一状态的价值求动作价值",
    inputs=[arrive, reward, after, gamma],
    term=action(lambda p, v, g: g * p * v),
    result="Q",
    reference=SUTTON + "3.19 (exercise)",
    pitfalls=[
        pitfall("not_discounted", *NOT_DISCOUNTED, action(lambda p, v, g: p * v)),
        pitfall(
            "chance_missing",
            "each next state counts with its probability",
            "每个下一状态要乘以其概率",
            action(lambda p, v, g: g * v),
        ),
        pitfall("minus", *MINUS, action(lambda p, v, g: -g * p * v)),
    ],
)

Backup = Callable[[Term, Term, Term, Term], Term]


def backup(r: Term, p: Term, v: Term, g: Term) -> Term:
    return r + g * (p @ v)


WRONG: list[tuple[str, tuple[str, str], Backup]] = [
    ("not_discounted", NOT_DISCOUNTED, lambda r, p, v, g: r + p @ v),
    ("reward_missing", REWARD_MISSING, lambda r, p, v, g: g * (p @ v)),
    ("minus", MINUS, lambda r, p, v, g: r - g * (p @ v)),
    (
        "reward_discounted",
        ("the reward itself is not discounted", "当前奖励不打折扣"),
        lambda r, p, v, g: g * (r + p @ v),
    ),
]


def under_policy(value: Backup) -> Callable[..., Term]:
    return lambda pi, r, p, v, g: pi @ value(r, p, v, g)


def best(value: Backup) -> Callable[..., Term]:
    return lambda r, p, v, g: reduce_max(value(r, p, v, g))


formula(
    "rl.bellman_expectation",
    "Bellman expectation equation of a state",
    "状态的贝尔曼期望方程",
    inputs=[chosen, paid, moves, after, gamma],
    term=under_policy(backup),
    result="V",
    reference=SUTTON + "3.14",
    pitfalls=[
        *[pitfall(name, *why, under_policy(wrong)) for name, why, wrong in WRONG],
        pitfall(
            "best",
            "the mean over the policy, not the largest",
            "按策略取平均，而不是取最大",
            lambda pi, r, p, v, g: reduce_max(backup(r, p, v, g)),
        ),
    ],
)

formula(
    "rl.bellman_optimality",
    "Bellman optimality equation of a state",
    "状态的贝尔曼最优方程",
    inputs=[paid, moves, after, gamma],
    term=best(backup),
    result="V",
    reference=SUTTON + "3.19",
    pitfalls=[pitfall(name, *why, best(wrong)) for name, why, wrong in WRONG],
)

V, G = data("V", tex=r"V\left(s_{t}\right)"), data("G", tex="G_{t}")
count = scalar("n", low=1, high=9)

formula(
    "rl.monte_carlo_update",
    "Monte Carlo update of a state's value",
    "状态价值的蒙特卡洛更新",
    inputs=[V, G, alpha],
    term=lambda v, g, a: v + a * (g - v),
    result=r"V\left(s_{t}\right)",
    reference=SUTTON + "6.1",
    variants=[
        variant(
            "mean",
            "the mean of all returns so far",
            "到目前为止所有回报的平均",
            lambda v, g, n: v + (g - v) / n,
            inputs=[V, G, count],
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "the value moves towards the return: plus",
            "价值向回报移动：应为加号",
            lambda v, g, a: v - a * (g - v),
        ),
        pitfall(
            "exchanged",
            "the old value is taken off the return",
            "回报减去旧的价值：两者互换了",
            lambda v, g, a: v + a * (v - g),
        ),
        pitfall("sum", "the old value is taken off the return", "回报要减去旧的价值", lambda v, g, a: v + a * (g + v)),
        pitfall("rate_missing", "the learning rate is missing", "缺少学习率", lambda v, g, a: v + (g - v)),
    ],
)

(k,) = dims("k")
rs, bests, Qs = data("r", k), data("best", k, tex=r"Q^{*}"), data("Q", k)


def squared(difference: Callable[[Any, Any, Any, Any], Any]) -> Callable[..., Term]:
    return lambda r, b, q, g: number(total(k, lambda i: difference(r.at(i), b.at(i), q.at(i), g.at()), "i") / k)


formula(
    "rl.dqn_loss",
    "Loss of deep Q-learning",
    "深度 Q 学习的损失",
    inputs=[rs, bests, Qs, gamma],
    term=squared(lambda r, b, q, g: (r + g * b - q) ** 2),
    result="L",
    reference="Mnih et al. 2015, eq. 2",
    pitfalls=[
        pitfall("not_discounted", *NOT_DISCOUNTED, squared(lambda r, b, q, g: (r + b - q) ** 2)),
        pitfall("reward_missing", *REWARD_MISSING, squared(lambda r, b, q, g: (g * b - q) ** 2)),
        pitfall(
            "sum",
            "the value is taken off its target",
            "目标要减去当前的价值",
            squared(lambda r, b, q, g: (r + g * b + q) ** 2),
        ),
        pitfall("square_missing", "the difference is squared", "差要平方", squared(lambda r, b, q, g: r + g * b - q)),
    ],
)
