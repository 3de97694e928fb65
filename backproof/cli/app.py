"""The group of commands, and how a command ends: exit codes, interruption, missing parts."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

import click

from backproof import __version__
from backproof.cli.errors import BAD_USAGE, missing
from backproof.collector import put_off

INTERRUPTED = 130
BROKEN_PIPE = 1  # as click itself ends in that case


# Where each command is.
COMMANDS = {
    "audit": ("backproof.cli.audit", "audit"),
    "verify": ("backproof.cli.evidence", "verify"),
    "prove": ("backproof.cli.evidence", "prove"),
    "render": ("backproof.cli.catalog", "render"),
    "list": ("backproof.cli.catalog", "list_formulas"),
    "show": ("backproof.cli.catalog", "show"),
    "explain": ("backproof.cli.help", "explain"),
    "doctor": ("backproof.cli.help", "doctor"),
}


class Loaded(Mapping[str, click.Command]):
    """The commands, each with its module only when it is looked up."""

    def __getitem__(self, name: str) -> click.Command:
        module, attribute = COMMANDS[name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@click.group(commands=Loaded(), context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="backproof")
def app() -> None:
    """Deep-learning formulas stated once, proved, tested, and checked against the notes that quote them."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and exits with its code."""
    _unicode(sys.stdout, sys.stderr)
    put_off()
    atexit.register(gc.freeze)  # the last search for cycles need not go through them either
    try:
        code = app.main(arguments, prog_name="backproof", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except ModuleNotFoundError as error:
        click.echo(f"Error: {missing(error)}", err=True)
        code = BAD_USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader (head, a closed pager) has seen enough; nothing more can be written, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = BROKEN_PIPE
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"Error: cannot write: {error.strerror or error}", err=True)
        code = BAD_USAGE
    sys.exit(code if isinstance(code, int) else 0)


def _unicode(*streams: object) -> None:
    """Chinese text and formulas must print, or be escaped, whatever the locale."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
