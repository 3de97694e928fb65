"""A number that knows how wrong a floating-point computation of it may be: running error analysis.

Each number is the value to 34 digits, a bound on the error that a computation in the working precision may
have made so far, and of the sum it stands for the number of terms and the *weight*, Σ|terms|. A sum of n terms
has n − 1 roundings of its weight, not of its prefixes as they happen to stand, so that the bound holds for every
order of summation; products, quotients and functions carry the error on through their derivative (Wilkinson
1963, Rounding Errors in Algebraic Processes, ch. 1; Higham 2002, sections 3.3 and 4.2).

``exp`` counts one rounding of its argument: this is what subtracting the maximum first costs a stable
softmax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import Any, ClassVar

import mpmath

DIGITS = 34
CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
_MP = mpmath.MPContext()
_MP.dps = DIGITS

ZERO, ONE, INFINITY = Decimal(0), Decimal(1), Decimal("Infinity")
SAFETY = 8
"""The one constant: an error may be this many times its bound. It covers what a first-order count of
roundings leaves out: library functions that are wrong by a few units in the last place, products that an
implementation forms in another grouping.
"""


@dataclass
class Branches:
    """What happened at comparisons that rounding may decide either way.

    ``flip`` takes the other branch at each of them; ``close`` counts them; ``unsure`` tells that a result
    jumps there.
    """

    flip: bool = False
    close: int = 0
    unsure: bool = False

    def reset(self, flip: bool) -> None:
        self.flip, self.close, self.unsure = flip, 0, False

    def decide(self, a: Bounded, b: Bounded, verdict: bool) -> bool:
        """The verdict on ``a`` against ``b``. Equal values are a tie in every precision; only near-ties are
        close.
        """
        if a.value == b.value or not a.near(b):
            return verdict
        self.close += 1
        return verdict is not self.flip


BRANCHES = Branches()


class Bounded:
    """See the module; subclasses fix ``unit`` (unit roundoff) and ``tiny`` (smallest normal number)."""

    __slots__ = ("inherited", "terms", "value", "weight")
    unit: ClassVar[Decimal]
    tiny: ClassVar[Decimal]

    def __init__(
        self, value: Decimal, inherited: Decimal = ZERO, weight: Decimal | None = None, terms: int = 1
    ) -> None:
        self.value, self.inherited, self.terms = value, inherited, terms
        self.weight = abs(value) if weight is None else weight

    @property
    def error(self) -> Decimal:
        """What the terms bring with them, and the roundings of their summation."""
        return self.inherited if self.terms == 1 else self.inherited + (self.terms - 1) * self.unit * self.weight

    def worse(self, error: Decimal) -> Bounded:
        """The same number with more error."""
        return type(self)(self.value, self.inherited + error, self.weight, self.terms)

    def rounded(self, value: Decimal, error: Decimal) -> Bounded:
        """A new number that carries ``error`` and one rounding of itself."""
        return type(self)(value, error + self.unit * abs(value) + self.tiny if value else error)

    def near(self, other: Bounded) -> bool:
        return abs(self.value - other.value) <= SAFETY * (self.error + other.error)

    def __add__(self, other: Bounded) -> Bounded:
        if not self.value and not self.error:
            return other
        return type(self)(
            self.value + other.value,
            self.inherited + other.inherited,
            self.weight + other.weight,
            self.terms + other.terms,
        )

    def __sub__(self, other: Bounded) -> Bounded:
        return self + -other

    def __neg__(self) -> Bounded:
        return type(self)(self.value.copy_negate(), self.inherited, self.weight, self.terms)

    def __abs__(self) -> Bounded:
        return type(self)(self.value.copy_abs(), self.inherited, self.weight, self.terms)

    def __mul__(self, other: Bounded) -> Bounded:
        if not self.error and abs(self.value) == ONE:
            return other if self.value == ONE else -other
        if not other.error and abs(other.value) == ONE:
            return self if other.value == ONE else -self
        carried = self.error * abs(other.value) + other.error * (abs(self.value) + self.error)
        return self.rounded(self.value * other.value, carried)

    def __truediv__(self, other: Bounded) -> Bounded:
        least = abs(other.value) - other.error
        value = self.value / other.value
        if least <= 0:
            return type(self)(value, INFINITY if other.error else ZERO)
        return self.rounded(value, (self.error + abs(value) * other.error) / least)

    def __lt__(self, other: Bounded) -> bool:
        return BRANCHES.decide(self, other, self.value < other.value)

    def __le__(self, other: Bounded) -> bool:
        return BRANCHES.decide(self, other, self.value <= other.value)

    def __gt__(self, other: Bounded) -> bool:
        return BRANCHES.decide(self, other, self.value > other.value)

    def __ge__(self, other: Bounded) -> bool:
        return BRANCHES.decide(self, other, self.value >= other.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bounded):
            return NotImplemented
        if self.value != other.value and (self.error or other.error) and self.near(other):
            BRANCHES.unsure = True
        return self.value == other.value

    __hash__ = None  # type: ignore[assignment]  # equal by value alone, as no hash can tell

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        return f"{float(self.value)!r} ± {float(self.error):.1e}"


def _grown(e: Decimal) -> Decimal:
    """exp(e) − 1, from above."""
    return e * (1 + e) if e < ONE else min(e, Decimal(10**6)).exp()


def exp(x: Bounded) -> Bounded:
    value = x.value.exp()
    if not value or not value.is_finite():
        return type(x)(value)
    # no underflow here: where exp(x) leaves the range, stable computations shift x
    return type(x)(value, value * (_grown(x.error) + x.unit * (1 + abs(x.value))))


def log(x: Bounded) -> Bounded:
    if x.value <= 0:
        return type(x)(x.value.ln(), INFINITY if x.error else ZERO)
    ratio = x.error / x.value
    carried = ratio * (1 + ratio) if 2 * ratio < 1 else INFINITY if ratio >= 1 else -(1 - ratio).ln()
    return x.rounded(x.value.ln(), carried)


def tanh(x: Bounded) -> Bounded:
    value = _tanh(x.value)
    slope = (1 - value * value) * (1 + 3 * x.error) if x.error < Decimal("0.1") else ONE
    return x.rounded(value, slope * x.error)


def _tanh(x: Decimal) -> Decimal:
    if abs(x) < Decimal("0.01"):  # 1 − e^(−2x) cancels there
        return x * (
            1
            - x * x / 3
            + 2 * x**4 / 15
            - 17 * x**6 / 315
            + 62 * x**8 / 2835
            - 1382 * x**10 / 155925
            + 21844 * x**12 / 6081075
        )
    small = (-2 * abs(x)).exp()
    return ((1 - small) / (1 + small)).copy_sign(x)


def erf(x: Bounded) -> Bounded:
    return x.rounded(_through_mpmath(_MP.erf, x.value), x.error * Decimal("1.1284"))


def sin(x: Bounded) -> Bounded:
    return x.rounded(_through_mpmath(_MP.sin, x.value), x.error)


def cos(x: Bounded) -> Bounded:
    return x.rounded(_through_mpmath(_MP.cos, x.value), x.error)


def _through_mpmath(function: Any, value: Decimal) -> Decimal:
    return Decimal(str(function(_MP.mpf(str(value)))))


def power(base: Bounded, exponent: Bounded) -> Bounded:
    """``base ** exponent`` for a base that is not negative; the exponent is a constant or an exact number."""
    if base.value < 0:
        return type(base)(Decimal("NaN"))
    value = _power(base.value, exponent.value)
    if not value or not value.is_finite():
        spread = _power(base.error, exponent.value) if base.error and exponent.value > 0 else ZERO
        return type(base)(value, spread)
    low = base.value - base.error
    if not base.error:
        carried = ZERO
    elif low > 0:
        carried = max(abs(_power(b, exponent.value) - value) for b in (low, base.value + base.error))
    else:
        carried = INFINITY if exponent.value < 0 else _power(base.value + base.error, exponent.value)
    logarithm = ZERO if exponent.value.copy_abs() == Decimal("0.5") else abs(base.value.ln())
    stretched = logarithm * (exponent.error + base.unit * abs(exponent.value))
    return base.rounded(value, carried + value * _grown(stretched))


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    if exponent == Decimal("0.5"):
        return base.sqrt()
    if not base:
        return ZERO if exponent > 0 else ONE if not exponent else INFINITY
    return ONE / base.sqrt() if exponent == Decimal("-0.5") else base**exponent


def floor(x: Bounded) -> Bounded:
    nearest = x.value.to_integral_value()
    gap = abs(x.value - nearest)
    if gap <= abs(x.value) * Decimal("1e-28"):  # 6/3 formed as 6·(1/3) is 2
        return type(x)(nearest)
    if gap <= SAFETY * x.error:
        BRANCHES.unsure = True
    return type(x)(x.value.to_integral_value(rounding=ROUND_FLOOR))


def ceiling(x: Bounded) -> Bounded:
    return -floor(-x)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": exp, "log": log, "tanh": tanh, "sin": sin, "cos": cos, "erf": erf, "pow": power, "floor": floor,
    "ceiling": ceiling, "Abs": abs,
}  # fmt: skip


def precise() -> Any:
    """The decimal context in which ``Bounded`` numbers must be computed."""
    return localcontext(CONTEXT)
