"""Look for a case on which function and statement part, and shrink it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from formulas.model import Formula, Stated

from .calling import NoAnswer
from .cases import Case, values
from .compare import Agreement, Problem, compare
from .sizes import LIMIT, NoSizes, limit
from .strategies import FORMATS, Batches, cases


@dataclass
class Outcome:
    """What a search saw: entries compared and skipped (no bound known) by format, the largest relative
    deviation, every case with its problem if it has one.
    """

    bound: float = 0.0
    compared: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    seen: dict[Case, Problem | None] = field(default_factory=dict)
    silent: str | None = None

    def add(self, case: Case, agreement: Agreement) -> None:
        self.seen[case] = agreement.problem
        if agreement.problem is None:
            self.compared[case.dtype] += agreement.points
            self.skipped[case.dtype] += agreement.skipped
            self.bound = max(self.bound, agreement.bound)

    @property
    def points(self) -> int:
        """Entries compared, in all formats."""
        return self.compared.total()

    @property
    def failures(self) -> list[tuple[Case, Problem]]:
        """The failing cases in the order in which they were met."""
        return [(case, problem) for case, problem in self.seen.items() if problem is not None]

    def smallest(self, statement: Stated) -> tuple[Case, Problem]:
        """The failing case of which a reader must look at least."""
        return min(self.failures, key=lambda failure: _size(statement, failure[0]))


class _Part(AssertionError):
    """Function and statement part on this case."""


def search(
    examine: Callable[[Case], Agreement],
    statement: Stated,
    *,
    examples: int,
    formats: Sequence[str] = FORMATS["numpy"],
    shrink: bool = True,
    seconds: float = 60.0,
    batches: Batches = "mixed",
    families: Sequence[str] = (),
) -> Outcome:
    """Draw up to ``examples`` different cases (of some value ``families`` only) within the given time, and
    shrink a failure.

    Raises ``NoSizes`` where the statement has a result for no sizes at all.
    """
    outcome, end = Outcome(), time.monotonic() + seconds
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)

    @settings(
        settings.default,
        max_examples=2 * examples,
        deadline=None,
        database=None,
        phases=phases,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases(statement, formats, batches, tuple(families)))
    def probe(case: Case) -> None:
        if case not in outcome.seen:
            full = len(outcome.seen) >= examples and not outcome.failures
            if full or outcome.silent or time.monotonic() > end:
                return
            _examined(outcome, examine, case)
        if outcome.seen.get(case) is not None:
            raise _Part

    try:
        probe()
    except (NoSizes, KeyboardInterrupt):
        raise
    except Exception:
        if not outcome.failures:  # not a difference but a fault of the statement or of ours
            raise
    return outcome


def _examined(outcome: Outcome, examine: Callable[[Case], Agreement], case: Case) -> None:
    try:
        outcome.add(case, examine(case))
    except NoAnswer as error:  # not raised: shrinking would wait for many more
        outcome.silent = str(error)


def affordable(examples: int, statement: Stated) -> int:
    """Fewer examples, down to a third, where a statement is large by nature."""
    return max(examples // 3, examples * LIMIT // limit(statement), 1)


def _size(statement: Stated, case: Case) -> int:
    """How much a reader must look at: entries of the inputs, then how special the case is."""
    plain = Case(case.wish)
    entries = sum(getattr(v, "size", 1) for v in values(statement, case).values())
    special = sum(getattr(case, name) != getattr(plain, name) for name in vars(plain))
    return 100 * entries + special


def examine(
    function: Callable[..., Any], formula: Formula, statement: Stated, library: str
) -> Callable[[Case], Agreement]:
    """The examination of one case against a statement."""
    return lambda case: compare(function, formula, statement, case, library)
