"""The chain rule, from the gradient of a value to the gradient of what it was computed from."""

from ...lang import data, dims
from ...model import pitfall
from ...registry import formula
from .dense import gradient

m, n = dims("m n")
J, dy = data("J", m, n, tex=r"\frac{\partial y}{\partial x}"), data("dy", m)

formula(
    "backprop.chain_rule",
    "Chain rule",
    "链式法则",
    inputs=[J, dy],
    term=lambda J, dy: J.T @ dy,
    result=gradient("x"),
    reference="Goodfellow, Bengio and Courville 2016, eq. 6.46",
    pitfalls=[
        pitfall("halved", "no factor is left over", "不应有多余的系数", lambda J, dy: (J.T @ dy) / 2),
        pitfall("sign", "the sign does not change", "符号不变", lambda J, dy: -(J.T @ dy)),
    ],
)
