"""Random distributions over a few variables: any joint distribution, or one that factors as the statement says.

A conditional ``p(x | y)`` in a statement may express a model (a Markov chain, naive Bayes): then x depends on y alone. Every
acyclic choice of such parents is a world; where a statement holds in one of them it states a model and no mistake.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from ...match.values import Unsupported
from ...records import entity
from ..identity.points import draw
from .events import Event, Term, Variable

MOST_VARIABLES = 10
MOST_WORLDS = 24
Parents = Mapping[Variable, frozenset[Variable]]


@entity
class World:
    """Joint tables, one for each family of distributions, over the same variables."""

    seed: int
    variables: list[Variable]
    sizes: dict[Variable, int]
    parents: Parents
    tables: dict[str, Any]

    def table(self, family: str) -> Any:
        if family not in self.tables:
            self.tables[family] = _joint(self, family)
        return self.tables[family]

    def mass(self, family: str, values: Mapping[Variable, int]) -> float:
        """The probability that these variables have these values."""
        if any(not 0 <= k < self.sizes.get(v, 2) for v, k in values.items()):
            raise Unsupported("a value out of range")
        place = tuple(values.get(v, slice(None)) for v in self.variables)
        return float(self.table(family)[place].sum())


def build(seed: int, variables: Iterable[Variable], sizes: dict[Variable, int], parents: Parents) -> World:
    ordered = sorted(variables, key=repr)
    if len(ordered) > MOST_VARIABLES or math.prod(sizes.get(v, 2) for v in ordered) > 4096:
        raise Unsupported("too many variables")
    return World(seed, ordered, sizes, parents, {})


def _joint(world: World, family: str) -> Any:
    import numpy as np

    shape = [world.sizes.get(v, 2) for v in world.variables]
    joint = np.ones(shape)
    place = {v: k for k, v in enumerate(world.variables)}
    for v, before in _ordered(world):
        axes = sorted({place[u] for u in before} | {place[v]})
        small = [shape[a] if a in axes else 1 for a in range(len(shape))]
        entries = [draw(world.seed, (family, v, k)) for k in range(math.prod(small))]
        part = np.array(entries).reshape(small)
        joint = joint * (part / part.sum(axis=place[v], keepdims=True))
    return joint


def _ordered(world: World) -> Iterator[tuple[Variable, set[Variable]]]:
    """Each variable after its parents; one without stated parents depends on all such variables before it."""
    done: list[Variable] = []
    left = list(world.variables)
    while left:
        ready = [v for v in left if world.parents.get(v, frozenset()) <= set(done)]
        if not ready:
            raise Unsupported("conditions in a circle")
        v = ready[0]
        free = {u for u in done if u not in world.parents}
        yield v, set(world.parents[v]) if v in world.parents else free
        done.append(v)
        left.remove(v)


def choices(terms: Iterable[Term], variables: set[Variable]) -> Iterator[Parents]:
    """First no restriction, then the parents that single heads may be given."""
    options: dict[Variable, set[frozenset[Variable]]] = {}
    for term in terms:
        if len(term.heads) == 1 and not term.union:
            options.setdefault(term.heads[0][0], set()).add(frozenset(v for v, _ in term.conditions))
    yield {}
    named = sorted(options, key=repr)
    for some in islice(product(*(sorted(options[v], key=repr) for v in named)), MOST_WORLDS):
        chosen = dict(zip(named, some, strict=True))
        if all(p <= variables for p in chosen.values()):
            yield chosen


def probability(world: World, term: Term, env: Mapping[Variable, int]) -> float:
    """``p(heads | conditions)`` at the values of ``env`` (one where a variable is left alone)."""

    def settled(events: Iterable[Event]) -> dict[Variable, int] | None:
        values: dict[Variable, int] = {}
        for variable, value in events:
            value = env.get(variable, 1) if value is None else value
            if values.setdefault(variable, value) != value:
                return None
        return values

    given, both = settled(term.conditions), settled((*term.heads, *term.conditions))
    if given is None:
        raise Unsupported("a condition that contradicts itself")
    below = world.mass(term.family, given) if given else 1.0
    if term.union:
        none = {v: 0 for v, _ in term.heads}
        return (below - world.mass(term.family, {**none, **given})) / below
    return 0.0 if both is None else world.mass(term.family, both) / below
