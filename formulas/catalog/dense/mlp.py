"""The multilayer perceptron."""

from collections.abc import Callable
from functools import partial

from ...lang import Term, activation, apply, bias, data, dims, relu, weight
from ...model import pitfall, variant
from ...registry import formula
from .layouts import OTHERS, Function

d_0, d_1, d_2, d_3, n = dims("d_0 d_1 d_2 d_3 n")

MLP = [
    data("x", d_0),
    weight("W_1", d_1, d_0),
    bias("b_1", d_1),
    weight("W_2", d_2, d_1),
    bias("b_2", d_2),
    weight("W_3", d_3, d_2),
    bias("b_3", d_3),
]
MLP_ROWS = [
    data("X", n, d_0),
    weight("W_1", d_0, d_1),
    bias("b_1", d_1),
    weight("W_2", d_1, d_2),
    bias("b_2", d_2),
    weight("W_3", d_2, d_3),
    bias("b_3", d_3),
]
TRANSPOSED_MLP = [data("x", d_0), *MLP_ROWS[1:]]
MLP_WITHOUT_BIAS = [MLP[0], *MLP[1::2]]


def mlp(f: Function) -> Callable[..., Term]:
    """W_3 f(W_2 f(W_1 x + b_1) + b_2) + b_3."""
    return lambda x, W_1, b_1, W_2, b_2, W_3, b_3: W_3 @ f(W_2 @ f(W_1 @ x + b_1) + b_2) + b_3


formula(
    "dense.mlp",
    "Multilayer perceptron with two hidden layers",
    "多层感知机（两个隐藏层）",
    inputs=MLP,
    term=mlp(relu),
    result="y",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, chapter 6",
    variants=[
        *(
            variant(
                name,
                f"with {name} in the hidden layers",
                f"隐藏层激活函数为 {name}",
                mlp(partial(apply, name)),
                call={"activation": name},
            )
            for name in ("sigmoid", *OTHERS)
            if name != "relu"
        ),
        variant(
            "rows",
            "samples in rows, weights [d_in, d_out]",
            "样本按行排列，权重 [d_in, d_out]",
            lambda X, W_1, b_1, W_2, b_2, W_3, b_3: relu(relu(X @ W_1 + b_1) @ W_2 + b_2) @ W_3 + b_3,
            inputs=MLP_ROWS,
            result="Y",
        ),
        variant(
            "transposed_weights",
            "weights stored [d_in, d_out]: W^T x + b",
            "权重按 [d_in, d_out] 存放：W^T x + b",
            lambda x, W_1, b_1, W_2, b_2, W_3, b_3: W_3.T @ relu(W_2.T @ relu(W_1.T @ x + b_1) + b_2) + b_3,
            inputs=TRANSPOSED_MLP,
        ),
        variant(
            "without_bias",
            "no biases",
            "不带偏置",
            lambda x, W_1, W_2, W_3: W_3 @ relu(W_2 @ relu(W_1 @ x)),
            inputs=MLP_WITHOUT_BIAS,
        ),
        variant(
            "any_activation",
            "an activation f that is not specified",
            "未指明的激活函数 f",
            mlp(activation),
        ),
    ],
    pitfalls=[
        pitfall(
            "activation_on_output",
            "the last layer is activated too: negative outputs are lost",
            "最后一层也加了激活：负的输出丢失",
            lambda x, W_1, b_1, W_2, b_2, W_3, b_3: relu(W_3 @ relu(W_2 @ relu(W_1 @ x + b_1) + b_2) + b_3),
        ),
        pitfall(
            "no_activation",
            "no activation between the layers: the whole is one affine map",
            "层与层之间没有激活：整体退化为一个仿射变换",
            mlp(lambda z: z),
        ),
        pitfall(
            "activation_missing_once",
            "the second hidden layer has no activation",
            "第二个隐藏层没有激活",
            lambda x, W_1, b_1, W_2, b_2, W_3, b_3: W_3 @ (W_2 @ relu(W_1 @ x + b_1) + b_2) + b_3,
        ),
        pitfall(
            "bias_outside",
            "hidden biases are added after the activation",
            "隐藏层的偏置加在激活之后",
            lambda x, W_1, b_1, W_2, b_2, W_3, b_3: W_3 @ (relu(W_2 @ (relu(W_1 @ x) + b_1)) + b_2) + b_3,
        ),
    ],
)
