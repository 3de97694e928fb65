"""Jacobians of softmax and its logarithm."""

from typing import Any

from ...lang import Eq, If, Term, data, dims, einsum, let, row, softmax, tab
from ...model import pitfall, variant
from ...registry import formula

(n,) = dims("n")
x = data("x", n)


def unit() -> Term:
    """δ_ij."""
    return let(r"\delta", tab(n, n, body=lambda i, j: If(Eq(i, j), 1, 0)))


def shares(x: Term) -> Term:
    """p = softmax(x)."""
    return let("p", softmax(x))


def entries(x: Term, body: Any) -> Term:
    """A Jacobian by its entries, from δ and p."""
    delta, p = unit(), shares(x)
    return tab(n, n, body=lambda i, j: body(delta.at(i, j), p.at(i), p.at(j)))


formula(
    "activation.softmax_jacobian",
    "Jacobian of softmax",
    "Softmax 的雅可比矩阵",
    inputs=[x],
    term=lambda x: einsum("i,ij->ij", shares(x), unit() - row(shares(x))),
    result="J",
    reference="Bridle 1990; Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.2.2.3",
    variants=[
        variant(
            "outer_product",
            "diag(p) − p pᵀ",
            "diag(p) − p pᵀ 的形式",
            lambda x: shares(x) * unit() - einsum("i,j->ij", shares(x), shares(x)),
        ),
    ],
    pitfalls=[
        pitfall(
            "diagonal_only",
            "p_i(1 − p_i) on the diagonal, nothing beside it: softmax is no elementwise function",
            "只有对角线上的 p_i(1 − p_i)：softmax 不是逐元素函数",
            lambda x: entries(x, lambda d, p, q: d * p * (1 - p)),
        ),
        pitfall(
            "off_diagonal_sign",
            "plus beside the diagonal",
            "非对角元的符号反了",
            lambda x: entries(x, lambda d, p, q: p * (d * (1 - 2 * q) + q)),
        ),
        pitfall(
            "delta_missing",
            "p_i(1 − p_j) everywhere",
            "处处为 p_i(1 − p_j)：缺少 δ_ij",
            lambda x: entries(x, lambda d, p, q: p * (1 - q)),
        ),
        pitfall(
            "negated",
            "the sign is reversed",
            "整体符号反了",
            lambda x: entries(x, lambda d, p, q: p * (q - d)),
        ),
        pitfall(
            "outer_product_missing",
            "diag(p): the term −p pᵀ is missing",
            "只有 diag(p)：缺少 −p pᵀ",
            lambda x: entries(x, lambda d, p, q: d * p),
        ),
    ],
)

formula(
    "activation.log_softmax_jacobian",
    "Jacobian of log-softmax",
    "Log-softmax 的雅可比矩阵",
    inputs=[x],
    term=lambda x: entries(x, lambda d, p, q: d - q),
    result="J",
    reference="Goodfellow, Bengio and Courville 2016, Deep Learning, section 6.2.2.3",
    variants=[
        variant("rows", "I − 1 pᵀ", "I − 1 pᵀ 的形式", lambda x: unit() - row(shares(x))),
    ],
    pitfalls=[
        pitfall("transposed", "p_i in place of p_j", "p_j 写成了 p_i", lambda x: entries(x, lambda d, p, q: d - p)),
        pitfall(
            "of_softmax",
            "the Jacobian of softmax: the factor p_i falls away",
            "这是 softmax 的雅可比矩阵：不应再乘 p_i",
            lambda x: entries(x, lambda d, p, q: p * (d - q)),
        ),
        pitfall(
            "delta_missing",
            "1 − p_j everywhere",
            "处处为 1 − p_j：缺少 δ_ij",
            lambda x: entries(x, lambda d, p, q: 1 - q),
        ),
        pitfall(
            "negated",
            "p_j − δ_ij: that is the gradient of the loss",
            "p_j − δ_ij：那是损失的梯度",
            lambda x: entries(x, lambda d, p, q: q - d),
        ),
    ],
)
