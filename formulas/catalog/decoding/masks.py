"""The causal mask: 1 where a query may read a key."""

from collections.abc import Callable
from typing import Any

from ...lang import Ge, Gt, If, Le, Lt, Term, oo, size, tab
from ...model import pitfall, variant
from ...registry import formula


def where(condition: Any, then: Any = 1, otherwise: Any = 0) -> Callable[[Any], Term]:
    """An n × n matrix by a condition on query i and key j."""
    return lambda n: tab(n, n, body=lambda i, j: If(condition(i, j), then, otherwise))


formula(
    "decoding.causal_mask",
    "Causal mask",
    "因果掩码",
    inputs=[size("n")],
    term=where(lambda i, j: Le(j, i)),
    result="M",
    reference="Vaswani et al. 2017, section 3.2.3",
    variants=[
        variant(
            "blocked",
            "1 marks what must not be read",
            "1 标记不可读取的位置",
            where(lambda i, j: Gt(j, i)),
        ),
        variant(
            "additive",
            "0 where reading is allowed, −∞ elsewhere, to be added to the scores",
            "加性掩码：可读处为 0，其余为 −∞，与分数相加",
            where(lambda i, j: Le(j, i), 0, -oo),
        ),
    ],
    pitfalls=[
        pitfall(
            "diagonal_excluded",
            "a position reads itself too: the diagonal belongs to the mask",
            "每个位置也能看到自己：对角线应包含在内",
            where(lambda i, j: Lt(j, i)),
        ),
        pitfall(
            "one_ahead",
            "a position must not read its successor",
            "不能看到后一个位置",
            where(lambda i, j: Le(j, i + 1)),
        ),
        pitfall(
            "transposed",
            "upper triangle: each position reads the future instead of the past",
            "上三角：看到的是将来而不是过去",
            where(lambda i, j: Ge(j, i)),
        ),
        pitfall("everything", "nothing is masked", "没有遮住任何位置", where(lambda i, j: Ge(j, 0))),
    ],
)
