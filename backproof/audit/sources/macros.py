r"""Macros that a document defines: `\newcommand`, `\def`, `\DeclareMathOperator`."""

from __future__ import annotations

import re

from backproof.lazy import pattern

_DEFINITION = pattern(
    r"\\(?P<how>(?:re|provide)?newcommand\*?|providecommand\*?|renewcommand\*?|def|gdef|DeclareMathOperator\*?)"
    r"\s*\{?\s*\\(?P<name>[A-Za-z]+)\s*\}?\s*(?:\[(?P<count>\d)\])?\s*(?P<default>\[[^\]]*\])?(?:#\d)*\s*\{"
)


def find_macros(text: str) -> dict[str, str]:
    """Command name to body; commands with an optional argument are left out: their calls differ in form."""
    out: dict[str, str] = {}
    for m in _DEFINITION.finditer(text):
        body = _braced(text, m.end())
        if body is None or m["default"] is not None or re.search(rf"\\{m['name']}(?![A-Za-z])", body):
            continue
        out[m["name"]] = rf"\operatorname{{{body}}}" if m["how"].startswith("Declare") else body
    return out


def _braced(text: str, start: int) -> str | None:
    """The text up to the brace that closes the one before `start`, within 2000 characters."""
    depth = 1
    for i in range(start, min(len(text), start + 2000)):
        if text[i] in "{}" and text[i - 1] != "\\":
            depth += 1 if text[i] == "{" else -1
            if depth == 0:
                return text[start:i]
    return None
