"""What singular and eigenvalues say: shares of the variance, errors of low ranks."""

from collections.abc import Callable

from ..lang import If, Lt, Term, data, dims, scalar, size, weight
from ..model import pitfall
from ..registry import formula
from ..terms import number, total

d = dims("d")[0]
spectrum, singular = (
    data("lambda_", d, tex=r"\lambda", low=0.1, high=1),
    data("sigma", d, tex=r"\sigma", low=0.1, high=1),
)
one, count = scalar("sigma", tex=r"\sigma", low=0.1, high=2), size("n", 2)

formula(
    "decomposition.explained_shares",
    "Shares of the variance that components explain",
    "各主成分解释的方差比例",
    inputs=[spectrum],
    term=lambda s: s / number(total(d, lambda j: s.at(j), "j")),
    result=r"\rho",
    reference="Jolliffe 2002, section 6.1",
    pitfalls=[
        pitfall(
            "squared",
            "eigenvalues are variances already",
            "特征值本身就是方差",
            lambda s: s * s / number(total(d, lambda j: s.at(j), "j")),
        ),
    ],
)

formula(
    "decomposition.variance",
    "Eigenvalue of the covariance from a singular value of the centred data",
    "由中心化数据的奇异值得到的协方差特征值",
    inputs=[one, count],
    term=lambda s, n: s**2 / (n - 1),
    result=r"\lambda",
    reference="Jolliffe 2002, section 3.5",
    pitfalls=[
        pitfall("not_squared", "the singular value is squared", "奇异值要平方", lambda s, n: s / (n - 1)),
        pitfall("plus", "divided by n − 1", "除以 n − 1", lambda s, n: s**2 / (n + 1)),
    ],
)


def left(first: int, power: int = 2) -> Callable[..., Term]:
    return lambda s, k: number(total(d, lambda i: If(Lt(i, k + first), 0, s.at(i) ** power)))


formula(
    "decomposition.truncation_error",
    "Squared error of the best approximation of rank k (Frobenius)",
    "秩 k 最佳近似的平方误差（Frobenius 范数）",
    inputs=[singular, size("k", 1)],
    term=left(0),
    result="E",
    reference="Eckart and Young 1936",
    pitfalls=[pitfall("not_squared", "the singular values are squared", "奇异值要平方", left(0, 1))],
)

# the direction is learned: a weight, as its length cancels and no value of it could be felt
w, between, within = weight("w", d), data("S_B", d, d, tex="S_{B}"), data("S_W", d, d, tex="S_{W}")
formula(
    "decomposition.fisher_criterion",
    "Fisher's criterion",
    "Fisher 判别准则",
    inputs=[w, between, within],
    term=lambda w, b, s: (w @ b @ w) / (w @ s @ w),
    result="J",
    reference="Bishop 2006, eq. 4.26",
    pitfalls=[
        pitfall(
            "upside_down",
            "between the classes over within them",
            "类间散度在分子上，类内散度在分母上",
            lambda w, b, s: (w @ s @ w) / (w @ b @ w),
        ),
    ],
)
