"""Modules that are loaded when something of them is first used: most notes need no NumPy."""

from __future__ import annotations

from importlib import import_module
from typing import Any


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
