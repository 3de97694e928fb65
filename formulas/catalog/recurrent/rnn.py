"""The plain recurrent cell (Elman)."""

from ...lang import Term, activation, relu, scan, sigmoid, tanh
from ...model import variant
from ...registry import formula
from .terms import cell_pitfalls, cell_variants, h_0, h_before, mixed, pairs, sequence_pitfalls, x_t, xs


def step(x: Term, h: Term, W: Term, b: Term) -> Term:
    return tanh(mixed(x, h, W, b))


def sequence(x: Term, h_0: Term, W: Term, b: Term, carried: bool = True) -> Term:
    (h,) = scan(lambda h, x: step(x, h if carried else h_0, W, b), init={"h_{t-1}": h_0}, over={"x_{t}": x})
    return h


formula(
    "recurrent.rnn.step",
    "Recurrent step",
    "循环神经网络的一步",
    inputs=[x_t, h_before, *pairs([""])],
    term=step,
    result="h_{t}",
    reference="Elman 1990; Goodfellow et al. 2016, eqs. 10.8 and 10.9",
    variants=[
        *cell_variants("", tanh),
        variant(
            "any_activation",
            "an unspecified activation f",
            "未指明的激活函数 f",
            lambda x, h, W, b: activation(mixed(x, h, W, b)),
        ),
        variant(
            "sigmoid",
            "sigmoid instead of tanh",
            "用 sigmoid 代替 tanh",
            lambda x, h, W, b: sigmoid(mixed(x, h, W, b)),
        ),
        variant("relu", "ReLU instead of tanh", "用 ReLU 代替 tanh", lambda x, h, W, b: relu(mixed(x, h, W, b))),
    ],
    pitfalls=cell_pitfalls(
        tanh, lambda z: z, "the activation is missing: the recurrence is linear", "缺少激活函数：循环成为线性"
    ),
)

formula(
    "recurrent.rnn.sequence",
    "Recurrent network over a sequence",
    "循环神经网络（整个序列）",
    inputs=[xs, h_0, *pairs([""])],
    term=sequence,
    result="H",
    reference="Elman 1990; Goodfellow et al. 2016, eqs. 10.8 and 10.9",
    pitfalls=sequence_pitfalls(sequence),
)
