"""Compare a statement of a note with a spec: equal, equal under renaming, or one edit away.

Acceptance needs equal values at every sample point and, where a matrix is involved, on tensors of distinct sizes. A repair
needs one edit of the note's own tree that makes it acceptable without renaming anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from .. import work
from ..memo import by_identity
from ..notation.tree import Node, operations, walk
from ..records import entity
from ..specs import Spec, fact
from . import tensors
from .binding import (
    Binding,
    Side,
    bindings,
    direct_binding,
    may_bind,
    named,
    operands,
    renamed_binding,
    sides,
    spec_binding,
    spec_names,
    spec_side,
    strict_binding,
)
from .computed import computed, spec_computed
from .edits import CHEAPEST, MAX_NODES, Candidate, edits
from .guided import guided
from .signature import Signature, components
from .values import (
    ACTIVATIONS,
    GENERIC,
    Names,
    Remembering,
    Sample,
    Value,
    close,
    function_name,
    sample_value,
    value_by,
    valued,
)

LOCAL_KINDS = {"part", "exchanged"}  # edits towards one spec, under which one name may be another's
SEEDS, FEWEST = 6, 3
INTEGER_SEEDS, MORE = 40, 6
VISIBLE = 1e-6


@entity
class Match:
    """A statement agrees with a spec under a binding; ``how`` lists what had to be read generously."""

    spec: Spec
    binding: Binding
    how: tuple[str, ...] = ()


@entity
class Repair:
    """One edit after which the statement agrees with the spec; the values tell it from what stands.

    ``unique`` where no other edit as likely makes the line state a formula of its name.
    """

    spec: Spec
    binding: Binding
    edit: Candidate
    sample: Sample
    written: Value
    right: Value
    clash: tensors.Clash | None = None
    unique: bool = False


EULER = Node("name", value="e")


@by_identity
def functions(tree: Node) -> frozenset[str]:
    """Canonical names of applied functions. Edits of a tree share what they leave."""
    found = {name for child in tree.children if child.children for name in functions(child)}
    if tree.op == "app":
        head = tree.args[0]
        name = function_name(head.args[0] if head.op == "pow" else head)
        found.add("relu" if name == "max" else name or "")
    if tree.op == "pow" and tree.args[0] == EULER:
        found.add("exp")
    return frozenset(found - {""})


@by_identity
def _sloped(tree: Node) -> bool:
    """Whether a derivative (``σ'``) is applied somewhere."""
    own = tree.op == "app" and "'" in tree.args[0].marks
    return own or any(_sloped(child) for child in tree.children if child.children)


@by_identity
def features(tree: Node) -> frozenset[str]:
    """What a renaming cannot change: applied functions (activations count as one), slopes, brackets with a meaning."""
    names = {"activation" if n in ACTIVATIONS else n for n in functions(tree)}
    slopes = {"slope"} if _sloped(tree) else set()
    return frozenset(names | slopes | operations(tree) & {"floor", "ceil", "big", "abs", "norm"})


@fact
def spec_functions(spec: Spec) -> frozenset[str]:
    return functions(spec.right)


@fact
def spec_features(spec: Spec) -> frozenset[str]:
    return features(spec.right)


def samples(spec: Spec, generic: bool, without_bias: bool) -> Iterator[Sample]:
    """Sample points: real numbers of both signs, or many integer points where the spec speaks of sizes alone."""
    integers = [s for s in spec.inputs if s.kind == "size"]
    if not integers or "floor" not in spec_features(spec):
        seeds = SEEDS * MORE if spec_narrow(spec) else SEEDS
        yield from (Sample(seed, {}, generic, without_bias, seed % SEEDS >= SEEDS // 2) for seed in range(seeds))
        return
    rng = random.Random(20)
    for seed in range(INTEGER_SEEDS):
        sizes = {s.name: rng.randint(max(s.low or 0, 0), 5) for s in integers}
        sizes[integers[0].name] = rng.randint(12, 60)  # the input's size: larger than any window over it
        yield Sample(seed, sizes, generic, without_bias)


@fact
def spec_narrow(spec: Spec) -> bool:
    """Whether few points tell: a bound is seen where it is reached, and ``(1 - p)^γ log p`` is a number where p is a share."""
    powers = any(n.op == "pow" and n.args[1].op == "name" for n in walk(spec.right))
    functions = spec_functions(spec)
    return "min" in functions or ("log" in functions and powers)


Points = tuple[tuple[Sample, Value], ...]


def reference(spec: Spec, generic: bool, without_bias: bool) -> Points:
    """The points at which the spec has a value, with the value; empty where they are too few to judge by."""
    known: Points | None = spec.facts.get(("reference", generic, without_bias))
    if known is None:
        points = tuple(samples(spec, generic, without_bias))
        values = spec_values(spec).get((generic, without_bias))
        if values is None:
            values = spec_values(spec)[generic, without_bias] = _values(spec, points)
        valid = tuple((s, v) for s, v in zip(points, values, strict=True) if v is not None)
        known = spec.facts["reference", generic, without_bias] = valid if len(valid) >= FEWEST else ()
    return known


@fact
def spec_values(spec: Spec) -> dict[tuple[bool, bool], list[Value | None]]:
    """The spec's value at each of its samples, by (generic, without_bias): in the ways in which it may be compared."""
    activated = spec_functions(spec) & ACTIVATIONS
    ways = {bool(activated & GENERIC), bool(activated)}
    return {
        (generic, without): _values(spec, samples(spec, generic, without))
        for generic in ways
        for without in ((False, True) if spec_biased(spec) else (False,))
    }


def _values(spec: Spec, points: Iterable[Sample]) -> list[Value | None]:
    names = spec_binding(spec).names(spec_side(spec))
    return [sample_value(spec.right, names, s) for s in points]


@fact
def sensitive(spec: Spec) -> bool:
    """Whether some point feels every symbol of the spec: otherwise anything could stand in its place unseen."""
    side, binding = spec_side(spec), spec_binding(spec)
    role = binding.names(side).role
    points = reference(spec, False, False)
    for name in spec_names(spec):
        symbol = binding.symbol(name)
        if symbol is None or symbol.kind in ("weight", "bias"):
            continue

        def moved(node: Node, name: Signature = name) -> tuple[str, Any]:
            kind, key = role(node)
            return (kind, ("moved", key)) if side.signature(node) == name else (kind, key)

        others = ((v, sample_value(side.tree, Names(moved), _freed(s, symbol.name))) for s, v in points)
        if not any(o is not None and _differ(v, o) for v, o in others):
            return False
    return True


def _freed(sample: Sample, name: str) -> Sample:
    """The sample with another integer for one size."""
    sizes = dict(sample.sizes)
    if name in sizes:
        sizes["moved", name] = sizes[name] + 1
    return replace(sample, sizes=sizes)


def _differ(a: Value, b: Value) -> bool:
    pairs = zip(a, b, strict=True) if isinstance(a, tuple) else [(a, b)]
    return any(abs(x - y) > VISIBLE for x, y in pairs)


def modes(note: Node, spec: Spec) -> list[tuple[bool, bool, tuple[str, ...]]]:
    """Ways to compare: (activations as one, biases left out, what that means)."""
    generic = not (GENERIC.isdisjoint(functions(note)) and GENERIC.isdisjoint(spec_functions(spec)))
    plain: list[tuple[bool, bool, tuple[str, ...]]] = [(generic, False, ())]
    return [*plain, (generic, True, ("no bias",))] if spec_biased(spec) else plain


@fact
def spec_biased(spec: Spec) -> bool:
    """Whether it has biases, which a note may leave out."""
    return any(s.kind == "bias" for s in spec.inputs)


@entity
class Bound:
    """A binding under which many edits of one side are read: what its names mean, and the values of the parts that they share."""

    binding: Binding
    names: Names
    points: dict[int, Remembering] = field(default_factory=dict)

    def value(self, tree: Node, sample: Sample) -> Value | None:
        """The tree's value at one of the spec's own samples, which live as long as the spec."""
        point = self.points.get(id(sample))
        if point is None:
            point = self.points[id(sample)] = Remembering(self.names, sample)
        return value_by(point, tree)


def agrees(side: Side, binding: Binding, spec: Spec) -> tuple[str, ...] | None:
    """What was read generously if the side has the spec's value at all points, else None."""
    names = binding.names(side)
    return _agrees(side, names, spec, lambda sample: sample_value(side.tree, names, sample))


def _agrees(side: Side, names: Names, spec: Spec, value: Callable[[Sample], Value | None]) -> tuple[str, ...] | None:
    for generic, without_bias, how in modes(side.tree, spec):
        points = reference(spec, generic, without_bias)
        if not points or (without_bias and _has_bias(side, names)):
            continue
        if all((got := value(s)) is not None and close(got, v) for s, v in points):
            return how
    return None


def _has_bias(side: Side, names: Names) -> bool:
    return any(names.role(node)[0] == "bias" for node in operands(side).values())


def match(left: Node, right: Node, spec: Spec) -> Match | None:
    """The first binding under which the statement agrees with the spec, tensors included."""
    if features(right) != spec_features(spec) or not (sensitive(spec) and valued(right)):
        return None
    if computed(right) != spec_computed(spec):
        return None
    note = sides(left, right)[1]
    work.spend()
    if not may_bind(note, spec):
        return None
    for binding in bindings(note, spec):
        work.spend()
        how = agrees(note, binding, spec)
        if how is None:
            continue
        if tensors.matrix_spec(spec) and not tensors.judge(note, binding, spec)[0]:
            continue
        if not _turned_alike(note, binding, spec):
            continue
        return Match(spec, binding, how + tuple("renamed" for _ in binding.renamed))
    return None


def _turned_alike(note: Side, binding: Binding, spec: Spec) -> bool:
    """Whether no number is transposed that the formula has as it is: ``V^T(s)`` is another function than V."""
    return _turned_numbers(note, binding) == spec_turned(spec)


@fact
def spec_turned(spec: Spec) -> int:
    """How many numbers the formula transposes."""
    return _turned_numbers(spec_side(spec), spec_binding(spec))


def _turned_numbers(side: Side, binding: Binding) -> int:
    turned = (n.args[0] for n in walk(side.tree) if n.op == "transpose" and n.args[0].op == "name")
    symbols = (binding.symbol(side.signature(name)) for name in turned)
    return sum(s is not None and s.kind == "size" for s in symbols)


def repairs(
    left: Node, right: Node, spec: Spec, spell: Callable[[Any, Node], Node]
) -> Iterator[tuple[int, Repair | None]]:
    """Single edits that make the statement agree with the spec under its own notation, cheapest first, each with its cost.

    None stands before the edits of each cost: who looks for cheaper ones alone may stop there.
    ``spell(symbol, near)`` writes a symbol of the spec in the note's notation.
    """
    yield CHEAPEST, None
    if sum(1 for _ in walk(right)) > MAX_NODES:
        return
    note = sides(left, right)[1]
    _, unknown, missing, kinds = direct_binding(note, spec)
    symbols = [s for s in spec_binding(spec).table.values() if s.kind not in ("weight", "bias")]
    in_term = spec_names(spec)
    wanted = [s for t, s in spec_binding(spec).table.items() if t in in_term and s in symbols]
    extra = [spell(s, right) for _, s in missing]

    def others(leaf: Node) -> list[Node]:
        return [spell(s, leaf) for s in wanted]

    strays = {id(n): s for n in named(right) if (s := note.signature(n)) in unknown}
    lacking = len(missing) if sensitive(spec) else 0
    spare = all(s.kind == "size" for s in spec_binding(spec).table.values())  # one size may be bound as what is left

    def able(before: Node, after: Node) -> bool:
        return _hopeful(named(before), named(after), strays, lacking, int(spare))

    tried: dict[int, tuple[object, Bound]] = {}
    likely = sorted(edits(right, others, extra, able), key=_likely)
    for cost, alike in groupby(likely, key=attrgetter("cost")):
        yield cost, None
        for candidate in alike:
            if candidate.kind == "symbol" and candidate.before.marks:
                continue  # a primed name is a thing of its own, defined elsewhere
            found = repaired(candidate, spec, kinds, note, tried)
            if found is not None:
                yield cost, found


def _likely(candidate: Candidate) -> tuple[int, int]:
    """The cheaper slip first; of two wrong names the later one, for what is copied goes wrong at its end."""
    return candidate.cost, -candidate.before.start if candidate.kind == "symbol" else 0


def _hopeful(
    before: Sequence[Node], after: Sequence[Node], strays: dict[int, Signature], lacking: int, spare: int
) -> bool:
    """Whether the edit may leave no name unknown and no symbol out: what it takes away frees as many symbols at most, what it
    brings in binds as many."""
    if lacking and lacking > spare + sum(not any(n is m for m in before) for n in after):
        return False
    if not strays:
        return True
    gone = {id(n) for n in before}.difference(map(id, after))
    kept = {s for key, s in strays.items() if key not in gone}
    return len(kept) <= spare + len(gone - strays.keys())


def local_repairs(
    left: Node, right: Node, spec: Spec, spell: Callable[[Any, Node], Node], sure: bool = False
) -> Iterator[Repair]:
    """The repair of the one part in which the statement's tree differs from the spec's."""
    note = sides(left, right)[1]
    kinds = frozenset(s.kind for s in spec_binding(spec).table.values())
    for candidate in guided(left, right, spec, spell, sure):
        found = repaired(candidate, spec, kinds, note, {})
        if found is not None:
            yield found


def repaired(
    candidate: Candidate, spec: Spec, kinds: frozenset[str], note: Side, tried: dict[int, tuple[object, Bound]]
) -> Repair | None:
    """The repair by this edit, where it makes the statement agree with the spec and changes its value.

    ``tried`` keeps what is known of the note's edits under each way in which their names are bound.
    """
    work.spend(3)
    fixed = note.changed(candidate.tree)
    direct, unknown, missing, _ = direct_binding(fixed, spec)
    also = renamed_binding(fixed, spec).renamed if candidate.kind in LOCAL_KINDS else {}
    if set(unknown) - set(also) or (len(missing) > len(also) and sensitive(spec)):
        return None
    known = tried.get(id(direct))
    if known is None:
        binding = Binding({**direct, **also}, also, kinds)
        known = tried[id(direct)] = (direct, Bound(binding, binding.names(fixed)))
    bound = known[1]
    binding = bound.binding
    how = _agrees(fixed, bound.names, spec, lambda sample: bound.value(fixed.tree, sample))
    if how is None or not _turned_alike(fixed, binding, spec):
        return None
    strict = strict_binding(note, spec)
    before = Binding({**also, **strict.table}, also, kinds)
    if tensors.matrix_spec(spec):
        if not tensors.judge(fixed, binding, spec)[0]:
            return None
        right, clash = tensors.judge(note, before, spec)
        if not right and clash is not None:
            return Repair(spec, binding, candidate, Sample(0), None, None, clash)
    return _difference(note, candidate, spec, (before, binding), how)


def _difference(
    note: Side, candidate: Candidate, spec: Spec, bound: tuple[Binding, Binding], how: tuple[str, ...]
) -> Repair | None:
    """The repair with a sample at which what stands differs from what is right."""
    generic, without_bias, _ = next(m for m in modes(candidate.tree, spec) if m[2] == how)
    before, binding = bound
    for point, right in reference(spec, generic, without_bias):
        written = sample_value(note.tree, before.names(note), point)
        if written is None or not close(written, right):
            return Repair(spec, binding, candidate, point, written, right)
    return None


def tags_of(node: Node) -> list[str]:
    """Script words of a name, in small letters (``\\Gamma_{f}`` has ``f``)."""
    return [str(p.value).casefold() for p in components(node) if p.op in ("name", "text")]
