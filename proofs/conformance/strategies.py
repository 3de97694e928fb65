"""Hypothesis strategies derived from a statement: what is drawn is a ``Case``; shrinking leads to small,
plain ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from formulas.model import Stated

from . import families
from .cases import Case, batched, logits
from .sizes import arguments, choices, dimensions, pool

FORMATS = {"numpy": ("float64", "float32"), "torch": ("float64", "float32", "bfloat16")}
PARAMETERS = {"weight", "bias"}
BATCHES: tuple[tuple[int, ...], ...] = ((), (3,), (1,), (2, 3))


def number(draw: Any, below: int) -> int:
    """A number from 0 to ``below`` − 1, bit by bit, small ones being simple.

    Hypothesis mixes constants of all modules that happen to be loaded into its integers; bits are the same in
    every run of the same tests.
    """
    value = 0
    for _ in range((below - 1).bit_length()):
        value = 2 * value + draw(st.booleans())
    return value % below


def pick(draw: Any, options: Sequence[Any]) -> Any:
    """One of the options, the first being the simplest."""
    return options[number(draw, len(options))]


def seldom(draw: Any) -> bool:
    """True once in four times."""
    return number(draw, 4) == 3


def wish(draw: Any, statement: Stated) -> tuple[int, ...]:
    """Sizes to aim at: dimensions pairwise distinct, seldom with repetitions; arguments at and off their bounds."""
    rest, dims = list(pool(statement)), []
    repeat = number(draw, 8) == 7
    for _ in dimensions(statement):
        dims.append(pick(draw, rest))
        if not repeat:
            rest.remove(dims[-1])
    return (*dims, *(pick(draw, choices(i)) for i in arguments(statement)))


@st.composite
def cases(draw: Any, statement: Stated, formats: Sequence[str], batches: bool = True, only: Sequence[str] = ()) -> Case:
    """Cases of a statement in one of the formats. About half have no batch.

    ``only`` restricts the families of values, and everything else to what is plain.
    """
    kinds = {i.kind for i in statement.inputs}
    some = batches and any(map(batched, statement.inputs)) and draw(st.booleans())
    batch = pick(draw, BATCHES) if some else ()
    dtype = pick(draw, tuple(formats))
    fine = dtype != "bfloat16"
    values = tuple(only) or (families.FINE if fine else families.COARSE)
    wide = fine and not only
    return Case(
        wish=wish(draw, statement),
        dtype=dtype,
        batch=batch,
        broadcast=bool(batch) and seldom(draw),
        family=pick(draw, values) if "data" in kinds else "generic",
        parameters=pick(draw, tuple(families.PARAMETERS)) if wide and kinds & PARAMETERS else "generic",
        mask=pick(draw, families.MASKS) if "mask" in kinds else "random",
        tokens=pick(draw, families.TOKENS) if "tokens" in kinds else "random",
        infinite=not only and bool(logits(statement)) and seldom(draw),
        edge=wide and "scalar" in kinds and seldom(draw),
        seed=number(draw, 2**16),
    )
