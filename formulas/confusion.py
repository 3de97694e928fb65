"""The four counts of a confusion matrix, and shares of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .lang import Const, Ge, Term, size

TP, TN, FP, FN = (size(name, 0) for name in ("TP", "TN", "FP", "FN"))
COUNTS = [TP, TN, FP, FN]
POWERS = "Powers 2011"
"""The reference for what is called how."""


def counted(share: Callable[..., Any]) -> Callable[..., Term]:
    """A share of counts, as a number."""
    return lambda *counts: Const(share(*counts))


def some(*counts: Any) -> list[Any]:
    """The share has a divisor: the counts are not all 0."""
    return [Ge(sum(count.symbol for count in counts), 1)]
