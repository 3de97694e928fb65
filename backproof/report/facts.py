"""What every report for people says of a finding: its words in two languages, the quoted lines, the evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from backproof.audit.findings import Diagnostic
from backproof.problem import STEERING, TURNING
from backproof.report.json import plain

MAX_LINES = 6
"""Source lines that are quoted of one finding."""
_MAX_VALUE = 160
LABELS = {
    "en": {
        "stands": "stands",
        "should": "should be",
        "unsafe": "perhaps",
        "why": "why",
        "counterexample": "counterexample",
        "more": "{n} more lines",
    },
    "zh": {
        "stands": "原文",
        "should": "应为",
        "unsafe": "或为",
        "why": "原因",
        "counterexample": "反例",
        "more": "另有 {n} 行",
    },
}
SEVERITY = {
    "en": {"error": "error", "warning": "warning", "info": "info"},
    "zh": {"error": "错误", "warning": "警告", "info": "提示"},
}
_POINT = ("at", "written", "right")
_SIDES = {"left": "left side", "right": "right side"}
"""Where an equality of the note's own has a value on each side, `right` is a side; else it is the right value."""
EVIDENCE = {
    "en": {
        "at": "at",
        "written": "as written",
        "right": "right is",
        "canonical": "catalog",
        "left side": "left side",
        "right side": "right side",
    },
    "zh": {
        "at": "当",
        "written": "原式得",
        "right": "正确为",
        "left side": "左边",
        "right side": "右边",
        "canonical": "目录",
        "reference": "出处",
        "shapes": "形状",
        "related": "相关行",
    },
}
"""What keys of the evidence are called; a key without a name stands for itself."""
_INTERNAL = {"kind", "edit"}
"""Facts for programs that mean nothing to a reader."""


class Quoted(NamedTuple):
    """A source line of a finding and the characters [start, end) of it that the finding is about."""

    number: int
    source: str
    start: int
    end: int


def lines_of(text: str) -> list[str]:
    """The lines of a note, whatever ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def quoted(lines: list[str], finding: Diagnostic) -> tuple[list[Quoted], int]:
    """(the first lines that a finding spans, how many more there are)."""
    numbers = range(finding.line, min(finding.end_line, len(lines)) + 1)
    return [_quoted(lines[n - 1], n, finding) for n in numbers[:MAX_LINES]], max(0, len(numbers) - MAX_LINES)


def _quoted(source: str, number: int, finding: Diagnostic) -> Quoted:
    start = finding.column - 1 if number == finding.line else len(source) - len(source.lstrip())
    end = finding.end_column - 1 if number == finding.end_line else len(source)
    return Quoted(number, source, start, end)


def stands(lines: list[str], finding: Diagnostic) -> str:
    """The written text under the finding's span, on one line."""
    rows = lines[finding.line - 1 : finding.end_line]
    if not rows:
        return ""
    rows[-1] = rows[-1][: finding.end_column - 1]
    rows[0] = rows[0][finding.column - 1 :]
    return " ".join(printable("\n".join(rows)).split())


@lru_cache(maxsize=64)
def printable(text: str) -> str:
    """A note must not steer the terminal it is quoted on, nor turn its text around: a sign in the place of each such
    character, so that places stay. Of many findings on one line, the same."""
    return STEERING.sub(lambda found: "\N{REPLACEMENT CHARACTER}" if ord(found.group()) in TURNING else " ", text)


def short(text: str, limit: int = _MAX_VALUE) -> str:
    """At most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def compact(value: Any) -> str:
    """A value of the evidence on one line."""
    value = plain(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {compact(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "[" + ", ".join(f"({compact(i)})" if isinstance(i, dict) else compact(i) for i in value) + "]"
    return printable(str(value))


def evidence(finding: Diagnostic, lang: str, without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """(label, text) of each fact but those in `without`; a point and the two values at it stand together."""
    left_out = {*_INTERNAL, *without}
    facts = {k: v for k, v in plain(finding.evidence).items() if k not in left_out and v not in (None, "", {}, [])}
    if _SIDES.keys() <= facts.keys():
        facts = {_SIDES.get(key, key): value for key, value in facts.items()}
    point = {key: facts.pop(key) for key in (*_POINT, *_SIDES.values()) if key in facts}
    if point:
        said = "; ".join(f"{EVIDENCE[lang][key]} {compact(value)}" for key, value in point.items())
        yield LABELS[lang]["counterexample"], said
    for key, value in facts.items():
        yield EVIDENCE[lang].get(key, key), short(compact(value))


def proposal(finding: Diagnostic, lang: str) -> str:
    """What the suggestion is called: what should stand, or what perhaps should."""
    return LABELS[lang]["should" if finding.suggestion is not None and finding.suggestion.safe else "unsafe"]


def reason(finding: Diagnostic) -> str:
    """Why the finding is one."""
    return printable(finding.reason or finding.message)
