"""Small arrays of floats: what the values of formulas on tensors need of linear algebra, without the start-up cost of NumPy.

A value is a float or an ``Array``. An entry outside the domain of a function is nan, which equals nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import repeat
from operator import mul
from typing import TypeAlias, Union

Shape: TypeAlias = "tuple[int, ...]"
Value: TypeAlias = Union[float, "Array"]


class Array:
    """At least one axis; the entries lie row by row."""

    __slots__ = ("entries", "shape")

    def __init__(self, shape: Shape, entries: list[float]) -> None:
        self.shape, self.entries = shape, entries

    def rows(self) -> list[list[float]]:
        """The pieces along the last axis."""
        width = self.shape[-1]
        return [self.entries[k : k + width] for k in range(0, len(self.entries), width)]

    def matrices(self) -> Iterator[list[list[float]]]:
        """The rows of each matrix of the last two axes."""
        rows, height = self.rows(), self.shape[-2]
        return (rows[k : k + height] for k in range(0, len(rows), height))


def shape(x: Value) -> Shape:
    return x.shape if isinstance(x, Array) else ()


def entries(x: Value) -> list[float]:
    return x.entries if isinstance(x, Array) else [x]


def close(a: Value, b: Value) -> bool:
    """Whether both have one shape and, but for rounding, the same entries."""
    if shape(a) != shape(b):
        return False
    return all(abs(x - y) <= 1e-12 + 1e-9 * abs(y) for x, y in zip(entries(a), entries(b), strict=True))


def finite(x: Value) -> bool:
    return all(map(math.isfinite, entries(x)))


def each(function: Callable[..., float], *values: Value) -> Value:
    """A function of numbers entry by entry; the arrays are of one shape, and numbers stand for all entries."""
    some = next((v for v in values if isinstance(v, Array)), None)
    if some is None:
        return _number(function, *values)
    columns = [v.entries if isinstance(v, Array) else repeat(v) for v in values]
    try:
        return Array(some.shape, [*map(function, *columns)])
    except (ArithmeticError, ValueError):  # some entry has no value: one at a time
        return Array(some.shape, [_number(function, *xs) for xs in zip(*columns)])  # noqa: B905 (``repeat`` has no end)


def _number(function: Callable[..., float], *xs: object) -> float:
    try:
        value = function(*xs)
    except (ArithmeticError, ValueError):
        return math.nan
    return math.nan if isinstance(value, complex) else value


def product(a: Array, b: Array) -> Value:
    """The matrix product; the last axis of ``a`` is as long as the last but one, or the only one, of ``b``."""
    if len(b.shape) == 1:
        return _shaped(a.shape[:-1], [sum(map(mul, row, b.entries)) for row in a.rows()])
    if len(b.shape) == 2:
        columns = [*zip(*b.rows(), strict=True)]
        found = [sum(map(mul, row, column)) for row in a.rows() for column in columns]
    elif a.shape[:-2] == b.shape[:-2]:
        pairs = zip(a.matrices(), b.matrices(), strict=True)
        found = [sum(map(mul, row, c)) for rows, others in pairs for row in rows for c in [*zip(*others, strict=True)]]
    else:
        raise ValueError("stacks of matrices that do not pair up")
    return Array((*a.shape[:-1], b.shape[-1]), found)


def transposed(x: Value) -> Value:
    """A vector stays one: rows and columns are one-dimensional here."""
    if not isinstance(x, Array) or len(x.shape) == 1:
        return x
    turned = [entry for rows in x.matrices() for column in zip(*rows, strict=True) for entry in column]
    return Array((*x.shape[:-2], x.shape[-1], x.shape[-2]), turned)


def softmax(x: Array, axis: int) -> Value:
    """Along the last axis, or along the last but one (-2)."""
    return transposed(_normalised(transposed(x))) if axis == -2 else _normalised(x)


def _normalised(x: Value) -> Value:
    assert isinstance(x, Array)
    out: list[float] = []
    for row in x.rows():
        most = max(row)
        raised = [_number(math.exp, v - most) for v in row]
        total = sum(raised)
        out += [v / total for v in raised]
    return Array(x.shape, out)


def spread(vector: Array, over: Shape) -> Array | None:
    """A vector that may be added to every row, or to every column, of a matrix of that shape, as such a matrix."""
    if len(vector.shape) != 1 or len(over) != 2:
        return None
    if vector.shape[0] == over[1]:
        return Array(over, vector.entries * over[0])
    return Array(over, [v for v in vector.entries for _ in range(over[1])]) if vector.shape[0] == over[0] else None


def _shaped(shape: Shape, found: list[float]) -> Value:
    return Array(shape, found) if shape else found[0]
