"""Colour, only where a person looks: a terminal gets rich text, a pipe or file the same characters plain."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from backproof.report.text import Line, render

_STYLES = {
    "bold": "bold",
    "dim": "dim",
    "error": "bold red",
    "fix": "green",
    "info": "cyan",
    "warning": "yellow",
    "": "",
}


def show(lines: Iterable[Line]) -> None:
    """Writes the lines to standard output."""
    if not sys.stdout.isatty():
        print(render(lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*((piece.text, _STYLES[piece.style]) for piece in line)))
