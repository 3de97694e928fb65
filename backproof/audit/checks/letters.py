"""Put the letters of a sum right: let it run over what stands in it, or over a letter that is still free."""

from __future__ import annotations

from collections.abc import Iterable

from ..document import Line
from ..findings import Change, Suggestion
from ..notation.tree import Node, walk
from ..records import entity
from .identity.letters import letter_of

FRESH = "kljmnqrs"


@entity
class Sum:
    """A sum or product with one of its letters; ``outer`` are the letters bound around it."""

    node: Node
    letter: str
    low: Node
    outer: frozenset[str]


def other_letter(line: Line, found: Sum, stranger: str) -> Suggestion | None:
    """A sum that runs over a letter which does not occur in it, while a stranger does.

    If the stranger means something outside the sum (it is on the left, above a fraction bar, bound further out), the sum's own
    letter belongs in its place; else the sum should run over it.
    """
    body = found.node.args[0]
    inside = {id(n) for n in walk(found.node)}
    outside = any(letter_of(n) == stranger for n in walk(line.tree) if id(n) not in inside)
    if outside:
        return _rewritten(line, _named(body, stranger), found.letter)
    first = found.low.args[0] if found.low.op == "rel" else found.low
    return _rewritten(line, [first], stranger)


def fresh_letter(line: Line, found: Sum) -> Suggestion | None:
    """The sum over a letter that nothing else in the line bears."""
    taken = {letter_of(n) for n in walk(line.tree)}
    free = next((c for c in FRESH if c not in taken), None)
    if free is None or any(n is not found.node and n.op == "big" for n in walk(found.node)):
        return None
    return _rewritten(line, _named(found.node, found.letter), free)


def _named(tree: Node, letter: str) -> list[Node]:
    return [n for n in walk(tree) if letter_of(n) == letter]


def _rewritten(line: Line, names: Iterable[Node], letter: str) -> Suggestion | None:
    """The line with each of the names replaced; None where one is not written as a letter of its own."""
    text, out, at = line.block.text, [], line.start
    changes = []
    for name in sorted(names, key=lambda n: n.start):
        written = text[name.start : name.end].strip()
        if name.start < at or letter_of(name) != written.lstrip("\\"):
            return None
        new = letter if len(letter) == 1 else f"\\{letter}"
        out += [text[at : name.start], new]
        at = name.start + len(written)
        changes.append(Change(line.block, name.start, at, new))
    if not changes:
        return None
    return Suggestion("".join([*out, text[at : line.end]]).strip(), safe=False, changes=tuple(changes))
