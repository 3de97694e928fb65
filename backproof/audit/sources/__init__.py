"""Files to documents: ordered blocks with exact positions."""

from __future__ import annotations

import os
from collections.abc import Callable
from errno import ENOENT, ENOTDIR
from importlib import import_module
from pathlib import Path
from stat import S_ISREG

from backproof.audit.sources.decode import decode, read_text
from backproof.audit.sources.document import Block, Document, SourceError

Parse = Callable[[str, str], Document]

# Suffix to the module that reads it; a module is loaded when the first file of its kind is.
READERS: dict[str, str] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "markdown",
    ".tex": "tex",
    ".ipynb": "notebook",
    ".rst": "rst",
    ".html": "html",
    ".htm": "html",
}


def suffixes() -> tuple[str, ...]:
    """The file suffixes that can be read."""
    return tuple(READERS)


def load(path: str | Path) -> Document:
    """The document of a file; SourceError where it is missing, of an unknown kind or not text."""
    if (why := unusable(path)) and not os.path.isdir(path):
        raise SourceError(str(path), why)
    return parse(read_text(path), str(path))


def unusable(path: str | Path) -> str:
    """Why nothing can be read at a path, or ""; a pipe or a device, which may never end, is not opened."""
    try:
        return "" if S_ISREG(os.stat(path).st_mode) else "not a regular file"
    except ValueError:  # a zero byte in the name
        return "no such file or folder"
    except OSError as error:
        if error.errno not in (ENOENT, ENOTDIR):  # it may be there: who asks may not look
            return error.strerror or "cannot be read"
        if os.path.lexists(path):
            return "not a regular file"
        return "no such file or folder" + ("; standard input is not read" if str(path) == "-" else "")


def parse(text: str, path: str) -> Document:
    """The document of a text that was read from (or is to be named as) `path`."""
    suffix = Path(path).suffix.lower()
    module = READERS.get(suffix, "markdown" if not suffix else "")
    if not module:
        raise SourceError(path, f"files of kind {suffix} are not read (known: {', '.join(READERS)})")
    reader: Parse = import_module(f"{__name__}.{module}").parse
    return reader(text, path)


__all__ = ["READERS", "Block", "Document", "SourceError", "decode", "load", "parse", "suffixes", "unusable"]
