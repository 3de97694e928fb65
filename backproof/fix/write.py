"""Put a new content in the place of a file's old one, all at once, with all that the file had besides its content."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from backproof import whole


class CannotWrite(Exception):
    """Why a file was left as it is."""


def replace_content(path: Path, old: bytes, new: bytes) -> None:
    """Puts ``new`` in the place of ``old``, through symbolic links, with the permissions the file has.

    Raises CannotWrite where the file may not be written, has another name that would keep the old content, belongs to others
    to whom it cannot be left, or does not hold ``old`` any more; then nothing is changed.
    """
    target = Path(os.path.realpath(path))
    try:
        state = _writable(target)

        def ready(name: str) -> None:
            _like(name, target, state)
            if target.read_bytes() != old:
                raise CannotWrite("it was changed meanwhile")

        whole.replace(target, new, ready, durable=True)
    except OSError as error:
        raise CannotWrite(error.strerror or type(error).__name__) from error
    _settle(target.parent)


def _writable(target: Path) -> os.stat_result:
    """A new file could take the place of one that may not be written; so that is asked first."""
    state = target.stat()
    if not state.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise CannotWrite("the file is read-only")
    if not os.access(target.parent, os.W_OK):
        raise CannotWrite("no file can be made in its folder")
    if state.st_nlink > 1:
        raise CannotWrite("the file has a second name (hard link), which would keep the old content")
    return state


def _like(name: str, target: Path, state: os.stat_result) -> None:
    """Owner and group, extended attributes where there are any, and permissions (last: chown clears some)."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(name, state.st_uid, state.st_gid)
        made = os.stat(name)
        if (made.st_uid, made.st_gid) != (state.st_uid, state.st_gid):  # others would lose the file, or get to see it
            raise CannotWrite("its owner and group could not be kept")
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for key in os.listxattr(target):
                os.setxattr(name, key, os.getxattr(target, key))
    os.chmod(name, stat.S_IMODE(state.st_mode))


def _settle(folder: Path) -> None:
    """The new name reaches the disk; some file systems cannot be asked to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
