"""The search for cycles, put off: trees make many objects and no cycles, and going through them again and again costs as
much as half of an audit."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

OBJECTS = 500_000  # new ones before the next search: more than most notes make, and some tens of MB at most
_lock, _inside = Lock(), list[tuple[int, int, int]]()  # what was set when the first thread came, once for each inside


def put_off() -> tuple[int, int, int]:
    """Search more seldom from now on; returns what was set before."""
    before = gc.get_threshold()
    if 0 < before[0] < OBJECTS:
        gc.set_threshold(OBJECTS, *before[1:])
    return before


@contextmanager
def seldom() -> Iterator[None]:
    """Search more seldom inside, and as before when the last thread has left."""
    with _lock:
        before = put_off()
        _inside.append(_inside[0] if _inside else before)
    try:
        yield
    finally:
        with _lock:
            before = _inside.pop()
            if not _inside:
                gc.set_threshold(*before)
