"""Normalising flows: densities under an invertible map, and a coupling layer."""

from ..lang import data, dims, exp, scalar
from ..model import pitfall
from ..registry import formula

n = dims("n")[0]
base, change = scalar("p"), scalar("J")
x, s, t = data("x", n), data("s", n), data("t", n)

formula(
    "flows.change_of_variables",
    "Log density under an invertible map of the base variable",
    "可逆映射下的对数密度",
    inputs=[base, change],
    term=lambda p, J: p - J,
    result=r"\log p_{X}",
    reference="Rezende and Mohamed 2015, eq. 5",
    pitfalls=[pitfall("plus", "the map thins out the density", "映射的拉伸使密度减小，应相减", lambda p, J: p + J)],
)

formula(
    "flows.coupling",
    "Affine coupling (RealNVP)",
    "仿射耦合层（RealNVP）",
    inputs=[x, s, t],
    term=lambda x, s, t: x * exp(s) + t,
    result="y",
    reference="Dinh, Sohl-Dickstein and Bengio 2017, eq. 5",
    pitfalls=[
        pitfall("exponential_missing", "the scale is an exponential", "缩放要取指数", lambda x, s, t: x * s + t),
        pitfall("shift_inside", "the shift is added at the end", "平移在最后相加", lambda x, s, t: (x + t) * exp(s)),
    ],
)
