"""Which configuration governs a file: the nearest on the way up from it, else the nearest on the way up from here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backproof.config import keys
from backproof.config.model import Config
from backproof.problem import Problem

OWN, SHARED = "backproof.toml", "pyproject.toml"  # in one folder the first counts
MAX_BYTES = 1_000_000
MAX_DEPTH = 30


class Configs:
    """The configurations of a run: each file is read once, and what is wrong with it is kept in `problems`.

    `named` is a file to use for every note, in place of a search; `search=False` means the defaults for every note.
    """

    def __init__(self, named: str | os.PathLike[str] | None = None, search: bool = True) -> None:
        self.problems: list[Problem] = []
        self._found: dict[Path, Config | None] = {}
        self._default = Config()
        self._fixed: Config | None = None
        if named is not None:
            self._fixed = self._named(Path(named))
        elif not search:
            self._fixed = self._default

    def of(self, path: str | os.PathLike[str]) -> Config:
        """The configuration of a file or folder."""
        if self._fixed is not None:
            return self._fixed
        folder = Path(os.path.abspath(path))
        found = self._above(folder if folder.is_dir() else folder.parent)
        return found or self._above(Path.cwd()) or self._default

    def _above(self, folder: Path) -> Config | None:
        """The nearest configuration at or above a folder."""
        passed = []
        found = None
        for here in (folder, *folder.parents):
            if here in self._found:
                found = self._found[here]
                break
            passed.append(here)
            found = self._in(here)
            if found is not None:
                break
        self._found.update(dict.fromkeys(passed, found))
        return found

    def _in(self, folder: Path) -> Config | None:
        for name in (OWN, SHARED):
            path = folder / name
            if path.is_file():
                table = self._table(path)
                if table is not None:
                    return self._config(path, table)
        return None

    def _named(self, path: Path) -> Config:
        table = self._table(path)
        if table is None and not self.problems:
            self.problems.append(Problem(str(path), "no table [tool.backproof] in this file"))
        return self._config(path, table or {})

    def _table(self, path: Path) -> Mapping[str, Any] | None:
        """The settings of a file; None where it has none for us. An unreadable file has none, and a problem."""
        try:
            data = load(path)
        except ValueError as why:
            self.problems.append(Problem(str(path), str(why)))
            return {} if path.name != SHARED else None
        if path.name != SHARED:
            return data
        tool = data.get("tool")
        table = tool.get("backproof") if isinstance(tool, dict) else None
        if table is not None and not isinstance(table, dict):
            self.problems.append(Problem(str(path), f"[tool.backproof]: expected a table, not {table!r}"))
            return {}
        return table

    def _config(self, path: Path, table: Mapping[str, Any]) -> Config:
        sound, wrong = keys.read(table)
        self.problems += [Problem(str(path), why) for why in wrong]
        return Config(path, **sound)


def load(path: Path) -> dict[str, Any]:
    """The contents of a TOML file. Raises ValueError with one line on why it cannot be read."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ValueError(error.strerror or "cannot be read") from error
    if len(raw) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES} bytes")
    import tomllib  # most notes have no configuration

    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise ValueError("TOML is nested too deep") from error
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"invalid TOML: {error}") from error
    except ValueError as error:  # of a number of thousands of digits
        raise ValueError("invalid TOML: a number has too many digits") from error
    if _deeper(data, MAX_DEPTH):
        raise ValueError("TOML is nested too deep")
    return data


def _deeper(data: Any, most: int) -> bool:
    """Whether tables and lists are nested deeper: dotted keys make no end of it."""
    level = [data]
    for _ in range(most):
        level = [item for outer in level for item in (outer.values() if isinstance(outer, dict) else outer)]
        level = [item for item in level if isinstance(item, (dict, list))]
    return bool(level)
