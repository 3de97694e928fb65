"""Evaluate a statement on arrays: sizes are read off the inputs and checked, then one of the readings computes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp

from .evaluate import exact, indexed, kernels, oracle
from .lang import Input
from .model import Formula, Stated

READINGS = ("numpy", "torch", "index", "index-torch", "oracle")


def bind_sizes(statement: Stated, values: Mapping[str, Any]) -> dict[sp.Symbol, int]:
    """The value of each size symbol, from the inputs' shapes and integer inputs.

    Raises ``ValueError`` naming the input and both sizes where shapes do not fit, where an integer is none or is out of
    range, or where a condition of the formula does not hold.
    """
    sizes: dict[sp.Symbol, int] = {}
    for i in statement.inputs:
        if i.name not in values:
            raise ValueError(f"no value for input {i.name}")
        if i.kind == "size":
            sizes[i.symbol] = _whole(i, values[i.name])
    _bind_plain(statement, values, sizes)
    _check_shapes(statement, values, sizes)
    for relation in getattr(statement, "requires", ()):
        if not exact.exact(relation)(sizes):
            named = ", ".join(f"{s} = {sizes[s]}" for s in sorted(relation.free_symbols, key=str))
            raise ValueError(f"{relation} does not hold for {named}")
    return sizes


def _whole(i: Input, value: Any) -> int:
    if isinstance(value, (bool, np.bool_)) or int(value) != value:
        raise ValueError(f"{i.name} = {value} is not an integer")
    if i.low is not None and value < i.low:
        raise ValueError(f"{i.name} = {value} is below {i.low}")
    return int(value)


def _shape(value: Any) -> tuple[int, ...]:
    return tuple(value.shape) if hasattr(value, "shape") else np.shape(value)


def _bind_plain(statement: Stated, values: Mapping[str, Any], sizes: dict[sp.Symbol, int]) -> None:
    for i in statement.inputs:
        have = _shape(values[i.name])
        if i.kind != "size" and len(have) != len(i.shape):
            raise ValueError(f"{i.name} has {len(have)} axes {have}, expected {len(i.shape)}: {_names(i.shape)}")
        for symbol, n in zip(i.shape, have, strict=False):
            if symbol.is_Symbol:
                sizes.setdefault(symbol, n)


def _check_shapes(statement: Stated, values: Mapping[str, Any], sizes: dict[sp.Symbol, int]) -> None:
    for i in statement.inputs:
        for symbol, n in zip(i.shape, _shape(values[i.name]), strict=False):
            free = [s for s in symbol.free_symbols if s not in sizes]
            if len(free) == 1:  # a size that stands only inside another, h·d_v say
                found = sp.solve(symbol.subs(sizes) - n, free[0])
                if not found:
                    raise ValueError(f"{i.name} has size {n}, which is {symbol.subs(sizes)} for no {free[0]}")
                sizes[free[0]] = exact.integer(found[0], {})
            expected = exact.integer(symbol, sizes)
            if expected != n:
                raise ValueError(f"{i.name} has size {n} where {symbol} = {expected} is expected ({_names(i.shape)})")


def _names(shape: tuple[Any, ...]) -> str:
    return "(" + ", ".join(map(str, shape)) + ")"


def evaluate(
    statement: Stated, values: Mapping[str, Any], reading: str = "numpy", arithmetic: oracle.Arithmetic = oracle.MPMATH
) -> tuple[Any, ...]:
    """The results of a formula, variant or pitfall, one array each.

    ``reading``: ``"numpy"`` or ``"torch"`` (kernels), ``"index"`` or ``"index-torch"`` (index form only), ``"oracle"``
    (entry by entry in ``arithmetic``; object arrays). Raises ``ValueError`` as ``bind_sizes`` does, and for an unknown reading.
    """
    if reading not in READINGS:
        raise ValueError(f"unknown reading {reading!r}; known: {', '.join(READINGS)}")
    sizes = bind_sizes(statement, values)
    known = {i.symbol: values[i.name] for i in statement.inputs if i.kind != "size"}
    if reading == "oracle":
        reader = oracle.Oracle({k: oracle.converted(v, arithmetic) for k, v in known.items()}, sizes, arithmetic)
        return tuple(reader.value(t) for t in statement.outputs)
    if reading.startswith("index"):
        library = "torch" if reading.endswith("torch") else "numpy"
        known = _arrays(known, library)
        return tuple(indexed.evaluate(t, known, sizes, library) for t in statement.outputs)
    return _run_kernels(statement, known, sizes, reading)


def _run_kernels(
    statement: Stated, known: dict[Any, Any], sizes: dict[sp.Symbol, int], library: str
) -> tuple[Any, ...]:
    known = _arrays(known, library)
    like = next((v for v in known.values() if "float" in str(v.dtype)), None)
    dtype = like.dtype if like is not None else _double(library)
    program = kernels.compile_terms(statement.outputs, library)
    return program(known, kernels.Run(sizes, dtype, like, library))


def _double(library: str) -> Any:
    if library == "numpy":
        return np.dtype(np.float64)
    import torch

    return torch.float64


def _arrays(known: Mapping[Any, Any], library: str) -> dict[Any, Any]:
    """Arrays of the library. A Python float takes the dtype of the first real array: it neither widens nor loses digits."""
    arrays = {k: _array(v, library) for k, v in known.items() if not isinstance(v, float)}
    like = next((v for v in arrays.values() if "float" in str(v.dtype)), None)
    if library == "numpy":
        return {
            k: arrays[k] if k in arrays else np.asarray(v, dtype=getattr(like, "dtype", None)) for k, v in known.items()
        }
    import torch

    options = {"dtype": torch.float64} if like is None else {"dtype": like.dtype, "device": like.device}
    return {k: arrays[k] if k in arrays else torch.as_tensor(v, **options) for k, v in known.items()}


def _array(value: Any, library: str) -> Any:
    if library == "numpy":
        return np.asarray(value)
    import torch

    return torch.as_tensor(value)


__all__ = ["READINGS", "Formula", "bind_sizes", "evaluate"]
