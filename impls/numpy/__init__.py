"""The formulas in NumPy: stable, vectorised, batched over leading axes; inputs are never changed.

Each topic is a file with its functions and a table ``IMPLEMENTATIONS`` from formula id to function; a new file is found by
itself. All functions are reachable here by name, and ``IMPLEMENTATIONS`` here is the union of the tables.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

IMPLEMENTATIONS: dict[str, Callable[..., Any]] = {}


def _collect() -> dict[str, Any]:
    """Public functions and classes of all topics, by name."""
    found: dict[str, Any] = {}
    for info in iter_modules(__path__):
        topic = import_module(f"{__name__}.{info.name}")
        IMPLEMENTATIONS.update(getattr(topic, "IMPLEMENTATIONS", {}))
        own = {k: v for k, v in vars(topic).items() if getattr(v, "__module__", "") == topic.__name__}
        found.update({k: v for k, v in own.items() if not k.startswith("_")})
    return found


globals().update(_collect())


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module {__name__!r} has no function {name!r}")
