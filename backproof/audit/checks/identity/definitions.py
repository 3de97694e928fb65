"""What a section defines: names and functions that an identity below may use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from ...document import Line
from ...match.values import function_name
from ...notation.tree import Node, walk
from ...records import entity

Key = tuple[Any, ...]
DEFINING = {"=", ":=", "coloneqq", "triangleq", "equiv", "doteq"}


@entity
class Definition:
    """``left = right``; ``parameters`` are the arguments of a function."""

    left: Node
    right: Node
    parameters: tuple[Node, ...] = ()


@entity
class Definitions:
    """Definitions by name; a name defined twice is not defined."""

    names: dict[str, Definition | None] = field(default_factory=dict)
    functions: dict[tuple[str, int], Definition | None] = field(default_factory=dict)

    def find(self, key: Key) -> tuple[Definition, dict[str, int]] | None:
        """The definition of a name and the places of its index letters."""
        found = self.names.get(_label(key[0], key[1], key[2]))
        if found is None:
            return None
        places: dict[str, int] = {}
        for pattern, given in ((found.left.sub, key[3]), (found.left.sup, key[4])):
            if len(pattern) != len(given) or not all(_fits(p, g, places) for p, g in zip(pattern, given, strict=True)):
                return None
        return found, places

    def function(self, name: str, arity: int) -> Definition | None:
        return self.functions.get((name, arity))

    def trees(self) -> Iterable[Node]:
        both = (*self.names.values(), *self.functions.values())
        return [d.right for d in both if d is not None]


def _label(base: str, accents: tuple[str, ...], marks: str) -> str:
    return f"{base}|{','.join(accents)}|{marks}"


def _fits(pattern: Node, given: Any, places: dict[str, int]) -> bool:
    if pattern.op == "group" and len(pattern.args) == 1:
        return _fits(pattern.args[0], given, places)
    if pattern.op == "num":
        return str(given) == str(pattern.value)
    if pattern.op != "name":
        return False
    if isinstance(given, int):
        letter = f"{pattern.value}{pattern.marks}"
        return places.setdefault(letter, given) == given
    return bool(given == pattern.value)


def gather(lines: Iterable[Line]) -> Definitions:
    """The definitions of these lines."""
    found = Definitions()
    for line in lines:
        extend(found, line)
    return found


def extend(found: Definitions, line: Line) -> None:
    """Adds what the line defines."""
    if line.tree.value and set(line.tree.value) <= DEFINING:
        _add(found, line)


def _add(found: Definitions, line: Line) -> None:
    left, right = line.left, line.rights[-1]
    if left.op == "name":
        label = _label(str(left.value), left.accents, left.marks)
        new = (
            Definition(left, right)
            if not _mentions(right, str(left.value)) and right.op not in ("text", "hole", "seq")
            else None
        )
        found.names[label] = None if label in found.names else new
    elif left.op == "app" and left.args[0].op == "name" and _bare(left) and not left.args[0].marks:
        name = function_name(left.args[0]) or ""
        place = (name, len(left.args) - 1)
        plain = not (left.args[0].sub or left.args[0].sup) and not _mentions(right, str(left.args[0].value))
        found.functions[place] = (
            Definition(left, right, left.args[1:]) if plain and place not in found.functions else None
        )


def _bare(left: Node) -> bool:
    """``f(x, y)``: distinct names as arguments, no scripts on the application."""
    names = [a for a in left.args[1:] if a.op == "name"]
    return len(names) == len(left.args) - 1 == len(set(names)) and not (left.sub or left.sup or left.marks)


def _mentions(tree: Node, base: str) -> bool:
    return any(n.op == "name" and n.value == base for n in walk(tree))


__all__ = ["DEFINING", "Definition", "Definitions", "extend", "gather"]
