"""Hidden Markov models: forward, backward, the best path, how likely each state is."""

from ..lang import data, dims, reduce_max, reduce_sum, row
from ..model import pitfall
from ..registry import formula

n = dims("n")[0]
RABINER = "Rabiner 1989"
A, b = data("a", n, n, low=0, high=1), data("b", n, low=0, high=1)
alpha, beta = data("alpha", n, tex=r"\alpha", low=0, high=1), data("beta", n, tex=r"\beta", low=0, high=1)
delta = data("delta", n, tex=r"\delta", low=0, high=1)

formula(
    "hidden_markov.forward",
    "A step of the forward algorithm",
    "前向算法的递推",
    inputs=[alpha, A, b],
    term=lambda alpha, A, b: (A.T @ alpha) * b,
    result=r"\alpha_{t+1}",
    reference=f"{RABINER}, eq. 20",
)

formula(
    "hidden_markov.backward",
    "A step of the backward algorithm",
    "后向算法的递推",
    inputs=[A, b, beta],
    term=lambda A, b, beta: A @ (b * beta),
    result=r"\beta_{t}",
    reference=f"{RABINER}, eq. 25",
)

formula(
    "hidden_markov.occupation",
    "Probability of a state, given all observations",
    "给定观测序列时处于某状态的概率",
    inputs=[alpha, beta],
    term=lambda alpha, beta: alpha * beta / reduce_sum(alpha * beta),
    result=r"\gamma_{t}",
    reference=f"{RABINER}, eq. 27",
    pitfalls=[
        pitfall(
            "backward_missing_below",
            "the backward part stands below as well",
            "分母中也有后向概率",
            lambda a, b: a * b / reduce_sum(a),
        ),
    ],
)


formula(
    "hidden_markov.best_path",
    "A step of the Viterbi algorithm",
    "维特比算法的递推",
    inputs=[delta, A, b],
    term=lambda delta, A, b: reduce_max(row(delta) * A.T) * b,
    result=r"\delta_{t+1}",
    reference=f"{RABINER}, eq. 33",
    pitfalls=[
        pitfall("sum", "the best path, not all of them", "取最大，而不是求和", lambda delta, A, b: (A.T @ delta) * b),
    ],
)
