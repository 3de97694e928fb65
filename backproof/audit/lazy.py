"""What is made ready when it is first used: modules (most notes need no NumPy), patterns of what few texts speak of."""

from __future__ import annotations

import re
from importlib import import_module
from re import Pattern
from typing import Any, cast


class _Later:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value


def module(name: str) -> Any:
    """A stand-in for the module that imports it on first use."""
    return _Later(name)


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
