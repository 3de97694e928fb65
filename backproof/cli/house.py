"""The options by which a person chooses a configuration and formulas of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from backproof.cli.errors import BAD_USAGE
from backproof.config.find import Configs

if TYPE_CHECKING:
    from backproof.audit.own.house import Houses


@dataclass(frozen=True)
class Choice:
    """What was chosen on the command line."""

    config: str | None
    search: bool
    formulas: tuple[str, ...]

    def configs(self) -> Configs:
        return Configs(self.config, self.search)

    def houses(self, configs: Configs) -> Houses:
        """The houses of an audit under these configurations."""
        from backproof.audit.own.house import gather

        return gather(configs, self.formulas)

    @contextmanager
    def own(self) -> Iterator[Mapping[str, Any]]:
        """The house's formulas by id, plugins loaded. What cannot be used is said at the end: exit 2, the rest having gone on."""
        from backproof.audit.own.sheet import gather

        found, problems = gather(self.configs(), self.formulas)
        try:
            yield found
        finally:
            for problem in problems:
                click.echo(f"Error: {problem}", err=True)
        if problems:
            click.get_current_context().exit(BAD_USAGE)


def HOUSE(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options --config, --no-config and --formulas; the command gets them as `choice`."""

    @click.option(
        "--config", metavar="FILE", help="Configuration for all notes, in place of the nearest one above each."
    )
    @click.option("--no-config", is_flag=True, help="Use no configuration.")
    @click.option(
        "--formulas", multiple=True, metavar="FILE", help="Formulas of your own: .toml, or .py, which is run."
    )
    @wraps(command)
    def chosen(*args: Any, config: str | None, no_config: bool, formulas: tuple[str, ...], **options: Any) -> Any:
        if config is not None and no_config:
            raise click.UsageError("--config and --no-config exclude each other")
        return command(*args, choice=Choice(config, not no_config, formulas), **options)

    return chosen
