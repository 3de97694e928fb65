"""Call a function the way implementations are called, and keep what happens to it in hand: errors, and calls
without end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from formulas.lang import Input
from formulas.model import Formula, Stated

from .precision import PRECISIONS

PATIENCE = 30.0
"""Seconds after which a call counts as one that never returns."""


class NoAnswer(Exception):
    """A call did not return in time."""


@dataclass(frozen=True)
class Raised:
    """A call ended in an exception."""

    error: BaseException

    def __str__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}"


@dataclass(frozen=True)
class Call:
    """Arguments of one call: positional in the formula's order, groups of integers as keywords."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    def leaves(self) -> list[Any]:
        return [v for v in (*self.args, *self.kwargs.values()) if hasattr(v, "shape")]


def arguments(formula: Formula, statement: Stated, values: Mapping[str, Any], dtype: str, library: str) -> Call:
    """The call for these values, with arrays of the library made anew."""
    made = {i.name: _argument(i, values[i.name], dtype, library) for i in statement.inputs}
    groups = {key: names for key, names in formula.keywords.items() if all(name in made for name in names)}
    grouped = {name for names in groups.values() for name in names}
    keywords = {key: _group([made[name] for name in names]) for key, names in groups.items()}
    return Call(tuple(value for name, value in made.items() if name not in grouped), keywords)


def _group(members: list[Any]) -> Any:
    return tuple(members) if len(members) > 1 else members[0]


def _argument(i: Input, value: Any, dtype: str, library: str) -> Any:
    if i.kind in ("size", "scalar"):
        return value
    if i.kind == "tokens" and not i.shape:
        return int(value)
    if library == "numpy":
        return np.array(value)
    import torch

    tensor = torch.from_numpy(np.array(value))
    return tensor.to(getattr(torch, dtype)) if tensor.is_floating_point() else tensor


def answer(function: Callable[..., Any], call: Call) -> Any:
    """What the function returns, or ``Raised``. Raises ``NoAnswer`` when it does not return in time."""
    box: list[Any] = []

    def run() -> None:
        try:
            with np.errstate(all="ignore"):
                box.append(function(*call.args, **call.kwargs))
        except BaseException as error:
            box.append(Raised(error))

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(PATIENCE)
    if not box:
        raise NoAnswer(f"no answer within {PATIENCE:g} s")
    return box[0]


def as_array(value: Any) -> tuple[Any, str]:
    """A result as a NumPy array (bfloat16 widened to float32) with the name of its dtype.

    Raises ``TypeError`` for what is neither an array nor a number.
    """
    if hasattr(value, "detach"):
        name = str(value.dtype).removeprefix("torch.")
        plain = value.detach().cpu().resolve_conj()
        return (plain.float() if name in ("bfloat16", "float16") else plain).numpy(), name
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"a result of type {type(value).__name__}")
    return array, str(array.dtype)


def largest(dtype: str) -> float:
    """The largest number of a format."""
    return PRECISIONS[dtype].largest
