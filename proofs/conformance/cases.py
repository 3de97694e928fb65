"""A case: everything that fixes the inputs of one comparison, small enough to be drawn, shrunk, cached and
printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from formulas.evaluate.exact import integer
from formulas.lang import Input, Sym, Term
from formulas.lang.nodes import Map, Softmax
from formulas.model import Stated

from . import families
from .precision import PRECISIONS
from .sizes import Wish, settle


def batched(i: Input) -> bool:
    """Whether implementations take leading axes on this input; a single token (the first, the last) is an
    argument.
    """
    return i.kind in ("data", "mask") or (i.kind == "tokens" and bool(i.shape))


@dataclass(frozen=True)
class Case:
    """Wished sizes, batch shape, family of values, styles of masks and ids, format, seed.

    ``broadcast`` gives the inputs after the first no batch axes, or axes of size 1, in turn; ``infinite``
    puts −∞ where it has a meaning; ``edge`` brings real arguments near their bounds.
    """

    wish: Wish
    dtype: str = "float64"
    batch: tuple[int, ...] = ()
    family: str = "generic"
    parameters: str = "generic"
    mask: str = "random"
    tokens: str = "random"
    broadcast: bool = False
    infinite: bool = False
    edge: bool = False
    seed: int = 0


def sizes(statement: Stated, case: Case) -> dict[sp.Symbol, int]:
    """The sizes of a case, by symbol."""
    return settle(statement, case.wish)


@lru_cache(maxsize=256)
def values(statement: Stated, case: Case) -> Mapping[str, Any]:
    """The inputs by name: NumPy arrays (bfloat16 held in float32), Python floats for scalars, integers for
    sizes.

    Raises ``NoSizes`` where the statement has no result for any sizes near.
    """
    bound = sizes(statement, case)
    rng = np.random.default_rng(case.seed)
    softened = logits(statement) if case.infinite else frozenset()
    leads = _leads(statement, case)
    return {i.name: _value(i, case, bound, rng, leads.get(i.name, ()), i.name in softened) for i in statement.inputs}


def _value(i: Input, case: Case, bound: Mapping[Any, int], rng: Any, lead: tuple[int, ...], infinite: bool) -> Any:
    shape = lead + tuple(integer(n, bound) for n in i.shape)
    if i.kind == "size":
        return bound[i.symbol]
    if i.kind == "scalar":
        return families.scalar(rng, i, case.edge)
    if i.kind == "mask":
        return families.mask(rng, shape, case.mask)
    if i.kind == "tokens":
        return families.tokens(rng, shape, integer(i.high, bound), case.tokens)
    table, name = (families.FAMILIES, case.family) if i.kind == "data" else (families.PARAMETERS, case.parameters)
    drawn = families.confined(i, table[name](rng, shape))
    if infinite:
        drawn = families.with_infinity(rng, drawn)
    return PRECISIONS[case.dtype].rounded(drawn)


def _leads(statement: Stated, case: Case) -> dict[str, tuple[int, ...]]:
    """The leading axes of each batched input; with ``broadcast`` the second has none, the third axes of size
    1, and so on.
    """
    names = [i.name for i in statement.inputs if batched(i)]
    if not case.broadcast:
        return dict.fromkeys(names, case.batch)
    forms = (case.batch, (), (1,) * len(case.batch))
    return {name: forms[k % 3] for k, name in enumerate(names)}


def single(
    statement: Stated, drawn: Mapping[str, Any], batch: tuple[int, ...], place: tuple[int, ...]
) -> dict[str, Any]:
    """The inputs of one sample of a batch."""
    return {i.name: _sample(i, drawn[i.name], batch, place) for i in statement.inputs}


def _sample(i: Input, value: Any, batch: tuple[int, ...], place: tuple[int, ...]) -> Any:
    if not batched(i) or not batch:
        return value
    core = value.shape[value.ndim - len(i.shape) :]
    return np.broadcast_to(value, batch + core)[place]


@lru_cache(maxsize=512)
def logits(statement: Stated) -> frozenset[str]:
    """Inputs that enter nothing but a softmax along their last axis: there −∞ means "never", and the result
    is finite.
    """
    names: set[str] = set()
    spoiled: set[str] = set()
    for term in statement.outputs:
        _visit(term, False, names, spoiled)
    data = {i.name for i in statement.inputs if i.kind == "data" and i.low is None and i.high is None}
    return frozenset((names - spoiled) & data)


def _visit(term: Term, soft: bool, names: set[str], spoiled: set[str]) -> None:
    if isinstance(term, Sym):
        (names if soft else spoiled).add(term.name)
        return
    scaled = isinstance(term, Map) and term.function == "div" and soft
    for place, operand in enumerate(term.operands):
        inside = isinstance(term, Softmax) and term.axis == -1 and isinstance(operand, Sym | Map)
        _visit(operand, inside or (scaled and place == 0), names, spoiled)


def named_sizes(statement: Stated, case: Case) -> dict[str, int]:
    """The sizes of a case, by name, for evidence."""
    return {str(symbol): n for symbol, n in sizes(statement, case).items()}


__all__ = ["Case", "named_sizes", "single", "sizes", "values"]
