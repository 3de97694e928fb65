"""Tensor nodes: each says its shape (checked when built) and its entries in index form.

Axes are counted as in NumPy; stored axes are negative, so that a node means the same under leading batch axes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.symbol import Str

from .elementwise import FUNCTIONS
from .scalars import At, If, reduction, sum_over
from .term import Const, ShapeError, Term, as_term, broadcast, require_same, same_size, spread


def _axis(axis: Any, rank: int) -> int:
    """The axis as a negative number; raises ``ShapeError`` naming axis and rank."""
    axis = int(axis)
    if not -rank <= axis < rank:
        raise ShapeError(f"axis {axis} of a tensor of rank {rank}")
    return axis if axis < 0 else axis - rank


def _str(value: Any) -> Str:
    return value if isinstance(value, Str) else Str(value)


class Map(Term):
    """An elementwise function of operands that broadcast; the functions stand in ``elementwise.FUNCTIONS``."""

    def __new__(cls, function: Any, *operands: Any) -> Map:
        function = _str(function)
        if function.name not in FUNCTIONS:
            raise ValueError(f"unknown elementwise function {function.name!r}")
        if len(operands) != FUNCTIONS[function.name].arity:
            raise ValueError(f"{function.name} takes {FUNCTIONS[function.name].arity} operands, got {len(operands)}")
        node = sp.Basic.__new__(cls, function, *map(as_term, operands))
        broadcast([o.shape for o in node.operands], f"element-wise {function.name}")
        return node

    @property
    def function(self) -> str:
        return self.args[0].name

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        return broadcast([o.shape for o in self.operands], f"element-wise {self.function}")

    def entry(self, *index: Any) -> sp.Expr:
        values = [o.entry() if isinstance(o, Const) else o.at(*spread(o.shape, index)) for o in self.operands]
        return FUNCTIONS[self.function].scalar(*values)


class Let(Term):
    """A subterm with a name of its own (``\\mu`` for a mean): the same tensor, written by its name and defined beside."""

    def __new__(cls, tex: Any, a: Term) -> Let:
        return sp.Basic.__new__(cls, _str(tex), a)

    @property
    def tex(self) -> str:
        return self.args[0].name

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        return self.operands[0].shape

    def entry(self, *index: Any) -> sp.Expr:
        return self.operands[0].at(*index)


class MatMul(Term):
    """Matrix product over the last axis of ``a`` and the last but one of ``b`` (vectors and batch axes as in NumPy)."""

    def __new__(cls, a: Any, b: Any) -> MatMul:
        a, b = as_term(a), as_term(b)
        if not a.rank or not b.rank:
            raise ShapeError("a matrix product needs vectors or matrices, got a scalar")
        require_same(a.shape[-1], b.shape[-min(b.rank, 2)], "matrix product over different sizes")
        node = sp.Basic.__new__(cls, a, b)
        broadcast([a.shape[:-2], b.shape[:-2]], "matrix product")
        return node

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        a, b = self.operands
        batch = broadcast([a.shape[:-2], b.shape[:-2]], "matrix product")
        return batch + a.shape[-2:-1] + (b.shape[-1:] if b.rank > 1 else ())

    def entry(self, *index: Any) -> sp.Expr:
        a, b = self.operands
        tail = (a.rank > 1) + (b.rank > 1)
        batch, own = index[: len(index) - tail], index[len(index) - tail :]
        row = own[:1] if a.rank > 1 else ()
        column = own[-1:] if b.rank > 1 else ()
        left, right = spread(a.shape[:-2], batch), spread(b.shape[:-2], batch)
        return sum_over(a.shape[-1], lambda k: a.at(*left, *row, k) * b.at(*right, k, *column))


class Permute(Term):
    """Axes in another order; ``axes`` are the last ``len(axes)`` axes, as negative numbers."""

    def __new__(cls, a: Term, axes: Sequence[Any]) -> Permute:
        order = [_axis(i, a.rank) for i in axes]
        if sorted(order) != list(range(-len(order), 0)):
            raise ShapeError(f"axes {order} are not a permutation of the last {len(order)} axes")
        return sp.Basic.__new__(cls, a, sp.Tuple(*order))

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(int(i) for i in self.args[1])

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        a = self.operands[0]
        return a.shape[: a.rank - len(self.order)] + tuple(a.shape[i] for i in self.order)

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        source = list(index)
        for position, axis in zip(range(-len(self.order), 0), self.order, strict=True):
            source[axis] = index[position]
        return a.at(*source)


class Transpose(Term):
    """The last two axes swapped; a vector has none to swap."""

    def __new__(cls, a: Term) -> Transpose:
        if a.rank < 2:
            raise ShapeError(f"a tensor of rank {a.rank} has no transpose")
        return sp.Basic.__new__(cls, a)

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = self.operands[0].shape
        return (*s[:-2], s[-1], s[-2])

    def entry(self, *index: Any) -> sp.Expr:
        return self.operands[0].at(*index[:-2], index[-1], index[-2])


class Reduce(Term):
    """``sum``, ``prod``, ``max``, ``min``, ``mean`` or ``argmax`` over one axis; ``keepdims`` keeps it with size 1."""

    def __new__(cls, kind: Any, a: Term, axis: Any = -1, keepdims: Any = False) -> Reduce:
        kind = _str(kind)
        if kind.name not in ("sum", "prod", "max", "min", "mean", "argmax"):
            raise ValueError(f"unknown reduction {kind.name!r}")
        keep = sp.true if keepdims in (True, sp.true) else sp.false
        return sp.Basic.__new__(cls, kind, a, sp.Integer(_axis(axis, a.rank)), keep)

    @property
    def kind(self) -> str:
        return self.args[0].name

    @property
    def axis(self) -> int:
        return int(self.args[2])

    @property
    def keepdims(self) -> bool:
        return self.args[3] == sp.true

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = list(self.operands[0].shape)
        s[self.axis : self.axis + 1 or None] = [sp.S.One] if self.keepdims else []
        return tuple(s)

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        place = a.rank + self.axis
        before, after = index[:place], index[place + self.keepdims :]
        size = a.shape[self.axis]
        kind = "sum" if self.kind == "mean" else self.kind
        total = reduction(kind, size, lambda k: a.at(*before, k, *after))
        return total / size if self.kind == "mean" else total


class Softmax(Term):
    """exp(x) over its sum along ``axis``."""

    def __new__(cls, a: Term, axis: Any = -1) -> Softmax:
        return sp.Basic.__new__(cls, a, sp.Integer(_axis(axis, a.rank)))

    @property
    def axis(self) -> int:
        return int(self.args[1])

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        return self.operands[0].shape

    def entry(self, *index: Any) -> sp.Expr:
        a, place = self.operands[0], self.rank + self.axis
        total = sum_over(a.shape[place], lambda k: sp.exp(a.at(*index[:place], k, *index[place + 1 :])))
        return sp.exp(a.at(*index)) / total


class LogSoftmax(Term):
    """x − log Σ exp(x) over the last axis."""

    def __new__(cls, a: Term) -> LogSoftmax:
        _axis(-1, a.rank)
        return sp.Basic.__new__(cls, a)

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        return self.operands[0].shape

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        return a.at(*index) - sp.log(sum_over(a.shape[-1], lambda k: sp.exp(a.at(*index[:-1], k))))


class MaskedSoftmax(Term):
    """Softmax over the last axis among the entries whose mask is true; a row with none is all zeros."""

    def __new__(cls, a: Term, mask: Any) -> MaskedSoftmax:
        mask = as_term(mask)
        shape = broadcast([a.shape, mask.shape], "mask over scores")
        for have, want in zip(a.shape, shape, strict=True):
            require_same(have, want, "mask over scores")
        return sp.Basic.__new__(cls, a, mask)

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        return self.operands[0].shape

    def entry(self, *index: Any) -> sp.Expr:
        a, mask = self.operands

        def allowed(*i: Any) -> sp.Expr:
            return sp.Ne(mask.at(*spread(mask.shape, i)), 0)

        def weight(*i: Any) -> sp.Expr:
            return If(allowed(*i), sp.exp(a.at(*i)), 0)

        total = sum_over(a.shape[-1], lambda k: weight(*index[:-1], k))
        return If(allowed(*index), sp.exp(a.at(*index)) / total, 0)


class Concat(Term):
    """Operands joined along ``axis``; all other sizes agree."""

    def __new__(cls, axis: Any, *operands: Any) -> Concat:
        first = operands[0]
        place = _axis(axis, first.rank)
        for other in operands[1:]:
            if other.rank != first.rank:
                raise ShapeError(f"concatenation joins rank {first.rank} and rank {other.rank}")
            for i in range(-first.rank, 0):
                if i != place:
                    require_same(first.shape[i], other.shape[i], "concatenation joins different sizes")
        return sp.Basic.__new__(cls, sp.Integer(place), *operands)

    @property
    def axis(self) -> int:
        return int(self.args[0])

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = list(self.operands[0].shape)
        s[self.axis] = sp.Add(*(o.shape[self.axis] for o in self.operands))
        return tuple(s)

    def entry(self, *index: Any) -> sp.Expr:
        place = self.rank + self.axis
        before, i, after = index[:place], index[place], index[place + 1 :]
        ends = [sp.Add(*(o.shape[place] for o in self.operands[: n + 1])) for n in range(len(self.operands))]
        value = self.operands[-1].at(*before, i - (ends[-2] if len(ends) > 1 else 0), *after)
        for n in range(len(ends) - 2, -1, -1):
            start = ends[n - 1] if n else 0
            value = If(sp.Lt(i, ends[n]), self.operands[n].at(*before, i - start, *after), value)
        return value


class Select(Term):
    """One index along an axis, which disappears."""

    def __new__(cls, a: Term, axis: Any, index: Any) -> Select:
        return sp.Basic.__new__(cls, a, sp.Integer(_axis(axis, a.rank)), sp.sympify(index))

    @property
    def axis(self) -> int:
        return int(self.args[1])

    @property
    def index(self) -> sp.Expr:
        return self.args[2]

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = list(self.operands[0].shape)
        del s[self.axis]
        return tuple(s)

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        place = a.rank + self.axis
        return a.at(*index[:place], self.index, *index[place:])


class Slice(Term):
    """``size`` consecutive indices from ``start`` along an axis."""

    def __new__(cls, a: Term, axis: Any, start: Any, size: Any) -> Slice:
        return sp.Basic.__new__(cls, a, sp.Integer(_axis(axis, a.rank)), sp.sympify(start), sp.sympify(size))

    @property
    def axis(self) -> int:
        return int(self.args[1])

    @property
    def start(self) -> sp.Expr:
        return self.args[2]

    @property
    def size(self) -> sp.Expr:
        return self.args[3]

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = list(self.operands[0].shape)
        s[self.axis] = self.size
        return tuple(s)

    def entry(self, *index: Any) -> sp.Expr:
        source = list(index)
        source[self.axis] = index[self.axis] + self.start
        return self.operands[0].at(*source)


class Gather(Term):
    """Rows of ``table`` chosen by integer ids: shape of the ids, then a row's shape."""

    def __new__(cls, table: Term, ids: Term) -> Gather:
        _axis(0, table.rank)
        return sp.Basic.__new__(cls, table, ids)

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        table, ids = self.operands
        return ids.shape + table.shape[1:]

    def entry(self, *index: Any) -> sp.Expr:
        table, ids = self.operands
        return table.at(ids.at(*index[: ids.rank]), *index[ids.rank :])


class Merge(Term):
    """Axes ``axis`` and ``axis + 1`` joined into one, the first running slower."""

    def __new__(cls, a: Term, axis: Any) -> Merge:
        place = _axis(axis, a.rank)
        if place == -1:
            raise ShapeError("the last axis has no next axis to merge with")
        return sp.Basic.__new__(cls, a, sp.Integer(place))

    @property
    def axis(self) -> int:
        return int(self.args[1])

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = self.operands[0].shape
        place = len(s) + self.axis
        return (*s[:place], s[place] * s[place + 1], *s[place + 2 :])

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        place = a.rank + self.axis
        i, inner = index[place], a.shape[place + 1]
        return a.at(*index[:place], sp.floor(i / inner), sp.Mod(i, inner), *index[place + 1 :])


class Split(Term):
    """An axis of ``outer · inner`` entries as two axes, the first running slower: the inverse of ``Merge``."""

    def __new__(cls, a: Term, axis: Any, outer: Any, inner: Any) -> Split:
        place = _axis(axis, a.rank)
        outer, inner = sp.sympify(outer), sp.sympify(inner)
        require_same(a.shape[place], outer * inner, "an axis split into other sizes")
        return sp.Basic.__new__(cls, a, sp.Integer(place), outer, inner)

    @property
    def axis(self) -> int:
        return int(self.args[1])

    @property
    def sizes(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[2], self.args[3]

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = self.operands[0].shape
        place = len(s) + self.axis
        return s[:place] + self.sizes + s[place + 1 :]

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        place = a.rank + self.axis
        slow, fast = index[place], index[place + 1]
        outer, inner = self.sizes
        joined = fast if outer == 1 else slow if inner == 1 else slow * inner + fast
        return a.at(*index[:place], joined, *index[place + 2 :])


class Pad(Term):
    """``before``/``after`` entries of ``value`` around the last ``len(widths)`` axes."""

    def __new__(cls, a: Term, widths: Sequence[Sequence[Any]], value: Any = 0) -> Pad:
        if len(widths) > a.rank:
            raise ShapeError(f"padding of {len(widths)} axes of a tensor of rank {a.rank}")
        pairs = sp.Tuple(*(sp.Tuple(*map(sp.sympify, pair)) for pair in widths))
        return sp.Basic.__new__(cls, a, pairs, sp.sympify(value))

    @property
    def widths(self) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
        return tuple((p[0], p[1]) for p in self.args[1])

    @property
    def value(self) -> sp.Expr:
        return self.args[2]

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = self.operands[0].shape
        cut = len(s) - len(self.widths)
        return s[:cut] + tuple(n + lo + hi for n, (lo, hi) in zip(s[cut:], self.widths, strict=True))

    def entry(self, *index: Any) -> sp.Expr:
        a = self.operands[0]
        cut = a.rank - len(self.widths)
        source = [i - lo for i, (lo, _) in zip(index[cut:], self.widths, strict=True)]
        sizes = a.shape[cut:]
        inside = sp.And(*(sp.And(sp.Ge(i, 0), sp.Lt(i, n)) for i, n in zip(source, sizes, strict=True)))
        return If(inside, a.at(*index[:cut], *source), self.value)


class Windows(Term):
    """All windows over the last axes: ``(…, H', W', K_h, K_w)``, with stride and dilation, as a view."""

    def __new__(cls, a: Term, sizes: Sequence[Any], strides: Sequence[Any], dilations: Sequence[Any]) -> Windows:
        if not len(sizes) == len(strides) == len(dilations) <= a.rank:
            raise ShapeError(f"{len(sizes)} window sizes, {len(strides)} strides, {len(dilations)} dilations")
        return sp.Basic.__new__(cls, a, *(sp.Tuple(*map(sp.sympify, v)) for v in (sizes, strides, dilations)))

    @property
    def geometry(self) -> tuple[tuple[sp.Expr, sp.Expr, sp.Expr], ...]:
        """(window size, stride, dilation) of each windowed axis."""
        return tuple(zip(*(tuple(v) for v in self.args[1:]), strict=True))

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        s = self.operands[0].shape
        cut = len(s) - len(self.geometry)
        counts = tuple(
            sp.floor((n - d * (k - 1) - 1) / st) + 1 for n, (k, st, d) in zip(s[cut:], self.geometry, strict=True)
        )
        return s[:cut] + counts + tuple(self.args[1])

    def entry(self, *index: Any) -> sp.Expr:
        a, count = self.operands[0], len(self.geometry)
        cut = a.rank - count
        starts, taps = index[cut : cut + count], index[cut + count :]
        places = [i * st + k * d for i, k, (_, st, d) in zip(starts, taps, self.geometry, strict=True)]
        return a.at(*index[:cut], *places)


class Einsum(Term):
    """Contraction in Einstein's notation, ``"oc,chw->ohw"``; letters that the output lacks are summed."""

    def __new__(cls, rule: Any, *operands: Term) -> Einsum:
        rule = _str(rule)
        node = sp.Basic.__new__(cls, rule, *operands)
        node.sizes()
        return node

    @property
    def letters(self) -> tuple[list[str], str]:
        inputs, output = self.args[0].name.split("->")
        return inputs.split(","), output

    def sizes(self) -> dict[str, sp.Expr]:
        """Size of each letter; raises ``ShapeError`` where operands disagree."""
        inputs = self.letters[0]
        found: dict[str, sp.Expr] = {}
        for letters, operand in zip(inputs, self.operands, strict=True):
            if len(letters) != operand.rank:
                raise ShapeError(f"einsum {letters!r} for a tensor of rank {operand.rank}")
            for letter, size in zip(letters, operand.shape, strict=True):
                require_same(found.setdefault(letter, size), size, f"einsum index {letter}")
        return found

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        sizes = self.sizes()
        return tuple(sizes[letter] for letter in self.letters[1])

    def entry(self, *index: Any) -> sp.Expr:
        inputs, output = self.letters
        sizes = self.sizes()
        bound = {c: sp.Dummy(c, integer=True, nonnegative=True) for c in sizes if c not in output}
        at = {**dict(zip(output, index, strict=True)), **bound}
        factors = (o.at(*(at[c] for c in letters)) for letters, o in zip(inputs, self.operands, strict=True))
        body: sp.Expr = sp.Mul(*factors)
        from .scalars import Reduction

        for letter, k in reversed(bound.items()):
            body = Reduction("sum", body, k, sizes[letter])
        return body


class Tab(Term):
    """Comprehension: ``tab(n, m, body=lambda i, j: …)``; what no other node says, said entry by entry."""

    def __new__(cls, indices: Any, shape: Any, body: Any) -> Tab:
        if len(indices) != len(shape):
            raise ShapeError(f"{len(indices)} indices for {len(shape)} sizes")
        return sp.Basic.__new__(cls, sp.Tuple(*indices), sp.Tuple(*map(sp.sympify, shape)), sp.sympify(body))

    @property
    def indices(self) -> tuple[sp.Dummy, ...]:
        return tuple(self.args[0])

    @cached_property
    def shape(self) -> tuple[sp.Expr, ...]:
        return tuple(self.args[1])

    @property
    def body(self) -> sp.Expr:
        return self.args[2]

    @property
    def operands(self) -> tuple[Term, ...]:
        # sorted by name: sets have no order, and compiled code must be the same in every run
        return tuple(sorted({at.term for at in self.body.atoms(At)}, key=sp.default_sort_key))

    @property
    def free_symbols(self) -> set[sp.Symbol]:
        return (self.body.free_symbols - set(self.indices)).union(*(s.free_symbols for s in self.shape))

    def entry(self, *index: Any) -> sp.Expr:
        return self.body.xreplace(dict(zip(self.indices, map(sp.sympify, index), strict=True)))


def tab(*shape: Any, body: Callable[..., Any]) -> Tab:
    """A tensor by its entries; the index names are the parameter names of ``body``."""
    names = body.__code__.co_varnames[: len(shape)]
    indices = [sp.Dummy(name, integer=True, nonnegative=True) for name in names]
    return Tab(indices, shape, body(*indices))


__all__ = [
    "Concat", "Einsum", "Gather", "Let", "LogSoftmax", "Map", "MaskedSoftmax", "MatMul", "Merge", "Pad", "Permute",
    "Reduce", "Select", "Slice", "Softmax", "Split", "Tab", "Transpose", "Windows", "same_size", "tab",
]  # fmt: skip
