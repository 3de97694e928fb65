"""Rows for ``forms``: formulas that go by a word or initials of their own on the left. Data only."""

from __future__ import annotations

from .form_rows import Row, row

_MEAN_SQUARE = r"\frac{1}{m} \sum_{i=1}^{m} x_i^2"
_ROOTS = (rf"\sqrt{{{_MEAN_SQUARE}}}", rf"\sqrt{{{_MEAN_SQUARE} + \mathrm{{eps}}}}")

ROWS: tuple[Row, ...] = (
    row(
        "loss.focal",
        r"-(1 - X)^c \log X",
        r"-a (1 - X)^c \log X",
        names="fl focal focalloss",
        only=r"\bfl\b|focal|焦点",
        of="",
        how=("of the share of the right class",),
    ),
    row(
        "normalization.rms",
        *(rf"\frac{{X}}{{{root}}}" for root in _ROOTS),
        *(rf"\frac{{X}}{{{root}}} \odot Y" for root in _ROOTS),
        *(rf"\frac{{X}}{{{root}}} Y" for root in _ROOTS),
        r"\frac{X}{\mathrm{RMS}(X)} Y",
        r"\frac{X}{\mathrm{RMS}(X)} \odot Y",
        r"\frac{X}{\mathrm{RMS}(X)}",
        names="rmsnorm",
        only=r"rms",
        of="",
        how=("of a whole vector",),
    ),
    row(
        "loss.log_cosh",
        r"\log \frac{e^X + e^{-X}}{2}",
        r"\log \cosh(X)",
        names="logcosh",
        only=r"log.?cosh",
        of="",
        how=("of one error",),
    ),
)
