"""Small classes of facts. Some hundred are made at each start, so nothing is generated for them that is not used.

That no fact is changed is seen to by the type checker, before the program runs: a check at run time costs as much as all else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """Facts that are equal where their parts are."""
    kind.__repr__ = _shown  # type: ignore[method-assign]  # one for all classes, not one generated for each
    return dataclass(unsafe_hash="__hash__" not in vars(kind), repr=False)(kind)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def entity(kind: type[T]) -> type[T]:
    """Facts of one thing, which equals no other."""
    kind.__repr__ = _shown  # type: ignore[method-assign]  # one for all classes, not one generated for each
    return dataclass(eq=False, repr=False)(kind)


def _shown(self: Any) -> str:
    parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
    return f"{type(self).__qualname__}({parts})"
