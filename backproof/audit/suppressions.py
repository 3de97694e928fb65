"""Comments by which a note answers a finding: ``backproof: ignore[BP101] reason``, ``off`` … ``on``, ``ignore-file``.

They are comments of the file's own format (``<!-- … -->``, ``% …``, ``.. …``, ``# …`` in plain text). ``ignore`` answers for
the blocks on its line, or, alone on its line, for the block that follows; ``off`` up to ``on`` or the end; ``ignore-file``
for all of the file. Without codes it answers for every code, with brackets that name none for none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from backproof.lazy import pattern

from .codes import CODES, code_of
from .findings import Finding, Span
from .records import draft
from .sources.document import ADDRESSED, Block, Document, line_starts

_FORM = pattern(
    rf"{ADDRESSED.pattern}\s*(?P<verb>ignore-file|ignore|off|on)(?![\w-])\s*(?:\[(?P<codes>[^\]]*)\])?\s*(?P<reason>.*)",
    re.S,
)
_MARKS = pattern(r"^<!--|-->$|^%+|^\.\.|^#+|^//")
_PARTED = pattern(
    r"\n[ \t>]*(?:\n|[-*+][ \t]|\d+[.)][ \t]|\|)|</?(?:p|div|li|t[dhr]|table|[uod]l|d[dt]|h[1-6]|section|blockquote)\b"
)


@draft
class Suppression:
    """One comment: what it answers for, and which codes it has answered."""

    verb: str
    codes: tuple[str, ...]  # empty: all
    unknown: tuple[str, ...]
    reason: str
    span: Span
    offset: int
    listed: bool = False  # whether brackets stand there, were they empty
    extents: list[tuple[int, int]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    paired: bool = False  # an ``off`` with its ``on``, or an ``on`` with an ``off``

    def answers(self, code: str, offset: int) -> bool:
        """Whether a finding of this code at this place of the file is answered."""
        return (not self.listed or code in self.codes) and any(start <= offset < end for start, end in self.extents)

    @property
    def unused(self) -> tuple[str, ...]:
        """The codes that nothing was found of; with no code listed, all where nothing was found at all."""
        if self.verb == "on":
            return ()
        if self.codes:
            return tuple(code for code in self.codes if code not in self.used)
        return () if self.used or self.listed else ("*",)

    @property
    def empty(self) -> bool:
        """Whether the brackets hold nothing."""
        return self.listed and not (self.codes or self.unknown)

    @property
    def alone(self) -> bool:
        """Whether one half of ``off`` … ``on`` lacks the other."""
        return self.verb in _LONE and not (self.paired or (self.listed and not self.codes))


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
    """The comments that suppress findings, in the order of the file, each with what it answers for; ``on`` for nothing."""
    found = [s for i, block in enumerate(document.blocks) if (s := _read(document, i, block)) is not None]
    found.sort(key=lambda s: s.offset)
    for place, suppression in enumerate(found):
        if suppression.verb == "off":
            end = next((s for s in found[place + 1 :] if s.verb == "on" and _closes(s, suppression)), None)
            if end is not None:
                suppression.paired = end.paired = True
            suppression.extents = [(suppression.offset, end.offset if end else len(document.text) + 1)]
        elif suppression.verb == "ignore-file":
            suppression.extents = [(0, len(document.text) + 1)]
    return found


def _read(document: Document, index: int, block: Block) -> Suppression | None:
    form = _FORM.search(block.text) if block.kind == "comment" else None
    if form is None:
        return None
    words = [w for w in re.split(r"[\s,;]+", form["codes"] or "") if w]
    codes = [code_of(w) for w in words]
    reason = _MARKS.sub("", form["reason"].strip()).strip(" \t\n:-–—")
    known = tuple(dict.fromkeys(c for c in codes if c in CODES))
    unknown = tuple(w for w, c in zip(words, codes, strict=True) if c not in CODES)
    extents = (
        [(b.start, max(b.end, b.start + 1)) for b in _targets(document, index)] if form["verb"] == "ignore" else []
    )
    listed = form["codes"] is not None
    return Suppression(form["verb"], known, unknown, reason, _span(block), block.start, listed, extents)


def _closes(on: Suppression, off: Suppression) -> bool:
    return not on.listed or bool(set(on.codes) & set(off.codes)) or (bool(on.codes) and not off.listed)


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
    if not s.reason and s.verb != "on":
        yield Finding("BP902", s.span, {"verb": s.verb}, evidence)
    for word in s.unknown:
        yield Finding("BP903", s.span, {"word": word[:40]}, evidence)
    if s.empty:
        yield Finding("BP906", s.span, {"verb": s.verb}, evidence)
    if s.alone:
        yield Finding("BP905", s.span, {"says": _LONE[s.verb]}, evidence)
    if s.unused:
        yield Finding("BP904", s.span, {"codes": _ANY if s.unused == ("*",) else _list(s.unused)}, evidence)


_LONE = {
    "on": {
        "en": "“on” ends nothing: no “off” of its codes stands open before it",
        "zh": "“on”没有要结束的内容：前面没有与之对应的“off”",
    },
    "off": {
        "en": "“off” is not ended by an “on”, so it suppresses up to the end of the file; for the whole file say “ignore-file”",
        "zh": "“off”之后没有对应的“on”，会一直忽略到文件末尾；若要忽略整个文件，请写“ignore-file”",
    },
}
_ANY = {"en": "anything", "zh": "任何问题"}


def _list(codes: Iterable[str]) -> str:
    return ", ".join(codes)
