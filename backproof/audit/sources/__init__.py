"""Files to documents: ordered blocks with exact positions."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from backproof.audit.sources.decode import decode, read_text
from backproof.audit.sources.document import Block, Document, SourceError

MISSING = "no such file or folder"
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
    if not os.path.lexists(path):
        raise SourceError(str(path), MISSING)
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise SourceError(str(path), "not a regular file")  # a pipe or a device may never end
    return parse(read_text(path), str(path))


def parse(text: str, path: str) -> Document:
    """The document of a text that was read from (or is to be named as) `path`."""
    suffix = Path(path).suffix.lower()
    module = READERS.get(suffix, "markdown" if not suffix else "")
    if not module:
        raise SourceError(path, f"files of kind {suffix} are not read (known: {', '.join(READERS)})")
    reader: Parse = import_module(f"{__name__}.{module}").parse
    return reader(text, path)


__all__ = ["READERS", "Block", "Document", "SourceError", "decode", "load", "parse", "suffixes"]
