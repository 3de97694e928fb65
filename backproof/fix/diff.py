"""What fixes would change, as a unified diff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff

# Lines as `patch` sees them: other line separators that Unicode has are characters of a line.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def diff(path: str, before: str, after: str) -> Iterator[str]:
    """The lines of the diff, each with its end; none where nothing changes."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    for line in unified_diff(old, new, path, path):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
