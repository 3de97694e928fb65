"""The audit as text: the line of the note with carets, what stands, what should, why, and the evidence."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from backproof.audit.findings import AuditResult, Diagnostic, FileReport
from backproof.report.json import plain
from backproof.report.summary import counts, read_files

WIDTH = 100
"""Columns of a quoted source line; a longer line is cut to a window around the place."""
_MAX_LINES = 6
_MAX_VALUE = 160

_LABELS = {
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
_POINT = ("at", "written", "right")
_EVIDENCE = {
    "en": {"at": "at", "written": "as written", "right": "right is", "canonical": "catalog"},
    "zh": {
        "at": "当",
        "written": "原式得",
        "right": "正确为",
        "canonical": "目录",
        "reference": "出处",
        "shapes": "形状",
        "related": "相关行",
    },
}
"""What keys of the evidence are called; a key without a name stands for itself."""
_INTERNAL = {"kind", "edit"}
"""Facts for programs that mean nothing to a reader."""
_MAX_PLACES = 40
_OPEN = {
    "en": {"unknown": "not judged: lines {lines}", "unread": "not read: lines {lines}"},
    "zh": {"unknown": "未判定：第 {lines} 行", "unread": "未读懂：第 {lines} 行"},
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
_SEVERITY = {
    "en": {"error": "error", "warning": "warning", "info": "info"},
    "zh": {"error": "错误", "warning": "警告", "info": "提示"},
}


class Piece(NamedTuple):
    """A run of text and what it is; a terminal chooses the colour."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]


def display_width(text: str) -> int:
    """Columns that `text` takes on a terminal: Chinese characters take two, combining marks none."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _printable(text: str) -> str:
    """No control characters: a note must not steer the terminal it is quoted on."""
    return "".join(" " if unicodedata.category(char) == "Cc" else char for char in text)


def caret(line: str, start: int, end: int) -> tuple[str, str]:
    """(the line as shown, the marker below it) for the characters [start, end) of `line`."""
    line = _printable(line)
    start = min(start, len(line))
    end = max(min(end, len(line)), start + 1)
    line, start, end = _window(line, start, end)
    return line, " " * display_width(line[:start]) + "^" * max(1, display_width(line[start:end]))


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Cuts a long line to about WIDTH columns, keeping the beginning of the place in view."""
    if display_width(line) <= WIDTH:
        return line, start, end
    first = start
    while first > 0 and display_width(line[first - 1 : start]) <= WIDTH // 4:
        first -= 1
    last = first
    while last < len(line) and display_width(line[first : last + 1]) <= WIDTH:
        last += 1
    left, right = "…" * (first > 0), "…" * (last < len(line))
    shift = len(left) - first
    return left + line[first:last] + right, start + shift, min(end, last) + shift


def _lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _quote(lines: list[str], finding: Diagnostic, labels: Mapping[str, str]) -> Iterator[Line]:
    numbers = range(finding.line, min(finding.end_line, len(lines)) + 1)
    gutter = len(str(numbers[-1])) if numbers else 1
    for number in numbers[:_MAX_LINES]:
        source = lines[number - 1]
        start = finding.column - 1 if number == finding.line else len(source) - len(source.lstrip())
        end = finding.end_column - 1 if number == finding.end_line else len(source)
        shown, marker = caret(source, start, end)
        yield Piece(f"  {number:>{gutter}} | ", "dim"), Piece(shown)
        yield Piece(f"  {'':>{gutter}} | ", "dim"), Piece(marker, finding.severity)
    if len(numbers) > _MAX_LINES:
        yield (Piece("  " + labels["more"].format(n=len(numbers) - _MAX_LINES), "dim"),)


def _stands(lines: list[str], finding: Diagnostic) -> str:
    """The written text under the finding's span, on one line."""
    rows = lines[finding.line - 1 : finding.end_line]
    if not rows:
        return ""
    rows[-1] = rows[-1][: finding.end_column - 1]
    rows[0] = rows[0][finding.column - 1 :]
    return _short(" ".join(_printable("\n".join(rows)).split()), 2 * WIDTH)


def _short(text: str, limit: int = _MAX_VALUE) -> str:
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
    return _printable(str(value))


def _evidence(evidence: Mapping[str, Any], lang: str) -> Iterator[tuple[str, str, str]]:
    """(label, text, style) of each fact; a point and the two values at it stand together."""
    facts = {key: value for key, value in plain(evidence).items() if key not in _INTERNAL and value not in (None, "")}
    point = {key: facts.pop(key) for key in _POINT if key in facts}
    if point:
        said = "; ".join(f"{_EVIDENCE[lang][key]} {compact(value)}" for key, value in point.items())
        yield _LABELS[lang]["counterexample"], said, "dim"
    for key, value in facts.items():
        yield _EVIDENCE[lang].get(key, key), _short(compact(value)), "dim"


def _facts(lines: list[str], finding: Diagnostic, lang: str) -> Iterator[tuple[str, str, str]]:
    """(label, text, style) of what is known of a finding, in reading order."""
    labels = _LABELS[lang]
    if finding.suggestion is not None:
        yield labels["stands"], _stands(lines, finding), ""
        label = labels["should"] if finding.suggestion.safe else labels["unsafe"]
        yield label, _printable(finding.suggestion.latex), "fix"
    yield labels["why"], _printable(finding.reason or finding.message), ""
    yield from _evidence(finding.evidence, lang)


def _finding(file: FileReport, lines: list[str], finding: Diagnostic, lang: str) -> Iterator[Line]:
    labels = _LABELS[lang]
    head = f"{file.path}:{finding.line}:{finding.column}: "
    formula = f"  [{finding.formula}]" if finding.formula else ""
    severity = _SEVERITY[lang][finding.severity]
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
        lines = _lines_of(file.text)
        for finding in file.diagnostics:
            yield from _finding(file, lines, finding, lang or file.lang)
        yield from _open(file, lang or file.lang)
    common = {lang or file.lang for file in files}
    yield (Piece(summary_line(counts(result), "zh" if common == {"zh"} else "en"), "bold"),)


def _open(file: FileReport, lang: str) -> Iterator[Line]:
    """Where the formulas stand that were not judged; the JSON report has them whole."""
    for verdict in ("unknown", "unread"):
        places = dict.fromkeys(e.line for e in file.equations if e.verdict == verdict)
        if places:
            said = ", ".join(map(str, list(places)[:_MAX_PLACES])) + (", …" if len(places) > _MAX_PLACES else "")
            yield Piece(f"{file.path}: ", "dim"), Piece(_OPEN[lang][verdict].format(lines=said), "dim")


def summary_line(numbers: Mapping[str, int], lang: str = "en") -> str:
    """One sentence that counts everything, also what stayed unknown or unread."""
    text = _SUMMARY[lang].format(**numbers)
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
