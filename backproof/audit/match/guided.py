"""The one part in which a statement differs from a spec: both trees laid side by side, whatever the difference is.

``edits`` tries the mistakes that people make; this finds any other that is local: a function left out, a product that became a
sum, two gates exchanged. What is found is only proposed: values decide, as for every edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ..notation.tree import Node, walk
from ..records import record
from ..specs import Spec
from .binding import Binding, Side, operands, renamed_binding, sides, spec_binding, spec_side
from .contradicted import whole_range
from .edits import Candidate, Path, put
from .values import ELEMENTWISE, function_name

LOCAL = 4  # operations and operands that one mistake adds, drops or replaces
_ORDERED = {"frac", "pow", "root", "neg", "transpose", "floor", "ceil", "abs", "norm", "app", "big", "seq"}

SHARED = 4  # what must be common to both for a difference to mean a mistake
SURELY_SHARED = 2  # the same where the formula is named
KINDS = {"data", "size", "weight", "bias", "constant", "unknown", "index"}
PLAIN = {"add", "mul", "neg", "frac", "pow", "root", "transpose", "num", "app", "floor", "ceil"}
FAMILIES = ({"tanh", "sigma"}, {"sin", "cos"}, {"max", "min"}, {"relu", "min"}, {"exp", "log"})
GATED = {"recurrent.lstm", "recurrent.gru"}  # where every function and every gate has its job

Role = Callable[[Node], tuple[str, Any]]
Part = tuple[Path, Node, Node]


def guided(
    left: Node, right: Node, spec: Spec, spell: Callable[[Any, Node], Node], sure: bool = False
) -> Iterator[Candidate]:
    """The edit that makes the statement's tree the spec's, if its two trees differ in one place, or in two exchanged names.

    ``sure`` where the statement says by its title which formula it means: then it may lack a function or a factor.
    """
    note = sides(left, right)[1]
    binding = renamed_binding(note, spec)
    own = frozenset(id(n) for n in walk(right))
    pair = _Pair(binding.names(note).role, spec_binding(spec).names(spec_side(spec)).role, own)
    found = pair.parts(right, spec.right, ())
    writer = _Writer(note, binding, spec, spell, own, left.op == "app" and not _elementwise(right))
    if len(found) == 1:
        ((path, mine, theirs),) = found
        if pair.parameters(mine, theirs):  # the scale for the shift
            new = writer.write(theirs)
            yield Candidate(put(right, path, new), path, mine, new, "part", 3)
            return
        if (
            mine.op == "name" == theirs.op
            or pair.distance(mine, theirs) > LOCAL
            or pair.shared(right, spec.right) < (SURELY_SHARED if sure else SHARED)
        ):
            return
        if not _mistakable(
            pair.census(mine, pair.mine), pair.census(theirs, pair.theirs), sure or spec.system in GATED
        ):
            return
        if theirs.op == "app" != mine.op and not path and binding.renamed:
            return  # a function put around all, under another name within: two changes
        new = writer.write(theirs)
        yield Candidate(put(right, path, new), path, mine, new, "part", 3 + pair.distance(mine, theirs))
    if len(found) == 2 and pair.exchanged(*found):
        tree = right
        for path, _, theirs in found:
            tree = put(tree, path, writer.write(theirs))
        yield Candidate(tree, (), right, tree, "exchanged", 3)


@record
class _Pair:
    """A note's tree beside a spec's; names are equal if they mean the same."""

    mine: Role
    theirs: Role
    own: frozenset[int]  # the note's nodes

    def parts(self, a: Node, b: Node, path: Path) -> list[Part]:
        """The smallest parts in which they differ."""
        (a, path), (b, _) = _inner(a, path), _inner(b, ())
        if self.same(a, b):
            return []
        if a.op == b.op and a.op in ("add", "mul"):
            return self._of_list(a, b, path)
        if a.op == b.op and a.op in _ORDERED and len(a.args) == len(b.args) and self._alike(a, b):
            first = 1 if a.op == "app" else 0
            pairs = zip(a.args[first:], b.args[first:], strict=True)
            return [p for k, (x, y) in enumerate(pairs, first) for p in self.parts(x, y, (*path, k))]
        return [(path, a, b)]

    def _of_list(self, a: Node, b: Node, path: Path) -> list[Part]:
        """Terms or factors that have a partner are left aside, and stay as they are written."""
        rest, alone = list(b.args), []
        partner: dict[int, Node] = {}
        for k, x in enumerate(a.args):
            found = next((y for y in rest if self.same(x, y)), None)
            if found is None:
                alone.append(k)
            else:
                rest = [y for y in rest if y is not found]
                partner[id(found)] = x
        if rest and len(alone) == len(rest):
            parts = [p for k, y in zip(alone, rest, strict=True) for p in self.parts(a.args[k], y, (*path, k))]
            signs = (p for p in parts if len(p[0]) == len(path) + 1 and (p[1].op == "neg") != (p[2].op == "neg"))
            if a.op == "mul" or not any(signs):  # a sign stands before its term, not in it
                return parts
        wanted = _terms(a, alone, rest) if a.op == "add" else _factors(a, b, partner)
        return [(path, a, wanted)]

    def same(self, a: Node, b: Node) -> bool:
        (a, _), (b, _) = _inner(a, ()), _inner(b, ())
        if a.op != b.op or len(a.args) != len(b.args):
            return False
        if a.op == "name":
            return self._key(self.mine, a) == self._key(self.theirs, b)
        if a.op == "num":
            return float(a.value) == float(b.value)
        if not self._alike(a, b):
            return False
        first = 1 if a.op == "app" else 0
        if a.op == "add":
            rest = list(b.args)
            return all(self._taken(x, rest) for x in a.args)
        return all(map(self.same, a.args[first:], b.args[first:]))

    def _taken(self, x: Node, rest: list[Node]) -> bool:
        partner = next((y for y in rest if self.same(x, y)), None)
        if partner is not None:
            rest.remove(partner)
        return partner is not None

    def _alike(self, a: Node, b: Node) -> bool:
        """The same function, or the same range of a sum."""
        if a.op == "app":
            return function_name(a.args[0]) == function_name(b.args[0]) and a.args[0].marks == b.args[0].marks
        return a.op != "big" or (a.value == b.value and _same_range(a, b))

    def _key(self, role: Role, node: Node) -> tuple[str, Any]:
        kind, key = role(node)
        return (kind, None) if kind in ("weight", "bias") else (kind, key)

    def distance(self, a: Node, b: Node) -> int:
        """What one has and the other has not: operations, functions, operands."""
        one, two = Counter(self._tokens(self.mine, a)), Counter(self._tokens(self.theirs, b))
        return (one - two).total() + (two - one).total()

    def shared(self, a: Node, b: Node) -> int:
        """How much of the two is common."""
        return (Counter(self._tokens(self.mine, a)) & Counter(self._tokens(self.theirs, b))).total()

    def census(self, tree: Node, role: Role) -> Census:
        """What occurs in a part: names by meaning, functions, other operations."""
        tokens = list(self._tokens(role, tree))
        names = Counter(t for t in tokens if isinstance(t, tuple) and t[0] in KINDS)
        functions = Counter(t for t in tokens if isinstance(t, str))
        return Census(names, functions, Counter(t[0] for t in tokens if isinstance(t, tuple) and t[0] not in KINDS))

    def _tokens(self, role: Role, tree: Node) -> Iterator[Any]:
        scripts = {id(s) for n in walk(tree) for x in n.sub + n.sup for s in walk(x)}
        for n in walk(tree):
            if id(n) not in scripts and n.op != "group":
                heads = n.op == "name" and any(n is m.args[0] for m in walk(tree) if m.op == "app")
                yield (
                    function_name(n)
                    if heads
                    else self._key(self.mine if id(n) in self.own else role, n)
                    if n.op == "name"
                    else (n.op, n.op == "num" and n.value)
                )

    def parameters(self, a: Node, b: Node) -> bool:
        """A shift that stands for a scale, or a scale for a shift: both by their own letters."""
        if a.op != "name" or b.op != "name":
            return False
        return {self.mine(a)[0], self.theirs(b)[0]} == {"weight", "bias"} and {str(a.value), str(b.value)} == {
            "gamma",
            "beta",
        }

    def exchanged(self, one: Part, two: Part) -> bool:
        """Two names that stand in each other's place."""
        if any(n.op != "name" for _, a, b in (one, two) for n in (a, b)):
            return False
        keys = [(self._key(self.mine, a), self._key(self.theirs, b)) for _, a, b in (one, two)]
        return keys[0] == keys[1][::-1] and keys[0][0][0] not in ("weight", "bias", "unknown")


@record
class Census:
    """Counts of what occurs in a part of a tree."""

    names: Counter[Any]
    functions: Counter[str]
    operations: Counter[str]


def _mistakable(mine: Census, theirs: Census, nothing_spare: bool) -> bool:
    """Whether one slip leads from what is due to what stands. What stands may not say more than the formula, for that is
    another formula: a function, a name or a sum of its own. What it says less may be a choice, too: a weight, an activation,
    unless there is ``nothing_spare``."""
    if (mine.operations - theirs.operations).keys() - PLAIN or (theirs.operations - mine.operations).keys() - PLAIN:
        return False
    extra, missing = mine.functions - theirs.functions, theirs.functions - mine.functions
    if extra and not any({*extra, *missing} == family for family in FAMILIES):
        return False
    if missing and not extra and not nothing_spare and any(k in ("weight", "bias") for k, _ in theirs.names):
        return False
    more, less = list((mine.names - theirs.names).elements()), list((theirs.names - mine.names).elements())
    if any(kind in ("weight", "bias", "unknown") for kind, _ in more + less) or len(less) > 1:
        return False
    return len(more) <= len(less) and (bool(more) or not less or nothing_spare)


def _terms(a: Node, alone: list[int], rest: list[Node]) -> Node:
    """The sum with the terms that have no partner replaced by those that are due."""
    kept: list[Node] = []
    due = list(rest)
    for k, x in enumerate(a.args):
        if k not in alone:
            kept.append(x)
        elif due:
            kept.append(due.pop(0))
    return replace(a, args=(*kept, *due), start=0, end=0)


def _factors(a: Node, b: Node, partner: dict[int, Node]) -> Node:
    """The product that is due, with the factors and the element-wise sign that stand."""
    own = next((g for g in a.value or () if g in ELEMENTWISE), None)
    gaps = tuple(own if own and g in ELEMENTWISE else g for g in b.value or ())
    return replace(b, args=tuple(partner.get(id(y), y) for y in b.args), value=gaps or b.value)


def _same_range(a: Node, b: Node) -> bool:
    """The same limits, or both of all the things that are counted by one letter, from 0 or from 1."""
    if (a.sub, a.sup) == (b.sub, b.sup):
        return True
    runs = [run for big in (a, b) for run in whole_range(big)]
    return len(runs) == 2 and runs[0] == runs[1]


def _elementwise(tree: Node) -> bool:
    """Whether a product is marked as one of entries."""
    return any(n.op == "mul" and set(n.value or ()) & ELEMENTWISE for n in walk(tree))


def _inner(node: Node, path: Path) -> tuple[Node, Path]:
    """What stands within brackets that only group."""
    while node.op == "group" and len(node.args) == 1 and node.args[0].op != "seq":
        node, path = node.args[0], (*path, 0)
    return node, path


@record
class _Writer:
    """Writes a part of a spec in the note's notation."""

    note: Side
    binding: Binding
    spec: Spec
    spell: Callable[[Any, Node], Node]
    own: frozenset[int]
    plain: bool  # a function of numbers, written without signs for element-wise products

    def write(self, part: Node) -> Node:
        if id(part) in self.own:
            return part
        if part.op == "name":
            return self._name(part)
        args = tuple(a if part.op == "app" and k == 0 else self.write(a) for k, a in enumerate(part.args))
        gaps = (
            tuple("" if self.plain and g in ELEMENTWISE else g for g in part.value) if part.op == "mul" else part.value
        )
        return replace(part, args=args, value=gaps, start=0, end=0)

    def _name(self, node: Node) -> Node:
        side = spec_side(self.spec)
        symbol = spec_binding(self.spec).symbol(side.signature(node))
        if symbol is None:
            return replace(node, start=0, end=0)
        own = next((n for s, n in operands(self.note).items() if self.binding.symbol(s) is symbol), None)
        if own is None and symbol.kind in ("weight", "bias"):
            role = self.binding.names(self.note).role
            free = [n for n in operands(self.note).values() if role(n)[0] == symbol.kind]
            own = free[0] if len(free) == 1 else None
        return own if own is not None else self.spell(symbol, node)
