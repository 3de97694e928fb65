"""Gradient clipping, by norm and by value."""

from ...lang import Term, data, let, maximum, minimum, reduce_sum, scalar, sqrt
from ...model import pitfall, variant
from ...registry import formula
from .terms import n

PASCANU = "Pascanu, Mikolov and Bengio 2013, algorithm 1"
g, c = data("g", n), scalar("c", low=0)


def norm(g: Term) -> Term:
    return let(r"\|g\|", sqrt(reduce_sum(g**2)))


formula(
    "optimizer.clip_by_norm",
    "Gradient clipping by norm",
    "按范数裁剪梯度",
    inputs=[g, c],
    term=lambda g, c: minimum(1, c / norm(g)) * g,
    result=r"\hat{g}",
    reference=PASCANU,
    variants=[
        variant(
            "largest_below",
            "c g / max(‖g‖, c)",
            "写作 c g / max(‖g‖, c)",
            lambda g, c: c / maximum(norm(g), c) * g,
        ),
    ],
    pitfalls=[
        pitfall(
            "always",
            "gradients that are short enough stay as they are",
            "范数不超过阈值的梯度保持不变",
            lambda g, c: c / norm(g) * g,
        ),
        pitfall(
            "stretched",
            "short gradients stay, long ones are shortened: min, not max",
            "短的不变，长的缩短：应为 min 而不是 max",
            lambda g, c: maximum(1, c / norm(g)) * g,
        ),
        pitfall(
            "root_missing",
            "divided by the norm, not by its square",
            "应除以范数，而不是范数的平方",
            lambda g, c: minimum(1, c / reduce_sum(g**2)) * g,
        ),
        pitfall(
            "upside_down",
            "the threshold stands above the norm",
            "阈值在上，范数在下",
            lambda g, c: minimum(1, norm(g) / c) * g,
        ),
    ],
)

formula(
    "optimizer.clip_by_value",
    "Gradient clipping by value",
    "按值裁剪梯度",
    inputs=[g, c],
    term=lambda g, c: maximum(-c, minimum(c, g)),
    result=r"\hat{g}",
    reference="Mikolov 2012, section 3.2.2",
    variants=[
        variant(
            "other_order",
            "min(c, max(−c, g))",
            "写作 min(c, max(−c, g))",
            lambda g, c: minimum(c, maximum(-c, g)),
        ),
    ],
    pitfalls=[
        pitfall(
            "above_only",
            "large negative entries are clipped too",
            "绝对值大的负元素也要裁剪",
            lambda g, c: minimum(c, g),
        ),
        pitfall(
            "exchanged",
            "min with c and max with −c, not the other way round",
            "对 c 取 min、对 −c 取 max：两者互换了",
            lambda g, c: minimum(-c, maximum(c, g)),
        ),
        pitfall(
            "from_zero",
            "the lower end is −c, not 0",
            "下界是 −c，而不是 0",
            lambda g, c: maximum(0, minimum(c, g)),
        ),
    ],
)
