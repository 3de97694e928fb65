"""The ways in which people write f(W x + b)."""

from collections.abc import Callable

from ...lang import Term, bias, column, concat, data, dims, tab, weight
from ...model import Formula, Variant, variant

Function = Callable[[Term], Term]
OTHERS = ("tanh", "relu", "gelu", "silu", "softplus", "identity")
"""Activations besides the sigmoid, by the names that implementations give them."""

d_in, d_out, n = dims("d_in d_out n")

X = data("x", d_in)
B = bias("b", d_out)
AFFINE = [X, weight("W", d_out, d_in), B]
TRANSPOSED = [X, weight("W", d_in, d_out), B]
ROWS = [data("X", n, d_in), weight("W", d_in, d_out), B]
COLUMNS = [data("X", d_in, n), weight("W", d_out, d_in), B]
COLUMNS_TRANSPOSED = [data("X", d_in, n), weight("W", d_in, d_out), B]


def layouts(f: Function, result: str = "y") -> list[Callable[[Formula], Variant]]:
    """f(W x + b) with the weight transposed, samples in rows or columns, the bias absorbed or left out."""
    return [
        variant(
            "transposed_weight",
            "the weight stored [d_in, d_out]: W^T x + b",
            "权重按 [d_in, d_out] 存放：W^T x + b",
            lambda x, W, b: f(W.T @ x + b),
            inputs=TRANSPOSED,
            result=result,
        ),
        variant(
            "row_vector",
            "the sample as a row vector: x W + b",
            "样本为行向量：x W + b",
            lambda x, W, b: f(x @ W + b),
            inputs=TRANSPOSED,
            result=result,
        ),
        variant(
            "rows",
            "samples in rows: X W + b",
            "样本按行排列：X W + b",
            lambda X, W, b: f(X @ W + b),
            inputs=ROWS,
            result=result.upper(),
        ),
        variant(
            "rows_transposed_weight",
            "samples in rows, weight [d_out, d_in]: X W^T + b",
            "样本按行排列，权重 [d_out, d_in]：X W^T + b",
            lambda X, W, b: f(X @ W.T + b),
            inputs=[ROWS[0], *AFFINE[1:]],
            result=result.upper(),
        ),
        variant(
            "columns",
            "samples in columns: W X + b",
            "样本按列排列：W X + b",
            lambda X, W, b: f(W @ X + column(b)),
            inputs=COLUMNS,
            result=result.upper(),
        ),
        variant(
            "columns_transposed_weight",
            "samples in columns, weight [d_in, d_out]: W^T X + b",
            "样本按列排列，权重 [d_in, d_out]：W^T X + b",
            lambda X, W, b: f(W.T @ X + column(b)),
            inputs=COLUMNS_TRANSPOSED,
            result=result.upper(),
        ),
        variant(
            "without_bias",
            "no bias",
            "不带偏置",
            lambda x, W: f(W @ x),
            inputs=AFFINE[:2],
            result=result,
        ),
        variant(
            "absorbed_bias",
            "the bias as a last column of the weight, against a constant input of 1",
            "偏置并入权重的最后一列，对应恒为 1 的输入",
            lambda x, W: f(W @ concat(x, tab(1, body=lambda i: 1))),
            inputs=[X, weight("W", d_out, d_in + 1)],
            result=result,
        ),
    ]
