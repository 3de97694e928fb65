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
BATCHES: tuple[tuple[int, ...], ...] = ((), (3,), (1,), (2, 3))


@st.composite
def wishes(draw: Any, statement: Stated) -> tuple[int, ...]:
    """Sizes to aim at: dimensions pairwise distinct, seldom with repetitions; arguments at and off their
    bounds.
    """
    count, numbers = len(dimensions(statement)), pool(statement)
    repeat = count > 0 and draw(st.integers(0, 9)) == 9
    if repeat:
        dims: Sequence[int] = draw(st.lists(st.sampled_from(numbers), min_size=count, max_size=count))
    else:
        dims = distinct(draw, numbers, count)
    ints = [draw(st.sampled_from(choices(i))) for i in arguments(statement)]
    return (*dims, *ints)


def distinct(draw: Any, numbers: Sequence[int], count: int) -> list[int]:
    """Different numbers, one draw each: draws that decide nothing would let Hypothesis repeat itself
    unawares.
    """
    rest, chosen = list(numbers), []
    for _ in range(count):
        chosen.append(draw(st.sampled_from(rest)))
        rest.remove(chosen[-1])
    return chosen


@st.composite
def cases(
    draw: Any, statement: Stated, formats: Sequence[str], batches: bool = True, only: Sequence[str] = ()
) -> Case:
    """Cases of a statement in one of the formats. About half have no batch.

    ``only`` restricts the families of values, and everything else to what is plain.
    """
    kinds = {i.kind for i in statement.inputs}
    some = batches and any(map(batched, statement.inputs)) and draw(st.booleans())
    batch = draw(st.sampled_from(BATCHES)) if some else ()
    dtype = draw(st.sampled_from(tuple(formats)))
    fine = dtype != "bfloat16"
    drawn_from = tuple(only) or ((*families.FAMILIES, "generic", "generic") if fine else families.COARSE)
    return Case(
        wish=draw(wishes(statement)),
        dtype=dtype,
        batch=batch,
        broadcast=bool(batch) and draw(st.integers(0, 3)) == 3,
        family=draw(st.sampled_from(drawn_from)) if "data" in kinds else "generic",
        parameters=draw(st.sampled_from(tuple(families.PARAMETERS)))
        if kinds & {"weight", "bias"} and fine and not only
        else "generic",
        mask=draw(st.sampled_from(families.MASKS)) if "mask" in kinds else "random",
        tokens=draw(st.sampled_from(families.TOKENS)) if "tokens" in kinds else "random",
        infinite=bool(logits(statement)) and not only and draw(st.integers(0, 3)) == 3,
        edge=fine and not only and "scalar" in kinds and draw(st.integers(0, 2)) == 2,
        seed=draw(st.integers(0, 2**31 - 1)),
    )
