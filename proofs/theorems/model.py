"""What a theorem is, and how theorems are found and run."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..verdicts import Unknown, Verdict

Attempt = Callable[[], Verdict]


@dataclass(frozen=True)
class Theorem:
    """A statement about the catalog's own terms.

    ``control`` is a false sibling that goes through the same tactic: it must come out refuted, or the
    tactic proves too much. ``formulas`` are the ids of the formulas that the statement is about.
    """

    id: str
    title: Mapping[str, str]
    formulas: tuple[str, ...]
    prove: Attempt
    control: Attempt
    control_title: Mapping[str, str]


@dataclass(frozen=True)
class Result:
    """The verdicts on a theorem and its control, and the seconds that both took."""

    theorem: Theorem
    verdict: Verdict
    control_verdict: Verdict
    seconds: float


class UnknownTheorem(KeyError):
    """No theorem has this id and no theorem is about a formula with this id; ``close`` holds similar ids."""

    def __init__(self, wanted: str, close: list[str]) -> None:
        super().__init__(wanted)
        self.wanted, self.close = wanted, close

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.close)}?" if self.close else ""
        return f"unknown theorem {self.wanted!r}{hint}"


_THEOREMS: dict[str, Theorem] = {}


def theorem(
    id: str,
    en: str,
    zh: str,
    *,
    formulas: Iterable[str],
    prove: Attempt,
    control: Attempt,
    control_en: str,
    control_zh: str,
) -> Theorem:
    """State a theorem and register it. Raises ``ValueError`` if the id is taken."""
    if id in _THEOREMS:
        raise ValueError(f"two theorems are called {id!r}")
    titles = {"en": en, "zh": zh}, {"en": control_en, "zh": control_zh}
    _THEOREMS[id] = Theorem(id, titles[0], tuple(formulas), prove, control, titles[1])
    return _THEOREMS[id]


def all() -> list[Theorem]:
    """Every theorem, by topic, in the order of statement."""
    from . import topics

    for module in sorted(m.name for m in pkgutil.iter_modules(topics.__path__)):
        importlib.import_module(f"{topics.__name__}.{module}")
    return list(_THEOREMS.values())


def get(id: str) -> Theorem:
    """The theorem of that id. Raises ``UnknownTheorem`` with close matches."""
    known = {t.id: t for t in all()}
    if id not in known:
        raise UnknownTheorem(id, difflib.get_close_matches(id, known, n=3, cutoff=0.5))
    return known[id]


def chosen(ids: Iterable[str] = ()) -> list[Theorem]:
    """The theorems with these ids or about the formulas with these ids; all of them if none is named."""
    found: dict[str, Theorem] = {}
    for id in ids:
        about = [t for t in all() if id == t.id or id in t.formulas]
        if not about:
            names = sorted({t.id for t in all()}.union(*(t.formulas for t in all())))
            raise UnknownTheorem(id, difflib.get_close_matches(id, names, n=3, cutoff=0.5))
        found |= {t.id: t for t in about}
    return list(found.values()) if found else all()


def run(ids: Iterable[str] = ()) -> Iterator[Result]:
    """Run theorems (all, or those with the given ids or about the formulas with these ids), each with its
    control.
    """
    for t in chosen(ids):
        start = time.perf_counter()
        verdict, control = attempt(t.prove), attempt(t.control)
        yield Result(t, verdict, control, time.perf_counter() - start)


def attempt(tactic: Attempt) -> Verdict:
    """What a tactic finds; one that fails leaves the statement open."""
    try:
        return tactic()
    except Exception as error:
        return Unknown(f"{type(error).__name__}: {error}")
