"""Fine-tuning: low-rank adapters, distillation."""

from collections.abc import Callable
from typing import Any

from ..lang import Term, data, dims, log, scalar, size, weight
from ..model import pitfall, variant
from ..registry import formula
from ..terms import number, total

d, k, r, n = dims("d k r n")
W, B, A = weight("W_0", d, k), weight("B", d, r), weight("A", r, k)
x, alpha = data("x", k), scalar("alpha", low=0)
HU = "Hu et al. 2022 (LoRA), eq. 3"
UNSCALED = ("the update is scaled by α / r", "更新要乘以 α / r")
UPSIDE_DOWN = ("scaled by α / r, not by r / α", "系数是 α / r，而不是 r / α")
FROZEN = ("the frozen weights are kept", "要保留冻结的权重")

formula(
    "finetuning.lora_weight",
    "Weights with a low-rank update (LoRA)",
    "带低秩更新的权重（LoRA）",
    inputs=[W, B, A, alpha],
    term=lambda W, B, A, a: W + a / r * (B @ A),
    result="W",
    reference=HU,
    variants=[
        variant("merged", "called W'", "记作 W'", lambda W, B, A, a: W + a / r * (B @ A), result="W'"),
        variant("unscaled", "without the scale", "不带缩放系数", lambda W, B, A: W + B @ A, inputs=[W, B, A]),
    ],
    pitfalls=[
        pitfall("minus", "the update is added", "更新应相加", lambda W, B, A, a: W - a / r * (B @ A)),
        pitfall("scale_upside_down", *UPSIDE_DOWN, lambda W, B, A, a: W + r / a * (B @ A)),
        pitfall(
            "order",
            "B A: the ranks meet in the middle",
            "应为 BA：秩在中间相接",
            lambda W, B, A, a: W + a / r * (A @ B),
        ),
        pitfall(
            "rank_missing", "the scale is divided by the rank", "缩放系数要除以秩 r", lambda W, B, A, a: W + a * (B @ A)
        ),
    ],
)

formula(
    "finetuning.lora_forward",
    "Forward pass with a low-rank update (LoRA)",
    "带低秩更新的前向计算（LoRA）",
    inputs=[W, B, A, x, alpha],
    term=lambda W, B, A, x, a: W @ x + a / r * (B @ (A @ x)),
    result="h",
    reference=HU,
    variants=[
        variant(
            "unscaled", "without the scale", "不带缩放系数", lambda W, B, A, x: W @ x + B @ (A @ x), inputs=[W, B, A, x]
        ),
    ],
    pitfalls=[
        pitfall("frozen_missing", *FROZEN, lambda W, B, A, x, a: a / r * (B @ (A @ x))),
        pitfall("scale_upside_down", *UPSIDE_DOWN, lambda W, B, A, x, a: W @ x + r / a * (B @ (A @ x))),
        pitfall("minus", "the update is added", "更新应相加", lambda W, B, A, x, a: W @ x - a / r * (B @ (A @ x))),
        pitfall("order", "A first, then B", "先乘 A，再乘 B", lambda W, B, A, x, a: W @ x + a / r * (A @ (B @ x))),
    ],
)

rank, rows, columns = size("r"), size("d"), size("k")

formula(
    "finetuning.lora_parameter_count",
    "Number of trained parameters of a low-rank update (LoRA)",
    "低秩更新的可训练参数个数（LoRA）",
    inputs=[rank, rows, columns],
    term=lambda r, d, k: r * (d + k),
    result="N",
    reference="Hu et al. 2022 (LoRA), section 4.2",
    variants=[
        variant("square", "of a square matrix: 2 d r", "方阵：2dr", lambda r, d: 2 * d * r, inputs=[rank, rows]),
    ],
    pitfalls=[
        pitfall(
            "product",
            "two thin matrices: d + k, not d k",
            "两个窄矩阵：应为 d + k，而不是 dk",
            lambda r, d, k: r * (d * k),
        ),
        pitfall("one_matrix", "A and B both count", "A 与 B 都要计入", lambda r, d, k: r * d),
        pitfall("full", "this is the full matrix", "这是满矩阵的参数量", lambda r, d, k: d * k),
    ],
)

teacher, student = data("z_t", n, tex="z_{T}", low=-20, high=20), data("z_s", n, tex="z_{S}", low=-20, high=20)
T = scalar("T", low=1, high=9)
p, q = data("p", n, low=0, high=1), data("q", n, low=0, high=1)


def softened(divergence: Callable[[Any, Any], Any], scale: Callable[[Any], Any]) -> Callable[..., Term]:
    return lambda p, q, T: number(scale(T.at()) * total(n, lambda i: divergence(p.at(i), q.at(i))))


def divergence(p: Any, q: Any) -> Any:
    return p * log(p / q)


formula(
    "finetuning.distillation",
    "Distillation loss from softened probabilities",
    "由软化概率计算的蒸馏损失",
    inputs=[p, q, T],
    term=softened(divergence, lambda T: T**2),
    result="L",
    reference="Hinton, Vinyals and Dean 2015, section 2",
    pitfalls=[
        pitfall(
            "square_missing",
            "scaled by T²: gradients shrink by 1 / T²",
            "要乘以 T²：梯度按 1/T² 缩小",
            softened(divergence, lambda T: T),
        ),
        pitfall(
            "divided", "multiplied by T², not divided", "应乘以 T²，而不是除以", softened(divergence, lambda T: T**-2)
        ),
        pitfall(
            "upside_down",
            "the teacher stands above the student",
            "教师在上，学生在下",
            softened(lambda p, q: p * log(q / p), lambda T: T**2),
        ),
        pitfall(
            "other_weight",
            "weighted by the teacher",
            "以教师的概率加权",
            softened(lambda p, q: q * log(p / q), lambda T: T**2),
        ),
    ],
)
