"""From the paths a person gives to the notes to read: folders are searched for Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SUFFIX = ".md"


@dataclass(frozen=True, slots=True)
class Problem:
    """A path that cannot be audited, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


def expand(paths: Iterable[str]) -> tuple[list[Path], list[Problem]]:
    """(files to read, in the order given and without repetition; what could not be used)."""
    files: dict[Path, Path] = {}
    problems: list[Problem] = []
    for found in (item for path in paths for item in _expand(path)):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            files.setdefault(Path(os.path.realpath(found)), found)
    return list(files.values()), problems


def _expand(path: str) -> Iterator[Path | Problem]:
    if os.path.isdir(path):
        yield from _notes(path)
    elif os.path.isfile(path):
        yield Path(path)
    elif os.path.lexists(path):
        yield Problem(path, "not a regular file")
    else:
        yield Problem(path, "no such file or folder")


def _notes(folder: str) -> Iterator[Path | Problem]:
    """The Markdown files below a folder, sorted, hidden folders left out."""
    unreadable: list[OSError] = []
    found = False
    for root, folders, names in os.walk(folder, onerror=unreadable.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(SUFFIX):
                found = True
                yield from _expand(os.path.join(root, name))
    yield from (Problem(str(error.filename), error.strerror or "cannot be read") for error in unreadable)
    if not found and not unreadable:
        yield Problem(folder, f"no *{SUFFIX} file in this folder")
