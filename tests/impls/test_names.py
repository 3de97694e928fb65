"""Every implementation is reachable by its own name: no two topics give one name to two functions."""

from __future__ import annotations

import importlib

import pytest


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_names_are_unique(framework: str) -> None:
    room = importlib.import_module(f"impls.{framework}")
    hidden = [id for id, function in room.IMPLEMENTATIONS.items() if getattr(room, function.__name__) is not function]
    assert hidden == []
    assert all(function.__doc__ for function in room.IMPLEMENTATIONS.values())
