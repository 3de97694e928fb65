"""The specs of one audit, prepared once: found by what renaming cannot change, and by the letter on the left."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from .match.binding import operands, sides, spec_binding
from .match.edits import positions
from .match.matcher import spec_features
from .match.signature import Signature, signature
from .match.values import function_name
from .notation.tree import Node
from .specs import Spec

if TYPE_CHECKING:
    from .roles.verdict import Judge

FULL = 4  # symbols that make a right side recognisable whatever stands on the left


class Library:
    """Specs that can be recognised; pitfalls apart."""

    def __init__(self, specs: Iterable[Spec]) -> None:
        able = [s for s in specs if s.statements and weight(s) > 1]
        self.right = [s for s in able if s.kind != "pitfall"]
        self.pitfalls = [s for s in able if s.kind == "pitfall"]

    @cached_property
    def judge(self) -> Judge:
        """Recognition by what operands are instead of by their letters."""
        from .roles.verdict import Judge

        return Judge(self)

    @cached_property
    def by_features(self) -> dict[frozenset[str], list[Spec]]:
        found: dict[frozenset[str], list[Spec]] = {}
        for spec in self.right:
            found.setdefault(spec_features(spec), []).append(spec)
        return found

    @cached_property
    def by_left(self) -> dict[str, list[Spec]]:
        """Specs by the name on their left side; under "" those with enough symbols to be meant under any name."""
        found: dict[str, list[Spec]] = {}
        for spec in self.right:
            found.setdefault(left_name(spec.left), []).append(spec)
            if sum(s.kind not in ("weight", "bias") for s in spec_binding(spec).table.values()) >= FULL:
                found.setdefault("", []).append(spec)
        return found

    @cached_property
    def lefts(self) -> dict[str, set[str]]:
        """The names on the left sides of each system's formulas."""
        found: dict[str, set[str]] = {}
        for spec in self.right:
            found.setdefault(spec.system, set()).add(left_name(spec.left))
        return found

    @cached_property
    def signatures(self) -> dict[str, dict[Signature, str]]:
        """The symbols of each system by their notation: what else a name may stand for there."""
        found: dict[str, dict[Signature, str]] = {}
        for spec in self.right:
            if spec.kind == "formula":
                found.setdefault(spec.system, {}).update({s: item.name for s, item in spec.symbols.items()})
        return found

    @cached_property
    def letters(self) -> dict[str, set[str]]:
        """The letters that the formulas of each system use, in small letters."""
        found: dict[str, set[str]] = {}
        for spec in self.right:
            if spec.kind == "formula":
                own = [*spec.symbols, *([signature(spec.left, spec.index)] if spec.left.op == "name" else [])]
                found.setdefault(spec.system, set()).update(s.base.casefold() for s in own)
        return found


def left_name(left: Node) -> str:
    """The letter or function on a left side, in small letters."""
    if left.op == "app":
        return f"{function_name(left.args[0])}{left.args[0].marks}".casefold()
    return str(left.value).casefold() if left.op == "name" else ""


@lru_cache(maxsize=8192)
def weight(spec: Spec) -> int:
    """How much a right side says: its operations and operands, scripts apart."""
    return sum(1 for _ in positions(spec.right))


def recurs(left: Node, right: Node) -> bool:
    """Whether the name on the left stands on the right at another time (``h_t = … h_{t-1} …``)."""
    if left.op != "name":
        return False
    own, side = sides(left, right)
    name = own.signature(left)
    return any(
        s.base == name.base and s.accents == name.accents and s.step not in (None, name.step) for s in operands(side)
    )


@lru_cache(maxsize=8192)
def spec_recurs(spec: Spec) -> bool:
    return recurs(spec.left, spec.right)
