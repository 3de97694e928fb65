"""Learning from preferences: reward models, DPO, GRPO, the penalty for leaving the reference policy."""

from collections.abc import Callable
from typing import Any

from ...lang import Term, data, log, scalar, sigmoid, softplus
from ...model import pitfall, variant
from ...registry import formula

better, worse = data("r_w", tex="r_{w}"), data("r_l", tex="r_{l}")
beta = scalar("beta", low=0, high=4)
BETTER_FIRST = ("the preferred answer has the plus sign", "偏好的回答取正号：两者互换了")
SIGN = ("the loss is the negative logarithm", "损失是对数的相反数：符号错了")


def log_sigmoid(x: Term) -> Term:
    return -softplus(-x)


formula(
    "rl.preference_probability",
    "Probability that an answer is preferred (Bradley–Terry)",
    "回答被偏好的概率（Bradley–Terry）",
    inputs=[better, worse],
    term=lambda w, v: sigmoid(w - v),
    result=r"P\left(w > l\right)",
    reference="Bradley and Terry 1952; Rafailov et al. 2023, eq. 1",
    pitfalls=[
        pitfall("exchanged", *BETTER_FIRST, lambda w, v: sigmoid(v - w)),
        pitfall("sum", "the difference counts", "应取差，而不是和", lambda w, v: sigmoid(w + v)),
        pitfall("sigmoid_missing", "a probability: the sigmoid is missing", "概率：缺少 sigmoid", lambda w, v: w - v),
    ],
)

formula(
    "rl.reward_model_loss",
    "Loss of a reward model",
    "奖励模型的损失",
    inputs=[better, worse],
    term=lambda w, v: softplus(-(w - v)),
    result="L",
    reference="Ouyang et al. 2022, eq. 1; Christiano et al. 2017, eq. 1",
    variants=[
        variant(
            "log_sigmoid",
            "by log σ",
            "用 log σ 表示",
            lambda w, v: -log(sigmoid(w - v)),
            inputs=[data("r_w", tex="r_{w}", low=-9, high=9), data("r_l", tex="r_{l}", low=-9, high=9)],
        )
    ],
    pitfalls=[
        pitfall("exchanged", *BETTER_FIRST, lambda w, v: softplus(w - v)),
        pitfall("sign", *SIGN, lambda w, v: -softplus(-(w - v))),
        pitfall("logarithm_missing", "the logarithm is missing", "缺少对数", lambda w, v: -sigmoid(w - v)),
    ],
)


def chance(name: str, tex: str) -> Any:
    return data(name, tex=tex, low=0, high=1)


PROBABILITIES = [
    chance("pi_w", r"\pi_{w}"),
    chance("pi_l", r"\pi_{l}"),
    chance("ref_w", r"\rho_{w}"),
    chance("ref_l", r"\rho_{l}"),
    beta,
]


def dpo(margin: Callable[..., Term]) -> Callable[..., Term]:
    return lambda *inputs: softplus(-margin(*inputs))


def margin(pw: Term, pl: Term, rw: Term, rl: Term, b: Term) -> Term:
    return b * (log(pw / rw) - log(pl / rl))


formula(
    "rl.dpo_loss",
    "Direct preference optimisation (DPO)",
    "直接偏好优化（DPO）",
    inputs=PROBABILITIES,
    term=dpo(margin),
    result="L_{DPO}",
    reference="Rafailov et al. 2023, eq. 7",
    variants=[
        variant(
            "log_sigmoid",
            "by log σ",
            "用 log σ 表示",
            lambda pw, pl, rw, rl, b: -log(sigmoid(b * log(pw / rw) - b * log(pl / rl))),
        ),
    ],
    pitfalls=[
        pitfall("exchanged", *BETTER_FIRST, dpo(lambda pw, pl, rw, rl, b: -margin(pw, pl, rw, rl, b))),
        pitfall(
            "sum",
            "the two log ratios are subtracted",
            "两个对数比应相减",
            dpo(lambda pw, pl, rw, rl, b: b * (log(pw / rw) + log(pl / rl))),
        ),
        pitfall(
            "beta_missing",
            "the strength β is missing",
            "缺少系数 β",
            dpo(lambda pw, pl, rw, rl, b: log(pw / rw) - log(pl / rl)),
        ),
        pitfall(
            "reference_missing",
            "each policy is compared with the reference",
            "策略要与参考模型相比",
            dpo(lambda pw, pl, rw, rl, b: b * (log(pw) - log(pl))),
        ),
        pitfall("sign", *SIGN, lambda *inputs: -softplus(-margin(*inputs))),
    ],
)

policy, reference = chance("pi", r"\pi"), chance("pi_ref", r"\pi_{ref}")

formula(
    "rl.kl_estimate",
    "Unbiased estimate of the divergence from the reference policy (k3)",
    "与参考策略的散度的无偏估计（k3）",
    inputs=[policy, reference],
    term=lambda p, q: q / p - log(q / p) - 1,
    result=r"D_{KL}",
    reference="Shao et al. 2024 (DeepSeekMath, GRPO), eq. 4",
    pitfalls=[
        pitfall(
            "upside_down",
            "the reference stands above the policy",
            "参考策略在上，当前策略在下",
            lambda p, q: p / q - log(p / q) - 1,
        ),
        pitfall(
            "one_missing",
            "the one is taken off: 0 for equal policies",
            "还要减 1：两策略相同时为 0",
            lambda p, q: q / p - log(q / p),
        ),
        pitfall("sign", "the logarithm is taken off", "对数应减去", lambda p, q: q / p + log(q / p) - 1),
    ],
)

formula(
    "rl.penalized_reward",
    "Reward with the penalty for leaving the reference policy",
    "带参考策略惩罚的奖励",
    inputs=[data("r"), policy, reference, beta],
    term=lambda r, p, q, b: r - b * log(p / q),
    result="R",
    reference="Ouyang et al. 2022, eq. 2; Stiennon et al. 2020, section 3.4",
    variants=[
        variant(
            "difference", "as a difference of logarithms", "写成对数之差", lambda r, p, q, b: r - b * (log(p) - log(q))
        ),
    ],
    pitfalls=[
        pitfall(
            "bonus",
            "leaving the reference costs: minus",
            "偏离参考策略要受罚：应为减号",
            lambda r, p, q, b: r + b * log(p / q),
        ),
        pitfall(
            "upside_down",
            "the policy stands above the reference",
            "当前策略在上，参考策略在下",
            lambda r, p, q, b: r - b * log(q / p),
        ),
        pitfall("logarithm_missing", "the logarithm of the ratio", "取比值的对数", lambda r, p, q, b: r - b * (p / q)),
    ],
)
