"""Backward pass of batch normalisation: what reaches the inputs, the statistics and the parameters."""

from collections.abc import Callable

from ...lang import Term, data, dims, scalar, sqrt
from ...model import pitfall
from ...registry import formula
from ...terms import number, total

m = dims("m")[0]
dy, normed = data("dy", m), data("x_hat", m, tex=r"\hat{x}")
gamma, variance = scalar("gamma"), scalar("variance", tex=r"\sigma_{B}^{2}", low=0)
eps = scalar("eps", tex=r"\epsilon", low=0, high=1)
Gradient = Callable[[Term, Term, Term, Term, Term], Term]


def average(part: Callable[[object], object]) -> Term:
    """1/m Σ_i part(i): over the batch."""
    return number(total(m, part) / m)


def back(mean: int = 1, along: int = 1, root: Callable[[Term], Term] = sqrt) -> Gradient:
    """γ / √(σ² + ε) (dy − mean of dy − x̂ · mean of dy x̂), either mean with a sign of its own."""

    def gradient(dy: Term, x: Term, g: Term, v: Term, e: Term) -> Term:
        common, slant = average(lambda i: dy.at(i)), average(lambda i: dy.at(i) * x.at(i))
        return g / root(v + e) * (dy - mean * common - along * x * slant)

    return gradient


formula(
    "normalization.batch.input_gradient",
    "Backward pass of batch normalisation",
    "批归一化的反向传播",
    inputs=[dy, normed, gamma, variance, eps],
    term=back(),
    result="dx",
    reference="Ioffe and Szegedy 2015, section 3",
    pitfalls=[
        pitfall("mean_added", "the mean is taken off", "均值应减去", back(mean=-1)),
        pitfall("mean_missing", "the mean of the gradients is missing", "缺少梯度的均值", back(mean=0)),
        pitfall(
            "slant_added",
            "the part along the normalised input is taken off",
            "沿归一化输入的分量应减去",
            back(along=-1),
        ),
        pitfall(
            "slant_missing", "the part along the normalised input is missing", "缺少沿归一化输入的分量", back(along=0)
        ),
        pitfall(
            "root_missing", "by the deviation, not by the variance", "除以标准差，而不是方差", back(root=lambda v: v)
        ),
    ],
)
