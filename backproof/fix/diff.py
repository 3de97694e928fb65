"""What fixes would change, as a unified diff."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff

from backproof.lazy import pattern

# Lines as `patch` sees them: other line separators that Unicode has are characters of a line.
_LINE = pattern(r"[^\n]*\n|[^\n]+")


# Characters that would end or part the line with the name, or are bytes that no encoding has; and with those that mean
# something inside quotation marks.
_CONTROL = pattern(r"[\x00-\x1f\x7f\udc80-\udcff]")
_STEERING = pattern(r'[\x00-\x1f\x7f\udc80-\udcff"\\]')


def diff(path: str, before: str, after: str) -> Iterator[str]:
    """The lines of the diff, each with its end; none where nothing changes."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    name = _named(path)
    for line in unified_diff(old, new, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _named(path: str) -> str:
    """The path as `patch` reads it: with a control character in quotation marks, the bytes of those characters in octal."""
    if not _CONTROL.search(path):
        return path
    return '"' + _STEERING.sub(lambda found: f"\\{os.fsencode(found.group())[0]:03o}", path) + '"'
