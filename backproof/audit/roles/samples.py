"""The values of sides at sample points, and the constant ratio between a line and a formula."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import lru_cache

from ..digest import unit
from ..match.values import Unsupported
from ..notation.tree import operations
from ..specs import Spec
from ..work import spend
from .binding import Laying, Part, spec_part
from .evaluate import Known, Place, Shadow
from .lexicon import Field

SEEDS, WHOLE_SEEDS = 4, 16
TOLERANCE, TINY = 1e-9, 1e-12
LOGIT = "z"
KEPT = 4096  # numbers of one sample that are remembered
_NO_VALUE = (Unsupported, ArithmeticError, ValueError, TypeError, RecursionError, IndexError)

Meaning = dict[str, tuple[str, str]]  # operand key → (symbol, kind)


def meaning_of(laying: Laying) -> Meaning:
    """What each operand stands for."""
    return {k: (s.name, s.kind) for k, s in laying.symbols.items()}


def fair(ratio: float | None, field: Field, exact: bool = False) -> bool:
    """Whether two sides in this ratio say the same; ``exact`` where the name on the left leaves no scale open."""
    return ratio is not None and (abs(ratio - 1) < TOLERANCE or (field.scale and not exact and ratio > 0))


def ratio(
    note: Part, meaning: Meaning, spec: Spec, field: Field, known: dict[int, Known] | None = None
) -> float | None:
    """The line's value over the formula's, if it is the same at every sample; looks no further than the first that differs.

    ``known`` keeps what edits of one side share, by sample, as long as the meaning of their operands is the same.
    """
    exact = not operations(note.tree) & {"floor", "ceil"}
    found: float | None = None
    for right, written in zip(reference(spec, field, exact), values(note, meaning, field, known), strict=False):
        if written is None or not math.isfinite(written) or (abs(right) <= TINY) != (abs(written) <= TINY):
            return None
        if abs(right) <= TINY:
            continue
        if found is None:
            found = written / right
            if not field.scale and not fair(found, field):
                return None
        if not abs(written / right - found) < TOLERANCE * max(1, abs(found)):
            return None
    return found


def values(side: Part, meaning: Meaning, field: Field, known: dict[int, Known] | None = None) -> Iterator[float | None]:
    """The side's value at each sample; None where it has none."""
    for seed in range(_seeds(field)):
        spend()
        try:
            shared = known.setdefault(seed, {}) if known is not None else None
            yield Shadow(meaning, numbers(seed, field), side, known=shared).number(side.tree)
        except _NO_VALUE:
            yield None


@lru_cache(maxsize=8192)
def reference(spec: Spec, field: Field, exact: bool = False) -> tuple[float, ...]:
    """The formula's value at each sample, ``exact`` without its rounding; empty where it has none."""
    right, table, defined = spec_part(spec)
    meaning = {k: (s.name, s.kind) for k, s in table.items()}
    out = []
    for seed in range(_seeds(field)):
        try:
            out.append(Shadow(meaning, numbers(seed, field), right, defined, exact).number(right.tree))
        except _NO_VALUE:
            return ()
    return tuple(out)


def _seeds(field: Field) -> int:
    return WHOLE_SEEDS if field.whole else SEEDS


@lru_cache(maxsize=256)
def numbers(seed: int, field: Field) -> Callable[[str, str, Place], float]:
    """The sample: numbers between 0 and 1 (probabilities and rates at once), whole ones for sizes, both signs for logits and
    where a field is one of functions of x."""

    @lru_cache(maxsize=KEPT)
    def number(symbol: str, kind: str, place: Place) -> float:
        drawn = unit((seed, symbol, place))
        if field.whole:
            return float(random.Random(drawn).randint(20, 60) if symbol in field.large else 1 + int(4 * drawn))
        if seed % 2 and (symbol == LOGIT or (field.signed and symbol == "x")):
            return -0.1 - 1.3 * drawn
        return 0.1 + 0.8 * drawn

    return number
