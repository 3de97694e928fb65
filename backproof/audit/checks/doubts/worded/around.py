"""What a rule about the words around a line has to go by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from backproof.lazy import pattern

from ....document import Line, Note
from ....match.matcher import Match
from ....records import draft
from ...declared import Declared, declarations
from .. import Doubt

AROUND = 500  # characters of the note before and behind a formula
SENTENCE = pattern(r"[.!?](?=\s|$)|[。！？；;]|\n\s*\n")
ELSEWHERE = pattern(  # what a sentence says of others, it does not say of this line
    r"\bpapers?\b|original|pytorch|tensorflow|keras|\bjax\b|implementation|librar|\bauthors?\b|contrast|unlike|contrary"
    r"|opposite|convention|et al\b|论文|原文|实现|相反|约定|不同",
    re.IGNORECASE,
)
HEADING = pattern(r"^\s*(?:#{1,6}\s|\\(?:sub)*section\b)", re.MULTILINE)


@draft
class Setting:
    """The note that a line stands in."""

    note: Note

    @cached_property
    def known(self) -> Mapping[str, list[Declared]]:
        """The sizes that the note declares."""
        return declarations(self.note)

    def words(self, line: Line) -> str:
        """What the note says before and behind a formula, up to the headings around it."""
        text, block = self.note.document.text, line.block
        before, after = text[max(0, block.start - AROUND) : block.start], text[block.end : block.end + AROUND]
        return HEADING.split(before)[-1] + "\n\n" + HEADING.split(after)[0]


def own_sentences(words: str) -> list[str]:
    """The sentences that do not speak of what others do."""
    return [s for s in SENTENCE.split(words) if not ELSEWHERE.search(s)]


def own_words(line: Line) -> str:
    """What is said right before a line, its heading aside."""
    return line.passage.removeprefix(line.heading.removeprefix("# ") + "\n")


Rule = Callable[[Line, Match, Setting], Doubt | None]
