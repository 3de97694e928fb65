"""Hypothesis strategies derived from a statement: what is drawn is a ``Case``; shrinking leads to small,
plain ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from hypothesis import strategies as st

from formulas.model import Stated

from . import families
from .cases import Case, batched, logits
from .sizes import arguments, choices, dimensions, pool

FORMATS = {"numpy": ("float64", "float32"), "torch": ("float64", "float32", "bfloat16")}
Batches = Literal["none", "equal", "mixed"]
"""Leading axes: none; the same on all inputs; also some inputs with fewer, which broadcast."""
PARAMETERS = {"weight", "bias"}
BATCHES: tuple[tuple[int, ...], ...] = ((), (), (), (3,), (1,), (2, 3))


class Choices:
    """Choices made from a string of bytes, one byte each; a byte of 0 makes the simplest choice.

    All choices of a case are drawn at once. Drawn one by one, Hypothesis would copy them from one place to another
    (few families, the same ones again and again), and would mix in constants of all modules that happen to be
    loaded, so that a test would draw other cases when it runs alone.
    """

    FIXED = 16
    """Bytes for all that is no size."""

    def __init__(self, entropy: bytes) -> None:
        self.bytes = iter(entropy)

    def number(self, below: int) -> int:
        """A number from 0 to ``below`` − 1, ``below`` being at most 256."""
        return next(self.bytes) % below

    def pick(self, options: Sequence[Any]) -> Any:
        """One of the options, the first being the simplest."""
        return options[self.number(len(options))]

    def seldom(self) -> bool:
        """True once in four times."""
        return self.number(4) == 3

    def seed(self) -> int:
        """A number of 16 bits."""
        return 256 * self.number(256) + self.number(256)

    def wish(self, statement: Stated) -> tuple[int, ...]:
        """Sizes to aim at: dimensions pairwise distinct, seldom with repetitions; arguments at and off bounds."""
        rest, dims = list(pool(statement)), []
        repeat = self.number(8) == 7
        for _ in dimensions(statement):
            dims.append(self.pick(rest))
            if not repeat:
                rest.remove(dims[-1])
        return (*dims, *(self.pick(choices(i)) for i in arguments(statement)))


def cases(
    statement: Stated, formats: Sequence[str], batches: Batches = "mixed", only: Sequence[str] = ()
) -> st.SearchStrategy[Case]:
    """Cases of a statement in one of the formats. Half have no batch; the others have one of the allowed kind.

    ``only`` restricts the families of values, and everything else to what is plain.
    """
    length = Choices.FIXED + len(dimensions(statement)) + len(arguments(statement))
    entropy = st.binary(min_size=length, max_size=length)
    return entropy.map(lambda drawn: _case(statement, Choices(drawn), tuple(formats), batches, tuple(only)))


def _case(statement: Stated, take: Choices, formats: Sequence[str], batches: Batches, only: Sequence[str]) -> Case:
    kinds = {i.kind for i in statement.inputs}
    batch = take.pick(BATCHES) if batches != "none" and any(map(batched, statement.inputs)) else ()
    dtype = take.pick(formats)
    fine = dtype != "bfloat16"
    wide = fine and not only
    return Case(
        wish=take.wish(statement),
        dtype=dtype,
        batch=batch,
        broadcast=batches == "mixed" and bool(batch) and take.seldom(),
        family=take.pick(only or (families.FINE if fine else families.COARSE)) if "data" in kinds else "generic",
        parameters=take.pick(tuple(families.PARAMETERS)) if wide and kinds & PARAMETERS else "generic",
        mask=take.pick(families.MASKS) if "mask" in kinds else "random",
        tokens=take.pick(families.TOKENS) if "tokens" in kinds else "random",
        infinite=not only and bool(logits(statement)) and take.seldom(),
        edge=wide and "scalar" in kinds and take.seldom(),
        seed=take.seed(),
    )
