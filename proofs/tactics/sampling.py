"""Concrete inputs for a statement: small sizes, exact dyadic values, declared domains; from a seed, the same
in every run.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from formulas.evaluate import exact, oracle
from formulas.lang import Input
from formulas.lang.scan import inputs_of
from formulas.lang.term import Term

from .sums import Shuffle


@dataclass(frozen=True)
class Point:
    """One sample: the value of each size and of each input."""

    sizes: dict[sp.Symbol, int]
    values: dict[Term, np.ndarray]

    def evidence(self) -> dict[str, Any]:
        """The sample as plain Python values, for a refutation."""
        named = {s.name: n for s, n in sorted(self.sizes.items(), key=lambda item: item[0].name)}
        return {"sizes": named, "inputs": {k.name: v.tolist() for k, v in self.values.items()}}


def points(
    terms: Sequence[Term], inputs: Iterable[Input], given: Iterable[Any], count: int, seed: int = 1
) -> Iterator[Point]:
    """Up to ``count`` samples on which the conditions on sizes hold."""
    source = random.Random(seed)
    declared = {i.symbol: i for i in inputs}
    given = tuple(given)
    symbols = _sizes(terms, given)
    for attempt in range(200 * count):
        if count <= 0:
            return
        sizes = {s: _size(s, declared.get(s), source, attempt) for s in symbols}
        if _admissible(terms, given, sizes):
            count -= 1
            syms = sorted(set().union(*map(inputs_of, terms)), key=lambda s: s.name)
            yield Point(sizes, {s: _values(s, declared.get(s), sizes, source) for s in syms})


def _sizes(terms: Sequence[Term], given: tuple[Any, ...]) -> list[sp.Symbol]:
    found = set().union(*(t.free_symbols for t in terms), *(g.free_symbols for g in given))
    found = found.union(*(s.shape[i].free_symbols for t in terms for s in inputs_of(t) for i in range(s.rank)))
    return sorted((s for s in found if not isinstance(s, sp.Dummy)), key=lambda s: s.name)


def _size(symbol: sp.Symbol, declared: Input | None, source: random.Random, attempt: int) -> int:
    low = declared.low if declared is not None and declared.low is not None else 1 if symbol.is_positive else 0
    # the least size is seldom drawn: with one entry, or one row, many mistakes do not show
    return int(low) + source.choice((0, 1, 1, 2, 2, 2) if attempt < 40 else range(6))


def _admissible(terms: Sequence[Term], given: tuple[Any, ...], sizes: dict[sp.Symbol, int]) -> bool:
    if not all(exact.exact(g)(sizes) for g in given):
        return False
    return all(exact.integer(n, sizes) >= 0 for t in terms for n in t.shape)


def _values(term: Any, declared: Input | None, sizes: dict[sp.Symbol, int], source: random.Random) -> np.ndarray:
    out = np.empty([exact.integer(n, sizes) for n in term.shape], dtype=object)
    for place in np.ndindex(*out.shape):
        out[place] = _value(declared, sizes, source)
    return out


def _value(declared: Input | None, sizes: dict[sp.Symbol, int], source: random.Random) -> Any:
    kind = declared.kind if declared is not None else "data"
    if kind == "mask":
        return source.randint(0, 1)
    if kind == "tokens":
        assert declared is not None
        return source.randrange(exact.integer(declared.high, sizes))
    low = -2.0 if declared is None or declared.low is None else float(declared.low)
    high = low + 4 if declared is None or declared.high is None else float(declared.high)
    return low + (high - low) * source.randint(1, 31) / 32


def value(term: Term, point: Point) -> np.ndarray:
    """The term at a sample, by the oracle at 50 digits. A permutation is taken as reversal."""
    shuffles = {p: p.args[1] - 1 - p.args[0] for p in term.atoms(Shuffle)}
    concrete = term.xreplace(shuffles) if shuffles else term
    return oracle.evaluate(concrete, point.values, point.sizes)
