"""Sample points: numbers for names, sizes for ranges, places for free indices, and assumptions that may be made."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from ...digest import unit
from ...records import record

Key = tuple[Any, ...]  # (base, accents, marks, evaluated subscripts, evaluated superscripts)


@record
class Assumption:
    """What a text may take for granted: some names sum to one or are one-hot, indices coincide, σ is tanh …

    ``bases`` are the names it speaks of; ``says`` is how a finding would put it.
    """

    kind: str = ""
    bases: frozenset[str] = frozenset()
    says: str = ""


@record
class Point:
    """Everything that fixes the value of a statement; ``size`` is the length of every range without a number."""

    seed: int
    size: int
    letters: Mapping[str, int] = field(default_factory=dict)
    assumption: Assumption = field(default_factory=Assumption)

    def number(self, key: Key) -> float:
        """The value of a name: generic, unless the assumption speaks of it."""
        if self.assumption.kind and key[0] in self.assumption.bases:
            return _assumed(self.assumption.kind, self, key)
        return draw(self.seed, key)


@lru_cache(maxsize=65536)
def draw(seed: int, key: Any) -> float:
    """A reproducible number in (0.1, 0.9) at even seeds, where logarithms of 1 - x exist, else in (0.3, 1.7)."""
    return 0.1 + 0.8 * unit((seed, key)) if seed % 2 == 0 else 0.3 + 1.4 * unit((seed, key))


def _assumed(kind: str, point: Point, key: Key) -> float:
    if kind == "one":
        return 1.0
    if kind == "binary":
        return float(draw(point.seed, key) > draw(point.seed, "threshold"))
    if kind == "sign":
        return 1.0 if draw(point.seed, key) > draw(point.seed, "threshold") else -1.0
    places = key[3] + key[4]
    place = next((p for p in reversed(places) if isinstance(p, int)), None)
    if place is None:
        return float(point.size) if kind == "size" else draw(point.seed, key)
    if kind == "one-hot":
        return float(place == 1 + point.seed % point.size)
    if kind == "normalised":
        others = [draw(point.seed, _at(key, place, k)) for k in range(1, point.size + 1)]
        return draw(point.seed, key) / math.fsum(others)
    return draw(point.seed, key)


def _at(key: Key, place: int, k: int) -> Key:
    """The key with its last index at ``place`` moved to ``k``."""
    sub, sup = list(key[3]), list(key[4])
    for scripts in (sup, sub):
        for i in range(len(scripts) - 1, -1, -1):
            if scripts[i] == place and isinstance(scripts[i], int):
                scripts[i] = k
                return (*key[:3], tuple(sub), tuple(sup))
    return key


def smooth(kind: Any, arguments: tuple[float, ...]) -> float:
    """A fixed smooth positive function of its arguments for each kind; different kinds differ everywhere that matters."""
    total = 0.0
    for place, x in enumerate(arguments):
        a, b = draw(1, (kind, place, "a")), draw(1, (kind, place, "b"))
        total += a * math.sin(b * x + a) + 0.2 * b * x * x + 0.31 * x
    return 1.5 + total + 0.05 * total * total
