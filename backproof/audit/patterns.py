"""Patterns as `re` runs them, kept between runs: compiling those that one note needs takes as long as reading fifty notes.

What `re` makes of a pattern is plain numbers, which it checks when it is given them. How it makes them is its own affair: where
this version has it otherwise, patterns are compiled as usual.
"""

from __future__ import annotations

import re
from array import array
from functools import lru_cache
from typing import Any

from . import cache

# what `re` is given beside the text: flags, steps, groups and their names; steps stay bytes until one is asked for
Code = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` gives, without its work where that has been done before."""
    key = text, int(flags)
    try:
        code = _known().get(key)
        if code is None:
            code = _known()[key] = _made(*key)
            _fresh.append(key)
        all_flags, steps, *groups = code
        found: re.Pattern[str] = _machine().compile(text, all_flags, memoryview(steps).cast("I").tolist(), *groups)
    except (ImportError, AttributeError, TypeError, RuntimeError):
        return re.compile(text, flags)
    return found


def keep() -> None:
    """Keeps what had to be made in this run."""
    if _fresh:
        cache.keep(cache.compiled("patterns", "bin"), _known())
        _fresh.clear()


_fresh: list[tuple[str, int]] = []


@lru_cache(maxsize=1)
def _known() -> dict[tuple[str, int], Code]:
    return cache.read(cache.compiled("patterns", "bin")) or {}


@lru_cache(maxsize=1)
def _machine() -> Any:
    import _sre

    return _sre


def _made(text: str, flags: int) -> Code:
    """As ``re._compiler.compile`` does it."""
    from re import _compiler, _parser  # type: ignore[attr-defined]  # the stubs leave them out

    parsed = _parser.parse(text, flags)
    names, groups = parsed.state.groupdict, [None] * parsed.state.groups
    for name, place in names.items():
        groups[place] = name
    steps = array("I", _compiler._code(parsed, flags)).tobytes()
    return int(flags | parsed.state.flags), steps, len(groups) - 1, names, tuple(groups)
