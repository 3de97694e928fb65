"""The specs of one audit, prepared once: found by what renaming cannot change, and by the letter on the left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from .glance import spec_left, spec_left_name, spec_letters, spec_width, states, weight
from .match.matcher import spec_features
from .match.signature import Signature
from .specs import Spec

if TYPE_CHECKING:
    from .roles.verdict import Judge
    from .shortlist import Shortlist

T = TypeVar("T")
K = TypeVar("K")
FULL = 4  # symbols that make a right side recognisable whatever stands on the left


class Library:
    """Specs that can be recognised; pitfalls apart."""

    def __init__(self, specs: Iterable[Spec]) -> None:
        able = [s for s in specs if states(s) and weight(s) > 1]
        self.right = [s for s in able if s.kind != "pitfall"]
        self.pitfalls = [s for s in able if s.kind == "pitfall"]

    @cached_property
    def judge(self) -> Judge:
        """Recognition by what operands are instead of by their letters."""
        from .roles.verdict import Judge

        return Judge(self)

    @cached_property
    def shortlist(self) -> Shortlist:
        """Which of its specs a line need be compared with."""
        from .shortlist import Shortlist

        return Shortlist(self)

    @cached_property
    def own_pitfalls(self) -> list[Spec]:
        """Mistakes that a house describes of formulas of its own."""
        return [s for s in self.pitfalls if s.source]

    @cached_property
    def by_formula(self) -> dict[str, list[Spec]]:
        """Each formula with its variants."""
        return _grouped(self.right, attrgetter("formula"))

    @cached_property
    def by_system(self) -> dict[str, list[Spec]]:
        """The formulas of each system, with their variants."""
        return _grouped(self.right, attrgetter("system"))

    @cached_property
    def mistakes(self) -> dict[str, list[Spec]]:
        """The pitfalls of each formula."""
        return _grouped(self.pitfalls, attrgetter("formula"))

    @cached_property
    def by_features(self) -> dict[frozenset[str], list[Spec]]:
        return _grouped(self.right, spec_features)

    @cached_property
    def by_left(self) -> dict[str, list[Spec]]:
        """Specs by the name on their left side; under "" those with enough symbols to be meant under any name."""
        found: dict[str, list[Spec]] = {}
        for spec in self.right:
            found.setdefault(spec_left_name(spec), []).append(spec)
            if spec_width(spec) >= FULL:
                found.setdefault("", []).append(spec)
        return found

    @cached_property
    def by_call(self) -> dict[str, list[int]]:
        """Places in ``right`` by what a left side must be called to be one's namesake: a function, or a base in small letters."""
        found: dict[str, list[int]] = {}
        for place, spec in enumerate(self.right):
            own = spec_left(spec)
            base = own.signature.base.casefold() if own.signature is not None else ""
            for name in {own.name, base}:
                found.setdefault(name, []).append(place)
        return found

    @cached_property
    def lefts(self) -> dict[str, set[str]]:
        """The names on the left sides of each system's formulas."""
        found: dict[str, set[str]] = {}
        for spec in self.right:
            found.setdefault(spec.system, set()).add(spec_left_name(spec))
        return found

    @cached_property
    def signatures(self) -> Mapping[str, dict[Signature, str]]:
        """The symbols of each system by their notation: what else a name may stand for there."""
        return PerSystem(self.right, _signatures)

    @cached_property
    def letters(self) -> Mapping[str, set[str]]:
        """The letters that the formulas of each system use, in small letters."""
        return PerSystem(self.right, _letters)


def _grouped(specs: Iterable[Spec], key: Callable[[Spec], K]) -> dict[K, list[Spec]]:
    found: dict[K, list[Spec]] = {}
    for spec in specs:
        found.setdefault(key(spec), []).append(spec)
    return found


KEPT = 4
_kept: dict[tuple[int, ...], tuple[list[Spec], Library]] = {}


def of(specs: list[Spec]) -> Library:
    """The library of these very specs: one for the process, as long as few others are asked for."""
    key = tuple(map(id, specs))
    if key not in _kept:
        while len(_kept) >= KEPT:
            del _kept[next(iter(_kept))]
        _kept[key] = (list(specs), Library(specs))
    return _kept[key][1]


class PerSystem(Mapping[str, T]):
    """What the formulas of a system have in common, gathered for a system when it is asked for."""

    def __init__(self, specs: Iterable[Spec], gather: Callable[[list[Spec]], T]) -> None:
        self.specs: dict[str, list[Spec]] = {}
        self.gather, self.known = gather, dict[str, T]()
        for spec in specs:
            if spec.kind == "formula":
                self.specs.setdefault(spec.system, []).append(spec)

    def __getitem__(self, system: str) -> T:
        if system not in self.known:
            self.known[system] = self.gather(self.specs[system])
        return self.known[system]

    def __iter__(self) -> Iterator[str]:
        return iter(self.specs)

    def __len__(self) -> int:
        return len(self.specs)


def _signatures(specs: list[Spec]) -> dict[Signature, str]:
    return {s: item.name for spec in specs for s, item in spec.symbols.items()}


def _letters(specs: list[Spec]) -> set[str]:
    return {letter for spec in specs for letter in spec_letters(spec)}
