"""Lay the operands of a line on the symbols of a formula: by letter, by the job that a name usually does, or as what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property, lru_cache

from ..match.signature import running_index
from ..notation.tree import Node, rebuild
from ..records import record
from ..specs import Spec, Symbol, fact, notation
from .lexicon import Field
from .operands import Operand, bound_letters, describe, is_count, operands, spells

LETTER, JOB, LEFT_OVER, UNKNOWN, FORBIDDEN = 0, 1, 3, 10, 99
MAX_OPERANDS, MAX_LAYINGS = 9, 60


@record
class Part:
    """A side with what its names run over."""

    tree: Node
    index: str | None
    bound: frozenset[str]
    seen: dict[int, tuple[Node, Operand]] = field(default_factory=dict, compare=False, repr=False)

    def operands(self) -> list[Operand]:
        """The quantities of the side, in order."""
        return [*self._operands]

    @cached_property
    def _operands(self) -> list[Operand]:
        return operands(self.tree, self.bound, self.describe)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of its quantities."""
        return frozenset(o.key for o in self._operands)

    def describe(self, node: Node) -> Operand:
        """One operand; remembered by identity, with the node so that its identity stays its own."""
        found = self.seen.get(id(node))
        if found is None:
            found = self.seen[id(node)] = (node, describe(node, self.index, self.bound))
        return found[1]

    def changed(self, tree: Node) -> Part:
        """Another tree in place of this one, of which it shares most nodes."""
        return Part(tree, self.index, self.bound, self.seen)


TIME = {"t", "k", "n", "tau", "s", "T"}


def part(left: Node, right: Node) -> Part:
    return Part(right, time_index(left), bound_letters(right))


def time_index(left: Node) -> str | None:
    """The letter of time on the left side; other letters there tell components apart."""
    index = running_index(left)
    return index if index and index.rstrip("'") in TIME else None


@fact
def spec_time(spec: Spec) -> str | None:
    return time_index(spec.left)


@record
class Laying:
    """Operand key → symbol; what was left on either side; how far-fetched it is."""

    symbols: dict[str, Symbol]
    unknown: tuple[Operand, ...]
    missing: tuple[Symbol, ...]
    cost: int


@lru_cache(maxsize=4096)
def spec_part(spec: Spec) -> tuple[Part, dict[str, Symbol], dict[str, Node]]:
    """The formula's side, its operand keys with the symbols they are, and what its own definitions define."""
    right = part(spec.left, _products(spec.right, spec))
    bound = right.bound
    for s in spec.statements[1:]:
        bound |= bound_letters(s.args[1])
    right = Part(right.tree, right.index, bound)
    table: dict[str, Symbol] = {}
    for tree, symbol in _notations(spec):
        table[describe(tree, right.index, bound).key] = symbol
    defined = {describe(s.args[0], right.index, bound).key: _products(s.args[1], spec) for s in spec.statements[1:]}
    return right, table, defined


def _products(tree: Node, spec: Spec) -> Node:
    """``D (F - 1)`` is a product where D is an input."""
    inputs = {t for t, _ in _notations(spec) if t.op == "name"}

    def change(node: Node) -> Node:
        if node.op == "app" and node.value == "()" and len(node.args) == 2 and node.args[0] in inputs:
            return Node("mul", node.args, ("",))
        return node

    return rebuild(tree, change)


def _notations(spec: Spec) -> list[tuple[Node, Symbol]]:
    trees = ((notation(symbol.tex), symbol) for symbol in spec.inputs)
    return [(tree, symbol) for tree, symbol in trees if tree is not None]


@lru_cache(maxsize=4096)
def used(spec: Spec) -> dict[str, Symbol]:
    """The symbols that the formula's side really holds, by operand key."""
    right, table, defined = spec_part(spec)
    keys = {o.key for o in right.operands()}
    for key in list(keys & set(defined)):
        keys |= {o.key for o in Part(defined[key], right.index, right.bound).operands()}
    return {k: s for k, s in table.items() if k in keys}


def layings(note: Part, spec: Spec, area: Field, shift: int) -> Iterator[Laying]:
    """Ways to lay the line's operands on the formula's symbols, the least far-fetched first.

    ``shift``: the place in time of the line's own left side, which counts as now.
    """
    mine = [o for o in note.operands() if not _count(o, spec)]
    own = used(spec)
    if not own or len(mine) > MAX_OPERANDS:
        return
    theirs, letters = _theirs(spec)
    shifts = (shift, own_shift(spec))
    costs = [[_cost(o, t, s, area, shifts, letters[_letter(t)] > 1) for t, s in theirs] for o in mine]
    found = sorted(_assign(costs, area, [s for _, s in theirs]), key=lambda pair: pair[0])
    for cost, choice in found[:MAX_LAYINGS]:
        symbols = {o.key: theirs[c][1] for o, c in zip(mine, choice, strict=True) if c is not None}
        unknown = tuple(o for o, c in zip(mine, choice, strict=True) if c is None)
        taken = set(choice)
        missing = tuple(s for k, (_, s) in enumerate(theirs) if k not in taken)
        yield Laying(symbols, unknown, missing, cost)


@lru_cache(maxsize=4096)
def _theirs(spec: Spec) -> tuple[list[tuple[Operand, Symbol]], Counter[str]]:
    """The formula's operands with their symbols, and how often each letter stands among them."""
    first: dict[str, Operand] = {}
    for operand in _all(spec):
        first.setdefault(operand.key, operand)
    theirs = [(first[k], s) for k, s in used(spec).items()]
    return theirs, Counter(_letter(t) for t, _ in theirs)


def _all(spec: Spec) -> list[Operand]:
    right, _, defined = spec_part(spec)
    out = right.operands()
    for tree in defined.values():
        out += Part(tree, right.index, right.bound).operands()
    return out


def _count(operand: Operand, spec: Spec) -> bool:
    """A number of samples or classes: how far a sum runs, which is a matter of taste where only totals are compared."""
    if not is_count(operand.node) or any(s.kind == "size" for s in spec.inputs):
        return False
    return all(str(operand.node.value) != s.tex for s in spec.inputs)


@fact
def own_shift(spec: Spec) -> int:
    """The place in time of the formula's left side."""
    return describe(spec.left, spec_time(spec), frozenset()).step or 0


def _cost(o: Operand, t: Operand, s: Symbol, field: Field, shifts: tuple[int, int], namesakes: bool) -> int:
    """How far-fetched it is that the operand is this symbol."""
    if field.timed and not _same_time(o, t, s, *shifts):
        return FORBIDDEN
    jobs = jobs_of(o, field)
    if _letter(o) == _letter(t) and (s.name in jobs if _telling(o, field) else _same_tags(o, t, namesakes)):
        return LETTER
    if s.name in jobs:
        return JOB
    return LEFT_OVER if not jobs and _may_be_anything(o) else FORBIDDEN


def _may_be_anything(o: Operand) -> bool:
    """A plain name may be what is left; something computed may not, but for a slope ``f'(x)``."""
    tags = o.key.split("|")[1]
    return (
        (o.node.op != "app" and len(tags) <= 1)
        or o.spelling == "nabla"
        or (o.node.op == "app" and bool(o.node.args[0].marks))
    )


def _same_tags(o: Operand, t: Operand, namesakes: bool) -> bool:
    """Where a formula has two names of one letter, the scripts tell which."""
    return not namesakes or o.key.split("|")[1] == t.key.split("|")[1]


def jobs_of(o: Operand, field: Field) -> set[str]:
    """What the operand may be in the field, by its name with its scripts before the letter alone; a function of something is
    what predicts."""
    spellings = spells(o)[: None if field.accents_aside else 1 + len(spells(o)) - (2 if o.node.accents else 1)]
    known = [field.names[s] for s in spellings if s in field.names]
    jobs = set().union(*known[:1]) if known else set()
    if not jobs and "(" in o.spelling and field.name == "loss":
        return {"y_hat", "q"}
    return jobs


def jobs_named(o: Operand, area: Field) -> set[str]:
    """All the jobs that any of the operand's spellings may do."""
    return {j for s in spells(o) for j in area.names.get(s, ())}


def _telling(o: Operand, field: Field) -> bool:
    """Whether the scripts tell what the operand is (``W_f`` is a filter's width)."""
    return any(s in field.names for s in spells(o) if s not in (o.spelling, str(o.node.value).casefold()))


def _letter(o: Operand) -> str:
    """A name or the name of what is applied, small, with its accent."""
    return o.spelling.rstrip("(")


def _same_time(o: Operand, t: Operand, s: Symbol, shift: int, their_shift: int) -> bool:
    """Places in time agree; a line without any may mean what it must. A gradient may bear the name of the step before, at
    which it is taken, but it is never later than what has been gathered of it."""
    if o.step is None or t.step is None:
        return True
    mine, theirs = o.step - shift, t.step - their_shift
    return mine <= theirs if s.name == "g" else mine == theirs


def _assign(costs: list[list[int]], field: Field, symbols: list[Symbol]) -> Iterator[tuple[int, list[int | None]]]:
    """Each operand on one symbol, no symbol twice (but for jobs that are shared); at most one operand is left unknown."""
    count = 0

    def go(
        place: int, taken: set[int], free: int, cost: int, choice: list[int | None]
    ) -> Iterator[tuple[int, list[int | None]]]:
        nonlocal count
        count += 1
        if count > 3000:
            return
        if place == len(costs):
            yield cost, list(choice)
            return
        for k, c in sorted(enumerate(costs[place]), key=lambda pair: pair[1]):
            if c >= FORBIDDEN or (k in taken and symbols[k].name not in field.shared):
                continue
            if c == LEFT_OVER and cost >= LEFT_OVER:
                continue
            yield from go(place + 1, taken | {k}, free, cost + c, [*choice, k])
        if free:
            yield from go(place + 1, taken, free - 1, cost + UNKNOWN, [*choice, None])

    yield from go(0, set(), 1, 0, [])
