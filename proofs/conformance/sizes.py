"""Sizes for which a statement has a result: pairwise distinct where they can be, satisfied by a bounded
walk.

What Hypothesis draws is a wish; ``settle`` moves from the wish to the nearest sizes that satisfy every
condition, always the same ones for the same wish, so that nothing is filtered away and shrinking keeps its
meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random

import sympy as sp

from formulas.evaluate.exact import exact, integer
from formulas.lang import Input
from formulas.model import Stated

from .work import operations

Wish = tuple[int, ...]
LIMIT = 3000
"""Scalar operations of the oracle that one sample may cost, if the statement is no larger by nature."""
WINDOWED = 2
"""How much more a statement with integer arguments (a stride, a kernel) may cost, to see what they do."""
ATTEMPTS = 600
DIMENSIONS = (2, 3, 1, 5, 4, 7, 6, 8, 9, 11, 13)
BOUNDARIES = (0, 1, 2, 3, 4, 6, 11)
"""Offsets of integer arguments from their least value."""


class NoSizes(ValueError):
    """The bounded walk found no sizes for which the statement has a result."""


@lru_cache(maxsize=512)
def dimensions(statement: Stated) -> tuple[sp.Symbol, ...]:
    """The free sizes of the inputs' shapes, without integer arguments, in order of appearance."""
    arguments = {i.symbol for i in statement.inputs if i.kind == "size"}
    found = (s for i in statement.inputs for n in (*i.shape, *_bounds(i)) for s in sorted(n.free_symbols, key=str))
    return tuple(dict.fromkeys(s for s in found if s not in arguments))


@lru_cache(maxsize=512)
def arguments(statement: Stated) -> tuple[Input, ...]:
    """The integer arguments."""
    return tuple(i for i in statement.inputs if i.kind == "size")


def _bounds(i: Input) -> list[sp.Expr]:
    return [sp.sympify(i.high)] if i.kind == "tokens" else []


def pool(statement: Stated) -> tuple[int, ...]:
    """What dimensions are drawn from: enough for all to differ, with 1, odd and prime numbers among them."""
    room = 3 if arguments(statement) else 0  # for windows to move in
    return DIMENSIONS[: max(6, len(dimensions(statement)) + 2) + room]


def choices(i: Input) -> tuple[int, ...]:
    """Values of an integer argument: its least value, those next to it, and some far off."""
    low = -2 if i.low is None else int(i.low)
    return tuple(low + k for k in BOUNDARIES)


@lru_cache(maxsize=512)
def limit(statement: Stated) -> int:
    """What one sample may cost: ``LIMIT``, or what all dimensions 3 cost where that is more."""
    least = dict.fromkeys(dimensions(statement), 3) | {i.symbol: int(i.low or 0) + 1 for i in arguments(statement)}
    try:
        return max(
            LIMIT * (WINDOWED if dimensions(statement) and arguments(statement) else 1), operations(statement, least)
        )
    except (ValueError, ZeroDivisionError):
        return LIMIT


@lru_cache(maxsize=8192)
def settle(statement: Stated, wish: Wish) -> dict[sp.Symbol, int]:
    """Sizes near the wish (dimensions, then arguments) that fit and are affordable; cheap ones that fit
    where none are.

    A walk from the wish: one size changes at a time, and a change stays unless it breaks more or costs more.
    Distinct dimensions stay distinct. Raises ``NoSizes`` where the walk ends at sizes that do not fit.
    """
    symbols = (*dimensions(statement), *(i.symbol for i in arguments(statement)))
    random, best = Random(repr(wish)), list(wish)
    roomy = random.random() < 0.8
    score = _score(statement, dict(zip(symbols, best, strict=True)), roomy)
    for _ in range(ATTEMPTS):
        if not any(score):
            break
        changed = _changed(statement, best, random)
        found = _score(statement, dict(zip(symbols, changed, strict=True)), roomy)
        if found <= score:
            best, score = changed, found
    if score[0]:
        raise NoSizes(f"no sizes found for which {getattr(statement, 'id', statement)!s} has a result")
    return dict(zip(symbols, best, strict=True))


def _score(statement: Stated, sizes: Mapping[sp.Symbol, int], roomy: bool) -> tuple[int, int, int]:
    """What is wrong with sizes: conditions that fail, operations beyond the limit, and, where there is to be
    room, computed axes of the results (those of a convolution) with a single entry, which hide the stride.
    """
    broken = violations(statement, sizes)
    if broken:
        return broken, 0, 0
    flat = sum(integer(n, sizes) == 1 for n in _computed(statement)) if roomy else 0
    return 0, max(0, operations(statement, sizes) - limit(statement)), flat


@lru_cache(maxsize=512)
def _computed(statement: Stated) -> tuple[sp.Expr, ...]:
    """Axes of the results whose length is no input's."""
    return tuple(n for term in statement.outputs for n in term.shape if not n.is_Symbol and n.free_symbols)


def _changed(statement: Stated, values: list[int], random: Random) -> list[int]:
    count, place, out = len(dimensions(statement)), random.randrange(len(values)), list(values)
    if place >= count:
        out[place] = random.choice(choices(arguments(statement)[place - count]))
        return out
    value, dims = random.choice(pool(statement)), out[:count]
    if value in dims and len(set(dims)) == count:  # another dimension has this value: they swap
        out[dims.index(value)] = out[place]
    out[place] = value
    return out


def violations(statement: Stated, sizes: Mapping[sp.Symbol, int]) -> int:
    """How many conditions fail: ranges of arguments, conditions of the formula, results that have no
    entries.
    """
    broken = sum(not _inside(i, sizes) for i in arguments(statement))
    broken += sum(not exact(relation)(sizes) for relation in getattr(statement, "requires", ()))
    return broken + sum(not _positive(n, sizes) for n in _lengths(statement))


@lru_cache(maxsize=512)
def _lengths(statement: Stated) -> tuple[sp.Expr, ...]:
    """All sizes of inputs and results."""
    found = [n for term in statement.outputs for n in term.shape] + [n for i in statement.inputs for n in i.shape]
    return tuple(dict.fromkeys(found))


def _positive(n: sp.Expr, sizes: Mapping[sp.Symbol, int]) -> bool:
    try:
        return integer(n, sizes) >= 1
    except (ValueError, ZeroDivisionError):
        return False


def _inside(i: Input, sizes: Mapping[sp.Symbol, int]) -> bool:
    value = sizes[i.symbol]
    below = i.high is None or value < exact(sp.sympify(i.high))(sizes)
    return bool(below and (i.low is None or value >= i.low))
