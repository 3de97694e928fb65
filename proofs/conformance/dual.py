"""Numbers with a derivative along one direction, both with their error bound: the tolerance of gradients.

The derivative goes through the same operations as automatic differentiation's, so that its bound knows what
is lost where 1 − tanh² cancels or a quotient's two terms do. Only the bound is used; the expected derivative
comes from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any

from formulas.evaluate.oracle import Arithmetic

from . import running_error as r
from .precision import arithmetic
from .running_error import Bounded


class Dual:
    """``value + tangent·ε``, ε² = 0; comparisons look at the value.

    ``pace`` bounds |tangent/value| of what is built from exponentials. Derivatives of quotients of these
    (sigmoid, softmax) are taken from the rounded result, s(1 − s), and are then wrong by a rounding of s
    times the pace however small they are; so is that of e^x − 1, taken as y + 1 from the rounded y.
    """

    __slots__ = ("pace", "tangent", "value")

    def __init__(self, value: Bounded, tangent: Bounded, pace: Decimal = r.ZERO) -> None:
        self.value, self.tangent, self.pace = value, tangent, pace

    def __add__(self, other: Dual) -> Dual:
        tangent, pace = self.tangent + other.tangent, max(self.pace, other.pace)
        if pace and not (self.pace and other.pace):
            constant = other if self.pace else self
            if constant.still:
                tangent = tangent.worse(tangent.unit * abs(constant.value.value) * pace)
        return Dual(self.value + other.value, tangent, pace)

    @property
    def still(self) -> bool:
        """Whether it is a constant."""
        return not self.tangent.value and not self.tangent.error

    def __sub__(self, other: Dual) -> Dual:
        return self + -other

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.tangent, self.pace)

    def __mul__(self, other: Dual) -> Dual:
        tangent = self.tangent * other.value + self.value * other.tangent
        return Dual(self.value * other.value, tangent, self.pace + other.pace)

    def __truediv__(self, other: Dual) -> Dual:
        quotient, pace = self.value / other.value, self.pace + other.pace
        tangent = (self.tangent - quotient * other.tangent) / other.value
        lost = 2 * tangent.unit * abs(quotient.value) * pace
        return Dual(quotient, tangent.worse(lost), pace)

    def __abs__(self) -> Dual:
        return self if self.value.value >= 0 else -self

    def __lt__(self, other: Dual) -> bool:
        return self.value < other.value

    def __le__(self, other: Dual) -> bool:
        return self.value <= other.value

    def __gt__(self, other: Dual) -> bool:
        return self.value > other.value

    def __ge__(self, other: Dual) -> bool:
        return self.value >= other.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dual) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]  # equal by value alone, as no hash can tell

    def __int__(self) -> int:
        return int(self.value)


def _through(
    function: Callable[[Bounded], Bounded], slope: Callable[[Bounded, Bounded], Bounded]
) -> Callable[[Dual], Dual]:
    """The rule of a function whose slope is given by its argument and its value."""

    def rule(x: Dual) -> Dual:
        value = function(x.value)
        return Dual(value, slope(x.value, value) * x.tangent)

    return rule


def _one(x: Bounded) -> Bounded:
    return type(x)(r.ONE)


def _exp(x: Dual) -> Dual:
    value = r.exp(x.value)
    return Dual(value, value * x.tangent, abs(x.tangent.value))


def _constant(x: Bounded, text: str) -> Bounded:
    return type(x)(Decimal(text))


def _power(base: Dual, exponent: Dual) -> Dual:
    """The exponent does not move: it is a constant of sizes."""
    value = r.power(base.value, exponent.value)
    return Dual(value, exponent.value * (value / base.value) * base.tangent)


def _floor(x: Dual) -> Dual:
    return Dual(r.floor(x.value), type(x.value)(r.ZERO))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": _exp,
    "log": _through(r.log, lambda x, y: _one(x) / x),
    "tanh": _through(r.tanh, lambda x, y: _one(x) - y * y),
    "sin": _through(r.sin, lambda x, y: r.cos(x)),
    "cos": _through(r.cos, lambda x, y: -r.sin(x)),
    "erf": _through(r.erf, lambda x, y: _constant(x, "1.1283791670955125738961589031215") * r.exp(-(x * x))),
    "pow": _power,
    "floor": _floor,
    "ceiling": lambda x: -_floor(-x),
    "Abs": abs,
}


@cache
def dual_arithmetic(name: str) -> Arithmetic:
    """The oracle's arithmetic of dual numbers in a format. Inputs enter as duals, or as numbers that do not
    move.
    """
    base = arithmetic(name)
    still = base.rational(0, 1)

    def enter(value: Any) -> Dual:
        return value if isinstance(value, Dual) else Dual(base.number(value), still)

    return Arithmetic(
        f"dual {name}",
        enter,
        lambda p, q: Dual(base.rational(p, q), still),
        FUNCTIONS,
        Dual(base.infinity, still),
    )
