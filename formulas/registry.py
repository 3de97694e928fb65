"""The catalog by id. Topics are imported when first asked for, terms are built when first used."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .lang import Input
from .model import Builder, Formula, Pitfall, Variant, texts

_FORMULAS: dict[str, Formula] = {}
_LOADED: set[str] = set()


class UnknownFormula(KeyError):
    """No formula has this id; ``close`` holds ids that resemble it."""

    def __init__(self, wanted: str, close: list[str]) -> None:
        super().__init__(wanted)
        self.wanted, self.close = wanted, close

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.close)}?" if self.close else ""
        return f"unknown formula {self.wanted!r}{hint}"


def formula(
    id: str,
    en: str,
    zh: str,
    *,
    inputs: Sequence[Input],
    term: Builder,
    result: str,
    reference: str,
    variants: Sequence[Callable[[Formula], Variant]] = (),
    pitfalls: Sequence[Callable[[Formula], Pitfall]] = (),
    keywords: Mapping[str, tuple[str, ...]] | None = None,
    requires: Sequence[Any] = (),
    notes: Mapping[str, str] | None = None,
) -> Formula:
    """State a formula and register it under its id. Raises ``ValueError`` if the id is taken."""
    if id in _FORMULAS:
        raise ValueError(f"two formulas are called {id!r}")
    made = Formula(
        id, texts(en, zh), tuple(inputs), term, result, reference,
        keywords=keywords or {}, requires=tuple(requires), notes=notes or {},
    )  # fmt: skip
    made.variants = tuple(make(made) for make in variants)
    made.pitfalls = tuple(make(made) for make in pitfalls)
    _FORMULAS[id] = made
    return made


def forget(id: str) -> None:
    """Take a formula out of the registry (formulas that a test or a user's session added)."""
    _FORMULAS.pop(id, None)


def topics() -> list[str]:
    """Names of the catalog's topics, one file each."""
    from . import catalog

    return sorted(m.name for m in pkgutil.iter_modules(catalog.__path__))


def _load(topic: str) -> None:
    if topic not in _LOADED:
        _LOADED.add(topic)
        importlib.import_module(f"formulas.catalog.{topic}")


def get(id: str) -> Formula:
    """The formula of that id. Raises ``UnknownFormula`` with close matches."""
    topic = id.split(".", 1)[0]
    if topic in topics():
        _load(topic)
    if id not in _FORMULAS:
        raise UnknownFormula(id, difflib.get_close_matches(id, ids(), n=3, cutoff=0.5))
    return _FORMULAS[id]


def registered() -> list[str]:
    """Ids known to this process so far; loads nothing."""
    return list(_FORMULAS)


def shipped_ids() -> list[str]:
    """Ids of the catalog alone, without formulas that this process added."""
    return [
        id for id in ids() if id.split(".", 1)[0] in topics() and _FORMULAS[id].build.__module__.startswith("formulas.")
    ]


def ids() -> list[str]:
    """All ids, by topic, in the order in which the catalog states them."""
    for topic in topics():
        _load(topic)
    # one topic may have asked for another before its turn
    return sorted(_FORMULAS, key=lambda id: id.partition(".")[0])
