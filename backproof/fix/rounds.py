"""Apply suggestions to a text, round by round, each one only if an audit of the result finds it better than before.

A fix stands where (1) only the blocks it touches have changed and the corrected statement is read there, (2) the finding it
answers is gone, (3) no block has an error or an unread formula it had not, and no formula lost its verdict, and (4) fewer
errors, warnings or infos are left. (4) is strict, so the rounds end, and (1)–(4) look at nothing but the text before and
after, so what a first run leaves a second one leaves as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from backproof.audit.findings import Diagnostic, FileReport
from backproof.audit.notation.reader import Reading, read
from backproof.audit.notation.tree import Node
from backproof.audit.sources.document import Document, SourceError
from backproof.fix.bytes import CannotCut, Cut, FileBytes
from backproof.fix.reasons import UNSAFE

MAX_ROUNDS = 20
Parse = Callable[[str], Document]
Examine = Callable[[Document], FileReport]


@dataclass(frozen=True, eq=False)
class Step:
    """A suggestion as cuts of the text it was made for."""

    finding: Diagnostic
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, eq=False)
class State:
    """A content of the file, read and audited."""

    file: FileBytes
    document: Document
    report: FileReport

    @cached_property
    def formulas(self) -> list[tuple[int, int]]:
        """Where each formula begins, and its number among the blocks."""
        return sorted((b.start, i) for i, b in enumerate(self.document.blocks) if b.kind == "formula")

    def block_at(self, offset: int) -> int:
        """The number of the formula that begins at an offset of the text, or last before it; -1 where none does."""
        place = bisect_right(self.formulas, offset, key=lambda item: item[0])
        return self.formulas[place - 1][1] if place else -1

    def touched(self, cut: Cut) -> set[int]:
        """The formula that a cut is made in, and the heading that holds it."""
        headings = (i for i, b in enumerate(self.document.blocks) if b.kind == "heading")
        around = {i for i in headings if self.document.blocks[i].start <= cut.start <= self.document.blocks[i].end}
        return {self.block_at(cut.start)} | around

    def key(self, finding: Diagnostic) -> tuple[int, str, str]:
        """What tells a finding from others, wherever its lines have moved."""
        fix = finding.suggestion.latex if finding.suggestion else ""
        return self.block_at(self.file.offset(finding.line, finding.column)), finding.code, fix

    @cached_property
    def keys(self) -> Counter[tuple[int, str, str]]:
        return Counter(map(self.key, self.report.diagnostics))

    @cached_property
    def faults(self) -> Counter[tuple[int, str]]:
        """Errors by block and code, and formulas that are not read."""
        found = Counter(self.key(d)[:2] for d in self.report.diagnostics if d.severity == "error")
        unread = (e for e in self.report.equations if e.verdict == "unread")
        return found + Counter((self.block_at(self.file.offset(e.line, e.column)), "unread") for e in unread)

    @cached_property
    def accepted(self) -> int:
        return sum(e.verdict in ("verified", "convention") for e in self.report.equations)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """How many errors, warnings and infos are left."""
        found = Counter(d.severity for d in self.report.diagnostics)
        return found["error"], found["warning"], found["info"]


@dataclass(frozen=True)
class Result:
    """Where the rounds began and ended: what was applied (as it was found), and what was not, with the word why."""

    first: State
    state: State
    applied: list[Diagnostic]
    refused: list[tuple[Diagnostic, str]]


def settle(file: FileBytes, parse: Parse, examine: Examine, unsafe: bool) -> Result:
    """Applies suggestions until none is left that may be. Raises SourceError where the file cannot be read at all."""
    document = parse(file.text)
    first = State(file, document, examine(document))
    rounds = _Rounds(first, parse, examine)
    applied: list[Diagnostic] = []
    for _ in range(MAX_ROUNDS):
        steps, refused = proposals(rounds.state, unsafe)
        done = rounds.play(steps)
        refused += rounds.refused
        if not done:
            break
        applied += done
    return Result(first, rounds.state, applied, sorted(refused, key=lambda item: (item[0].line, item[0].column)))


def proposals(state: State, unsafe: bool) -> tuple[list[Step], list[tuple[Diagnostic, str]]]:
    """The suggestions to try, in order and without those that overlap one before; and those that are not tried, with the
    word why: they have no edits, or are not safe."""
    steps: list[Step] = []
    refused: list[tuple[Diagnostic, str]] = []
    for finding in state.report.diagnostics:
        suggestion = finding.suggestion
        if suggestion is None:
            continue
        if not suggestion.edits:
            refused.append((finding, suggestion.refused or "elsewhere"))
        elif not (suggestion.safe or unsafe):
            refused.append((finding, UNSAFE))
        else:
            steps.append(Step(finding, tuple(sorted(state.file.cut_of(e.span, e.text) for e in suggestion.edits))))
    return _apart(steps), refused


def _apart(steps: list[Step]) -> list[Step]:
    """Those that touch nothing that one before touches; the others come in a later round."""
    chosen: list[Step] = []
    taken: list[Cut] = []
    for step in sorted(steps, key=lambda s: s.cuts[0]):
        if not any(a.start <= b.end and b.start <= a.end for a in step.cuts for b in taken):
            chosen.append(step)
            taken += step.cuts
    return chosen


class _Rounds:
    """The state reached, and the trials that lead to the next."""

    def __init__(self, state: State, parse: Parse, examine: Examine) -> None:
        self.state, self.parse, self.examine = state, parse, examine
        self.base = state
        self.done: list[Step] = []
        self.refused: list[tuple[Diagnostic, str]] = []

    def play(self, steps: Sequence[Step]) -> list[Diagnostic]:
        """One round: as many of the steps as stand together; returns what they answered."""
        self.base, self.done, self.refused = self.state, [], []
        self._extend(steps)
        return [step.finding for step in self.done]

    def _extend(self, steps: Sequence[Step]) -> None:
        """All of them at once, or else each half by itself."""
        if not steps:
            return
        why = self._try(steps)
        if why and len(steps) == 1:
            self.refused.append((steps[0].finding, why))
        elif why:
            middle = len(steps) // 2
            self._extend(steps[:middle])
            self._extend(steps[middle:])

    def _try(self, steps: Sequence[Step]) -> str:
        """Takes the steps if they stand on the state reached; else the word why not."""
        try:
            file = self.base.file.cut([cut for step in (*self.done, *steps) for cut in step.cuts])
            document = self.parse(file.text)
        except CannotCut:
            return "encoding"
        except SourceError:
            return "structure"
        if not self._as_meant(document, steps):
            return "structure"
        state = State(file, document, self.examine(document))
        why = _worse(self.state, state) or self._unanswered(state, steps)
        if not why:
            self.state, self.done = state, [*self.done, *steps]
        return why

    def _unanswered(self, state: State, steps: Sequence[Step]) -> str:
        asked = Counter(self.base.key(step.finding) for step in steps)
        return "remains" if any(state.keys[key] > self.state.keys[key] - n for key, n in asked.items()) else ""

    def _as_meant(self, document: Document, steps: Sequence[Step]) -> bool:
        """Whether the text is the one before with just the statements of the steps corrected."""
        before, after = self.state.document.blocks, document.blocks
        touched = {i for step in steps for cut in step.cuts for i in self.base.touched(cut)} - {-1}
        if [b.kind for b in before] != [b.kind for b in after]:
            return False
        if any(a.text != b.text for i, (a, b) in enumerate(zip(before, after, strict=True)) if i not in touched):
            return False
        formulas = [i for i in touched if before[i].kind == "formula"]
        old, new = (_readings(d, formulas) for d in (self.state.document, document))
        was, now = _statements(old), _statements(new)
        most = sum(len({self.base.block_at(cut.start) for cut in step.cuts}) for step in steps)
        mended = sum(bool(a.unread) and not b.unread for a, b in zip(old, new, strict=True))
        if not 0 <= now.total() - was.total() <= mended or (now - was).total() > most:
            return False
        return _hold(now - was, steps, document) or (now == was and _hold(now, steps, document))  # written otherwise


def _readings(document: Document, blocks: Sequence[int]) -> list[Reading]:
    return [read(document.blocks[i].text, document.macros) for i in blocks]


def _statements(readings: Sequence[Reading]) -> Counter[Node]:
    return Counter(s.tree for reading in readings for s in reading.statements)


def _hold(new: Counter[Node], steps: Sequence[Step], document: Document) -> bool:
    """Whether what the steps suggest is among the new statements."""
    latex = [step.finding.suggestion.latex for step in steps if step.finding.suggestion]
    return Counter(s.tree for text in latex for s in read(text, document.macros).statements) <= new


def _worse(before: State, after: State) -> str:
    """The word for what the change makes worse, or does not make better."""
    if after.faults - before.faults:
        return "worse"
    if after.accepted < before.accepted:
        return "unverified"
    return "" if after.left < before.left else "remains"
