"""Rows for ``forms``: receptive fields, pooling, overlaps and boxes. Data only."""

from __future__ import annotations

from .form_rows import Row, row

FIELD = r"recept|感受野"
OVERLAP = r"\biou\b|jaccard|交并比|overlap|重叠|dice"

FIELDS = [
    row(
        "convolution.receptive_field",
        r"a_{l-1} + (b_l - 1) \prod_{i=1}^{l-1} c_i",
        r"a_{l-1} + (b_l - 1) c_{l-1}",
        r"a_{l-1} + (b_l - 1) c_l",
        left="a_l",
        only=FIELD,
        of="",
        updates=True,
        how=("layer by layer",),
    ),
    row(
        "convolution.receptive_field",
        r"(a_{l+1} - 1) c_l + b_l",
        left="a_l",
        only=FIELD,
        of="",
        updates=True,
        how=("from the top",),
    ),
    row(
        "convolution.receptive_field",
        r"c_l a_l + (b_l - c_l)",
        r"(a_l - 1) c_l + b_l",
        left="a_{l-1}",
        only=FIELD,
        of="",
        updates=True,
        how=("from the top",),
    ),
    row(
        "convolution.avg_pool2d",
        r"\frac{1}{m n} \sum_{i=1}^{m} \sum_{j=1}^{n} x_{ij}",
        only=r"pool|池化|squeeze|压缩|\bgap\b",
        of="",
        how=("over the whole map",),
    ),
]

OVERLAPS = [
    row(
        "metrics.iou",
        r"\frac{|a \cap b|}{|a \cup b|}",
        r"\frac{|a \cap b|}{|a| + |b| - |a \cap b|}",
        only=OVERLAP,
        of="",
        names="iou jaccard",
        how=("of sets",),
    ),
    row("metrics.dice", r"\frac{2 |a \cap b|}{|a| + |b|}", only=OVERLAP, of="", names="dice dsc", how=("of sets",)),
]

ROWS: tuple[Row, ...] = tuple(FIELDS + OVERLAPS)
