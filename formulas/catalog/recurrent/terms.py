"""What all recurrent cells share: inputs of a step, gates in every layout, sequences that go wrong in time.

Weights act on [h, x], the hidden state first, and are [d_h, d_h + d_x].
"""

from collections.abc import Callable, Sequence
from typing import Any

from ...lang import Ge, If, Input, Term, bias, concat, data, dims, sigmoid, tab, take, tanh, weight
from ...model import Pitfall, Variant, pitfall, variant
from ...registry import formula

d_x, d_h, T = dims("d_x d_h T")
d_hx = d_h + d_x
x_t = data("x", d_x, tex="x_{t}")
h_before = data("h", d_h, tex="h_{t-1}")
xs = data("x", T, d_x, tex="x")
h_0 = data("h_0", d_h)

Squash = Callable[[Term], Term]


def matrix(letter: str) -> Input:
    """W [d_h, d_h + d_x], written ``W_{f}``, or ``W`` for no letter."""
    return weight(f"W_{letter}" if letter else "W", d_h, d_hx)


def offset(letter: str) -> Input:
    return bias(f"b_{letter}" if letter else "b", d_h)


def pairs(letters: Sequence[str]) -> list[Input]:
    """W and b of several gates, in order."""
    return [make(letter) for letter in letters for make in (matrix, offset)]


def mixed(x: Term, h: Term, W: Term, b: Term) -> Term:
    """W [h, x] + b."""
    return W @ concat(h, x) + b


def gate(x: Term, h: Term, W: Term, b: Term) -> Term:
    """σ(W [h, x] + b)."""
    return sigmoid(mixed(x, h, W, b))


def _split(letter: str, of: str, rows: bool = False) -> Input:
    """A weight on x or h alone: ``W_{xf}``, ``U_{f}``, [d_h, d] for columns and [d, d_h] for rows."""
    size = d_x if of == "x" else d_h
    name = f"W_{of}{letter}" if rows else f"{'W' if of == 'x' else 'U'}_{letter}" if letter else "WU"[of == "h"]
    return weight(name, *((size, d_h) if rows else (d_h, size)))


def cell_variants(letter: str, squash: Squash = sigmoid) -> list[Callable[..., Variant]]:
    """The layouts in which f(W [h, x] + b) is written."""
    W, b = matrix(letter), offset(letter)
    turned = weight(W.name, d_hx, d_h)
    on_x, on_h, rows_x, rows_h = (_split(letter, of, rows) for rows in (False, True) for of in "xh")
    i_x, i_h = weight(f"W_i{letter}", d_h, d_x), weight(f"W_h{letter}", d_h, d_h)
    b_i, b_h = bias(f"b_i{letter}", d_h), bias(f"b_h{letter}", d_h)
    return [
        variant(
            "transposed_weight",
            "weight stored transposed: W^T [h, x] + b",
            "权重按转置存放：W^T [h, x] + b",
            lambda x, h, W, b: squash(W.T @ concat(h, x) + b),
            inputs=[x_t, h_before, turned, b],
        ),
        variant(
            "rows",
            "vectors as rows: [h, x] W + b",
            "行向量写法：[h, x] W + b",
            lambda x, h, W, b: squash(concat(h, x) @ W + b),
            inputs=[x_t, h_before, turned, b],
        ),
        variant(
            "input_first",
            "the input stands first: W [x, h] + b",
            "输入在前：W [x, h] + b",
            lambda x, h, W, b: squash(W @ concat(x, h) + b),
        ),
        variant(
            "transposed_input_first",
            "W^T [x, h] + b",
            "W^T [x, h] + b",
            lambda x, h, W, b: squash(W.T @ concat(x, h) + b),
            inputs=[x_t, h_before, turned, b],
        ),
        variant(
            "split",
            "a matrix each for input and state: W x + U h + b",
            "输入与状态各用一个矩阵：W x + U h + b",
            lambda x, h, W, U, b: squash(W @ x + U @ h + b),
            inputs=[x_t, h_before, on_x, on_h, b],
        ),
        variant(
            "split_rows",
            "split weights, vectors as rows: x W_x + h W_h + b",
            "拆分权重的行向量写法：x W_x + h W_h + b",
            lambda x, h, W, U, b: squash(x @ W + h @ U + b),
            inputs=[x_t, h_before, rows_x, rows_h, b],
        ),
        variant(
            "two_biases",
            "split weights with a bias each (cuDNN, PyTorch)",
            "拆分权重且各带偏置（cuDNN、PyTorch）",
            lambda x, h, W, b, U, c: squash(W @ x + b + U @ h + c),
            inputs=[x_t, h_before, i_x, b_i, i_h, b_h],
        ),
        variant(
            "no_bias",
            "without a bias",
            "不带偏置",
            lambda x, h, W: squash(W @ concat(h, x)),
            inputs=[x_t, h_before, W],
        ),
        variant(
            "split_no_bias",
            "split weights without a bias",
            "拆分权重且不带偏置",
            lambda x, h, W, U: squash(W @ x + U @ h),
            inputs=[x_t, h_before, on_x, on_h],
        ),
    ]


def cell_pitfalls(squash: Squash, wrong: Squash, wrong_en: str, wrong_zh: str) -> list[Callable[..., Pitfall]]:
    """The mistakes that f(W [h, x] + b) invites; ``wrong`` is the function that is put in its place."""
    return [
        pitfall("wrong_function", wrong_en, wrong_zh, lambda x, h, W, b: wrong(mixed(x, h, W, b))),
        pitfall(
            "bias_outside",
            "the bias belongs inside the activation",
            "偏置应在激活函数之内",
            lambda x, h, W, b: squash(W @ concat(h, x)) + b,
        ),
        pitfall(
            "state_ignored",
            "the previous hidden state is missing: the cell does not recur",
            "漏掉上一时刻的隐状态：单元不再循环",
            lambda x, h, W, b: squash(take(W, d_h, d_x, axis=1) @ x + b),
        ),
        pitfall(
            "sum_for_concatenation",
            "h and x are joined, not added: their sizes differ",
            "h 与 x 是拼接而不是相加：两者长度不同",
            lambda x, h, W, b: squash(W @ (h + x) + b),
        ),
    ]


TANH_FOR_SIGMOID = (
    "a gate lies in (0, 1): its function is the sigmoid, not tanh",
    "门的取值在 (0, 1)：应为 sigmoid，而不是 tanh",
)
SIGMOID_FOR_TANH = (
    "the candidate lies in (−1, 1): its function is tanh",
    "候选值的取值在 (−1, 1)：应为 tanh，而不是 sigmoid",
)


def gate_formula(
    id: str, letter: str, en: str, zh: str, reference: str, extra: Sequence[Callable[..., Variant]] = ()
) -> None:
    """State σ(W [h, x] + b) under the gate's letter."""
    formula(
        id,
        en,
        zh,
        inputs=[x_t, h_before, matrix(letter), offset(letter)],
        term=gate,
        result=f"{letter}_{{t}}",
        reference=reference,
        variants=[*cell_variants(letter), *extra],
        pitfalls=cell_pitfalls(sigmoid, tanh, *TANH_FOR_SIGMOID),
    )


def one_late(x: Term) -> Term:
    """The sequence a step late, zero at first: what ``x_{t-1}`` in place of ``x_t`` reads."""
    return tab(*x.shape, body=lambda t, i: If(Ge(t, 1), x.at(t - 1, i), 0))


def backwards(x: Term) -> Term:
    return tab(*x.shape, body=lambda t, i: x.at(x.shape[0] - 1 - t, i))


def state_before(hs: Term, first: Term) -> Term:
    """The states before each step: h_0 … h_{T-1}."""
    return tab(*hs.shape, body=lambda t, i: If(Ge(t, 1), hs.at(t - 1, i), first.at(i)))


Run = Callable[..., Any]


def sequence_pitfalls(run: Run) -> list[Callable[..., Pitfall]]:
    """The mistakes in time of a sequence of one state, ``run(x, h_0, *parameters, step input)``."""
    return [
        pitfall(
            "previous_input",
            "step t reads x_t, not x_{t-1}; only the state comes from t-1",
            "第 t 步读入 x_t 而不是 x_{t-1}；只有状态来自 t-1",
            lambda x, h, *p: run(one_late(x), h, *p),
        ),
        pitfall(
            "reversed_time",
            "the sequence is read from its end",
            "按时间逆序读入序列",
            lambda x, h, *p: run(backwards(x), h, *p),
        ),
        pitfall(
            "state_before_step",
            "the state before each step is given, not the one after it: late by one",
            "输出了每一步之前的状态，而不是之后的状态：错位一步",
            lambda x, h, *p: state_before(run(x, h, *p), h),
        ),
        pitfall(
            "state_not_carried",
            "every step starts from h_0: the state is not carried on",
            "每一步都从 h_0 出发：状态没有传递",
            lambda x, h, *p: run(x, h, *p, carried=False),
        ),
    ]
