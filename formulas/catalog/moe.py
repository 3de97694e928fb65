"""Mixture of experts: what the gate makes of the experts' outputs, and the loss that keeps them equally busy."""

from collections.abc import Callable
from typing import Any

from ..lang import Term, data, dims, scalar
from ..model import pitfall
from ..registry import formula
from ..terms import number, total

n, d = dims("n d")
gates, outputs = data("g", n, low=0, high=1), data("E", n, d)

formula(
    "moe.output",
    "Output of a mixture of experts",
    "专家混合的输出",
    inputs=[gates, outputs],
    term=lambda g, e: g @ e,
    result="y",
    reference="Shazeer et al. 2017, eq. 1",
)

shares, chances = data("f", n, low=0, high=1), data("P", n, low=0, high=1)
alpha = scalar("alpha", low=0, high=1)


def balance(part: Callable[[Any, Any], Any], scale: Any = n) -> Callable[..., Term]:
    return lambda f, p, a: number(a.at() * scale * total(n, lambda i: part(f.at(i), p.at(i)), "i"))


formula(
    "moe.load_balance",
    "Load balancing loss of a mixture of experts",
    "专家混合的负载均衡损失",
    inputs=[shares, chances, alpha],
    term=balance(lambda f, p: f * p),
    result="L",
    reference="Fedus et al. 2022 (Switch Transformer), eq. 4",
    pitfalls=[
        pitfall("sum", "the shares multiply the probabilities", "占比与概率应相乘", balance(lambda f, p: f + p)),
        pitfall("count_missing", "scaled by the number of experts", "要乘以专家数", balance(lambda f, p: f * p, 1)),
    ],
)
