"""The index-only compiler: every node by its ``entry`` alone, vectorised by broadcasting over index grids.

Each index is an ``arange`` along an axis of its own, each reduction a new leading axis that is summed away. It knows no
node by name, so it agrees with the kernels only if their definitions do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from ..lang.scalars import At, If, Reduction
from ..lang.scan import Scan
from ..lang.term import Term
from .backends import Backend, backend
from .exact import integer


@dataclass
class _Grid:
    """Where an expression is evaluated: the index arrays, how many axes there are, and the operands' values."""

    index: dict[sp.Symbol, Any]
    rank: int
    shape: tuple[int, ...]
    read: Callable[[Term], Any]
    sizes: Mapping[sp.Symbol, int]
    backend: Backend
    dtype: Any
    like: Any


def evaluate(
    term: Term, inputs: Mapping[Term, Any], sizes: Mapping[sp.Symbol, int], name: str = "numpy", dtype: Any = None
) -> Any:
    """The value of ``term`` from its index form alone, on NumPy arrays or torch tensors."""
    b = backend(name)
    like = next((v for v in inputs.values() if _is_float(v)), None)
    dtype = dtype or (like.dtype if like is not None else (np.float64 if name == "numpy" else _torch_double()))
    with np.errstate(all="ignore"):
        return _Values(dict(inputs), dict(sizes), b, dtype, like).value(term)


def node_value(
    term: Term, values: Callable[[Term], Any], sizes: Mapping[sp.Symbol, int], name: str, dtype: Any, like: Any
) -> Any:
    """One node by its entry, its operands' values given: the kernels use it where a node has no kernel of its own."""
    b = backend(name)
    indices, expr = _indexed(term)
    shape = tuple(integer(n, sizes) for n in term.shape)
    grid = {i: _arange(n, place, len(shape), b, like) for place, (i, n) in enumerate(zip(indices, shape, strict=True))}
    found = _value(expr, _Grid(grid, len(shape), shape, values, sizes, b, dtype, like))
    return b.broadcast(_array(found, b, dtype, like), shape)


class _Values:
    def __init__(self, known: dict[Term, Any], sizes: dict[sp.Symbol, int], b: Backend, dtype: Any, like: Any) -> None:
        self.known, self.sizes, self.backend, self.dtype, self.like = known, sizes, b, dtype, like

    def value(self, term: Term) -> Any:
        if term not in self.known:
            if isinstance(term, Scan):
                self.known[term] = self._scan(term)
            else:
                self.known[term] = node_value(term, self.value, self.sizes, self.backend.name, self.dtype, self.like)
        return self.known[term]

    def _scan(self, term: Scan) -> Any:
        states = [self.value(v) for v in term.inits]
        sequences = [self.value(v) for v in term.sequences]
        history = []
        for t in range(integer(term.length, self.sizes)):
            bound = dict(zip(term.states, states, strict=True))
            bound |= {e: s[t] for e, s in zip(term.elements, sequences, strict=True)}
            outer = {k: v for k, v in self.known.items() if not isinstance(k, Scan) and not k.operands}
            step = _Values({**outer, **bound}, self.sizes, self.backend, self.dtype, self.like)
            states = [step.value(s) for s in term.steps]
            history.append(states[term.which])
        return stack(history) if term.collect else states[term.which]


def stack(parts: list[Any]) -> Any:
    if isinstance(parts[0], np.ndarray) or np.isscalar(parts[0]):
        return np.stack(parts)
    import torch

    return torch.stack(parts)


@lru_cache(maxsize=4096)
def _indexed(term: Term) -> tuple[list[sp.Dummy], sp.Expr]:
    indices = [sp.Dummy("i", integer=True, nonnegative=True) for _ in term.shape]
    return indices, term.entry(*indices)


def _is_float(value: Any) -> bool:
    return "float" in str(getattr(value, "dtype", ""))


def _torch_double() -> Any:
    import torch

    return torch.float64


def _arange(n: int, place: int, rank: int, b: Backend, like: Any) -> Any:
    return b.arange(n, like).reshape((1,) * place + (n,) + (1,) * (rank - place - 1))


def _array(value: Any, b: Backend, dtype: Any, like: Any) -> Any:
    return value if hasattr(value, "shape") else b.scalar(value, dtype, like)


def _value(expr: sp.Basic, g: _Grid) -> Any:
    """Value of a scalar expression over the grid, in the working dtype."""
    if isinstance(expr, sp.Symbol):
        return g.backend.cast(g.index[expr], g.dtype) if expr in g.index else float(g.sizes[expr])
    if expr.is_number:
        return float(expr)
    for kind, rule in _RULES:
        if isinstance(expr, kind):
            return rule(expr, g)
    raise TypeError(f"the index compiler cannot read {type(expr).__name__}: {expr}")


def _at(expr: At, g: _Grid) -> Any:
    array = g.read(expr.term)
    if not expr.index:
        return array
    # an index may leave the tensor under a condition that discards the entry; the oracle checks that none is used
    index = tuple(
        g.backend.clip(g.backend.integer(_index(i, g)), 0, n - 1) for i, n in zip(expr.index, array.shape, strict=True)
    )
    return array[index]


def _index(expr: sp.Basic, g: _Grid) -> Any:
    """Integer arithmetic on index grids."""
    if isinstance(expr, sp.Symbol):
        return g.index[expr] if expr in g.index else g.sizes[expr]
    if isinstance(expr, sp.Integer):
        return int(expr)
    if isinstance(expr, sp.floor):
        top, bottom = sp.fraction(sp.together(expr.args[0]))
        return _index(top, g) // _index(bottom, g)
    if isinstance(expr, sp.ceiling):
        return -_index(sp.floor(-expr.args[0], evaluate=False), g)
    if isinstance(expr, sp.Mod):
        return _index(expr.args[0], g) % _index(expr.args[1], g)
    if isinstance(expr, (sp.Add, sp.Mul)):
        parts = [_index(a, g) for a in expr.args]
        total = parts[0]
        for part in parts[1:]:
            total = total + part if isinstance(expr, sp.Add) else total * part
        return total
    if isinstance(expr, sp.Pow) and isinstance(expr.exp, sp.Integer) and expr.exp > 0:
        return _index(expr.base, g) ** int(expr.exp)
    return _value(expr, g)


def _fold(combine: Callable[[Any, Any], Any]) -> Callable[[Any, _Grid], Any]:
    def run(expr: Any, g: _Grid) -> Any:
        parts = [_value(a, g) for a in expr.args]
        total = parts[0]
        for part in parts[1:]:
            total = combine(total, part)
        return total

    return run


def _power(expr: sp.Pow, g: _Grid) -> Any:
    base = _value(expr.base, g)
    if expr.exp == -1:
        return 1 / base
    if expr.exp == sp.Rational(1, 2):
        return base**0.5
    return base ** (int(expr.exp) if expr.exp.is_Integer else _value(expr.exp, g))


def _choice(expr: If, g: _Grid) -> Any:
    condition, then, otherwise = (_value(a, g) for a in expr.args)
    if isinstance(condition, bool):
        return then if condition else otherwise
    b = g.backend
    return b.where(condition, _array(then, b, g.dtype, g.like), _array(otherwise, b, g.dtype, g.like))


def _reduction(expr: Reduction, g: _Grid) -> Any:
    b, n = g.backend, integer(expr.size, g.sizes)
    grid = b.arange(n, g.like).reshape((n,) + (1,) * g.rank)
    inner = _Grid({**g.index, expr.index: grid}, g.rank + 1, (n, *g.shape), g.read, g.sizes, b, g.dtype, g.like)
    body = _array(_value(expr.body, inner), b, g.dtype, g.like)
    return b.reduce[expr.kind](b.broadcast(body, inner.shape))


def _function(expr: sp.Function, g: _Grid) -> Any:
    name = type(expr).__name__
    if name in ("floor", "ceiling") and not expr.has(At):
        return g.backend.cast(_index(expr, g), g.dtype) if hasattr(_index(expr, g), "shape") else float(_index(expr, g))
    if name not in g.backend.functions:
        raise TypeError(f"{name} has no {g.backend.name} counterpart")
    return g.backend.functions[name](*(_array(_value(a, g), g.backend, g.dtype, g.like) for a in expr.args))


def _modulo(expr: sp.Mod, g: _Grid) -> Any:
    value = _index(expr, g)
    return g.backend.cast(value, g.dtype) if hasattr(value, "shape") else float(value)


def _relation(compare: Callable[[Any, Any], Any]) -> Callable[[Any, _Grid], Any]:
    return lambda expr, g: compare(_value(expr.lhs, g), _value(expr.rhs, g))


_RULES: list[tuple[Any, Callable[[Any, _Grid], Any]]] = [
    (At, _at),
    (Reduction, _reduction),
    (If, _choice),
    (sp.Add, _fold(lambda a, b: a + b)),
    (sp.Mul, _fold(lambda a, b: a * b)),
    (sp.Pow, _power),
    (sp.Mod, _modulo),
    (sp.Eq, _relation(lambda a, b: a == b)),
    (sp.Ne, _relation(lambda a, b: a != b)),
    (sp.StrictLessThan, _relation(lambda a, b: a < b)),
    (sp.LessThan, _relation(lambda a, b: a <= b)),
    (sp.StrictGreaterThan, _relation(lambda a, b: a > b)),
    (sp.GreaterThan, _relation(lambda a, b: a >= b)),
    (sp.And, _fold(lambda a, b: a & b)),
    (sp.Or, _fold(lambda a, b: a | b)),
    (sp.Function, _function),
]
