"""Patterns that are compiled on first use: there are some two hundred, and most texts speak of few of the things they look for."""

from __future__ import annotations

from re import Pattern
from typing import Any, cast


class _Pattern:
    """Stands for a pattern; what has been asked of it once is an attribute of its own."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "_compiled":
            from backproof.audit.patterns import compiled

            self._compiled = compiled(self.pattern, self._flags)
            return self._compiled
        value = getattr(self._compiled, attribute)
        setattr(self, attribute, value)
        return value


def pattern(text: str, flags: int = 0) -> Pattern[str]:
    """A regular expression that is compiled on first use."""
    return cast(Pattern[str], _Pattern(text, flags))
