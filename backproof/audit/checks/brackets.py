"""Brackets that are opened and never closed, or closed and never opened.

Only what is unbalanced in the whole formula counts: half-open intervals, ``\\right.`` and brackets in text are no fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backproof.lazy import pattern

from ..findings import Finding, Span, Suggestion
from ..sources.document import Block
from . import Case
from .balancing import Bracket, suggestion

_TOKEN = pattern(
    r"\\(?:text|mbox|textrm|textbf|operatorname|label|tag|ref|eqref|hspace|color|begin|end)\*?\s*\{[^{}]*\}"
    r"|\\(?:left|right)\s*(?P<delimiter>\\[a-zA-Z]+|\\.|.)"
    r"|\\(?P<command>[a-zA-Z]+|.)|(?P<sign>[()\[\]])|%[^\n]*",
    re.DOTALL,
)
_OPENS = {"(": "(", "[": "[", "lbrack": "["}
_CLOSES = {")": "(", "]": "[", "rbrack": "["}
_CUT = pattern(r"(?:\\dots|\\ldots|\\cdots|\.\.\.|…)\s*$|^\s*(?:\\dots|\\ldots|\.\.\.|…)")

_AFTER = pattern(r"(?:`|\$|\\\))\s*(?::math:`|\$|\\\()")  # a formula that begins where this one ends
_BEFORE = pattern(r"(?:`|\$|\\\))\s*(?::math:`|\$|\\\()$")


def check(case: Case) -> Iterator[Finding]:
    """BP002 for each formula that could not be read whole because a bracket has no partner."""
    seen: set[int] = set()
    for unread in case.note.unread:
        block = unread.block
        if id(block) in seen:
            continue
        seen.add(id(block))
        lone = unbalanced(block.text)
        if (
            lone is not None
            and not _CUT.search(block.text)
            and not _closed_outside(case.note.document.text, block, lone)
        ):
            yield _finding(block, lone, suggestion(case, unread, lone))


def _closed_outside(text: str, block: Block, lone: Bracket) -> bool:
    """The partner stands in the sentence around an inline formula (``[the, $a$, $b]$``), or in a formula that goes on with it
    on the next row."""
    if block.display:
        return False
    before, after = text[: block.start].rpartition("\n\n")[2], text[block.end :].partition("\n\n")[0]
    if not _AFTER.match(after):
        after = after.partition("\n")[0]
    if not _BEFORE.search(before):
        before = before.rpartition("\n")[2]
    partner = {"(": "()", "[": "[]"}[lone.kind][lone.opens]
    own = {"(": "()", "[": "[]"}[lone.kind][not lone.opens]
    around = after if lone.opens else before
    return around.count(partner) > around.count(own)


def unbalanced(text: str) -> Bracket | None:
    """A bracket without a partner, if round or square brackets really differ in number."""
    found = list(brackets(text))
    for kind in ("(", "["):
        own = [b for b in found if b.kind == kind]
        others = sum(1 if b.opens else -1 for b in found if b.kind in "([" and b.kind != kind)
        surplus = sum(1 if b.opens else -1 for b in own)
        if surplus and surplus != -others:  # [0, 1) and (0, 1] balance each other
            return _lone(own)
    return None


def brackets(text: str) -> Iterator[Bracket]:
    """Round and square bracket signs outside text."""
    for match in _TOKEN.finditer(text):
        sign = (match["delimiter"] or match["command"] or match["sign"] or "").removeprefix("\\")
        if match["command"] in ("(", ")", "[", "]"):
            continue  # delimiters of a formula
        if sign in _OPENS:
            yield Bracket(_OPENS[sign], True, match.start(), match.end())
        elif sign in _CLOSES:
            yield Bracket(_CLOSES[sign], False, match.start(), match.end())


def _lone(own: list[Bracket]) -> Bracket:
    """The first bracket that finds no partner."""
    stack: list[Bracket] = []
    for bracket in own:
        if bracket.opens:
            stack.append(bracket)
        elif stack:
            stack.pop()
        else:
            return bracket
    return stack[-1]


def _finding(block: Block, lone: Bracket, fix: Suggestion | None) -> Finding:
    sign = block.text[lone.start : lone.end]
    span = Span(*block.position(lone.start), *block.end_position(lone.end))
    near = re.sub(r"\s+", " ", block.text[max(0, lone.start - 12) : lone.end + 12]).strip()
    which = {
        True: {"en": "is never closed", "zh": "没有闭合"},
        False: {"en": "was never opened", "zh": "没有对应的左括号"},
    }[lone.opens]
    evidence = {"kind": "bracket", "sign": sign, "near": near}
    return Finding("BP002", span, {"sign": sign, "near": near, "how": which}, evidence, suggestion=fix)
