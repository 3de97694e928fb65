"""Which specs a line need be compared with: told by sets and counts, before anything is bound.

What is worked out of a spec for this is plain and stored with it, so none is decoded for a line that it has nothing to do with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from .glance import DISTINCTIVE, VERY_DISTINCTIVE, spec_left_name, spec_recurs, weight
from .library import Library
from .literals import Finder
from .match.binding import Demands, spec_demands
from .specs import Spec
from .topics import announcing

TEXTS = 64  # whose words are remembered


class Entry(NamedTuple):
    """A spec that may be recognised under any name on the left, with what a line must have for it."""

    place: int
    spec: Spec
    kinds: int  # of free parameters that it has
    symbols: int  # for which names may stand
    name: str  # its own left side's
    lefts: set[str]  # names that mean other formulas of its system
    long: bool  # enough to be recognised whatever the text speaks of


class Shortlist:
    """The specs of a library by what lines can be told from them by."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._under_any: dict[tuple[frozenset[str], bool], list[Entry]] = {}
        self._announced: dict[str, frozenset[Spec]] = {}

    @cached_property
    def places(self) -> dict[Spec, int]:
        """Where each spec stands in the library."""
        return {spec: place for place, spec in enumerate(self.library.right)}

    @cached_property
    def _words(self) -> dict[str, list[Spec]]:
        found: dict[str, list[Spec]] = {}
        for spec in self.library.right:
            for word in announcing(spec):
                found.setdefault(word, []).append(spec)
        return found

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self._words)

    def announced(self, text: str) -> frozenset[Spec]:
        """The specs that the text speaks of: those that are ``supported`` by it."""
        found = self._announced.get(text)
        if found is None:
            if len(self._announced) >= TEXTS:
                self._announced.clear()
            said = map(self._words.__getitem__, self._finder.found(text.casefold()))
            found = self._announced[text] = frozenset(spec for specs in said for spec in specs)
        return found

    def under_any_name(self, features: frozenset[str], recurs: bool) -> list[Entry]:
        """Those with these features that say enough to be recognised whatever stands on the left, in the library's order."""
        key = features, recurs
        found = self._under_any.get(key)
        if found is None:
            found = self._under_any[key] = list(self._entries(self.library.by_features.get(features, ()), recurs))
        return found

    def _entries(self, specs: Iterable[Spec], recurring: bool) -> Iterator[Entry]:
        for spec in specs:
            if weight(spec) >= DISTINCTIVE and spec_recurs(spec) == recurring:
                lefts, long = self.library.lefts[spec.system], weight(spec) >= VERY_DISTINCTIVE
                demands = Demands(*spec_demands(spec))
                yield Entry(self.places[spec], spec, demands.kinds, demands.symbols, spec_left_name(spec), lefts, long)
