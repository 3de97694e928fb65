"""The formulas in PyTorch: stable, vectorised, batched, differentiable; type and device are kept, inputs never changed.

Each topic is a file with its functions and a table ``IMPLEMENTATIONS`` from formula id to function; a new file is found by
itself. All functions are reachable here by name, and ``IMPLEMENTATIONS`` here is the union of the tables, with those of
``impls.plain``, which need no array.
"""

from typing import Any

from .. import plain
from ..collect import tables

own, functions = tables(__name__, __path__)
IMPLEMENTATIONS = {**plain.IMPLEMENTATIONS, **own}
globals().update(plain.functions | functions)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module {__name__!r} has no function {name!r}")
