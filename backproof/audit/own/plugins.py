"""Formulas in Python: from installed packages (entry points of the group ``backproof.formulas``) and from files that a person
names on the command line. Never from a file that merely lies beside a note.

A plugin is a module that states formulas when it is loaded (``formulas.formula``), or a function that does so when called.
One that raises is named, leaves nothing behind, and the others go on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

from backproof.problem import Problem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "backproof.formulas"
_loaded: dict[str, list[str]] = {}  # what each plugin added, so that no plugin is run twice in a process


def load(paths: Iterable[str] = ()) -> list[Problem]:
    """Load the installed plugins and these files; what could not be loaded, and why."""
    problems = [_load(f"{GROUP}: {_title(e)}", partial(_installed, e)) for e in _entries()]
    problems += [_load(path, partial(_file, path), os.path.abspath(path)) for path in paths]
    return [p for p in problems if p is not None]


def _entries() -> list[EntryPoint]:
    if not any(map(_may_name_plugins, sys.path)):
        return []
    from importlib.metadata import entry_points  # loads much that an audit without plugins has no need of

    return sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value))


def _may_name_plugins(folder: str) -> bool:
    """Whether a package there has a file that names the group; always for what is no folder (an archive)."""
    try:
        with os.scandir(folder or os.curdir) as found:
            described = [e.path for e in found if e.name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return os.path.exists(folder)
    return any(GROUP.encode() in _content(os.path.join(path, "entry_points.txt")) for path in described)


def _content(path: str) -> bytes:
    with suppress(OSError), open(path, "rb") as file:
        return file.read()
    return b""


def _title(entry: EntryPoint) -> str:
    package = entry.dist.name if entry.dist else ""
    return f"{entry.name} = {entry.value}" + (f" ({package})" if package else "")


def _load(name: str, run: Callable[[], None], key: str = "") -> Problem | None:
    key = key or name
    if key in _loaded:
        return None
    import formulas

    before = {*formulas.ids()}
    try:
        run()
        added = [id for id in formulas.registered() if id not in before]
        for id in added:
            _sound(formulas.get(id))
    except (Exception, SystemExit) as error:
        for id in [id for id in formulas.registered() if id not in before]:
            formulas.forget(id)
        return Problem(name, f"the plugin raised {type(error).__name__}: {error}")
    _loaded[key] = added
    return None


def _sound(formula: Any) -> None:
    """Build what is built lazily, so that a term that does not fit is found while its plugin is still known."""
    for stated in (formula, *formula.variants):
        stated.equations()


def _installed(entry: EntryPoint) -> None:
    found = entry.load()
    if callable(found):
        found()


def _file(path: str) -> None:
    spec = spec_from_file_location(f"backproof_formulas_{os.path.basename(path)[:-3]}", path)
    if not path.endswith(".py") or not os.path.isfile(path) or spec is None or spec.loader is None:
        raise FileNotFoundError("not a Python file")
    spec.loader.exec_module(module_from_spec(spec))
