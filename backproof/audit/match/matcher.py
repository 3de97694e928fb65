"""Compare a statement of a note with a spec: equal, equal under renaming, or one edit away.

Acceptance needs equal values at every sample point and, where a matrix is involved, on tensors of distinct sizes. A repair
needs one edit of the note's own tree that makes it acceptable without renaming anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..notation.tree import Node, walk
from ..specs import Spec
from . import tensors
from .binding import Binding, Side, bindings, direct_binding, operands, sides, spec_binding, spec_side
from .edits import MAX_NODES, Candidate, edits
from .signature import Signature, components
from .values import ACTIVATIONS, GENERIC, Names, Sample, Value, close, function_name, sample_values

SEEDS = 4
INTEGER_SEEDS = 40


@dataclass(frozen=True, eq=False)
class Match:
    """A statement agrees with a spec under a binding; ``how`` lists what had to be read generously."""

    spec: Spec
    binding: Binding
    how: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Repair:
    """One edit after which the statement agrees with the spec; the values tell it from what stands."""

    spec: Spec
    binding: Binding
    edit: Candidate
    sample: Sample
    written: Value
    right: Value
    clash: tensors.Clash | None = None


def functions(tree: Node) -> set[str]:
    """Canonical names of applied functions."""
    heads = (n.args[0] for n in walk(tree) if n.op == "app")
    names = (function_name(h.args[0] if h.op == "pow" else h) for h in heads)
    found = {n for n in names if n}
    return {"relu" if n == "max" else n for n in found}


def features(tree: Node) -> frozenset[str]:
    """What a renaming cannot change: applied functions (activations count as one) and brackets with a meaning."""
    names = {"activation" if n in ACTIVATIONS else n for n in functions(tree)}
    return frozenset(names | {n.op for n in walk(tree) if n.op in ("floor", "ceil", "big", "abs", "norm")})


@lru_cache(maxsize=8192)
def spec_features(spec: Spec) -> frozenset[str]:
    return features(spec.right)


@lru_cache(maxsize=8192)
def samples(spec: Spec, generic: bool, without_bias: bool) -> tuple[Sample, ...]:
    """Sample points: real numbers, or many integer points where the spec speaks of sizes alone."""
    integers = [s for s in spec.inputs if s.kind == "size"]
    if not integers or "floor" not in spec_features(spec):
        return tuple(Sample(seed, {}, generic, without_bias) for seed in range(SEEDS))
    rng = random.Random(20)
    points = []
    for seed in range(INTEGER_SEEDS):
        sizes = {s.name: rng.randint(max(s.low or 0, 0), 5) for s in integers}
        sizes[integers[0].name] = rng.randint(12, 60)  # the input's size: larger than any window over it
        points.append(Sample(seed, sizes, generic, without_bias))
    return tuple(points)


@lru_cache(maxsize=16384)
def spec_values(spec: Spec, generic: bool, without_bias: bool) -> tuple[Value, ...] | None:
    names = spec_binding(spec).names(spec_side(spec))
    found = sample_values(spec.right, names, list(samples(spec, generic, without_bias)))
    return None if found is None else tuple(found)


def modes(note: Node, spec: Spec) -> list[tuple[bool, bool, tuple[str, ...]]]:
    """Ways to compare: (activations as one, biases left out, what that means)."""
    generic = bool((functions(note) | functions(spec.right)) & GENERIC)
    out: list[tuple[bool, bool, tuple[str, ...]]] = [(generic, False, ())]
    if any(s.kind == "bias" for s in spec.inputs):
        out.append((generic, True, ("no bias",)))
    return out


def agrees(side: Side, binding: Binding, spec: Spec) -> tuple[str, ...] | None:
    """What was read generously if the side has the spec's value at all samples, else None."""
    for generic, without_bias, how in modes(side.tree, spec):
        target = spec_values(spec, generic, without_bias)
        if target is None:
            continue
        points = samples(spec, generic, without_bias)
        names = binding.names(side)
        if without_bias and _has_bias(side, names):
            continue
        if _equal(side.tree, names, points, target):
            return how
    return None


def _has_bias(side: Side, names: Names) -> bool:
    return any(names.role(node)[0] == "bias" for node in operands(side).values())


def _equal(tree: Node, names: Names, points: tuple[Sample, ...], target: tuple[Value, ...]) -> bool:
    """First one point, then the rest: most candidates differ at once."""
    for some in (slice(0, 1), slice(1, None)):
        got = sample_values(tree, names, list(points[some]))
        if got is None or not all(map(close, got, target[some])):
            return False
    return True


def match(left: Node, right: Node, spec: Spec) -> Match | None:
    """The first binding under which the statement agrees with the spec, tensors included."""
    if features(right) != spec_features(spec):
        return None
    note = sides(left, right)[1]
    for binding in bindings(note, spec):
        how = agrees(note, binding, spec)
        if how is None:
            continue
        if tensors.matrix_spec(spec) and not tensors.judge(note, binding, spec)[0]:
            continue
        return Match(spec, binding, how + tuple("renamed" for _ in binding.renamed))
    return None


Speller = Callable[[Signature, Any, Node], Node]


def repairs(left: Node, right: Node, spec: Spec, spell: Callable[[Any, Node], Node]) -> Iterator[Repair]:
    """Single edits that make the statement agree with the spec under its own notation, cheapest first.

    ``spell(symbol, near)`` writes a symbol of the spec in the note's notation.
    """
    if sum(1 for _ in walk(right)) > MAX_NODES:
        return
    note = sides(left, right)[1]
    direct, _, missing, kinds = direct_binding(note, spec)
    symbols = [s for s in spec_binding(spec).table.values() if s.kind not in ("weight", "bias")]
    in_term = {t for t in operands(spec_side(spec))}
    wanted = [s for t, s in spec_binding(spec).table.items() if t in in_term and s in symbols]
    extra = [spell(s, right) for _, s in missing]

    def others(leaf: Node) -> list[Node]:
        return [spell(s, leaf) for s in wanted]

    for candidate in sorted(edits(right, others, extra), key=lambda c: c.cost):
        if candidate.kind == "symbol" and candidate.before.marks:
            continue  # a primed name is a thing of its own, defined elsewhere
        found = _repair(left, candidate, spec, kinds, note)
        if found is not None:
            yield found


def _repair(left: Node, candidate: Candidate, spec: Spec, kinds: frozenset[str], note: Side) -> Repair | None:
    fixed = sides(left, candidate.tree)[1]
    direct, unknown, _, _ = direct_binding(fixed, spec)
    if unknown:
        return None
    binding = Binding(direct, {}, kinds)
    how = agrees(fixed, binding, spec)
    if how is None:
        return None
    before = Binding(direct_binding(note, spec)[0], {}, kinds)
    if tensors.matrix_spec(spec):
        if not tensors.judge(fixed, binding, spec)[0]:
            return None
        right, clash = tensors.judge(note, before, spec)
        if not right and clash is not None:
            return Repair(spec, binding, candidate, Sample(0), None, None, clash)
    return _difference(note, candidate, spec, binding, how)


def _difference(
    note: Side, candidate: Candidate, spec: Spec, binding: Binding, how: tuple[str, ...]
) -> Repair | None:
    """The repair with a sample at which what stands differs from what is right."""
    generic, without_bias, _ = next(m for m in modes(candidate.tree, spec) if m[2] == how)
    target = spec_values(spec, generic, without_bias)
    assert target is not None
    before = Binding(direct_binding(note, spec)[0], {}, binding.parameters)
    for point, right in zip(samples(spec, generic, without_bias), target, strict=True):
        written = sample_values(note.tree, before.names(note), [point])
        if written is None or not close(written[0], right):
            return Repair(spec, binding, candidate, point, None if written is None else written[0], right)
    return None


def tags_of(node: Node) -> list[str]:
    """Script words of a name, in small letters (``\\Gamma_{f}`` has ``f``)."""
    return [str(p.value).casefold() for p in components(node) if p.op in ("name", "text")]
