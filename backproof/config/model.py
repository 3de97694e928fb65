"""The settings that govern a note, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

NOTES = (".md", ".markdown", ".tex", ".ipynb", ".rst")
"""What is read in folders unless a configuration chooses: pages and plain text are mostly made from notes, or no notes."""


@dataclass(frozen=True)
class Config:
    """One configuration. `path` is its file (None: the defaults), to whose folder `exclude` and `formulas` are relative.

    `select`, `ignore` and `severity` hold codes, prefixes of codes or names of findings.
    """

    path: Path | None = None
    lang: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    extensions: tuple[str, ...] = NOTES
    formulas: tuple[str, ...] = ()
    conventions: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.path.parent if self.path else Path()

    def excludes(self, path: Path) -> bool:
        """Whether one of the patterns of `exclude` (they mean what they mean in a `.gitignore`) covers the path."""
        if not self.exclude:
            return False
        try:
            relative = path.absolute().relative_to(self.folder.absolute())
        except ValueError:
            return False  # a configuration named on the command line governs files outside its folder too
        return bool(self._excluded.match_file(relative.as_posix() + "/" * path.is_dir()))

    @cached_property
    def _excluded(self) -> Any:
        from pathspec import GitIgnoreSpec

        return GitIgnoreSpec.from_lines(self.exclude)
