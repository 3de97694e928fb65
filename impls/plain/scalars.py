"""Numbers as arguments, checked in one place: rates between 0 and 1, sizes of steps, divisors, integers."""

import operator
from typing import Any

INF = float("inf")


def within(function: str, name: str, value: Any, low: float, high: float = INF) -> float:
    """The value as a float, low <= value < high. ValueError naming it otherwise."""
    number = float(value)
    if not low <= number < high:
        raise ValueError(f"{function}: {name} is {value}, must be at least {low:g} and below {high:g}")
    return number


def rate(function: str, name: str, value: Any) -> float:
    """A share that is kept or lost: at least 0, below 1."""
    return within(function, name, value, 0.0, 1.0)


def nonnegative(function: str, name: str, value: Any) -> float:
    """A number that is not negative."""
    return within(function, name, value, 0.0)


def positive(function: str, name: str, value: Any) -> float:
    """A number above 0."""
    number = within(function, name, value, 0.0)
    if number == 0:
        raise ValueError(f"{function}: {name} is {value}, must be above 0")
    return number


def integer(function: str, name: str, value: Any, minimum: int) -> int:
    """An integer of at least ``minimum``."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{function}: {name} must be an integer, got {value!r}") from None
    if number < minimum:
        raise ValueError(f"{function}: {name} is {number}, must be at least {minimum}")
    return number
