"""What a misspelt name was probably meant to be."""

from __future__ import annotations

from collections.abc import Collection

FEW = 60
CLOSE = 4  # names that a hint has


def near(given: str, known: Collection[str]) -> str:
    """ "; did you mean a, b?" with the closest names, or all that are known where they are few, or ""."""
    close = _close(given, known)
    if close:
        return f"; did you mean {', '.join(close)}?"
    return f"; known: {', '.join(known) or 'none'}" if len(known) <= FEW else ""


def _close(given: str, known: Collection[str]) -> list[str]:
    """Names alike, or that hold what is given, or whose last part is alike (``relux`` for ``activation.relu``)."""
    from difflib import get_close_matches  # which most commands never need

    alike = get_close_matches(given, known, n=CLOSE, cutoff=0.5) or [name for name in known if given in name][:CLOSE]
    if alike:
        return alike
    last = [(name.rpartition(".")[2], name) for name in known if "." in name]
    parts = get_close_matches(given, list(dict(last)), n=CLOSE)
    return [name for close in parts for part, name in last if part == close][:CLOSE]
