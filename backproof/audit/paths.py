"""From the paths a person gives to the notes to read: folders are searched for notes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from backproof.config.model import Config
from backproof.problem import Problem

from .sources import unusable

Govern = Callable[[str], Config]


def expand(paths: Iterable[str], govern: Govern = lambda path: Config()) -> tuple[list[Path], list[Problem]]:
    """(files to read, in the order given and without repetition; what could not be used).

    In a folder the configuration (`govern` gives that of a path) says what kinds are read and what is left out.
    """
    files: dict[Path, Path] = {}
    problems: list[Problem] = []
    for found in (item for path in paths for item in _expand(path, govern)):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            files.setdefault(Path(os.path.realpath(found)), found)
    return list(files.values()), problems


def _expand(path: str, govern: Govern) -> Iterator[Path | Problem]:
    if os.path.isdir(path):
        yield from _notes(path, govern)
    else:
        yield Problem(path, why) if (why := unusable(path)) else Path(path)


def _notes(folder: str, govern: Govern) -> Iterator[Path | Problem]:
    """The notes below a folder, sorted, hidden folders left out."""
    unreadable: list[OSError] = []
    found = False
    for root, folders, names in os.walk(folder, onerror=unreadable.append):
        config = govern(root)
        folders[:] = sorted(n for n in folders if not n.startswith(".") and not config.excludes(Path(root, n)))
        for name in sorted(names):
            path = Path(root, name)
            if path.suffix.lower() in config.extensions and not config.excludes(path):
                found = True
                yield from _expand(str(path), govern)
    yield from (Problem(str(error.filename), error.strerror or "cannot be read") for error in unreadable)
    if not found and not unreadable:
        kinds = ", ".join(f"*{suffix}" for suffix in govern(folder).extensions)
        yield Problem(folder, f"no {kinds} file in this folder")
