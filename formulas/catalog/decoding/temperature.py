"""Sharpening and flattening a distribution."""

from ...lang import data, dims, exp, reduce_sum, scalar, softmax, sqrt
from ...model import pitfall, variant
from ...registry import formula

(V,) = dims("V")
Z = data("logits", V, tex="z")

formula(
    "decoding.temperature",
    "Softmax with a temperature",
    "带温度的 softmax",
    inputs=[Z, scalar("tau", low=0)],
    term=lambda z, tau: softmax(z / tau),
    result="p",
    reference="Ackley, Hinton and Sejnowski 1985; Hinton, Vinyals and Dean 2015, eq. 1",
    variants=[
        variant(
            "inverse",
            "with the inverse temperature β = 1/τ",
            "用逆温度 β = 1/τ",
            lambda z, beta: softmax(beta * z),
            inputs=[Z, scalar("beta", low=0)],
        ),
    ],
    pitfalls=[
        pitfall(
            "multiplied",
            "the logits are multiplied by the temperature",
            "logits 乘以了温度，应为除以",
            lambda z, tau: softmax(z * tau),
        ),
        pitfall(
            "after_the_softmax",
            "the probabilities are divided: they no longer sum to one",
            "对概率除以温度：和不再为 1",
            lambda z, tau: softmax(z) / tau,
        ),
        pitfall(
            "after_the_exponential",
            "the exponentials are divided: the temperature cancels",
            "对指数除以温度：分子分母约掉，温度失效",
            lambda z, tau: (exp(z) / tau) / reduce_sum(exp(z) / tau),
        ),
        pitfall(
            "not_normalised_again",
            "powers of the probabilities, not normalised",
            "概率取幂后没有重新归一化",
            lambda z, tau: softmax(z) ** (1 / tau),
        ),
        pitfall(
            "root",
            "divided by the root of the temperature",
            "除以了温度的平方根",
            lambda z, tau: softmax(z / sqrt(tau)),
        ),
    ],
)
