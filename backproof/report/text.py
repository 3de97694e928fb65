"""The audit as text: the line of the note with carets, what stands, what should, why, and the evidence."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from backproof.audit.findings import AuditResult, Diagnostic, FileReport
from backproof.audit.unjudged import REASONS
from backproof.problem import named
from backproof.report.facts import (
    LABELS,
    SEVERITY,
    evidence,
    lines_of,
    printable,
    proposal,
    quoted,
    reason,
    short,
    stands,
)
from backproof.report.summary import counts, read_files

WIDTH = 100
"""Columns of a quoted source line; a longer line is cut to a window around the place."""
_MAX_PLACES = 40
_OPEN = {
    "en": {"unknown": "not judged: ", "unread": "not read: ", "lines": "lines {lines}", "why": " ({why})", "and": "; "},
    "zh": {"unknown": "未判定：", "unread": "未读懂：", "lines": "第 {lines} 行", "why": "（{why}）", "and": "；"},
}
_SUMMARY = {
    "en": (
        "{files} file(s), {equations} equation(s): {verified} verified, {convention} convention, "
        "{refuted} refuted, {unknown} unknown, {unread} unread; "
        "{errors} error(s), {warnings} warning(s), {infos} info(s)"
    ),
    "zh": (
        "{files} 个文件，{equations} 条公式：{verified} 条属实，{convention} 条属约定，{refuted} 条有误，"
        "{unknown} 条未定，{unread} 条未读懂；{errors} 个错误，{warnings} 个警告，{infos} 个提示"
    ),
}
_SUPPRESSED = {"en": "; {suppressed} suppressed", "zh": "；{suppressed} 个被忽略"}


class Piece(NamedTuple):
    """A run of text and what it is; a terminal chooses the colour."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]


def display_width(text: str) -> int:
    """Columns that `text` takes on a terminal: Chinese characters take two, combining marks none."""
    return sum(map(_char_width, text))


@lru_cache(maxsize=4096)
def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


@lru_cache(maxsize=8)
def _columns(line: str) -> list[int]:
    """The columns before each character and before the end: worked out once for all findings on the line."""
    return [*accumulate(map(_char_width, line), initial=0)]


def caret(line: str, start: int, end: int) -> tuple[str, str]:
    """(the line as shown, the marker below it) for the characters [start, end) of `line`."""
    line = printable(line)
    start = min(start, len(line))
    end = max(min(end, len(line)), start + 1)
    line, start, end = window(line, start, end)
    return line, " " * display_width(line[:start]) + "^" * max(1, display_width(line[start:end]))


def window(line: str, start: int, end: int, width: int = WIDTH) -> tuple[str, int, int]:
    """Cuts a long line to about `width` columns, keeping the beginning of the place in view."""
    columns = _columns(line)
    if columns[-1] <= width:
        return line, start, end
    first = bisect_left(columns, columns[min(start, len(line))] - width // 4)
    last = bisect_right(columns, columns[first] + width) - 1
    left, right = "…" * (first > 0), "…" * (last < len(line))
    shift = len(left) - first
    return left + line[first:last] + right, start + shift, min(end, last) + shift


def _quote(lines: list[str], finding: Diagnostic, labels: Mapping[str, str]) -> Iterator[Line]:
    rows, more = quoted(lines, finding)
    gutter = len(str(rows[-1].number + more)) if rows else 1
    for number, source, start, end in rows:
        shown, marker = caret(source, start, end)
        yield Piece(f"  {number:>{gutter}} | ", "dim"), Piece(shown)
        yield Piece(f"  {'':>{gutter}} | ", "dim"), Piece(marker, finding.severity)
    if more:
        yield (Piece("  " + labels["more"].format(n=more), "dim"),)


def _facts(lines: list[str], finding: Diagnostic, lang: str) -> Iterator[tuple[str, str, str]]:
    """(label, text, style) of what is known of a finding, in reading order."""
    labels = LABELS[lang]
    if finding.suggestion is not None:
        yield labels["stands"], short(stands(lines, finding), 2 * WIDTH), ""
        yield proposal(finding, lang), printable(finding.suggestion.latex), "fix"
    yield labels["why"], reason(finding), ""
    yield from ((label, text, "dim") for label, text in evidence(finding, lang))


def _finding(file: FileReport, lines: list[str], finding: Diagnostic, lang: str) -> Iterator[Line]:
    labels = LABELS[lang]
    head = f"{named(file.path)}:{finding.line}:{finding.column}: "
    formula = f"  [{finding.formula}]" if finding.formula else ""
    severity = SEVERITY[lang][finding.severity]
    yield (
        Piece(head, "bold"),
        Piece(f"{severity} {finding.code}", finding.severity),
        Piece(f" {finding.name}{formula}"),
    )
    yield from _quote(lines, finding, labels)
    facts = list(_facts(lines, finding, lang))
    column = max(display_width(label) for label, _, _ in facts)
    for label, text, style in facts:
        pad = " " * (column - display_width(label))
        yield Piece(f"  {label}:{pad} ", "dim"), Piece(text, style)
    yield ()


def report(result: AuditResult, lang: str | None = None) -> Iterator[Line]:
    """The lines of the report: every finding in the order of the audit, then the summary.

    Without `lang`, each file is reported in its own language.
    """
    files = read_files(result)
    for file in files:
        lines = lines_of(file.text)
        for finding in file.diagnostics:
            yield from _finding(file, lines, finding, lang or file.lang)
        yield from _open(file, lang or file.lang)
    yield (Piece(summary_line(counts(result), lang or common_language(result)), "bold"),)


def common_language(result: AuditResult) -> str:
    """What is said of all files is said in their language where they share one, else in English."""
    return "zh" if {file.lang for file in read_files(result)} == {"zh"} else "en"


def _open(file: FileReport, lang: str) -> Iterator[Line]:
    """Where the formulas stand that were not judged, and why; the JSON report has them whole."""
    words = _OPEN[lang]
    for verdict in ("unknown", "unread"):
        groups: dict[str, list[int]] = {}
        for equation in file.equations:
            if equation.verdict == verdict:
                groups.setdefault(equation.why, []).append(equation.line)
        if groups:
            said = words["and"].join(_group(why, places, lang) for why, places in _common_first(groups))
            yield Piece(f"{named(file.path)}: ", "dim"), Piece(words[verdict] + said, "dim")


def _common_first(groups: Mapping[str, list[int]]) -> list[tuple[str, list[int]]]:
    return sorted(groups.items(), key=lambda group: -len(group[1]))


def _group(why: str, places: list[int], lang: str) -> str:
    """The lines that one reason is true of, with the reason."""
    lines = list(dict.fromkeys(places))
    said = ", ".join(map(str, lines[:_MAX_PLACES])) + (", …" if len(lines) > _MAX_PLACES else "")
    reason = _OPEN[lang]["why"].format(why=REASONS[why][lang]) if why else ""
    return _OPEN[lang]["lines"].format(lines=said) + reason


def summary_line(numbers: Mapping[str, int], lang: str = "en") -> str:
    """One sentence that counts everything, also what stayed unknown or unread."""
    text = _SUMMARY[lang].format(**numbers)
    if numbers.get("suppressed"):
        text += _SUPPRESSED[lang].format(**numbers)
    return _plurals(text) if lang == "en" else text


def _plurals(text: str) -> str:
    words = text.split(" ")
    for at, one in enumerate(words):
        if "(s)" in one:
            words[at] = one.replace("(s)", "" if words[at - 1] == "1" else "s")
    return " ".join(words)


def render(lines: Iterable[Line]) -> str:
    """The lines as plain text."""
    return "\n".join("".join(piece.text for piece in line) for line in lines)
