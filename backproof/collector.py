"""The search for cycles, put off: trees make many objects and no cycles, and going through them again and again costs as
much as half of an audit."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 100_000  # new ones before the next search


def put_off() -> tuple[int, int, int]:
    """Search more seldom from now on; returns what was set before."""
    before = gc.get_threshold()
    if 0 < before[0] < OBJECTS:
        gc.set_threshold(OBJECTS, *before[1:])
    return before


@contextmanager
def seldom() -> Iterator[None]:
    """Search more seldom inside, and as before afterwards."""
    before = put_off()
    try:
        yield
    finally:
        gc.set_threshold(*before)
