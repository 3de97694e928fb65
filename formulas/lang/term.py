"""The base of all tensor terms: shape, meaning in index form, operators.

A term is an immutable SymPy ``Basic`` (not an ``Expr``: tensor algebra is not scalar algebra). ``shape`` is symbolic and
checked when the term is built; ``entry(*index)`` is the definition, in terms of ``At`` of the term's direct operands.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.symbol import Str

from .scalars import At


class ShapeError(ValueError):
    """Two sizes that must agree do not; the message names both."""


class Term(sp.Basic):
    """A tensor; subclasses define ``shape`` and ``entry``, and their ``__new__`` checks operands."""

    @property
    def shape(self) -> tuple[sp.Expr, ...]:
        raise NotImplementedError(type(self).__name__)

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def operands(self) -> tuple[Term, ...]:
        """The terms this one is built from, in order."""
        return tuple(a for a in self.args if isinstance(a, Term))

    def entry(self, *index: Any) -> sp.Expr:
        """The entry at ``index`` (0-based), written with ``At`` of the operands: the definition of this node."""
        raise NotImplementedError(type(self).__name__)

    def at(self, *index: Any) -> sp.Expr:
        """The unexpanded entry ``At(self, *index)``; raises ``ShapeError`` on a wrong number of indices."""
        if len(index) != self.rank:
            raise ShapeError(f"{len(index)} indices given to a tensor of rank {self.rank}")
        return At(self, *index)

    @property
    def T(self) -> Term:
        from .nodes import Transpose

        return Transpose(self)

    def __getitem__(self, index: Any) -> Term:
        from .nodes import Select

        picked = self
        for i in index if isinstance(index, tuple) else (index,):
            picked = Select(picked, 0, i)
        return picked

    def __matmul__(self, other: Any) -> Term:
        from .nodes import MatMul

        return MatMul(self, as_term(other))

    def __add__(self, other: Any) -> Term:
        return _map("add", self, other)

    def __radd__(self, other: Any) -> Term:
        return _map("add", other, self)

    def __sub__(self, other: Any) -> Term:
        return _map("sub", self, other)

    def __rsub__(self, other: Any) -> Term:
        return _map("sub", other, self)

    def __mul__(self, other: Any) -> Term:
        return _map("mul", self, other)

    def __rmul__(self, other: Any) -> Term:
        return _map("mul", other, self)

    def __truediv__(self, other: Any) -> Term:
        return _map("div", self, other)

    def __rtruediv__(self, other: Any) -> Term:
        return _map("div", other, self)

    def __pow__(self, other: Any) -> Term:
        return _map("pow", self, other)

    def __neg__(self) -> Term:
        return _map("neg", self)


class Sym(Term):
    """A named input tensor. ``tex`` is how it is written; equal names with equal shapes are equal inputs."""

    def __new__(cls, name: Any, shape: Any = (), tex: Any = None) -> Sym:
        name = name if isinstance(name, Str) else Str(name)
        tex = tex if isinstance(tex, Str) else Str(tex or name.name)
        return sp.Basic.__new__(cls, name, sp.Tuple(*map(sp.sympify, shape)), tex)

    @property
    def name(self) -> str:
        return self.args[0].name

    @property
    def shape(self) -> tuple[sp.Expr, ...]:
        return tuple(self.args[1])

    @property
    def tex(self) -> str:
        return self.args[2].name

    def entry(self, *index: Any) -> sp.Expr:
        return At(self, *index)


class Const(Term):
    """A scalar SymPy expression of dimensions, as a tensor of rank 0."""

    def __new__(cls, value: Any) -> Const:
        return sp.Basic.__new__(cls, sp.sympify(value))

    shape = ()

    @property
    def value(self) -> sp.Expr:
        return self.args[0]

    def entry(self, *index: Any) -> sp.Expr:
        return self.value


def as_term(value: Any) -> Term:
    """Terms as they are; numbers and SymPy expressions as constants. Raises ``TypeError`` for strings (never parsed)."""
    if isinstance(value, Term):
        return value
    if isinstance(value, (int, float, sp.Expr)):
        if isinstance(value, float):
            raise TypeError(f"{value!r} is a binary float; write Rational(…) or take it as an input")
        return Const(value)
    raise TypeError(f"not a term: {value!r}")


def _map(op: str, *operands: Any) -> Term:
    from .nodes import Map

    return Map(op, *operands)


def same_size(a: Any, b: Any) -> bool:
    """Whether two sizes are equal for all values of their symbols; distinct names are distinct sizes."""
    return a == b or sp.expand(sp.sympify(a) - sp.sympify(b)) == 0


def require_same(a: Any, b: Any, what: str) -> None:
    if not same_size(a, b):
        raise ShapeError(f"{what}: {a} against {b}")


def broadcast(shapes: list[tuple[sp.Expr, ...]], what: str) -> tuple[sp.Expr, ...]:
    """NumPy's broadcasting on symbolic shapes: aligned at the right, equal or the literal 1."""
    rank = max(map(len, shapes), default=0)
    padded = [(sp.S.One,) * (rank - len(s)) + tuple(s) for s in shapes]
    out = []
    for sizes in zip(*padded, strict=True):
        wide = [s for s in sizes if s != 1]
        for s in wide[1:]:
            require_same(wide[0], s, f"{what} joins different sizes")
        out.append(wide[0] if wide else sp.S.One)
    return tuple(out)


def spread(shape: tuple[sp.Expr, ...], index: tuple[Any, ...]) -> tuple[Any, ...]:
    """The operand's own indices under broadcasting: the last ones, and 0 along axes of size 1."""
    own = index[len(index) - len(shape) :] if shape else ()
    return tuple(sp.S.Zero if s == 1 else i for s, i in zip(shape, own, strict=True))
