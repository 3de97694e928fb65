"""What stands between the brackets of a probability: variables, their values, and what they are conditioned on.

A variable is a letter with its evaluated indices: ``x_{t-1}`` at t = 3 is x at 2. ``x_1, …, x_{t-1}``, ``x_{1:t-1}`` and
``x_{<t}`` are written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ...match.values import Unsupported
from ...notation.tables import GREEK
from ...notation.tree import Node, walk
from ...records import record

Variable = tuple[str, tuple[Any, ...], tuple[Any, ...]]
Event = tuple[Variable, int | None]  # the value, or None for whatever value the variable has

HEADS = {"P": "p", "p": "p", "Pr": "p", "Prob": "p", "q": "q", "Q": "q", "mathbb{P}": "p"}
PARAMETERS = {"theta", "Theta", "phi", "psi", "w", "W", "omega", "beta", "eta", "M", "D", "mathcal{D}"}


@record
class Term:
    """``p(heads | conditions)`` of a distribution; ``union`` for P(A ∪ B)."""

    family: str
    heads: tuple[Event, ...]
    conditions: tuple[Event, ...]
    union: bool = False


def is_probability(node: Node) -> bool:
    """``p(x)``, ``P(A | B)``, ``q_\\phi(z | x)`` …"""
    return (
        node.op == "app" and node.args[0].op == "name" and node.args[0].value in HEADS and not (node.sub or node.marks)
    )


def family(head: Node) -> str:
    """The distribution of a head: its letter, its accents and a worded subscript; ``p_X`` and ``p_θ`` are p."""
    words = [str(s.value) for s in head.sub if s.op == "name" and len(str(s.value)) > 1 and s.value not in GREEK]
    return "|".join((HEADS.get(str(head.value), str(head.value)), *head.accents, *words))


class Reader:
    """Reads the arguments of probabilities; ``index`` evaluates a script, ``fold`` makes X and x one variable."""

    def __init__(self, index: Callable[[Node], Any], aliases: dict[str, str], fold: bool, partition: set[str]) -> None:
        self.index, self.aliases, self.fold, self.partition = index, aliases, fold, partition

    def term(self, node: Node) -> Term:
        args = node.args[1:]
        heads: list[Node] = []
        conditions: list[Node] = []
        for arg in args:
            for part in _items(arg):
                if part.op == "cond" and part.value == "|":
                    heads += _items(part.args[0])
                    conditions += _items(part.args[1])
                else:
                    (conditions if conditions else heads).append(part)
        union = len(heads) == 1 and heads[0].op == "mul" and set(heads[0].value) == {"cup"}
        return Term(family(node.args[0]), tuple(self.events(heads)), tuple(self.events(conditions)), union)

    def events(self, items: list[Node]) -> Iterator[Event]:
        for place, item in enumerate(items):
            if item.op == "dots":
                yield from self._between(items, place)
            elif not self._emptied(items, place):
                yield from self._event(item)

    def _between(self, items: list[Node], place: int) -> Iterator[Event]:
        """What the dots between two neighbours stand for."""
        low, high, base = self._ends(items, place)
        step = 1 if high >= low else -1
        for k in range(low + step, high, step):
            yield base(k), None

    def _ends(self, items: list[Node], place: int) -> tuple[int, int, Callable[[int], Variable]]:
        if not 0 < place < len(items) - 1:
            raise Unsupported("dots at an end")
        (first, _), (last, _) = *self._event(items[place - 1]), *self._event(items[place + 1])
        side = 1 if first[1] else 2
        if first[0] != last[0] or len(first[side]) != 1 or len(last[side]) != 1:
            raise Unsupported("dots between different names")
        low, high = first[side][0], last[side][0]
        if not (isinstance(low, int) and isinstance(high, int)):
            raise Unsupported("dots without numbers")
        return low, high, lambda k: (first[0], (k,), ()) if side == 1 else (first[0], (), (k,))

    def _emptied(self, items: list[Node], place: int) -> bool:
        """``x_1, …, x_0`` is an empty list: both ends vanish."""
        for dots in (place - 1, place + 1):
            if 0 < dots < len(items) - 1 and items[dots].op == "dots":
                low, high, _ = self._ends(items, dots)
                rising, falling = self._fixed(items[dots - 1]), self._fixed(items[dots + 1])
                if (rising and high == low - 1) or (falling and not rising and high == low + 1):
                    return True
                if high == low and place == dots + 1:
                    return True
        return False

    def _fixed(self, node: Node) -> bool:
        """``x_1``: an end whose index is a number."""
        scripts = node.sub or node.sup
        return len(scripts) == 1 and (scripts[0].args[0] if scripts[0].op == "group" else scripts[0]).op == "num"

    def _event(self, node: Node) -> Iterator[Event]:
        if node.op == "group" and node.value in ("()", "[]", "{}"):
            yield from self.events(_items(node.args[0]))
        elif node.op == "mul" and set(node.value) <= {"cap", "cup", ""} and all(a.op == "name" for a in node.args):
            for arg in node.args:
                yield from self._event(arg)
        elif node.op == "rel" and node.value == ("=",) and node.args[0].op == "name":
            yield self.variable(node.args[0]), self._given(node.args[1])
        elif node.op == "name":
            yield from self._named(node)
        else:
            raise Unsupported("an event that is no name")

    def _given(self, value: Node) -> int | None:
        if value.op == "num" and value.value in ("0", "1"):
            return int(value.value)
        if value.op == "name":
            return None
        raise Unsupported("a value that is no name")

    def _named(self, node: Node) -> Iterator[Event]:
        span = _span(node)
        if span is None:
            yield self.variable(node), self._part(node)
            return
        low, high = (self.index(s) for s in span)
        if not (isinstance(low, int) and isinstance(high, int)):
            raise Unsupported("a range without numbers")
        plain = replace(node, sub=(), sup=())
        for k in range(low, high + 1):
            yield (self.variable(plain)[0], (k,), ()), None

    def _part(self, node: Node) -> int | None:
        """The value that an event of a partition (B_1, B_2, …) stands for."""
        if not self.parted(node) or len(node.sub) != 1:
            return None
        place = self.index(node.sub[0])
        if not isinstance(place, int):
            raise Unsupported("a part without a number")
        return place - 1

    def parted(self, node: Node) -> bool:
        """Whether the indices of this name tell the values of one variable."""
        letter = str(node.value)
        return letter in self.partition or (self.fold and letter.casefold() in {p.casefold() for p in self.partition})

    def variable(self, node: Node) -> Variable:
        label = f"{node.value}{''.join(node.accents)}{node.marks}"
        base = self.aliases.get(label, label)
        if self.fold:
            base = base.casefold()
        if self.parted(node):
            return base, (), ()
        if any(n.op == "app" for s in (*node.sub, *node.sup) for n in walk(s)):
            raise Unsupported("an index that a function gives")
        return base, tuple(map(self.index, node.sub)), tuple(map(self.index, node.sup))


def _span(node: Node) -> tuple[Node, Node] | None:
    """Both ends of ``x_{a:b}`` and ``x_{<t}``."""
    if len(node.sub) + len(node.sup) != 1:
        return None
    script = (*node.sub, *node.sup)[0]
    if script.op == "seq" and script.value == ":" and len(script.args) == 2:
        return script.args[0], script.args[1]
    one = Node("num", value="1")
    if script.op == "rel" and script.args[0].op == "hole" and script.value in (("<",), ("leq",)):
        end = script.args[1]
        return one, end if script.value == ("leq",) else Node("add", (end, Node("neg", (one,))))
    return None


def _items(node: Node) -> list[Node]:
    if node.op == "seq" and node.value in (",", ";"):
        return [part for item in node.args for part in _items(item)]
    return [node]


def bare_names(tree: Node) -> set[str]:
    """Labels of the names that stand as events in a probability of this tree."""
    found: set[str] = set()
    for node in walk(tree):
        if is_probability(node):
            scripts = {id(n) for inner in walk(node) for s in inner.sub + inner.sup for n in walk(s)}
            found |= {
                f"{n.value}{''.join(n.accents)}{n.marks}"
                for a in node.args[1:]
                for n in walk(a)
                if n.op == "name" and id(n) not in scripts
            }
    return found


__all__ = ["HEADS", "PARAMETERS", "Event", "Reader", "Term", "Variable", "bare_names", "family", "is_probability"]
