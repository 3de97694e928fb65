"""Overlaps of boxes beyond the intersection over union: generalised, and with the distance of the centres."""

from ..lang import scalar
from ..model import pitfall, variant
from ..registry import formula
from ..terms import scalars

iou = scalar("iou", low=0, high=1, tex=r"\mathrm{IoU}")
hull, union = scalar("C", low=2, high=9, tex="|C|"), scalar("U", low=0, high=2, tex=r"|A \cup B|")
apart, diagonal = scalar("rho", low=0, high=1, tex=r"\rho"), scalar("c", low=1, tex="c")


formula(
    "boxes.generalized_iou",
    "Generalised intersection over union (GIoU)",
    "广义交并比（GIoU）",
    inputs=[iou, hull, union],
    term=scalars(lambda i, c, u: i - (c - u) / c),
    result=r"\mathrm{GIoU}",
    reference="Rezatofighi et al. 2019, algorithm 1",
    variants=[
        variant(
            "loss",
            "as a loss",
            "作为损失",
            scalars(lambda i, c, u: 1 - i + (c - u) / c),
            result=r"\mathcal{L}_{GIoU}",
        ),
    ],
    pitfalls=[
        pitfall("added", "what is empty is taken off", "空白部分应减去", scalars(lambda i, c, u: i + (c - u) / c)),
        pitfall(
            "by_union",
            "a share of the enclosing box",
            "占外接框的比例",
            scalars(lambda i, c, u: i - (c - u) / u),
        ),
    ],
)

formula(
    "boxes.distance_iou_loss",
    "Distance-IoU loss (DIoU)",
    "DIoU 损失",
    inputs=[iou, apart, diagonal],
    term=scalars(lambda i, r, c: 1 - i + r**2 / c**2),
    result=r"\mathcal{L}_{DIoU}",
    reference="Zheng et al. 2020, eq. 7",
    pitfalls=[
        pitfall(
            "taken_off",
            "the distance of the centres is penalised",
            "中心距离是惩罚项",
            scalars(lambda i, r, c: 1 - i - r**2 / c**2),
        ),
        pitfall(
            "square_missing",
            "by the squared diagonal",
            "除以对角线的平方",
            scalars(lambda i, r, c: 1 - i + r**2 / c),
        ),
    ],
)
