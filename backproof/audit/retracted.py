"""What a text calls wrong is no mistake of the text: the formula that it shows as one, or supposes in order to deny it.

``A common mistake is to write``, ``the following is wrong``, ``suppose for contradiction that`` right before a formula, ``which
is false`` right after it. What the same sentence calls right (``the correct formula``, ``rather than``) is stated.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from backproof.lazy import pattern

if TYPE_CHECKING:
    from .document import Line, Note
    from .findings import Span
    from .sources.document import Block

_WRONG = r"(?:wrong|incorrect|false|erroneous|faulty|invalid|not true|not valid|not correct)"
_SAYING = "(?:write|say|think|assume|claim|conclude|believe|use)"
_BEFORE = pattern(
    rf"\b(?:following|this|below|next)\b[^,;]{{0,60}}\b(?:is|are|would be) (?:\w+ )?{_WRONG}\b"
    r"|\b(?:common|frequent|typical|classic|usual|popular|beginner'?s?'?)\w* (?:mistake|misconception|slip|fallacy)\b"
    r"|\b(?:common|frequent)\w* error\b(?! (?:function|measure|metric|term|rate|bound|signal|criterion))"
    rf"|\b{_WRONG}(?: (?:version|formula|form|way|code|implementation|identity|statement|derivation|result|claim))?\W*$"
    rf"|\b(?:not true|not the case|{_WRONG}|a mistake|an error|tempting) (?:that|to {_SAYING})\b"
    r"|\b(?:suppose|supposing|assume|assuming)\b[^.]{0,60}\b(?:contradiction|contrary|fails?|otherwise)\b"
    r"|\bcontradiction\b[^.]{0,40}\b(?:suppose|assume|let)\b"
    rf"|\b(?:naively|mistakenly|wrongly|incorrectly|erroneously|falsely) (?:\w+ )?{_SAYING}"
    r"|\b(?:does|do) not hold\b|\bbeginners often\b|\bis often (?:mis\w+|confused)"
    r"|(?:错误|不正确)的?(?:写法|做法|公式|实现|说法|结论|版本|推导|认为|地?写)"
    r"|常见(?:的)?(?:错误|误区|误解)|误区|误以为|误认为|误写"
    r"|以下(?:式子|公式)?(?:是|为)?(?:错|不成立)|反证|假设相反|(?:不成立|是错误的|是错的)\W*$",
    re.IGNORECASE,
)
_RIGHT = pattern(
    r"\b(?:correct(?:ed|ly|ion)?|right|proper(?:ly)?|should|actually|instead|rather|fix(?:ed|ing)?|avoid\w*|but|however)\b"
    r"|(?<!不)正确|应该|应当|应为|而是|实际上|但",
    re.IGNORECASE,
)
_AFTER = pattern(
    rf"^\W*(?:which|but (?:this|that|it)|this|that|however,? (?:this|it))\b(?: \w+)? (?:is|are|would be)(?: \w+)? {_WRONG}\b"
    r"|^\W*(?:which|this)(?: is)?(?: \w+)? (?:an? contradiction|contradicts|impossible|absurd)"
    r"|^\W*(?:but |however,? )?(?:this|that|which) (?:only )?(?:does not hold|is not what)"
    r"|^\W*(?:这|但这|上式)?(?:显然)?(?:是错误的|是错的|不成立|不对|是不对的|矛盾|与[^。]{0,20}矛盾)",
    re.IGNORECASE,
)
_TITLE = pattern(
    r"^# mistakes?\W*$|\b(?:common|frequent|typical) (?:\w+ )?mistakes?\b"
    r"|\b(?:pitfalls?|misconceptions?|fallac(?:y|ies)|false identit\w+)\b|常见(?:的)?(?:错误|误区)|误区",
    re.IGNORECASE,
)
_ENDS = pattern(r"(?<!\be\.g)(?<!\bi\.e)[.!?](?=\s|$)|[。！？；;]|\n")
_OPEN = 240  # characters before a formula that may announce it


def retracted(note: Note) -> list[tuple[Span, Block]]:
    """The places of the formulas that the text itself calls wrong."""
    following = _followers(note)
    found: dict[int, tuple[Span, Block]] = {}
    for line in note.statements:
        block = line.block
        if id(block) not in found and (_announced(line) or _AFTER.search(following.get(id(block), ""))):
            found[id(block)] = (line.span(0, len(block.text)), block)
    return list(found.values())


def inside(span: Span, places: list[tuple[Span, Block]]) -> bool:
    """Whether a place lies in a formula that the text calls wrong."""
    start = (span.line, span.column)
    return any((p.line, p.column) <= start <= (p.end_line, p.end_column) for p, _ in places)


def _announced(line: Line) -> bool:
    """Whether the words right before a formula call it wrong, or the heading calls all below it so."""
    if _TITLE.search(line.heading):
        return True
    said = _ENDS.split(line.passage[-_OPEN:].rstrip(" \n"))
    last = next((part for part in reversed(said) if part.strip()), "")
    return _BEFORE.search(last) is not None and not any(map(_RIGHT.search, _BEFORE.split(last)))


def _followers(note: Note) -> dict[int, str]:
    """What is said right after each formula."""
    blocks = note.document.blocks
    return {id(a): b.text[:80] for a, b in pairwise(blocks) if a.kind == "formula" and b.kind == "prose"}
