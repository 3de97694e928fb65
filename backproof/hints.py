"""What a misspelt name was probably meant to be."""

from __future__ import annotations

from collections.abc import Collection

FEW = 60


def near(given: str, known: Collection[str]) -> str:
    """ "; did you mean a, b?" with the closest names, or all that are known where they are few, or ""."""
    from difflib import get_close_matches

    close = get_close_matches(given, known, n=4, cutoff=0.5) or [name for name in known if given in name][:4]
    if close:
        return f"; did you mean {', '.join(close)}?"
    return f"; known: {', '.join(known) or 'none'}" if len(known) <= FEW else ""
