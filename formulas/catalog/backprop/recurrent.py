"""Backpropagation through time: one step back, the gradient of the recurrent weights, the cell of an LSTM."""

from ...lang import Term, column, data, dims, row, tanh, weight
from ...model import pitfall, variant
from ...registry import formula
from .dense import gradient

d, T = dims("d T")
W = weight("W_hh", d, d, tex="W_{hh}")
h, dh = data("h", d, tex="h_{t}"), data("dh", d, tex="dh_{t}")
BPTT = "Werbos 1990; Pascanu, Mikolov and Bengio 2013, eqs. 3 to 5"


def step_back(W: Term, dh: Term, h: Term) -> Term:
    return W.T @ (dh * (1 - h**2))


formula(
    "backprop.rnn.hidden_gradient",
    "Gradient one step back in a tanh RNN",
    "tanh RNN 沿时间反传一步",
    inputs=[W, dh, h],
    term=step_back,
    result="dh_{t-1}",
    reference=BPTT,
    variants=[
        variant("fraction", "written as derivatives", "写成偏导数", step_back, result=gradient("h_{t-1}")),
    ],
    pitfalls=[
        pitfall(
            "not_transposed",
            "backwards goes through the transpose",
            "反向经过转置",
            lambda W, dh, h: W @ (dh * (1 - h**2)),
        ),
        pitfall("slope_missing", "the slope of tanh is missing", "缺少 tanh 的导数", lambda W, dh, h: W.T @ dh),
        pitfall(
            "slope_after",
            "the slope comes before the weights on the way back",
            "反向时先乘导数，再乘权重",
            lambda W, dh, h: (W.T @ dh) * (1 - h**2),
        ),
        pitfall(
            "like_sigmoid",
            "h(1 − h) belongs to the sigmoid",
            "h(1 − h) 属于 sigmoid",
            lambda W, dh, h: W.T @ (dh * (h * (1 - h))),
        ),
        pitfall(
            "square_missing",
            "1 − h²: the square is missing",
            "1 − h²：缺少平方",
            lambda W, dh, h: W.T @ (dh * (1 - h)),
        ),
    ],
)

errors, before = data("D", T, d, tex=r"\Delta"), data("H", T, d)

formula(
    "backprop.rnn.weight_gradient",
    "Gradient of the recurrent weights, over all steps",
    "循环权重的梯度（对所有时间步）",
    inputs=[errors, before],
    term=lambda D, H: D.T @ H,
    result=gradient("W_{hh}"),
    reference=BPTT,
    pitfalls=[
        pitfall(
            "transposed",
            "the errors come first: Σ δ_t h_{t−1}ᵀ",
            "误差在前：Σ δ_t h_{t−1}ᵀ",
            lambda D, H: H.T @ D,
        ),
        pitfall(
            "last_step",
            "all steps count, not the last alone",
            "所有时间步都要计入，而不只是最后一步",
            lambda D, H: column(D[T - 1]) @ row(H[T - 1]),
        ),
    ],
)

o, c, f = (data(k, d, tex=f"{k}_{{{at}}}") for k, at in (("o", "t"), ("c", "t"), ("f", "t+1")))
dc = data("dc", d, tex="dc_{t+1}")


def cell(dh: Term, o: Term, c: Term, dc: Term, f: Term) -> Term:
    return dh * o * (1 - tanh(c) ** 2) + dc * f


formula(
    "backprop.lstm.cell",
    "Gradient of an LSTM's cell state",
    "LSTM 细胞状态的梯度",
    inputs=[dh, o, c, dc, f],
    term=cell,
    result="dc_{t}",
    reference="Greff et al. 2017, appendix A",
    pitfalls=[
        pitfall(
            "slope_missing",
            "the slope of tanh is missing",
            "缺少 tanh 的导数",
            lambda dh, o, c, dc, f: dh * o + dc * f,
        ),
        pitfall(
            "square_missing",
            "1 − tanh²: the square is missing",
            "1 − tanh²：缺少平方",
            lambda dh, o, c, dc, f: dh * o * (1 - tanh(c)) + dc * f,
        ),
        pitfall(
            "later_missing",
            "the next step's cell counts too",
            "还要加上下一时刻的梯度",
            lambda dh, o, c, dc, f: dh * o * (1 - tanh(c) ** 2),
        ),
        pitfall(
            "gate_missing",
            "it comes back through the forget gate",
            "下一时刻的梯度要经过遗忘门",
            lambda dh, o, c, dc, f: dh * o * (1 - tanh(c) ** 2) + dc,
        ),
        pitfall(
            "cell_for_tanh",
            "the slope of tanh(c): 1 − tanh²(c), not 1 − c²",
            "应为 1 − tanh²(c)，而不是 1 − c²",
            lambda dh, o, c, dc, f: dh * o * (1 - c**2) + dc * f,
        ),
    ],
)
