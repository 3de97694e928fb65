"""Formulas written in plain text: `LN(x) = (x - mean) / std * gamma + beta`."""

from __future__ import annotations

import re

from backproof.lazy import pattern

from .chinese import cjk, wide

# possessive throughout: what a name has taken it keeps, so a long row of letters is read once
_NAME = (
    r"[^\W\d_](?:(?!_\{)\w|[\u2080-\u209c\u00b2\u00b3\u00b9\u2070-\u207f])*+"
    r"(?:[_^]\{?(?:(?!_\{)[\w+-])++\}?+)*+'?+"
)
_OPERAND = pattern(rf"(?:{_NAME}|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|√)")
_OPERATOR = pattern(r"\s*(?:<=|>=|:=|\*\*|[-+*/^=<>,·×⊙⋅∗←−@|])\s*")
_SIGN = pattern(r"\s*[-+−]\s*")
_LEFT = pattern(rf"(?<![\w.\\$@/-])(?P<head>{_NAME}(?:\([\w, ]{{1,40}}\)|\[[\w, +-]{{1,20}}\])?)\s*(?::=|=(?!=)|←)\s*")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_MAX_DEPTH = 30
_PASSES = 30  # how often a line is gone over in all, at most


def plain_formulas(line: str) -> list[tuple[int, int]]:
    """`[start, end)` of each formula: a name or call, `=`, an expression with an operator or a call."""
    out: list[tuple[int, int]] = []
    at = steps = 0
    while ("=" in line or "←" in line) and steps <= _PASSES * len(line):
        m = _LEFT.search(line, at)
        if not m:
            break
        end = _expression(line, m.end(), 0)
        steps += (end or m.end()) - m.start()
        if end is not None and _is_formula(line[m.start() : end], line[m.end() : end], line[end:]):
            out.append((m.start(), end))
            at = end
        else:
            at = m.end("head")
    return out


def _expression(text: str, at: int, depth: int) -> int | None:
    """End of the longest expression at `at`; None where there is none or a bracket stays open."""
    if depth > _MAX_DEPTH:
        return None
    end: int | None = None
    while True:
        sign = _SIGN.match(text, at)
        at = sign.end() if sign else at
        after = _term(text, at, depth)
        if after is None:
            return end
        end = at = after
        operator = _OPERATOR.match(text, at)
        if not operator or (depth == 0 and operator.group().strip() == ","):
            return end
        at = operator.end()


def _term(text: str, at: int, depth: int) -> int | None:
    """A name, number, call or bracket, or several of them without blanks between."""
    end: int | None = None
    while at < len(text):
        if text[at] in _CLOSING:
            inner = _expression(text, at + 1, depth + 1)
            close = inner if inner is not None else at + 1
            while close < len(text) and text[close] == " ":
                close += 1
            if close >= len(text) or text[close] != _CLOSING[text[at]]:
                return end
            end = at = close + 1
        else:
            m = _OPERAND.match(text, at)
            if not m or any(cjk(c) or wide(c) for c in m.group()):
                return end
            end = at = m.end()
    return end


def _is_formula(whole: str, right: str, rest: str) -> bool:
    """An operator or a call on the right, and nothing of a program about it."""
    tail = rest.lstrip()
    if tail[:1] in ("'", '"', "{", ";", "`") or (tail.startswith((".", "->")) and tail[1:2].isalpha()):
        return False
    if re.search(r"[\w)]\s*[-+*/^·×⊙⋅∗−@]\s*[\w(]", right) is None and not re.match(r"[A-Za-z]+\(.+\)$", right.strip()):
        return False
    if whole.count("(") != whole.count(")"):
        return False
    return not re.search(r"\b(?:True|False|None|self|import|http|https)\b", whole)
