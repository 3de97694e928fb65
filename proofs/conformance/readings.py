"""Statements as functions: a spec, a variant or a known mistake run as if somebody had implemented it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from formulas.evaluation import evaluate
from formulas.lang import Input
from formulas.lang.nodes import Map
from formulas.model import Formula, Stated

from .cases import batched


def computable(statement: Stated) -> bool:
    """Whether the statement has values: an unspecified activation has none. Raises ``ShapeError`` as its
    terms do.
    """
    return not any(node.function == "activation" for term in statement.outputs for node in term.atoms(Map))


def as_function(formula: Formula, statement: Stated, reading: str = "numpy") -> Callable[..., Any]:
    """A function with the calling convention of the formula's implementations that evaluates ``statement``
    in a reading.

    Batches are looped over. Raises ``ShapeError`` at once where the statement's own shapes do not fit.
    """
    outputs = len(statement.outputs)
    grouped = {name for names in formula.keywords.values() for name in names}
    positional = [i for i in statement.inputs if i.name not in grouped]

    def run(*args: Any, **groups: Any) -> Any:
        inputs = dict(zip((i.name for i in positional), args, strict=True))
        for key, names in formula.keywords.items():
            if key in groups:
                members = groups[key] if isinstance(groups[key], tuple) else (groups[key],)
                inputs |= dict(zip(names, members, strict=True))
        results = _looped(statement, inputs, reading)
        return results if outputs > 1 else results[0]

    return run


def renamed(formula: Formula, statement: Stated, reading: str = "numpy") -> Callable[..., Any]:
    """``as_function``, called with the formula's inputs of which the statement takes those it has."""
    if [i.name for i in statement.inputs] == [i.name for i in formula.inputs]:
        return as_function(formula, statement, reading)
    inner, names = as_function(formula, statement, reading), {i.name for i in statement.inputs}
    missing = names - {i.name for i in formula.inputs}
    if missing:
        raise ValueError(f"{formula.id} has no input {', '.join(sorted(missing))}")
    grouped = {name for group in formula.keywords.values() for name in group}
    taken = [i.name in names for i in formula.inputs if i.name not in grouped]
    return lambda *args, **groups: inner(*(a for a, take in zip(args, taken, strict=True) if take), **groups)


def _looped(statement: Stated, inputs: dict[str, Any], reading: str) -> tuple[Any, ...]:
    leads = [_lead(i, inputs[i.name]) for i in statement.inputs if batched(i)]
    batch = np.broadcast_shapes(*leads)
    if not batch:
        return evaluate(statement, inputs, reading)
    samples = [
        evaluate(statement, {i.name: _at(i, inputs[i.name], batch, place) for i in statement.inputs}, reading)
        for place in np.ndindex(*batch)
    ]
    return tuple(_stack(list(part), batch) for part in zip(*samples, strict=True))


def _lead(i: Input, value: Any) -> tuple[int, ...]:
    return tuple(value.shape[: len(value.shape) - len(i.shape)])


def _at(i: Input, value: Any, batch: tuple[int, ...], place: tuple[int, ...]) -> Any:
    if not batched(i):
        return value
    core = tuple(value.shape[len(value.shape) - len(i.shape) :])
    wide = value.expand(batch + core) if hasattr(value, "expand") else np.broadcast_to(value, batch + core)
    return wide[place]


def _stack(parts: list[Any], batch: tuple[int, ...]) -> Any:
    if hasattr(parts[0], "detach"):
        import torch

        return torch.stack(parts).reshape(batch + tuple(parts[0].shape))
    return np.stack(parts).reshape(batch + np.shape(parts[0]))
