"""The oracle: a small interpreter of the index form, one scalar at a time, over a pluggable number type.

It is slow and plain on purpose: every entry is computed as its definition says, in 50-digit numbers (mpmath), exact
fractions, SymPy numbers, or any type that brings the functions of ``Arithmetic``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from ..lang.scalars import Abstract, At, If, Reduction
from ..lang.scan import Scan
from ..lang.term import Term
from .exact import integer

Sizes = Mapping[sp.Symbol, int]


@dataclass(frozen=True, eq=False)
class Arithmetic:
    """A number type: how inputs, integers and fractions enter it, and its functions by SymPy name."""

    name: str
    number: Callable[[Any], Any]
    rational: Callable[[int, int], Any]
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    infinity: Any = math.inf


# a context of our own: mpmath's global one works at 15 digits, and anybody may change it
_MP = mpmath.MPContext()
_MP.dps = 50


def _mp_number(value: Any) -> Any:
    return _MP.mpf(value.item() if isinstance(value, np.generic) else value)


def _mp_floor(x: Any) -> Any:
    """The floor, where 6/3 computed as 6·(1/3) counts as 2 although its last digit is rounded down."""
    nearest = _MP.nint(x)
    return nearest if abs(x - nearest) <= abs(x) * _MP.mpf(10) ** -40 else _MP.floor(x)


MPMATH = Arithmetic(
    "mpmath",
    _mp_number,
    lambda p, q: _MP.mpf(p) / q,
    {
        "exp": _MP.exp, "log": _MP.log, "tanh": _MP.tanh, "sin": _MP.sin, "cos": _MP.cos, "erf": _MP.erf,
        "pow": _MP.power, "floor": _mp_floor, "ceiling": lambda x: -_mp_floor(-x), "Abs": abs,
    },
    _MP.inf,
)  # fmt: skip
FRACTION = Arithmetic(
    "fraction",
    Fraction,
    Fraction,
    {"floor": math.floor, "ceiling": math.ceil, "Abs": abs, "pow": lambda a, b: Fraction(a) ** int(b)},
)
SYMPY = Arithmetic(
    "sympy",
    sp.sympify,
    sp.Rational,
    {n: getattr(sp, n) for n in ("exp", "log", "tanh", "sin", "cos", "erf", "floor", "ceiling", "Abs")}
    | {"pow": sp.Pow, "constant": lambda x: x},
    sp.oo,
)


class Oracle:
    """Values of terms under given inputs and sizes. ``value(term)`` is an object array of numbers of the arithmetic."""

    def __init__(self, inputs: Mapping[Term, np.ndarray], sizes: Sizes, arithmetic: Arithmetic = MPMATH) -> None:
        self.sizes, self.arithmetic = dict(sizes), arithmetic
        self.known: dict[Term, np.ndarray] = dict(inputs)

    def value(self, term: Term) -> np.ndarray:
        """All entries of ``term``. Raises ``KeyError`` for an input without a value, ``IndexError`` for a read out of bounds."""
        if term not in self.known:
            self.known[term] = self._scan(term) if isinstance(term, Scan) else self._entries(term)
        return self.known[term]

    def read(self, term: Term, index: tuple[int, ...]) -> Any:
        array = self.value(term)
        if any(not 0 <= i < n for i, n in zip(index, array.shape, strict=True)):
            raise IndexError(f"index {index} outside a tensor of shape {array.shape}")
        return array[index]

    def _entries(self, term: Term) -> np.ndarray:
        indices, evaluate = _compiled(term, self.arithmetic)
        out = np.empty([integer(n, self.sizes) for n in term.shape], dtype=object)
        at = dict(self.sizes)
        for place in np.ndindex(*out.shape):
            at.update(zip(indices, place, strict=True))
            out[place] = evaluate(self, at)
        return out

    def _scan(self, term: Scan) -> np.ndarray:
        states = [self.value(v) for v in term.inits]
        sequences = [self.value(v) for v in term.sequences]
        history = []
        for t in range(integer(term.length, self.sizes)):
            bound = dict(zip(term.states, states, strict=True))
            bound |= {e: s[t] for e, s in zip(term.elements, sequences, strict=True)}
            outer = {k: v for k, v in self.known.items() if not isinstance(k, Scan) and not k.operands}
            step = Oracle({**outer, **bound}, self.sizes, self.arithmetic)
            states = [step.value(s) for s in term.steps]
            history.append(states[term.which])
        return np.stack(history) if term.collect else states[term.which]


def evaluate(term: Term, inputs: Mapping[Term, Any], sizes: Sizes, arithmetic: Arithmetic = MPMATH) -> np.ndarray:
    """The value of ``term`` entry by entry; inputs are converted to the number type first (exactly, floats included)."""
    arrays = {sym: converted(value, arithmetic) for sym, value in inputs.items()}
    return Oracle(arrays, sizes, arithmetic).value(term)


def converted(value: Any, arithmetic: Arithmetic) -> np.ndarray:
    array = np.asarray(value)
    out = np.empty(array.shape, dtype=object)
    for place in np.ndindex(*array.shape):
        out[place] = arithmetic.number(array[place])
    return out


Closure = Callable[[Oracle, dict[Any, int]], Any]


@lru_cache(maxsize=4096)
def _indexed(term: Term) -> tuple[list[sp.Dummy], sp.Expr]:
    indices = [sp.Dummy("i", integer=True, nonnegative=True) for _ in term.shape]
    return indices, term.entry(*indices)


@lru_cache(maxsize=4096)
def _compiled(term: Term, arithmetic: Arithmetic) -> tuple[list[sp.Dummy], Closure]:
    indices, expr = _indexed(term)
    return indices, _closure(expr, arithmetic)


def _closure(expr: sp.Basic, a: Arithmetic) -> Closure:
    """Compile one scalar expression to nested closures."""
    if isinstance(expr, sp.Rational):
        value = a.rational(int(expr.p), int(expr.q))
        return lambda o, at: value
    if isinstance(expr, sp.NumberSymbol):
        constant = a.functions["constant"](expr) if "constant" in a.functions else a.rational(*_digits(expr))
        return lambda o, at: constant
    if isinstance(expr, sp.Symbol):
        return lambda o, at: a.rational(at[expr], 1)
    if expr in (sp.oo, -sp.oo):
        infinite = a.infinity if expr == sp.oo else -a.infinity
        return lambda o, at: infinite
    for kind, build in _BUILDERS:
        if isinstance(expr, kind):
            return build(expr, a)
    raise TypeError(f"the oracle cannot read {type(expr).__name__}: {expr}")


def _digits(constant: sp.NumberSymbol) -> tuple[int, int]:
    """π and its like as a fraction, to more digits than any number type here carries."""
    near = sp.Rational(str(constant.evalf(60)))
    return int(near.p), int(near.q)


def _at(expr: At, a: Arithmetic) -> Closure:
    term, index = expr.term, [_index(i, a) for i in expr.index]
    return lambda o, at: o.read(term, tuple(i(o, at) for i in index))


def _index(expr: sp.Expr, a: Arithmetic) -> Closure:
    """An index: exact integer arithmetic, or an integer entry of another tensor (a token id)."""
    if expr.has(At):
        inner = _closure(expr, a)
        return lambda o, at: int(inner(o, at))
    return lambda o, at: integer(expr, at)


def _sum(expr: sp.Add, a: Arithmetic) -> Closure:
    parts = [_closure(p, a) for p in expr.args]

    def add(o: Oracle, at: dict[Any, int]) -> Any:
        total = parts[0](o, at)
        for part in parts[1:]:
            total = total + part(o, at)
        return total

    return add


def _product(expr: sp.Mul, a: Arithmetic) -> Closure:
    parts = [_closure(p, a) for p in expr.args]

    def multiply(o: Oracle, at: dict[Any, int]) -> Any:
        total = parts[0](o, at)
        for part in parts[1:]:
            total = total * part(o, at)
        return total

    return multiply


def _power(expr: sp.Pow, a: Arithmetic) -> Closure:
    base = _closure(expr.base, a)
    if expr.exp == -1:
        one = a.rational(1, 1)
        return lambda o, at: one / base(o, at)
    if expr.exp.is_Integer and expr.exp > 0:
        count = int(expr.exp)
        return lambda o, at: math.prod([base(o, at)] * count, start=a.rational(1, 1))
    exponent, power = _closure(expr.exp, a), a.functions["pow"]
    return lambda o, at: power(base(o, at), exponent(o, at))


def _choice(expr: If, a: Arithmetic) -> Closure:
    condition, then, otherwise = (_closure(p, a) for p in expr.args)
    return lambda o, at: then(o, at) if condition(o, at) else otherwise(o, at)


_REDUCE: dict[str, Callable[[list[Any]], Any]] = {
    "max": max,
    "min": min,
    "argmax": lambda values: max(range(len(values)), key=lambda k: (values[k], -k)),
}


def _reduction(expr: Reduction, a: Arithmetic) -> Closure:
    body, k, size, kind = _closure(expr.body, a), expr.index, expr.size, expr.kind

    def run(o: Oracle, at: dict[Any, int]) -> Any:
        values = [body(o, {**at, k: i}) for i in range(integer(size, at))]
        if kind in ("sum", "prod"):
            total = a.rational(0 if kind == "sum" else 1, 1)
            for v in values:
                total = total + v if kind == "sum" else total * v
            return total
        if not values:
            raise ValueError(f"{kind} over an empty range")
        found = _REDUCE[kind](values)
        return a.rational(found, 1) if kind == "argmax" else found

    return run


def _relation(expr: Any, a: Arithmetic) -> Closure:
    left, right, compare = _closure(expr.lhs, a), _closure(expr.rhs, a), _COMPARE[type(expr)]
    return lambda o, at: compare(left(o, at), right(o, at))


_COMPARE: dict[type, Callable[[Any, Any], bool]] = {
    sp.Eq: lambda x, y: bool(x == y),
    sp.Ne: lambda x, y: bool(x != y),
    sp.StrictLessThan: lambda x, y: bool(x < y),
    sp.LessThan: lambda x, y: bool(x <= y),
    sp.StrictGreaterThan: lambda x, y: bool(x > y),
    sp.GreaterThan: lambda x, y: bool(x >= y),
}


def _connective(combine: Callable[[Any], bool]) -> Callable[[Any, Arithmetic], Closure]:
    def build(expr: Any, a: Arithmetic) -> Closure:
        parts = [_closure(p, a) for p in expr.args]
        return lambda o, at: combine(part(o, at) for part in parts)

    return build


def _modulo(expr: sp.Mod, a: Arithmetic) -> Closure:
    top, bottom, floor = _closure(expr.args[0], a), _closure(expr.args[1], a), a.functions["floor"]

    def run(o: Oracle, at: dict[Any, int]) -> Any:
        x, n = top(o, at), bottom(o, at)
        return x - n * floor(x / n)

    return run


def _function(expr: sp.Function, a: Arithmetic) -> Closure:
    name = type(expr).__name__
    if name not in a.functions:
        raise TypeError(f"{name} has no value in {a.name} arithmetic")
    apply, parts = a.functions[name], [_closure(p, a) for p in expr.args]
    return lambda o, at: apply(*(p(o, at) for p in parts))


def _abstract(expr: Abstract, a: Arithmetic) -> Closure:
    raise TypeError(f"the activation {expr.args[0]} is not specified: it has no value")


_BUILDERS: list[tuple[Any, Callable[[Any, Arithmetic], Closure]]] = [
    (At, _at),
    (Reduction, _reduction),
    (If, _choice),
    (Abstract, _abstract),
    (sp.Add, _sum),
    (sp.Mul, _product),
    (sp.Pow, _power),
    (sp.exp, _function),
    (sp.Mod, _modulo),
    (tuple(_COMPARE), _relation),
    (sp.And, _connective(all)),
    (sp.Or, _connective(any)),
    (sp.Not, lambda expr, a: (lambda inner: lambda o, at: not inner(o, at))(_closure(expr.args[0], a))),
    (sp.Function, _function),
]

__all__ = ["FRACTION", "MPMATH", "SYMPY", "Arithmetic", "Oracle", "evaluate"]
