"""Small classes of facts. Some hundred are made at each start, so nothing is generated for them that is not used: `dataclasses`
takes three times as long, and what it knows of a class is asked for of few.

That no fact is changed is seen to by the type checker, before the program runs: a check at run time costs as much as all else.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from operator import attrgetter
from threading import RLock
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_FIELDS, _PARTS = "__dataclass_fields__", "__parts__"
_lock = RLock()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """Facts that are equal where their parts are."""
    kind = entity(kind)
    parts = vars(kind)[_PARTS].items()
    values = _values(tuple(name for name, default in parts if not isinstance(default, Field) or default.compare))

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    kind.__eq__ = equal  # type: ignore[method-assign]  # what a class statement would say
    if "__hash__" not in vars(kind):
        kind.__hash__ = hashed  # type: ignore[method-assign]  # as above
    return kind


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def entity(kind: type[T]) -> type[T]:
    """Facts of one thing, which equals no other."""
    parts = _parts(kind)

    def first(self: Any, *args: Any, **facts: Any) -> None:
        kind.__init__ = _initializer(parts)  # type: ignore[method-assign]  # in its own place, from the first use on
        kind.__init__(self, *args, **facts)

    kind.__init__ = first  # type: ignore[method-assign]  # many a class is not used by any one note
    kind.__repr__ = _shown  # type: ignore[method-assign]  # one for all classes
    setattr(kind, _PARTS, parts)
    setattr(kind, _FIELDS, _Fields(kind))
    return kind


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def draft(kind: type[T]) -> type[T]:
    """An entity whose facts are filled in as they are found."""
    return entity(kind)


def _parts(kind: type) -> dict[str, Any]:
    """The names of the parts with their defaults, those of the classes above first."""
    parts: dict[str, Any] = {}
    for base in reversed(kind.__mro__[1:]):
        parts.update(vars(base).get(_PARTS, {}))
    return parts | {name: vars(kind).get(name, MISSING) for name in vars(kind).get("__annotations__", ())}


def _values(names: tuple[str, ...]) -> Any:
    """The parts of these names as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda facts: tuple([getattr(facts, name) for name in names])


def _initializer(parts: dict[str, Any]) -> Any:
    """``__init__``, written out: facts are made by the thousand."""
    heads, lines, known = ["self"], [" pass"], dict[str, Any](_none=MISSING)
    for name, default in parts.items():
        make = default.default_factory if isinstance(default, Field) else MISSING
        default = default.default if isinstance(default, Field) else default
        value = name
        if make is not MISSING:
            known[f"_make_{name}"], default = make, MISSING
            value = f"_make_{name}() if {name} is _none else {name}"
        optional = make is not MISSING or default is not MISSING
        known[f"_default_{name}"] = default
        heads.append(f"{name}=_default_{name}" if optional else name)
        lines.append(f" self.{name} = {value}")
    exec(f"def __init__({', '.join(heads)}):\n" + "\n".join(lines), known)
    return known["__init__"]


class _Fields:
    """Stands where `dataclasses` keeps its table of a class, until ``fields``, ``replace`` or the like ask for it."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def __get__(self, facts: object, owner: type) -> Any:
        with _lock:
            if vars(self.kind)[_FIELDS] is self:
                dataclass(init=False, repr=False, eq=False)(self.kind)
        return vars(self.kind)[_FIELDS]


def _shown(self: Any) -> str:
    parts = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({parts})"
