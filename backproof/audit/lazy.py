"""Patterns of what few texts speak of: ready when they are first used."""

from __future__ import annotations

import re
from re import Pattern
from typing import Any, cast


class _Pattern:
    def __init__(self, text: str, flags: int) -> None:
        self._made_of = text, flags

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(re.compile(*self._made_of), attribute)
        setattr(self, attribute, value)
        return value


def pattern(text: str, flags: int = 0) -> Pattern[str]:
    """A regular expression that is compiled on first use."""
    return cast(Pattern[str], _Pattern(text, flags))
