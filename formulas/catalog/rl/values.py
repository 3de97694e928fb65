"""Temporal differences: errors, updates, targets."""

from collections.abc import Callable

from ...lang import Term, data, dims, log, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from ...terms import number, total

(n,) = dims("n")
r = data("r", tex="r_{t}")
V, V_next = data("V", tex=r"V\left(s_{t}\right)"), data("V_next", tex=r"V\left(s_{t+1}\right)")
gamma, alpha = scalar("gamma", low=0, high=1), scalar("alpha", low=0, high=1)
BARTO = "Sutton and Barto 2018, eq. 6.5"
Error = Callable[[Term, Term, Term, Term], Term]
REWARD_MISSING = ("the reward is missing", "缺少奖励")
NOT_DISCOUNTED = ("the next value is discounted by γ", "下一状态的价值要乘以 γ")


def difference(r: Term, v: Term, after: Term, g: Term) -> Term:
    return r + g * after - v


MISTAKES: list[tuple[str, tuple[str, str], Error]] = [
    ("not_discounted", NOT_DISCOUNTED, lambda r, v, after, g: r + after - v),
    (
        "value_added",
        ("the value of this state is taken off", "当前状态的价值应减去"),
        lambda r, v, after, g: r + g * after + v,
    ),
    (
        "states_exchanged",
        ("the next state is discounted, this one taken off", "下一状态打折扣，当前状态被减去：两者互换了"),
        lambda r, v, after, g: r + g * v - after,
    ),
    ("reward_missing", REWARD_MISSING, lambda r, v, after, g: g * after - v),
]

rewards = data("r", tex="r_{t+1}")

formula(
    "rl.td_error",
    "Temporal-difference error",
    "时序差分误差（TD 误差）",
    inputs=[r, V, V_next, gamma],
    term=difference,
    result=r"\delta_{t}",
    reference=BARTO,
    variants=[
        variant(
            "reward_after",
            "the reward counted at t + 1",
            "奖励记在 t + 1 时刻",
            difference,
            inputs=[rewards, V, V_next, gamma],
        ),
    ],
    pitfalls=[pitfall(name, *why, wrong) for name, why, wrong in MISTAKES],
)


def learned(error: Error, sign: int = 1) -> Callable[..., Term]:
    if sign < 0:
        return lambda r, v, after, g, a: v - a * error(r, v, after, g)
    return lambda r, v, after, g, a: v + a * error(r, v, after, g)


ASCENT = ("the value moves towards the target: plus", "价值向目标移动：应为加号")

formula(
    "rl.td_update",
    "Temporal-difference update of a state's value (TD(0))",
    "状态价值的时序差分更新（TD(0)）",
    inputs=[r, V, V_next, gamma, alpha],
    term=learned(difference),
    result=r"V\left(s_{t}\right)",
    reference="Sutton and Barto 2018, eq. 6.2",
    variants=[
        variant(
            "reward_after",
            "the reward counted at t + 1",
            "奖励记在 t + 1 时刻",
            learned(difference),
            inputs=[rewards, V, V_next, gamma, alpha],
        ),
    ],
    pitfalls=[
        *[pitfall(name, *why, learned(wrong)) for name, why, wrong in MISTAKES],
        pitfall("sign", *ASCENT, learned(difference, -1)),
        pitfall(
            "rate_missing",
            "the learning rate is missing",
            "缺少学习率",
            lambda r, v, after, g, a: v + difference(r, v, after, g),
        ),
    ],
)

Q = data("Q", tex=r"Q\left(s, a\right)")
reward = data("r")


best = data("best", tex=r"\max_{a'} Q\left(s', a'\right)")


formula(
    "rl.q_learning",
    "Q-learning update",
    "Q 学习的更新",
    inputs=[reward, Q, best, gamma, alpha],
    term=lambda r, q, after, g, a: q + a * (r + g * after - q),
    result=r"Q\left(s, a\right)",
    reference="Watkins and Dayan 1992; Sutton and Barto 2018, eq. 6.8",
    variants=[
        variant(
            "weighted",
            "as a weighted mean: (1 − α) Q + α (r + γ max Q)",
            "写成加权平均：(1 − α) Q + α (r + γ max Q)",
            lambda r, q, after, g, a: (1 - a) * q + a * (r + g * after),
        ),
    ],
    pitfalls=[
        pitfall("not_discounted", *NOT_DISCOUNTED, lambda r, q, after, g, a: q + a * (r + after - q)),
        pitfall("reward_missing", *REWARD_MISSING, lambda r, q, after, g, a: q + a * (g * after - q)),
        pitfall("sign", *ASCENT, lambda r, q, after, g, a: q - a * (r + g * after - q)),
        pitfall(
            "old_value_missing",
            "the old value is taken off the target",
            "目标要减去旧的价值",
            lambda r, q, after, g, a: q + a * (r + g * after),
        ),
        pitfall(
            "rate_missing",
            "the learning rate is missing",
            "缺少学习率",
            lambda r, q, after, g, a: q + (r + g * after - q),
        ),
    ],
)

Q_t, Q_after = data("Q", tex=r"Q\left(s_{t}, a_{t}\right)"), data("Q_next", tex=r"Q\left(s_{t+1}, a_{t+1}\right)")

formula(
    "rl.sarsa",
    "SARSA update",
    "SARSA 的更新",
    inputs=[r, Q_t, Q_after, gamma, alpha],
    term=learned(difference),
    result=r"Q\left(s_{t}, a_{t}\right)",
    reference="Sutton and Barto 2018, eq. 6.7",
    variants=[
        variant(
            "reward_after",
            "the reward counted at t + 1",
            "奖励记在 t + 1 时刻",
            learned(difference),
            inputs=[rewards, Q_t, Q_after, gamma, alpha],
        ),
    ],
    pitfalls=[
        *[pitfall(name, *why, learned(wrong)) for name, why, wrong in MISTAKES],
        pitfall("sign", *ASCENT, learned(difference, -1)),
    ],
)

formula(
    "rl.q_target",
    "Target of deep Q-learning",
    "深度 Q 学习的目标",
    inputs=[reward, best, gamma],
    term=lambda r, q, g: r + g * q,
    result="y",
    reference="Mnih et al. 2015, methods",
    pitfalls=[
        pitfall("not_discounted", *NOT_DISCOUNTED, lambda r, q, g: r + q),
        pitfall("reward_missing", *REWARD_MISSING, lambda r, q, g: g * q),
        pitfall("minus", "the next value is added", "下一状态的价值应相加", lambda r, q, g: r - g * q),
    ],
)

old, new, tau = data("target", n, tex=r"\theta'"), data("theta", n), scalar("tau", low=0, high=1)

formula(
    "rl.soft_update",
    "Soft update of a target network",
    "目标网络的软更新",
    inputs=[old, new, tau],
    term=lambda old, new, tau: tau * new + (1 - tau) * old,
    result=r"\theta'",
    reference="Lillicrap et al. 2016 (DDPG), algorithm 1",
    variants=[
        variant(
            "minus",
            "the target called θ⁻",
            "目标网络记作 θ⁻",
            lambda old, new, tau: tau * new + (1 - tau) * old,
            inputs=[data("target", n, tex=r"\theta^{-}"), new, tau],
            result=r"\theta^{-}",
        ),
    ],
    pitfalls=[
        pitfall(
            "weights_exchanged",
            "the small τ belongs to the new weights",
            "较小的 τ 对应新权重：两者互换了",
            lambda old, new, tau: tau * old + (1 - tau) * new,
        ),
        pitfall(
            "weight_missing",
            "the old weights are scaled by 1 − τ",
            "旧权重要乘以 1 − τ",
            lambda old, new, tau: tau * new + old,
        ),
        pitfall("minus", "the two parts are added", "两部分应相加", lambda old, new, tau: tau * new - (1 - tau) * old),
    ],
)

chances, values, temperature = data("pi", n, low=0, high=1), data("Q", n), scalar("alpha", low=0)


def softened(sign: int) -> Callable[[Term, Term, Term], Term]:
    """Σ π (Q − α log π), the entropy with a sign."""
    return lambda p, q, a: number(total(n, lambda i: p.at(i) * (q.at(i) - sign * a.at() * log(p.at(i)))))


formula(
    "rl.soft_value",
    "Soft value of a state (soft actor-critic)",
    "软状态价值（SAC）",
    inputs=[chances, values, temperature],
    term=softened(1),
    result=r"V\left(s_{t}\right)",
    reference="Haarnoja et al. 2018, eq. 3",
    pitfalls=[
        pitfall("entropy_taken_off", "entropy is rewarded: −α log π", "熵是奖励：应为 −α log π", softened(-1)),
        pitfall("entropy_missing", "with the entropy", "还要加上熵", softened(0)),
    ],
)

state_value, leads = data("V", tex=r"V\left(s\right)"), data("A", n)
formula(
    "rl.dueling",
    "Values of actions in a dueling network",
    "Dueling 网络的动作价值",
    inputs=[state_value, leads],
    term=lambda v, a: v + a - number(total(n, lambda i: a.at(i)) / n),
    result="Q",
    reference="Wang et al. 2016, eq. 9",
    pitfalls=[
        pitfall(
            "not_divided",
            "the mean of the advantages, not their sum",
            "减去优势的均值，而不是总和",
            lambda v, a: v + a - number(total(n, lambda i: a.at(i))),
        ),
        pitfall(
            "mean_added",
            "their mean is taken off",
            "优势的均值应减去",
            lambda v, a: v + a + number(total(n, lambda i: a.at(i)) / n),
        ),
    ],
)

formula(
    "rl.value_loss",
    "Loss of a critic",
    "评论家的损失",
    inputs=[r, V, V_next, gamma],
    term=lambda r, v, after, g: (r + g * after - v) ** 2,
    result="L",
    reference="Mnih et al. 2016, section 4",
    pitfalls=[
        pitfall(
            "value_added",
            "the value of this state is taken off",
            "当前状态的价值应减去",
            lambda r, v, after, g: (r + g * after + v) ** 2,
        ),
        pitfall("not_squared", "the error is squared", "误差要平方", lambda r, v, after, g: r + g * after - v),
    ],
)

known, tried = data("Q", n), data("N", n, low=1)
steps, width = scalar("t", low=1), scalar("c", low=0)


def bounded(sign: int) -> Callable[[Term, Term, Term, Term], Term]:
    """Q + c √(ln t / N), with a sign of the second."""
    return lambda q, k, t, c: q + sign * c * sqrt(log(t) / k)


formula(
    "rl.upper_bound",
    "Upper confidence bound (UCB)",
    "置信上界（UCB）",
    inputs=[known, tried, steps, width],
    term=bounded(1),
    result=r"\mathrm{UCB}",
    reference="Sutton and Barto 2018, eq. 2.10",
    pitfalls=[pitfall("lower", "what is seldom tried is favoured", "鼓励少选的动作：应相加", bounded(-1))],
)
