"""Which name of a note stands for which input of a spec.

First by notation (same letter, accent and time offset), then by renaming what is left over, never across time offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from ..memo import by_identity
from ..notation.tree import Node, script_nodes
from ..records import entity
from ..specs import Spec, Symbol, fact
from .signature import Signature, running_index, signature
from .values import Names

WEIGHT_LETTERS = {"W", "w", "U", "u", "R", "V", "Theta", "theta", "M", "P", "T", "A"}
BIAS_LETTERS = {"b", "B", "bias", "beta"}
CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045}
KINDS = (frozenset[str](), frozenset({"weight"}), frozenset({"bias"}), frozenset({"weight", "bias"}))
MAX_RENAMED = 3


class Census(NamedTuple):
    """What a side's names are counted by: letters in small and places in time other than now."""

    own: list[str]  # letters of what must be bound
    rest: list[str]  # and of what looks like a free parameter or a constant
    steps: list[int]
    own_steps: list[int]


class Demands(NamedTuple):
    """What a spec asks of the names of a side that has its value; plain, so that it can be stored."""

    least: int  # symbols that must be named
    most: int  # signatures that they go by
    symbols: int  # all that names may stand for
    kinds: int  # which of ``KINDS`` it has
    letters: list[str]  # of what must be named
    others: list[str]  # of what else names may stand for
    steps: list[int]  # places in time other than now of what must be named, sizes aside
    all_steps: list[int]


@entity
class Side:
    """One side of a statement with the running index and the offset of its left side."""

    tree: Node
    index: str | None
    shift: int = 0
    bound: frozenset[str] = frozenset()
    _known: dict[int, tuple[Node, Signature]] = field(default_factory=dict, repr=False)
    _changed: dict[int, Side] = field(default_factory=dict, repr=False)

    @cached_property
    def present(self) -> tuple[Signature, ...]:
        """The signatures of its operands; sides with the same ones have the same tuple."""
        return _shared(tuple(self.operands))

    @cached_property
    def operands(self) -> dict[Signature, Node]:
        found: dict[Signature, Node] = {}
        for node in named(self.tree):
            if str(node.value) not in self.bound:
                found.setdefault(self.signature(node), node)
        return found

    @cached_property
    def census(self) -> tuple[Census, ...]:
        """Its names as each of the ``KINDS`` of free parameters has them counted."""
        return tuple(_census(self.operands, kinds) for kinds in KINDS)

    def changed(self, tree: Node) -> Side:
        """Another tree in place of this one, of which it shares most nodes."""
        found = self._changed.get(id(tree))
        if found is None:
            bound = frozenset(bound_letters(tree))
            found = self._changed[id(tree)] = Side(tree, self.index, self.shift, bound, self._known)
        return found

    def signature(self, node: Node) -> Signature:
        """The signature with time offsets counted from the left side: in ``h_{t+1} = …`` the input ``x_{t+1}`` is at 0."""
        known = self._known.get(id(node))
        if known is None or known[0] is not node:
            s = signature(node, self.index)
            if s.step is not None and self.shift:
                s = Signature(s.base, s.accents, s.step - self.shift, s.tags, s.marks)
            known = self._known[id(node)] = (node, s)
        return known[1]


@by_identity
def sides(left: Node, right: Node) -> tuple[Side, Side]:
    """Both sides of ``left = right`` under the index that the left side runs over."""
    return fresh_sides(left, right)


def fresh_sides(left: Node, right: Node) -> tuple[Side, Side]:
    """The same for trees that are looked at once."""
    index = running_index(left)
    shift = (signature(left, index).step or 0) if left.op == "name" else 0
    bound = frozenset(bound_letters(right))
    return Side(left, index, shift, bound), Side(right, index, shift, bound)


@by_identity
def bound_letters(tree: Node) -> tuple[str, ...]:
    """The letters that sums and products of the tree run over."""
    below = [
        bound_letters(child) for child in tree.children if child.op == "big" or child.args or child.sub or child.sup
    ]
    inner = tuple(letter for part in below for letter in part)
    if tree.op != "big":
        return inner
    return (*inner, *(str(n.args[0].value) if n.op == "rel" else str(n.value) for n in tree.sub))


@by_identity
def named(tree: Node) -> tuple[Node, ...]:
    """The names that stand for values, in order: neither in scripts nor applied. Edits of a tree share what they leave."""
    if tree.op == "name":
        return (tree,)
    found = [(a,) if a.op == "name" else named(a) if a.args else () for a in tree.args]
    if tree.op == "app":
        head = tree.args[0].args[0] if tree.args[0].op == "pow" else tree.args[0]
        found[0] = tuple(n for n in found[0] if n is not head)
    return tuple(n for part in found for n in part)


def in_scripts(tree: Node) -> set[int]:
    """Identities of nodes inside scripts: they are part of a name, not operands."""
    return set(map(id, script_nodes(tree)))


def operands(side: Side) -> dict[Signature, Node]:
    """The names that stand for values, by signature, in order of appearance."""
    return side.operands


@entity
class Binding:
    """Signatures of the note bound to symbols of the spec; ``renamed`` were bound against their notation."""

    table: Mapping[Signature, Symbol]
    renamed: Mapping[Signature, Symbol] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()

    def symbol(self, s: Signature) -> Symbol | None:
        return self.table.get(s)

    def names(self, side: Side) -> Names:
        """The meaning of names for the evaluator."""
        known: dict[int, tuple[Node, tuple[str, Any]]] = {}

        def role(node: Node) -> tuple[str, Any]:
            found = known.get(id(node))
            if found is None or found[0] is not node:
                found = known[id(node)] = (node, self._role(side, node))
            return found[1]

        def counts() -> bool:
            return any(self.table[s].kind == "size" for s in side.operands if s in self.table)

        return Names(role, counts)

    def _role(self, side: Side, node: Node) -> tuple[str, Any]:
        s = side.signature(node)
        symbol = self.table.get(s)
        if symbol is not None:
            return symbol.kind if symbol.kind in ("weight", "bias", "size") else "data", symbol.name
        guess = parameter_kind(s, self.parameters)
        if guess:
            return guess, s
        if s.base in CONSTANTS and not s.tags and s.step is None:
            return "constant", CONSTANTS[s.base]
        return "unknown", s


def parameter_kind(s: Signature, kinds: frozenset[str]) -> str | None:
    """Whether a name looks like a free parameter, where the spec has any of that kind."""
    if "weight" in kinds and s.base in WEIGHT_LETTERS and s.step is None:
        return "weight"
    if "bias" in kinds and s.base in BIAS_LETTERS and s.step is None:
        return "bias"
    return None


@fact
def spec_side(spec: Spec) -> Side:
    return sides(spec.left, spec.right)[1]


@fact
def spec_names(spec: Spec) -> frozenset[Signature]:
    """The signatures that the spec's right side mentions."""
    return frozenset(operands(spec_side(spec)))


@fact
def spec_binding(spec: Spec) -> Binding:
    """The spec's own names: its inputs, the subterms it names beside, and the sizes that its term mentions."""
    side = spec_side(spec)
    table = dict(spec.symbols)
    defined = {signature(t.args[0], spec.index) for t in spec.statements[1:] if t.args[0].op == "name"}
    for s in operands(side):
        if s not in table and s.base not in CONSTANTS:
            table[s] = Symbol(own_name(s), "data" if s in defined else "size", "", ())
    return Binding(table)


def _census(names: Iterable[Signature], kinds: frozenset[str]) -> Census:
    own, rest = list[Signature](), list[Signature]()
    for s in names:
        (rest if s.base in CONSTANTS or parameter_kind(s, kinds) else own).append(s)
    steps = [[s.step for s in part if s.step] for part in (own, rest)]
    return Census([s.base.casefold() for s in own], [s.base.casefold() for s in rest], steps[0] + steps[1], steps[0])


@fact
def spec_demands(spec: Spec) -> Demands:
    table, in_term = spec_binding(spec).table, spec_names(spec)
    must = [t for t, symbol in table.items() if t in in_term and symbol.kind not in ("weight", "bias")]
    kinds = frozenset(s.kind for s in table.values()) & KINDS[-1]
    return Demands(
        len({table[t].name for t in must}),
        len(must),
        len(table),
        KINDS.index(kinds),
        [t.base.casefold() for t in must],
        [t.base.casefold() for t in table if t not in must],
        [t.step for t in must if t.step and table[t].kind != "size"],
        [t.step for t in table if t.step],
    )


def may_bind(note: Side, spec: Spec) -> bool:
    """Whether numbers, letters and places in time allow any binding.

    A binding leaves no name and no symbol over, and what it renames are as many of the one as of the other, at one place in
    time each. So the names that must be bound are as many as the symbols that must be named, but for those that stand for
    another symbol, and for parameters that stand for one of these: both by their letter, as all that is not renamed.
    """
    least, most, _, kinds, letters, others, steps, all_steps = spec_demands(spec)
    own, rest, placed, own_placed = note.census[kinds]
    spare = sum(letter in others for letter in own) if others else 0
    if not least - sum(letter in letters for letter in rest) <= len(own) <= most + spare:
        return False
    if sum(letter not in letters and letter not in others for letter in own) > MAX_RENAMED:
        return False
    return _holds(placed, steps) and _holds(all_steps, own_placed)


def _holds(these: Sequence[int], those: Sequence[int]) -> bool:
    """Whether each is there as often at least."""
    return all(these.count(step) >= those.count(step) for step in those)


@fact
def spec_folded(spec: Spec) -> dict[Signature, list[Symbol]]:
    """The spec's symbols by signature, capital and small letters alike."""
    found: dict[Signature, list[Symbol]] = {}
    for s, symbol in spec_binding(spec).table.items():
        found.setdefault(s.folded(), []).append(symbol)
    return found


@fact
def spec_sizes(spec: Spec) -> set[str]:
    """The sizes that the shapes of its inputs name."""
    return {size for item in spec.inputs for size in item.shape}


def own_name(s: Signature) -> str:
    """A name for what a term mentions beside its inputs: a size keeps its letter and tags (``d_k``)."""
    place = () if s.step is None else (f"@{s.step}",)
    return "".join((s.base, *(f"_{t}" for t in s.tags), *(f"~{a}" for a in s.accents), *place, s.marks))


def bindings(note: Side, spec: Spec) -> Iterator[Binding]:
    """All bindings worth trying of a spec that feels every symbol: a note that lacks one has no equal values."""
    direct, open_note, open_spec, kinds = direct_binding(note, spec)
    if not open_note and not open_spec:
        yield Binding(direct, {}, kinds)
    if not open_note or len(open_note) > MAX_RENAMED or len(open_note) != len(open_spec):
        return
    letters = {t.base.casefold() for t in spec_binding(spec).table}
    sizes = spec_sizes(spec)
    fits = [
        [
            _may_rename(a, b, letters)
            and not (symbol.kind == "size" and _counts_otherwise(a, b, sizes))
            and not _matrix_for_vector(a, symbol, spec)
            for b, symbol in open_spec
        ]
        for a in open_note
    ]
    for chosen in permutations(range(len(open_spec)), len(open_note)):
        if all(row[place] for row, place in zip(fits, chosen, strict=True)):
            renamed = {a: open_spec[place][1] for a, place in zip(open_note, chosen, strict=True)}
            yield Binding({**direct, **renamed}, renamed, kinds)


OTHER_COUNTS = {"n", "N", "m", "M", "t", "T", "h", "H", "L", "l", "B", "v", "V"}


def _counts_otherwise(note: Signature, spec: Signature, sizes: set[str]) -> bool:
    """A letter that counts something else: another size of the formula, or tokens, heads, layers where a width is due."""
    return (
        own_name(note) in sizes
        or note.tags == ("v",)
        or (spec.base == "d" and note.base in OTHER_COUNTS and not note.tags)
    )


def strict_binding(note: Side, spec: Spec) -> Binding:
    """Names bound by their notation alone; whatever else the note names stays unknown."""
    direct, _, _, kinds = direct_binding(note, spec)
    return Binding(direct, {}, kinds)


Direct = tuple[dict[Signature, Symbol], list[Signature], list[tuple[Signature, Symbol]], frozenset[str]]


def renamed_binding(note: Side, spec: Spec) -> Binding:
    """Names bound by their notation, and the one that is left over bound to the one symbol that is."""
    direct, open_note, open_spec, kinds = direct_binding(note, spec)
    if len(open_note) == len(open_spec) == 1:
        ((name,), ((symbol_name, symbol),)) = open_note, open_spec
        letters = {t.base.casefold() for t in spec_binding(spec).table}
        if symbol.kind != "size" and name.step == symbol_name.step and _may_rename(name, symbol_name, letters):
            return Binding({**direct, name: symbol}, {name: symbol}, kinds)
    return Binding(direct, {}, kinds)


def direct_binding(note: Side, spec: Spec) -> Direct:
    """Names bound by notation; what is left on each side; the kinds of free parameters the spec has."""
    return _bound(note.present, spec)


@lru_cache(maxsize=4096)
def _shared(present: tuple[Signature, ...]) -> tuple[Signature, ...]:
    return present


class Own(NamedTuple):
    """What the names of a note are bound to: the spec's symbols, sorted by what is asked of them."""

    table: Mapping[Signature, Symbol]
    kinds: frozenset[str]
    widths: list[tuple[Signature, Symbol]]  # sizes that its term mentions
    must: list[tuple[Signature, Symbol]]  # what its term mentions, free parameters aside
    sizes_alone: bool  # whether its term mentions nothing but sizes


@fact
def spec_own(spec: Spec) -> Own:
    table, in_term = spec_binding(spec).table, spec_names(spec)
    named = [(t, symbol) for t, symbol in table.items() if t in in_term]
    return Own(
        table,
        frozenset(symbol.kind for symbol in table.values()),
        [(t, symbol) for t, symbol in named if symbol.kind == "size"],
        [(t, symbol) for t, symbol in named if symbol.kind not in ("weight", "bias")],
        all(symbol.kind == "size" for _, symbol in named),
    )


@by_identity
def _bound(present: tuple[Signature, ...], spec: Spec) -> Direct:
    """The same for these names: most edits of a line leave its names as they are."""
    own = spec_own(spec)
    direct: dict[Signature, Symbol] = {}
    taken: set[str] = set()
    rest: list[Signature] = []
    for s in present:
        symbol = own.table.get(s)
        if symbol is not None and symbol.name not in taken:
            direct[s] = symbol
            taken.add(symbol.name)
        else:
            rest.append(s)
    for way in (_in_another_case, _as_a_width):
        left = []
        for s in rest:
            symbol = way(s, spec, taken)
            if symbol is None:
                left.append(s)
            else:
                direct[s] = symbol
                taken.add(symbol.name)
        rest = left
    open_note = [s for s in rest if not parameter_kind(s, own.kinds) and s.base not in CONSTANTS]
    open_spec = [pair for pair in own.must if pair[1].name not in taken]
    alone = len(open_note) == len(open_spec) == 1 and open_note[0].step == open_spec[0][0].step
    alone = alone and len(open_note[0].base) == 1 and len(open_note[0].tags) < 2  # a word or a place means what it says
    if alone and own.sizes_alone:
        direct[open_note.pop()] = open_spec.pop()[1]  # among sizes, the one letter left has one place to stand
    return direct, open_note, open_spec, own.kinds


def _in_another_case(s: Signature, spec: Spec, taken: set[str]) -> Symbol | None:
    """The symbol of the same letter, capital or small."""
    alike = spec_folded(spec).get(s.folded(), ())
    return next((a for a in alike if a.name not in taken and not _matrix_for_vector(s, a, spec)), None)


def _as_a_width(s: Signature, spec: Spec, taken: set[str]) -> Symbol | None:
    """A width keeps its letter under many scripts: d, d_k, d_model. But d_v is another size than d_k, and ``p_{i, x_i}`` is no
    width but what stands at a place."""
    if s.step is not None or s.tags == ("v",) or len(s.tags) > 1:
        return None
    own = spec_own(spec)
    near = [symbol for t, symbol in own.widths if t.base == s.base and len(t.tags) < 2 and symbol.name not in taken]
    if len(near) != 1 or own_name(s) in spec_sizes(spec) or parameter_kind(s, own.kinds):
        return None
    return near[0]


def _matrix_for_vector(note: Signature, symbol: Symbol, spec: Spec) -> bool:
    """Beside matrices a capital letter is none of the vectors."""
    return len(symbol.shape) == 1 and note.base.isupper() and spec_has_matrices(spec)


@fact
def spec_has_matrices(spec: Spec) -> bool:
    """Whether any of its data is a matrix."""
    return any(len(item.shape) > 1 for item in spec.inputs if item.kind == "data")


def _moved(note: Signature, spec: Signature) -> bool:
    """``x_{t-1}`` for ``x_t`` where no running index says what is now."""
    if note.base.casefold() != spec.base.casefold() or len(note.tags) != len(spec.tags):
        return False
    differing = [(a, b) for a, b in zip(note.tags, spec.tags, strict=True) if a != b]
    return any(re.sub(r"[-+]\d+$", "", a) == re.sub(r"[-+]\d+$", "", b) for a, b in differing)


def _may_rename(note: Signature, spec: Signature, letters: set[str]) -> bool:
    """Only within one time offset. A letter that the spec itself uses means what it means there: ``C`` for ``\\tilde C`` or
    ``x`` for ``h`` is a mistake, ``g`` for ``\\tilde C`` is a renaming; further scripts (a layer) make it another name."""
    if (note.step or 0) != (spec.step or 0) or _moved(note, spec):
        return False
    if note.base.casefold() not in letters or (note.tags and note.tags != spec.tags):
        return True
    return note.accents == spec.accents and note.base.casefold() == spec.base.casefold()
