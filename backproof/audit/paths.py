"""From the paths a person gives to the notes to read: folders are searched for notes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from backproof.config.model import NOTES, Config
from backproof.problem import Problem

from .sources import suffixes, unusable

Govern = Callable[[str], Config]


def expand(
    paths: Iterable[str], govern: Govern = lambda path: Config(), skipped: Counter[str] | None = None
) -> tuple[list[Path], list[Problem]]:
    """(files to read, in the order given and without repetition; what could not be used).

    In a folder the configuration (`govern` gives that of a path) says what kinds are read and what is left out. `skipped`
    counts by suffix the files that could be read and that no configuration left out.
    """
    files: dict[Path, Path] = {}
    problems: list[Problem] = []
    skipped = Counter() if skipped is None else skipped
    for found in (item for path in paths for item in _expand(path, govern, skipped)):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            files.setdefault(Path(os.path.realpath(found)), found)
    return list(files.values()), problems


def _expand(path: str, govern: Govern, skipped: Counter[str]) -> Iterator[Path | Problem]:
    if os.path.isdir(path):
        yield from _notes(path, govern, skipped)
    else:
        yield Problem(path, why) if (why := unusable(path)) else Path(path)


def _notes(folder: str, govern: Govern, skipped: Counter[str]) -> Iterator[Path | Problem]:
    """The notes below a folder, sorted; hidden folders and those of installed packages left out."""
    unreadable: list[OSError] = []
    found = False
    for root, folders, names in os.walk(folder, onerror=unreadable.append):
        config = govern(root)
        inner = (n for n in folders if not (n.startswith(".") or _installed(root, n) or config.excludes(Path(root, n))))
        folders[:] = sorted(inner)
        for name in sorted(names):
            path = Path(root, name)
            kind = path.suffix.lower()
            if kind not in suffixes() or config.excludes(path):
                continue
            if kind in config.extensions:
                found = True
                yield from _expand(str(path), govern, skipped)
            elif config.extensions == NOTES:
                skipped[kind] += 1
    yield from (Problem(str(error.filename), error.strerror or "cannot be read") for error in unreadable)
    if not found and not unreadable:
        kinds = ", ".join(f"*{suffix}" for suffix in govern(folder).extensions)
        yield Problem(folder, f"no {kinds} file in this folder")


def _installed(root: str, name: str) -> bool:
    """Whether a folder holds what others wrote: packages of Node, or an environment of Python."""
    return name == "node_modules" or os.path.exists(os.path.join(root, name, "pyvenv.cfg"))
