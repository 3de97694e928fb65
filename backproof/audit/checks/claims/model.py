"""What a rule about prose is, and what speaks against taking a sentence at its word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from re import Match, Pattern
from typing import Any

from backproof.lazy import pattern

from ...records import entity
from .. import Case
from .text import Passage, Sentence

Fields = Mapping[str, Any]
Judge = Callable[[Match[str], Sentence, "Facts"], Fields | None]


@entity
class Facts:
    """What rules may ask about the note."""

    case: Case
    passages: list[Passage]


def any_of(*patterns: str) -> Pattern[str]:
    """One pattern for several wordings; a Latin word ends where Chinese begins."""
    return pattern("|".join(f"(?:{p})" for p in patterns), re.ASCII)


@entity
class Claim:
    """A rule: what a sentence says (``says``, wordings of one claim), about what, and when that is false.

    ``judge`` gives the message's fields where the claim is false, else None. ``formula`` of the catalog, and ``theorem`` of
    ``proofs`` where there is one, are what the claim contradicts.
    """

    code: str
    formula: str
    theorem: str | None
    says: tuple[Pattern[str], ...]
    judge: Judge
    about: Pattern[str] | None = None
    unless: Pattern[str] | None = None


def says(*patterns: str) -> tuple[Pattern[str], ...]:
    return tuple(pattern(p, re.ASCII) for p in patterns)


def simply_false(m: Match[str], sentence: Sentence, facts: Facts) -> Fields | None:
    """For claims whose wording alone is false."""
    return {}


_DENIED = pattern(
    r"不是|不一定|未必|无法|不保证|并非|而非|不会|不能|不可|不需|无需|不必|不再|没有|\bnot\b|n't\b|rather than|instead of|\bnever\b|\bno longer\b|\bneither\b|\bwithout\b"
)
_MISTAKE = pattern(
    r"误区|误解|误以为|错误(?:地|的|写法|说法|认为)|有人(?:说|认为)|不对|misconception|mistake|myth\b|incorrect|\bwrong|falsely|commonly believed|some (?:say|claim)"
)
_ASKED = pattern(r"[?？]\s*$|吗\W*$|为什么|为何|\bwhy\b|是否|whether")


def taken_back(m: Match[str], sentence: Sentence) -> bool:
    """Whether the sentence denies, reports or asks what it says."""
    if _DENIED.search(sentence.last_clause(*m.span())):
        return True
    if _MISTAKE.search(sentence.text) or _MISTAKE.search(sentence.previous) or _MISTAKE.search(sentence.passage.titles):
        return True
    return bool(_ASKED.search(sentence.text))
