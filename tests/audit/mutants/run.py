"""Make mutants of equations that the audit accepts, audit them, and say what became of each."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backproof.audit import audit
from backproof.audit.findings import FileReport

from .kinds import KINDS
from .same import Mutant, discarded, equations

ACCEPTED = ("verified", "convention")


@dataclass(frozen=True)
class Seed:
    """An equation under its heading, accepted as ``formula``."""

    heading: str
    latex: str
    formula: str = ""


def reports(notes: Iterable[tuple[str, str]]) -> list[FileReport]:
    """One small note for each heading and formula."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for k, (heading, latex) in enumerate(notes):
            paths.append(Path(folder, f"{k}.md"))
            paths[-1].write_text(f"# {heading}\n\n$$\n{latex}\n$$\n", encoding="utf-8")
        return audit(paths, lang="en").files


def verified(candidates: Sequence[Seed]) -> list[Seed]:
    """The candidates that the audit accepts as they stand, alone in their note and without a finding."""
    found = []
    for seed, report in zip(candidates, reports((s.heading, s.latex) for s in candidates), strict=True):
        lines = report.equations
        if len(lines) == 1 and lines[0].verdict in ACCEPTED and all(d.severity == "info" for d in report.diagnostics):
            found.append(Seed(seed.heading, seed.latex, lines[0].formula or ""))
    return found


def of_catalog() -> list[Seed]:
    """What the catalog prints, under its titles."""
    import formulas

    return [Seed(f.title["en"], latex) for f in map(formulas.get, formulas.ids()) for latex in equations(f)]


def of_file(path: Path) -> list[Seed]:
    """The statements of equations from notes that are accepted in their block; each becomes a note of its own."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    found = []
    for row, report in zip(rows, reports((r["heading"], r["latex"]) for r in rows), strict=True):
        for e in report.equations:
            if e.verdict in ACCEPTED:
                found.append(Seed(row["heading"], re.sub(r"\s+|&", " ", e.latex).strip(" .,;")))
    return list(dict.fromkeys(found))


def mutants(seed: Seed) -> Iterator[Mutant]:
    """All single mistakes in one equation, each text once."""
    seen = {seed.latex}
    for kind, rule in KINDS.items():
        for change in rule(seed.latex):
            text = change.apply(seed.latex)
            if text not in seen:
                seen.add(text)
                old = seed.latex[change.start : change.end]
                yield Mutant(kind, seed.heading, seed.latex, text, change.start, old, change.new, seed.formula)


@dataclass(frozen=True)
class Outcome:
    """A mutant and what the audit made of it: "flagged", "accepted", "unknown" or "unread"."""

    mutant: Mutant
    fate: str
    as_formula: str = ""
    fix: str = ""


def outcomes(items: Sequence[Mutant]) -> list[Outcome]:
    made = reports((m.heading, m.text) for m in items)
    return [Outcome(m, *fate(r)) for m, r in zip(items, made, strict=True)]


def fate(report: FileReport) -> tuple[str, str, str]:
    """What became of a note of one line, the formula it was taken for, and the fix offered."""
    formula = next((e.formula for e in report.equations if e.formula), "") or ""
    raised = [d for d in report.diagnostics if d.severity in ("error", "warning") and d.code != "BP001"]
    if raised:
        fix = next((d.suggestion.latex for d in raised if d.suggestion), "")
        return "flagged", formula, fix
    verdicts = {e.verdict for e in report.equations}
    if verdicts & set(ACCEPTED):
        return "accepted", formula, ""
    return ("unread" if "unread" in verdicts or not verdicts else "unknown"), formula, ""


def left_out(seeds: Iterable[Seed]) -> Iterator[tuple[str, Mutant]]:
    """The changed equations that do not count, each with the reason."""
    for m in (m for seed in seeds for m in mutants(seed)):
        reason = discarded(m)
        if reason:
            yield reason, m


@cache
def counted(seeds: tuple[Seed, ...]) -> tuple[list[Mutant], Counter[str]]:
    """The mutants that are mistakes, and how many others were left out for which reason."""
    kept: list[Mutant] = []
    dropped: Counter[str] = Counter()
    for m in (m for seed in seeds for m in mutants(seed)):
        reason = discarded(m)
        if reason:
            dropped[reason] += 1
        else:
            kept.append(m)
    return kept, dropped


def sample(items: Sequence[Mutant], size: int, seed: int = 7) -> list[Mutant]:
    return random.Random(seed).sample(items, min(size, len(items)))
