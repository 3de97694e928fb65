r"""What a LaTeX file takes from others: the macros of files that `\input` and their like name, and those that are not there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from backproof.audit.notation.faults import Fault
from backproof.audit.sources.decode import read_text
from backproof.audit.sources.document import Gap, SourceError
from backproof.audit.sources.macros import find_macros
from backproof.lazy import pattern

_MOST_NAMES = 1_000
_MOST_FILES = 32
_MOST_BYTES = 1_000_000
_FOLDERS = 4  # TeX looks from the folder of the main file: that of the file, or one above it
_NOT_THERE = Fault("there is no file “{}” beside this one", "旁边没有文件“{}”")
_UNREAD = Fault("the file “{}” cannot be read", "文件“{}”无法读取")
# `main` is the file that this one is a part of; what stands in a comment or as code names nothing
_TOKEN = pattern(
    r"""
    \\[\\%]
  | %\s*!T[Ee]X\s+root\s*=\s*(?P<main>[^\n]+)
  | %[^\n]*
  | \\verb\*?(?P<bar>[^A-Za-z\s*])[^\n]{0,500}?(?P=bar)
  | \\begin\{(?P<code>verbatim\*?|lstlisting|minted|comment)\}
  | \\documentclass\s*\[(?P<whole>[^\]\n]{1,500})\]\s*\{subfiles\}
  | \\usepackage\s*(?:\[[^\]]{0,500}\])?\s*\{(?P<packages>[^{}\\\#]+)\}
  | \\(?:input|include|subfile)\s*\{\s*(?P<name>[^{}\\\#\n]+?)\s*\}
""",
    re.X,
)
_SIGNS = ("\\input", "\\include", "\\subfile", "\\usepackage", "subfiles", "root")


def gathered(text: str, path: str) -> tuple[dict[str, str], tuple[Gap, ...]]:
    """(the macros of the files that a text names, which stands at a path, and of those that they name; the parts of the text
    that name a file which cannot be had)."""
    gaps: list[Gap] = []
    macros: dict[str, str] = {}
    seen = {os.path.realpath(path)}
    for name, suffix, span in islice(_named(text), _MOST_NAMES):
        found = _find(name, suffix, path)
        taken = found is not None and _take(found, seen, macros)
        if span and not taken:
            gaps.append(Gap(*span, (_UNREAD if found else _NOT_THERE).of(name)))
    return macros, tuple(gaps)


def _named(text: str) -> Iterator[tuple[str, str, tuple[int, int] | None]]:
    """(name, usual suffix, place) of each file that a text names; no place where it need not be there."""
    if not any(sign in text for sign in _SIGNS):
        return
    at = 0
    while m := _TOKEN.search(text, at):
        at = m.end()
        if m["code"]:
            at = text.find(f"\\end{{{m['code']}}}", at)
            if at < 0:
                return
        elif m["name"]:
            yield m["name"], ".tex", m.span()
        elif main := m["main"] or m["whole"]:
            yield main.strip(), ".tex", None
        elif m["packages"]:
            yield from ((name.strip(), ".sty", None) for name in m["packages"].split(","))


def _find(name: str, suffix: str, path: str) -> Path | None:
    """The file of a name, from the folder of a path or one of those above it."""
    folder = Path(os.path.abspath(path)).parent
    for base in (folder, *folder.parents)[:_FOLDERS]:
        for whole in (name + suffix, name):
            try:
                if (base / whole).is_file():
                    return base / whole
            except (OSError, ValueError):  # no name that a file can have
                return None
    return None


def _take(file: Path, seen: set[str], macros: dict[str, str]) -> bool:
    """Adds the macros of a file and of those that it names, once; False where it cannot be read."""
    own = os.path.realpath(file)
    if own in seen:
        return True
    seen.add(own)
    try:
        if len(seen) > _MOST_FILES or file.stat().st_size > _MOST_BYTES:
            return False
        text = read_text(file)
    except (OSError, SourceError):
        return False
    for name, suffix, _ in islice(_named(text), _MOST_NAMES):
        if (inner := _find(name, suffix, str(file))) is not None:
            _take(inner, seen, macros)
    macros.update(find_macros(text))
    return True
