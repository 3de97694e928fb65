"""Scalar expressions of the index form: entries of tensors, inert reductions, inert case distinctions.

SymPy proper serves for arithmetic, ``exp``, ``log``, ``floor`` and dimensions. Three things are our own, because SymPy's
counterparts rewrite them in silence: ``Sum`` hoists a ``Piecewise`` out of the sum that binds its condition, ``Max`` and
``Piecewise`` simplify for seconds, and ``Indexed`` forgets ranges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE

REDUCTIONS = ("sum", "prod", "max", "min", "argmax")


class At(sp.Expr):
    """``At(term, i, j)``: the entry of a tensor term at 0-based indices; a real number."""

    is_commutative = True
    is_extended_real = True

    def __new__(cls, term: sp.Basic, *index: Any) -> At:
        return sp.Expr.__new__(cls, term, *map(sp.sympify, index))

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        """In a product entries stand before sums and functions: ``y_i log p_i``."""
        return 3, 0, cls.__name__

    @property
    def term(self) -> Any:
        return self.args[0]

    @property
    def index(self) -> tuple[sp.Expr, ...]:
        return self.args[1:]

    def _eval_derivative(self, symbol: sp.Symbol) -> sp.Expr:
        raise TypeError("an entry of a tensor has no SymPy derivative; use formulas.lang.grad")


class Reduction(sp.Expr):
    """``Reduction(kind, body, k, n)``: reduce ``body`` over the bound index ``k = 0 … n-1``; never rewritten by SymPy.

    ``argmax`` gives the least index at which the body is largest. The index is a fresh ``Dummy``, so that nothing
    substituted from outside can be captured.
    """

    is_commutative = True
    is_extended_real = True
    precedence = PRECEDENCE["Mul"]  # printers write brackets around it in a power

    def __new__(cls, kind: Any, body: Any, index: sp.Dummy, size: Any) -> Reduction:
        kind = kind if isinstance(kind, Str) else Str(kind)
        if kind.name not in REDUCTIONS:
            raise ValueError(f"unknown reduction {kind.name!r}; known: {', '.join(REDUCTIONS)}")
        return sp.Expr.__new__(cls, kind, sp.sympify(body), index, sp.sympify(size))

    @property
    def kind(self) -> str:
        return self.args[0].name

    @property
    def body(self) -> sp.Expr:
        return self.args[1]

    @property
    def index(self) -> sp.Dummy:
        return self.args[2]

    @property
    def size(self) -> sp.Expr:
        return self.args[3]

    @property
    def free_symbols(self) -> set[sp.Symbol]:
        return (self.body.free_symbols - {self.index}) | self.size.free_symbols


class If(sp.Expr):
    """``If(condition, a, b)``: ``a`` where the condition holds, else ``b``; only the branch that holds is read."""

    is_commutative = True
    is_extended_real = True

    def __new__(cls, condition: Any, then: Any, otherwise: Any) -> sp.Expr:
        condition, then, otherwise = map(sp.sympify, (condition, then, otherwise))
        condition = _plain(condition)
        if condition in (True, sp.true):
            return then
        if condition in (False, sp.false):
            return otherwise
        return sp.Expr.__new__(cls, condition, then, otherwise)


def _plain(condition: sp.Basic) -> sp.Basic:
    """An indicator compared with 0 is the condition that it indicates."""
    if isinstance(condition, sp.Ne) and condition.rhs == 0 and isinstance(condition.lhs, If):
        inner = condition.lhs
        if inner.args[1:] == (1, 0):
            return inner.args[0]
    return condition


class Abstract(sp.Expr):
    """``Abstract("f", x)``: an unspecified activation; it is drawn and compared, never evaluated."""

    is_commutative = True
    is_extended_real = True

    def __new__(cls, name: Any, argument: Any) -> Abstract:
        return sp.Expr.__new__(cls, name if isinstance(name, Str) else Str(name), sp.sympify(argument))


def reduction(kind: str, size: Any, body: Callable[[sp.Dummy], Any], name: str = "k") -> sp.Expr:
    """``reduction("sum", n, lambda k: …)``: bind a fresh index and reduce over ``0 … n-1``."""
    index = sp.Dummy(name, integer=True, nonnegative=True)
    return Reduction(kind, body(index), index, size)


def sum_over(size: Any, body: Callable[[sp.Dummy], Any], name: str = "k") -> sp.Expr:
    """Σ body(k) for k = 0 … size-1, inert."""
    return reduction("sum", size, body, name)
