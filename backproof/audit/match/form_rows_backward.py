"""Rows for ``forms``: backward passes that are written by their partial derivatives. Data only."""

from __future__ import annotations

from .form_rows import Row, row

BATCH = r"batch.?norm|\bbn\b|批归一|批量归一|批规范|批标准"
_ROOT = r"\sqrt{X + \mathrm{eps}}"


def _slope(of: str) -> str:
    """The slope of one loss by a quantity."""
    return rf"\frac{{\partial c}}{{\partial {of}}}"


_STANDARD = r"\mathrm{standard}"
_NORMED, _OUT = _slope(f"{_STANDARD}_i"), _slope("z_i")
_BY_MEAN, _BY_SPREAD = _slope(r"\mathrm{mean}"), _slope("X")
_CENTRED = r"(a_i - \mathrm{mean})"

BATCH_NORM = [
    row(
        "normalization.batch.input_gradient",
        rf"{_OUT} \mathrm{{gain}}",
        left=_NORMED,
        only=BATCH,
        of="",
        how=("by the normalised input",),
    ),
    row(
        "normalization.batch.input_gradient",
        rf"\sum_i {_OUT} {_STANDARD}_i",
        left=_slope(r"\mathrm{gain}"),
        only=BATCH,
        of="",
        how=("by the gain",),
    ),
    row(
        "normalization.batch.input_gradient",
        rf"\sum_i {_OUT}",
        left=_slope(r"\mathrm{shift}"),
        only=BATCH,
        of="",
        how=("by the shift",),
    ),
    row(
        "normalization.batch.input_gradient",
        rf"\sum_i {_NORMED} {_CENTRED} (-\frac{{1}}{{2}}) (X + \mathrm{{eps}})^{{-3/2}}",
        rf"-\frac{{1}}{{2}} \sum_i {_NORMED} {_CENTRED} (X + \mathrm{{eps}})^{{-3/2}}",
        rf"-\frac{{1}}{{2}} (X + \mathrm{{eps}})^{{-3/2}} \sum_i {_NORMED} {_CENTRED}",
        left=_BY_SPREAD,
        only=BATCH,
        of="",
        how=("by the variance",),
    ),
    row(
        "normalization.batch.input_gradient",
        *(
            rf"{first}{rest}"
            for first in (
                rf"\sum_i {_NORMED} \cdot \frac{{-1}}{{{_ROOT}}}",
                rf"(\sum_i {_NORMED} \cdot \frac{{-1}}{{{_ROOT}}})",
                rf"-\frac{{1}}{{{_ROOT}}} \sum_i {_NORMED}",
            )
            for rest in (
                "",
                rf" + {_BY_SPREAD} \frac{{\sum_i -2 {_CENTRED}}}{{m}}",
                rf" - \frac{{2}}{{m}} {_BY_SPREAD} \sum_i {_CENTRED}",
            )
        ),
        left=_BY_MEAN,
        only=BATCH,
        of="",
        how=("by the mean",),
    ),
    row(
        "normalization.batch.input_gradient",
        rf"{_NORMED} \frac{{1}}{{{_ROOT}}} + {_BY_SPREAD} \frac{{2 {_CENTRED}}}{{m}}"
        rf" + {_BY_MEAN} \frac{{1}}{{m}}",
        left=_slope("a_i"),
        only=BATCH,
        of="",
        how=("through the statistics",),
    ),
    *(
        row(
            "normalization.batch.input_gradient",
            *(
                rf"{scale} ({first} - {rest})"
                for scale, first, rest in (
                    (
                        rf"\frac{{b}}{{m {_ROOT}}}",
                        rf"m {down}",
                        rf"\sum_k {down_k} - {_STANDARD}_i \sum_k {down_k} {_STANDARD}_k",
                    ),
                    (
                        rf"\frac{{b}}{{{_ROOT}}}",
                        down,
                        rf"\frac{{1}}{{m}} \sum_k {down_k} - {_STANDARD}_i \frac{{1}}{{m}} \sum_k {down_k} {_STANDARD}_k",
                    ),
                    (
                        rf"\frac{{1}}{{m {_ROOT}}}",
                        rf"m {down}",
                        rf"\sum_k {down_k} - {_STANDARD}_i \sum_k {down_k} {_STANDARD}_k",
                    ),
                )
            ),
            left=left,
            only=BATCH,
            of="",
            how=("in one line",),
        )
        for left, down, down_k in (
            (_slope("a_i"), _slope("z_i"), _slope("z_k")),
            (_slope("a_i"), "z_i", "z_k"),
        )
    ),
]

THROUGH_TIME = [
    row(
        "backprop.rnn.weight_gradient",
        r"\sum_t \frac{\partial z_t}{\partial x}",
        left=r"\frac{\partial c}{\partial x}",
        only=r"\bbptt|through time|随时间|通过时间|沿时间",
        of="",
        how=("of a loss at each step",),
    ),
]

ROWS: tuple[Row, ...] = tuple(BATCH_NORM + THROUGH_TIME)
