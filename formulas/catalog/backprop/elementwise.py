"""Gradients through activations, from the gradient of their value (and the value itself)."""

from ...lang import Term, data, dims, greater, less, reduce_sum, softmax, where
from ...model import pitfall, variant
from ...registry import formula
from .dense import gradient

(n,) = dims("n")
da, a = data("da", n), data("a", n)
p, dp = data("p", n, low=0, high=1), data("dp", n)
z = data("z", n)
CHAIN = "Goodfellow et al. 2016, eq. 6.44 (chain rule)"
PASSED = ("the gradient from above multiplies the slope", "上游梯度要与导数相乘")

formula(
    "backprop.sigmoid",
    "Gradient through a sigmoid, by its value",
    "sigmoid 的反向传播（用函数值表示）",
    inputs=[da, a],
    term=lambda da, a: da * a * (1 - a),
    result="dz",
    reference=CHAIN,
    variants=[
        variant(
            "fraction",
            "written as derivatives",
            "写成偏导数",
            lambda da, a: da * a * (1 - a),
            result=gradient("z"),
        ),
    ],
    pitfalls=[
        pitfall("plus", "a(1 − a), not a(1 + a)", "应为 a(1 − a)，而不是 a(1 + a)", lambda da, a: da * a * (1 + a)),
        pitfall("factor_missing", "the factor a is missing", "缺少因子 a", lambda da, a: da * (1 - a)),
        pitfall("like_tanh", "1 − a² belongs to tanh", "1 − a² 属于 tanh", lambda da, a: da * (1 - a**2)),
        pitfall("upstream_missing", *PASSED, lambda da, a: a * (1 - a)),
    ],
)

formula(
    "backprop.tanh",
    "Gradient through a tanh, by its value",
    "tanh 的反向传播（用函数值表示）",
    inputs=[da, a],
    term=lambda da, a: da * (1 - a**2),
    result="dz",
    reference=CHAIN,
    pitfalls=[
        pitfall("square_missing", "1 − a²: the square is missing", "1 − a²：缺少平方", lambda da, a: da * (1 - a)),
        pitfall(
            "like_sigmoid",
            "a(1 − a) belongs to the sigmoid",
            "a(1 − a) 属于 sigmoid",
            lambda da, a: da * a * (1 - a),
        ),
        pitfall("upstream_missing", *PASSED, lambda da, a: 1 - a**2),
    ],
)

formula(
    "backprop.relu",
    "Gradient through a ReLU",
    "ReLU 的反向传播",
    inputs=[da, z],
    term=lambda da, z: where(greater(z, 0), da, 0),
    result="dz",
    reference=CHAIN,
    pitfalls=[
        pitfall("other_side", "gradients pass where z > 0", "z > 0 处梯度通过", lambda da, z: where(less(z, 0), da, 0)),
        pitfall(
            "by_gradient",
            "the sign of z decides, not that of the gradient",
            "由 z 的符号决定，而不是梯度的符号",
            lambda da, z: where(greater(da, 0), da, 0),
        ),
        pitfall("value", "the slope is 1, not z", "导数为 1，而不是 z", lambda da, z: where(greater(z, 0), da * z, 0)),
    ],
)


def through_softmax(p: Term, dp: Term) -> Term:
    return p * (dp - reduce_sum(p * dp, keepdims=True))


formula(
    "backprop.softmax",
    "Gradient through a softmax, by its value",
    "softmax 的反向传播（用函数值表示）",
    inputs=[p, dp],
    term=through_softmax,
    result="dz",
    reference="Bridle 1990, eq. 8",
    pitfalls=[
        pitfall(
            "coupling_missing",
            "the entries of a softmax depend on one another",
            "softmax 各分量相互依赖：缺少求和项",
            lambda p, dp: p * dp,
        ),
        pitfall(
            "like_sigmoid",
            "p(1 − p) is only the diagonal",
            "p(1 − p) 只是对角线部分",
            lambda p, dp: dp * p * (1 - p),
        ),
        pitfall(
            "not_weighted",
            "the sum is weighted by p",
            "求和要以 p 加权",
            lambda p, dp: p * (dp - reduce_sum(dp, keepdims=True)),
        ),
        pitfall(
            "plus",
            "the sum is taken off",
            "求和项应减去",
            lambda p, dp: p * (dp + reduce_sum(p * dp, keepdims=True)),
        ),
    ],
)

y = data("y", n)

formula(
    "backprop.softmax_cross_entropy",
    "Gradient of softmax with cross-entropy",
    "softmax 与交叉熵合并的梯度",
    inputs=[z, y],
    term=lambda z, y: softmax(z) - y,
    result=gradient("z"),
    reference="Bishop 2006, eq. 4.109",
    variants=[
        variant("short", "written dz", "记作 dz", lambda z, y: softmax(z) - y, result="dz"),
        variant(
            "prediction_given",
            "from the prediction",
            "由预测值计算",
            lambda p, y: p - y,
            inputs=[data("y_hat", n, tex=r"\hat{y}"), y],
        ),
        variant(
            "short_prediction_given",
            "from the prediction, written dz",
            "由预测值计算，记作 dz",
            lambda p, y: p - y,
            inputs=[data("y_hat", n, tex=r"\hat{y}"), y],
            result="dz",
        ),
    ],
    pitfalls=[
        pitfall(
            "sign",
            "prediction less target, not the other way round",
            "预测减目标，而不是目标减预测",
            lambda z, y: y - softmax(z),
        ),
        pitfall("logits", "the probabilities, not the logits", "应为概率，而不是 logits", lambda z, y: z - y),
        pitfall(
            "slope_again",
            "the slope of the softmax is already in it",
            "softmax 的导数已包含在内",
            lambda z, y: (softmax(z) - y) * softmax(z) * (1 - softmax(z)),
        ),
    ],
)
