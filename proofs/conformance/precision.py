"""The floating-point formats: unit roundoff, range, rounding to them, the oracle's arithmetic for each."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np

from formulas.evaluate.oracle import Arithmetic

from .running_error import CONTEXT, FUNCTIONS, INFINITY, Bounded


@dataclass(frozen=True)
class Precision:
    """A format: digits of the significand, exponent of the smallest normal number, largest number."""

    name: str
    digits: int
    smallest: int
    largest: float

    @property
    def unit(self) -> float:
        """Unit roundoff: half the distance from 1 to the next larger number."""
        return 2.0**-self.digits

    def rounded(self, array: Any) -> Any:
        """The array's values rounded to this format; bfloat16 is held in float32, which NumPy has."""
        if self.name == "float64":
            return np.asarray(array, dtype=np.float64)
        single = np.asarray(array, dtype=np.float32)
        return _bfloat16(single) if self.name == "bfloat16" else single


def _bfloat16(single: Any) -> Any:
    """Round to nearest, ties to even, on the upper sixteen bits. Infinite values stay."""
    bits = np.atleast_1d(single).view(np.uint32)
    kept = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    out = np.where(np.isfinite(np.atleast_1d(single)), kept.view(np.float32), np.atleast_1d(single))
    return out.reshape(np.shape(single)).astype(np.float32)


PRECISIONS = {
    p.name: p
    for p in (
        Precision("float64", 53, -1022, float(np.finfo(np.float64).max)),
        Precision("float32", 24, -126, float(np.finfo(np.float32).max)),
        Precision("bfloat16", 8, -126, 3.38e38),
    )
}


@cache
def arithmetic(name: str) -> Arithmetic:
    """The oracle's arithmetic whose numbers carry the error bound of that format."""
    precision = PRECISIONS[name]
    two = Decimal(2)
    number: Any = type(
        f"Bounded_{name}",
        (Bounded,),
        {
            "__slots__": (),
            "unit": CONTEXT.power(two, -precision.digits),
            "tiny": CONTEXT.power(two, precision.smallest),
        },
    )

    def enter(value: Any) -> Bounded:
        """An input: exact if the format holds it, else wrong by one rounding (a scalar given as a Python
        float).
        """
        plain = value.item() if isinstance(value, np.generic) else value
        exact = Decimal(plain)
        held = isinstance(plain, (bool, int)) or float(precision.rounded(np.asarray(plain))) == plain
        return number(exact, Decimal(0) if held else number.unit * abs(exact))

    def rational(p: int, q: int) -> Bounded:
        value = CONTEXT.divide(Decimal(p), Decimal(q))
        return number(value, Decimal(0) if q & (q - 1) == 0 else number.unit * abs(value))

    return Arithmetic(f"bounded {name}", enter, rational, FUNCTIONS, number(INFINITY))
