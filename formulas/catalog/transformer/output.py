"""From hidden states to probabilities and to the loss."""

from typing import Any

from ...lang import (
    Eq,
    Ge,
    If,
    Term,
    bias,
    data,
    dims,
    let,
    log_softmax,
    sigmoid,
    softmax,
    sum_over,
    tab,
    tokens,
    weight,
)
from ...model import pitfall, variant
from ...registry import formula
from .feed_forward import X, n
from .norm import d

(V,) = dims("V")
W, b = weight("W", d, V), bias("b", V)

formula(
    "transformer.output_head",
    "Output head",
    "输出层",
    inputs=[X, W, b],
    term=lambda x, W, b: softmax(x @ W + b),
    result="P",
    reference="Vaswani et al. 2017, section 3.4",
    variants=[
        variant("no_bias", "without a bias", "不带偏置", lambda x, W: softmax(x @ W), inputs=[X, W]),
        variant(
            "column",
            "one token as a column: softmax(W x + b)",
            "单个词元（列向量）：softmax(W x + b)",
            lambda x, W, b: softmax(W @ x + b),
            inputs=[data("x", d), weight("W", V, d), b],
        ),
        variant(
            "tied",
            "tied to the embedding: softmax(x E^T)",
            "与词嵌入共享权重：softmax(x E^T)",
            lambda x, E: softmax(x @ E.T),
            inputs=[X, weight("E", V, d)],
        ),
        variant(
            "logits",
            "the logits, before the softmax",
            "softmax 之前的 logits",
            lambda x, W, b: x @ W + b,
            result="z",
        ),
    ],
    pitfalls=[
        pitfall(
            "softmax_over_tokens",
            "each row sums to one: the softmax runs over the vocabulary",
            "每一行之和为 1：softmax 沿词表方向",
            lambda x, W, b: softmax(x @ W + b, axis=-2),
        ),
        pitfall(
            "sigmoid",
            "the words compete: softmax, not sigmoid",
            "各词相互竞争：应为 softmax，而不是 sigmoid",
            lambda x, W, b: sigmoid(x @ W + b),
        ),
        pitfall(
            "bias_outside",
            "the bias belongs inside the softmax",
            "偏置应在 softmax 之内",
            lambda x, W, b: softmax(x @ W) + b,
        ),
    ],
)

logits, targets = data("logits", n, V, tex="z"), tokens("targets", n, below=V, tex="y")
ids = tokens("tokens", n, below=V, tex="x")
SHANNON = "Goodfellow et al. 2016, section 6.2.2"
MINUS = ("the loss is the negative logarithm", "损失是对数的相反数：符号错了")


def total(count: Any, part: Any) -> Term:
    """A number: the sum over positions, times a factor."""
    return tab(body=lambda: part(lambda body: sum_over(count, body, "i")))


def log_probabilities(z: Term) -> Term:
    return let(r"\log p", log_softmax(z))


def chosen(z: Term, y: Term) -> Any:
    """log softmax(z_i) at y_i."""
    log_p = log_probabilities(z)
    return lambda i: log_p.at(i, y.at(i))


formula(
    "transformer.cross_entropy",
    "Softmax cross-entropy",
    "softmax 交叉熵",
    inputs=[logits, targets],
    term=lambda z, y: total(n, lambda over: -over(chosen(z, y)) / n),
    result="L",
    reference=SHANNON,
    variants=[
        variant(
            "sum",
            "summed over the positions",
            "对各位置求和",
            lambda z, y: total(n, lambda over: -over(chosen(z, y))),
        ),
        variant(
            "one_hot",
            "targets as probabilities: −Σ y log softmax(z) / n",
            "目标为概率分布：−Σ y log softmax(z) / n",
            lambda z, y: total(
                n,
                lambda over: (
                    -over(lambda i: sum_over(V, lambda j: y.at(i, j) * log_probabilities(z).at(i, j), "j")) / n
                ),
            ),
            inputs=[logits, data("y", n, V)],
        ),
    ],
    pitfalls=[
        pitfall("sign", *MINUS, lambda z, y: total(n, lambda over: over(chosen(z, y)) / n)),
        pitfall(
            "no_normaliser",
            "the logits are not normalised: log softmax is missing",
            "logits 未归一化：缺少 log softmax",
            lambda z, y: total(n, lambda over: -over(lambda i: z.at(i, y.at(i))) / n),
        ),
        pitfall(
            "no_logarithm",
            "the logarithm is missing",
            "缺少对数",
            lambda z, y: total(n, lambda over: -over(lambda i: let("p", softmax(z)).at(i, y.at(i))) / n),
        ),
        pitfall(
            "over_vocabulary",
            "divided by the number of positions, not of words",
            "应除以位置数，而不是词表大小",
            lambda z, y: total(n, lambda over: -over(chosen(z, y)) / V),
        ),
    ],
)


def one_hot(y: Term) -> Term:
    """1 where the column is the target, else 0."""
    return let("Y", tab(n, V, body=lambda i, j: If(Eq(y.at(i), j), 1, 0)))


formula(
    "transformer.cross_entropy_gradient",
    "Gradient of softmax cross-entropy",
    "softmax 交叉熵的梯度",
    inputs=[logits, targets],
    term=lambda z, y: (softmax(z) - one_hot(y)) / n,
    result=r"\frac{\partial L}{\partial z}",
    reference=SHANNON,
    variants=[
        variant(
            "sum",
            "of the loss summed over the positions",
            "损失对各位置求和时",
            lambda z, y: softmax(z) - one_hot(y),
        ),
        variant(
            "one_sample",
            "of one position: softmax(z) − y",
            "单个位置：softmax(z) − y",
            lambda z, y: softmax(z) - y,
            inputs=[data("z", V), data("y", V)],
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "the gradient is p − y, not y − p",
            "梯度是 p − y，而不是 y − p",
            lambda z, y: (one_hot(y) - softmax(z)) / n,
        ),
        pitfall("target_missing", "the target is taken off", "还要减去目标", lambda z, y: softmax(z) / n),
        pitfall(
            "logits_for_probabilities",
            "the gradient has probabilities, not logits",
            "梯度中是概率，而不是 logits",
            lambda z, y: (z - one_hot(y)) / n,
        ),
    ],
)


def shifted(z: Term, x: Term, by: int = 1) -> Any:
    """log softmax(z_i) at the token ``by`` places later."""
    log_p = log_probabilities(z)
    return lambda i: log_p.at(i, x.at(i + by))


formula(
    "transformer.next_token_loss",
    "Next-token loss",
    "下一词元的损失",
    inputs=[logits, ids],
    term=lambda z, x: total(n - 1, lambda over: -over(shifted(z, x)) / (n - 1)),
    result="L",
    reference="Radford et al. 2018, eq. 1",
    requires=[Ge(n, 2)],
    variants=[
        variant(
            "sum",
            "summed over the positions",
            "对各位置求和",
            lambda z, x: total(n - 1, lambda over: -over(shifted(z, x))),
        )
    ],
    pitfalls=[
        pitfall(
            "not_shifted",
            "position i predicts token i + 1, not itself",
            "位置 i 预测的是第 i + 1 个词元，而不是自己",
            lambda z, x: total(n - 1, lambda over: -over(shifted(z, x, 0)) / (n - 1)),
        ),
        pitfall(
            "shifted_backwards",
            "position i predicts the token after it, not the one before",
            "位置 i 预测的是后一个词元，而不是前一个",
            lambda z, x: total(n - 1, lambda over: -over(lambda i: log_probabilities(z).at(i + 1, x.at(i))) / (n - 1)),
        ),
        pitfall(
            "divided_by_n",
            "there are n − 1 predictions, not n",
            "共有 n − 1 个预测，而不是 n 个",
            lambda z, x: total(n - 1, lambda over: -over(shifted(z, x)) / n),
        ),
        pitfall("sign", *MINUS, lambda z, x: total(n - 1, lambda over: over(shifted(z, x)) / (n - 1))),
    ],
)
