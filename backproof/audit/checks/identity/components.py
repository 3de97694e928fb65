"""Norms, traces and products of whole arrays against the sums over their components: ``‖x‖_2 = \\sqrt{Σ_i x_i^2}``.

One side speaks of vectors and matrices, the other of entries alone. Both are evaluated with the same random entries; a bare
letter is a column if its entries have one index, a square matrix if they have two. Source: Golub and Van Loan, chapter 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from backproof.lazy import pattern

from ...match.signature import script_text
from ...match.values import Unsupported, function_name
from ...notation.tree import Node, operations, script_nodes, walk
from .evaluator import Evaluator
from .letters import bound, indices, letter_of, places
from .pairs import Pair
from .points import Point, draw
from .verdict import Outcome, same

SIZE, SEEDS = 3, 4
ARRAYS = {"norm", "transpose"}  # what is only said of whole arrays
CLOSED = {"cond", "rel", "text", "dots", "cases", "matrix", "hole", "idx", "diff", "interval"}
TRACES = {"tr", "Tr", "trace"}
POSITIVE = pattern(r"non-?negative|positive|probab|simplex|distribution|非负|概率|分布|\\ge|≥", 0)
SYMMETRIC = pattern(
    r"symmetric|covarian|kernel|gram|adjacen|laplacian|hessian|对称|协方差|核函数|邻接|拉普拉斯|海森", 0
)
UNMARKED = ("2", "1", "infty")  # which norm one without a mark may be
Letter = tuple[str, tuple[str, ...]]
World = tuple[int, bool, bool, str]  # seed, all entries positive, all matrices symmetric, a norm without a mark


def judge(left: Node, right: Node, context: str) -> Outcome | None:
    """Where the values differ at every point, "refuted"; where they agree, "holds"; None where there are none."""
    if not (operations(left) | operations(right)) & {"norm", "transpose", "group", "app", "mul"}:
        return None
    for whole, entries in ((left, right), (right, left)):
        ranks = _ranks(whole, entries)
        if ranks is not None:
            return _compared(left, right, whole, entries, ranks, context)
    return None


def sides(tree: Node) -> Iterator[tuple[Pair, str]]:
    """All neighbours of a chain, with the relation between them."""
    if tree.op == "rel":
        for place, relation in enumerate(tree.value):
            yield Pair(tree.args[place], tree.args[place + 1], place), relation


def _ranks(whole: Node, entries: Node) -> dict[Letter, int] | None:
    """How many indices the entries of each letter have; None unless one side is of arrays and the other of their entries."""
    if any(n.op in CLOSED for n in walk(entries) if not _limit(n, entries)) or any(
        n.op in ARRAYS for n in walk(entries)
    ):
        return None
    ranks: dict[Letter, int] = {}
    for node in walk(entries):
        if node.op != "name" or not node.sub or node.sup:
            continue
        rank = len(node.sub)
        if any(letter_of(s) is None for s in node.sub) or ranks.setdefault(_letter(node), rank) != rank:
            return None
    arrays, inner = (_bare(side) for side in (whole, entries))
    scalars = {x for x in arrays if _own(x, ranks) is None}
    if not ranks or not set(ranks) <= {_own(x, ranks) for x in arrays} or not inner <= scalars or not _marked(whole):
        return None  # what stands on one side alone is defined elsewhere
    return ranks if max(ranks.values()) <= 2 and scalars <= inner else None


def _marked(whole: Node) -> bool:
    """Whether the side is plainly of arrays."""
    return whole.op == "mul" or any(n.op in ARRAYS or (n.op == "group" and n.sub) or _trace(n) for n in walk(whole))


def _bare(side: Node) -> set[Letter]:
    """The names without scripts, those in scripts and of functions aside."""
    skip = {id(n) for n in script_nodes(side)}
    skip |= {id(n.args[0]) for n in walk(side) if n.op == "app"}
    skip |= {id(m) for n in walk(side) if n.op == "pow" for m in walk(n.args[1])}
    return {_letter(n) for n in walk(side) if n.op == "name" and not (n.sub or n.sup) and id(n) not in skip}


def _limit(node: Node, tree: Node) -> bool:
    return any(low is node for big in walk(tree) if big.op == "big" for low in big.sub)


def _letter(node: Node) -> Letter:
    return str(node.value), tuple(node.accents)


def _own(letter: Letter, ranks: dict[Letter, int]) -> Letter | None:
    """The letter of the entries: ``a_{ij}`` of A."""
    other = (letter[0].swapcase(), letter[1])
    return letter if letter in ranks else other if other in ranks else None


def _trace(node: Node) -> bool:
    return node.op == "app" and len(node.args) == 2 and (function_name(node.args[0]) or "") in TRACES


class _Entries(Evaluator):
    """Evaluates what is said of entries; sums run over all of them."""

    def __init__(self, point: Point, ranks: dict[Letter, int], world: World) -> None:
        super().__init__(point)
        self.ranks, self.world = ranks, world

    def name(self, node: Node) -> float:
        if _letter(node) not in self.ranks:
            return super().name(node)
        where = tuple(self.index(s) for s in node.sub)
        if not where or not all(isinstance(k, int) and 1 <= k <= SIZE for k in where):
            raise Unsupported("a component that is no entry")
        return entry(_letter(node), where, self.world)

    def big(self, node: Node) -> float:
        if any(low.op == "rel" and low.value == ("in",) for low in node.sub):
            raise Unsupported("a part of the entries")
        if node.value in ("max", "min") and len(node.sub) == 1:
            letter, where = self._range(node.sub[0], None)
            values = []
            for self.places[letter] in where:
                values.append(self.value(node.args[0]))
            return max(values) if node.value == "max" else min(values)
        return super().big(node)


def entry(letter: Letter, where: Iterable[int], world: World) -> float:
    """The entry of an array, drawn once for each place."""
    seed, positive, symmetric, _ = world
    place = tuple(sorted(where)) if symmetric else tuple(where)
    drawn = draw(2 * seed, (letter, place))
    return drawn if positive or draw(2 * seed, (letter, place, "sign")) < 0.5 else -drawn


class _Whole:
    """Evaluates what is said of whole arrays: columns and square matrices, scalars as 1 by 1."""

    def __init__(self, point: Point, ranks: dict[Letter, int], world: World, letters: dict[str, int]) -> None:
        import numpy as np

        self.np, self.ranks, self.world, self.letters = np, ranks, world, letters
        self.scalars = Evaluator(point)

    def value(self, n: Node) -> Any:
        if n.op == "group" and n.sub:
            return self._picked(self.value(Node("group", n.args, n.value)), n.sub)
        if n.op == "group" and n.value == "<>":
            return self._inner(n)
        if n.op in ("group", "neg", "transpose", "root"):
            return self._one(n)
        if n.op == "name":
            return self._array(n)
        if n.op == "add":
            return self._sum([self.value(a) for a in n.args])
        if n.op == "mul" and set(n.value) <= {"", "cdot", "odot"}:
            return self._product(n)
        if n.op == "frac" and n.value != "binom":
            return self.value(n.args[0]) / self._scalar(self.value(n.args[1]))
        if n.op == "pow":
            return self._full(self._scalar(self.value(n.args[0])) ** self.scalars.value(n.args[1]))
        if n.op == "norm" and not n.sup:
            return self._full(self._norm(self.value(n.args[0]), [script_text(s) for s in n.sub]))
        if _trace(n):
            return self._full(float(self.np.trace(self.value(n.args[1]))))
        if n.op == "num":
            return self._full(float(n.value))
        raise Unsupported(n.op)

    def _one(self, n: Node) -> Any:
        inner = self.value(n.args[0])
        if n.op == "root":
            if len(n.args) > 1:
                raise Unsupported("a higher root")
            return self._full(math.sqrt(self._scalar(inner)))
        return -inner if n.op == "neg" else inner.T if n.op == "transpose" else inner

    def _array(self, n: Node) -> Any:
        own = _own(_letter(n), self.ranks)
        if own is None or n.sub or n.sup or n.marks:
            if own is None and not (n.sub or n.sup):
                return self._full(self.scalars.value(n))
            raise Unsupported("a letter without entries")
        span = range(1, SIZE + 1)
        if self.ranks[own] == 1:
            return self.np.array([[entry(own, (i,), self.world)] for i in span])
        return self.np.array([[entry(own, (i, j), self.world) for j in span] for i in span])

    def _full(self, x: float) -> Any:
        return self.np.array([[x]])

    def _scalar(self, x: Any) -> float:
        if x.size != 1:
            raise Unsupported("an array where a number is meant")
        return float(x[0, 0])

    def _sum(self, terms: list[Any]) -> Any:
        if any(t.shape != terms[0].shape for t in terms):
            raise Unsupported("a sum of different shapes")
        return sum(terms[1:], terms[0])

    def _product(self, n: Node) -> Any:
        found = self.value(n.args[0])
        for sign, factor in zip(n.value, n.args[1:], strict=True):
            other = self.value(factor)
            if 1 in (found.size, other.size) or (sign == "odot" and found.shape == other.shape):
                found = found * other
            elif sign == "cdot" and found.shape == other.shape == (SIZE, 1):
                found = found.T @ other
            elif sign != "odot" and found.shape[1] == other.shape[0]:
                found = found @ other
            else:
                raise Unsupported("a product of shapes that do not fit")
        return found

    def _inner(self, n: Node) -> Any:
        pair = n.args[0].args if n.args[0].op == "seq" else ()
        if len(pair) != 2:
            raise Unsupported("an inner product of one")
        first, second = map(self.value, pair)
        if first.shape != second.shape:
            raise Unsupported("an inner product of different shapes")
        return self._full(float((first * second).sum()))

    def _norm(self, x: Any, kinds: list[str]) -> float:
        kind = kinds[0] if len(kinds) == 1 else "?" if kinds else self.world[3]
        vector = x.shape[1] == 1
        size = self.np.abs(x)
        if kind == "F" or (vector and kind == "2"):
            return math.sqrt(float((size**2).sum()))
        if vector and kind == "1":
            return float(size.sum())
        if vector and kind == "infty":
            return float(size.max())
        if vector and len(kind) == 1 and kind.isalpha():
            power = self.scalars.value(Node("name", value=kind))
            return float((size**power).sum() ** (1 / power))
        raise Unsupported("another norm")

    def _picked(self, x: Any, scripts: tuple[Node, ...]) -> Any:
        flat = [p for s in scripts for p in (s.args if s.op == "seq" else (s,))]
        places = [self.letters.get(letter_of(p) or "") for p in flat]
        if None in places or len(places) != (1 if x.shape[1] == 1 else 2):
            raise Unsupported("an entry of another rank")
        row, column = [*places, 1][:2]
        assert row is not None and column is not None
        return self._full(float(x[row - 1, column - 1]))


def _compared(
    left: Node, right: Node, whole: Node, entries: Node, ranks: dict[Letter, int], context: str
) -> Outcome | None:
    marks = UNMARKED if any(n.op == "norm" and not n.sub for n in walk(whole)) else UNMARKED[:1]
    kinds = [(False, False, mark) for mark in marks]
    kinds += [(True, False, UNMARKED[0])] if POSITIVE.search(context) else []
    kinds += [(False, True, UNMARKED[0])] if SYMMETRIC.search(context) else []
    differ: Outcome | None = None
    for kind in kinds:
        agree = True
        for seed in range(SEEDS):
            pair = _values(whole, entries, ranks, (seed, *kind))
            if pair is None:
                return None
            if not same(*pair):
                agree = False
                a, b = pair if whole is left else pair[::-1]
                differ = differ or Outcome("refuted", "entries", None, a, b)
        if agree:
            return Outcome("holds")
    return differ


def _values(whole: Node, entries: Node, ranks: dict[Letter, int], world: World) -> tuple[float, float] | None:
    """The values of both sides, the arrays first."""
    letters = places((whole, entries), SIZE, world[0])
    free = sorted((indices(whole) | indices(entries)) - bound(entries))
    letters |= {
        x: 1 + (k + world[0]) % SIZE for k, x in enumerate(free) if letters.get(x) != SIZE or x in indices(whole)
    }
    point = Point(2 * world[0] + 1, SIZE, letters)
    try:
        array = _Whole(point, ranks, world, letters).value(whole)
        if array.size != 1:
            return None
        return float(array[0, 0]), _Entries(point, ranks, world).value(entries)
    except (Unsupported, ArithmeticError, ValueError, RecursionError, AttributeError):
        return None


__all__ = ["judge", "sides"]
