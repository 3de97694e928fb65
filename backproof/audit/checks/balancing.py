"""Where the partner of a lone bracket belongs: where the formula then reads whole and states what the catalog knows, or else at
the end of its row.
"""

from __future__ import annotations

from dataclasses import replace

from backproof.lazy import pattern

from ..document import RELATIONS, Line, Unreadable
from ..findings import Change, Suggestion
from ..notation.reader import read
from ..records import record
from . import Case, catalog

MAX_PLACES = 80
MAX_READ = 60_000  # characters of all the rows that are tried
_PARTNER = {("(", True): ")", ("(", False): "(", ("[", True): "]", ("[", False): "["}
_TOKEN = pattern(r"\\[a-zA-Z]+\s*|\\.|[^\\\s]\s*")
_TAIL = pattern(r"(?:\s|[.,;。，；]|\\\\|&)*\Z")
_ROW = pattern(r"\\\\(?:\[[^\]]*\])?|\\(?:begin|end)\s*\{[a-z]+\*?\}(?:\{[^}]*\})?")


@record
class Bracket:
    """A bracket sign of a formula: which kind, whether it opens, where."""

    kind: str
    opens: bool
    start: int
    end: int


def suggestion(case: Case, unread: Unreadable, lone: Bracket) -> Suggestion | None:
    """The row with the missing bracket put in, or None where nothing tells its place."""
    block = unread.block
    start, end = _row(block.text, lone)
    sign = _PARTNER[lone.kind, lone.opens]
    before = block.text[: lone.start].rstrip()
    if before.endswith((r"\left", r"\right")):
        return None  # a sized bracket has a sized partner, which may stand alone as "."
    places = _places(block.text, lone, start, end)[: MAX_READ // (end - start)]
    known = next((p for p in places if _known(case, unread, _with(block.text, start, end, p, sign))), None)
    place = known if known is not None else _last(block.text, lone, start, end, sign)
    if place is None:
        return None
    fixed = _with(block.text, start, end, place, sign).strip()
    return Suggestion(fixed, safe=False, changes=(Change(block, place, place, sign),))


def _row(text: str, lone: Bracket) -> tuple[int, int]:
    """The row of an aligned formula in which the bracket stands."""
    cuts = [(m.start(), m.end()) for m in _ROW.finditer(text)]
    start = max((e for _, e in cuts if e <= lone.start), default=0)
    end = min((s for s, _ in cuts if s >= lone.end), default=len(text))
    return start, end


def _with(text: str, start: int, end: int, place: int, sign: str) -> str:
    return text[start:place] + sign + text[place:end]


def _places(text: str, lone: Bracket, start: int, end: int) -> list[int]:
    """Between which signs the partner may stand, from the row's far end: after a bracket that opens, before one that closes."""
    if not lone.opens:
        return [m.start() for m in _TOKEN.finditer(text, start, lone.start)][:MAX_PLACES]
    ends = [m.start() + len(m[0].rstrip()) for m in _TOKEN.finditer(text, lone.end, end)]
    return ends[: -MAX_PLACES - 1 : -1]


def _last(text: str, lone: Bracket, start: int, end: int, sign: str) -> int | None:
    """The end of the row, for a bracket that was never closed and a row that then reads whole."""
    if not lone.opens:
        return None
    tail = _TAIL.search(text[start:end])
    place = start + (tail.start() if tail else end - start)
    return None if read(_with(text, start, end, place, sign).replace("&", " ")).unread else place


def _known(case: Case, unread: Unreadable, row: str) -> bool:
    """Whether the row, with what is said before the block, is then a formula of the catalog."""
    reading = read(row.replace("&", " "), case.note.document.macros)
    if reading.unread:
        return False
    equations = (s for s in reading.statements if s.tree.op == "rel" and set(s.tree.value) <= RELATIONS)
    block = replace(unread.block, text=row)
    lines = (Line(s.tree, s.start, s.end, block, 0, unread.context) for s in equations)
    return any(catalog.recognised(line, case.library) is not None for line in lines)
