"""What a command writes to a file: the whole text or nothing, whatever happens meanwhile."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from backproof import whole
from backproof.cli.errors import Failure
from backproof.problem import named


class Target(click.Path):
    """The type of an option that names a file to write; ``-`` names none, which means standard output."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return None if value == "-" else super().convert(value, param, ctx)


def check(path: str, sources: Iterable[Path] = ()) -> None:
    """Whether `path` can be an output, before any work is done for it.

    Raises Failure for a folder that does not exist, and for one of the files that are read.
    """
    if any(os.path.exists(path) and os.path.samefile(path, source) for source in sources):
        raise Failure(f"cannot write {named(path)}: it is one of the files to read")
    if not os.path.isdir(os.path.dirname(os.path.realpath(path))):
        raise Failure(f"cannot write {named(path)}: No such file or directory")


def write(path: str, text: str) -> None:
    """Writes beside and moves into place, so that no one finds half a file; pipes and devices are written as they are.

    Raises Failure where that is impossible; what stood there stays.
    """
    target = os.path.realpath(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            Path(target).write_bytes(_encoded(text))
        else:
            mode = _mode(target)
            whole.replace(target, _encoded(text), lambda name: os.chmod(name, mode))
    except OSError as error:
        raise Failure(f"cannot write {named(path)}: {error.strerror}") from error


def _encoded(text: str) -> bytes:
    """UTF-8; halves of characters, as in names of files that are not UTF-8, are written out."""
    return (text if text.endswith("\n") else text + "\n").encode("utf-8", "backslashreplace")


def _mode(target: str) -> int:
    """The permissions of the file that is replaced, or those of any new file."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(os.stat(target).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
