"""What a configuration makes of the audit: the library of its formulas and names, its conventions, and what it shows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from backproof.config import Config, Configs
from backproof.config.policy import settled
from backproof.problem import Problem

from .. import compiled, library, work
from ..checks import Case, failure
from ..digest import blake2b
from ..findings import FileReport, Finding
from ..library import Library
from ..records import entity
from ..specs import Spec
from . import plugins


@entity
class House:
    """All that an audit of a note needs to know of the configuration that governs it."""

    config: Config
    library: Library

    def findings(self, case: Case) -> Iterator[Finding]:
        """Where the note strays from the house's conventions."""
        if not self.config.conventions:
            return
        from . import conventions

        try:
            yield from conventions.check(case, self.config.conventions)
        except Exception as error:
            yield failure("conventions", error)

    def settled(self, report: FileReport) -> FileReport:
        """The report with the findings that the house shows, as severe as it says."""
        report.diagnostics = settled(report.diagnostics, self.config)
        return report


def gather(configs: Configs, formulas: Iterable[str] = ()) -> Houses:
    """The houses of a run: plugins are loaded, and these files of formulas (``.py`` or ``.toml``) added for every note."""
    return Houses(configs, tuple(map(str, formulas)))


class Houses:
    """The houses of a run, one for each configuration; `problems` holds what was wrong with any of them.

    Another process gets the configurations and the paths, and loads formulas and builds houses by itself.
    """

    def __init__(self, configs: Configs, paths: tuple[str, ...] = ()) -> None:
        self.configs, self.paths = configs, paths
        self._begin()

    def _begin(self) -> None:
        self.own: list[Spec] = []
        self._houses: dict[int, House] = {}
        self._own_problems = plugins.load(path for path in self.paths if not path.endswith(".toml"))

    def __getstate__(self) -> dict[str, Any]:
        return {"configs": self.configs, "paths": self.paths}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._begin()

    @cached_property
    def specs(self) -> list[Spec]:
        """The catalog, with what plugins added to it."""
        return compiled.load()

    def digest(self, path: str | os.PathLike[str]) -> str:
        """What tells the audit of a note under its configuration from that under another."""
        config = self.configs.of(path)
        named = self._files(config)
        if named or config.synonyms or config.conventions:
            self.of(path)  # whatever is wrong with them must be said, also where the report is known
        said = repr(replace(config, path=None)) + "".join(map(_contents, named))
        return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def _files(self, config: Config) -> list[Path]:
        paths = (Path(path) for path in self.paths if path.endswith(".toml"))
        return [*(config.folder / name for name in config.formulas), *paths]

    def add(self, problems: Iterable[Problem]) -> None:
        self._own_problems += problems

    @property
    def problems(self) -> list[Problem]:
        return list(dict.fromkeys((*self.configs.problems, *self._own_problems)))

    def of(self, path: str | os.PathLike[str]) -> House:
        """The house of a file or folder."""
        config = self.configs.of(path)
        if id(config) not in self._houses:
            self._houses[id(config)] = self._built(config)
        return self._houses[id(config)]

    @work.bounded
    def _built(self, config: Config) -> House:
        named = self._files(config)
        specs, kept = self.specs, config
        if named:
            specs = specs + self._added(named)
        if config.synonyms:
            from .synonyms import apply

            specs, wrong = apply(specs, config.synonyms)
            self.add(Problem(str(config.path), f"synonyms: {why}") for why in wrong)
        if config.conventions:
            from . import conventions

            unclear = conventions.wrong(config.conventions, specs)
            self.add(Problem(str(config.path), f"conventions: {why}") for why in unclear)
            wrong = [why.partition(": ")[0] for why in unclear]
            kept = replace(config, conventions={k: v for k, v in config.conventions.items() if k not in wrong})
        return House(kept, library.of(specs))

    def _added(self, named: list[Path]) -> list[Spec]:
        """The specs of files of formulas."""
        from . import files

        found, problems = files.read(named, {s.formula for s in self.specs})
        self.add(problems)
        self.own += [s for s in found if s not in self.own]
        return found


def _contents(path: Path) -> str:
    try:
        return f"{path.name} {path.read_bytes()!r}"
    except OSError:
        return f"{path.name} none"
