"""Lines that say what inputs are, and the sizes that inputs of one line share."""

import re
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import NamedTuple


class Slot(NamedTuple):
    """One input of a specification line."""

    name: str
    kind: str
    batched: bool
    sizes: tuple[str, ...]


@cache
def parse(line: str) -> tuple[Slot, ...]:
    """Slots of a specification line, in order."""
    found = re.findall(r"(\w+)(?::(\w+))?(\*?)\[([^\]]*)\]", line)
    return tuple(
        Slot(name, kind or "float", star == "*", tuple(filter(None, sizes.split(","))))
        for name, kind, star, sizes in found
    )


def bind(function: str, slots: Sequence[Slot], shapes: Sequence[tuple[int, ...]]) -> dict[str, int]:
    """Size of each name; ValueError naming both sizes where two inputs disagree."""
    sizes: dict[str, int] = {}
    where: dict[str, str] = {}
    compound = []
    for slot, shape in zip(slots, shapes, strict=True):
        rank = len(slot.sizes)
        if len(shape) < rank or (len(shape) > rank and not slot.batched):
            wanted = f"{rank} axes [{', '.join(slot.sizes)}]" + (" or more" if slot.batched else "")
            raise ValueError(f"{function}: {slot.name} has {len(shape)} axes (shape {shape}), expected {wanted}")
        for name, size in zip(slot.sizes, shape[len(shape) - rank :], strict=True):
            if slot.kind == "bool" and size == 1:
                continue
            if not name.isidentifier():
                compound.append((slot.name, shape, name, size))
            elif sizes.setdefault(name, size) != size:
                raise ValueError(
                    f"{function}: {name} is {sizes[name]} in {where[name]} but {size} in {slot.name} (shape {shape})"
                )
            where.setdefault(name, f"{slot.name} (shape {shape})")
    for tensor, shape, expression, size in compound:
        expected = sum(
            prod(sizes[part] if part in sizes else int(part) for part in term.split("*"))
            for term in expression.split("+")
        )
        if size != expected:
            raise ValueError(
                f"{function}: {tensor} (shape {shape}) has size {size}, expected {expression} = {expected}"
            )
    return sizes
