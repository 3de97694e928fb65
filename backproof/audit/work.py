"""How much one file may ask of the audit: steps counted, not seconds, so that a report is the same on every machine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from ..collector import seldom
from .memo import forget

P = ParamSpec("P")
T = TypeVar("T")

LIMIT = 2_000_000
"""Steps for one file. A step is about one comparison of a line with a formula at one point (some 50 µs); a line takes about 200."""


class Exhausted(Exception):
    """The file has used up its steps; every further one raises this again."""


class _Counter(threading.local):
    left = LIMIT


_counter = _Counter()


def spend(steps: int = 1) -> None:
    """Counts steps; raises Exhausted past the limit."""
    _counter.left -= steps
    if _counter.left < 0:
        raise Exhausted


def exhausted() -> bool:
    return _counter.left < 0


def spent() -> int:
    """The steps counted since the file was begun."""
    return LIMIT - _counter.left


def bounded(audit: Callable[P, T]) -> Callable[P, T]:
    """A function that audits one file: it begins with all its steps."""

    @wraps(audit)
    def begun(*args: P.args, **kwargs: P.kwargs) -> T:
        _counter.left = LIMIT
        with seldom():  # what is let go of inside need not be searched for cycles afterwards
            try:
                return audit(*args, **kwargs)
            finally:
                forget()

    return begun


def attempt(compute: Callable[[], T], default: T) -> T:
    """The value, or the default where the steps do not last."""
    try:
        return compute()
    except Exhausted:
        return default
