"""Search for a counterexample with the oracle: small sizes, exact values, 50 digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from formulas.lang import Input
from formulas.lang.term import Term

from ..verdicts import Holds, Refuted
from .sampling import points, value

TOLERANCE = 1e-25
"""Two 50-digit values that differ by more than this, relative to their size, are different numbers."""


def difference(
    left: Term, right: Term, inputs: Iterable[Input], given: Iterable[Any], count: int, seed: int = 1
) -> Holds | Refuted:
    """Refuted with a sample at which the terms differ, else Holds with the number of samples and the largest
    difference.
    """
    worst, tried = 0.0, 0
    for point in points((left, right), inputs, given, count, seed):
        a, b = np.broadcast_arrays(value(left, point), value(right, point))
        tried += 1
        for place in np.ndindex(*a.shape):
            gap = float(abs(a[place] - b[place]) / (1 + abs(a[place]) + abs(b[place])))
            if not gap <= TOLERANCE:
                return Refuted({**point.evidence(), "index": place, "left": float(a[place]), "right": float(b[place])})
            worst = max(worst, gap)
    if not tried:
        raise ValueError("no sample satisfies the conditions on the sizes")
    return Holds(tried, worst)


def violation(
    terms: Sequence[Term],
    holds: Callable[..., bool],
    inputs: Iterable[Input],
    given: Iterable[Any],
    count: int,
    seed: int = 1,
) -> Holds | Refuted:
    """Refuted with a sample at which ``holds(point, *arrays)`` is false, else Holds with the number of
    samples.
    """
    tried = 0
    for point in points(terms, inputs, given, count, seed):
        arrays = [value(t, point) for t in terms]
        tried += 1
        if not holds(point, *arrays):
            return Refuted({**point.evidence(), "values": [_plain(a) for a in arrays]})
    if not tried:
        raise ValueError("no sample satisfies the conditions on the sizes")
    return Holds(tried, 0.0)


def _plain(array: np.ndarray) -> Any:
    return np.vectorize(float, otypes=[float])(array).tolist() if array.size else []
