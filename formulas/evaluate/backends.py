"""What the compilers need of an array library, under one set of names. torch is imported only when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from .erf import erf


@dataclass(frozen=True)
class Backend:
    name: str
    arange: Callable[..., Any]
    where: Callable[..., Any]
    functions: dict[str, Callable[..., Any]]
    cast: Callable[[Any, Any], Any]
    integer: Callable[[Any], Any]
    reduce: dict[str, Callable[[Any], Any]]
    broadcast: Callable[[Any, tuple[int, ...]], Any]
    clip: Callable[[Any, int, int], Any]
    scalar: Callable[[Any, Any, Any], Any]


NUMPY = Backend(
    "numpy",
    arange=lambda n, like: np.arange(n),
    where=np.where,
    functions={
        "exp": np.exp, "log": np.log, "tanh": np.tanh, "sin": np.sin, "cos": np.cos, "erf": erf, "floor": np.floor,
        "ceiling": np.ceil,
        "Abs": np.abs,
    },
    cast=lambda x, dtype: np.asarray(x).astype(dtype),
    integer=lambda x: np.asarray(x).astype(np.int64),
    reduce={
        "sum": lambda x: x.sum(axis=0), "prod": lambda x: x.prod(axis=0), "max": lambda x: x.max(axis=0),
        "min": lambda x: x.min(axis=0), "argmax": lambda x: x.argmax(axis=0),
    },
    broadcast=lambda x, shape: np.broadcast_to(x, shape),
    clip=lambda x, lo, hi: np.clip(x, lo, hi),
    scalar=lambda value, dtype, like: np.asarray(value, dtype=dtype),
)  # fmt: skip


@lru_cache(maxsize=1)
def torch_backend() -> Backend:
    """The torch backend. Raises ``ImportError`` naming the extra where torch is missing."""
    try:
        import torch
    except ImportError as error:
        raise ImportError('torch is not installed: pip install "backproof[torch]"') from error

    def device(like: Any) -> Any:
        return like.device if isinstance(like, torch.Tensor) else None

    return Backend(
        "torch",
        arange=lambda n, like: torch.arange(n, device=device(like)),
        where=torch.where,
        functions={
            "exp": torch.exp, "log": torch.log, "tanh": torch.tanh, "sin": torch.sin, "cos": torch.cos, "erf": torch.erf,
            "floor": torch.floor, "ceiling": torch.ceil, "Abs": torch.abs,
        },
        cast=lambda x, dtype: torch.as_tensor(x).to(dtype),
        integer=lambda x: torch.as_tensor(x).to(torch.int64),
        reduce={
            "sum": lambda x: x.sum(0), "prod": lambda x: x.prod(0), "max": lambda x: x.amax(0), "min": lambda x: x.amin(0),
            "argmax": lambda x: x.argmax(0),
        },
        broadcast=lambda x, shape: x.expand(shape),
        clip=lambda x, lo, hi: torch.clamp(x, lo, hi),
        scalar=lambda value, dtype, like: torch.as_tensor(value, dtype=dtype, device=device(like)),
    )  # fmt: skip


def backend(name: str) -> Backend:
    """``"numpy"`` or ``"torch"``. Raises ``ValueError`` for another name."""
    if name == "numpy":
        return NUMPY
    if name == "torch":
        return torch_backend()
    raise ValueError(f"unknown backend {name!r}; known: numpy, torch")
