"""Losses of pairs that are alike or not (y = ±1), and of a prediction with its spread."""

from collections.abc import Callable
from typing import Any

from ...lang import Rational, Term, data, greater, log, relu, scalar, where
from ...model import pitfall
from ...registry import formula
from ...terms import number

apart, sign, margin = data("x"), data("y"), scalar("margin", tex="m", low=0)
alike = data("c", low=-1, high=1)


def of_pairs(near: Callable[[Any], Any], far: Callable[[Any, Any], Any]) -> Callable[[Term, Term, Term], Term]:
    """One value where the pair is alike, another where it is not."""
    return lambda x, y, m: where(greater(y, 0), near(x), far(x, m))


formula(
    "loss.hinge_embedding",
    "Hinge embedding loss",
    "合页嵌入损失（hinge embedding）",
    inputs=[apart, sign, margin],
    term=of_pairs(lambda x: x, lambda x, m: relu(m - x)),
    result="L",
    reference="PyTorch documentation, torch.nn.HingeEmbeddingLoss",
    pitfalls=[
        pitfall(
            "exchanged",
            "what is apart by less than the margin costs: margin − x",
            "间隔以内才有损失：应为 margin − x",
            of_pairs(lambda x: x, lambda x, m: relu(x - m)),
        ),
        pitfall(
            "not_clipped",
            "beyond the margin nothing costs: max with 0",
            "超过间隔没有损失：缺少与 0 取 max",
            of_pairs(lambda x: x, lambda x, m: m - x),
        ),
    ],
)

formula(
    "loss.cosine_embedding",
    "Cosine embedding loss, c the cosine of the pair",
    "余弦嵌入损失，c 为两者的余弦相似度",
    inputs=[alike, sign, margin],
    term=of_pairs(lambda c: 1 - c, lambda c, m: relu(c - m)),
    result="L",
    reference="PyTorch documentation, torch.nn.CosineEmbeddingLoss",
    pitfalls=[
        pitfall(
            "similar_cost",
            "alike pairs cost 1 less their cosine",
            "相似样本的损失是 1 减余弦",
            of_pairs(lambda c: c, lambda c, m: relu(c - m)),
        ),
        pitfall(
            "exchanged",
            "what is more alike than the margin costs: cos − margin",
            "余弦超过间隔才有损失：应为 cos − margin",
            of_pairs(lambda c: 1 - c, lambda c, m: relu(m - c)),
        ),
    ],
)

target, mean, spread = data("y"), data("mu", tex=r"\mu"), scalar("v", tex=r"\sigma^{2}", low=0)


def gaussian(spread_part: Callable[[Any], Any], error: Callable[[Any, Any], Any]) -> Callable[[Term, Term, Term], Term]:
    return lambda y, mu, v: number((spread_part(v.at()) + error((y.at() - mu.at()) ** 2, v.at())) * Rational(1, 2))


formula(
    "loss.gaussian_likelihood",
    "Gaussian negative log likelihood with a predicted variance",
    "带预测方差的高斯负对数似然损失",
    inputs=[target, mean, spread],
    term=gaussian(log, lambda e, v: e / v),
    result="L",
    reference="Nix and Weigend 1994, eq. 4; without the constant",
    pitfalls=[
        pitfall(
            "sign",
            "a wide spread costs: log σ² is added",
            "方差大也有代价：应加 log σ²",
            gaussian(lambda v: -log(v), lambda e, v: e / v),
        ),
        pitfall(
            "multiplied",
            "the squared error is divided by the variance",
            "平方误差要除以方差",
            gaussian(log, lambda e, v: e * v),
        ),
        pitfall(
            "logarithm_missing",
            "the logarithm of the variance",
            "缺少方差的对数",
            gaussian(lambda v: v, lambda e, v: e / v),
        ),
    ],
)
