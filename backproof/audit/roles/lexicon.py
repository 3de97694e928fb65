"""The fields in which operands are recognised by their job; ``fields.toml`` states them and says what each key means."""

from __future__ import annotations

import re
from dataclasses import field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import cache
from ..patterns import compiled
from ..records import entity


@entity
class Field:
    """One field; the keys are those of ``fields.toml``."""

    name: str
    prefixes: tuple[str, ...]
    words: tuple[str, ...]
    jobs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    left: str = ""
    timed: bool = False
    scale: bool = False
    whole: bool = False
    large: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    lone: bool = False
    signed: bool = False
    dots: bool = False
    matrices: bool = False
    accents_aside: bool = False
    gains: bool = False
    words_are_names: bool = False
    named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    excuses: str = r"(?!)"

    @cached_property
    def names(self) -> dict[str, set[str]]:
        """Spelling → the jobs it can do."""
        found: dict[str, set[str]] = {}
        for job, spellings in self.jobs.items():
            for s in spellings:
                found.setdefault(s, set()).add(job)
        return found

    @cached_property
    def left_pattern(self) -> re.Pattern[str]:
        """The pattern of what may stand on the left."""
        return compiled(self.left, re.IGNORECASE)


def _field(name: str, row: dict[str, Any]) -> Field:
    """A table of the file; a key that is no key of a field is an error of the file."""
    make = {"tuple[str, ...]": tuple, "frozenset[str]": frozenset}
    kinds = {f.name: make.get(str(f.type), lambda value: value) for f in fields(Field)}
    return Field(name, **{key: kinds[key](value) for key, value in row.items()})


def _rows() -> Any:
    from tomllib import loads

    return loads(Path(__file__).with_name("fields.toml").read_text(encoding="utf-8"))


FIELDS = tuple(_field(name, row) for name, row in cache.kept("fields", _rows).items())
