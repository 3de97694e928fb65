"""Results kept for arguments that are the very same objects: for trees, whose equality ignores where they stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Arguments = TypeVarTuple("Arguments")
T = TypeVar("T")
KEPT = 1024


def by_identity(compute: Callable[[*Arguments], T]) -> Callable[[*Arguments], T]:
    """A pure function of positional arguments that remembers its last results; the arguments stay alive as long."""
    known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}

    @wraps(compute)
    def remembered(*args: *Arguments) -> T:
        key = tuple(map(id, args))
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[key] = (args, compute(*args))
        return found[1]

    return remembered
