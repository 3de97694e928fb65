"""Comments by which a note answers a finding: ``backproof: ignore[BP101] reason``, ``off`` … ``on``, ``ignore-file``.

They are comments of the file's own format (``<!-- … -->``, ``% …``, ``.. …``, ``# …`` in plain text). ``ignore`` answers for
the blocks on its line, or, alone on its line, for the block that follows; ``off`` up to ``on`` or the end; ``ignore-file``
for all of the file. Without codes it answers for every code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .codes import CODES
from .findings import Finding, Span
from .sources.document import ADDRESSED, Block, Document, line_starts

_FORM = re.compile(
    rf"{ADDRESSED.pattern}\s*(?P<verb>ignore-file|ignore|off|on)(?![\w-])\s*(?:\[(?P<codes>[^\]]*)\])?\s*(?P<reason>.*)",
    re.S,
)
_MARKS = re.compile(r"^<!--|-->$|^%+|^\.\.|^#+|^//")
_NAMES = {row.name: row.code for row in CODES.values()}
_PARTED = re.compile(
    r"\n[ \t>]*(?:\n|[-*+][ \t]|\d+[.)][ \t]|\|)|</?(?:p|div|li|t[dhr]|table|[uod]l|d[dt]|h[1-6]|section|blockquote)\b"
)


@dataclass(eq=False)
class Suppression:
    """One comment: what it answers for, and which codes it has answered."""

    verb: str
    codes: tuple[str, ...]  # empty: all
    unknown: tuple[str, ...]
    reason: str
    span: Span
    offset: int
    extents: list[tuple[int, int]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def answers(self, code: str, offset: int) -> bool:
        """Whether a finding of this code at this place of the file is answered."""
        named = not (self.codes or self.unknown) or code in self.codes
        return named and any(start <= offset < end for start, end in self.extents)

    @property
    def unused(self) -> tuple[str, ...]:
        """The codes that nothing was found of; with no code listed, all where nothing was found at all."""
        if self.codes:
            return tuple(code for code in self.codes if code not in self.used)
        return () if self.used or self.unknown else ("*",)


def apply(document: Document, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """(findings that stand, findings that a comment answers, findings about the comments themselves)."""
    comments = [(i, b) for i, b in enumerate(document.blocks) if b.kind == "comment"]
    if not comments:
        return list(findings), [], []
    malformed = [b for _, b in comments if not _FORM.search(b.text)]
    known = suppressions(document)
    kept: list[Finding] = []
    hidden: list[Finding] = []
    starts = line_starts(document.text)
    for finding in findings:
        at = _offset(starts, finding.span)
        answering = [s for s in known if s.answers(finding.code, at)]
        for suppression in answering:
            suppression.used.add(finding.code)
        (hidden if answering else kept).append(finding)
    return kept, hidden, [*map(_malformed, malformed), *(f for s in known for f in _about(s))]


def suppressions(document: Document) -> list[Suppression]:
    """The comments that suppress findings, in the order of the file, each with what it answers for."""
    found = [s for i, block in enumerate(document.blocks) if (s := _read(document, i, block)) is not None]
    found.sort(key=lambda s: s.offset)
    for place, suppression in enumerate(found):
        if suppression.verb == "off":
            ends = (s.offset for s in found[place + 1 :] if s.verb == "on" and _closes(s, suppression))
            suppression.extents = [(suppression.offset, next(ends, len(document.text) + 1))]
        elif suppression.verb == "ignore-file":
            suppression.extents = [(0, len(document.text) + 1)]
    return [s for s in found if s.verb != "on"]


def _read(document: Document, index: int, block: Block) -> Suppression | None:
    form = _FORM.search(block.text) if block.kind == "comment" else None
    if form is None:
        return None
    words = [w for w in re.split(r"[\s,;]+", form["codes"] or "") if w]
    codes = [_NAMES.get(w.lower(), w.upper()) for w in words]
    reason = _MARKS.sub("", form["reason"].strip()).strip(" \t\n:-–—")
    known = tuple(dict.fromkeys(c for c in codes if c in CODES))
    unknown = tuple(w for w, c in zip(words, codes, strict=True) if c not in CODES)
    extents = (
        [(b.start, max(b.end, b.start + 1)) for b in _targets(document, index)] if form["verb"] == "ignore" else []
    )
    return Suppression(form["verb"], known, unknown, reason, _span(block), block.start, extents)


def _closes(on: Suppression, off: Suppression) -> bool:
    return not on.codes or bool(set(on.codes) & set(off.codes)) or not off.codes


def _targets(document: Document, index: int) -> list[Block]:
    """The blocks that the comment with this number answers for: those on its line, else the one that follows."""
    first, part = next(((n, p) for n, p in reversed(document.parts) if n <= index), (0, document))
    mine = part.blocks[index - first]
    beside = [i for i, b in enumerate(part.blocks) if b.kind != "comment" and _share_a_line(part.text, b, mine)]
    chosen = beside or _following(part, mine)
    return [document.blocks[first + i] for i in chosen]


def _share_a_line(text: str, block: Block, comment: Block) -> bool:
    """Whether no line end lies between the two."""
    first, second = sorted((block, comment), key=lambda b: b.start)
    return "\n" not in text[first.end : second.start]


def _following(part: Document, comment: Block) -> list[int]:
    """The next display, heading or code; or the next paragraph, item or row with all its pieces."""
    after = sorted((b.start, i) for i, b in enumerate(part.blocks) if b.kind != "comment" and b.start >= comment.end)
    chosen: list[int] = []
    for _, i in after:
        block = part.blocks[i]
        if chosen and (_whole(block) or _apart(part.text, part.blocks[chosen[-1]], block)):
            break
        chosen.append(i)
        if _whole(block) and block.kind != "heading":
            break
    return chosen


def _whole(block: Block) -> bool:
    return block.display or block.kind == "heading" or (block.kind == "code" and "\n" in block.text)


def _apart(text: str, before: Block, after: Block) -> bool:
    """Whether a blank line, the mark of an item or row, or a tag stands between two blocks; pieces of a heading overlap."""
    if before.kind == "heading":
        return after.start >= before.end
    return bool(_PARTED.search(text[before.end : after.start + 4]))


def _span(block: Block) -> Span:
    return Span(*block.position(0), *block.end_position(len(block.text)))


def _offset(starts: Sequence[int], span: Span) -> int:
    return starts[min(max(span.line, 1), len(starts)) - 1] + span.column - 1


# ---- what is said of the comments
def _malformed(block: Block) -> Finding:
    text = _MARKS.sub("", block.text.strip()).strip()
    return Finding("BP901", _span(block), {"text": text[:80]}, {"kind": "suppression"})


def _about(s: Suppression) -> Iterator[Finding]:
    evidence = {"kind": "suppression"}
    if not s.reason:
        yield Finding("BP902", s.span, {"verb": s.verb}, evidence)
    for word in s.unknown:
        yield Finding("BP903", s.span, {"word": word[:40]}, evidence)
    if s.unused:
        yield Finding("BP904", s.span, {"codes": _ANY if s.unused == ("*",) else _list(s.unused)}, evidence)


_ANY = {"en": "anything", "zh": "任何问题"}


def _list(codes: Iterable[str]) -> str:
    return ", ".join(codes)
