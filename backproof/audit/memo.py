"""Results kept for arguments that are the very same objects: for trees, whose equality ignores where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, Generic, TypeVar, TypeVarTuple

Arguments = TypeVarTuple("Arguments")
T = TypeVar("T")
R = TypeVar("R")
KEPT = 4096


_forgetful: list[Callable[[], None]] = []


def forget() -> None:
    """Let go of all trees: those of a note are of no use to the next, and big ones are many."""
    for clear in _forgetful:
        clear()


def by_identity(compute: Callable[[*Arguments], T]) -> Callable[[*Arguments], T]:
    """A pure function of positional arguments that remembers its last results; the arguments stay alive as long."""
    special = {1: _of_one, 2: _of_two}.get(compute.__code__.co_argcount)
    if special is not None:
        return special(compute)
    known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}
    _forgetful.append(known.clear)

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


def _of_one(compute: Any) -> Any:
    """The same for one argument, which needs no tuple: most are of one tree, and are asked at every node."""
    known: dict[int, tuple[Any, Any]] = {}
    _forgetful.append(known.clear)
    return _kept_in(known, compute)


def lasting(compute: Callable[[T], R]) -> Callable[[T], R]:
    """The same for one argument of which there are few and that notes have in common: what no note lets go of."""
    return _kept_in({}, compute)


def _kept_in(known: dict[int, tuple[T, R]], compute: Callable[[T], R]) -> Callable[[T], R]:
    @wraps(compute)
    def remembered(x: T) -> R:
        found = known.get(id(x))
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[id(x)] = (x, compute(x))
        return found[1]

    return remembered


def _of_two(compute: Any) -> Any:
    """The same for two arguments, which are asked nearly as often."""
    known: dict[tuple[int, int], tuple[object, object, Any]] = {}
    _forgetful.append(known.clear)

    @wraps(compute)
    def remembered(x: object, y: object) -> Any:
        key = (id(x), id(y))
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[key] = (x, y, compute(x, y))
        return found[2]

    return remembered


class Remembered(Generic[T]):
    """Items that are computed once, as far as anyone has looked, however often they are gone through."""

    def __init__(self, items: Iterable[T]) -> None:
        self._known: list[T] = []
        self._rest = iter(items)

    def __iter__(self) -> Iterator[T]:
        place = 0
        while True:
            if place == len(self._known):
                try:
                    self._known.append(next(self._rest))
                except StopIteration:
                    return
            yield self._known[place]
            place += 1
