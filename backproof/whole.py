"""A file is written whole or not at all: whoever reads it, and whatever ends the program, finds the old content or the new."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

PART = ".part"
"""The end of the name of a file that is not finished."""
_KEPT = 50  # characters of the name, of up to four bytes each; most file systems take 255 bytes in all


def replace(
    target: str | os.PathLike[str],
    data: bytes,
    ready: Callable[[str], None] = lambda name: None,
    *,
    durable: bool = False,
) -> None:
    """Writes a file of this content beside the target and moves it there. ``ready`` is given its name before it is moved, and
    may raise to stop that; ``durable``: the content has reached the disk by then.

    Raises OSError, and what ``ready`` raises; then nothing is changed and nothing left behind.
    """
    import tempfile  # which an audit that keeps nothing never needs

    folder, own = os.path.split(os.fspath(target))
    handle, name = tempfile.mkstemp(dir=folder or ".", prefix=f".{own[:_KEPT]}.", suffix=PART)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        ready(name)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
