"""Verdicts: what is known of a statement, always with its evidence, never a bare boolean.

A verdict is compared by kind (`verdict.name == "refuted"`, `isinstance(verdict, Refuted)`); asking for its
truth value is a TypeError, because `Unknown` and `Unread` are neither a pass nor a failure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar


class _NoTruthValue:
    """Refuses `if verdict:`, which would read an unknown as a pass."""

    __slots__ = ()
    name: ClassVar[str]

    def __bool__(self) -> bool:
        raise TypeError(f"a verdict has no truth value; compare its name (here {self.name!r})")


@dataclass(frozen=True, slots=True)
class Proved(_NoTruthValue):
    """Holds for all inputs; `tactic` names the argument that closed it (for instance "telescoping", "z3")."""

    name: ClassVar[str] = "proved"
    tactic: str


@dataclass(frozen=True, slots=True)
class Holds(_NoTruthValue):
    """Agrees at `points` sampled inputs, to a relative error of at most `bound`; evidence, not a proof."""

    name: ClassVar[str] = "holds"
    points: int
    bound: float


@dataclass(frozen=True, slots=True)
class Convention(_NoTruthValue):
    """Right under a named legitimate `variant` of the catalog's formula."""

    name: ClassVar[str] = "convention"
    variant: str


@dataclass(frozen=True, slots=True)
class Refuted(_NoTruthValue):
    """Wrong; `evidence` holds the counterexample, shape conflict or contradicting proof that shows it."""

    name: ClassVar[str] = "refuted"
    evidence: Mapping[str, Any] = field(hash=False)

    def __post_init__(self) -> None:
        if not self.evidence:
            raise ValueError("a refutation needs evidence: a counterexample, a shape conflict or a proof")


@dataclass(frozen=True, slots=True)
class Unknown(_NoTruthValue):
    """Undecided; `why` says what was missing. Never a pass."""

    name: ClassVar[str] = "unknown"
    why: str


@dataclass(frozen=True, slots=True)
class Unread(_NoTruthValue):
    """Could not be read; `where` is the offset or the text at which reading stopped. Never a pass."""

    name: ClassVar[str] = "unread"
    where: int | str


Verdict = Proved | Holds | Convention | Refuted | Unknown | Unread

PASSES = frozenset({Proved.name, Holds.name, Convention.name})
"""Names of the verdicts that count as a pass."""
